"""What other documents can see of a document: its names as keys, and a digest of what their references depend on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

from ...analysis.folding import fold
from ...model.document import Document, Head, Unit
from .module_files import module_keys

_SIGNATURES = ("export default", "func (")  # that decide what a name means


def interface_digest(document: Document) -> int:
    """A signed 64-bit number that changes with the symbols, the imports and the base classes of the document.

    Lines, texts and calls do not count: references of other documents do not depend on them.
    """
    references = document.references
    stated = [
        [(unit.name, unit.kind, unit.parent) for unit in document.units] if document.symbols else [],
        [facts.signature for facts in document.symbols if facts.signature.startswith(_SIGNATURES)],
        [each[:5] for each in references.imports],
        [each[:3] for each in references.bases],
    ]
    return _number(json.dumps(stated)) if any(stated) else 0


def key_number(key: str) -> int:
    """The number of a key under which documents wait: equal keys have equal numbers."""
    return _number(key)


def path_key(path: str) -> str:
    """The key of a file that a resolution has looked at, or has looked for."""
    return f"/: {path}"


def own_keys(head: Head) -> set[str]:
    """The keys of the document itself."""
    return {path_key(head.path), *module_keys(head)}


def symbol_keys(units: Iterable[Unit]) -> set[str]:
    """The keys of the symbols among the units: their simple names."""
    return {fold(unit.title) for unit in units if unit.title}


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)
