"""The namespaces of C++ around places of a source text, also those that a macro opens and those beside syntax errors.

The name of a symbol has the namespaces that the grammar has read around it, and these are not all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ...model.lazy_pattern import lazy_pattern

_NAMESPACE = r"(?P<inline>\binline\s++)?+\bnamespace\b(?P<names>[\w:\s]{0,300}+)\{"
_STATED = lazy_pattern(_NAMESPACE)
_TOKEN = lazy_pattern(
    r"//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.){1,4}+'"
    r"|(?m:^)[ \t]*+\#(?:[^\n\\]|\\(?s:.))*+"
    r"|(?m:^)[ \t]*+(?P<macro>[A-Z_][A-Z0-9_]*+)(?:\([\w, ]*+\))?+[ \t]*+;?+[ \t]*+(?m:$)"
    rf"|{_NAMESPACE}|(?P<brace>[{{}}])"
)
# Each alternative begins with another character, so that the others are skipped at once.
_BRACKET = lazy_pattern(
    r"/(?:/[^\n]*+|\*(?s:.*?)(?:\*/|\Z))|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.){1,4}+'|\#(?:[^\n\\]|\\(?s:.))*+"
    r"|namespace\b(?<!\wnamespace)(?P<names>[\w:\s]{0,300}+)\{|[{}]"
)
_INLINE = lazy_pattern(r"\binline\s++\Z")
_BEFORE = 100  # characters before a namespace in which `inline` stands
_SCOPE = lazy_pattern(r"\s*+::\s*+(?:inline\s++)?+")
_NAME = lazy_pattern(r"\w+(?:\s*::\s*\w+)*")
_IN_MACRO = "NAMESPACE"  # in the name of a macro that opens or closes a namespace, as FMT_BEGIN_NAMESPACE
_CLOSING = ("END", "CLOSE")


class Namespace(NamedTuple):
    """A namespace by its own name; names inside an inline one are also names of what is around it."""

    name: str
    is_inline: bool = False


Namespaces = tuple[Namespace, ...]  # from the outermost


class _Opened(NamedTuple):
    """What a bracket or a macro has opened."""

    namespaces: Namespaces = ()
    is_macro: bool = False


def stated_namespaces(text: str) -> Namespaces:
    """The namespaces that a text opens, such as the definition of a macro."""
    joined = text.replace("\\", " ")  # the lines of a macro
    return tuple(each for found in _STATED.finditer(joined) for each in _names(found["names"], found["inline"]))


def namespace_spans(text: str) -> Iterator[tuple[int, int, int, int]]:
    """For each namespace whose bracket is closed the start and the end, and those of its name, if it has one."""
    opened: list[re.Match[str] | None] = []
    for token in _BRACKET.finditer(text):
        if token["names"] is not None or token[0] == "{":
            opened.append(token if token["names"] is not None else None)
        elif token[0] == "}" and opened and (first := opened.pop()):
            before = _INLINE.search(text, max(0, first.start() - _BEFORE), first.start())
            names = _NAME.search(text, *first.span("names"))
            yield (before or first).start(), token.end(), *(names.span() if names else (0, 0))


def namespaces_around(
    text: str, places: Iterable[int], of_macro: Callable[[str], Namespaces]
) -> Mapping[int, Namespaces]:
    """For each place, an offset in characters, the namespaces that are open there.

    `of_macro` gives the namespaces that a macro of this name opens.
    """
    waiting = sorted(set(places), reverse=True)
    around: dict[int, Namespaces] = {}
    opened: list[_Opened] = []
    for token in _TOKEN.finditer(text):
        while waiting and waiting[-1] <= token.start():
            around[waiting.pop()] = _open(opened)
        if not waiting:
            return around
        if token["brace"] == "{":
            opened.append(_Opened())
        elif token["brace"]:
            if opened and not opened[-1].is_macro:
                opened.pop()
        elif token["names"] is not None:
            opened.append(_Opened(tuple(_names(token["names"], token["inline"]))))
        elif _IN_MACRO in (macro := token["macro"] or ""):
            _apply_macro(macro, opened, of_macro)
    return {**around, **dict.fromkeys(waiting, _open(opened))}


def _apply_macro(macro: str, opened: list[_Opened], of_macro: Callable[[str], Namespaces]) -> None:
    if not any(word in macro for word in _CLOSING):
        if namespaces := of_macro(macro):
            opened.append(_Opened(namespaces, is_macro=True))
        return
    last = next((n for n in reversed(range(len(opened))) if opened[n].is_macro), None)
    if last is not None:
        del opened[last:]


def _open(opened: Iterable[_Opened]) -> Namespaces:
    return tuple(namespace for each in opened for namespace in each.namespaces)


def _names(stated: str, inline: str | None) -> Iterator[Namespace]:
    """The parts of `a::b` in the text before the bracket; none of an anonymous namespace."""
    written = _SCOPE.sub("::", stated).split()
    if written:
        yield from (Namespace(name, bool(inline)) for name in written[0].split("::") if name)
