"""Keeps in the index what package.json, tsconfig.json, go.mod and files like them say about imports.

A change of one queues the source files whose imports depend on it, and no others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from ..filesystem.ignored_names import VENDORED
from ..filesystem.read import FileContent, read
from ..filesystem.walk import FoundPath
from ..formats.code.module_settings import MOST_BYTES, module_settings, stored
from ..formats.code.stored_settings import (
    MODULE_SETTINGS,
    VERSION,
    KnownFile,
    known_files,
    settings_of,
    stored_settings,
)
from ..formats.text_encoding import readable
from ..graph.source_references.module_keys import settings_keys
from ..graph.source_references.script_packages import ScriptPackages
from ..model.errors import StorageError
from ..ports.storage import FactLookup, IndexFacts

_MOST_FILES = 5_000  # by path; some 2 MB in the index


class ModuleSettingsIndex(IndexFacts, Protocol):
    """The part of a store that a change of these files needs."""

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """See LinkQueue."""


def script_packages(index: FactLookup) -> ScriptPackages:
    """The packages and the compiler options that the index knows."""
    return ScriptPackages(stored_settings(index.recalled(MODULE_SETTINGS)))


def configure_modules(root: Path, found: Iterable[FoundPath], index: ModuleSettingsIndex) -> None:
    """After a change of one of the files, stores what they say, and queues the documents that depend on it."""
    files = [file for file in found if not VENDORED.intersection(file.path.split("/")[:-1])][:_MOST_FILES]
    fact, digest = index.recalled(MODULE_SETTINGS), _digest(files)
    if fact.partition("\n")[0] == VERSION + digest:
        return
    before = known_files(fact)
    after = {file.path: _present(root, file, before.get(file.path)) for file in files}
    is_settled = all(each.mtime_ns != -1 for each in after.values())
    old, new = settings_of(before), settings_of(after)
    differing = [path for path in old.keys() | new.keys() if old.get(path) != new.get(path)]
    keys = {key for path in differing for some in (old, new) if path in some for key in settings_keys(path, some[path])}
    rows = json.dumps({path: list(each) for path, each in after.items()}, ensure_ascii=False)
    with suppress(StorageError):  # a read-only index keeps what it has
        if keys or not fact:
            index.unlink_depending(keys if fact else None)
        index.remember(MODULE_SETTINGS, f"{VERSION}{digest if is_settled else ''}\n{rows}")


def _present(root: Path, file: FoundPath, before: KnownFile | None) -> KnownFile:
    """The file as it is now, read only if it differs from the one before."""
    if before is not None and (before.size, before.mtime_ns) == (file.size, file.mtime_ns):
        return before
    content = read(root, file.path, now=time.time()) if file.size <= MOST_BYTES else None
    if not isinstance(content, FileContent) or len(content.data) > MOST_BYTES:
        return KnownFile(file.size, file.mtime_ns, "")
    settings = module_settings(file.path, readable(content.data)[0])
    return KnownFile(file.size, content.stamp.mtime_ns, stored(settings) if settings else "")


def _digest(files: Sequence[FoundPath]) -> str:
    listed = json.dumps([[file.path, file.size, file.mtime_ns] for file in files])
    return blake2b(listed.encode(), digest_size=16).hexdigest()
