"""Which models the user has confirmed for which index, in a file outside of every vault.

A vault may come from anywhere and bring an index along, so an index carries a random id and nothing else: what the id
stands for is in this file.  The id goes where the index goes, so a vault that was moved keeps its models.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..model.errors import SettingsError
from .atomic_file import alone, write_whole
from .saved_choice import ModelChoice

_FILE = "models.json"
_MEND = "delete the file, and confirm the models of each vault again with `dowse model use`"


@dataclass(frozen=True, slots=True)
class ConfirmedModels:
    """What the user has confirmed for one index."""

    vault: str = ""  # where it lay then; for readers of the file
    embedder: ModelChoice | None = None
    reranker: ModelChoice | None = None
    used: tuple[str, ...] = ()  # embedders that made vectors of it by the user's choice or settings, by name


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where dowse keeps what it has to remember outside of the vaults; DOWSE_STATE names another folder.

    Raises SettingsError when that is no whole path: a relative one may be a folder of the vault at hand.
    """
    chosen = environment.get("DOWSE_STATE")
    folder = Path(os.path.expanduser(chosen)) if chosen else _usual(environment)  # noqa: PTH111  # leaves a ~ that nobody has
    if folder.is_absolute():
        return folder
    if chosen:
        raise SettingsError(f"DOWSE_STATE: wants the whole path of a folder, got {chosen!r}")
    raise SettingsError("there is no home folder to keep a record of confirmed models in; name one with DOWSE_STATE")


def confirmed(identity: str, environment: Mapping[str, str]) -> ConfirmedModels:
    """What the record has of the index with that id; nothing where it has none or cannot be read."""
    try:
        return (
            _read(state_folder(environment) / _FILE).get(identity, ConfirmedModels()) if identity else ConfirmedModels()
        )
    except SettingsError:
        return ConfirmedModels()


def is_recorded(identity: str, environment: Mapping[str, str]) -> bool:
    """Whether the record has an index with that id. Raises SettingsError when the file cannot be read."""
    return identity in _read(state_folder(environment) / _FILE)


def confirm(identity: str, now: ConfirmedModels, environment: Mapping[str, str]) -> None:
    """Adds to the record of the index with that id: what `now` does not say stays.

    Raises SettingsError when the file cannot be read, which is then left alone, or cannot be written.
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


def _usual(environment: Mapping[str, str]) -> Path:
    if sys.platform in {"darwin", "win32"}:
        import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms, and elsewhere the place is easily told

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
        raise SettingsError(f"{path} cannot be read ({error.strerror}); make it readable, or {_MEND}") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise SettingsError(f"{path} is no record of models; {_MEND}") from error


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
            f"{path} cannot be written ({error.strerror}); make it writable, or name another folder with DOWSE_STATE"
        ) from error
