"""A profile that somebody mixes while searching: the table that a settings file would have, without a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..model.errors import SettingsError
from ..search.profile import Profile
from ..search.profiles import PROFILES
from .source import KeyPath, SettingsSource
from .user_profiles import own_profiles

_MOST_ENTRIES = 500  # keys and items; the fullest of the built-in profiles has 60
_DEEPEST = 10  # tables and lists in each other; a weight of a field stands in the fifth
_LONGEST = 2000  # characters of a text
_GREATEST = 10**18  # fits in the 64 bits of a whole number in TOML, and in a message


def mixed(table: Mapping[str, object], *, name: str = "mixed", known: Mapping[str, Profile] = PROFILES) -> Profile:
    """The profile that `[profiles.NAME]` with this table would be; `known` are those that it may extend.

    The table may come from anybody: it can name no part that another installed package brings, and whatever is in it,
    nothing but SettingsError is raised, with a message that names the key.
    """
    _check(table)
    given = _Given("mix", "", {"profiles": {name: table}}, trusted=False)
    return own_profiles(given, known)[name]


class _Given(SettingsSource):
    """A table that stands in no file, so that there is no line to name."""

    def at(self, keys: KeyPath, _word: str = "") -> str:
        """What is given, and the key in it: `mix: stages`."""
        return ": ".join(filter(None, (self.file, ".".join(keys[2:]))))  # profiles.NAME is not the user's


def _check(table: object) -> None:
    """Raises SettingsError when the table cannot be told in a message, or written into a file."""
    for count, (keys, value) in enumerate(_entries(table, ())):
        if wrong := _wrong(keys, value) if count <= _MOST_ENTRIES else f"has more than {_MOST_ENTRIES} entries":
            raise SettingsError(": ".join(filter(None, ("mix", ".".join(filter(None, keys)), wrong))))


def _entries(value: object, keys: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    """The value and every one inside it, with the keys that lead there, the outer before the inner."""
    yield keys, value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _entries(each, (*keys, key))
    elif isinstance(value, list):
        for each in value:
            yield from _entries(each, (*keys, ""))


def _wrong(keys: KeyPath, value: object) -> str:
    """What is wrong with an entry, whatever it is for; empty when nothing is."""
    if len(keys) > _DEEPEST:
        return f"has more than {_DEEPEST} tables and lists in each other"
    match value:
        case bool() | float() | list():
            return ""
        case dict():
            return next(filter(None, (_bad_text(key) for key in value)), "") and "has a key that is no word"
        case int():
            return "" if abs(value) <= _GREATEST else "no number is that great"
        case str():
            return _bad_text(value)
        case None:
            return "null is no value; leave the key out"
        case _:
            return f"wants a number, a text, true, false, a list or a table, got {type(value).__name__}"


def _bad_text(text: object) -> str:
    if not isinstance(text, str):
        return "wants a text"
    if len(text) > _LONGEST:
        return f"has more than {_LONGEST:,} characters"
    return "holds half a character" if any("\ud800" <= char <= "\udfff" for char in text) else ""
