"""The symbols and the references of one source file, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ...model.document import SymbolKind
from ...model.source_reference import BaseReference, CallReference, ImportReference

ParseOutcome = Literal["parsed", "no grammar", "grammar not installed", "time limit"]


class Symbol(NamedTuple):
    """A named definition; offsets are characters of the text.

    `start <= definition < end`: documentation comments, decorators and attributes stand before the definition.
    The spans of two symbols are disjoint, or one contains the other.
    """

    name: str
    qualified_name: str  # `Class.method`, unique in the file: a repeated name has a suffix, `Class.method~2`
    kind: SymbolKind
    signature: str  # the definition up to its body, blanks folded, at most 300 characters
    doc: str  # docstring or comment above, without markers
    start: int
    end: int
    definition: int
    exported: bool
    parent: int | None  # index of the symbol that the qualified name continues


@dataclass(frozen=True, slots=True)
class ParsedSource:
    """All that a parser found in a source file; without symbols unless `outcome` is "parsed"."""

    language: str
    outcome: ParseOutcome
    symbols: tuple[Symbol, ...] = ()  # in order of their spans
    doc: str = ""  # of the file
    imports: tuple[ImportReference, ...] = ()
    bases: tuple[BaseReference, ...] = ()
    calls: tuple[CallReference, ...] = ()
    has_syntax_errors: bool = False  # symbols that the parser recognized are kept
