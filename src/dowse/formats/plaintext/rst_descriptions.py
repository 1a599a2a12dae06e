"""What reStructuredText describes with a directive of Sphinx: a setting, a function, an option. Each is a section."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from ...model.lazy_pattern import lazy_pattern
from .sphinx_links import literal_lines

# With a domain such as `py:` or without; `auto…` has its text elsewhere.
_DESCRIPTION = lazy_pattern(
    r"(?m)^([ \t]*)\.\.[ \t]+(?:[a-z]+:)?(data|function|class|method|attribute|property|exception|macro|type|member"
    r"|var|struct|union|enum|enumerator|option|envvar|confval|setting)::[ \t]+(\S[^\n]*)"
)
_OWNERS = frozenset({"class", "exception", "struct", "union", "enum"})  # whose name those inside begin with
_ADMONITION = lazy_pattern(
    r"\.\.[ \t]+(note|warning|tip|hint|important|caution|danger|attention|error|seealso|admonition)::([^\n]*)"
)
_POINTER = lazy_pattern(r"\(\s*\*\s*(\w+)\s*\)")  # to a function of C
_OPTION = lazy_pattern(r"(?:^|(?<=[\s,]))-{1,2}[\w-]+")
_NAME = lazy_pattern(r"[\w.:~$-]*\w")


def descriptions(lines: Sequence[str], headings: Collection[int]) -> Iterator[tuple[int, int, str]]:
    """The line, the depth and the name of each description; none of literal text and comments.

    `headings` are the lines of the headings.  The name of one inside of a class begins with that of the class.  A
    description that text of the page follows, before the next one or the next heading, is no section: the text would be
    a part of it.  An admonition of the page that follows begins a section with its title.
    """
    found = {at: match for at, line in enumerate(lines) if "::" in line and (match := _DESCRIPTION.match(line))}
    literal = set(literal_lines(lines)) if found else set()
    described = found.keys() - literal
    begins = sorted({*described, *headings, len(lines)})
    admonitions = dict(_admonitions(lines, begins, described))
    begins = sorted({*begins, *admonitions})
    around: list[tuple[int, str]] = []  # the margins and the names of the descriptions that are open, outermost first
    for at, until in pairwise(begins):
        match = found.get(at)
        if at in admonitions:
            yield at, 0, admonitions[at]
        if not match or not (name := _name(match[3])):
            around.clear()
            continue
        margin = len(match[1])
        while around and around[-1][0] >= margin:
            around.pop()
        owner = around[-1][1] if around else ""
        whole = f"{owner}.{name}" if owner and not name.startswith(f"{owner}.") else name
        if _is_whole(lines[at + 1 : until], margin):
            yield at, len(around) or int(margin > 0), whole
        shallowest = min((_margin(line) for line in lines[at + 1 : until] if _is_text(line)), default=margin + 1)
        around = [each for each in around if each[0] < shallowest]
        if shallowest > margin and match[2] in _OWNERS:
            around.append((margin, whole))


def _admonitions(lines: Sequence[str], begins: Sequence[int], described: Collection[int]) -> Iterator[tuple[int, str]]:
    """The lines and the titles of the admonitions of the page below descriptions, unless other text follows them."""
    for first, until in pairwise(begins):
        if first not in described:
            continue
        opened: tuple[int, str] | None = None
        for at in range(first + 1, until):
            found = _ADMONITION.match(lines[at])
            if found:
                yield from (opened,) if opened else ()
                opened = at, _title(found[1], found[2].strip())
            elif opened and _is_text(lines[at]) and _margin(lines[at]) == 0:
                opened = None
        yield from (opened,) if opened else ()


def _title(admonition: str, argument: str) -> str:
    """The title of an admonition, as Sphinx shows it."""
    own = argument if admonition == "admonition" else ""
    return own or ("See also" if admonition == "seealso" else admonition.capitalize())


def _is_whole(below: Sequence[str], margin: int) -> bool:
    """Whether all lines of text are indented more than the directive."""
    return all(not _is_text(line) or _margin(line) > margin for line in below)


def _is_text(line: str) -> bool:
    """Whether the line is text or an admonition, and no label, comment or other directive."""
    return bool(line.strip()) and (not line.lstrip().startswith("..") or _ADMONITION.match(line) is not None)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _name(signature: str) -> str:
    """`uv_read` of `int uv_read(uv_stream_t* stream)`, `--verbose` of `-v, --verbose LEVEL`."""
    if options := _OPTION.findall(signature):
        return str(options[-1])
    if pointer := _POINTER.search(signature):
        return str(pointer[1])
    names = _NAME.findall(signature.partition("(")[0].partition(" : ")[0])
    return names[-1] if names else ""
