"""Named tuples behave as those of `typing` do."""

from __future__ import annotations

import copy
import pickle
import typing
from inspect import signature
from operator import attrgetter
from typing import Any, Generic, TypeVar, get_type_hints

import pytest

from dowse.model.named_tuple import NamedTuple

Item = TypeVar("Item")


class Point(NamedTuple):
    """With a default, a method and a property."""

    x: float
    y: float = 0.5
    tags: tuple[str, ...] = ()

    @property
    def sum(self) -> float:
        """Of both."""
        return self.x + self.y

    def moved(self, by: float) -> Point:
        """Elsewhere."""
        return self._replace(x=self.x + by)


class Standard(typing.NamedTuple):
    """The same by `typing`."""

    x: float
    y: float = 0.5
    tags: tuple[str, ...] = ()

    @property
    def sum(self) -> float:
        """Of both."""
        return self.x + self.y

    def moved(self, by: float) -> Standard:
        """Elsewhere."""
        return self._replace(x=self.x + by)


class Empty(NamedTuple):
    """Without fields."""


_BOTH: tuple[Any, Any] = (Point, Standard)


def _equal(read: typing.Callable[[Any], object]) -> None:
    ours, theirs = map(read, _BOTH)
    assert ours == theirs


@pytest.mark.parametrize("arguments", [(1,), (1, 2), (1, 2, ("t",))])
def test_a_tuple_has_the_values_the_text_and_the_hash_of_a_standard_one(arguments: tuple[Any, ...]) -> None:
    _equal(lambda kind: kind(*arguments))
    _equal(lambda kind: hash(kind(*arguments)))
    _equal(lambda kind: (kind(*arguments).x, kind(*arguments).y, kind(*arguments).tags, kind(*arguments).sum))
    _equal(lambda kind: repr(kind(*arguments)).removeprefix(kind.__name__))
    _equal(lambda kind: kind(*arguments)._asdict())
    _equal(lambda kind: kind(*arguments).moved(3))
    assert type(Point(1).moved(3)) is Point
    assert (repr(Empty()), Empty()) == ("Empty()", ())


def test_the_class_tells_its_fields_as_a_standard_one() -> None:
    for name in ("_fields", "_field_defaults", "__match_args__", "__slots__", "__bases__"):
        _equal(attrgetter(name))
    _equal(get_type_hints)
    _equal(lambda kind: list(signature(kind).parameters))
    _equal(lambda kind: [each.default for each in signature(kind).parameters.values()])
    _equal(lambda kind: (type(kind), kind.x.__doc__, kind._make([1, 2, ()])))
    assert (Point.__doc__, Point.__module__) == ("With a default, a method and a property.", __name__)


def test_wrong_arguments_are_refused_as_by_a_standard_one() -> None:
    for wrong in (
        lambda kind: kind(),
        lambda kind: kind(1, z=2),
        lambda kind: kind(1, 2, (), 3),
        lambda kind: kind._make([1]),
        lambda kind: setattr(kind(1), "x", 2),
    ):
        messages = []
        for kind in _BOTH:
            with pytest.raises((TypeError, ValueError, AttributeError)) as refused:
                wrong(kind)
            messages.append((refused.type, str(refused.value).replace("<lambda>", "__new__").split("() ")[-1]))
        assert messages[0] == messages[1]


def test_an_unknown_field_is_not_replaced() -> None:
    with pytest.raises(TypeError, match=r"Got unexpected field names: \['z'\]"):
        Point(1)._replace(z=2)  # type: ignore[call-arg]  # the error


def test_a_tuple_is_copied_pickled_and_matched() -> None:
    point = Point(1, tags=("t",))
    loaded = pickle.loads(pickle.dumps(point))  # noqa: S301  # our own
    assert loaded == copy.deepcopy(point) == copy.copy(point) == point
    assert type(loaded) is type(copy.copy(point)) is Point
    match point:
        case Point(x, y):
            assert (x, y) == (1, 0.5)


def test_a_class_with_more_bases_is_refused() -> None:
    with pytest.raises(TypeError, match=r"typing\.NamedTuple"):

        class _Pair(NamedTuple, Generic[Item]):
            first: Item
