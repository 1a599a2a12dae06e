"""Captured nodes in order of the text: definitions with their names and nesting, and where references stand.

Query captures are flat lists of nodes.  One pass over them, sorted by position, finds for each node the innermost
definition around it; no node is asked for its parent, which takes time in proportion to the depth.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .grammars import Captures

# Order of captures of the same text, by first word.  A body stands before the definition that is all of the body.
_RANKS = {"body": 0, "wrapper": 1, "scope": 2, "definition": 3, "further": 3}
_STATEMENTS = frozenset({"import.statement", "import.reexport"})  # may be all that their first part is
_OTHERS = 9
_INNER_RANKS = frozenset({0, _OTHERS - 1, _OTHERS})
_NOT_NESTED = frozenset({"comment", "lead", "broken", "error", "_name"})  # `_name` is read by predicates only
_CALLS = frozenset({"reference.call", "call.whole", "call.bare", "call.receiver"})
_KEYWORDS = re.compile(rb"(?:@[^\n]*\s)*[\w\s]*")  # between the start of a wrapper and that of its definition
_MACRO = re.compile(rb"#[ \t]*define[ \t]+\w")
_TYPES = frozenset({"definition.class", "definition.enum"})
_SIGNS_OF_FIRST = b"*( \t\r\n"  # before the first name, `typedef struct S *a, b;`
_MAX_DEPTH = 30  # definitions within definitions; generated and hostile files nest deeper

ByteRange = tuple[int, int]  # bytes


@dataclass(slots=True, eq=False)
class Definition:
    """A captured definition, a scope that has a name and is no symbol, or a wrapper around a definition.

    A namespace is a scope; a wrapper is a statement such as `export` that belongs to the span of its definition.
    """

    kind: str  # the capture: "definition.function"
    start: int  # with decorators and keywords such as `export`
    end: int
    is_wrapper: bool = False
    outer: Definition | None = None
    depth: int = 1
    name: ByteRange | None = None
    owner: ByteRange | None = None  # the type that a method is defined for, outside of the type
    body: int | None = None  # where the signature ends
    docs: list[ByteRange] = field(default_factory=list)  # docstrings
    access: str = ""  # the access label above, such as `private:`
    label: str = ""  # the last access label inside
    is_exported: bool = False  # by a keyword around the definition
    first: Definition | None = None  # of a wrapper: the definition whose span it is part of
    before: ByteRange | None = None  # of a later name of a declaration: the words in front of the first one
    path: tuple[str, ...] = ()  # the names around the definition and its own
    symbol: int | None = None  # index of the symbol; of a scope and of an unnamed definition: of the symbol around it
    parent: int | None = None  # index of the symbol that the path continues
    is_outside: bool = False  # a member that is defined outside of its type
    is_foreign: bool = False  # is defined inside a definition outside of its type, or is such a definition
    is_member: bool = False


class CapturedReference(NamedTuple):
    """A captured node that is no definition, and the definition or scope around it."""

    capture: str
    span: ByteRange
    holder: Definition | None


@dataclass(frozen=True, slots=True)
class CapturedNodes:
    """The definitions and the references of a file, in order of the text."""

    definitions: list[Definition]
    references: list[CapturedReference]  # all but calls and variables
    calls: list[CapturedReference]
    arguments: dict[int, int]  # lists of arguments: the first byte by the end
    docs: list[ByteRange]  # of the file
    declared: list[ByteRange] = field(default_factory=list)  # names outside of definitions, such as prototypes
    variables: list[CapturedReference] = field(default_factory=list)


def nested(found: Captures, data: bytes) -> CapturedNodes:
    """The captured nodes of a file, each with the definition around it."""
    result = CapturedNodes([], [], [], {}, [])
    stack: list[Definition] = []  # around the present node, with wrappers
    last: ByteRange | None = None
    frequent = {capture: result.variables for capture in found if capture.startswith("variable.")}
    frequent |= dict.fromkeys(_CALLS, result.calls)
    for start, below, rank, capture in _events(found):
        while stack and stack[-1].end <= start:
            stack.pop()
        if (listed := frequent.get(capture)) is not None:
            holder = stack[-1] if stack and not stack[-1].is_wrapper else _innermost(stack)
            listed.append(CapturedReference(capture, (start, -below), holder))
        elif rank in _INNER_RANKS:
            _attach(capture, (start, -below), _innermost(stack), result, data)
        elif capture.startswith("wrapper"):
            stack.append(Definition(capture, start, -below, is_wrapper=True))
        elif (start, -below) != last:  # else another pattern matched the node before
            last = (start, -below)
            _open(Definition(capture, start, -below), stack, result, data)
    return result


def _events(found: Captures) -> list[tuple[int, int, int, str]]:
    """(start, -end, rank, capture) of all nodes: a node stands before the nodes inside it."""
    return sorted(
        (node.start_byte, -node.end_byte, rank, capture)
        for capture, nodes in found.items()
        if capture not in _NOT_NESTED
        for rank in (_rank(capture),)
        for node in nodes
    )


def _rank(capture: str) -> int:
    if capture in _STATEMENTS:
        return _OTHERS - 1
    return _RANKS.get(capture.partition(".")[0], _OTHERS) + (capture == "definition.const")


def _innermost(stack: list[Definition]) -> Definition | None:
    if not stack or not stack[-1].is_wrapper:
        return stack[-1] if stack else None
    return next((each for each in reversed(stack) if not each.is_wrapper), None)


def _open(new: Definition, stack: list[Definition], result: CapturedNodes, data: bytes) -> None:
    outer = None if _MACRO.match(data, new.start) else _innermost(stack)  # a macro belongs to nothing around it
    if outer is not None and outer.depth == _MAX_DEPTH:
        return
    if new.kind.startswith("further"):
        outer = _as_further(new, outer, data)
    if outer is not None:
        new.outer, new.depth, new.access = outer, outer.depth + 1, outer.label
        if new.kind == "scope.namespace":
            new.label = outer.label
    if new.kind == "scope.anonymous":
        new.label = "static"  # a namespace without name: other files see nothing inside
    _take_wrappers(new, stack, data)
    stack.append(new)
    result.definitions.append(new)


def _take_wrappers(new: Definition, stack: list[Definition], data: bytes) -> None:
    """Widens a definition by the statements around it, unless one before it has taken them."""
    for wrapper in reversed(stack):
        if not wrapper.is_wrapper:
            break
        is_direct = wrapper.kind == "wrapper" or bool(_KEYWORDS.fullmatch(data, wrapper.start, new.start))
        new.is_exported = new.is_exported or (
            wrapper.kind == "wrapper.export" and (is_direct or wrapper.first is not None)
        )
        if wrapper.first is not None:
            new.before = wrapper.start, new.before[1] if new.before else _end_of_words(wrapper)
        elif is_direct:  # `const a = 1, b = 2`: the first definition takes the keyword
            wrapper.first, wrapper.before, new.start = new, (wrapper.start, new.start), wrapper.start
        if wrapper.end - new.end <= 1 and data[new.end : wrapper.end] in {b"", b";"}:
            new.end = wrapper.end


def _as_further(new: Definition, first: Definition | None, data: bytes) -> Definition | None:
    """Makes a definition of a later name in a declaration whose first name has the whole; gives what is around both."""
    new.kind = new.kind.replace("further", "definition", 1)
    if first is None or first.name is None:
        return first
    if new.kind == "definition.const":  # `var a, b = 1, 2`, whose values stand behind all names
        new.before, new.end = ((first.before or (first.start, 0))[0], new.start), first.end
    else:
        words = data[first.start : min(first.name[0], first.body or first.name[0])]
        new.before = first.start, first.start + len(words.rstrip(_SIGNS_OF_FIRST))
    return first.outer


def _end_of_words(wrapper: Definition) -> int:
    """Where the words end that belong to each name in a statement: `int`, `typedef struct tag`."""
    first, (_, begin) = wrapper.first, wrapper.before or (0, wrapper.start)
    if first is None or first.body is None or first.name is None or first.kind not in _TYPES or first.name[0] == begin:
        return begin
    return first.body


def _attach(capture: str, span: ByteRange, holder: Definition | None, result: CapturedNodes, data: bytes) -> None:
    if capture == "doc":
        (result.docs if holder is None else holder.docs).append(span)
    elif capture == "call.arguments":
        result.arguments[span[1]] = span[0]
    elif "." in capture and capture != "name.end":
        result.references.append(CapturedReference(capture, span, holder))
    elif holder is None:
        if capture == "name":
            result.declared.append(span)
    else:
        _describe(holder, capture, span, data)


def _describe(holder: Definition, capture: str, span: ByteRange, data: bytes) -> None:
    if capture == "access":
        holder.label = data[slice(*span)].decode("utf-8", "replace")
    elif capture == "body":
        holder.body = holder.body or span[0]
    elif capture == "name":
        holder.name = holder.name or span
    elif capture == "name.end" and holder.name:
        holder.name = holder.name[0], span[1]
    elif capture == "owner":
        holder.owner = holder.owner or span
