"""The migrations of an index to the rules of this dowse and to the settings: affected files are marked as changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..formats.folder_kinds import KindRules
from .grammar_migration import migrate_grammars
from .kind_migration import migrate_kinds
from .link_migration import LinkedIndex, migrate_links
from .reference_migration import migrate_reference_keys
from .skipped_migration import SkippedIndex, migrate_skipped
from .title_migration import migrate_titles
from .word_migration import migrate_words


class MigratedIndex(LinkedIndex, SkippedIndex, Protocol):
    """The part of a store that the migrations need."""

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """See LinkQueue."""


def migrate(index: MigratedIndex, rules: KindRules, uninstalled: Sequence[str]) -> None:
    """Runs all of them. `rules` has the kinds that the settings state; `uninstalled` is as for `migrate_grammars`."""
    migrate_words(index)
    migrate_kinds(rules, index)
    migrate_grammars(index, uninstalled)
    migrate_reference_keys(index)
    migrate_links(index)
    migrate_titles(index)
    migrate_skipped(index)
