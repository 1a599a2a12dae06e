"""A query's tree as SQL. Pure: runs nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ...analysis.folding import fold
from ...analysis.tokens import alternatives
from ...model.document import LANGUAGE
from ...model.kinds import FACT_NAMES
from ...model.lazy_pattern import lazy_pattern
from ...model.value_class import dataclass
from ...query.ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    Leaf,
    MatchCase,
    Modified,
    Not,
    OneOf,
    Or,
    Property,
    RegularExpression,
    SamePassage,
    Scale,
    SymbolCondition,
    Word,
)
from ...query.fields import endings_of, languages_named
from ...query.select import fact_key, file_key, is_pattern, path_key, property_key, tag_key
from ...query.symbol_match import is_name_pattern, last_part, symbol_key
from .rows import storable
from .text_condition import required_words, text_condition
from .words.tokenizer import expression

_WILDCARD = lazy_pattern(r"[*?]")
_LAST = "\U0010ffff"  # the last character

Sql = tuple[str, tuple[str | float, ...]]  # a condition on `documents d`, and the values bound in it

_SYMBOLS = "from symbols s cross join units u on u.doc = s.doc and u.n = s.unit where {condition}"
_EVERYTHING: Sql = ("1", ())
_NOTHING: Sql = ("0", ())


@dataclass(frozen=True, slots=True)
class ConditionForm:
    """The forms of a condition on other tables than `documents d`."""

    tags: str  # tags `t` for which a `condition` holds
    properties: str  # values `v` of properties for which a `condition` holds
    words: str
    symbols: str  # units `u` for which a `condition` holds
    names: str  # names `d.name_key` and titles `d.title_key` for which a `condition` holds
    by_key: bool  # whether they are found by the names of symbols `s`


# A set of all documents is computed once and then searched: 60 ms for 90,000 of 100,000.
OF_ALL = ConditionForm(
    tags="d.id in (select t.doc from tags t where {condition})",
    # The values in the order of their numbers: two thirds of the time where a condition holds for many.
    properties="""d.id in (
        select p.doc from properties p where p.value in (select v.id from property_values v where {condition})
    )""",
    words="d.id in (select rowid from words where words match ?)",
    symbols=f"d.id in (select s.doc {_SYMBOLS})",
    # An index has the names and titles, a tenth of the table of documents: 8 in place of 57 ms for 24,000 documents.
    names="d.id in (select d.id from documents d where {condition})",
    by_key=True,
)
# Each document is looked up: 0.2 ms for 200 of them, however many there are. They are in a table `few`.
OF_FEW = ConditionForm(
    tags="exists (select 1 from tags t indexed by tags_of where t.doc = d.id and {condition})",
    properties="""exists (
        select 1 from properties p indexed by properties_of cross join property_values v on v.id = p.value
        where p.doc = d.id and {condition}
    )""",
    words="d.id in (select rowid from words where words match ? and +rowid in (select id from few))",
    symbols="exists (select 1 from units u where u.doc = d.id and {condition})",
    names="{condition}",
    by_key=False,
)
_LISTED = ConditionForm(
    tags="select t.doc from tags t where {condition}",
    properties="select p.doc from property_values v cross join properties p on p.value = v.id where {condition}",
    words="select rowid from words where words match ?",
    symbols=f"select distinct s.doc {_SYMBOLS}",
    names="{condition}",  # no index lists them
    by_key=True,
)


def selection(expr: Expr, form: ConditionForm = OF_ALL) -> Sql:
    """The condition that holds for the documents which `expr` selects."""
    match expr:
        case And(items):
            return _combined("and", items, form)
        case Or(items):
            return _combined("or", items, form)
        case Not(item):
            condition, values = selection(item, form)
            return f"not ({condition})", values
        case _:
            return _leaf(expr, form)


def listings(expr: Expr) -> list[Sql]:
    """Statements, each of which lists by an index the ids of all documents that `expr` selects, and perhaps more."""
    match expr:
        case And(items):
            return [listing for item in items for listing in listings(item)]
        case Or(items):
            each = [listings(item)[:1] for item in items]
            return [_united([listing for (listing,) in each])] if all(each) else []
        case ExactPhrase() | MatchCase() | SamePassage():
            query = required_words(expr)
            return [(_LISTED.words, (query,))] if query else []
        case FieldEquals("path" | "kind", _) | Modified() | OneOf():
            condition, values = selection(expr)
            return [(f"select d.id from documents d where {condition}", values)]
        case Not():
            return []
        case _:
            listing = _leaf(expr, _LISTED)
            return [listing] if listing[0].startswith("select") else []


def is_listed(expr: Expr) -> bool:
    """Whether the first of the listings has no other documents than `expr` selects."""
    match expr:
        case Or(items):
            return all(is_listed(item) for item in items)
        case And() | ExactPhrase() | MatchCase() | SamePassage():
            return False
        case _:
            return bool(listings(expr))


def whole_listing(expr: Expr) -> Sql | None:
    """A statement that lists exactly the ids that `expr` selects, perhaps several times, without the documents."""
    if not is_listed(expr):
        return None
    statement, values = listings(expr)[0]
    return None if " documents " in statement else (statement, values)


def _united(listings: list[Sql]) -> Sql:
    statements, values = zip(*listings, strict=True)
    return " union all ".join(statements), tuple(value for some in values for value in some)


def _leaf(leaf: Leaf, form: ConditionForm) -> Sql:
    match leaf:
        case Word() | ExactPhrase() | MatchCase() | RegularExpression() | SamePassage():
            return text_condition(leaf, form.words)
        case SymbolCondition(name, kinds):
            return _defines(name, kinds, form)
        case FieldEquals("title" | "file", value) if named := _name_condition(leaf):
            return form.names.format(condition=named[0]), named[1]
        case FieldEquals(name, value):
            return _field(name, storable(value), form)
        case Property(key, value):
            return _property(storable(property_key(key)), None if value is None else storable(value), form)
        case Compare(key, scale, low, high):
            return _compared(storable(property_key(key)), scale, low, high, form)
        case Modified(scale, low, high):
            return ("(d.modified >= ? and d.modified < ?)", (low, high)) if scale == "epoch" else _NOTHING
        case OneOf(docs):
            return "d.path in (select value from json_each(?))", (json.dumps(sorted(docs)),)
        case _:  # nodes that only rank
            return _EVERYTHING


def _combined(glue: str, items: tuple[Expr, ...], form: ConditionForm) -> Sql:
    """One query of the word index for all words together, as each costs a millisecond, and one of the names."""
    phrases = [alternatives(item.text) if isinstance(item, Word) else () for item in items]
    together = f" {glue.upper()} ".join(f"({expression(each)})" for each in phrases if each)
    of_names = [None if each else _name_condition(item) for item, each in zip(items, phrases, strict=True)]
    parts = [selection(item, form) for item, *others in zip(items, phrases, of_names, strict=True) if not any(others)]
    if named := [each for each in of_names if each]:
        condition, values = _nested(glue, named)
        parts.insert(0, (form.names.format(condition=condition), values))
    return _nested(glue, [(form.words, (together,)), *parts] if together else parts)


def _nested(glue: str, parts: list[Sql]) -> Sql:
    """Halves of halves: SQLite refuses conditions more than 1,000 deep, and reads `a or b or c` as (a or b) or c."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    left, right = _nested(glue, parts[:middle]), _nested(glue, parts[middle:])
    return f"({left[0]} {glue} {right[0]})", (*left[1], *right[1])


