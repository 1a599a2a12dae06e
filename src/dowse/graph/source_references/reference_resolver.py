"""Resolve the references of documents of any kind, those of source code and the mentions in notes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from ...model.edge import ReferenceResolution
from ...model.source_reference import CodeMention
from .call_update import CallUpdate, StoredCallLookup
from .mention_resolution import DefinitionLookup, resolved_mentions
from .script_packages import ScriptPackages
from .source_files import SourceLookup
from .symbol_resolution import SourceResolver

_MOST_NAMES = 200_000  # symbols and references that a resolver keeps; some 150 MB


class ReferenceLookup(SourceLookup, DefinitionLookup, Protocol):
    """The questions of a resolution to the index."""

    def code_mentions(self, docs: Iterable[str], /) -> Mapping[str, tuple[CodeMention, ...]]:
        """The names in the code spans of the documents."""


class ReferenceResolver:
    """Resolves one group of documents after the other while no document changes.

    With `stored`, the calls of files are updated without reading these files, after a change of others that allows it.
    """

    def __init__(
        self, index: ReferenceLookup, packages: ScriptPackages | None = None, stored: StoredCallLookup | None = None
    ) -> None:
        self._index = index
        self._packages = packages
        self._sources = SourceResolver(index, packages)
        self._call_update = CallUpdate(stored) if stored else None
        self.share = 0.0  # what the last group has added, as a share of what is kept

    def forget(self, changed: Collection[str]) -> None:
        """Lets these documents be read again, after a change of them that has added, removed and renamed none."""
        self._sources.forget(changed)
        if self._call_update:
            self._call_update.begin(changed)

    @property
    def files(self) -> int:
        """The number of source files that are kept."""
        return self._sources.sources.files

    @property
    def names(self) -> int:
        """The number of symbols and references that are kept."""
        return self._sources.sources.size

    def resolved(self, docs: Iterable[str]) -> dict[str, ReferenceResolution]:
        """The references of those of the documents that have any; of a document that was resolved since `forget`ting
        others, what a change of them has given another meaning.
        """
        listed = list(docs)
        if self.names > _MOST_NAMES:
            self._sources = SourceResolver(self._index, self._packages)
        before = self.names
        updated = self._updated(listed)
        found = {
            **resolved_mentions(self._index.code_mentions(listed), self._index),
            **updated,
            **self._sources.resolved([path for path in listed if path not in updated]),
        }
        self.share = (self.names - before) / _MOST_NAMES
        return found

    def _updated(self, docs: Iterable[str]) -> Mapping[str, ReferenceResolution]:
        """Those of the documents whose calls are updated without reading them."""
        names = self._sources.compare_changed()
        if self._call_update is None:
            return {}
        self._call_update.change(names)
        sources = self._sources.sources
        updated = self._call_update.of(docs, sources.included_by, sources.declared_by)
        self._sources.call_cache.drop(updated)
        return updated
