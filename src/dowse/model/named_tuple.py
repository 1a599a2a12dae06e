"""`NamedTuple` whose classes are made in a third of the time: a command defines 80 of them.

The one of `typing` compiles each annotation and a function for each class; this one keeps annotations as texts, which
`get_type_hints` reads, and compiles the function once for all classes of a length.  Type checkers see that of `typing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

__all__ = ["NamedTuple"]


class _Standard(NamedTuple):
    """A named tuple of `typing`."""

    field: object


_Getter: Callable[[int, str], object] = type(vars(_Standard)["field"])  # reads a field, in C


class _NamedTupleType(type):
    """Makes a class below `NamedTuple`, whose own type is `type`."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        if bases != (NamedTuple,):
            raise TypeError(f"{name} is below {bases}; a class with more bases is made by typing.NamedTuple")
        annotations: Mapping[str, str] = namespace.get("__annotations__", {})
        fields = tuple(annotations)
        defaults = {field: namespace.pop(field) for field in fields if field in namespace}
        new = _new(fields, tuple(defaults.values()))
        new.__annotations__ = dict(annotations)
        own = {"__new__": new, "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
        getters = {field: _Getter(n, f"Alias for field number {n}") for n, field in enumerate(fields)}
        return type(name, (tuple,), {"__slots__": (), **own, **getters, **_SHARED, **namespace})


def _new(fields: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
    common = _compiled(len(fields))
    code = common.__code__.replace(co_varnames=("_cls", *fields), co_name="__new__")
    return FunctionType(code, common.__globals__, "__new__", defaults)


@lru_cache(None)
def _compiled(count: int) -> FunctionType:
    """`__new__` of a tuple with so many fields, which have no names."""
    fields = "".join(f"p{n}, " for n in range(count))
    source = f"lambda cls, {fields}: new(cls, ({fields}))"
    return cast("FunctionType", eval(source, {"new": tuple.__new__}))  # noqa: S307  # as collections does


def _make(cls: type, values: Iterable[object]) -> object:
    """A tuple of the values."""
    made: tuple[object, ...] = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):  # type: ignore[attr-defined]  # of each class
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")  # type: ignore[attr-defined]
    return made


def _replace(self: Any, /, **changes: object) -> object:
    """The tuple with other values of some fields. Raises TypeError for others, as since Python 3.13."""
    made = self._make(map(changes.pop, self._fields, self))
    if changes:
        raise TypeError(f"Got unexpected field names: {list(changes)!r}")
    return made


def _asdict(self: Any) -> dict[str, object]:
    """The values by the names of their fields."""
    return dict(zip(self._fields, self, strict=True))


def _repr(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in _asdict(self).items())})"


def _values(self: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(self)


_SHARED = {
    "_make": classmethod(_make),
    "_replace": _replace,
    "__replace__": _replace,
    "_asdict": _asdict,
    "__repr__": _repr,
    "__getnewargs__": _values,
}
if not TYPE_CHECKING:
    NamedTuple = type.__new__(_NamedTupleType, "NamedTuple", (), {"__doc__": "As of `typing`."})
