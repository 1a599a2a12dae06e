"""The symbols and the references of one source file, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ...model.document import SymbolKind

BaseRelation = Literal["extends", "implements"]
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


class ImportReference(NamedTuple):
    """A name that the file imports, as written: nothing is resolved."""

    module: str  # without quotes and leading dots; `<stdio.h>` keeps its brackets
    name: str  # the imported name; "*" for all names, "" for the module itself
    alias: str  # the local name where it differs from the imported one, else ""
    level: int  # leading dots in Python; 1 for a path relative to the file in other languages; else 0
    reexported: bool
    line: int  # 1-based
    symbol: int | None  # index of the innermost symbol around the reference


class BaseReference(NamedTuple):
    """A base class, interface or trait of a type, as written."""

    subject: str  # the qualified name of the type that has the base
    base: tuple[str, ...]  # ("abc", "ABC")
    relation: BaseRelation
    line: int
    symbol: int | None  # index of the type; None if another file defines the type


class CallReference(NamedTuple):
    """A call or an instantiation, as written."""

    callee: tuple[str, ...]  # ("self", "store", "read"); ("super()", "close"); a receiver without a name is ""
    line: int
    symbol: int | None  # index of the innermost symbol around the call


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
