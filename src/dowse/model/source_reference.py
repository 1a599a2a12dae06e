"""What a document refers to by name, as written: imports, base classes and calls of source code, mentions in notes.

Nothing is resolved here: graph.source_resolution finds the files and the symbols that the names mean.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

BaseRelation = Literal["extends", "implements", "instance"]
MentionRole = Literal["", "func", "meth", "class", "exc"]


class ImportReference(NamedTuple):
    """A name that the file imports, as written: nothing is resolved."""

    module: str  # without quotes and leading dots; `<stdio.h>` keeps its brackets; empty for the file itself
    name: str  # the imported name; "*" for all names, "" for the module itself
    alias: str  # the local name where it differs from the imported one, else ""
    level: int  # leading dots in Python; 1 for a path relative to the file in other languages; else 0
    reexported: bool
    line: int  # 1-based
    symbol: int | None  # index of the innermost symbol around the reference

    @property
    def is_own_name(self) -> bool:
        """Whether the file offers a name of its own, as `export { a as b }` does, or declares it: `int f(void);`."""
        return not self.module and not self.level


class BaseReference(NamedTuple):
    """A base class, interface or trait of a type, or the class of a constant, as written."""

    subject: str  # the qualified name of the type or constant that has the base; empty for an anonymous class of Java
    base: tuple[str, ...]  # ("abc", "ABC")
    relation: BaseRelation
    line: int
    symbol: int | None  # index of the type, or of the symbol around an anonymous one; None if another file defines it


class CallReference(NamedTuple):
    """A call or an instantiation, as written."""

    callee: tuple[str, ...]  # ("self", "store", "read"); ("super()", "close"); a receiver without a name is ""
    line: int
    symbol: int | None  # index of the innermost symbol around the call


class CodeMention(NamedTuple):
    """A file or a symbol that a note names in a code span, as written: `src/app.py`, `Flask.run()`."""

    name: str
    line: int  # 1-based
    unit: str  # name of the unit that contains the span; empty for the document
    role: MentionRole = ""  # of Sphinx: `:func:`; empty without one of these


class SourceReferences(NamedTuple):
    """All names of a document that may mean files and symbols."""

    imports: tuple[ImportReference, ...] = ()
    bases: tuple[BaseReference, ...] = ()
    calls: tuple[CallReference, ...] = ()  # each callee once a symbol
    mentions: tuple[CodeMention, ...] = ()

    @property
    def types(self) -> tuple[BaseReference, ...]:
        """The bases of types, without the classes of constants."""
        return tuple(each for each in self.bases if each.relation != "instance")
