"""What is said about a name that no symbol of source code has."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...formats.code.grammars import EXTRA, languages_of, uninstalled_grammars
from ...formats.code.languages import LANGUAGES
from ...ports.storage import Reader
from ...query.ast import And, FieldEquals, MatchCase, Word
from ...query.select import fact_key
from .broken_definitions import broken_definition_hint, definition_by_line
from .renamed_symbols import renamed_symbols
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
    defined = definition_by_line(name, reader)
    if not defined and (broken := broken_definition_hint(name, reader)):
        return f"{message}; it is {broken}"
    message = f"{message}; it is probably defined at {defined[0]}" if defined else message
    uninstalled = _uninstalled(reader)
    if language := _language_without_symbols(name, uninstalled, reader):
        adds = f"pip install '{EXTRA}' adds them, and " if language in uninstalled else ""
        lines = f"{adds}line:{name} lists the lines"
        return f"{message}; files of {language}, which contain the name, have no symbols: {lines}"
    closest = closest_symbol(name, known, reader)
    message = f"{message}; did you mean {closest!r}?" if closest else message
    if uninstalled:
        return f"{message}; files of {', '.join(uninstalled)} have no symbols: pip install '{EXTRA}' adds them"
    return message


def _uninstalled(reader: Reader) -> tuple[str, ...]:
    """The languages of files of the index whose grammars are not installed."""
    return languages_of(reader.vocabulary("ext"), uninstalled_grammars())


def _language_without_symbols(name: str, uninstalled: Collection[str], reader: Reader) -> str:
    """The first language without a grammar here in whose files the name stands; empty for none."""
    if not name.isidentifier():
        return ""
    endings = frozenset(reader.vocabulary("ext"))
    specs = (
        spec for spec in LANGUAGES.values() if spec.is_source and (spec.grammar is None or spec.name in uninstalled)
    )
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
