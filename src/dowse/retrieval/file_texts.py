"""What a search for files compares with the query: the path, the title, and of source code what it exports and imports.

The content of a file takes no part otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from ..analysis.code.import_statements import imported_names
from ..analysis.phrase_match import holds_phrase
from ..analysis.term_matching import query_terms
from ..analysis.tokens import tokens
from ..model.document import Document, Head
from ..model.hit import Hit, Hits
from ..model.ref import Ref
from ..ports.pipeline import Run
from ..ports.questions import DocumentsQuestion
from ..query.ast import ExactPhrase, MatchAll, SymbolCondition, TextLeaf, Word
from ..query.extract import selecting
from ..query.select import selected_as

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_MOST_EXPORTS = 200  # names of one file


class FileText(NamedTuple):
    """A file by its names."""

    name: str  # with the ending
    folders: str
    title: str = ""  # that the file states; empty for the name of the file
    aliases: str = ""
    exports: str = ""  # the names of the symbols that other files can use
    imports: str = ""  # the names of modules, and of what is imported from them

    @property
    def embedded(self) -> str:
        """The text for the embedding model: slashes, dots and the parts of identifiers become words."""
        return " ".join(_PART.findall(" ".join(self)))

    def stems(self) -> tuple[frozenset[str], ...]:
        """The stems of each field, in order."""
        return tuple(frozenset(term for token in tokens(field) for term in token) for field in self)


class UnreadFiles:
    """The files of a vault that the index does not have, such as images: each is found by its path alone."""

    def __init__(self, load: Callable[[], Sequence[Head]] = tuple) -> None:
        self._load = load  # called when a search needs them first: after changed files were read

    def __str__(self) -> str:
        return f"{len(self.heads):,} files"

    @cached_property
    def heads(self) -> Sequence[Head]:
        """All of them, by path."""
        return self._load()

    def selected(self, run: Run) -> Hits:
        """Those that the filters select."""
        heads: Iterable[Head] = self.heads
        if run.where != MatchAll():
            selected = (selected_as(run.where, head, text=partial(_holds, head.path)) for head in heads)
            heads = filter(None, selected)
        return tuple(Hit(Ref(head.path), head, 0.0) for head in heads)

    def listed(self, run: Run) -> Hits:
        """Those that a query without words selects, the newest first."""
        found = () if selecting(run.query.where) == MatchAll() else self.selected(run)
        return tuple(sorted(found, key=lambda hit: -hit.head.modified))


def _holds(path: str, leaf: TextLeaf | SymbolCondition) -> bool:
    """Whether the path meets a condition on the text."""
    match leaf:
        case Word(text):
            return set(query_terms((text,))) <= {term for token in tokens(path) for term in token}
        case ExactPhrase(text):
            return holds_phrase(path, text)
        case _:
            return False


def file_texts(hits: Sequence[Hit], run: Run, *, with_code: bool) -> Mapping[str, FileText]:
    """The text of each file, by path; with what source code exports and imports, if that is asked for."""
    code = tuple(hit.ref.doc for hit in hits if with_code and hit.head.kind == "code")
    run.reader.prefetch((DocumentsQuestion(code),))
    documents: Mapping[str, Document] = run.reader.documents(code) if code else {}
    return {hit.ref.doc: file_text(hit.head, documents.get(hit.ref.doc)) for hit in hits}


def file_text(head: Head, document: Document | None = None) -> FileText:
    """The text of a file; `document` is given for source code."""
    folders, _, name = head.path.rpartition("/")
    title = "" if head.title in {name, head.name} else head.title
    text = FileText(name, folders, title, " ".join(head.aliases))
    return text._replace(exports=_exported(document), imports=imported_names(document.text)) if document else text


def _exported(document: Document) -> str:
    """The exported symbols on the top level."""
    names = [each.unit for each in document.symbols if each.is_exported and "." not in each.unit]
    return " ".join(name.partition("~")[0] for name in names[:_MOST_EXPORTS])
