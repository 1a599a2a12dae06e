"""Texts from right to left: each has its own direction, whatever is around it."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.browser.looking import Page, expect, opened

pytestmark = pytest.mark.slow

_NOTE = f"/note?vault=beach&ref={quote('ساحل.md')}"
_QUERY = f"q={quote('صدف')}&vault=beach"
# How far the first letter of a text is from the right edge of its element: small if the text begins there.
_BEGINS = """(element) => {
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    range.setStart(letters, 0);
    range.setEnd(letters, 1);
    return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
}"""
_DIRECTION = "(element) => getComputedStyle(element).direction"


def test_each_block_of_a_note_has_the_direction_of_its_text(page: Page) -> None:
    text = opened(page, _NOTE).locator(".text")
    blocks = ("details", ".level-1", "p", ".level-2", "ul", "blockquote", "pre >> nth=1")
    directions = [text.locator(block).first.evaluate(_DIRECTION) for block in blocks]
    assert directions == ["ltr", "rtl", "rtl", "rtl", "rtl", "rtl", "ltr"]
    english = text.get_by_text("English between the paragraphs")
    assert english.evaluate(_DIRECTION) == "ltr"


def test_the_marks_of_a_list_from_right_to_left_stay_inside_the_note(page: Page) -> None:
    listing = opened(page, _NOTE).locator(".text ul").first
    padding = listing.evaluate("(list) => [getComputedStyle(list).paddingRight, getComputedStyle(list).paddingLeft]")
    assert padding == ["24px", "0px"]


def test_a_title_that_is_cut_off_shows_its_beginning(page: Page) -> None:
    page.goto(f"/pipeline?{_QUERY}")
    title = page.locator(".ranked span", has_text="ساحل").first
    title.evaluate("(element) => { element.style.maxWidth = '40px'; }")
    assert 0 <= title.evaluate(_BEGINS) < 4


def test_the_name_of_a_section_or_tag_does_not_turn_the_text_around_it(page: Page) -> None:
    """Without isolation, the number of a part that follows stands on the other side of the name."""
    opened(page, f"/?{_QUERY}")
    expect(page.locator("#hits .place").first).to_contain_text("ساحل.md:10 › موج - Wave · part")
    expect(page.locator("#hits .place bdi").first).to_have_text("موج - Wave")
    expect(page.locator("#hits .chip bdi").first).to_have_text("دریا")
