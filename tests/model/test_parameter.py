"""The specification of parameters: every component has one, and every range and slider in it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

import pytest

from dowse.model.parameter import InvalidValueError, Parameter, changed, check, parameter, parameters
from dowse.settings.component_registry import NAMES
from dowse.settings.validate import settable
from dowse.stages.confidence import Confidence

_COMPONENTS: list[type] = [cls for classes in NAMES.values() for cls in classes.values()]
_BOUNDS = ("minimum", "maximum", "above", "below")


@dataclass(frozen=True, slots=True)
class Sample:
    """A component of a test."""

    low: float = parameter(1.0, "lower end", minimum=0, maximum="high")
    high: float = parameter(2.0, "upper end", above="low")
    share: float = parameter(0.5, "a share", above=0, maximum=1)
    weights: dict[str, float] = parameter({"a": 1.0}, "weights", minimum=0, below=10)
    limit: int | None = parameter(None, "limit", minimum=1)
    name: str = parameter("", "any text")

    def __post_init__(self) -> None:
        check(self)


def _numbers_outside() -> Iterator[tuple[type, str, float]]:
    for cls in _COMPONENTS:
        for name, spec in parameters(cls).items():
            for bound, number in ((each, getattr(spec, each)) for each in _BOUNDS):
                if isinstance(number, int | float):
                    beyond = {"minimum": number - 1, "maximum": number + 1, "above": number, "below": number}
                    yield cls, name, beyond[bound]


@pytest.mark.parametrize("cls", _COMPONENTS)
def test_each_field_that_settings_can_set_has_a_specification(cls: type) -> None:
    assert tuple(parameters(cls)) == tuple(settable(cls))


@pytest.mark.parametrize("cls", _COMPONENTS)
def test_each_specification_describes_the_parameter_in_one_line(cls: type) -> None:
    abouts = [spec.about for spec in parameters(cls).values()]
    assert all(about and about.isprintable() and not about.endswith(".") for about in abouts)


@pytest.mark.parametrize(("cls", "name", "number"), list(_numbers_outside()))
def test_each_component_refuses_a_number_beyond_each_bound(cls: type, name: str, number: float) -> None:
    default = getattr(cls(), name)
    value: Any = number
    if not isinstance(default, int | float | None):
        keys = default if isinstance(default, dict) else [each.name for each in fields(default)]
        value = {next(iter(keys), "keyword"): number} if isinstance(default, dict) else type(default)(number)
    with pytest.raises(InvalidValueError, match=rf"^{name}.* must be .*, got "):
        cls(**{name: value})


@pytest.mark.parametrize("cls", _COMPONENTS)
def test_each_slider_offers_valid_numbers_only(cls: type) -> None:
    for name, spec in parameters(cls).items():
        if spec.slider:
            low, high = spec.bounds(cls())
            ends = (low if spec.slider.minimum is None else spec.slider.minimum, spec.slider.maximum or high)
            assert low <= ends[0] < ends[1] < inf, name
            assert ends[1] <= high or isinstance(spec.maximum, str), name
            assert 0 < spec.slider.step <= ends[1] - ends[0], name


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (Parameter(""), ""),
        (Parameter("", minimum=1), "1 or more"),
        (Parameter("", above=0), "above 0"),
        (Parameter("", minimum=20, maximum=10_000), "from 20 to 10,000"),
        (Parameter("", above=0, maximum=1), "above 0 and up to 1"),
        (Parameter("", minimum=0, below="size"), "0 or more and below size"),
        (
            Parameter("", row=(Parameter("rank", minimum=1), Parameter("share", above=0.5))),
            "rank 1 or more, share above 0.5",
        ),
    ],
)
def test_a_range_is_given_in_words(spec: Parameter, words: str) -> None:
    assert spec.range == words


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"low": 3}, "low must be from 0 to high (2), got 3"),
        ({"high": 1}, "high must be above low (1), got 1"),
        ({"share": 0}, "share must be above 0 and up to 1, got 0"),
        ({"weights": {"b": 10}}, "weights.b must be 0 or more and below 10, got 10"),
        ({"weights": {"b": "much"}}, "weights.b must be a number, got 'much'"),
        ({"limit": True}, "limit must be a number, got True"),
        ({"low": float("nan")}, "low must be from 0 to high (2), got nan"),
    ],
)
def test_an_error_names_the_parameter_its_range_and_the_value(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValueError) as raised:
        Sample(**values)
    assert str(raised.value) == message


def test_a_value_is_checked_without_a_component() -> None:
    spec = Parameter("", minimum=1, maximum=3)
    assert [spec.fault(number) for number in (1, 3, 4)] == ["", "", "must be from 1 to 3, got 4"]


def test_instances_do_not_share_a_default_that_is_a_dict() -> None:
    assert Sample().weights == {"a": 1.0}
    assert Sample().weights is not Sample().weights


def test_a_changed_component_is_made_once_and_checked() -> None:
    component = Confidence()
    halved = changed(component, least=0.5)
    assert halved == replace(component, least=0.5)
    assert changed(component, least=0.5) is halved
    with pytest.raises(InvalidValueError):
        changed(component, least=2.0)
