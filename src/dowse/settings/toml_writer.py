"""A profile as the table of a settings file, and as the text of that table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, is_dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..query.ast import And, Expr, FieldEquals, Modified, Not, Or
from ..search.profile import Profile
from .component_packages import ComponentKind
from .component_registry import NAMES
from .validate import settable

if TYPE_CHECKING:
    from tomlkit.items import Item

_ALWAYS_WRITTEN = "weights"  # of a fusion: a mapping is replaced whole, so a program that changes one needs them all
_LISTS = frozenset({"retrievers", "stages"})  # written even when they are empty, since a profile needs them
_DAY = 86_400.0  # seconds
_FOREVER = float("inf")


class ExpressibleCondition(NamedTuple):
    """The types and the age of a condition, as far as a settings file can express them."""

    included: tuple[str, ...] | None  # None: every type
    excluded: tuple[str, ...]
    max_age_days: float | None


def table_of(profile: Profile) -> dict[str, object]:
    """The table that defines this profile, without its name and description, and without `extends`.

    A component is a name, or a table of one key with the parameters that differ from the defaults.  The table lacks
    components that a settings file cannot express: those of other packages, and filters except types and age.
    Types that are excluded together are excluded one by one: another value that selects the same documents.
    """
    kept = kept_by(profile.where)
    table: dict[str, object] = {
        "retrievers": _parts("retriever", profile.retrievers),
        "fusion": next(iter(_parts("fusion", (profile.fusion,))), None),
        "encoded": next(iter(_parts("fusion", (profile.encoded,))), None) if profile.encoded else None,
        "unspaced": next(iter(_parts("fusion", (profile.unspaced,))), None) if profile.unspaced else None,
        "stages": _parts("stage", profile.stages),
        "rewrites": _parts("rewrite", profile.rewrites),
        "granularity": profile.granularity,
        "include_types": list(kept.included or ()),
        "exclude_types": list(kept.excluded),
        "max_age_days": kept.max_age_days,
    }
    return {key: value for key, value in table.items() if value is not None and (value != [] or key in _LISTS)}


def kept_by(where: Expr) -> ExpressibleCondition:
    """The types and the age that the condition keeps; of several lists of types their intersection."""
    included: tuple[str, ...] | None = None
    excluded: list[str] = []
    days: list[float] = []
    for each in where.items if isinstance(where, And) else (where,):
        if isinstance(each, Not):
            excluded += _types(each.item) or ()
        elif isinstance(each, Modified):
            days += [_days(each)] if each.scale == "age" and each.low < 0 < each.high < _FOREVER else []
        elif types := _types(each):
            included = types if included is None else tuple(name for name in included if name in types)
    return ExpressibleCondition(included, tuple(dict.fromkeys(excluded)), min(days, default=None))


def toml_of(table: Mapping[str, object], name: str) -> str:
    """The table as `[profiles.NAME]` of a settings file, a key a line; of a list with tables in it an item a line.

    Raises TypeError for a value that TOML has not, such as None.
    """
    import tomlkit  # noqa: PLC0415  # here, since it costs 30 ms and few commands write a profile

    written = tomlkit.table()
    for key, value in table.items():
        written.append(key, _item(value))
    profiles = tomlkit.table(is_super_table=True)
    profiles.append(name, written)
    return tomlkit.document().append("profiles", profiles).as_string()


def _parts(kind: ComponentKind, parts: Iterable[object]) -> list[object]:
    names = {cls: name for name, cls in NAMES[kind].items()}
    return [_part(names[type(part)], part) for part in parts if type(part) in names]


def _part(name: str, part: object) -> object:
    fields = _changed_fields(part)
    if hasattr(part, "weights") and isinstance(part.weights, Mapping) and part.weights:
        fields[_ALWAYS_WRITTEN] = dict(part.weights)
    return {name: fields} if fields else name


def _changed_fields(value: object) -> dict[str, object]:
    """Those fields of a dataclass that a file can set and that are not as usual."""
    return dict(_changed(value)) if is_dataclass(value) else {}


def _changed(value: object) -> Iterator[tuple[str, object]]:
    for key, each in settable(type(value)).items():
        current = getattr(value, key)
        usual = each.default if each.default_factory is MISSING else each.default_factory()
        if current != usual:
            yield key, _plain(current)


def _plain(value: object) -> object:
    """The value of a field as a value of TOML."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return _changed_fields(value) if is_dataclass(value) else value


def _types(expr: Expr) -> tuple[str, ...] | None:
    """The types, if the condition is one of them or the other; None when it is about anything else."""
    leaves = expr.items if isinstance(expr, Or) else (expr,)
    types = tuple(leaf.value for leaf in leaves if isinstance(leaf, FieldEquals) and leaf.field == "type")
    return types if len(types) == len(leaves) else None


def _days(age: Modified) -> float:
    """The days of the age; as a whole number where they are one, as people write it."""
    days = age.high / _DAY
    return int(days) if days.is_integer() else days


def _item(value: object) -> Item:
    """The value for one line; of a list with tables in it for a line each."""
    import tomlkit  # noqa: PLC0415  # as above

    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, each in value.items():
            table.append(key, _item(each))
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        array.extend(_item(each) for each in value)
        return array.multiline(any(isinstance(each, Mapping) for each in value))
    return tomlkit.item(value)