def _name_condition(expr: Expr) -> Sql | None:
    """The condition on the names or titles of documents; None for one on anything else."""
    match expr:
        case FieldEquals("file", value) if "/" not in value:
            key = file_key(storable(value))
            return ("holds_file(d.name_key, ?)" if is_pattern(key) else "instr(d.name_key, ?) > 0"), (key,)
        case FieldEquals("title", value):
            return "instr(d.title_key, ?) > 0", (fold(storable(value)),)
        case _:
            return None


def _field(name: str, value: str, form: ConditionForm) -> Sql:
    match name:
        case "tag":
            return _tagged(tag_key(value), form)
        case "path":
            key = path_key(value)
            return _under("d.path_key", key) if key else _EVERYTHING
        case "file":
            key = file_key(value)
            return ("holds_file(d.path_key, ?)" if is_pattern(key) else "instr(d.path_key, ?) > 0"), (key,)
        case "ext":
            return "d.ext = ?", (fold(value).lstrip("."),)
        case "kind":
            return "d.kind = ?", (fold(value),)
        case "lang":
            return _written_in(languages_named(fold(value)), form)
        case "test":
            return ("(d.kind = 'code' and is_test(d.path))", ()) if value == "yes" else _NOTHING
        case _ if name in FACT_NAMES:
            return _property(name, value, form)
        case _:
            return _NOTHING


