"""Look up the registered vaults and the default vault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..model.errors import SettingsError, VaultError
from .config_files import vaults_file
from .vaults import RegisteredVault, VaultRegistry


def usual_vault(environment: Mapping[str, str]) -> RegisteredVault | None:
    """The vault of a command that names none: that of DOWSE_VAULT, else the default; None without a default.

    Raises SettingsError when DOWSE_VAULT has an unknown name, or the list cannot be read.
    """
    known = registry(environment)
    name = environment.get("DOWSE_VAULT")
    if not name:
        return known.usual
    try:
        return known.named(name)
    except VaultError as error:
        raise SettingsError(f"DOWSE_VAULT: {error}") from error


def every_vault(environment: Mapping[str, str]) -> tuple[RegisteredVault, ...]:
    """All registered vaults, that of `usual_vault` first. Raises SettingsError as above."""
    usual = usual_vault(environment)
    known = registry(environment)
    return replace(known, default=usual.name if usual is not None else "").ordered


def registry(environment: Mapping[str, str]) -> VaultRegistry:
    """The registered vaults. Raises SettingsError when their file cannot be read.

    The file is parsed once for each of its versions, however often a command looks a vault up.
    """
    path = vaults_file(environment)
    try:
        status = path.stat()
    except OSError:  # missing, or not readable
        return VaultRegistry()
    return _parsed(path, (status.st_mtime_ns, status.st_size, status.st_ino))


@lru_cache(maxsize=2)
def _parsed(path: Path, _version: tuple[int, int, int]) -> VaultRegistry:
    from .vaults_file import read_registry  # noqa: PLC0415  # here, with tomllib, since most users have no such file

    return read_registry(path)
