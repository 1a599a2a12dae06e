"""Enumerators of source files: the members of an enumeration, which are no symbols of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.hit import Hits
from ..model.symbol import SymbolDefinition
from ..ports.storage import Reader

_MOST_LISTED = 50  # source files whose units are looked at
_MOST_READ = 6  # of them with enumerations, whose texts are read


def enumerations_with(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """The enumerations in the best source files among the hits that have an enumerator of this name."""
    heads = {hit.ref.doc: hit.head for hit in hits if hit.head.kind == "code"}
    listed = list(heads)[:_MOST_LISTED]
    units = reader.units(listed) if listed else {}
    enums = {doc: [unit for unit in units.get(doc, ()) if unit.kind == "enum"] for doc in listed}
    read = [doc for doc in listed if enums[doc]][:_MOST_READ]
    if not read:
        return
    documents = reader.documents(read)
    member = re.compile(rf"(?:^[ \t]*+|[{{,]\s*+)(?:case\s++)?{re.escape(name)}\s*+(?:[=,({{}};/#]|$)", re.MULTILINE)
    for doc in read:
        for unit in enums[doc] if doc in documents else ():
            if member.search(documents[doc].text, unit.start, unit.end):
                yield SymbolDefinition(heads[doc], unit, is_exported=True)
