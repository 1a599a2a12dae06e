from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import pytest

from tests.browser.contrast import LEAST, SEEN_TEXTS, ratio
from tests.browser.looking import PAGES, Browser, Page, expect, opened
from tests.browser.watch import Watch, new_context, watched_page

pytestmark = pytest.mark.slow

_FULL = [f"{path}?q=carbon+tax" for path in PAGES] + [
    "/",
    "/?q=zzzqqq+tag:nope",
    "/?q=splice+hawser+crew&vault=beach",
    "/?q=tide+table&vault=beach",
    "/graph?community=1&doc=2-Areas/People/Joan+Doe.md",
    "/note?ref=2-Areas/People/April+Jane.md",
    "/note?ref=Evil.md",
]
_OPERABLE = {"button", "link", "textbox", "searchbox", "combobox", "slider", "checkbox", "spinbutton", "Date"}
_SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
_MOST_STOPS = 60  # presses of the tab key
# What has the focus, and whether one sees that it has it.
_FOCUSED = """() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const circle = element.querySelector?.("circle");
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const ringed = element.matches(".node") && parseFloat(getComputedStyle(circle).strokeWidth) >= 3;
    return [element.outerHTML.slice(0, 120), element === document.body || outlined || ringed];
}"""


def shown(page: Page, address: str) -> Page:
    """A page with all that it can show at once."""
    opened(page, address)
    for button in page.locator("#hits .why, #hits .title").all()[:4]:
        button.click()
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true })")
    page.wait_for_load_state("networkidle")
    return page


def test_the_navigation_keeps_the_query(page: Page) -> None:
    opened(page, "/?q=carbon+tax&profile=rrf")
    for name in ("Pipeline", "Mixer", "Graph", "Search"):
        link = page.get_by_role("navigation").get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile("q="))  # put there once the page's own script runs
        link.click()
        expect(page).to_have_url(re.compile(r"\?q=carbon\+tax&profile=rrf$"))
        expect(page.get_by_role("navigation").locator("[aria-current=page]")).to_have_text(name)
    expect(page.locator("#hits .title").first).to_be_visible()


def test_a_search_leads_to_its_pipeline_with_all_its_filters(page: Page) -> None:
    opened(page, "/?q=tax&tag=finance")
    page.get_by_role("link", name="Explain the ranking").click()
    expect(page.get_by_label("Filters")).to_contain_text("finance")


@pytest.fixture(scope="module", params=_FULL)
def full_page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """A page with all that it can show at once, for tests that only look at it."""
    with new_context(browser, address) as context, watched_page(context, Watch(address)) as made:
        made.emulate_media(color_scheme="light", reduced_motion="reduce")
        yield shown(made, request.param)


def test_every_control_has_a_name(full_page: Page) -> None:
    session = full_page.context.new_cdp_session(full_page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    controls = [node for node in nodes if not node["ignored"] and node["role"]["value"] in _OPERABLE]
    assert len(controls) >= 6
    assert [node for node in controls if not node.get("name", {}).get("value", "").strip()] == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_a_language_a_title_landmarks_and_one_heading(page: Page, path: str) -> None:
    opened(page, path)
    assert page.locator("html").get_attribute("lang") == "en"
    assert PAGES[path] in page.title() or path == "/graph"
    for landmark in ("banner", "navigation", "main"):
        expect(page.get_by_role(landmark)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("[aria-live=polite]").first).to_be_attached()
    page.locator("body").focus()
    page.keyboard.press("Tab") if path != "/" else page.locator(".skip").focus()
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()


def test_every_text_stands_out_in_both_colour_schemes(full_page: Page) -> None:
    for scheme in _SCHEMES:
        full_page.emulate_media(color_scheme=scheme)
        texts = full_page.evaluate(SEEN_TEXTS)
        assert len(texts) > 12
        faint = [(text["words"], round(ratio(text["colour"], text["behind"]), 2)) for text in texts]
        assert [each for each in faint if each[1] < LEAST] == [], scheme


def test_the_two_colour_schemes_differ(page: Page) -> None:
    grounds = set()
    for scheme in _SCHEMES:
        page.emulate_media(color_scheme=scheme)
        grounds.add(opened(page, "/").locator("body").evaluate("body => getComputedStyle(body).backgroundColor"))
    assert len(grounds) == 2


@pytest.mark.parametrize("path", PAGES)
def test_the_focus_is_seen_wherever_it_goes(page: Page, path: str) -> None:
    opened(page, f"{path}?q=carbon+tax")
    page.locator("body").evaluate("() => document.activeElement.blur()")
    stops = []
    for _ in range(_MOST_STOPS):
        page.keyboard.press("Tab")
        what, seen = page.evaluate(_FOCUSED)
        assert seen, what
        if what.startswith("<body"):
            break
        stops.append(what)
    assert len(set(stops)) > 8


@pytest.mark.parametrize("path", _FULL)
def test_a_page_fits_a_phone(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    shown(page, path)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("path", PAGES)
def test_a_vault_that_is_chosen_with_keys_keeps_the_focus_on_the_choice(page: Page, path: str) -> None:
    opened(page, f"{path}?q=lamp")
    vault = page.locator("#vault")
    vault.focus()
    for name in ("other", "beach"):
        page.keyboard.press("ArrowDown")
        expect(page).to_have_url(re.compile(f"vault={name}"))
        expect(vault).to_have_value(name)
        expect(vault).to_be_focused()


def test_motion_stops_for_who_wants_none(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, "/graph")
    assert page.locator("#board circle").first.evaluate("circle => getComputedStyle(circle).transitionDuration") == "0s"


def test_no_page_asks_anybody_else_or_needs_what_the_policy_forbids(page: Page) -> None:
    """The other half of this is in the fixture of the page, which fails on any error and any request elsewhere."""
    policies = []
    page.on("response", lambda answer: policies.append(answer.headers.get("content-security-policy", "")))
    for path in PAGES:
        shown(page, f"{path}?q=carbon+tax")
    assert len(policies) > 20
    assert all("default-src 'none'" in policy and "unsafe" not in policy for policy in policies)


@pytest.mark.parametrize("path", ["/", "/pipeline", "/mixer", "/graph"])
def test_ctrl_k_focuses_the_search_box(page: Page, path: str) -> None:
    opened(page, path)
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Control+k")
    expect(page.locator("input[type=search]")).to_be_focused()


@pytest.mark.parametrize("path", ["/docs", "/note?ref=2-Areas/People/April+Jane.md"])
def test_ctrl_k_leads_to_the_search_page_where_there_is_no_box(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+k")
    expect(page.locator("#q")).to_be_focused()


def test_code_spans_of_messages_and_descriptions_are_set_as_code(page: Page, watch: Watch) -> None:
    page.goto("/note?ref=nowhere.md")
    expect(page.get_by_role("alert").locator("code")).to_have_text("find")
    watch.errors.clear()  # the browser tells the console of every answer that refuses
    page.goto("/docs")
    expect(page.locator("#endpoints td code", has_text=re.compile("^all$")).first).to_be_visible()
    expect(page.locator("#endpoints td", has_text="`")).to_have_count(0)


def test_an_unknown_address_shows_a_page(page: Page, watch: Watch) -> None:
    answer = page.goto("/notes/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    page.get_by_role("searchbox").fill("carbon tax")
    page.keyboard.press("Enter")
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    watch.errors.clear()  # the browser tells the console of every answer that refuses
