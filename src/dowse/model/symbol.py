"""Symbols of source code: what a document states about its own, what a look-up finds, and what resolution reads."""

from __future__ import annotations

import re
from typing import NamedTuple

from .document import Head, SymbolFacts, Unit
from .source_reference import SourceReferences

MOST_DEFINITIONS = 200  # symbols of one name that a look-up finds

_MACRO = re.compile(r"#\s*define\b")


def is_macro(signature: str) -> bool:
    """Whether the signature of a symbol is that of a macro of C."""
    return bool(_MACRO.match(signature))


class SymbolDefinition(NamedTuple):
    """A symbol with the document that defines it, without its signature, which the document states."""

    head: Head
    unit: Unit
    is_exported: bool

    @property
    def is_local(self) -> bool:
        """Whether it is a function inside of another, or of a namespace that does not offer it."""
        return self.unit.kind == "function" and self.unit.level > 1 and not self.is_exported


class SourceOutline(NamedTuple):
    """The parts of a document that say what its names mean: no text is among them."""

    units: tuple[Unit, ...]
    symbols: tuple[SymbolFacts, ...]  # those of the references are indexes into these
    references: SourceReferences
