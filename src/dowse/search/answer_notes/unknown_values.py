"""Notes on filters whose value no document has, with the most similar value that one has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...model.hit import Hit, Hits
from ...model.kinds import KINDS
from ...ports.questions import SelectQuestion, VocabularyQuestion
from ...ports.storage import Question, Reader
from ...query.ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    Note,
    Property,
    Query,
    SymbolCondition,
    Word,
    walk,
)
from ...query.fields import LANGUAGES
from ...query.select import fact_key, has, holds, path_key, property_key, written_values
from ...query.symbol_match import SYMBOL_KINDS, with_symbols
from ..binding import offset_of_field
from ..names.suggest import SUGGESTED, paths_below, unknown_property_value_message, unknown_value_message

SuggestedFilter = FieldEquals | Property | Compare
# Values that no index is asked for.
_FIXED: Mapping[str, tuple[str, ...]] = {"kind": (*KINDS, *SYMBOL_KINDS), "lang": tuple(LANGUAGES)}
_MOST_TEXTS = 1_000  # with the name of a property that are compared with an inline field
_MOST_NESTED = 20  # properties inside of another one that are asked for a value
_SIMILAR_FIELDS = {"kind": "type", "type": "kind"}  # whose values are mistaken for each other


def unknown_questions(selection: Expr, hits: Hits, reader: Reader) -> Iterator[Question]:
    """The questions of `unknown_value_notes` about filters whose value no hit proves to exist."""
    optional_leaves = optional_filters(selection)
    for leaf in _suggestible_filters(selection):
        field, _ = _field_and_value(leaf)
        where = with_symbols(leaf)
        if _is_known(leaf, hits, optional_leaves) or (leaf in optional_leaves and reader.select(where, 1)):
            continue
        if not hits:
            yield SelectQuestion(where, 1)
        if field not in _FIXED and (not hits or leaf in optional_leaves):
            yield VocabularyQuestion(field)


def optional_filters(selection: Expr) -> list[SuggestedFilter]:
    """The filters that a document need not meet to be selected, whose values are checked all the same."""
    required = selection.items if isinstance(selection, And) else (selection,)
    return [leaf for leaf in _suggestible_filters(selection) if leaf not in required]


def unknown_value_notes(
    query: Query, selection: Expr, hits: Hits, reader: Reader, folders: Mapping[str, str]
) -> Iterator[Note]:
    """Notes on values that no document has, with the most similar existing value."""
    optional_leaves = optional_filters(selection)
    for leaf in _suggestible_filters(selection):
        field, value = _field_and_value(leaf)
        if _is_known(leaf, hits, optional_leaves) or reader.select(with_symbols(leaf), 1):
            continue
        known = _vocabulary(field, reader)
        if field == "path" and len(paths_below(path_key(value), known)) == 1:
            continue  # the search took the only path that ends so
        if field == "symbol":
            from ..names.unknown_symbol import unknown_symbol_message  # noqa: PLC0415  # here, since few queries need it

            hint = unknown_symbol_message(value, known, reader)
        elif field == "path" and value in folders:
            why = f": {folders[value]}" if folders[value] else ""
            hint = f"no document is indexed in the folder {value.strip()!r}{why}"
        else:
            hint = _of_other_field(field, value, reader) or unknown_value_message(field, value, known)
            hint = f"{hint}{_inline_field(value, reader)}" if hint and field == "property" else hint
        if hint is None and (written := _written_value(leaf)) is not None:
            hint = _unknown_property_value(value, written, known, reader)
        if hint:
            yield Note(offset_of_field(query.text, field, value), hint, is_about_index=True)


def _inline_field(key: str, reader: Reader) -> str:
    """The rest of a message for a property that texts state as an inline field of Dataview; empty without one."""
    stated = ExactPhrase(f"{key.strip()}::")
    has_few = 0 < reader.count(Word(key.strip())) <= _MOST_TEXTS
    return (
        f'; {stated.text} in a text is no property, "{stated.text}" finds it'
        if has_few and reader.select(stated, 1)
        else ""
    )


def _unknown_property_value(key: str, value: str, properties: Sequence[str], reader: Reader) -> str:
    """The message for a value that no document has in the property; a property nested in it may have the value."""
    nested = [other for other in properties if other.startswith(f"{property_key(key)}.")]
    if meant := next((each for each in nested[:_MOST_NESTED] if reader.select(Property(each, value), 1)), ""):
        return f"no document has the value {value.strip()!r} in the property {key!r}; did you mean [{meant}:{value}]?"

    def as_written(known: str) -> str:
        holders = reader.select(Property(key, known), 1)
        written = (each for hit in holders for each in written_values(hit.head, key) if fact_key(each) == known)
        return next(written, known)

    known = reader.vocabulary(f"[{property_key(key)}]")
    return unknown_property_value_message(key, value, known, nested, as_written)


def _written_value(leaf: SuggestedFilter) -> str | None:
    """The value that the property must have; None for any other range and for a field."""
    if isinstance(leaf, Compare):
        return leaf.written or None
    return leaf.value if isinstance(leaf, Property) else None


def _of_other_field(field: str, value: str, reader: Reader) -> str | None:
    """The message for a kind that is a type of documents, or a type that is a kind; None for any other value."""
    other = _SIMILAR_FIELDS.get(field)
    if other is None or not reader.select(with_symbols(FieldEquals(other, value)), 1):
        return None
    name = value.strip()
    meant = f'{other}:"{name}"' if " " in name else f"{other}:{name}"
    return f"no document has the {field} {name!r}; did you mean {meant}?"


def _suggestible_filters(selection: Expr) -> list[SuggestedFilter]:
    """The filters of which another value may be suggested, each once."""
    leaves = dict.fromkeys(node for node in walk(selection) if isinstance(node, FieldEquals | Property | Compare))
    return [leaf for leaf in leaves if _field_and_value(leaf)[0] in SUGGESTED]


def _field_and_value(leaf: FieldEquals | Property | Compare) -> tuple[str, str]:
    """The field and the value to look up; for a property its name, since its values are free."""
    return (leaf.field, leaf.value) if isinstance(leaf, FieldEquals) else ("property", leaf.key)


def _is_known(leaf: SuggestedFilter, hits: Hits, optional_leaves: Sequence[SuggestedFilter]) -> bool:
    """Whether the hits show that some document has the value."""
    if isinstance(with_symbols(leaf), SymbolCondition):  # a head does not list symbols
        return bool(hits) and leaf not in optional_leaves
    return any(_has_value(hit, leaf) for hit in hits)


def _has_value(hit: Hit, leaf: FieldEquals | Property | Compare) -> bool:
    return holds(leaf.field, leaf.value, hit.head) if isinstance(leaf, FieldEquals) else has(leaf.key, None, hit.head)


def _vocabulary(field: str, reader: Reader) -> tuple[str, ...]:
    return _FIXED[field] if field in _FIXED else tuple(reader.vocabulary(field))
