"""Takes the pictures of the pages for the documentation: `python -m tests.browser.pictures`, from the checkout."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium, served
from tests.browser.looking import opened
from tests.interfaces.desk import laid_out

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


class Picture(NamedTuple):
    """What is seen on a picture."""

    address: str
    scheme: Literal["light", "dark"] = "light"
    size: tuple[int, int] = (1200, 800)
    first: Callable[[Page], None] = lambda page: page.locator("body").evaluate("() => document.activeElement.blur()")


def _look_at_why(page: Page) -> None:
    page.locator("#hits .why").first.click()
    page.locator("body").evaluate("() => document.activeElement.blur()")


def _light_a_hit(page: Page) -> None:
    page.get_by_label("Stage weighted").locator(".ranked").nth(2).hover()  # it rose, fell and fell again


def _turn_a_knob(page: Page) -> None:
    page.get_by_label("keyword weight").fill("0.2")
    page.locator("#results .rose").first.wait_for()


def _point_at_a_document(page: Page) -> None:
    page.locator("#document .path").wait_for()


_SHOWN: Mapping[str, Picture] = {
    "search": Picture("/?q=carbon+tax", first=_look_at_why),
    "search-dark": Picture("/?q=carbon+tax", "dark", first=_look_at_why),
    "search-phone": Picture("/?q=carbon+tax", size=(360, 740)),
    "pipeline": Picture("/pipeline?q=carbon+tax", first=_light_a_hit),
    "mixer": Picture("/mixer?q=carbon+tax", first=_turn_a_knob),
    "graph": Picture("/graph"),
    "graph-inside": Picture(
        "/graph?community=1&doc=2-Areas/People/Joan+Doe.md", size=(1100, 760), first=_point_at_a_document
    ),
}


def take(folder: Path) -> None:
    """Writes all pictures, of a copy of the example vault."""
    found = chromium()
    if found is None:
        sys.exit("no chromium: install it, as in `apt-get install chromium`")
    with (
        tempfile.TemporaryDirectory() as place,
        served(laid_out(Path(place))) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        for name, picture in _SHOWN.items():
            width, height = picture.size
            viewport: ViewportSize = {"width": width, "height": height}
            page = browser.new_page(base_url=address, color_scheme=picture.scheme, viewport=viewport)
            picture.first(opened(page, picture.address))
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}.png", animations="disabled")
            page.close()
        browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    take(PICTURES)
