"""Keeps in the index which attributes the components of Antora give their pages.

A change of an `antora.yml` marks the documents of its folder as changed, and no others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..filesystem.read import FileContent, read
from ..filesystem.walk import FoundPath
from ..formats.code.module_settings import is_module_settings
from ..formats.plaintext.antora_attributes import (
    MOST_BYTES,
    NAMES,
    Attributes,
    documents_with,
    is_page,
    stated_attributes,
    states_attributes,
)
from ..formats.text_encoding import readable
from ..graph.site_folders import is_site_configuration
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts
from .module_configuration import ModuleSettingsIndex, configure_modules
from .site_configuration import configure_sites, folders_around, known_titles

if TYPE_CHECKING:  # it imports numpy
    from .load import DocumentLoader

REMEMBERED = "antora_attributes"  # key in the index: a digest of the files, and below what they state by folder
_MOST_FILES = 1_000  # by path
_ENDINGS = (".yml", ".yaml", ".json", ".mod", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts")  # the others are most files


class _Index(ModuleSettingsIndex, IndexFacts, Protocol):
    """The part of a store that a change of these files needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def is_configuring(path: str) -> bool:
    """Whether the file says how others are to be read, by its name."""
    return path.endswith(_ENDINGS) and (
        states_attributes(path) or is_module_settings(path) or is_site_configuration(path)
    )


def configure(root: Path, found: Iterable[FoundPath], index: _Index, *, documents: Iterable[FoundPath] = ()) -> None:
    """After a change of files that say how others are to be read, stores what they say, and queues these others.

    Some of these files may be among the documents.
    """
    files = list(found)
    configure_sites(root, (*files, *documents), index)
    configure_modules(root, [file for file in files if is_module_settings(file.path)], index)
    _configure_components(root, [file for file in files if states_attributes(file.path)][:_MOST_FILES], index)


def component_attributes(index: FactLookup) -> Mapping[str, Attributes]:
    """The attributes that the index knows, by the folder of the component.

    The index is not trusted: whatever has another form is left out.
    """
    try:
        stored: object = json.loads(index.recalled(REMEMBERED).partition("\n")[2] or "{}")
    except (ValueError, RecursionError):
        return {}
    folders = stored.items() if isinstance(stored, dict) else ()
    return {folder: _texts(stated) for folder, stated in folders if isinstance(stated, dict)}


def attributes_around(root: Path, paths: Iterable[str]) -> Mapping[str, Attributes]:
    """What the components and the playbooks in the folders around these pages of AsciiDoc state, by folder."""
    folders = {f"{folder}/".lstrip("/") for path in paths if is_page(path) for folder in folders_around(path)}
    files = sorted(f"{folder}{name}" for folder in folders for name in NAMES if (root / folder / name).is_file())
    found = dict[str, Attributes]()
    for path in files[:_MOST_FILES]:
        content = read(root, path, now=time.time(), most=MOST_BYTES)
        if isinstance(content, FileContent):
            folder = path.rpartition("/")[0]
            found[folder] = {**found.get(folder, {}), **stated_attributes(readable(content.data)[0])}
    return found


def configured(loader: DocumentLoader, index: FactLookup) -> DocumentLoader:
    """The loader with what the index knows of these files."""
    return replace(loader, attributes=component_attributes(index), titles=known_titles(index))


def _texts(stated: Mapping[str, object]) -> Attributes:
    return {name: value for name, value in stated.items() if isinstance(value, str)}


def _configure_components(root: Path, files: list[FoundPath], index: _Index) -> None:
    listed = json.dumps([[file.path, file.size, file.mtime_ns] for file in files])
    digest = blake2b(listed.encode(), digest_size=16).hexdigest() if files else ""
    if index.recalled(REMEMBERED).partition("\n")[0] == digest:
        return
    old, new, is_settled = component_attributes(index), dict[str, Attributes](), True
    for file in files:
        content = read(root, file.path, now=time.time()) if file.size <= MOST_BYTES else None
        if isinstance(content, FileContent) and len(content.data) <= MOST_BYTES:
            folder = file.path.rpartition("/")[0]
            new[folder] = {**new.get(folder, {}), **stated_attributes(readable(content.data)[0])}
            is_settled &= content.stamp.mtime_ns != -1
    differing = [folder for folder in old.keys() | new.keys() if old.get(folder, {}) != new.get(folder, {})]
    with suppress(StorageError):  # a read-only index keeps what it has
        if differing and (again := documents_with(differing, index.known())):
            index.read_again(again)
        index.remember(REMEMBERED, f"{digest if is_settled else 'unsettled'}\n{json.dumps(new)}" if files else "")