def _written_in(languages: Sequence[str], form: ConditionForm) -> Sql:
    """By the language as which the files were read, or else by their endings."""
    stated = form.properties.format(condition="v.key = ?")
    is_stated = form.properties.format(condition="v.key = ? and v.value in (select value from json_each(?))")
    condition = f"({is_stated} or (d.ext in (select value from json_each(?)) and not {stated}))"
    return condition, (LANGUAGE, json.dumps(languages), json.dumps(endings_of(languages)), LANGUAGE)


def _defines(name: str | None, kinds: Sequence[str], form: ConditionForm) -> Sql:
    """By the index of simple names as far as the name begins without a pattern."""
    # Without a title: the text before the first symbol.
    conditions, values = ["u.title <> ''", "u.kind in (select value from json_each(?))"], [json.dumps(kinds)]
    if name is not None:
        key = symbol_key(storable(name))
        simple, is_exact = last_part(key), not is_name_pattern(key)
        begin = "" if "." in key else _WILDCARD.split(simple, maxsplit=1)[0]
        if is_exact and form.by_key:
            conditions.append("s.key = ?")
            values.append(simple)
        elif begin and form.by_key:
            conditions.append("s.key >= ? and s.key < ?")
            values += [begin, begin + _LAST]
        conditions.append("names_symbol(?, u.name, u.title)")
        values.append(key)
    return form.symbols.format(condition=" and ".join(conditions)), tuple(values)


def _property(key: str, value: str | None, form: ConditionForm) -> Sql:
    if value is None:
        return form.properties.format(condition="v.key = ?"), (key,)
    return form.properties.format(condition="v.key = ? and v.value = ?"), (key, fact_key(value))


def _compared(key: str, scale: Scale, low: float, high: float, form: ConditionForm) -> Sql:
    if scale not in {"number", "date", "calendar"}:
        return _NOTHING
    column = "number" if scale == "number" else "date"
    is_no_number = " and v.number is null" if scale == "calendar" else ""
    condition = f"v.key = ? and v.{column} >= ? and v.{column} < ?{is_no_number}"
    return form.properties.format(condition=condition), (key, low, high)


def _tagged(key: str, form: ConditionForm) -> Sql:
    # `.`, `/` and `0` follow each other: all tags nested with a dot or a slash are in one range.
    nested = "(t.tag = ? or (t.tag >= ? and t.tag < ?))", (key, f"{key}.", f"{key}0")
    condition, values = nested if key else _EVERYTHING
    return form.tags.format(condition=condition), values


def _under(column: str, key: str) -> Sql:
    """The key itself or anything nested in it. `0` follows `/`; GLOB would end at a NUL and refuse long patterns."""
    return f"({column} = ? or ({column} >= ? and {column} < ?))", (key, f"{key}/", f"{key}0")
