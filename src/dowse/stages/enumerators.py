"""Enumerators of source files: the members of an enumeration, which are no symbols of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePosixPath

from ..model.document import Unit
from ..model.hit import Hits
from ..model.symbol import SymbolDefinition
from ..ports.storage import Reader
from .enclosing_symbols import enclosing_symbols

_MOST_OF_C = 10  # hits among which an enumeration without a name, which is no symbol, is looked for
_OF_C = frozenset({".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"})


def enumerations_with(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """The enumerations of source files that have an enumerator of this name; of many, those in the best hits."""
    is_found, member = False, re.compile(rf"(?:^[ \t]*+|[{{,]\s*+)(?:case\s++)?{_declared(name)}", re.MULTILINE)
    for document, unit in enclosing_symbols(name, ("enum",), hits, reader):
        if member.search(document.text, unit.start, unit.end):
            yield SymbolDefinition(document.head, unit, is_exported=True)
            is_found = True
    if not is_found:
        yield from _without_name(name, hits, reader)


def _without_name(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """Those of C without a name in the best hits, as units without one."""
    sources = (hit.head for hit in hits if hit.head.kind == "code")
    heads = {head.path: head for head in islice(sources, _MOST_OF_C) if PurePosixPath(head.path).suffix in _OF_C}
    documents = reader.documents(heads) if heads else {}
    enum = re.compile(rf"\benum\b(?:\s*+:[\w\s]*+)?\s*+\{{(?:[^{{}}]*?(?:,|^|/))??\s*+{_declared(name)}", re.MULTILINE)
    for doc, document in documents.items():
        if name in document.text and (found := enum.search(document.text)):
            yield SymbolDefinition(heads[doc], Unit("", "", 0, *found.span(), kind="enum"), is_exported=True)


def _declared(name: str) -> str:
    return rf"{re.escape(name)}\s*+(?:[=,({{}};/#]|$)"
