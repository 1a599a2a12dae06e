from __future__ import annotations

from typing import Any

from dowse.app.profile_schema import profile_schema
from dowse.model.parameter import parameters
from dowse.settings.component_registry import NAMES
from dowse.settings.user_profiles import KEYS

_SCHEMA = profile_schema()


def _tables(key: str) -> dict[str, Any]:
    listed = _SCHEMA["properties"][key]
    tables: dict[str, Any] = listed.get("items", listed)["anyOf"][1]["properties"]
    return tables


def test_the_schema_has_each_key_and_each_component_with_its_parameters() -> None:
    assert set(_SCHEMA["properties"]) == set(KEYS)
    for key, kind in (("retrievers", "retriever"), ("stages", "stage"), ("rewrites", "rewrite"), ("fusion", "fusion")):
        for name, cls in NAMES[kind].items():  # type: ignore[index]  # the kinds of components
            assert set(_tables(key)[name]["properties"]) == set(parameters(cls)), name


def test_a_bound_that_is_another_parameter_is_one_that_any_value_of_both_keeps() -> None:
    tag_boost = _tables("stages")["tag_boost"]["properties"]
    assert (tag_boost["least"]["minimum"], tag_boost["least"]["maximum"]) == (0, 1.5)
    assert tag_boost["most"]["minimum"] == 2.0
    shares = _tables("stages")["rerank"]["properties"]["shares"]["items"]["prefixItems"]
    assert (shares[0]["type"], shares[0]["minimum"], shares[1]["maximum"]) == ("integer", 1, 1)
