"""A settings file: its values, and the errors that name a line in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sized
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..model.errors import MissingPartError, SettingsError
from ..model.option_equivalents import OptionKind, equivalent_advice
from .repr import shown
from .suggest_name import closest, offer
from .toml_positions import TomlPositions

KeyPath = tuple[str, ...]  # outermost key first
TomlTable = Mapping[str, object]

_MOST_BYTES = 1_048_576  # far more than any settings file has
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True)
class SettingsSource:
    """The contents of a file. A file inside a vault is not `trusted`: anybody may have written it."""

    file: str  # the path in messages
    text: str
    values: TomlTable
    trusted: bool

    def wrong(self, keys: KeyPath, message: str, *, word: str = "") -> SettingsError:
        """The error `file:line: keys: message`; the line is that of the word in the value, or else that of the key."""
        return SettingsError(f"{self.at(keys, word)}: {message}")

    def at(self, keys: KeyPath, word: str = "") -> str:
        """The place of the key: `/notes/dowse.toml:7: profiles.mine.stages`."""
        return f"{self.file}:{self._lines.of(keys, word)}: {'.'.join(keys)}"

    def unknown(self, keys: KeyPath, name: str, known: Collection[str], *, what: str) -> SettingsError:
        """The error for an unknown name, with the most similar known name."""
        return self.wrong(keys, f"there is no {what} {shown(name)}; {offer(name, known)}", word=name)

    def missing_part(self, keys: KeyPath, name: str, known: Collection[str], *, what: str) -> MissingPartError:
        """The error for a part that is neither built in nor in an installed package."""
        if not self.trusted:
            inside = f"settings inside a vault name built-in {what}s only; those of packages belong in your config.toml"
            return MissingPartError(f"{self.unknown(keys, name, known, what=what)} ({inside})")
        close = closest(name, known)
        meant = f"write {close}" if close else f"choose one of {', '.join(known)}"
        fault = f"there is no built-in {what} {shown(name)}, and no installed package provides it"
        advice = f"install its package beside dowse (`pipx inject dowse PACKAGE`), remove the {what}, or {meant}"
        return MissingPartError(f"{self.at(keys, name)}: {fault}; {advice}")

    def limit(self, keys: KeyPath, value: Sized, most: int, what: str) -> None:
        """Raises SettingsError when the value has more entries: each costs time with every command or search."""
        if len(value) > most:
            raise self.wrong(keys, f"has {len(value):,} {what}; the limit is {most:,}")

    def table(self, keys: KeyPath, value: object, known: Collection[str]) -> TomlTable:
        """The value as a table of known keys. Raises SettingsError for another type or an unknown key."""
        if not isinstance(value, dict):
            raise self.wrong(keys, f"must be a table, got {shown(value)}")
        for key in value:
            if key not in known:
                kind: OptionKind = "profile" if keys[:1] == ("profiles",) else "settings"
                advice = equivalent_advice(kind, key) or offer(key, known)
                raise self.wrong((*keys, key), f"unknown key; {advice}")
        return value

    @cached_property
    def _lines(self) -> TomlPositions:
        return TomlPositions(self.text)


def read(path: Path, *, file: str, trusted: bool) -> SettingsSource | None:
    """The file; None if it does not exist. Raises SettingsError when the file is unreadable, too large or invalid."""
    try:
        with path.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{file} cannot be read ({error.strerror})") from error
    if len(data) > _MOST_BYTES:
        raise SettingsError(f"{file} is larger than 1 MiB, the limit for settings files")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{file}:{line}: not UTF-8; save the file as UTF-8") from error
    return SettingsSource(file, text, _values(text, file), trusted)


def _values(text: str, file: str) -> TomlTable:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise SettingsError(f"{file} has too many nested tables or lists") from error
    except ValueError as error:  # also for a number of a thousand digits
        place = _PLACE.search(str(error))
        last = text.rstrip().count("\n") + 1
        at = f"{file}:{place[1] or last}" if place else file
        raise SettingsError(f"{at}: invalid TOML: {_PLACE.sub('', str(error))}") from error
