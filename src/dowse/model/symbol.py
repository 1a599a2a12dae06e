"""Symbols of source code: what a document states about its own, and what a look-up finds."""

from __future__ import annotations

from typing import NamedTuple

from .document import Head, Unit

MOST_DEFINITIONS = 200  # symbols of one name that a look-up finds


class SymbolDefinition(NamedTuple):
    """A symbol with the document that defines it."""

    head: Head
    unit: Unit
    signature: str  # the definition up to its body, blanks folded
    about: str  # the first line of its documentation
    is_exported: bool
