"""Keeps in the index which folders a site generator publishes, by `mkdocs.yml`, `docusaurus.config.js` and the
`versions.json` beside it, and the titles that the navigation of MkDocs gives pages.

Paths in links mean something else there than in notes.  A change marks the documents of these folders as changed, or
those with another title.
"""

from __future__ import annotations

import json
import posixpath
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ..filesystem.read import FileContent, read
from ..filesystem.walk import FoundPath
from ..formats.site_titles import page_titles
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
_OF_MKDOCS = "mkdocs.yml", "mkdocs.yaml"
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
    listed = _stored(index).get("sites")
    return sites_in(listed[:_MOST_FILES]) if isinstance(listed, list) else ()


def known_titles(index: FactLookup) -> dict[str, str]:
    """The titles of pages that the index knows, by path."""
    listed = _stored(index).get("titles")
    pages = listed.items() if isinstance(listed, dict) else ()
    return {path: title for path, title in pages if isinstance(title, str)}


def _stored(index: FactLookup) -> dict[str, object]:
    try:
        stored: object = json.loads(index.recalled(REMEMBERED) or "{}")
    except (ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}


def configure_sites(root: Path, found: Iterable[FoundPath], index: _Index) -> None:
    """After a change of one of the files, stores the folders of the sites and the titles of their pages, and queues the
    documents that the change is about.
    """
    candidates = (file for file in found if _is_candidate(file.path) and is_site_configuration(file.path))
    files = list(dict.fromkeys(candidates))[:_MOST_FILES]
    if not files and not index.recalled(REMEMBERED):
        return
    old, old_titles = known_sites(index), known_titles(index)
    listed = list(_sites(root, files))
    new = tuple(dict.fromkeys(_folded(site) for site, _ in listed))
    titles = {path: title for _, pages in reversed(listed) for path, title in pages.items()}
    if (old, old_titles) == (new, titles):
        return
    with suppress(StorageError):  # a read-only index keeps what it has
        starts = tuple(f"{site.folder}/" if site.folder else "" for site in {*old} ^ {*new})
        retitled = {path for path, _ in old_titles.items() ^ titles.items()}
        index.read_again([path for path in index.known() if path in retitled or name_form(path).startswith(starts)])
        stored = {"sites": new, **({"titles": titles} if titles else {})}
        index.remember(REMEMBERED, json.dumps(stored) if new else "")


def titles_around(root: Path, paths: Iterable[str]) -> dict[str, str]:
    """The titles that the navigation of MkDocs in the folders around these documents gives pages, by path."""
    folders = {f"{folder}/".lstrip("/") for path in paths for folder in folders_around(path)}
    listed = sorted(f"{folder}{name}" for folder in folders for name in _OF_MKDOCS if (root / folder / name).is_file())
    found = _sites(root, [FoundPath(path, 0, 0) for path in listed[:_MOST_FILES]])
    return {path: title for _, pages in reversed(list(found)) for path, title in pages.items()}


def folders_around(path: str) -> Iterator[str]:
    """The folders around the document, the innermost first."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def _is_candidate(path: str) -> bool:
    return _MARK in path or "mkdocs.y" in path


def _sites(root: Path, files: Iterable[FoundPath]) -> Iterator[tuple[SiteFolder, dict[str, str]]]:
    """The folders of the sites, as written, with the titles of their pages by path."""
    for file in files:
        versions, text = versions_file(file.path), _text(root, file.path)
        for site in site_folders(file.path, text, _text(root, versions) if versions else ""):
            around = (root / site.folder, *(root / site.folder).parents)
            if not any((each / _NOTES).is_dir() for each in around if each == root or root in each.parents):
                named = page_titles(text) if site.generator == "mkdocs" else {}
                yield site, {posixpath.join(site.folder, path): title for path, title in named.items()}


def _folded(site: SiteFolder) -> SiteFolder:
    return site._replace(
        folder=name_form(site.folder), released=name_form(site.released), outside_of=name_form(site.outside_of)
    )


def _text(root: Path, path: str) -> str:
    """The text of the file; empty for a missing or large one."""
    content = read(root, path, now=time.time(), most=_MOST_BYTES)
    return readable(content.data)[0] if isinstance(content, FileContent) else ""
