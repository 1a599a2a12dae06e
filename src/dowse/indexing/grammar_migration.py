"""Migration of grammars: after one was installed, the source files of its language are read again for their symbols."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from ..formats.code.grammars import EXTRA
from ..formats.code.languages import LANGUAGES, language_of
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts

REMEMBERED = "grammars"  # key in the index: the languages whose grammars were not installed


class _Index(IndexFacts, Protocol):
    """The part of a store that a migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def migrate_grammars(index: _Index, uninstalled: Sequence[str]) -> None:
    """Marks the source files as changed whose language has got its grammar since the index was built.

    `uninstalled` are the languages whose grammars are not installed now, as grammars.uninstalled_grammars lists them.
    """
    before, now = index.recalled(REMEMBERED), " ".join(uninstalled)
    if before == now:
        return
    gained = set(before.split()) - set(now.split())
    again = [path for path in index.known() if (spec := language_of(path)) and spec.name in gained] if gained else []
    with suppress(StorageError):  # a read-only index keeps the documents without symbols
        if again:
            index.read_again(again)
        index.remember(REMEMBERED, now)


def missing_grammars_remark(endings: Collection[str], uninstalled: Sequence[str]) -> str:
    """The remark on an index with files of these endings in languages without their grammar; empty for others."""
    missing = [name for name in uninstalled if set(LANGUAGES[name].extensions) & set(endings)]
    if not missing:
        return ""
    return f"no symbols of {', '.join(missing)} are indexed, only the text; pip install '{EXTRA}' adds them"
