"""Value classes behave as frozen dataclasses with slots do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import KW_ONLY, FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature
from typing import Any, ClassVar, get_type_hints

import pytest

from dowse.model import value_class


@value_class.dataclass(frozen=True, slots=True)
class Point:
    """With all that a field may have."""

    x: float
    y: float = 0.5
    tags: list[str] = field(default_factory=list, compare=False)
    secret: str = field(default="s", repr=False)
    _: KW_ONLY
    name: str = ""

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError(self.x)


@dataclass(frozen=True, slots=True)
class Standard:
    """The same by the standard decorator."""

    x: float
    y: float = 0.5
    tags: list[str] = field(default_factory=list, compare=False)
    secret: str = field(default="s", repr=False)
    _: KW_ONLY
    name: str = ""


@value_class.dataclass(frozen=True, slots=True)
class Plain:
    """Without a field that only a keyword sets, as most."""

    x: float
    kinds: ClassVar[tuple[str, ...]] = ("plain",)
    y: float = 0.5
    tags: list[str] = field(default_factory=list, compare=False)
    secret: str = field(default="s", repr=False)
    name: str = ""
    seen: tuple[int, ...] = field(init=False, default=(1,))


@dataclass(frozen=True, slots=True)
class StandardPlain:
    """The same by the standard decorator."""

    x: float
    kinds: ClassVar[tuple[str, ...]] = ("plain",)
    y: float = 0.5
    tags: list[str] = field(default_factory=list, compare=False)
    secret: str = field(default="s", repr=False)
    name: str = ""
    seen: tuple[int, ...] = field(init=False, default=(1,))


@value_class.dataclass(frozen=True, slots=True, kw_only=True)
class ByName:
    """All of whose fields only a keyword sets."""

    x: float
    unit: str = "m"
    tags: list[str] = field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardByName:
    """The same by the standard decorator."""

    x: float
    unit: str = "m"
    tags: list[str] = field(default_factory=list, compare=False)


_PAIRS: list[tuple[Any, Any]] = [(Point, Standard), (Plain, StandardPlain), (ByName, StandardByName)]


@value_class.dataclass(frozen=True, slots=True, kw_only=True)
class Named(Point):
    """A value class below another."""

    unit: str = "m"
    seen: tuple[int, ...] = field(init=False, default=(1,))
    found: list[int] = field(init=False, default_factory=list)


@value_class.dataclass(frozen=True, slots=True)
class Branch(value_class.CachedHash):
    """A value class that keeps its hash."""

    items: tuple[Point, ...]


@dataclass(frozen=True)
class Outside(Point):
    """A class of another package, by the standard decorator."""

    z: float = 3.0


@value_class.dataclass(frozen=True, slots=True)
class Other:
    """With the first fields of a point."""

    x: float
    y: float = 0.5


@value_class.dataclass(frozen=True, slots=True)
class Empty:
    """Without fields."""


@value_class.dataclass(frozen=True, slots=True, eq=False)
class Single:
    """That compares by identity."""

    x: int


def _made() -> Iterator[tuple[Any, Any]]:
    given: list[tuple[Any, Any]] = [((1,), {}), ((1, 2), {"name": "n"}), ((1, 2, ["t"], "q"), {}), ((2,), {"y": 3})]
    for arguments, named in given:
        yield Point(*arguments, **named), Standard(*arguments, **named)
        yield Plain(*arguments, **named), StandardPlain(*arguments, **named)
    yield ByName(x=1), StandardByName(x=1)


def test_a_value_has_the_fields_the_text_and_the_hash_of_a_standard_one() -> None:
    for ours, theirs in _made():
        assert asdict(ours) == asdict(theirs)
        assert repr(ours) == repr(theirs).replace(type(theirs).__name__, type(ours).__name__)
        assert hash(ours) == hash(theirs)
        assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]


@pytest.mark.parametrize(("cls", "standard"), _PAIRS)
def test_a_class_has_the_signature_and_the_slots_of_a_standard_one(cls: Any, standard: Any) -> None:
    assert str(signature(cls)) == str(signature(standard))
    assert get_type_hints(cls.__init__) == get_type_hints(standard.__init__)
    assert (cls.__match_args__, cls.__slots__) == (standard.__match_args__, standard.__slots__)
    assert (cls.__module__, cls.__qualname__) == (__name__, cls.__name__)


def test_the_fields_of_a_class_are_the_same_when_two_threads_read_them_at_once() -> None:
    @value_class.dataclass(frozen=True, slots=True)
    class Listed:
        """Read below."""

        tags: list[str] = field(default_factory=list, compare=False)

    reader = vars(Listed)["__dataclass_fields__"]
    first, second = (reader.__get__(None, Listed)["tags"] for _ in range(2))
    assert (second.default_factory, second.compare) == (first.default_factory, first.compare) == (list, False)


def test_values_are_equal_as_standard_ones_are() -> None:
    for one, its in _made():
        for two, other in _made():
            assert (one == two) == (its == other)
    beside: object = Other(1)
    assert Point(1) != beside
    assert Empty() == Empty()
    assert hash(Empty()) == hash(())
    assert Single(1) != Single(1)


def test_a_value_that_keeps_its_hash_is_equal_to_one_that_was_not_hashed() -> None:
    hashed = Branch((Point(1.0), Point(2.0)))
    assert hash(hashed) == hash(hashed) == hash(replace(hashed))
    assert hashed == Branch((Point(1.0), Point(2.0)))
    assert hash(replace(hashed, items=(Point(3.0),))) != hash(hashed)
    assert pickle.loads(pickle.dumps(hashed)) == copy.copy(hashed) == hashed  # noqa: S301  # made above


def test_a_value_does_not_change() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError, match="x"):
        point.x = 2  # type: ignore[misc]  # refused
    with pytest.raises(FrozenInstanceError, match="x"):
        del point.x  # refused
    with pytest.raises((AttributeError, TypeError)):
        setattr(point, "unknown", 2)  # noqa: B010  # refused
    assert not hasattr(point, "__dict__")


def test_each_value_has_a_list_of_its_own() -> None:
    one, two = Point(1), Point(1)
    one.tags.append("a")
    assert two.tags == []


def test_a_replaced_value_is_checked() -> None:
    assert replace(Point(1), x=2, name="n") == Point(2, name="n")
    with pytest.raises(ValueError, match="-1"):
        replace(Point(1), x=-1)


@pytest.mark.parametrize("value", [Point(1, 2, ["t"], name="n"), Named(1, unit="km"), Outside(1, z=2.0), Empty()])
def test_a_value_is_copied_and_pickled(value: object) -> None:
    assert copy.copy(value) == copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value  # noqa: S301  # ours


def test_a_class_below_has_the_fields_of_both() -> None:
    assert [each.name for each in fields(Named)] == [*(each.name for each in fields(Point)), "unit", "seen", "found"]
    assert Named(1, unit="km") != Named(1)
    assert (Named(1).seen, Named(1).found) == ((1,), [])
    assert Outside(1).z == 3.0
    with pytest.raises(FrozenInstanceError):
        Named(1).unit = "km"  # type: ignore[misc]  # refused


@pytest.mark.parametrize("missing", [(), (1, 2, [], "q", 5)])
def test_wrong_arguments_are_a_type_error(missing: Any) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Point(*missing)


def test_a_class_that_may_change_is_refused() -> None:
    decorate: Any = value_class.dataclass
    with pytest.raises(TypeError):
        decorate(frozen=False, slots=True)
