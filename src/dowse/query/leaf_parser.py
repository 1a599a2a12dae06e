"""Parse the value of a field, a property or a directive into a leaf of the tree, or into a message on the fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ..analysis.passages import PASSAGE_KINDS
from ..analysis.regular_expression import PatternError, searcher
from .ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    Leaf,
    MatchCase,
    Modified,
    Near,
    Not,
    Or,
    Property,
    Query,
    RegularExpression,
    SamePassage,
    Scale,
    Word,
    replaced,
)
from .dates import date_fault, days_meant, written_date_range
from .fields import BY_NAME, PREFIXES
from .value_ranges import Range, closest_day, ends, exactly, is_compared, number, operands, ranges

MOST_HITS = 1000  # of `limit:`, as of --limit
MOST_DEPTH = 6  # of `depth:`, as of --depth; the sixth hop reaches nearly everything
_LONGEST_NAMED = 40  # characters of a value in a message
_Timed = Callable[[str, Scale, float, float], Expr]
_EQUAL = re.compile(r"\s*(==?|!=)(?![<>=])\s*(\S.*)", re.DOTALL)
_YES = frozenset({"yes", "true", "1", "on", "only"})
_NO = frozenset({"no", "false", "0", "off"})
_FIRST_YEAR, _LAST_YEAR = 1900, 2099  # of a bare number that may be a year


def field_leaf(name: str, value: str) -> Expr | str:
    """The leaf of `name:value`, where `name` is one of FIELDS; for an invalid value the message for the user."""
    field = BY_NAME[name]
    # A prefix has no value in `line:)`, and a field none in `tag:(` and `tag:()`.
    if not value.strip("#() ") or field.name in PREFIXES:
        any_task = f'; {name}:"" finds all' if name.startswith("task") else ""
        return f"{name}: needs a value, as in {field.example}{any_task}"
    match field.kind:
        case "date":
            return _time_leaf(name, value)
        case _ if field.kind == "scope" or name == "tag":
            return FieldEquals(name, unlinked(value))
        case _ if name in {"dead", "test"}:
            return _yes_or_no(name, value.strip().casefold())
        case "near":
            return Near(name, value.strip() if name == "similar" else unlinked(value))
        case _:
            return FieldEquals(name, value.strip())


def _yes_or_no(name: str, value: str) -> Expr | str:
    if value not in _YES | _NO:
        return f"{name}: must be yes or no"
    leaf = FieldEquals(name, "yes")
    return leaf if value in _YES else Not(leaf)


def property_leaf(key: str, value: str | None) -> Expr | str:
    """The leaf of `[key]` or `[key:value]`; for an invalid comparison the message for the user."""
    if value is None:
        return Property(key)
    equal = _EQUAL.fullmatch(value)
    if equal:
        leaf = _equal(key, equal[2])
        return Not(leaf) if equal[1] == "!=" else leaf
    if not is_compared(value):
        return _equal(key, value)
    readable = _property_ranges(value)
    if readable:
        return _any_of([Compare(key, *each) for each in readable])
    if ".." in value:  # `[due:2026-01..today]`; or `[version:1..x]`, a text with dots
        return _separate_ends(key, value, Compare) or Property(key, unquoted(value))
    operator = value.strip()[:1]
    if days := next(filter(None, map(days_meant, operands(value))), ()):
        return f"the date after {operator} may be {' or '.join(days)}; write [{key}:{operator}{days[0]}]"
    return f"the value after {operator} is neither a number nor a date; write for example [{key}:>=2026-01-31]"


def prefix_leaf(name: str, item: Expr) -> Expr:
    """The condition of `line:(…)`, `match-case:…` and the other prefixes, around an expression of texts."""
    if name == "match-case":
        return replaced(item, _case_sensitive)
    assert name in PASSAGE_KINDS
    return SamePassage(name, item)


def regex_leaf(written: str) -> Expr | str:
    """The leaf of `/…/`; for an invalid pattern the message for the user."""
    pattern = written[1:-1]
    try:
        searcher(pattern)
    except PatternError as error:
        return f"{written}: {error}"
    return RegularExpression(pattern)


def _case_sensitive(leaf: Leaf) -> Expr:
    match leaf:
        case Word(text) | ExactPhrase(text):
            return MatchCase(text)
        case RegularExpression(pattern):
            return RegularExpression(pattern, match_case=True)
        case SamePassage(kind, item):
            return SamePassage(kind, replaced(item, _case_sensitive))
        case _:
            return leaf


def _equal(key: str, value: str) -> Expr:
    """The property with that value. A number matches in any notation, `4.50` as `4.5`, and a date each one within it,
    `2026-01` as `2026-01-31`, unless it is quoted. A number of four digits is a year from 1900 to 2099.
    """
    text = unquoted(value)
    is_quoted = text != value.strip()
    amount = None if is_quoted else number(text)
    if not is_quoted and (written_date_range(text) if amount is None else _FIRST_YEAR <= amount <= _LAST_YEAR):
        return _any_of(
            [Compare(key, *each, written="" if each.scale == "number" else text) for each in _property_ranges(text)]
        )
    # Equal texts are equal numbers, so the comparison finds every document with this text.
    return Property(key, text) if amount is None else Compare(key, *exactly(amount))


def _property_ranges(text: str) -> list[Range]:
    """The ranges of a property's value; four digits alone are a number or a date, but no number is a time then."""
    found = [each for each in ranges(text, written_date_range) if each.scale != "epoch"]
    if len(found) < 2:
        return found
    return [each._replace(scale="calendar") if each.scale == "date" else each for each in found]


