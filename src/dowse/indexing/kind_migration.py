"""Documents whose kind is another one since the settings or the rows of kinds changed: they are read again."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from ..formats.detect import with_kind
from ..formats.folder_kinds import KindRules
from ..model.errors import StorageError
from ..model.kinds import fingerprint
from ..ports.storage import DocumentStore, DocumentWriter, IndexFacts

REMEMBERED = "kinds"  # what the index calls the stamp


class Index(DocumentStore, DocumentWriter, IndexFacts, Protocol):
    """What a migration asks and changes."""


def stamp(rules: KindRules) -> str:
    """What the kinds of an index were recognised by: a digest of the rows of kinds, and a line for each rule."""
    return "\n".join((fingerprint(), *(f"{kind} {folder}" for folder, kind in rules)))


def heed_kinds(rules: KindRules, index: Index) -> None:
    """Has the documents read again whose kind is another one by these rules than the index says.

    The index counts them as changed, so that a later run reads them if this one does not get so far.
    """
    if index.recalled(REMEMBERED) == stamp(rules):
        return
    heads = index.heads(index.known())
    again = [path for path, head in heads.items() if with_kind(head, rules) != head]
    with suppress(StorageError):  # then the kinds of before are searched, as all else that cannot be written
        if again:
            index.read_again(again)
        index.remember(REMEMBERED, stamp(rules))
