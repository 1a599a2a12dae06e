"""Queries of the second reading, as trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Said:
    """A word."""

    word: str


@dataclass(frozen=True)
class Quoted:
    """An exact text."""

    text: str


@dataclass(frozen=True)
class Field:
    """`tag:x` and its like."""

    name: str
    value: str


@dataclass(frozen=True)
class Key:
    """A property that is there, or has the value."""

    key: str
    value: str | None = None


@dataclass(frozen=True)
class Scope:
    """`under:`, `children:`, `links:` or `linked:` and what names a file or a folder."""

    name: str
    ref: str


@dataclass(frozen=True)
class Compared:
    """`[key:>5]`, `created:…` or `modified:…`: an operator and an operand, or `..` and two operands."""

    key: str
    operator: str
    operand: str
    last: str = ""


@dataclass(frozen=True)
class Near:
    """`similar:` or `like:`, which rank."""

    name: str
    value: str


@dataclass(frozen=True)
class All:
    """Every item."""

    items: tuple[Tree, ...]


@dataclass(frozen=True)
class Any:
    """One of the items."""

    items: tuple[Tree, ...]


@dataclass(frozen=True)
class No:
    """Not the item."""

    item: Tree


@dataclass(frozen=True)
class Must:
    """The item with a `+`."""

    item: Tree


Tree = Said | Quoted | Field | Key | Compared | Scope | Near | All | Any | No | Must


@dataclass(frozen=True)
class Asked:
    """A tree as it was typed: whether AND, OR or NOT was written, and at what time it is asked."""

    tree: Tree
    is_boolean: bool
    now: datetime  # UTC


def leaves(tree: Tree) -> Iterator[Tree]:
    """The leaves of the tree, left to right."""
    match tree:
        case All(items) | Any(items):
            for item in items:
                yield from leaves(item)
        case No(item) | Must(item):
            yield from leaves(item)
        case _:
            yield tree
