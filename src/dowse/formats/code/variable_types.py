"""The classes of variables of Python, JavaScript and TypeScript, by which a call of a method means one of its class.

A variable has a class if its annotation states one, or if each assignment of a function creates an object of the same
one.  Any other binding of the name leaves it without: of two variables in blocks of a function it may mean either.
None, null and undefined count for nothing, since they have no methods.  A variable hides the import or the symbol of
its name, whether its class is known or not.
"""

from __future__ import annotations

import re
from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator
from operator import itemgetter

from ...model.value_class import dataclass
from .definitions import ByteRange, CapturedNodes, CapturedReference, Definition

_Parts = tuple[str, ...]  # of the name of a class; none if it is not known
_Place = tuple[Definition | None, str]  # the function, the class or the file, and a name; a field begins with a dot


@dataclass(frozen=True, slots=True)
class _Syntax:
    """How a language writes variables, as patterns."""

    variable: re.Pattern[bytes]  # what makes it a field, and its name
    annotation: re.Pattern[bytes]
    value: re.Pattern[bytes]  # None, a new object, or another variable
    receiver: str  # the object in its methods
    has_blocks: bool  # whether a block of a function may have variables of its own


_NAME = rb"([A-Za-z_$][\w$]*+(?:\.[A-Za-z_$][\w$]*+)*+)"
_PYTHON = _Syntax(
    re.compile(rb"(self\.)?([A-Za-z_]\w*+)\s*+"),
    re.compile(
        rb":\s*+([\"']?+)(?:(?:\w++\.)?Optional\[\s*+" + _NAME + rb"\s*+\]|(?:None\s*+\|\s*+)?" + _NAME + rb")"
        rb"(?:\s*+\|\s*+None\b)?+\1\s*+(?:=|\Z)"
    ),
    re.compile(rb"=\s*+(?:(None)\Z|" + _NAME + rb"\s*+\(|(\w++)\Z)"),
    "self",
    has_blocks=False,
)
_SCRIPT = _Syntax(
    re.compile(
        rb"(this\.|(?:(?:public|private|protected|readonly|override|static|declare|accessor)\s++)++)?"
        rb"(#?[A-Za-z_$][\w$]*+)[?!]?\s*+"
    ),
    re.compile(rb":\s*+()()" + _NAME + rb"(?:<[^;=(){}]*>)?\s*+(?:\|\s*+(?:null|undefined)\b\s*+)*+(?:=|\Z)"),
    re.compile(rb"=\s*+(?:(null|undefined)\Z|new\s++" + _NAME + rb"\s*+[<(]|([\w$]++)\Z)"),
    "this",
    has_blocks=True,
)
_SYNTAXES = {"python": _PYTHON, "javascript": _SCRIPT, "typescript": _SCRIPT, "tsx": _SCRIPT}
_BOUND = re.compile(r"(?:(self|this)\s*\.\s*)?(#?[^\W\d][\w$]*)")
_TYPE_VARIABLE = re.compile(r"[^\W\d]\w*")
_ABSENT = ("",)  # the class of None
_CLASSES = frozenset({"definition.class", "definition.interface"})
_FUNCTIONS = frozenset({"definition.function", "definition.method"})
_BINDING = _CLASSES | _FUNCTIONS
_IMPORTED = frozenset({"import.default", "import.namespace", "import.name", "import.alias"})
_NO_CLASSES = frozenset({"self", "this", "super"})
_RECEIVERS = _NO_CLASSES | {"cls"}
_MOST_BYTES = 2_000  # of names that are bound together: patterns nest


