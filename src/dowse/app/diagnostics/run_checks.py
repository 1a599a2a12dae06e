"""All checks, in the order of their dependencies."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from ...model.errors import DowseError, SettingsError, VaultError
from ..location import Progress, VaultLocation, location_of, silent
from ..sessions.index_folders import index_folders
from ..sessions.vault_session import VaultSession, open_session
from . import content_checks, index_checks, installation_checks
from .cached_indexes import cached_indexes
from .issue import Diagnosis, Issue, worst

_NONE_HERE = "no vault was named, and the working folder is not in one"
_UNSETTLED = "fix the vault names first"


def diagnose(
    folder: Path | None, *, index_dir: Path | None, deep: bool = False, progress: Progress = silent
) -> Diagnosis:
    """Checks the installation, and the vault in the folder or around the working folder. The checks change nothing.

    With `deep` verifies everything in the index, and notes damage, so that the next command rebuilds the index.
    Raises VaultError when the folder does not exist.
    """
    place, why = _place(folder, index_dir)
    root = place.root if place else None
    findings = [*_program(root, os.environ)]
    if place is not None:
        verify = partial(_verified, again=_again(folder, index_dir), progress=progress) if deep else None
        of_vault = _vault(place, index_dir=index_dir, again=_again(folder, index_dir), verify=verify)
        told = {each.what for each in findings}
        findings += [each for each in of_vault if each.what not in told]
    if why and why not in {each.what for each in findings}:
        findings.append(Issue("vaults", "error", why))
    remark = "" if place else f"no vault was checked: {_UNSETTLED if why else _NONE_HERE}"
    return Diagnosis(folder=str(root or ""), worst=worst(findings), findings=tuple(findings), remark=remark)


def _place(folder: Path | None, index_dir: Path | None) -> tuple[VaultLocation | None, str]:
    """The vault; None without a vault, or, with the reason, when the vault list is not valid."""
    try:
        return location_of(folder, index_dir=index_dir), ""
    except SettingsError as error:
        return None, str(error)
    except VaultError:
        if folder is not None:
            raise
        return None, ""


def _again(folder: Path | None, index_dir: Path | None) -> str:
    """The arguments for the suggested commands."""
    where = [str(folder)] if folder else []
    elsewhere = ["--index-dir", str(index_dir)] if index_dir else []
    return "".join(f" {shlex.quote(each)}" for each in (*where, *elsewhere))


def _program(root: Path | None, environment: Mapping[str, str]) -> Iterator[Issue]:
    """Checks that need no vault."""
    yield from installation_checks.versions()
    yield from installation_checks.extras()
    yield from installation_checks.settings(root, environment)
    yield from installation_checks.registered(environment)
    yield from cached_indexes(environment)


def _verified(folder: Path, *, again: str, progress: Progress) -> tuple[Issue, ...]:
    return tuple(index_checks.content(folder, again, progress))


def _vault(
    place: VaultLocation, *, index_dir: Path | None, again: str, verify: Callable[[Path], tuple[Issue, ...]] | None
) -> Iterator[Issue]:
    """Checks of a vault; `again` is the folder as typed, with a blank before it, for the suggested commands.

    The checks index nothing.
    """
    yield from content_checks.place(place.root)
    yield from index_checks.placement(place.root, index_dir, os.environ)
    folder = next((each for each in index_folders(place, os.environ) if each.is_dir()), None)
    found, sound = index_checks.file(folder, again)
    yield from found
    if folder is None or sound is None:
        return
    if verify is not None:
        verified = verify(folder)
        yield from verified
        if worst(verified) == "error":
            return
    yield from index_checks.deleted_worktrees(os.environ, again)
    lock = index_checks.lock(folder)
    yield lock
    yield index_checks.disk(folder)
    try:
        opened = open_session(place.root, index_dir=index_dir, repairs=False)
    except DowseError as error:
        yield Issue("index", "error", str(error))
        return
    with closing(opened):
        yield from _of_notes(opened, again, is_being_written=lock.level == "hint")


def _of_notes(opened: VaultSession, again: str, *, is_being_written: bool) -> Iterator[Issue]:
    status = opened.status()
    yield content_checks.freshness(status, again, is_being_written=is_being_written)
    yield from content_checks.remarks(status)
    yield content_checks.coverage(status, again, is_being_written=is_being_written)
    if status.counts.embedded:
        yield content_checks.similarity(opened)
    yield from content_checks.links(opened, status, again)
    yield from content_checks.files(opened, status, again)
    yield from content_checks.large(opened)
    if status.counts.documents:
        yield from content_checks.speed(opened)
