"""Source text to spans for syntax colours: comments, strings, numbers, keywords, types and defined names.

The classes follow from the types of the leaves of a tree-sitter tree and of the nodes around them, by rules that all
grammars share; a query for each grammar would have to be kept for each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...model.document import Span
from .grammars import grammar
from .languages import LanguageSpec
from .offsets import characters
from .symbols import encoded

if TYPE_CHECKING:
    from tree_sitter import Node

SyntaxClass = Literal["comment", "string", "number", "keyword", "type", "name"]

_TIME_LIMIT = 0.1  # seconds of CPU for one text
_MOST_PARSED = 200_000  # characters
_OPENING = 3  # bytes of three quotation marks in Python

_STRING = re.compile(r"string|heredoc|regex|char(?:acter)?(?:_literal)?$|rune|(?:simple|bare)_symbol")
_NUMBER = re.compile(r"integer|float|number|(?:int|real|imaginary)_literal")
_CONSTANT = re.compile(r"true|false|none|null|nil|undefined|self|this|super|base|boolean|(?:null|boolean)_literal")
_TYPES = frozenset(["type_identifier", "primitive_type", "predefined_type"])
_AROUND_TYPES = frozenset(["type", "primitive_type", "predefined_type", "integral_type", "floating_point_type"])
_DEFINITION = re.compile(
    r"(?:class|struct|enum|union|interface|trait|record|module|mod|impl|namespace|type|function|method|constructor|macro)"
    r"(?:_alias|_definition|_declaration|_specifier|_declarator|_item|_spec|_signature)*|singleton_method"
)


class SyntaxSpan(NamedTuple):
    """A span of a text, in characters, with its class."""

    start: int
    end: int
    syntax: SyntaxClass


def syntax_spans(text: str, language: LanguageSpec, within: Span | None = None) -> tuple[SyntaxSpan, ...]:
    """The spans of the text that have a class, in order; of those that begin in `within`, if it is given.

    Empty for a language without an installed grammar, for a text of more than 200,000 characters, and for one whose
    parsing takes longer than 0.1 seconds of CPU.  Broken code keeps the classes of its tokens.
    """
    loaded = grammar(language.grammar) if language.grammar and len(text) <= _MOST_PARSED else None
    if loaded is None:
        return ()
    data = encoded(text)
    first, last = within or (0, len(text))
    start, end = (first, last) if data.isascii() else (len(text[:n].encode("utf-8", "replace")) for n in (first, last))
    tree = loaded.tree(data, seconds=_TIME_LIMIT)
    found = _joined(_classes(tree, start, end)) if tree else []
    at = characters(data, chain.from_iterable(span[:2] for span in found))
    return tuple(SyntaxSpan(at(a), at(b), syntax) for a, b, syntax in found)


def _classes(root: Node, start: int, end: int) -> Iterator[tuple[int, int, SyntaxClass]]:
    """The leaves that begin in the span of bytes, with their classes, in order."""
    waiting: list[tuple[Node, Node | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        if node.end_byte <= start or node.start_byte >= end:
            continue
        if node.child_count:
            waiting.extend((child, node) for child in reversed(node.children))
        elif _is_unclosed(node, parent):
            yield node.start_byte, root.end_byte, "string"
            return
        elif (syntax := _class_of(node, parent)) and node.start_byte >= start and node.end_byte > node.start_byte:
            yield node.start_byte, node.end_byte, syntax


def _is_unclosed(leaf: Node, parent: Node | None) -> bool:
    """Whether the leaf opens a string over several lines that the text does not close, such as a docstring cut off."""
    return leaf.type == "string_start" and leaf.end_byte - leaf.start_byte >= _OPENING and (parent or leaf).is_error


def _class_of(leaf: Node, parent: Node | None) -> SyntaxClass | None:
    found = _class_of_types(leaf.type, parent.type if parent else "", is_named=leaf.is_named)
    return found if found != "name" or (parent and _is_name(leaf, parent)) else None


@lru_cache(4096)  # of some hundred pairs of types in a grammar
def _class_of_types(own: str, around: str, *, is_named: bool) -> SyntaxClass | None:
    """The class of a leaf by its type and that of the node around it; a name is one only in the place of a name."""
    if "comment" in own or "comment" in around:
        return "comment"
    if _STRING.search(around) or (is_named and _STRING.search(own)):
        return "string"
    if own in _TYPES or around in _AROUND_TYPES:
        return "type"
    if not is_named:
        return "keyword" if own.lstrip("#@").replace("_", "").isalpha() else None
    if _NUMBER.search(own):
        return "number"
    if _CONSTANT.fullmatch(own):
        return "keyword"
    return "name" if _DEFINITION.fullmatch(around) else None


def _is_name(leaf: Node, parent: Node) -> bool:
    named = parent.child_by_field_name("name") or parent.child_by_field_name("declarator")
    return named is not None and named.id == leaf.id


def _joined(found: Iterator[tuple[int, int, SyntaxClass]]) -> list[tuple[int, int, SyntaxClass]]:
    """Neighbours of the same class as one span."""
    spans: list[tuple[int, int, SyntaxClass]] = []
    for start, end, syntax in found:
        if spans and spans[-1][1:] == (start, syntax):
            spans[-1] = (spans[-1][0], end, syntax)
        else:
            spans.append((start, end, syntax))
    return spans
