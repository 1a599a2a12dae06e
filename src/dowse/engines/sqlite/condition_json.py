"""The condition of a passage as JSON, since a function of SQLite takes texts and numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from ...analysis.passages import PassageKind
from ...query.ast import And, ExactPhrase, Expr, MatchAll, MatchCase, Not, Or, RegularExpression, SamePassage, Word
from .rows import storable

_OF_A_TEXT = {kind.__name__: kind for kind in (Word, ExactPhrase, MatchCase)}
_Packed = Sequence[object]  # the name of the node, and its fields or items


def encode(leaf: SamePassage) -> str:
    """The leaf as JSON."""
    return json.dumps(_pack(leaf))


@lru_cache(64)  # called for every document
def decode(text: str) -> SamePassage:
    """The leaf of the JSON."""
    leaf = _unpack(json.loads(text))
    assert isinstance(leaf, SamePassage)
    return leaf


def _pack(expr: Expr) -> _Packed:
    name = type(expr).__name__
    match expr:
        case And(items) | Or(items):
            return [name, *map(_pack, items)]
        case Not(item):
            return [name, _pack(item)]
        case SamePassage(kind, item):
            return [name, kind, _pack(item)]
        case Word(text) | ExactPhrase(text) | MatchCase(text):
            return [name, storable(text)]
        case RegularExpression(pattern, match_case):
            return [name, storable(pattern), match_case]
        case _:  # a node that no text decides selects everything
            return [MatchAll.__name__]


def _unpack(packed: _Packed) -> Expr:
    name, *fields = packed
    match name:
        case "And":
            return And(tuple(_unpack(cast(_Packed, item)) for item in fields))
        case "Or":
            return Or(tuple(_unpack(cast(_Packed, item)) for item in fields))
        case "Not":
            return Not(_unpack(cast(_Packed, fields[0])))
        case "SamePassage":
            kind, item = cast(tuple[PassageKind, _Packed], tuple(fields))
            return SamePassage(kind, _unpack(item))
        case "RegularExpression":
            pattern, match_case = cast(tuple[str, bool], tuple(fields))
            return RegularExpression(pattern, match_case)
        case "MatchAll":
            return MatchAll()
        case _:
            return _OF_A_TEXT[cast(str, name)](cast(str, fields[0]))
