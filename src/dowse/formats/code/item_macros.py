"""Macros of Rust around items, as `cfg_rt! { pub fn run() {} }` and `cfg_if!`, whose content the grammar reads as
tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .definitions import ByteRange
from .macro_spans import blanked

_LINE = re.compile(rb"^([ \t]*+)([^\s/][^\r\n]*+)", re.MULTILINE)  # none of a comment
_OPENING = re.compile(rb"(?:\w++::)*+([a-z_]\w*+)![ \t]*+\{[ \t]*+")
_OPENING_LINE = re.compile(rb"^[ \t]*+" + _OPENING.pattern + rb"\r?$", re.MULTILINE)
_BRANCH = re.compile(
    rb"(?:\}[ \t]*+else[ \t]++)?if[ \t]++#\[cfg\b[^\r\n]*\][ \t]*+\{[ \t]*+|\}[ \t]*+else[ \t]*+\{[ \t]*+"
)
_CLOSING = re.compile(rb"\}[ \t]*+;?[ \t]*+")
_QUALIFIERS = (
    rb"(?:pub(?:\([^()\r\n]*+\))?[ \t]++)?(?:(?:default|async|const|unsafe|extern(?:[ \t]++\"[^\"]*+\")?)[ \t]++)*+"
)
_WITH_ITEMS = re.compile(_QUALIFIERS + rb"(?:impl|mod|trait)\b")
_ITEM = re.compile(
    rb"#!?\[|" + _QUALIFIERS + rb"(?:fn|struct|enum|union|trait|impl|mod|use|type|static|macro_rules!)[\s<{]"
)
# A macro of this name, or `libc_bitflags`, has structs with a type of integers: `struct Knots: u8 { const A = 1; }`.
_BITFLAGS = b"bitflags"
_FLAGS = re.compile(
    rb"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|(?P<open>\{)|(?P<close>\})"
    rb"|\b(?:struct|impl)[ \t]++\w++(?P<type>[ \t]*+:[ \t]*+[\w:]++)[ \t]*+(?=\{)"
)
# In a macro an enumeration may state the type of its values, of which the grammar knows none: `enum Knot(u16) { … }`.
_ENUMERATION = re.compile(
    rb"^[ \t]*+(?:pub(?:\([^()\r\n]*+\))?[ \t]++)?enum[ \t]++\w++"
    rb"(?P<type>[ \t]*+(?:\([ \t]*+(?:pub[ \t]++)?[\w:]++[ \t]*+\)|:[ \t]*+[\w:]++)(?:[ \t]*+=>)?+)[ \t]*+\{",
    re.MULTILINE,
)
# `lazy_static! { static ref ROPE: Rope = Rope::new(); }` and `thread_local!(static ROPE: Cell<u8> = Cell::new(1));`
_OF_STATICS = (b"lazy_static!", b"thread_local!")
_STATIC = re.compile(
    rb"^[ \t]*+(?P<begin>(?:(?:lazy_static::)?+lazy_static|(?:std::)?+thread_local)![ \t]*+[({][ \t]*+)"
    rb"(?:pub(?:\([^()\r\n]*+\))?[ \t]++)?static\b[^\r\n]*?"
    rb"(?:;[ \t]*+(?P<end>[)}][ \t]*+;?)|(?P<bracket>[)}][ \t]*+;?))[ \t]*+\r?$",
    re.MULTILINE,
)
_CONDITIONAL = b"cfg"  # begins the names of macros that are conditions around items, whatever others contain


@dataclass(slots=True)
class _Block:
    """A line that more indented lines follow."""

    indent: int
    contains_items: bool
    span: ByteRange | None = None  # of the line, if it is that of a macro around items or of a branch of one
    name: bytes = b""  # of the macro
    has_items: bool = False
    branches: list[ByteRange] | None = None  # the lines of the branches of `cfg_if!`


def without_item_macros(data: bytes, *, conditional: bool = False) -> bytes:
    """The text with blanks in the place of the lines that begin and end such macros; with `conditional` only of those
    whose name begins with `cfg`.  The lines of all others keep their places.
    """
    found = [each for each in _macros(data) if not conditional or each[0].startswith(_CONDITIONAL)]
    spans = [span for _, own in found for span in own]
    if found:
        spans += (each.span("type") for each in _ENUMERATION.finditer(data))
    if any(name.endswith(_BITFLAGS) for name, _ in found):
        spans += _flags(data)
    readable = blanked(data, spans) if spans else data
    if not conditional and any(name in data for name in _OF_STATICS):
        return _STATIC.sub(_without_macro, readable)
    return readable


def _without_macro(found: re.Match[bytes]) -> bytes:
    """The line of a variable without the macro around it, with a semicolon at the end."""
    line = bytearray(found[0])
    for name in ("begin", "end", "bracket"):
        start, end = (at - found.start() for at in found.span(name)) if found[name] else (0, 0)
        line[start:end] = b" " * (end - start)
    if found["bracket"]:
        line[found.start("bracket") - found.start()] = ord(";")
    return bytes(line)


def _flags(data: bytes) -> Iterator[ByteRange]:
    """The types of the structs of flags, and what is in their braces."""
    head: re.Match[bytes] | None = None
    begin, depth = 0, 0
    for found in _FLAGS.finditer(data):
        if found["type"]:
            head, depth = found, 0
        elif head and found["open"]:
            begin = begin if depth else found.end()
            depth += 1
        elif head and found["close"]:
            depth -= 1
            if depth == 0:
                yield from (head.span("type"), (begin, found.start()))
                head = None


def _macros(data: bytes) -> list[tuple[bytes, list[ByteRange]]]:
    """The names and the lines of the macros around items, outside of functions and of other macros."""
    found: list[tuple[bytes, list[ByteRange]]] = []
    opened: list[_Block] = []
    for line in _LINE.finditer(data) if _OPENING_LINE.search(data) else ():
        indent, text, span = len(line[1]), line[2].rstrip(), line.span(2)
        closed: _Block | None = None
        while opened and opened[-1].indent >= indent:
            closed = opened.pop()
        outer = opened[-1] if opened else None
        if closed and closed.indent == indent and closed.span and _CLOSING.fullmatch(text):
            if outer:
                outer.has_items |= closed.has_items
            if outer and outer.branches is not None and closed.branches is None:
                outer.branches += (closed.span, span)
            elif closed.has_items:
                found.append((closed.name, [closed.span, *(closed.branches or ()), span]))
            continue
        if closed and closed.span and outer and outer.branches is not None and _BRANCH.fullmatch(text):
            outer.branches.append(closed.span)
            outer.has_items |= closed.has_items
        if outer and _ITEM.match(text):
            outer.has_items = True
        opened.append(_block(indent, text, span, outer))
    return found


def _block(indent: int, text: bytes, span: ByteRange, outer: _Block | None) -> _Block:
    is_item_place = outer is None or outer.contains_items
    if outer and outer.branches is not None:
        is_branch = _BRANCH.fullmatch(text) is not None
        return _Block(indent, contains_items=is_branch, span=span if is_branch else None)
    if is_item_place and (macro := _OPENING.fullmatch(text)):
        branches: list[ByteRange] | None = [] if macro[1] == b"cfg_if" else None
        return _Block(indent, contains_items=branches is None, span=span, name=macro[1], branches=branches)
    return _Block(indent, contains_items=is_item_place and _WITH_ITEMS.match(text) is not None)
