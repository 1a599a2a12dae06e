"""Enumerators of source files: the members of an enumeration, which are no symbols of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import PurePosixPath

from ...analysis.text_offsets import offsets_of
from ...model.document import Unit
from ...model.hit import Hits
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader
from .enclosing_symbols import enclosing_symbols

_MOST_OF_C = 10  # hits among which an enumeration without a name, which is no symbol, is looked for
_ENUM = "enum"
_BEHIND = r"\s*+(?:[=,({};/#]|$)"  # an enumerator
_OF_C = frozenset({".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"})


def enumerations_with(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """The enumerations of source files that have an enumerator of this name; of many, those in the best hits."""
    around = list(enclosing_symbols(name, ("enum",), hits, reader))
    # Compiled for a name that stands in an enumeration alone, since that takes longer than to look for it.
    member = enumerator_pattern(name) if around else None
    found = [(document, unit) for document, unit in around if member and member.search(document.text, *_span(unit))]
    for document, unit in found:
        yield SymbolDefinition(document.head, unit, is_exported=True)
    if not found:
        yield from _without_name(name, hits, reader)


def enumerator_pattern(name: str) -> re.Pattern[str]:
    """Of the place in an enumeration where the enumerator of that name, which is the group, is declared."""
    return re.compile(rf"(?:^[ \t]*+|[{{,]\s*+)(?:case\s++)?({re.escape(name)}){_BEHIND}", re.MULTILINE)


def _without_name(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """Those of C without a name in the best hits, as units without one."""
    sources = (hit.head for hit in hits if hit.head.kind == "code")
    heads = {head.path: head for head in islice(sources, _MOST_OF_C) if PurePosixPath(head.path).suffix in _OF_C}
    documents = reader.documents(heads) if heads else {}
    places = {doc: _places_of_enumerations(each.text) for doc, each in documents.items() if name in each.text}
    if not any(places.values()):
        return
    enum = re.compile(
        rf"enum\b(?:\s*+:[\w\s]*+)?\s*+\{{(?:[^{{}}]*?(?:,|^|/))??[^\S\n]*+{_declared(name)}", re.MULTILINE
    )
    for doc, listed in places.items():
        found = next(filter(None, (enum.match(documents[doc].text, at) for at in listed)), None)
        if found:
            yield SymbolDefinition(heads[doc], Unit("", "", 0, *found.span(), kind="enum"), is_exported=True)


def _places_of_enumerations(text: str) -> Sequence[int]:
    """Where a word begins with the keyword."""
    return [at for at in offsets_of(_ENUM, text) if not (text[at - 1 : at].isalnum() or text[at - 1 : at] == "_")]


def _span(unit: Unit) -> tuple[int, int]:
    return unit.start, unit.end


def _declared(name: str) -> str:
    return re.escape(name) + _BEHIND
