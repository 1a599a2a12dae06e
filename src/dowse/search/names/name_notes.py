"""Hints on a name that several documents or symbols have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...analysis.code.symbol_names import parts_of_name, unnumbered
from ...analysis.folding import fold
from ...model.document import Document, Head, Unit
from ...model.line_numbers import line_of
from ...model.qualified_path import addressed
from ...model.ref import Ref
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader

_MOST_OTHERS = 3  # documents or symbols of the same name that are listed
_LONGEST_SHOWN = 80  # characters of a name


def quote_name(name: str) -> str:
    """The name between quotes, cut to 80 characters."""
    return repr(name if len(name) <= _LONGEST_SHOWN else f"{name[: _LONGEST_SHOWN - 1]}…")


def documents_hint(name: str, heads: Sequence[Head]) -> str:
    """The hint that the first of several documents of the name is taken; empty when there is one."""
    if len(heads) < 2:
        return ""
    choice = f"{len(heads)} documents have the name {quote_name(name)}; dowse takes "
    return _choice(choice, [head.path for head in heads[: 1 + _MOST_OTHERS]], "the path", _rest(heads))


def other_case_hint(name: str, symbol: Ref) -> str:
    """The hint that a symbol has the name in other letters only: in source code mostly another one is meant."""
    written, own = f".{'.'.join(parts_of_name(unnumbered(name)))}", f".{unnumbered(symbol.section)}"
    if own.endswith(written) or not fold(own).endswith(fold(written)):
        return ""
    return f"no symbol is written {quote_name(name)}; this is {own[1:]}"


def symbols_hint(name: str, symbols: Sequence[SymbolDefinition], reader: Reader) -> str:
    """The hint that the first of several symbols of the name is taken, or one in other letters; else empty."""
    if len(symbols) < 2:
        return other_case_hint(name, Ref(symbols[0].head.path, symbols[0].unit.name))
    choice = f"{len(symbols)} symbols have the name {quote_name(name)}; dowse takes "
    return _choice(choice, _places(symbols[: 1 + _MOST_OTHERS], reader), "the path and the name", _rest(symbols))


def data_members_hint(name: str, places: Sequence[str]) -> str:
    """The hint that the first of several data members of the name is taken."""
    choice = f"{len(places)} types have the data member {quote_name(name)}; dowse takes "
    return _choice(choice, places[: 1 + _MOST_OTHERS], "the path and the name", _rest(places))


def all_count_hint(name: str, symbols: Sequence[Ref]) -> str:
    """The hint for a field that takes all symbols of the name, or one in other letters; else empty."""
    if len(symbols) < 2:
        return other_case_hint(name, symbols[0])
    listed = ", ".join(map(str, symbols[: 1 + _MOST_OTHERS]))
    choice = f"{len(symbols)} symbols have the name {quote_name(name)}, and all count"
    return f"{choice}: {listed}{_rest(symbols)}; write the path and the name of one to choose it"


def _choice(choice: str, places: Iterable[str], what: str, rest: str) -> str:
    first, second, *others = places
    listed = (part for other in others for part in (", ", other))
    return addressed(choice, first, f"; write {what} of another one to choose it: ", second, *listed, rest)


def _rest(listed: Sequence[object]) -> str:
    """How many others are not listed."""
    more = len(listed) - 1 - _MOST_OTHERS
    return f" and {more:,} more" if more > 0 else ""


def _definition(document: Document, unit: Unit) -> int:
    """Where the definition of the symbol begins, after the comments and decorators of its unit."""
    return next((facts.definition for facts in document.symbols if facts.unit == unit.name), unit.start)


def _places(symbols: Sequence[SymbolDefinition], reader: Reader) -> Iterator[str]:
    """The address and the line of each symbol."""
    documents = reader.documents({each.head.path for each in symbols})
    for each in symbols:
        document = documents.get(each.head.path)
        line = f" (line {line_of(document.text, _definition(document, each.unit))})" if document else ""
        yield f"{Ref(each.head.path, each.unit.name)}{line}"
