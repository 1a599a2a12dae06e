"""Migration of the keys of references: an index that has those of an earlier version resolves all references again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Protocol

from ..formats.code.languages import language_of
from ..formats.code.macro_spans import has_macro_of_type
from ..formats.code.symbols import encoded
from ..graph.source_references.interface import KEYS
from ..graph.source_references.scope_rules import rules_of
from ..model.errors import StorageError
from ..model.lazy_pattern import lazy_pattern
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts
from .stored_documents import DocumentSource, stored_documents

REMEMBERED = "reference_keys"  # key in the index: the version of the keys
_BEFORE_ITEM_MACROS = frozenset({"43", "44", "45", "46"})  # of these versions, which differ in files of Rust and
_BEFORE_MACROS_OF_TYPES = "47"  # as this one, in those of C with a type behind a macro

# Roles of Sphinx before the name of a symbol, and the links and labels of MyST.
_ROLE = lazy_pattern(
    r"(?::|\{(?:py:)?)(?:func|meth|class|exc)[:}]`|\{(?:doc|ref)\}`|^[ \t]{0,3}\([^()\n]{1,200}\)=[ \t]*$", re.MULTILINE
)


class _Index(DocumentSource, IndexFacts, Protocol):
    """The part of a store that the migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """See LinkQueue."""


def migrate_reference_keys(index: _Index) -> None:
    """Queues all references, once, if the index may have keys of another version.

    Files of languages with a grammar, of reStructuredText and notes with roles of Sphinx are read again: earlier
    versions read fewer of their references, and cut source code into shorter chunks.  The last ones read
    no items inside of macros of Rust, and took a type of C++ behind a macro for a function.
    """
    if (keys := index.recalled(REMEMBERED)) == KEYS:
        return
    with suppress(StorageError):  # a read-only index keeps the old keys: nothing changes in it
        if keys in _BEFORE_ITEM_MACROS or keys == _BEFORE_MACROS_OF_TYPES:
            index.read_again([*_with_other_symbols(index, keys)])
        else:
            index.read_again([*_affected(index)])
        if keys != _BEFORE_MACROS_OF_TYPES:  # what these files define is resolved again when they are read
            index.unlink_depending(None)
        index.remember(REMEMBERED, KEYS)


def _with_other_symbols(index: _Index, keys: str) -> Iterator[str]:
    if keys in _BEFORE_ITEM_MACROS:
        yield from (path for path in index.known() if path.lower().endswith(".rs"))
    languages = {path: language_of(path) for path in index.known()}
    of_c = [path for path, language in languages.items() if language is not None and language.has_prototypes]
    for document in stored_documents(of_c, index):
        if has_macro_of_type(encoded(document.text)):
            yield document.head.path


def _affected(index: _Index) -> Iterator[str]:
    others = []
    for path in index.known():
        if path.lower().endswith(".rst") or _has_symbols(path):
            yield path
        elif rules_of(path) is None:
            others.append(path)
    for document in stored_documents(others, index):
        if _ROLE.search(document.text) or _has_symbols(document.head.path, document.text):
            yield document.head.path


def _has_symbols(path: str, text: str = "") -> bool:
    """Whether earlier versions left out references of such a file, or had shorter chunks of it."""
    language = language_of(path, text)
    return language is not None and language.grammar is not None
