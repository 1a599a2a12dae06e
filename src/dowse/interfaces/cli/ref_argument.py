"""REF as an argument: of the vault that is meant, or of the one whose name it begins with."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from ...app.vault_session import VaultSession, open_session
from ...model.errors import RefError, VaultError
from ...settings.vault_lookup import registry
from ...settings.vaults import RegisteredVault
from .shared_flags import within
from .terminal import ProgressLine


def vault_of_ref(ref: str, folder: Path | None, *, index_dir: Path | None) -> tuple[VaultSession, str]:
    """The vault, opened, and REF as it knows it.

    `NAME:REF` is REF in the vault of that name, unless a folder is given. A note may be called like a vault: what is
    not there is looked for in the vault that is meant without it, as it is written.
    """
    named = None if folder is not None else _named(ref)
    if named is None:
        vault = open_session(folder, index_dir=index_dir)
        return vault, within(ref, vault.root, here=Path.cwd(), of="REF")
    elsewhere, rest = open_session(named.present(), index_dir=index_dir), ref[len(named.name) + 1 :]
    if not _has(elsewhere, rest):
        with suppress(VaultError):
            here = open_session(index_dir=index_dir)
            if _has(here, ref):
                return here, ref
    return elsewhere, rest


def _named(ref: str) -> RegisteredVault | None:
    """The vault that REF begins with, in upper or lower case; of several the one with the longest name."""
    fitting = (each for each in registry(os.environ).vaults if _begins(ref, each.name))
    return max(fitting, key=lambda each: len(each.name), default=None)


def _begins(ref: str, name: str) -> bool:
    return ref[: len(name)].casefold() == name.casefold() and ref[len(name) :].startswith(":")


def _has(vault: VaultSession, ref: str) -> bool:
    try:
        with ProgressLine(vault.root) as progress:
            vault.get(ref, progress=progress)
    except RefError:
        return False
    return True
