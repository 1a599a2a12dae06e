"""All checks, in the order in which one thing rests on another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from ..app import Vault, open_vault
from ..model.errors import DowseError
from ..place import Place
from . import index, installed, notes
from .finding import Finding


def program(root: Path | None, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Checks that need no vault."""
    yield from installed.versions()
    yield from installed.extras()
    yield from installed.settings(root, environment)
    yield from installed.registered(environment)


def vault(place: Place, *, index_dir: Path | None, again: str) -> Iterator[Finding]:
    """Checks of a vault; `again` is the folder as it was typed, with a blank before it, for commands to paste.

    Nothing is indexed for it.
    """
    yield from notes.place(place.root)
    folder = next((each for each in place.indexes if each.is_dir()), None)
    found, sound = index.file(folder, again)
    yield from found
    if folder is None or sound is None:
        return
    yield index.lock(folder)
    yield index.disk(folder)
    try:
        opened = open_vault(place.root, index_dir=index_dir)
    except DowseError as error:
        yield Finding("index", "error", str(error))
        return
    with closing(opened):
        yield from _of_notes(opened, folder, again)


def _of_notes(opened: Vault, folder: Path, again: str) -> Iterator[Finding]:
    status = opened.status()
    yield notes.freshness(status, again)
    yield from notes.remarks(status)
    yield notes.coverage(status, again)
    yield from notes.links(opened, status, again)
    yield from notes.files(opened, status, again)
    yield from notes.large(folder)
    if status.counts.documents:
        yield from notes.speed(opened)