class VariableTypes:
    """The classes of local variables, parameters and fields of a file, as its text states them."""

    def __init__(self, data: bytes, language: str, nodes: CapturedNodes) -> None:
        self._data = data
        self._syntax = _SYNTAXES[language]
        self._stated: dict[_Place, _Parts] = {}  # by declarations
        self._assigned: dict[_Place, _Parts] = {}  # by assignments that declare nothing
        self._reassigned: dict[_Place, _Parts] = {}  # of outer functions, by assignments in functions inside
        self._inferred: set[_Place] = set()  # what a declaration states by its value
        self._inner: set[str] = set()  # of parameters, loops and patterns outside of all functions
        self._unknown: set[str] = set()  # names that functions share, as by `global a`, and type variables
        self._is_unsure = False
        created = {each.span for each in nodes.variables if each.capture == "variable.created"}
        receivers = [each.span for each in nodes.variables if each.capture == "variable.this"]
        self._receivers = _innermost_starts(receivers, len(data))
        imports = [each for each in nodes.references if each.capture in _IMPORTED]
        self._import_starts = [each.span[0] for each in imports]
        self._imported = {self._text(each.span) for each in imports if _owner(each.holder) is None}
        self._has_star = any(each.capture == "import.all" for each in nodes.references) and language == "python"
        for each in nodes.variables:
            if self._is_import(each):
                continue
            if each.capture in {"variable.untyped", "variable.reassigned"}:
                self._add_untyped(each)
            elif each.capture == "variable.unknown":
                self._unknown.update(self._text(each.span).replace(",", " ").split())
            elif each.capture == "variable.type":
                self._unknown.update(_TYPE_VARIABLE.findall(self._text(each.span))[:1])
            elif each.capture not in {"variable.created", "variable.this"}:
                self._add(each, is_created=each.span in created)
        self._names = {name for table in (self._stated, self._assigned) for (_, name), parts in table.items() if parts}
        self._bound = {name for table in (self._stated, self._assigned) for _, name in table}
        self._elsewhere: set[_Place] = set()  # names that no variable has there, but an import, a function or a class
        for place in self._other_bindings(nodes):
            if not self._has_value(place):
                self._elsewhere.add(place)
            self._stated[place] = ()

    def typed(self, callee: _Parts, at: int, holder: Definition | None) -> _Parts:
        """The callee that begins at a byte, with the class in the place of a variable: `lid.shut`, `self.lid.shut`.

        The place of a variable without a known class is empty: its name means no import and no symbol there.
        """
        head, *rest = callee
        if head == self._syntax.receiver:
            found = self._of_field(rest[0], at, holder) if len(rest) > 1 else ()
            around = "" if found or len(rest) > 1 else self._object_around(at, holder)
            return (*found, *rest[1:]) if found else (around, *rest) if around else callee
        if found := self._of(head, holder):
            return (*found, *rest)
        return ("", *rest) if self._is_variable(head.removesuffix("()"), holder) else callee

    def of_module(self, name: str) -> _Parts:
        """The class of a variable of the module, with brackets if it is that of a new object; `("",)` if not known."""
        return self._of(name, None) or _ABSENT

    def _of(self, name: str, holder: Definition | None) -> _Parts:
        """The parts of the class of the variable that the name means in a function; none if it is not known."""
        if name not in self._names or name in self._unknown or self._is_unsure:
            return ()
        own = around = _owner(holder)
        result: _Parts = ()
        while True:
            found = self._known((around, name)) if around is own or not _is_class(around) else None
            if found is not None:
                if found in {(), _ABSENT} or result not in {(), found}:
                    return ()
                if not self._syntax.has_blocks:
                    return found
                result = found  # behind the end of a block the name means a variable further out
            if around is None:
                return result
            around = _owner(around.outer)

    def _is_variable(self, name: str, holder: Definition | None) -> bool:
        """Whether a variable may hide what the file imports or defines under the name."""
        if name in _RECEIVERS:
            return False
        may_be_imported = self._has_star or name in self._imported
        if self._is_unsure and may_be_imported:
            return True
        own = around = _owner(holder)
        while around is not None and name in self._bound:
            if (around is own or not _is_class(around)) and self._is_variable_of((around, name)):
                return True
            around = _owner(around.outer)
        is_rebound = name in self._unknown or (self._is_variable_of((None, name)) and self._has_value((None, name)))
        return name in self._inner or (may_be_imported and is_rebound)

    def _is_import(self, variable: CapturedReference) -> bool:
        """Whether the variable or its pattern is an import: `const { a } = require("b")`."""
        capture, (start, end), _ = variable
        if not self._syntax.has_blocks or capture not in {"variable.declared", "variable.untyped"}:
            return False
        n = bisect_left(self._import_starts, start)
        first = self._import_starts[n] if n < len(self._import_starts) else end
        return first == start or (capture == "variable.untyped" and first < end)

    def _has_value(self, place: _Place) -> bool:
        """Whether a variable of the place is bound to more than None."""
        return any(table.get(place, _ABSENT) != _ABSENT for table in (self._stated, self._assigned))

    def _is_variable_of(self, place: _Place) -> bool:
        return place not in self._elsewhere and (place in self._stated or place in self._assigned)

    def _of_field(self, name: str, at: int, holder: Definition | None) -> _Parts:
        place = (self._receiver(at, holder), f".{name}")
        is_known = place[0] is not None and place[1] in self._names and not self._is_unsure
        found = self._known(place) if is_known else None
        return found if found and found != _ABSENT else ()

    def _known(self, place: _Place) -> _Parts | None:
        """The class at a place; None if nothing is bound there."""
        found, assigned = self._stated.get(place), self._assigned.get(place)
        if found is not None and found != _ABSENT and place not in self._inferred:
            return found
        if found is None or (found == _ABSENT and assigned is not None):
            found = assigned
        if found is None or found == _ABSENT:
            return found
        others = (assigned, self._reassigned.get(place))
        return found if all(each in {None, found, _ABSENT} for each in others) else ()

    def _receiver(self, at: int, holder: Definition | None) -> Definition | None:
        """The class that `self` or `this` at a byte is an object of."""
        around = _class_around(holder)
        n = bisect(self._receivers, at, key=itemgetter(0)) - 1
        if around is None or n < 0:
            return around
        return None if self._receivers[n][1] > (around.start if around.body is None else around.body) else around

    def _object_around(self, at: int, holder: Definition | None) -> str:
        """The constant whose value is the object that `this` at a byte means, in a function of the object."""
        n = bisect(self._receivers, at, key=itemgetter(0)) - 1
        while holder is not None and holder.kind != "definition.method":
            holder = holder.outer
        outer = holder.outer if holder is not None else None
        if n < 0 or holder is None or holder.body is None or outer is None or outer.kind != "definition.const":
            return ""
        is_own = holder.start <= self._receivers[n][1] <= holder.body  # not that of a function inside or around
        return self._text(outer.name) if is_own and outer.name and outer.outer is None else ""

    def _add_untyped(self, variable: CapturedReference) -> None:
        capture, (start, end), holder = variable
        if end - start > _MOST_BYTES:
            self._is_unsure = True
            return
        for receiver, name in _BOUND.findall(self._text((start, end))):
            if not receiver and _owner(holder) is None:
                self._inner.add(name)
            self._bind(self._stated, name, (), variable, is_field=bool(receiver))
            if capture == "variable.reassigned" and not receiver:
                self._bind_outside(name, (), holder)

    def _add(self, variable: CapturedReference, *, is_created: bool) -> None:
        capture, (start, end), holder = variable
        found = self._syntax.variable.match(self._data, start, end)
        if found is None:  # `*lids: Lid`, or a field of something else
            if capture == "variable.typed":
                self._add_untyped(variable)
            return
        at, is_stated = found.end(), capture != "variable.assigned"
        if self._data[at : at + 1] == b":":
            is_stated = True
            stated = self._syntax.annotation.match(self._data, at, end)
            parts = self._parts((stated[2] or stated[3]) if stated else b"", holder)
        elif at == end:
            parts = () if capture == "variable.typed" else _ABSENT
        else:
            parts = self._of_value(self._syntax.value.match(self._data, at, end), holder, is_created=is_created)
        table, name = self._stated if is_stated else self._assigned, found[2].decode()
        if capture == "variable.typed" and _owner(holder) is None:
            self._inner.add(name)
        is_field = bool(found[1]) or capture == "variable.field"
        if capture in {"variable.declared", "variable.field"} and self._data[at : at + 1] == b"=":
            self._inferred.add((self._receiver(start, holder), f".{name}") if is_field else (_owner(holder), name))
        self._bind(table, name, parts, variable, is_field=is_field)
        if is_field and capture == "variable.typed":  # constructor(private lid: Lid)
            self._bind(table, name, parts, variable, is_field=False)
        if capture == "variable.assigned" and self._syntax.has_blocks and not is_field:
            self._bind_outside(name, parts, holder)

    def _of_value(self, value: re.Match[bytes] | None, holder: Definition | None, *, is_created: bool) -> _Parts:
        if value is None:
            return ()
        if value[3]:
            return self._known((_owner(holder), value[3].decode())) or ()
        if value[1]:
            return _ABSENT
        parts = self._parts(value[2] if is_created else b"", holder)
        return parts if not parts or self._syntax.has_blocks else (*parts[:-1], f"{parts[-1]}()")

    def _parts(self, written: bytes, holder: Definition | None) -> _Parts:
        """The parts of the name of a class; none if a variable of the function or one around it has that name."""
        parts = tuple(written.decode().split("."))
        owner = _owner(holder)
        if parts == ("",) or parts[0] in self._unknown or parts[0] in _NO_CLASSES:
            return ()
        if self._known((owner, parts[0])) is not None:
            return ()
        while owner is not None:
            if owner.kind in _FUNCTIONS and self._known((owner, parts[0])) not in {None, _ABSENT}:
                return ()
            owner = _owner(owner.outer)
        return parts

    def _bind(
        self, table: dict[_Place, _Parts], name: str, parts: _Parts, variable: CapturedReference, *, is_field: bool
    ) -> None:
        _, (start, _), holder = variable
        owner = self._receiver(start, holder) if is_field else _owner(holder)
        for each in (f".{name}",) if is_field else (name, f".{name}") if _is_class(owner) else (name,):
            _add_binding(table, (owner, each), parts)

    def _bind_outside(self, name: str, parts: _Parts, holder: Definition | None) -> None:
        """Takes an assignment as one to the variable of that name of any function around."""
        owner = _owner(holder)
        while owner is not None:
            owner = _owner(owner.outer)
            _add_binding(self._reassigned, (owner, name), parts)

    def _other_bindings(self, nodes: CapturedNodes) -> Iterator[_Place]:
        """Where functions, classes and imports have the name of a variable."""
        for each in nodes.definitions:
            if each.kind in _BINDING and each.name:
                owner, name = _owner(each.outer), self._text(each.name)
                yield from ((owner, written) for written in (name, f".{name}") if written in self._names)
        for capture, span, holder in nodes.references:
            if capture in _IMPORTED and (name := self._text(span)) in self._names:
                yield _owner(holder), name

    def _text(self, span: ByteRange) -> str:
        return self._data[span[0] : span[1]].decode("utf-8", "replace")


