"""Where settings are: the environment, the user's file, the vault's file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ..chunking.chunker import Chunker
from ..model.errors import SettingsError
from ..query.leaves import MOST_HITS
from .names import EMBEDDERS, class_named, names
from .nearest import offer
from .said import Said, Settings, together

VAULT_FILE = "dowse.toml"
_USER_FILE = "config.toml"


def settings_of(root: Path | None, *, environment: Mapping[str, str]) -> Settings:
    """What counts in the vault, or where there is none: the environment, then the user's file, then the vault's."""
    return together(_said(root, environment))


def user_file(environment: Mapping[str, str]) -> Path:
    """The user's own settings, whether they are there or not; DOWSE_CONFIG names another file."""
    chosen = environment.get("DOWSE_CONFIG")
    if chosen:
        return Path(os.path.expanduser(chosen))  # noqa: PTH111  # as below
    return _config_folder(environment) / "dowse" / _USER_FILE


def check_asked(*, chunker: str, embedder: str) -> None:
    """Raises SettingsError when there is no chunker or embedder of that name; an empty one asks for nothing."""
    if chunker:
        chunker_named(chunker, said_by="--chunker")
    if embedder and embedder not in EMBEDDERS:
        raise SettingsError(f"--embedder: there is no embedder {embedder!r}; known: {', '.join(EMBEDDERS)}")


def chunker_named(name: str, *, said_by: str) -> Chunker:
    """The chunker of that name, as it is without options. Raises SettingsError when there is none."""
    try:
        cls = class_named("chunker", name, installed=True)
    except ValueError as error:
        raise SettingsError(f"{said_by}: chunker {name}: {error}") from error
    if cls is None:
        raise SettingsError(f"{said_by}: there is no chunker {name!r}; {offer(name, names('chunker'))}")
    chunker: Chunker = cls()
    return chunker


def _said(root: Path | None, environment: Mapping[str, str]) -> Iterator[Said]:
    yield _in_environment(environment)
    user = user_file(environment)
    if environment.get("DOWSE_CONFIG") and not os.path.exists(user):  # noqa: PTH110  # as below
        raise SettingsError(f"DOWSE_CONFIG: there is no file {user}")
    if os.path.exists(user):  # noqa: PTH110  # False, not an error, where one may not look
        yield from _in_file(user, str(user), trusted=True)
    if root is not None and os.path.exists(root / VAULT_FILE):  # noqa: PTH110  # as above
        if not (root / VAULT_FILE).is_file():  # a pipe would be waited for
            what = "a folder, and settings are a file" if (root / VAULT_FILE).is_dir() else "no file"
            raise SettingsError(f"{VAULT_FILE} is {what}; call it otherwise")
        yield from _in_file(root / VAULT_FILE, VAULT_FILE, trusted=False)


def _in_file(path: Path, file: str, *, trusted: bool) -> Iterator[Said]:
    from .toml import said_in  # noqa: PLC0415  # here, with tomllib, since most have no file of settings
    from .written import read  # noqa: PLC0415  # as above

    written = read(path, file=file, trusted=trusted)
    if written is not None:
        yield said_in(written)


def _in_environment(environment: Mapping[str, str]) -> Said:
    said = Said(source="the environment")
    if name := environment.get("DOWSE_CHUNKER"):
        said = replace(said, chunker=chunker_named(name, said_by="DOWSE_CHUNKER"))
    if name := environment.get("DOWSE_PROFILE"):
        said = replace(said, profile=name, profile_at="DOWSE_PROFILE")
    if text := environment.get("DOWSE_LIMIT"):
        if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MOST_HITS):
            raise SettingsError(f"DOWSE_LIMIT: wants a whole number from 1 to {MOST_HITS:,}, got {text!r}")
        said = replace(said, limit=int(text))
    return said


def _config_folder(environment: Mapping[str, str]) -> Path:
    if sys.platform in {"darwin", "win32"}:
        import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms, and elsewhere the place is easily told

        return Path(platformdirs.user_config_dir(appauthor=False))
    chosen = environment.get("XDG_CONFIG_HOME", "")
    # A user without a home has no settings either: expanduser leaves the ~ as it is, where Path.home() raises.
    return Path(chosen if os.path.isabs(chosen) else os.path.expanduser("~/.config"))  # noqa: PTH111, PTH117
