"""What is said about a name that no symbol of source code has."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.code.languages import LANGUAGES
from ...ports.storage import Reader
from ...query.ast import And, FieldEquals, MatchCase, Word
from ...query.select import fact_key
from .broken_definitions import broken_definition_hint
from .renamed_symbols import renamed_symbols
from .suggest import closest_value
from .symbol_lookup import closest_symbol, inherited_symbol, symbols_named, symbols_of_modules

_MOST_LISTED = 3  # symbols of another name


def unknown_symbol_message(name: str, known: Sequence[str], reader: Reader) -> str | None:
    """The message for a name that no symbol has; None if one has it. `known` are all simple names, folded."""
    if fact_key(name) in known or symbols_of_modules(name, reader):
        return None
    message = f"no document defines the symbol {name!r}"
    if named := other_name(name, reader):
        return f"{message}; it is {named}"
    if inherited := inherited_symbol(name, reader):
        return f"{message}; it is inherited: symbol:{inherited.unit.name} finds it"
    if broken := broken_definition_hint(name, reader):
        return f"{message}; it is {broken}"
    if language := _language_without_symbols(name, reader):
        return f"{message}; files of {language}, which contain the name, have no symbols: line:{name} lists the lines"
    closest = closest_symbol(name, known, reader) or closest_value(fact_key(name), known)
    return f"{message}; did you mean {closest!r}?" if closest else message


def _language_without_symbols(name: str, reader: Reader) -> str:
    """The first language without a grammar in whose files the name stands; empty for none."""
    if not name.isidentifier():
        return ""
    endings = frozenset(reader.vocabulary("ext"))
    specs = (spec for spec in LANGUAGES.values() if spec.is_source and spec.grammar is None)
    languages = (spec.name for spec in specs if not endings.isdisjoint(spec.extensions))
    contains = And((Word(name), MatchCase(name)))
    return next((each for each in languages if reader.count(And((FieldEquals("lang", each), contains)))), "")


def other_name(name: str, reader: Reader) -> str:
    """What files import or export under a name that no symbol has, and how to find it; empty for other names."""
    found = () if symbols_named(name, reader) else renamed_symbols(name, reader)
    if not found:
        return ""
    listed = ", ".join(map(str, found[:_MOST_LISTED]))
    rest = f" and {len(found) - _MOST_LISTED:,} more" if len(found) > _MOST_LISTED else ""
    return f"another name of {listed}{rest}; symbol:{found[0].section} finds it"
