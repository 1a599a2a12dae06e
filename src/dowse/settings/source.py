"""A settings file as it was read: its values, and how to say where something in it is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..model.errors import SettingsError
from .repr import shown
from .suggest_name import offer
from .toml_positions import TomlPositions

KeyPath = tuple[str, ...]  # from the outside in
TomlTable = Mapping[str, object]

_MOST_BYTES = 1_048_576  # a file of settings is smaller by far
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True)
class SettingsSource:
    """What a file says. One that is not `trusted` came with the notes and may have been written by anybody."""

    file: str  # as the user is told
    text: str
    values: TomlTable
    trusted: bool

    def wrong(self, keys: KeyPath, told: str, *, word: str = "") -> SettingsError:
        """The error `file:line: keys: told`, at the line in the value where the word stands, if it does."""
        return SettingsError(f"{self.at(keys, word)}: {told}")

    def at(self, keys: KeyPath, word: str = "") -> str:
        """Where the key stands: `dowse.toml:7: profiles.mine.stages`."""
        return f"{self.file}:{self._lines.of(keys, word)}: {'.'.join(keys)}"

    def unknown(self, keys: KeyPath, name: str, known: Collection[str], *, what: str) -> SettingsError:
        """The error that there is no such name, with the nearest one."""
        return self.wrong(keys, f"there is no {what} {shown(name)}; {offer(name, known)}", word=name)

    def table(self, keys: KeyPath, value: object, known: Collection[str]) -> TomlTable:
        """The value, which has to be a table with none but these keys."""
        if not isinstance(value, dict):
            raise self.wrong(keys, f"wants a table, got {shown(value)}")
        for key in value:
            if key not in known:
                raise self.wrong((*keys, key), f"there is no such key; {offer(key, known)}")
        return value

    @cached_property
    def _lines(self) -> TomlPositions:
        return TomlPositions(self.text)


def read(path: Path, *, file: str, trusted: bool) -> SettingsSource | None:
    """The file; None when there is none. Raises SettingsError when it cannot be read."""
    try:
        with path.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{file} cannot be read ({error.strerror})") from error
    if len(data) > _MOST_BYTES:
        raise SettingsError(f"{file} is larger than a file of settings can be (1 MiB)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{file}:{line}: this is not UTF-8; save the file as UTF-8") from error
    return SettingsSource(file, text, _values(text, file), trusted)


def _values(text: str, file: str) -> TomlTable:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise SettingsError(f"{file} is nested too deeply") from error
    except ValueError as error:  # a number of a thousand digits is one too
        place = _PLACE.search(str(error))
        last = text.rstrip().count("\n") + 1
        at = f"{file}:{place[1] or last}" if place else file
        raise SettingsError(f"{at}: this is not TOML: {_PLACE.sub('', str(error))}") from error
