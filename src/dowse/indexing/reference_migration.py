"""Migration of the keys of references: an index that has those of an earlier version resolves all references again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Protocol

from ..graph.source_references.interface import KEYS
from ..graph.source_references.scope_rules import ECMASCRIPT, GO, PYTHON, RUBY, C, rules_of
from ..model.errors import StorageError
from ..model.lazy_pattern import lazy_pattern
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts
from .stored_documents import DocumentSource, stored_documents

REMEMBERED = "reference_keys"  # key in the index: the version of the keys

# Roles of Sphinx before the name of a symbol, and the links and labels of MyST.
_ROLE = lazy_pattern(
    r"(?::|\{(?:py:)?)(?:func|meth|class|exc)[:}]`|\{(?:doc|ref)\}`|^[ \t]{0,3}\([^()\n]{1,200}\)=[ \t]*$", re.MULTILINE
)
_READ_MORE = (C, ECMASCRIPT, GO, PYTHON, RUBY)  # languages of which earlier versions read less


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

    Files of C, Go, Python, Ruby, JavaScript and TypeScript, of languages whose files state a namespace, of
    reStructuredText and notes with roles of Sphinx are read again: earlier versions read neither prototypes, interfaces
    that a line of Go asserts, classes of variables, `::` before a constant of Ruby, namespaces, nor the links and the
    roles of Sphinx and MyST.
    """
    if index.recalled(REMEMBERED) == KEYS:
        return
    with suppress(StorageError):  # a read-only index keeps the old keys: nothing changes in it
        index.read_again([*_affected(index)])
        index.unlink_depending(None)
        index.remember(REMEMBERED, KEYS)


def _affected(index: _Index) -> Iterator[str]:
    notes = []
    for path in index.known():
        if _has_more_now(path):
            yield path
        elif rules_of(path) is None:
            notes.append(path)
    yield from (each.head.path for each in stored_documents(notes, index) if _ROLE.search(each.text))


def _has_more_now(path: str) -> bool:
    """Whether earlier versions left out links or references of such a file."""
    rules = rules_of(path)
    return path.lower().endswith(".rst") or (rules is not None and (rules in _READ_MORE or rules.states_namespace))
