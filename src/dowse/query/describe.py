"""A parsed query as a sentence, in which the user sees a misreading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import inf, nextafter
from types import UnionType

from ..analysis.passages import PassageKind
from ..model.kinds import FACT_FIELDS
from .ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    Leaf,
    MatchAll,
    MatchCase,
    Modified,
    Near,
    Not,
    OneOf,
    Or,
    Property,
    RegularExpression,
    SamePassage,
    SymbolCondition,
    TextLeaf,
    Word,
    walk,
)
from .extract import scoring_texts, selecting
from .symbol_match import SYMBOL_KINDS, with_symbols

MOST_COUNTED = 20  # filters of a list in a note

_DAY, _HOUR = 86_400.0, 3_600.0  # seconds
_YEAR = 365  # days, as in the age `1y`
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_VALUES = {
    "tag": "tagged {}",
    "path": "in {}",
    "file": "with the file name {}",
    "title": "with {} in the title",
    "ext": "ending in {}",
    "kind": "of the kind {}",
    **{fact.name: fact.sentence for fact in FACT_FIELDS},
    "lang": "written in {}",
    "symbol": "defining {}",
    "test": "among tests",
    "calls": "calling {}",
    "called": "called by {}",
    "imports": "importing {}",
    "imported": "imported by {}",
    "extends": "extending {}",
    "explains": "mentioning {} in code spans",
    "explained": "mentioned by {} in code spans",
    "under": "below {}",
    "children": "directly below {}",
    "links": "linking to {}",
    "linked": "linked from {}",
    "related": "related to {}",
    "in": "in the vault {}",
    "dead": "with a dead address",
}

_PASSAGES: Mapping[PassageKind, str] = {
    "section": "a section",
    "block": "a block",
    "line": "a line",
    "task": "a task",
    "task-todo": "an open task",
    "task-done": "a completed task",
}


def sentence(where: Expr, *, left_out: Sequence[str] = ()) -> str:
    """The selection and the ranking of the tree in words: `documents tagged finance, ranked by carbon, tax`.

    `left_out` names the excluded documents, as in "archived".
    """
    selected = with_symbols(selecting(where))
    parts = [f"documents {condition(selected)}" if selected != MatchAll() else "all documents"]
    if left_out:
        parts.append(f"excluding {', '.join(left_out)} documents")
    near = [node.value for node in walk(where) if isinstance(node, Near)]
    words = [text for text in dict.fromkeys(scoring_texts(where)) if text not in near]
    if words:
        parts.append(f"ranked by {', '.join(map(_quote, words))}")
    if near:
        parts.append("most similar to " + " and ".join(map(_quote, dict.fromkeys(near))))
    if not words and not near and selected == MatchAll():
        return "nothing: the query has no words and no filters"
    if any(isinstance(node, FieldEquals) and node.field == "related" for node in walk(selected)):
        parts.append("fewest links first")
    elif not words and not near:
        parts.append("newest first")
    return ", ".join(parts)


def uncounted_filters(count: int) -> str:
    """The end of a list of filters that lacks so many."""
    return f" and {count:,} more filter{'' if count == 1 else 's'}" if count else ""


def condition(expr: Expr) -> str:
    """The condition in words that follow "documents": `tagged finance`, `not containing draft`."""
    match expr:
        case And(items):
            return " and ".join(_parenthesize(item, Or) for item in items)
        case Or(items):
            return " or ".join(_parenthesize(item, And) for item in items)
        case Not(item):
            return f"not {_parenthesize(item, And | Or)}"
        case _:
            return _leaf(expr)


def _parenthesize(expr: Expr, within: type[Expr] | UnionType) -> str:
    return f"({condition(expr)})" if isinstance(expr, within) else condition(expr)


def _leaf(leaf: Leaf) -> str:
    match leaf:
        case Word() | ExactPhrase() | MatchCase() | RegularExpression() | SamePassage():
            return _text(leaf)
        case SymbolCondition(name, kinds):
            return _symbol(name, kinds)
        case FieldEquals(field, value):
            return _VALUES[field].format(_quote(value.lstrip("#") if field == "tag" else value))
        case Property(key, None):
            return f"with the property {key}"
        case Property(key, value):
            return f"with {key} = {_quote(value or '')}"
        case Compare(key, "age" | "day" | "date" | "calendar" as scale, low, high):
            return f"with {key} {_time(scale, low, high)}"
        case Compare(key, _, low, high):
            return f"with {key} {_numbers(low, high)}"
        case Modified(scale, low, high):
            return f"modified {_time(scale, low, high)}"
        case OneOf(docs):
            return f"among {len(docs):,}"
        case _:
            return "of any kind"


def _text(leaf: TextLeaf) -> str:
    match leaf:
        case Word(text):
            return f"containing {_quote(text)}"
        case ExactPhrase(text):
            return f"containing exactly “{text}”"
        case MatchCase(text):
            return f"containing “{text}” in this case"
        case RegularExpression(pattern, match_case):
            return f"matching /{pattern}/{' in this case' if match_case else ''}"
        case SamePassage(kind, MatchAll()):
            return f"with {_PASSAGES[kind]}"
        case SamePassage(kind, item):
            return f"with {_PASSAGES[kind]} {_parenthesize(item, And | Or)}"


def _symbol(name: str | None, kinds: Sequence[str]) -> str:
    """A condition on one symbol."""
    of_kinds = "" if len(kinds) == len(SYMBOL_KINDS) else f" of the kind {' or '.join(kinds) or 'none'}"
    return f"defining {'a symbol' if name is None else _quote(name)}{of_kinds}"


def _quote(text: str) -> str:
    return f"“{text}”" if not text or any(char.isspace() for char in text) else text


def _numbers(low: float, high: float) -> str:
    """A range of numbers; an inclusive end is stored as the next number above it."""
    last = nextafter(high, -inf)
    if low == last:
        return f"= {_number(low)}"
    parts = []
    if low != -inf:
        before = nextafter(low, -inf)
        parts.append(f"> {_number(before)}" if _is_round(before) and not _is_round(low) else f"≥ {_number(low)}")
    if high != inf:
        parts.append(f"≤ {_number(last)}" if _is_round(last) and not _is_round(high) else f"< {_number(high)}")
    return " and ".join(parts)


def _number(value: float) -> str:
    return f"{value:.12g}"


def _is_round(value: float) -> bool:
    """Whether the number has a short decimal notation."""
    return float(_number(value)) == value


def _time(scale: str, low: float, high: float) -> str:
    match scale:
        case "age":
            return _bounds(f"less than {_age(high)} ago", f"more than {_age(low)} ago", low=low, high=high)
        case "day":
            return _bounds(f"before {_day(high)}", f"from {_day(low)} on", low=low, high=high)
        case _:
            return _bounds(f"before {_date(high)}", f"from {_date(low)} on", low=low, high=high)


def _bounds(before: str, after: str, *, low: float, high: float) -> str:
    return " and ".join(text for text, is_open in ((after, low == -inf), (before, high == inf)) if not is_open)


def _age(seconds: float) -> str:
    days = seconds / _DAY
    if days >= _YEAR and days % _YEAR == 0:
        return f"{days / _YEAR:g} year{'' if days == _YEAR else 's'}"
    if days >= 1:
        return f"{days:g} day{'' if days == 1 else 's'}"
    return "an hour" if seconds == _HOUR else f"{seconds / _HOUR:g} hours"


def _day(days: float) -> str:
    names: dict[float, str] = {-1.0: "yesterday", 0.0: "today", 1.0: "tomorrow"}
    return names.get(days, f"{days:+g} days")


def _date(seconds: float) -> str:
    if abs(seconds) == inf:
        return ""
    try:
        at = _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return "the end of the calendar"
    return f"{at:%Y-%m-%d}" if seconds % _DAY == 0 else f"{at:%Y-%m-%d %H:%M}"
