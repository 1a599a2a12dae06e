from __future__ import annotations

import re

import pytest

from tests.browser.looking import Page, expect, opened
from tests.browser.watch import Watch
from tests.interfaces.desk import Desk

pytestmark = pytest.mark.slow


def hits(page: Page) -> list[str]:
    return page.locator("#results h2").all_inner_texts()


def turn(page: Page, label: str, value: str) -> None:
    """As a hand does it: the slider tells its value while it moves."""
    page.get_by_label(label).evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input', { bubbles: true })) }",
        value,
    )


def test_unmixed_every_hit_stands_where_it_stood(page: Page) -> None:
    opened(page, "/mixer?q=carbon+tax")
    expect(page.locator("#results .change").first).to_contain_text("unchanged")
    assert page.locator("#results .change.same").count() == len(hits(page))


def test_a_slider_ranks_anew_and_shows_who_moved(page: Page) -> None:
    opened(page, "/mixer?q=carbon+tax")
    before = hits(page)
    turn(page, "keyword weight", "0")
    expect(page.locator("#results .rose").first).to_have_text(re.compile("▲"))
    expect(page.locator("#results .fell").first).to_have_text(re.compile("▼"))
    assert hits(page) != before
    page.reload()
    expect(page.get_by_label("keyword weight")).to_have_value("0")
    expect(page.locator("#results .rose").first).to_be_visible()
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("keyword weight")).to_have_value("0.6")
    expect(page.locator("#results .rose")).to_have_count(0)
    assert hits(page) == before


def test_a_slider_is_moved_with_the_keyboard(page: Page) -> None:
    opened(page, "/mixer?q=carbon+tax")
    page.get_by_label("keyword weight").focus()
    page.keyboard.press("Home")
    expect(page.locator("#results .rose").first).to_be_visible()


def test_another_profile_brings_its_own_knobs(page: Page) -> None:
    opened(page, "/mixer?q=carbon+tax")
    page.get_by_label("Start from profile").select_option("recent")
    expect(page.get_by_label("half-life")).to_have_value("7")
    expect(page.get_by_label("linked boost")).to_have_count(0)


def test_the_mix_is_copied_and_is_a_profile_for_the_vault(page: Page, folder: Desk) -> None:
    opened(page, "/mixer?q=carbon+tax")
    turn(page, "semantic weight", "0.9")
    page.get_by_label("recency").check()
    expect(page.locator("#toml")).to_have_value(re.compile("time_boost"))
    page.get_by_label("Name of the profile").fill("near-new")
    page.get_by_role("button", name="Copy as a TOML profile").click()
    expect(page.locator("#copied")).to_have_text(re.compile("^Copied"))
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.locator("#toml").input_value()
    assert copied.startswith("[profiles.near-new]\n")
    assert "semantic = 0.9" in copied
    (folder.notes / "dowse.toml").write_text(copied, "utf-8")
    shown = folder.dowse("search", "carbon tax", folder.notes, "--profile", "near-new", "--files")
    assert shown.code == 0, shown.err
    assert shown.out.splitlines()


def test_a_name_that_no_profile_can_have_is_refused_in_words(page: Page) -> None:
    opened(page, "/mixer?q=carbon+tax")
    copy, said = page.get_by_role("button", name="Copy as a TOML profile"), page.locator("#copied")
    for name, words in (("near & new", "letters a to z, digits, - and _"), ("", "letters"), ("rrf", "built-in")):
        page.get_by_label("Name of the profile").fill(name)
        expect(copy).to_be_disabled()
        expect(said).to_contain_text(words)
        expect(page.get_by_label("Name of the profile")).to_have_value(name)
    page.get_by_label("Name of the profile").fill("near_new")
    expect(copy).to_be_enabled()
    expect(said).to_contain_text("Paste the table")


def test_only_a_mix_of_the_present_knobs_is_copied(page: Page, watch: Watch) -> None:
    opened(page, "/mixer?q=carbon+tax")
    page.route(re.compile(r"/search$"), lambda route: route.abort())
    turn(page, "semantic weight", "0.9")
    copy = page.get_by_role("button", name="Copy as a TOML profile")
    expect(copy).to_be_disabled()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(copy).to_be_disabled()
    page.unroute(re.compile(r"/search$"))
    turn(page, "semantic weight", "0.8")
    expect(copy).to_be_enabled()
    expect(page.locator("#toml")).to_have_value(re.compile("semantic = 0.8"))
    watch.errors.clear()  # the browser tells the console of every answer that does not come


def test_a_forbidden_clipboard_leaves_the_text_selected(page: Page) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))")
    opened(page, "/mixer?q=carbon+tax")
    page.get_by_role("button", name="Copy as a TOML profile").click()
    expect(page.locator("#copied")).to_contain_text("Ctrl+C")
    selected = page.locator("#toml").evaluate("field => field.selectionEnd - field.selectionStart")
    assert selected == len(page.locator("#toml").input_value())
