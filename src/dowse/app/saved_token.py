"""The token of this user's servers, in a file that only the user can read."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ..model.errors import SettingsError
from ..settings.atomic_file import alone, write_whole
from ..settings.state_file import state_folder

TOKEN_FILE = "server-token"  # noqa: S105  # in the state folder
_BYTES = 32  # of random; 43 characters
_LEAST = 22  # characters; 128 bits in Base64


def saved_token(environment: Mapping[str, str]) -> str:
    """The token in the state folder, made at the first call, so that the settings of clients stay valid.

    A file of another user, or that other users can read, is replaced. Raises SettingsError.
    """
    path = state_folder(environment) / TOKEN_FILE
    try:
        if token := _read(path):
            return token
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(path):
            token = _read(path)  # another process may have made it
            if not token:
                token = secrets.token_urlsafe(_BYTES)
                path.unlink(missing_ok=True)  # a file that replaces another one has its mode
                write_whole(path, f"{token}\n")
        return token
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written ({error.strerror}); make it writable, or set DOWSE_STATE to another folder"
        ) from error


def _read(path: Path) -> str:
    """The token; empty if the file is missing, contains none, or is not this user's alone."""
    with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as file:
        token = file.read(1000).strip()
        is_token = len(token) >= _LEAST and token.isascii() and token.isprintable() and " " not in token
        return token if is_token and _is_private(os.fstat(file.fileno())) else ""
    return ""


def _is_private(status: os.stat_result) -> bool:
    return os.name != "posix" or (status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & 0o077)
