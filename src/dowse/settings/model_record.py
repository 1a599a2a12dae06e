"""The record of the models that the user has confirmed for each index, in a file outside of every vault.

A vault may come from anywhere and contain an index, so an index has a random id alone, and this file has the models of
that id.  The id moves with the index, so a vault that was moved keeps its models.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from ..model.errors import SettingsError
from ..model.value_class import dataclass
from .atomic_file import alone, write_whole
from .saved_choice import ModelChoice

_FILE = "models.json"
_ADVICE = "delete the file, and confirm the models of each vault again with `dowse model use`"


@dataclass(frozen=True, slots=True)
class ConfirmedModels:
    """The confirmed models of one index."""

    vault: str = ""  # its path at that time; for readers of the file
    embedder: ModelChoice | None = None
    reranker: ModelChoice | None = None
    used: tuple[str, ...] = ()  # names of the embedders that the user has chosen for its vectors so far


def state_folder(environment: Mapping[str, str]) -> Path:
    """The folder of dowse's state outside of the vaults; DOWSE_STATE names another folder.

    Raises SettingsError when that path is relative: a relative path may be a folder of the current vault.
    """
    chosen = environment.get("DOWSE_STATE")
    folder = Path(os.path.expanduser(chosen)) if chosen else _usual(environment)  # noqa: PTH111  # keeps a ~ without a home folder
    if folder.is_absolute():
        return folder
    if chosen:
        raise SettingsError(f"DOWSE_STATE must be the absolute path of a folder, got {chosen!r}")
    raise SettingsError("no home folder for the record of confirmed models; set DOWSE_STATE to a folder")


def confirmed(identity: str, environment: Mapping[str, str]) -> ConfirmedModels:
    """The confirmed models of the index with that id; none if the record lacks the id or cannot be read."""
    try:
        return (
            _read(state_folder(environment) / _FILE).get(identity, ConfirmedModels()) if identity else ConfirmedModels()
        )
    except SettingsError:
        return ConfirmedModels()


def is_recorded(identity: str, environment: Mapping[str, str]) -> bool:
    """Whether the record contains an index with that id. Raises SettingsError when the file cannot be read."""
    return identity in _read(state_folder(environment) / _FILE)


def confirm(identity: str, now: ConfirmedModels, environment: Mapping[str, str]) -> None:
    """Add the models of `now` to the record of the index with that id; a model that `now` lacks stays as recorded.

    Raises SettingsError when the file cannot be read, in which case it is not changed, or cannot be written.
    """
    path = state_folder(environment) / _FILE
    with _explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(path):
            entries = dict(_read(path))
            before = entries.get(identity, ConfirmedModels())
            entries[identity] = replace(
                before,
                vault=now.vault or before.vault,
                embedder=now.embedder or before.embedder,
                reranker=now.reranker or before.reranker,
                used=tuple(dict.fromkeys((*before.used, *now.used))),
            )
            if entries[identity] != before:
                write_whole(path, _text(entries))


def forget(vault: str, environment: Mapping[str, str]) -> None:
    """Remove the models of the indexes of the vault, a real path. Raises SettingsError as `confirm`."""
    path = state_folder(environment) / _FILE
    if not path.exists():
        return
    with _explained(path), alone(path):
        entries = _read(path)
        kept = {identity: entry for identity, entry in entries.items() if os.path.realpath(entry.vault) != vault}
        if len(kept) < len(entries):
            write_whole(path, _text(kept))


def _usual(environment: Mapping[str, str]) -> Path:
    if sys.platform in {"darwin", "win32"}:
        import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms, and elsewhere XDG names the folder

        return Path(platformdirs.user_state_dir("dowse", appauthor=False))
    chosen = environment.get("XDG_STATE_HOME", "")
    folder = chosen if os.path.isabs(chosen) else os.path.expanduser("~/.local/state")  # noqa: PTH111, PTH117
    return Path(folder) / "dowse"


def _read(path: Path) -> Mapping[str, ConfirmedModels]:
    try:
        written = json.loads(path.read_text("utf-8"))
        return {str(identity): _entry(row) for identity, row in written["indexes"].items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"{path} cannot be read ({error.strerror}); make it readable, or {_ADVICE}") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise SettingsError(f"{path} is not a record of confirmed models; {_ADVICE}") from error


def _entry(row: Mapping[str, object]) -> ConfirmedModels:
    embedder, reranker, used = row["embedder"], row["reranker"], row["used"]
    if not isinstance(used, list):
        raise TypeError
    return ConfirmedModels(str(row["vault"]), _chosen(embedder), _chosen(reranker), tuple(map(str, used)))


def _chosen(row: object) -> ModelChoice | None:
    return ModelChoice(str(row["name"]), str(row["settings"])) if isinstance(row, dict) else None


def _text(entries: Mapping[str, ConfirmedModels]) -> str:
    rows = {identity: asdict(entry) for identity, entry in entries.items()}
    return json.dumps({"indexes": rows}, ensure_ascii=True, indent=1) + "\n"


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written ({error.strerror}); make it writable, or set DOWSE_STATE to another folder"
        ) from error
