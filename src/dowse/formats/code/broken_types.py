"""Types whose header is whole and whose body does not parse: the parser leaves their tokens in a node for the error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

_CAPTURES = {
    "class": "definition.class",
    "struct": "definition.class",
    "interface": "definition.interface",
    "trait": "definition.interface",
    "enum": "definition.enum",
    "module": "definition.module",
}
_NAMES = frozenset({"identifier", "type_identifier", "constant", "name"})
_BEFORE = frozenset(
    {"abstract", "default", "export", "final", "modifier", "modifiers", "public", "visibility_modifier"}
)
_MOST_PARTS = 12  # of a header between its name and its body
_MOST_VISITED = 20_000  # nodes inside errors


class HeaderSpan(NamedTuple):
    """A part of the text in the place of a node; bytes."""

    start_byte: int
    end_byte: int


def captures_of_headers(errors: Iterable[Node], *, has_braces: bool) -> Iterator[tuple[str, HeaderSpan]]:
    """For each header inside an error the captures that a whole definition would have; the definition ends there."""
    left = _MOST_VISITED
    for error in errors:
        if error.child_count > left:
            return
        left -= error.child_count
        children = error.children
        for at, child in enumerate(children):
            if child.type in _CAPTURES and not child.is_named and (end := _end(children, at, has_braces=has_braces)):
                yield from _captures(children, at, end)


def _captures(children: Sequence[Node], at: int, end: Node) -> Iterator[tuple[str, HeaderSpan]]:
    first = at
    while first and children[first - 1].type in _BEFORE:
        first -= 1
    name, stop = children[at + 1], end.end_byte
    yield _CAPTURES[children[at].type], HeaderSpan(children[first].start_byte, stop)
    yield "name", HeaderSpan(name.start_byte, name.end_byte)
    if end.type == "{":
        yield "body", HeaderSpan(end.start_byte, stop)
    if children[first].type == "export":
        yield "wrapper.export", HeaderSpan(children[first].start_byte, stop)


def _end(children: Sequence[Node], at: int, *, has_braces: bool) -> Node | None:
    """The last node of the header; None if the header is not whole."""
    following = children[at + 1 : at + 2 + _MOST_PARTS]
    if not following or following[0].type not in _NAMES:
        return None
    if not has_braces:
        return next((each for each in following[1:2] if each.type == "superclass"), following[0])
    last = next((each for each in following[1:] if each.type in {"{", ";", "}", "(", "="}), None)
    return last if last is not None and last.type == "{" else None