def has_variable_types(language: str) -> bool:
    """Whether variables of the language are read."""
    return language in _SYNTAXES


def _add_binding(table: dict[_Place, _Parts], place: _Place, parts: _Parts) -> None:
    """Takes a binding: of several the class is known if it is the same."""
    before = table.get(place, _ABSENT)
    table[place] = parts if before in {parts, _ABSENT} else before if parts == _ABSENT else ()


def _innermost_starts(spans: Iterable[ByteRange], size: int) -> list[ByteRange]:
    """From which byte on which start is that of the innermost span around; -1 outside of all.

    The spans are in order, and each one is inside another or beside it.
    """
    starts: list[ByteRange] = []
    around: list[ByteRange] = []
    for start, end in (*spans, (size, size)):
        while around and around[-1][1] <= start:
            _, closed = around.pop()
            starts.append((closed, around[-1][0] if around else -1))
        around.append((start, end))
        starts.append((start, start))
    return starts


def _owner(holder: Definition | None) -> Definition | None:
    """The function, the class or the file around: a constant is a variable of that."""
    while holder is not None and holder.kind not in _CLASSES and holder.kind not in _FUNCTIONS:
        holder = holder.outer
    return holder


def _class_around(holder: Definition | None) -> Definition | None:
    while holder is not None and holder.kind not in _CLASSES:
        holder = holder.outer
    return holder


def _is_class(owner: Definition | None) -> bool:
    return owner is not None and owner.kind in _CLASSES
