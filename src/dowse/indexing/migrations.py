"""The migrations of an index to the rules of this dowse and to the settings: affected files are marked as changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from ..formats.folder_kinds import KindRules
from ..model.errors import StorageError
from .grammar_migration import migrate_grammars
from .kind_migration import migrate_kinds
from .title_migration import TitledIndex, migrate_titles
from .version_migration import VersionedIndex, migrate_version


class MigratedIndex(VersionedIndex, TitledIndex, Protocol):
    """The part of a store that the migrations need."""


def migrate(index: MigratedIndex, rules: KindRules, uninstalled: Sequence[str]) -> None:
    """Runs all of them. `rules` has the kinds that the settings state; `uninstalled` is as for `migrate_grammars`."""
    with suppress(StorageError):  # the next update says that the index is not writable
        migrate_version(index)
    migrate_kinds(rules, index)
    migrate_grammars(index, uninstalled)
    migrate_titles(index)
