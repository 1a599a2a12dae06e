"""Keeps in the index which folders a site generator publishes, by `mkdocs.yml`, `docusaurus.config.js` and the
`versions.json` beside it.

Paths in links mean something else there than in notes.  A change marks the documents of these folders as changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ..filesystem.read import FileContent, read
from ..filesystem.walk import FoundPath
from ..formats.text_encoding import readable
from ..graph.name_table import name_form
from ..graph.site_folders import SiteFolder, is_site_configuration, site_folders, versions_file
from ..graph.site_roots import sites_in
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts

REMEMBERED = "site_folders"  # key in the index
_MOST_FILES = 200  # by path
_MOST_BYTES = 256 * 1024  # of a file
_MARK = ".config"  # cheap to look for, among all documents; see is_site_configuration
_NOTES = ".obsidian"  # the folder in a vault of Obsidian, whose links Obsidian resolves by name


class _Index(IndexFacts, Protocol):
    """The part of a store that a change of these files needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def known_sites(index: FactLookup) -> tuple[SiteFolder, ...]:
    """The sites that the index knows."""
    try:
        stored: object = json.loads(index.recalled(REMEMBERED) or "{}")
    except (ValueError, RecursionError):
        return ()
    listed = stored.get("sites") if isinstance(stored, dict) else None
    return sites_in(listed[:_MOST_FILES]) if isinstance(listed, list) else ()


def configure_sites(root: Path, found: Iterable[FoundPath], index: _Index) -> None:
    """After a change of one of the files, stores the folders of the sites, and queues the documents in these."""
    candidates = (file for file in found if _is_candidate(file.path) and is_site_configuration(file.path))
    files = list(dict.fromkeys(candidates))[:_MOST_FILES]
    if not files and not index.recalled(REMEMBERED):
        return
    old = known_sites(index)
    new = tuple(dict.fromkeys(_sites(root, files)))
    if old == new:
        return
    with suppress(StorageError):  # a read-only index keeps what it has
        starts = tuple(f"{site.folder}/" if site.folder else "" for site in {*old} ^ {*new})
        index.read_again([path for path in index.known() if name_form(path).startswith(starts)])
        index.remember(REMEMBERED, json.dumps({"sites": new}) if new else "")


def _is_candidate(path: str) -> bool:
    return _MARK in path or "mkdocs.y" in path


def _sites(root: Path, files: Iterable[FoundPath]) -> Iterator[SiteFolder]:
    for file in files:
        versions = versions_file(file.path)
        for site in site_folders(file.path, _text(root, file.path), _text(root, versions) if versions else ""):
            around = (root / site.folder, *(root / site.folder).parents)
            if not any((each / _NOTES).is_dir() for each in around if each == root or root in each.parents):
                yield site._replace(
                    folder=name_form(site.folder),
                    released=name_form(site.released),
                    outside_of=name_form(site.outside_of),
                )


def _text(root: Path, path: str) -> str:
    """The text of the file; empty for a missing or large one."""
    content = read(root, path, now=time.time(), most=_MOST_BYTES)
    return readable(content.data)[0] if isinstance(content, FileContent) else ""
