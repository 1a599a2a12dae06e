"""The pages keep each parameter of /search in their addresses."""

from __future__ import annotations

import re
from pathlib import Path

import dowse
from dowse.interfaces.http.request_parameters import SearchParameters

_SCRIPT = (Path(dowse.__file__).parent / "interfaces" / "web" / "address.js").read_text("utf-8")
_SET_BY_PAGES = {"explain", "pipeline_debug"}


def _names(constant: str) -> set[str]:
    found = re.search(rf"^const {constant} = \[(.*?)\];", _SCRIPT, re.MULTILINE)
    assert found, constant
    return set(re.findall(r'"(\w+)"', found[1]))


def test_an_address_takes_every_parameter_of_a_search() -> None:
    known = _names("SINGLE") | _names("RANKING") | _names("TYPES") | _names("MANY")
    assert set(SearchParameters.model_fields) - known == _SET_BY_PAGES
