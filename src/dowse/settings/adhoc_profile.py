"""A profile for one request, given as the table that a settings file would have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..model.errors import MissingPartError, SettingsError, UnknownProfileError
from ..search.profile import Profile
from ..search.profiles import PROFILES
from .source import KeyPath, SettingsSource
from .user_profiles import own_profiles

_MOST_ENTRIES = 500  # keys and items; the largest built-in profile has 60
_DEEPEST = 10  # nested tables and lists; the weight of a field is in the fifth
LONGEST = 2000  # characters of a string
_GREATEST = 10**18  # fits in the 64 bits of a whole number in TOML, and in a message


def mixed(table: Mapping[str, object], *, name: str = "mixed", known: Mapping[str, Profile] = PROFILES) -> Profile:
    """The profile that `[profiles.NAME]` with this table defines; `known` are the profiles that it may extend.

    The table is untrusted: it cannot name a component of another installed package.  Raises SettingsError, and no
    other error, with a message that names the key.
    """
    _check(table)
    given = _Given("mix", "", {"profiles": {name: table}}, trusted=False)
    extended = table.get("extends") if isinstance(table, dict) else None
    if extended == name and name not in known:  # the profile of a request has no name that it could extend
        raise UnknownProfileError(str(given.unknown(("profiles", name, "extends"), name, known, what="profile")))
    # A search with these weights has a note on them, as one with `weights:` has.
    own = own_profiles(given, known, allow_zero_weights=True)
    if error := own.unusable.get(name):
        raise error
    return own.usable[name]


class _Given(SettingsSource):
    """A table without a file, so its messages name no line."""

    def missing_part(self, keys: KeyPath, name: str, known: Collection[str], *, what: str) -> MissingPartError:
        """The error for an unknown part; a request names no parts of packages."""
        return MissingPartError(str(self.unknown(keys, name, known, what=what)))

    def at(self, keys: KeyPath, _word: str = "") -> str:
        """The place of the key for a message: `mix: stages`."""
        return ": ".join(filter(None, (self.file, ".".join(keys[2:]))))  # profiles.NAME is not the user's


def _check(table: object) -> None:
    """Raises SettingsError when a message cannot print the table, or TOML cannot express it."""
    for count, (keys, value) in enumerate(_entries(table, ())):
        if wrong := _wrong(keys, value) if count <= _MOST_ENTRIES else f"has more than {_MOST_ENTRIES} entries":
            raise SettingsError(": ".join(filter(None, ("mix", ".".join(filter(None, keys)), wrong))))


def _entries(value: object, keys: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    """The value and all values inside it, each with its key path; outer values come first."""
    yield keys, value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _entries(each, (*keys, key))
    elif isinstance(value, list):
        for each in value:
            yield from _entries(each, (*keys, ""))


def _wrong(keys: KeyPath, value: object) -> str:
    """The fault of an entry of any key; empty for a valid entry."""
    if len(keys) > _DEEPEST:
        return f"has more than {_DEEPEST} nested tables and lists"
    match value:
        case bool() | float() | list():
            return ""
        case dict():
            wrong = next(filter(None, map(_bad_text, value)), "")
            return wrong and f"has an invalid key: a key {wrong}"
        case int():
            return "" if abs(value) <= _GREATEST else f"must be a number up to {_GREATEST:,}"
        case str():
            return _bad_text(value)
        case None:
            return "must not be null; omit the key instead"
        case _:
            return f"must be a number, a string, true, false, a list or a table, got {type(value).__name__}"


def _bad_text(text: object) -> str:
    if not isinstance(text, str):
        return "must be a string"
    if len(text) > LONGEST:
        return f"has more than {LONGEST:,} characters"
    return "has an unpaired surrogate character" if any("\ud800" <= char <= "\udfff" for char in text) else ""
