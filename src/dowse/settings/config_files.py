"""The paths of the settings files: the user's file, the vault's file and the list of vaults."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import SettingsError
from ..model.folder_path import expanded

if TYPE_CHECKING:
    from .source import SettingsSource

VAULT_FILE = "dowse.toml"
_USER_FILE = "config.toml"
_VAULTS_FILE = "vaults.toml"


def user_file(environment: Mapping[str, str]) -> Path:
    """The path of the user's settings, which may not exist; DOWSE_CONFIG names another file."""
    chosen = environment.get("DOWSE_CONFIG")
    if chosen:
        return expanded(chosen)
    return _config_folder(environment) / "dowse" / _USER_FILE


def vaults_file(environment: Mapping[str, str]) -> Path:
    """The path of the list of vaults, in the folder of the user's settings; DOWSE_VAULTS names another file.

    With the null device as DOWSE_CONFIG there is no list of vaults either.
    """
    chosen = environment.get("DOWSE_VAULTS")
    if chosen:
        return expanded(chosen)
    own = user_file(environment)
    return own if str(own) == os.devnull else own.with_name(_VAULTS_FILE)


def sources(root: Path | None, environment: Mapping[str, str]) -> Iterator[SettingsSource]:
    """The existing settings files by precedence: the user's, then the vault's.

    Raises SettingsError when a file cannot be read.
    """
    user = user_file(environment)
    if environment.get("DOWSE_CONFIG") and not os.path.exists(user):  # noqa: PTH110  # as below
        raise SettingsError(f"DOWSE_CONFIG: there is no file {user}; create it, or unset DOWSE_CONFIG")
    if os.path.exists(user):  # noqa: PTH110  # False, not an error, without permission
        yield from _written(user, str(user), trusted=True)
    if root is not None and os.path.exists(root / VAULT_FILE):  # noqa: PTH110  # as above
        if not (root / VAULT_FILE).is_file():  # reading a pipe would block
            what = "a folder, not a file" if (root / VAULT_FILE).is_dir() else "not a regular file"
            raise SettingsError(f"{root / VAULT_FILE} is {what}; rename it")
        yield from _written(root / VAULT_FILE, str(root / VAULT_FILE), trusted=False)


def _written(path: Path, file: str, *, trusted: bool) -> Iterator[SettingsSource]:
    from .source import read  # noqa: PLC0415  # here, with tomllib, since most vaults have no settings file

    written = read(path, file=file, trusted=trusted)
    if written is not None:
        yield written


def _config_folder(environment: Mapping[str, str]) -> Path:
    if sys.platform in {"darwin", "win32"}:
        import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms, and elsewhere XDG names the folder

        return Path(platformdirs.user_config_dir(appauthor=False))
    chosen = environment.get("XDG_CONFIG_HOME", "")
    # A user without a home has no settings either: expanduser keeps the ~, where Path.home() raises.
    return Path(chosen if os.path.isabs(chosen) else os.path.expanduser("~/.config"))  # noqa: PTH111, PTH117