def value_note(leaf: Expr, value: str) -> str:
    """The note on a range that is empty, or on a date that may be two days and is compared as written; else empty."""
    if ".." in value and _is_empty(leaf):
        return f"the range {value.strip()} is empty; write the smaller or earlier end first"
    if isinstance(leaf, Property) and (days := days_meant(value.strip())):
        forms = " or ".join(f"[{leaf.key}:{day}]" for day in days)
        return f"{value.strip()} is compared as a text, since it may be two days; write {forms} for the date"
    return ""


def _is_empty(leaf: Expr) -> bool:
    """Whether the range ends before it begins, on every scale of the leaf."""
    match leaf:
        case Compare(_, _, low, high) | Modified(_, low, high):
            return low >= high
        case Or(items):
            return all(map(_is_empty, items))
        case _:
            return False


def apply_directive(query: Query, name: str, value: str) -> Query | str:
    """The query with the directive; for an invalid value the message for the user."""
    match name:
        case "archived" if value.casefold() in _YES | _NO:
            return replace(query, archived=value.casefold() in _YES)
        case "archived":
            return "archived: must be yes or no"
        case "limit":
            limit = int(value) if value.isdecimal() and len(value) < 10 else 0
            return replace(query, limit=limit) if 1 <= limit <= MOST_HITS else f"limit: must be from 1 to {MOST_HITS:,}"
        case "profile":
            return replace(query, profile=value) if value else "profile: needs a name, as in profile:rrf"
        case "weights":
            weights = read_weights(value)
            return (
                "weights: needs one to three numbers, not all of them 0, as in weights:0.5,0.3,0.2"
                if weights is None
                else replace(query, weights=weights)
            )
        case "depth":
            hops = int(value) if value.isdecimal() and len(value) < 10 else 0
            return replace(query, depth=hops) if 1 <= hops <= MOST_DEPTH else f"depth: must be from 1 to {MOST_DEPTH}"
        case "communities" if value.casefold() in _YES | _NO | {""}:
            return replace(query, communities=value.casefold() not in _NO)
        case "communities":
            return "communities: takes no value, or yes or no"
        case _:
            raise ValueError(f"{name} is not a directive")


def read_weights(text: str) -> tuple[float, ...] | None:
    """Up to three weights between commas, none negative and not all 0; None for any other text."""
    parts = [part.strip() for part in text.split(",")]
    if not 1 <= len(parts) <= 3:
        return None
    weights = [_weight(part) for part in parts]
    if any(weight is None for weight in weights) or not any(weights):
        return None
    return tuple(weight for weight in weights if weight is not None)


def unlinked(value: str) -> str:
    """A name without the brackets of a link: `[[April Jane|AJ]]` → `April Jane`, and `[[id:a1][Costs]]` → `id:a1`."""
    inner = value.strip()
    if inner.startswith("[[") and inner.endswith("]]"):
        inner = inner[2:-2].partition("|")[0].partition("][")[0].strip()
    return inner


def unquoted(value: str) -> str:
    """A value without the quotes around it, in which `\\"` is a quotation mark."""
    inner = value.strip()
    return inner[1:-1].replace('\\"', '"') if len(inner) > 1 and inner[0] == inner[-1] == '"' else inner


def _time_leaf(name: str, value: str) -> Expr | str:
    if name == "modified":  # a file has one time, so each end of a range is a condition of its own
        read = _separate_ends(name, value, _modified) or _time_comparison(name, value, _modified)
    else:
        read = _time_comparison(name, value, Compare) or _separate_ends(name, value, Compare)
    return read or _time_fault(name, value)


def _time_fault(name: str, value: str) -> str:
    """The message on the first value that is no time, or on the form of the comparison."""
    examples = f"as in {name}:>2026-01-31, {name}:2026-01..2026-03 or {name}:<30d"
    wrong = next((each for each in operands(value) if not _time_comparison(name, each, Compare)), "")
    if not wrong or len(wrong) > _LONGEST_NAMED:
        return f"{name}: needs a date or an age, {examples}"
    if day := closest_day(wrong):
        return f"{name}: {wrong!r} is not a date; write {name}:{value.strip().replace(wrong, day)}"
    if days := days_meant(wrong):
        return f"{name}: {wrong} may be {' or '.join(days)}; write {name}:{value.strip().replace(wrong, days[0])}"
    if fault := date_fault(wrong):
        return f"{name}: {wrong} is not a date: {fault}"
    return f"{name}: {wrong!r} is neither a date nor an age, {examples}"


def _time_comparison(name: str, text: str, leaf: _Timed) -> Expr | None:
    """The leaf of a comparison of times; None for any other text."""
    by_scale = {each.scale: each for each in ranges(text) if each.scale != "number"}
    # A time with a zone is the exact time of a file; dates in a text are compared as written.
    by_scale.pop("date" if leaf is _modified and "epoch" in by_scale else "epoch", None)
    return _any_of([leaf(name, *each) for each in by_scale.values()]) if by_scale else None


def _separate_ends(name: str, text: str, leaf: _Timed) -> Expr | None:
    """The ends of a range of times as separate conditions; None for any other text."""
    bounds = ends(text)
    if bounds is None:
        return None
    first, last = (_time_comparison(name, end, leaf) for end in bounds)
    match first, last:
        case (None, _) | (_, None):
            return None
        case Modified(scale, low), Modified(other, _, high) if scale == other:
            return Modified(scale, low, high)
        case _:
            return And((first, last))


def _modified(_name: str, scale: Scale, low: float, high: float) -> Expr:
    return Modified(scale, low, high)


def _any_of(leaves: list[Expr]) -> Expr:
    return leaves[0] if len(leaves) == 1 else Or(tuple(leaves))


def _weight(text: str) -> float | None:
    try:
        weight = float(text)
    except ValueError:
        return None
    return weight if 0 <= weight < float("inf") else None
