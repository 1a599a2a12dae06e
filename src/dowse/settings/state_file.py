"""The files of dowse's state, outside of every vault: JSON with the indexes that this user's dowse has made."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from ..model.errors import SettingsError
from ..model.folder_path import expanded
from ..model.value_class import dataclass
from .atomic_file import alone, write_whole

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StateFile(Generic[T]):
    """One such file. `parse` raises ValueError, LookupError, TypeError or AttributeError for other JSON."""

    path: Path
    parse: Callable[[object], T]  # of the value under "indexes"
    unparse: Callable[[T], object]
    empty: T  # without a file
    what: str  # "a record of …", for errors
    advice: str  # what to do with a file that cannot be read

    def read(self) -> T:
        """The content. Raises SettingsError."""
        try:
            return self.parse(json.loads(self.path.read_text("utf-8"))["indexes"])
        except FileNotFoundError:
            return self.empty
        except OSError as error:
            raise SettingsError(
                f"{self.path} cannot be read ({error.strerror}); make it readable, or {self.advice}"
            ) from error
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise SettingsError(f"{self.path} is not {self.what}; {self.advice}") from error

    def change(self, step: Callable[[T], T]) -> None:
        """Save what the step makes of the content; one process at a time changes the file.

        Raises SettingsError when the file cannot be read, in which case it is not changed, or cannot be written.
        """
        with self._explained():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self.path):
                before = self.read()
                after = step(before)
                if after != before:
                    rows = {"indexes": self.unparse(after)}
                    write_whole(self.path, json.dumps(rows, ensure_ascii=True, indent=1) + "\n")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SettingsError(
                f"{self.path} cannot be written ({error.strerror}); make it writable, or set DOWSE_STATE to another"
                " folder"
            ) from error


def state_folder(environment: Mapping[str, str]) -> Path:
    """The folder of dowse's state outside of the vaults; DOWSE_STATE names another folder.

    Raises SettingsError when that path is relative: a relative path may be a folder of the current vault.
    """
    chosen = environment.get("DOWSE_STATE")
    folder = expanded(chosen) if chosen else _usual(environment)
    if folder.is_absolute():
        return folder
    if chosen:
        raise SettingsError(f"DOWSE_STATE must be the absolute path of a folder, got {chosen!r}")
    raise SettingsError("no home folder for the record of confirmed models; set DOWSE_STATE to a folder")


def _usual(environment: Mapping[str, str]) -> Path:
    if sys.platform in {"darwin", "win32"}:
        import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms, and elsewhere XDG names the folder

        return Path(platformdirs.user_state_dir("dowse", appauthor=False))
    chosen = environment.get("XDG_STATE_HOME", "")
    folder = chosen if os.path.isabs(chosen) else os.path.expanduser("~/.local/state")  # noqa: PTH111, PTH117
    return Path(folder) / "dowse"
