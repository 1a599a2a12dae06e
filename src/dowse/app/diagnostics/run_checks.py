"""All checks, in the order in which one thing rests on another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from ...model.errors import DowseError
from ..location import VaultLocation
from ..vault_session import VaultSession, open_session
from . import content_checks, index_checks, installation_checks
from .issue import Issue


def program(root: Path | None, environment: Mapping[str, str]) -> Iterator[Issue]:
    """Checks that need no vault."""
    yield from installation_checks.versions()
    yield from installation_checks.extras()
    yield from installation_checks.settings(root, environment)
    yield from installation_checks.registered(environment)


def vault(place: VaultLocation, *, index_dir: Path | None, again: str) -> Iterator[Issue]:
    """Checks of a vault; `again` is the folder as it was typed, with a blank before it, for commands to paste.

    Nothing is indexed for it.
    """
    yield from content_checks.place(place.root)
    folder = next((each for each in place.indexes if each.is_dir()), None)
    found, sound = index_checks.file(folder, again)
    yield from found
    if folder is None or sound is None:
        return
    yield index_checks.lock(folder)
    yield index_checks.disk(folder)
    try:
        opened = open_session(place.root, index_dir=index_dir)
    except DowseError as error:
        yield Issue("index", "error", str(error))
        return
    with closing(opened):
        yield from _of_notes(opened, again)


def _of_notes(opened: VaultSession, again: str) -> Iterator[Issue]:
    status = opened.status()
    yield content_checks.freshness(status, again)
    yield from content_checks.remarks(status)
    yield content_checks.coverage(status, again)
    yield from content_checks.links(opened, status, again)
    yield from content_checks.files(opened, status, again)
    yield from content_checks.large(opened)
    if status.counts.documents:
        yield from content_checks.speed(opened)
