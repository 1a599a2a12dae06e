"""The pages keep each parameter of /search in their addresses, and share one frame."""

from __future__ import annotations

import re
from pathlib import Path

import dowse
from dowse.interfaces.http.pages import _MISSING, PAGES, _composed
from dowse.interfaces.http.request_parameters import SearchParameters

_WEB = Path(dowse.__file__).parent / "interfaces" / "web"
_SCRIPT = (_WEB / "address.js").read_text("utf-8")
_SET_BY_PAGES = {"explain", "pipeline_debug"}


def _names(constant: str) -> set[str]:
    found = re.search(rf"^const {constant} = \[(.*?)\];", _SCRIPT, re.MULTILINE)
    assert found, constant
    return set(re.findall(r'"(\w+)"', found[1]))


def test_an_address_takes_every_parameter_of_a_search() -> None:
    known = _names("SINGLE") | _names("RANKING") | _names("TYPES") | _names("MANY")
    assert set(SearchParameters.model_fields) - known == _SET_BY_PAGES


def test_every_page_is_its_content_in_the_one_frame() -> None:
    contents = {path.name: path.read_text("utf-8") for path in _WEB.glob("*.html")}
    assert [name for name, text in contents.items() if "<head>" in text or "<header" in text] == ["frame.html"]
    for page in {page.name: page for page in (*PAGES.values(), _MISSING)}.values():
        text = _composed(page).decode()
        assert contents[f"{page.name}.html"] in text
        assert f"<title>{page.title} · dowse</title>" in text
        assert all((_WEB / name).is_file() for name in re.findall(r'"/assets/([\w.]+)"', text))
        assert text.count('aria-current="page"') == (page.title not in {"Note", "Page not found"})
