"""The tree of a query. Leaves are decidable from one document; branches are And, Or and Not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """Documents that hold the word, by stem."""

    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Documents that hold exactly this text; case, diacritics and white space are folded, stems do not count."""

    text: str


@dataclass(frozen=True, slots=True)
class Is:
    """Documents whose `field` has `value`, in the sense of that field (see fields.py)."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """Documents among these; what is left of a scope once it is resolved."""

    docs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Prefer:
    """A natural word, or a phrase quoted in prose: it scores and does not select."""

    item: Word | Phrase


@dataclass(frozen=True, slots=True)
class And:
    """Documents that every item selects."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Documents that any item selects."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Documents that the item does not select."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Anything:
    """Every document."""


Expr = Word | Phrase | Is | OneOf | Prefer | And | Or | Not | Anything


@dataclass(frozen=True, slots=True)
class Note:
    """What was put right while reading the query; `at` is the offset in characters."""

    at: int
    hint: str


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read. `where` is the tree as written; reading.py says what it selects and what it scores."""

    text: str
    where: Expr
    notes: tuple[Note, ...] = ()


def walk(expr: Expr) -> Iterator[Expr]:
    """Every node of the tree, parents first, left to right."""
    yield expr
    match expr:
        case And(items) | Or(items):
            for item in items:
                yield from walk(item)
        case Not(item) | Prefer(item):
            yield from walk(item)
        case _:
            pass
