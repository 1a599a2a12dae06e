"""Keeps the source files that a resolution has read for the next update of the index.

A saved file of C is resolved by the names of a hundred headers, which are the same as before it was saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..filesystem.diff import Changes
from ..formats.code.stored_settings import MODULE_SETTINGS
from ..ports.storage import EDITION, Store
from .module_configuration import script_packages

if TYPE_CHECKING:
    from ..graph.source_references.reference_resolver import ReferenceResolver

_MOST_FILES = 2_000  # that are kept; some 10 MB
_MOST_NAMES = 100_000  # symbols and references of them; some 70 MB
_MOST_CHANGES = 100  # files of an update, after which few of the kept ones are of use


class ResolutionCache:
    """The resolver of the last update, as long as nobody else has changed a document since."""

    def __init__(self) -> None:
        self._index: Store | None = None
        self._edition = self._settings = ""
        self._resolver: ReferenceResolver | None = None
        self._kinds: Mapping[str, str] = {}  # of the files of the update

    def begin(self, index: Store, found: Changes) -> None:
        """Keeps of the last resolution what holds after an update of these files, which follows."""
        resolver, self._resolver = self._resolver, None  # None as well if the update fails
        is_small = not (found.added or found.removed) and len(found.changed) <= _MOST_CHANGES
        if not is_small or index.unlinked(1):  # what waits for earlier changes is resolved as a whole
            return
        if resolver is None or index is not self._index or index.recalled(EDITION) != self._edition:
            self._settings = index.recalled(MODULE_SETTINGS)
            resolver = resolver_of(index)
        self._kinds = _kinds(index, found)
        resolver.forget(found.changed)
        self._resolver = resolver

    def resolver(self, index: Store, found: Changes) -> ReferenceResolver:
        """The resolver, after the update of the documents."""
        settings = index.recalled(MODULE_SETTINGS)
        kept = self._resolver
        if kept is None or settings != self._settings or _kinds(index, found) != self._kinds:
            kept = self._resolver = resolver_of(index)
        self._index, self._settings = index, settings
        return kept

    def end(self, index: Store) -> None:
        """Ends the update."""
        self._edition = index.recalled(EDITION)
        kept = self._resolver
        if not self._edition or (kept and (kept.files > _MOST_FILES or kept.names > _MOST_NAMES)):
            self._resolver = None

    @contextmanager
    def unaffected(self, index: Store) -> Iterator[None]:
        """The block changes no document."""
        is_current = index.recalled(EDITION) == self._edition
        yield
        if is_current:
            self._edition = index.recalled(EDITION)


def resolver_of(index: Store) -> ReferenceResolver:
    """A resolver that has read no file yet."""
    from ..graph.source_references.reference_resolver import (  # noqa: PLC0415  # here: most searches resolve nothing
        ReferenceResolver,
    )

    return ReferenceResolver(index, script_packages(index), index)


def _kinds(index: Store, found: Changes) -> Mapping[str, str]:
    """The kinds of those of the files that are documents."""
    return {path: head.kind for path, head in index.heads(found.changed).items()}
