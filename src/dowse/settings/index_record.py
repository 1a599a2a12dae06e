"""The record of the indexes that this user's dowse has made inside of vaults, in a file outside of every vault.

A vault may come from anywhere and contain an index.  dowse gives each index that it makes there a random token, and
this file has the token with the folder of the index.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from ..model.errors import SettingsError
from ..model.value_class import dataclass
from .state_file import StateFile, state_folder

_MOST = 2_000  # indexes; if more have a folder, the oldest are forgotten, and then rebuilt elsewhere
_ADVICE = "delete the file; the indexes inside of vaults are then made again in the cache folder"


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """An index that dowse has made, and where."""

    folder: str  # of the index: an absolute, real path
    token: str


def recorded_indexes(environment: Mapping[str, str]) -> tuple[IndexRecord, ...]:
    """The recorded indexes, the newest last; none if the file cannot be read."""
    try:
        return _file(environment).read()
    except SettingsError:
        return ()


def record_index(folder: Path, token: str, environment: Mapping[str, str]) -> None:
    """Records the index in the folder, also if its record named another one. Raises SettingsError."""
    entry = IndexRecord(os.path.realpath(folder), token)

    def added(known: tuple[IndexRecord, ...]) -> tuple[IndexRecord, ...]:
        others = [each for each in known if each.token != token]
        if len(others) >= _MOST:  # not before: a drive may be away, and two processes may create one index
            others = [each for each in others if each.folder != entry.folder and Path(each.folder).is_dir()]
        return (*others[1 - _MOST :], entry)

    _file(environment).change(added)


def _file(environment: Mapping[str, str]) -> StateFile[tuple[IndexRecord, ...]]:
    path = state_folder(environment) / "indexes.json"
    return StateFile(path, _entries, _rows, (), "a record of indexes", _ADVICE)


def _entries(rows: object) -> tuple[IndexRecord, ...]:
    if not isinstance(rows, list):
        raise TypeError
    return tuple(IndexRecord(str(row["folder"]), str(row["token"])) for row in rows)


def _rows(entries: Iterable[IndexRecord]) -> list[dict[str, object]]:
    return [asdict(entry) for entry in entries]
