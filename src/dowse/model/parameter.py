"""The specification of a parameter of a component: its meaning, its valid range and its slider.

A component (a retriever, a fusion, a stage, a rewrite or a chunker) is a frozen dataclass, and each of its fields is
declared with `parameter(default, "meaning", minimum=0, ...)`.  Settings files, sliders and docs/settings.md all read
this one declaration.  The metadata of a field needs no evaluation of annotations, which would take 2.5 ms at start-up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import Field, field, fields, is_dataclass, replace
from functools import cache, lru_cache, partial
from math import inf
from numbers import Real
from typing import Any, TypeVar, cast

from .value_class import dataclass

T = TypeVar("T")
_Bound = float | str  # a number, or the name of the parameter of the same component whose value is the bound

_KEY = "parameter"  # of the metadata of a field


class InvalidValueError(ValueError):
    """A value outside the type or the range of its parameter.

    `key` is the name of the parameter, with a dot before the name of a value inside it (`weights.title`), and empty for
    a fault of the whole component.  `fault` continues a sentence that begins with the key: "must be 1 or more, got 0".
    """

    def __init__(self, key: str, fault: str, *, known: tuple[str, ...] = ()) -> None:
        super().__init__(f"{key} {fault}".strip())
        self.key = key
        self.fault = fault
        self.known = known  # the valid names, if `key` is unknown


@dataclass(frozen=True, slots=True)
class Slider:
    """How a page offers a number for tuning.  Without a minimum or a maximum the valid range has them."""

    label: str
    step: float
    minimum: float | None = None
    maximum: float | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """How a page offers a component that a profile may do without."""

    label: str
    about: str  # one line, without a full stop


@dataclass(frozen=True, slots=True)
class Parameter:
    """The specification of one parameter.  The bounds apply to each number in a tuple, a mapping or a dataclass."""

    about: str  # one line, without a full stop
    minimum: _Bound | None = None  # included
    maximum: _Bound | None = None  # included
    above: _Bound | None = None  # excluded
    below: _Bound | None = None  # excluded
    row: tuple[Parameter, ...] = ()  # of a tuple of rows: the specification of each column
    slider: Slider | None = None  # None for a parameter that is not for tuning

    @property
    def range(self) -> str:
        """The valid numbers in words, as in "from 0 to 1"; empty if every value is valid."""
        if self.row:
            return ", ".join(f"{column.about} {column.range}" for column in self.row)
        return self._range(self._named)

    def fault(self, value: object) -> str:
        """Why the value is not valid, as in "must be from 0 to 1, got 5"; empty if it is valid.  Bounds are numbers."""
        return next((fault for _, fault in self._faults("", value, None)), "")

    def check(self, key: str, value: object, component: object) -> None:
        """Raises InvalidValueError at the first invalid number in the value; `key` is the name of the parameter."""
        for path, fault in self._faults(key, value, component):
            raise InvalidValueError(path, fault)

    def bounds(self, component: object) -> tuple[float, float]:
        """The limits of the valid numbers in the component, infinite where there is no limit."""
        low = self.above if self.minimum is None else self.minimum
        high = self.below if self.maximum is None else self.maximum
        return _limit(low, component, -inf), _limit(high, component, inf)

    def _faults(self, key: str, value: object, component: object) -> Iterator[tuple[str, str]]:
        if self.row and isinstance(value, tuple):
            for line in value:
                for column, each in zip(self.row, line, strict=True):
                    if fault := column.fault(each):
                        yield key, f"{column.about} {fault}"
        elif self._is_bounded:
            for path, number in _numbers(key, value):
                if fault := self._number_fault(number, component):
                    yield path, fault

    def _number_fault(self, number: object, component: object) -> str:
        if isinstance(number, bool) or not isinstance(number, Real):  # Real: numpy's numbers too
            return f"must be a number, got {number!r}"
        value = float(number)
        low, high = self.bounds(component)
        is_high_enough = low <= value if self.above is None else low < value
        is_low_enough = value <= high if self.below is None else value < high
        if is_high_enough and is_low_enough and abs(value) < inf:
            return ""
        return f"must be {self._range(partial(self._named, component=component))}, got {_shown(number)}"

    @property
    def _is_bounded(self) -> bool:
        return any(bound is not None for bound in (self.minimum, self.maximum, self.above, self.below))

    def _range(self, shown: Callable[[_Bound], str]) -> str:
        match self.minimum, self.above, self.maximum, self.below:
            case None, None, None, None:
                return ""
            case low, None, None, None if low is not None:
                return f"{shown(low)} or more"
            case None, above, None, None if above is not None:
                return f"above {shown(above)}"
            case low, None, high, None if low is not None and high is not None:
                return f"from {shown(low)} to {shown(high)}"
            case low, None, None, below if low is not None and below is not None:
                return f"{shown(low)} or more and below {shown(below)}"
            case None, above, high, None if above is not None and high is not None:
                return f"above {shown(above)} and up to {shown(high)}"
            case _:
                raise AssertionError("a range has one lower bound at least and one upper bound at most")

    @staticmethod
    def _named(bound: _Bound, component: object = None) -> str:
        if not isinstance(bound, str):
            return _shown(bound)
        return bound if component is None else f"{bound} ({_shown(getattr(component, bound))})"


def parameter(  # noqa: PLR0913  # the fields of a specification
    default: T,
    about: str,
    *,
    minimum: _Bound | None = None,
    maximum: _Bound | None = None,
    above: _Bound | None = None,
    below: _Bound | None = None,
    row: tuple[Parameter, ...] = (),
    slider: Slider | None = None,
) -> T:
    """A dataclass field with this default and this specification; a dict as default is copied for each instance."""
    metadata = {_KEY: Parameter(about, minimum, maximum, above, below, row, slider)}
    if isinstance(default, dict):
        return cast(T, field(default_factory=partial(dict, default), metadata=metadata))
    return field(default=default, metadata=metadata)


@cache
def parameters(cls: type) -> Mapping[str, Parameter]:
    """The specifications of the fields of a dataclass that have one, by the names of the fields, in their order."""
    return {each.name: each.metadata[_KEY] for each in _fields(cls) if _KEY in each.metadata}


def check(component: object) -> None:
    """Raises InvalidValueError at the first invalid value of a component; None is valid where None is the default."""
    cls: type = type(component)
    for name, spec in parameters(cls).items():
        value = getattr(component, name)
        if value is not None or name not in _optional(cls):
            spec.check(name, value, component)


def changed(component: T, **changes: Hashable) -> T:
    """The component with these values, as of `dataclasses.replace`, for components that searches change alike.

    The last results are kept, since a new component is checked, which takes as long as a part of a search.  Raises
    InvalidValueError at the first invalid value.
    """
    return cast(T, _changed(component, **changes))


@lru_cache(maxsize=256)
def _changed(component: Any, **changes: Hashable) -> object:
    return replace(component, **changes)


@cache
def _optional(cls: type) -> frozenset[str]:
    """The names of the parameters without a value by default."""
    return frozenset(each.name for each in _fields(cls) if each.default is None)


def _fields(cls: type) -> Iterable[Field[object]]:
    return fields(cls) if is_dataclass(cls) else ()


def _limit(bound: _Bound | None, component: object, without: float) -> float:
    if bound is None:
        return without
    limit: float = getattr(component, bound) if isinstance(bound, str) else bound
    return limit


def _numbers(key: str, value: object) -> Iterator[tuple[str, object]]:
    """Each number in the value with its key; a value of any other type is returned to be reported."""
    if isinstance(value, Mapping):
        inner: Iterable[tuple[str, object]] = value.items()
    elif is_dataclass(value):
        inner = ((each.name, getattr(value, each.name)) for each in fields(value))
    else:
        yield key, value
        return
    for name, each in inner:
        yield f"{key}.{name}", each


def _shown(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:,g}"
