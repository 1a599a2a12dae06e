"""The profiles that a settings file defines: `[profiles.NAME]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, get_args

from ..fusion.rrf import Rrf
from ..fusion.weighted import Weighted
from ..model.errors import MissingPartError, UnknownProfileError
from ..model.parameter import InvalidValueError, Parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Fusion
from ..ports.storage import Granularity
from ..query.ast import Expr, FieldEquals, MatchAll, Modified, Not, Or
from ..query.extract import conjunction
from ..search.overrides import conditions, is_of_types
from ..search.profile import Profile
from ..search.profiles import PROFILES
from .component_packages import ComponentKind
from .component_registry import names
from .repr import shown
from .schema import part, parts
from .source import KeyPath, SettingsSource, TomlTable
from .suggest_name import offer
from .validate import expected, number

_Instead = Literal["encoded", "unspaced"]  # fusions that replace `fusion` in some cases

_REQUIRED = ("retrievers", "fusion", "stages")
_INSTEAD: tuple[_Instead, ...] = get_args(_Instead)
_NARROWED = ("include_types", "exclude_types", "max_age_days", "granularity")
KEYS = ("about", "extends", "rewrites", *_REQUIRED, *_INSTEAD, *_NARROWED)
_NAME = re.compile(r"[\w-]{1,40}")
GRANULARITIES: tuple[Granularity, ...] = get_args(Granularity)
_DAY = 86_400.0  # seconds
MAX_AGE = Parameter("maximum age in days", above=0, maximum=1_000_000)
_MOST_PROFILES = 1_000
_MOST_TYPES = 500  # of one list
_DEEPEST = 20  # levels of extends; more are a mistake


@dataclass(frozen=True, slots=True)
class _InheritedTable:
    """The table of a profile with the keys that it inherits from profiles of its file, and the places of the keys."""

    values: TomlTable
    places: Mapping[str, KeyPath]
    base: Profile | None  # the profile at the end of the chain: a built-in one, or another that exists already
    own: TomlTable = field(default_factory=dict)  # without inherited keys
    extended: _InheritedTable | None = None  # a profile of the same file


@dataclass(frozen=True, slots=True)
class UserProfiles:
    """The profiles of a file by name, in its order."""

    usable: Mapping[str, Profile] = field(default_factory=dict)
    unusable: Mapping[str, MissingPartError] = field(default_factory=dict)  # those that name a missing part


def own_profiles(
    written: SettingsSource, known: Mapping[str, Profile] = PROFILES, *, allow_zero_weights: bool = False
) -> UserProfiles:
    """The profiles of the file; `known` are the other profiles that they may extend.

    Raises SettingsError at the first fault other than a missing part, and for a profile whose lists all have the weight
    0 unless allowed.
    """
    tables = written.values.get("profiles", {})
    if not isinstance(tables, dict):
        raise written.wrong(("profiles",), f"must be a table of profiles such as [profiles.mine], got {shown(tables)}")
    written.limit(("profiles",), tables, _MOST_PROFILES, "profiles")
    for name in tables:
        if name in PROFILES:
            raise written.wrong(("profiles", name), "this is the name of a built-in profile; choose another name")
        if not _NAME.fullmatch(name):
            raise written.wrong(("profiles", name), "a name must have 1 to 40 letters, digits, - or _")
    profiles: dict[str, Profile] = {}
    unusable: dict[str, MissingPartError] = {}
    for name in tables:
        try:
            profiles[name] = _profile(name, tables, written, known=known)
        except MissingPartError as error:
            unusable[name] = error
    for name, profile in () if allow_zero_weights else profiles.items():
        _check_weights(profile, tables[name], ("profiles", name), written)
    return UserProfiles(profiles, unusable)


def _profile(name: str, tables: TomlTable, written: SettingsSource, *, known: Mapping[str, Profile]) -> Profile:
    table = _inherited_table(name, tables, written, known=known)
    missing = [key for key in _REQUIRED if key not in table.values]
    if missing and table.base is None:
        raise written.wrong(
            ("profiles", name), f'{missing[0]} is missing; add it, or inherit it with extends = "default"'
        )
    fusion = _fusion(table, written)
    assert fusion is not None  # it is a required key
    profile = Profile(
        name,
        _about(table, written),
        retrievers=_parts(table, "retrievers", "retriever", written),
        fusion=fusion,
        stages=_parts(table, "stages", "stage", written),
        granularity=_granularity(table, written),
        rewrites=_parts(table, "rewrites", "rewrite", written),
        where=_where(table, written),
        encoded=_instead("encoded", table, written),
        unspaced=_instead("unspaced", table, written),
    )
    _check_lists(profile, table, written)
    return profile


def _inherited_table(
    name: str, tables: TomlTable, written: SettingsSource, *, known: Mapping[str, Profile], below: tuple[str, ...] = ()
) -> _InheritedTable:
    """The table of a profile with those of the profiles that it extends; `below` are the profiles that extend it."""
    keys = ("profiles", name)
    table = written.table(keys, tables[name], KEYS)
    places = {key: (*keys, key) for key in table}
    extended = table.get("extends", "")
    if not isinstance(extended, str) or (not extended and "extends" in table):
        raise written.wrong(places["extends"], f"must be the name of a profile, got {shown(extended)}")
    if not extended:
        return _InheritedTable(table, places, None, table)
    if extended in known:
        return _InheritedTable(table, places, known[extended], table)
    if extended in (*below, name):
        raise written.wrong(places["extends"], f"circular inheritance: {' extends '.join((*below, name, extended))}")
    if len(below) == _DEEPEST:
        raise written.wrong(places["extends"], f"more than {_DEEPEST} levels of extends")
    if extended not in tables:
        unknown = written.unknown(places["extends"], extended, (*known, *tables), what="profile")
        raise UnknownProfileError(str(unknown))
    base = _inherited_table(extended, tables, written, known=known, below=(*below, name))
    inherited = {key: value for key, value in base.values.items() if key != "about"}
    return _InheritedTable({**inherited, **table}, {**base.places, **places}, base.base, table, base)


def _about(table: _InheritedTable, written: SettingsSource) -> str:
    value = table.values.get("about")
    if value is None:
        return f"like {table.values['extends']}" if "extends" in table.values else ""
    if not isinstance(value, str):
        raise written.wrong(table.places["about"], f"must be a string, got {shown(value)}")
    return value


def _parts(
    table: _InheritedTable,
    key: Literal["retrievers", "stages", "rewrites"],
    kind: ComponentKind,
    written: SettingsSource,
) -> tuple[Any, ...]:
    """The components of the profile, which inherit parameters from the extended profile."""
    base: tuple[object, ...] = getattr(table.base, key) if table.base else ()
    if table.extended:
        base = _parts(table.extended, key, kind, written)
    return parts(kind, table.own[key], written, table.places[key], base=base) if key in table.own else base


def _fusion(table: _InheritedTable, written: SettingsSource) -> Fusion | None:
    """As above; None when no profile states a fusion."""
    base = _fusion(table.extended, written) if table.extended else table.base.fusion if table.base else None
    if "fusion" not in table.own:
        return base
    fusion: Fusion = part("fusion", table.own["fusion"], written, table.places["fusion"], base=(base,))
    return fusion


def _instead(key: _Instead, table: _InheritedTable, written: SettingsSource) -> Fusion | None:
    """The fusion of that key; a profile that states `fusion` states the fusion for all embedders and all scripts."""
    if key in table.own:
        fusion: Fusion = part("fusion", table.own[key], written, table.places[key], base=())
        return fusion
    if "fusion" in table.own:
        return None
    if table.extended:
        return _instead(key, table.extended, written)
    inherited: Fusion | None = getattr(table.base, key) if table.base else None
    return inherited


def _granularity(table: _InheritedTable, written: SettingsSource) -> Granularity:
    if "granularity" not in table.values:
        return table.base.granularity if table.base else "document"
    value = table.values["granularity"]
    for granularity in GRANULARITIES:
        if value == granularity:
            return granularity
    raise written.wrong(table.places["granularity"], f"must be {expected(Granularity)}, got {shown(value)}")


def _check_lists(profile: Profile, table: _InheritedTable, written: SettingsSource) -> None:
    """Raises SettingsError without a list, for a list that occurs twice, and for weights of unknown lists, which would
    silently count as 0 or 1.
    """
    lists = [retriever.name for retriever in profile.retrievers]
    if not lists:
        raise written.wrong(table.places["retrievers"], f"must have at least one of {', '.join(names('retriever'))}")
    for name in lists:
        if lists.count(name) > 1:
            raise written.wrong(table.places["retrievers"], f"{name} occurs twice", word=name)
    known = dict.fromkeys((*names("retriever"), "graph", *lists))
    fusions = {"fusion": profile.fusion, "encoded": profile.encoded, "unspaced": profile.unspaced}
    for key, fusion in fusions.items():
        for name in getattr(fusion, "weights", ()) if key in table.values else ():
            if name not in known:
                raise written.wrong(
                    table.places[key], f"there is no list {shown(name)}; {offer(name, known)}", word=name
                )


def _check_weights(profile: Profile, own: TomlTable, keys: KeyPath, written: SettingsSource) -> None:
    """Raises SettingsError if no list of the profile has a weight above 0."""
    lists = [retriever.name for retriever in profile.retrievers]
    if isinstance(profile.fusion, Weighted | Rrf) and not any(map(profile.fusion.weight_of, lists)):
        key = next(key for key in ("fusion", "retrievers", "extends") if key in own)
        raise written.wrong(
            (*keys, key), f"every list has the weight 0, so no hit has a score; the lists are {', '.join(lists)}"
        )


def _where(table: _InheritedTable, written: SettingsSource) -> Expr:
    """The condition of the profile: types and age as it states them, or else those of the extended profile."""
    included, excluded = _types(table, "include_types", written), _types(table, "exclude_types", written)
    age = table.values.get("max_age_days")
    own: list[Expr] = []
    if included:
        own.append(Or(included) if len(included) > 1 else included[0])
    own += [Not(each) for each in excluded]
    if age is not None:
        own.append(Modified("age", high=_days(age, table, written) * _DAY))
    has_types = bool({"include_types", "exclude_types"} & table.values.keys())
    where = table.base.where if table.base else MatchAll()
    kept = [
        each
        for each in conditions(where)
        if not (has_types and is_of_types(each)) and not (age is not None and isinstance(each, Modified))
    ]
    return conjunction(*kept, *own)


def _days(age: object, table: _InheritedTable, written: SettingsSource) -> float:
    try:
        return number(age, float, MAX_AGE)
    except InvalidValueError as error:
        raise written.wrong(table.places["max_age_days"], error.fault) from error


def _types(table: _InheritedTable, key: str, written: SettingsSource) -> tuple[FieldEquals, ...]:
    value = table.values.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise written.wrong(
            table.places[key], f'must be a list of types such as ["article", "paper"], got {shown(value)}'
        )
    written.limit(table.places.get(key, ()), value, _MOST_TYPES, "types")
    return tuple(FieldEquals("type", each.strip()) for each in value)
