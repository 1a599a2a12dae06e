"""The types of the values of functions, constants and properties, as signatures of Java, C#, Go, Rust, PHP state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ...analysis.code.symbol_names import unnumbered
from ...model.lazy_pattern import lazy_pattern

_NAME = lazy_pattern(r"[A-Z]\w*(?:\.[A-Z]\w*)*")
_WITH_TYPES = frozenset({"method", "const", "property"})
_PARAMETERS = lazy_pattern(r"(?:^|\s)<")  # of a method; those of its result stand at a name
_IDENTIFIER = lazy_pattern(r"\w+")
_OF_GO = "func "  # begins a signature
_RESULT_OF_GO = lazy_pattern(  # the first: `T`, `*p.T`, `(T, error)`, `(t *T, err error)`, `T[int]`
    r"\s*(?:\(\s*)?(?:\w+\s+(?=[*\w]))?\*?((?:[A-Za-z_]\w*\.)?[A-Za-z_]\w*)(?:\[[^\[\]]*\])?\s*(?:[,)]|\Z)"
)
_OF_RUST = lazy_pattern(
    r"(?:pub(?:\([^()]*\))?\s+)?(?:(?:default|async|const|unsafe|extern(?:\s+\"[^\"]*\")?)\s+)*fn\s"
)
_RESULT_OF_RUST = lazy_pattern(r"(?:->|<)\s*(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)*(?:dyn\s+|impl\s+)?((?:\w+::)*\w+)")
_OF_PHP = lazy_pattern(r"(?:(?:public|private|protected|static|final|abstract)\s+)*function\s")
_RESULT_OF_PHP = lazy_pattern(r"\)\s*:\s*\??([\w\\|]+)\s*\Z")
_AROUND_RESULTS = frozenset({"Arc", "Box", "Option", "Rc", "Result"})
_PARAMETER = lazy_pattern(r"(?:@[\w.]+\s+)*(\w+)")


class _Symbol(Protocol):
    @property
    def name(self) -> str:
        """The qualified name."""

    @property
    def title(self) -> str:
        """The simple name."""

    @property
    def kind(self) -> str:
        """The kind of the symbol."""


def result_types(symbols: Sequence[_Symbol], signatures: Sequence[str]) -> list[str]:
    """For each symbol the class of its value, such as `Map.Entry`; empty for none, for an array and for a variable."""
    listed = list(zip(symbols, signatures, strict=True))
    variables: dict[str, set[str]] = {}  # by the class that declares them
    for each, signature in listed:
        if each.kind not in _WITH_TYPES and (own := set(_parameters(signature.partition(each.title)[2]))):
            variables.setdefault(unnumbered(each.name), set()).update(own)
    return [
        _of_go(signature, each.title)
        if signature.startswith(_OF_GO)
        else _of_rust(signature, each.name)
        if _OF_RUST.match(signature)
        else _of_php(signature, each.name)
        if _OF_PHP.match(signature)
        else _without_variable(stated_type(signature, each.title), each.name, variables)
        if each.kind in _WITH_TYPES
        else ""
        for each, signature in listed
    ]


def _without_variable(result: str, name: str, variables: dict[str, set[str]]) -> str:
    """The result unless it is a type variable of a class around the symbol of that name."""
    while name and variables and result:
        name = name.rpartition(".")[0]
        if result in variables.get(name, ()):
            return ""
    return result


def _of_php(signature: str, name: str) -> str:
    """The only class that the function of PHP returns."""
    found = _RESULT_OF_PHP.search(signature)
    classes = [each for each in found[1].split("|") if each.lower() != "null"] if found else []
    if len(classes) != 1:
        return ""
    if classes[0] in {"self", "static"}:
        return unnumbered(name).rpartition(".")[0].rpartition(".")[2]
    return ".".join(filter(None, classes[0].split("\\")))


def _of_rust(signature: str, name: str) -> str:
    """The type that the function of Rust returns, or that is in its result, such as `Result`."""
    at = signature.rfind("->")
    while at >= 0 and (found := _RESULT_OF_RUST.match(signature, at)):
        written = found[1].split("::")
        if written[-1] in _AROUND_RESULTS and signature.startswith("<", found.end()):
            at = found.end()
            continue
        if written == ["Self"]:
            return unnumbered(name).rpartition(".")[0].rpartition(".")[2]
        return ".".join(written) if len(written[-1]) > 1 and written[-1][0].isupper() else ""
    return ""


def _of_go(signature: str, title: str) -> str:
    """The first type that the function returns, unless it is one of its type variables."""
    begin = signature.find(f"{title}[" if f"{title}[" in signature else f"{title}(")
    own = signature[begin + len(title) :]
    variables = set(_IDENTIFIER.findall(own.partition("]")[0])) if own.startswith("[") else ()
    depth = 0
    for at, sign in enumerate(own):
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(sign, 0)
        if sign == ")" and not depth:
            found = _RESULT_OF_GO.match(own, at + 1)
            return found[1] if found and found[1] not in variables else ""
    return ""


def stated_type(signature: str, title: str) -> str:
    """The class that the signature states before the name of the symbol."""
    before = signature.partition("(")[0].partition("=")[0].rstrip()
    if not before.endswith(f" {title}"):
        return ""
    written = before[: -len(title) - 1].rstrip().removesuffix("?")  # of C#
    own = _PARAMETERS.search(written)
    variables = set(_parameters(written[own.end() - 1 :])) if own else set()
    if written.endswith(">"):
        written = _without_parameters(written)
    name = written.rpartition(" ")[2]
    return name if _NAME.fullmatch(name) and name not in variables else ""


def _parameters(text: str) -> Iterator[str]:
    """The type variables in the angle brackets with which the text begins: `<A, B extends C<A>>` has A and B."""
    depth, start = 0, 1
    for at, sign in enumerate(text if text.startswith("<") else ""):
        depth += {"<": 1, ">": -1}.get(sign, 0)
        if (sign == "," and depth == 1) or not depth:
            if found := _PARAMETER.match(text[start:at].strip()):
                yield found[1]
            start = at + 1
        if not depth:
            return


def _without_parameters(written: str) -> str:
    """The text before the angle brackets at its end."""
    depth = 0
    for at in range(len(written) - 1, -1, -1):
        depth += {">": 1, "<": -1}.get(written[at], 0)
        if not depth:
            return written[:at].rstrip()
    return ""
