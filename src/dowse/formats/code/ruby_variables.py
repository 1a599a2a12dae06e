"""The classes of variables of Ruby, as assignments of new objects state them, by which a call means one of the class.

A local variable has one of its method, an instance variable one of the class around, if all assignments agree: of
`@boat = Boat.new` and `@boat.row` the call counts as `Boat.new.row`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .block_variables import Parts, bounded, closing_bracket
from .definitions import CapturedReference, Definition

_ASSIGNED = re.compile(rb"(@?[a-z_]\w*)\s*+(?:\|\|)?=\s*+(?![=~>])")
_CREATED = re.compile(rb"(?:::)?([A-Z]\w*(?:::[A-Z]\w*)*)\.new(?![\w?!])")
_COPIED = re.compile(rb"(@?[a-z_]\w*)\Z")
_BOUND = re.compile(rb"[*&]*([a-z_]\w*)")
_TYPES = frozenset({"definition.class", "definition.module", "scope.type"})
_METHODS = frozenset({"definition.function", "definition.method"})
_WHOLE = (b"{", b"do")  # may follow the arguments

_Owner = Definition | None


class RubyVariables:
    """The classes of the local and the instance variables of a file."""

    def __init__(self, data: bytes, variables: Iterable[CapturedReference]) -> None:
        self._data = data
        self._known: dict[tuple[_Owner, str], Parts] = {}  # none for different ones
        for capture, (start, end), holder in variables:
            if capture == "variable.assigned" and (found := _ASSIGNED.match(data, start, end)):
                name = found[1].decode()
                self._bind(name, self._of_value(found.end(), end, holder), holder)
            elif capture == "variable.untyped" and (bound := _BOUND.match(data, start, end)):
                self._bind(bound[1].decode(), (), holder)

    def typed(self, callee: Parts, _at: int, holder: Definition | None) -> Parts:
        """The callee with a new object in the place of a variable."""
        head, *rest = callee
        found = self._known.get((_owner(head, holder), head), ())
        return (*found, *rest) if found else callee

    def _of_value(self, start: int, end: int, holder: Definition | None) -> Parts:
        if copied := _COPIED.match(self._data, start, end):
            name = copied[1].decode()
            return self._known.get((_owner(name, holder), name), ())
        found = _CREATED.match(self._data, start, end)
        if found is None:
            return ()
        at = found.end()
        if self._data[at : at + 1] == b"(":
            at = closing_bracket(self._data, at + 1, end) + 1
        rest = self._data[at:end]
        is_command = at == found.end() and rest[:1].isspace()
        is_whole = not rest.strip() or is_command or rest.lstrip().startswith(_WHOLE)
        return (*found[1].decode().split("::"), "new()") if at and is_whole else ()

    def _bind(self, name: str, parts: Parts, holder: Definition | None) -> None:
        place, parts = (_owner(name, holder), name), bounded(parts)
        self._known[place] = parts if self._known.get(place, parts) == parts else ()


def _owner(name: str, holder: Definition | None) -> _Owner:
    """The class of an instance variable, the method of another one; None is the file."""
    kinds = _TYPES if name.startswith("@") else _METHODS
    while holder is not None and holder.kind not in kinds:
        holder = holder.outer
    return holder
