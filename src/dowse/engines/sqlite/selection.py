"""A query's tree as SQL. Pure: nothing is run here."""

from __future__ import annotations

import json

from ...analysis.fold import UNSPACED, fold, unaccented
from ...analysis.tokens import alternatives, words
from ...query.ast import (
    And,
    Compare,
    Expr,
    Is,
    Leaf,
    Modified,
    Not,
    OneOf,
    Or,
    Phrase,
    Property,
    Scale,
    Word,
)
from ...query.fields import endings_of
from ...query.select import fact_key, is_pattern, path_key, property_key, tag_key
from .rows import storable
from .tokenizer import expression

Sql = tuple[str, tuple[str | float, ...]]  # a condition on `documents d`, and the values bound in it

_EVERYTHING: Sql = ("1", ())
_NOTHING: Sql = ("0", ())


def selection(expr: Expr) -> Sql:
    """The condition that holds for the documents which `expr` selects."""
    match expr:
        case And(items):
            return _combined("and", items)
        case Or(items):
            return _combined("or", items)
        case Not(item):
            condition, values = selection(item)
            return f"not ({condition})", values
        case _:
            return _leaf(expr)


def _leaf(leaf: Leaf) -> Sql:
    match leaf:
        case Word(text):
            return _word(text)
        case Phrase(text):
            return _phrase(storable(text))
        case Is(name, value):
            return _field(name, storable(value))
        case Property(key, value):
            return _property(storable(property_key(key)), None if value is None else storable(value))
        case Compare(key, scale, low, high):
            return _compared(storable(property_key(key)), scale, low, high)
        case Modified(scale, low, high):
            return ("(d.modified >= ? and d.modified < ?)", (low, high)) if scale == "epoch" else _NOTHING
        case OneOf(docs):
            return "d.path in (select value from json_each(?))", (json.dumps(sorted(docs)),)
        case _:  # what ranks
            return _EVERYTHING


def _combined(glue: str, items: tuple[Expr, ...]) -> Sql:
    """One question to the word index for all words together: each question costs a millisecond."""
    phrases = [alternatives(item.text) if isinstance(item, Word) else () for item in items]
    together = f" {glue.upper()} ".join(f"({expression(each)})" for each in phrases if each)
    parts = [selection(item) for item, each in zip(items, phrases, strict=True) if not each]
    return _nested(glue, [_in_words(together), *parts] if together else parts)


def _nested(glue: str, parts: list[Sql]) -> Sql:
    """Halves of halves: SQLite refuses conditions more than 1,000 deep, and reads `a or b or c` as (a or b) or c."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    left, right = _nested(glue, parts[:middle]), _nested(glue, parts[middle:])
    return f"({left[0]} {glue} {right[0]})", (*left[1], *right[1])


def _word(text: str) -> Sql:
    phrases = alternatives(text)
    return _in_words(expression(phrases)) if phrases else _EVERYTHING


def _in_words(query: str) -> Sql:
    return "d.id in (select rowid from words where words match ?)", (query,)


def _phrase(text: str) -> Sql:
    """Documents that hold the words of the phrase, then the text itself looked at: the index knows only stems."""
    looked_at = (
        "exists (select 1 from texts t where t.doc = d.id and "
        "(holds_phrase(t.beside, 0, ?) or holds_phrase(t.text, t.body_start, ?)))"
    )
    # A script without blanks apart from what it touches: how that splits at capitals must not matter.
    apart = UNSPACED.sub(r" \g<0> ", unaccented(text))
    each = [phrases for word in words(apart) if (phrases := alternatives(word))]
    if not each:
        return looked_at, (text, text)
    narrowing, values = _in_words(" AND ".join(f"({expression(phrases)})" for phrases in each))
    return f"({narrowing} and {looked_at})", (*values, text, text)


def _field(name: str, value: str) -> Sql:
    match name:
        case "tag":
            return _tagged(tag_key(value))
        case "path":
            key = path_key(value)
            return _under("d.path_key", key) if key else _EVERYTHING
        case "file":
            column = "path_key" if "/" in value else "name_key"
            key = fold(value)
            return (f"holds_file(d.{column}, ?)" if is_pattern(key) else f"instr(d.{column}, ?) > 0"), (key,)
        case "title":
            return "instr(d.title_key, ?) > 0", (fold(value),)
        case "ext":
            return "d.ext = ?", (fold(value).lstrip("."),)
        case "kind":
            return "d.kind = ?", (fold(value),)
        case "type" | "status" | "phase":
            return _property(name, value)
        case "lang":
            listed = json.dumps(endings_of(fold(value)))
            return "d.ext in (select value from json_each(?))", (listed,)
        case _:
            return _NOTHING


def _property(key: str, value: str | None) -> Sql:
    if value is None:
        return "d.id in (select doc from properties where key = ?)", (key,)
    return "d.id in (select doc from properties where key = ? and value = ?)", (key, fact_key(value))


def _compared(key: str, scale: Scale, low: float, high: float) -> Sql:
    if scale not in {"number", "date"}:
        return _NOTHING
    within = f"{scale} >= ? and {scale} < ?"
    return f"d.id in (select doc from properties where key = ? and {within})", (key, low, high)


def _tagged(key: str) -> Sql:
    if not key:
        return "d.id in (select doc from tags)", ()
    condition, values = _under("tag", key)
    return f"d.id in (select doc from tags where {condition})", values


def _under(column: str, key: str) -> Sql:
    """The key itself or anything nested in it. `0` follows `/`; GLOB would end at a NUL and refuse long patterns."""
    return f"({column} = ? or ({column} >= ? and {column} < ?))", (key, f"{key}/", f"{key}0")
