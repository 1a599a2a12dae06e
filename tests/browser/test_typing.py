"""What is typed is newer than any address, however early it is typed."""

from __future__ import annotations

import re

import pytest

from tests.browser.looking import Page, Route, expect

pytestmark = pytest.mark.slow


def test_what_is_typed_while_the_page_still_loads_is_kept(page: Page, address: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/facets"), hold)
    with page.expect_request(re.compile(r"/facets")):
        page.goto(f"{address}/", wait_until="domcontentloaded")
    page.locator("#q").press_sequentially("carbon ", delay=30)
    page.wait_for_url("**/?q=carbon*")
    page.locator("#q").press_sequentially("tax")
    with page.expect_response(re.compile(r"/search\?q=carbon")):
        held[0].continue_()
    expect(page.locator("#q")).to_have_value("carbon tax")
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    page.wait_for_url("**/?q=carbon+tax")


@pytest.mark.parametrize("path", ["/", "/pipeline", "/mixer"])
def test_what_is_typed_or_pasted_at_once_is_kept(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}{path}", wait_until="commit")
    page.locator("#q").press_sequentially("carbon tax", delay=30)
    expect(page).to_have_url(re.compile(r"\?q=carbon\+tax$"))
    expect(page.locator("#q")).to_have_value("carbon tax")
    page.goto(f"{address}{path}", wait_until="commit")
    page.locator("#q").focus()
    page.keyboard.insert_text("heat pump")  # as a paste: all of it in one event
    expect(page).to_have_url(re.compile(r"\?q=heat\+pump$"))
    expect(page.locator("#q")).to_have_value("heat pump")


@pytest.mark.parametrize("path", ["/", "/pipeline", "/mixer"])
def test_what_is_typed_before_the_script_is_there_is_kept(page: Page, address: str, path: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    script = re.compile(r"/assets/ask\.js")
    page.route(script, hold)
    with page.expect_request(script):
        page.goto(f"{address}{path}?q=bread", wait_until="commit")
    page.locator("#q").fill("heat pump")
    held[0].continue_()
    expect(page).to_have_url(re.compile(r"\?q=heat\+pump$"))
    expect(page.locator("#q")).to_have_value("heat pump")
