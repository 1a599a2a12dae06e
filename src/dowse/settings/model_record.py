"""The record of the models that the user has confirmed for each index, in a file outside of every vault.

A vault may come from anywhere and contain an index, so an index has a random id alone, and this file has the models of
that id.  The id moves with the index, so a vault that was moved keeps its models.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, replace

from ..model.errors import SettingsError
from ..model.value_class import dataclass
from .saved_choice import ModelChoice
from .state_file import StateFile, state_folder

IDENTITY = "index_id"  # key in an index: its id in the record
_ADVICE = "delete the file, and confirm the models of each vault again with `dowse model use`"


@dataclass(frozen=True, slots=True)
class ConfirmedModels:
    """The confirmed models of one index."""

    vault: str = ""  # its path at that time; for readers of the file
    embedder: ModelChoice | None = None
    reranker: ModelChoice | None = None
    used: tuple[str, ...] = ()  # names of the embedders that the user has chosen for its vectors so far


def confirmed(identity: str, environment: Mapping[str, str]) -> ConfirmedModels:
    """The confirmed models of the index with that id; none if the record lacks the id or cannot be read."""
    if not identity:
        return ConfirmedModels()
    try:
        return _file(environment).read().get(identity, ConfirmedModels())
    except SettingsError:
        return ConfirmedModels()


def is_recorded(identity: str, environment: Mapping[str, str]) -> bool:
    """Whether the record contains an index with that id. Raises SettingsError when the file cannot be read."""
    return identity in _file(environment).read()


def confirm(identity: str, now: ConfirmedModels, environment: Mapping[str, str]) -> None:
    """Add the models of `now` to the record of the index with that id; a model that `now` lacks stays as recorded.

    Raises SettingsError when the file cannot be read, in which case it is not changed, or cannot be written.
    """

    def added(known: Mapping[str, ConfirmedModels]) -> Mapping[str, ConfirmedModels]:
        before = known.get(identity, ConfirmedModels())
        entry = replace(
            before,
            vault=now.vault or before.vault,
            embedder=now.embedder or before.embedder,
            reranker=now.reranker or before.reranker,
            used=tuple(dict.fromkeys((*before.used, *now.used))),
        )
        return known if entry == before else {**known, identity: entry}

    _file(environment).change(added)


def forget(vault: str, environment: Mapping[str, str]) -> None:
    """Remove the models of the indexes of the vault, a real path. Raises SettingsError as `confirm`."""
    file = _file(environment)
    if file.path.exists():
        file.change(
            lambda known: {
                identity: entry for identity, entry in known.items() if os.path.realpath(entry.vault) != vault
            }
        )


def _file(environment: Mapping[str, str]) -> StateFile[Mapping[str, ConfirmedModels]]:
    path = state_folder(environment) / "models.json"
    return StateFile(path, _entries, _rows, {}, "a record of confirmed models", _ADVICE)


def _entries(rows: object) -> Mapping[str, ConfirmedModels]:
    if not isinstance(rows, dict):
        raise TypeError
    return {str(identity): _entry(row) for identity, row in rows.items()}


def _entry(row: Mapping[str, object]) -> ConfirmedModels:
    embedder, reranker, used = row["embedder"], row["reranker"], row["used"]
    if not isinstance(used, list):
        raise TypeError
    return ConfirmedModels(str(row["vault"]), _chosen(embedder), _chosen(reranker), tuple(map(str, used)))


def _chosen(row: object) -> ModelChoice | None:
    return ModelChoice(str(row["name"]), str(row["settings"])) if isinstance(row, dict) else None


def _rows(entries: Mapping[str, ConfirmedModels]) -> dict[str, dict[str, object]]:
    return {identity: asdict(entry) for identity, entry in entries.items()}
