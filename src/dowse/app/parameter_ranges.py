"""The sliders and switches of a profile: its tunable parameters, with range, value and text.

A program that tunes a profile keeps the `table` of the profile, as a settings file would have it, and writes the value
of each moved knob into that table:

- `fusion` is one component, `retrievers` and `stages` are lists of components.  A component is a name, or a table of
  one key, the name, whose value has the parameters: `"neighbours"` is `{"neighbours": {}}`.
- The knob {"part": "stages", "name": "time_boost", "field": "max_boost"} is the parameter `max_boost` of the first
  stage of that name; `weights.keyword` is the key `keyword` of the table `weights`, which the component may lack.
- A knob with "switch": true and an empty "field" inserts its "stage" into the list, before the first stage that is
  named in "before", or at the end.

The table is then the `mix` of a search.  Any single knob within its range gives a valid profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from ..model.parameter import Parameter, Slider, Switch, parameters
from ..ports.pipeline import is_before
from ..search.profile import Profile
from ..search.profile_docs import name_of
from ..settings.component_registry import NAMES
from ..settings.toml_writer import table_of
from .results.json_fields import Json

_WEIGHTS = "weights"
_OTHER_FUSIONS = frozenset({"encoded", "unspaced"})  # a profile that states `fusion` states it for every query


def knobs_json(profile: Profile) -> dict[str, Json]:
    """The table of the profile, and its knobs."""
    return {
        "table": cast(Json, {key: part for key, part in table_of(profile).items() if key not in _OTHER_FUSIONS}),
        "knobs": [*_weights(profile), *_fields(profile), *_switches(profile)],
    }


def _weights(profile: Profile) -> Iterator[dict[str, Json]]:
    """A slider for the weight of each list, if the fusion weighs several lists."""
    spec = parameters(type(profile.fusion)).get(_WEIGHTS)
    weight_of: Callable[[str], float] | None = getattr(profile.fusion, "weight_of", None)
    if spec is None or spec.slider is None or weight_of is None or len(profile.retrievers) < 2:
        return
    weights = {each.name: weight_of(each.name) for each in profile.retrievers}
    for name, weight in weights.items():
        others = sum(weights.values()) - weight
        least = 0.0 if others > 0 else spec.slider.step  # or no hit would have a score
        slider = Slider(f"{name} {spec.slider.label}", spec.slider.step, least, spec.slider.maximum)
        yield _knob("fusion", profile.fusion, f"{_WEIGHTS}.{name}", Parameter(_list(name), slider=slider), weight)


def _list(name: str) -> str:
    return f"weight of the {name} list{' (links of the best hits)' if name == 'graph' else ''}"


def _fields(profile: Profile) -> Iterator[dict[str, Json]]:
    """A slider for each tunable number; of two components of one name, for those of the first."""
    components: tuple[tuple[str, object], ...] = (
        ("fusion", profile.fusion),
        *(("retrievers", each) for each in profile.retrievers),
        *(("stages", each) for each in profile.stages),
    )
    seen: set[tuple[str, type]] = set()
    for part, component in components:
        cls: type = type(component)
        for name, spec in parameters(cls).items() if (part, cls) not in seen else ():
            value = getattr(component, name)
            if spec.slider and isinstance(value, int | float):  # not for a decay that differs by the kind of link
                yield _knob(part, component, name, spec, value)
        seen.add((part, cls))


def _knob(part: str, component: object, field: str, spec: Parameter, value: float) -> dict[str, Json]:
    """The slider with its value: the usual range within the valid one, widened to the value."""
    assert spec.slider is not None
    low, high = spec.bounds(component)
    least = low if spec.slider.minimum is None else max(low, spec.slider.minimum)
    most = high if spec.slider.maximum is None else min(high, spec.slider.maximum)
    return {
        "part": part,
        "name": name_of(component),
        "field": field,
        "least": min(least, value),
        "most": max(most, value),
        "step": spec.slider.step,
        "label": spec.slider.label,
        "about": spec.about,
        "value": value,
    }


def _switches(profile: Profile) -> Iterator[dict[str, Json]]:
    """A switch for each optional stage that the profile lacks."""
    there = {type(stage) for stage in profile.stages}
    for name, stage in sorted(NAMES["stage"].items(), key=lambda each: getattr(each[1], "position", 0)):
        switch: Switch | None = getattr(stage, "switch", None)
        if switch is not None and stage not in there:
            yield {
                "part": "stages",
                "name": name,
                "field": "",
                "switch": True,
                "value": False,
                "stage": name,
                "before": [other for other, kind in NAMES["stage"].items() if is_before(stage, kind)],
                "label": switch.label,
                "about": switch.about,
            }
