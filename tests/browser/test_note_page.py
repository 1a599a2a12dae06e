"""Notes as text with links: below a hit, and on a page of their own."""

from __future__ import annotations

import re

import pytest

from tests.browser.looking import Page, Route, expect, opened

pytestmark = pytest.mark.slow

_APRIL = "/note?ref=2-Areas/People/April+Jane.md"


def test_a_note_is_formatted_and_its_links_open_in_the_same_place(page: Page) -> None:
    opened(page, "/?q=april+jane")
    page.locator("#hits .title").first.click()
    page.get_by_role("button", name="whole note").click()
    text = page.locator("#hits .passage .text")
    expect(text.locator("li").first).to_be_visible()
    expect(text.get_by_role("heading", name="April Jane")).to_be_visible()
    text.get_by_role("link", name="Beth Herrild").click()
    expect(text).to_contain_text("Beth is up at five")
    expect(text).to_be_focused()
    expect(page).to_have_url(re.compile(r"/\?q=april\+jane$"))
    page.get_by_role("button", name="← back").click()
    expect(text).to_contain_text("April is a designer")
    expect(page.get_by_role("button", name="← back")).to_have_count(0)


def test_a_late_answer_does_not_take_the_place_of_a_newer_one(page: Page) -> None:
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route(re.compile(r"/get\?ref=.*April\+Jane\.md&"), hold)
    opened(page, "/?q=april+jane")
    page.locator("#hits .title").first.click()
    text = page.locator("#hits .passage .text")
    page.get_by_role("button", name="whole note").click()
    text.get_by_role("link", name="Beth Herrild").click()
    expect(text).to_contain_text("Beth is up at five")
    assert len(late) == 1
    late[0].continue_()
    page.evaluate("async () => (await fetch('/vaults')).text()")  # answered after the late one
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(text).to_contain_text("Beth is up at five")


def test_a_link_to_a_heading_opens_its_section(page: Page) -> None:
    opened(page, _APRIL)
    page.get_by_role("link", name="Trip Plan › Ferries").click()
    expect(page.locator(".passage header")).to_contain_text("Ferries")
    expect(page.locator("h1")).to_have_text("Trip Plan")


def test_a_note_is_shown_as_it_is_written(page: Page) -> None:
    opened(page, _APRIL)
    page.get_by_role("button", name="as written").click()
    expect(page.locator(".passage pre.text")).to_contain_text("# April Jane")
    page.get_by_role("button", name="formatted").click()
    expect(page.locator(".passage .prose")).to_be_visible()


def test_the_address_of_a_note_leads_to_its_page_and_back(page: Page) -> None:
    opened(page, "/?q=april+jane")
    page.locator("#hits > li").first.get_by_role("link", name="Page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("April Jane")
    expect(page).to_have_title("April Jane · dowse")
    expect(page.locator("#beside")).to_contain_text("Beth Herrild")
    page.locator(".text").get_by_role("link", name="Beth Herrild").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beth Herrild")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beth Herrild")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("April Jane")


def test_linked_documents_have_directions_and_all_of_them_can_be_shown(page: Page) -> None:
    opened(page, _APRIL)
    beside = page.locator("#beside")
    expect(beside.get_by_role("listitem").filter(has_text="IRS Letter")).to_contain_text("linked from here")
    expect(beside.get_by_role("button", name="Show more")).to_have_count(0)
    opened(page, "/note?vault=beach&ref=Dune.md")
    expect(beside.get_by_role("listitem")).to_have_count(20)
    beside.get_by_role("button", name="Show more").click()
    expect(beside.get_by_role("listitem")).to_have_count(30)
    expect(beside.get_by_role("listitem").nth(20).get_by_role("button")).to_be_focused()
    page.locator(".text").get_by_role("link", name="Dune 7", exact=True).click()
    expect(beside.get_by_role("listitem").filter(has_text="links here")).to_have_count(1)


def test_links_out_of_the_vault_are_marked_and_open_elsewhere(page: Page) -> None:
    opened(page, "/note?ref=Evil.md")
    link = page.locator(".text").get_by_role("link", name="the web")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    mark = link.evaluate("link => getComputedStyle(link, '::after').content")
    assert "↗" in mark
    expect(page.locator(".text .broken")).to_have_text("Nowhere")


def test_a_note_loads_no_image_and_runs_no_script(page: Page) -> None:
    """The other half of this is in the fixture of the page, which fails on any error and any request elsewhere."""
    opened(page, "/note?ref=Evil.md")
    expect(page.locator(".text")).to_contain_text("Raw markup")
    expect(page.locator(".text img, .text script, .text iframe, .text svg, .text [onclick]")).to_have_count(0)
    expect(page.locator(".text").get_by_role("link", name="a picture")).to_have_attribute(
        "href", "https://example.invalid/x.png"
    )
    expect(page).to_have_title(re.compile("Evil"))


def test_elements_that_the_server_should_not_send_are_left_out(page: Page) -> None:
    opened(page, "/")
    html = page.evaluate(
        """async () => {
            const { rendered } = await import("/assets/rendered.js");
            const place = document.createElement("p");
            const evil = '<b>a</b><form id="x"></form><img alt="x"><a href="javascript:x()" name="y">b</a>';
            place.append(...rendered(evil + '<a data-ref="n.md" id="main">c</a>', (ref) => `/note?ref=${ref}`));
            return place.innerHTML;
        }"""
    )
    assert html == 'a<a>b</a><a class="note-link" href="/note?ref=n.md" data-ref="n.md">c</a>'


def test_an_unknown_note_is_told_in_words(page: Page) -> None:
    page.goto("/note")
    expect(page.locator("#said")).to_contain_text("No note was named")


def test_a_section_of_the_outline_has_an_address_and_the_focus(page: Page) -> None:
    opened(page, _APRIL)
    page.get_by_role("button", name="outline").click()
    page.locator(".outline").get_by_role("button").last.click()
    expect(page).to_have_url(re.compile("ref=2-Areas%2FPeople%2FApril\\+Jane.md%23"))
    expect(page.locator(".passage .text")).to_be_focused()
    lines = re.search(r"lines \d+ to \d+", page.locator(".passage header").inner_text())
    assert lines is not None
    page.reload()
    expect(page.locator(".passage header")).to_contain_text(lines[0])
    page.go_back()
    expect(page.locator(".passage header")).to_contain_text("lines 1 to")


def test_a_link_between_notes_moves_the_focus_to_the_text(page: Page) -> None:
    opened(page, _APRIL)
    page.locator(".text").get_by_role("link", name="Beth Herrild").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beth Herrild")
    expect(page.locator(".passage .text")).to_be_focused()
