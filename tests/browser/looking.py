"""What the tests of the pages need of playwright; without it they are skipped, and say why."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")

from playwright.sync_api import Browser, Page, Route, expect

PAGES = {"/": "Search", "/pipeline": "Pipeline", "/mixer": "Mixer", "/graph": "Graph"}
# What is there when a page has shown what it was opened for; quicker to wait for than for an idle network.
_SHOWN = {
    "/": ".found[aria-busy=false]",
    "/pipeline": "#said:not(:empty), [role=alert]",
    "/mixer": "#copy:enabled, [role=alert]",
    "/graph": "#board .node, [role=alert]",
    "/note": ".passage .text, [role=alert]",
}

__all__ = ["PAGES", "Browser", "Page", "Route", "expect", "opened", "titles"]


def opened(page: Page, address: str) -> Page:
    """The page at that address, with what it asks for when it is opened."""
    page.goto(address)
    page.locator(_SHOWN[address.partition("?")[0]]).first.wait_for()
    return page


def titles(page: Page) -> list[str]:
    """The titles of the hits of a search."""
    return page.locator("#hits .title").all_inner_texts()
