from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from tests.browser.looking import Page, Route, expect, opened
from tests.browser.watch import Watch

pytestmark = pytest.mark.slow


Box = tuple[float, float, float, float]  # left, right, top, bottom


def scale(page: Page) -> float:
    transform = page.locator("#board svg > g").first.get_attribute("transform") or ""
    return float(transform.rpartition("scale(")[2].rstrip(")"))


def test_communities_are_circles_and_a_list(page: Page) -> None:
    opened(page, "/graph")
    circles = page.locator("#board .node")
    assert circles.count() >= 5
    assert page.locator("#listing button").count() == circles.count()
    sizes = [float(each.get_attribute("r") or 0) for each in page.locator("#board circle").all()]
    assert sizes == sorted(sizes, reverse=True)


def test_the_same_map_looks_the_same_always(page: Page) -> None:
    opened(page, "/graph")
    places = (
        "() => [...document.querySelectorAll('#board circle')].map((c) => [c.getAttribute('cx'), c.getAttribute('cy')])"
    )
    before = page.evaluate(places)
    page.reload()
    expect(page.locator("#board .node").first).to_be_visible()
    assert page.evaluate(places) == before


def test_no_circle_lies_over_another_and_no_name_over_a_name(page: Page) -> None:
    opened(page, "/graph?community=1")
    circles, names = boxes(page, "#board circle"), boxes(page, "#board .names text")
    assert len(circles) > len(names) // 2 > 3
    assert [pair for pair in combinations(circles, 2) if touch(*pair)] == []
    assert [pair for pair in combinations(names, 2) if overlap(*pair)] == []


@pytest.mark.parametrize("path", ["/graph", "/graph?community=1"])
def test_no_name_lies_over_the_circle_of_another_and_each_is_shown_when_pointed_at(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})  # where there is little room
    opened(page, path)
    page.locator("#board .names text").first.wait_for()
    circles = boxes(page, "#board circle")
    for name in boxes(page, "#board .names text"):
        assert [circle for circle in circles if lies_over(name, circle) and not centred(name, circle)] == []
    last = page.locator("#board .node").last
    last.focus()
    label = (last.get_attribute("aria-label") or "").rpartition(", ")[0] or last.get_attribute("aria-label") or ""
    expect(page.locator("#board .names")).to_contain_text(label[:20].split(",")[0])


def centred(name: Box, circle: Box) -> bool:
    """A name stands in its own circle, or right under it."""
    return abs(name[0] + name[1] - circle[0] - circle[1]) < 4


def lies_over(name: Box, circle: Box) -> bool:
    x, y, r = (circle[0] + circle[1]) / 2, (circle[2] + circle[3]) / 2, (circle[1] - circle[0]) / 2
    across, down = max(name[0] - x, 0, x - name[1]), max(name[2] - y, 0, y - name[3])
    return math.hypot(across, down) < r - 2


def boxes(page: Page, what: str) -> list[Box]:
    found = page.locator(what).evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
    return [(each["left"], each["right"], each["top"], each["bottom"]) for each in found]


def overlap(a: Box, b: Box) -> bool:
    return max(a[0], b[0]) < min(a[1], b[1]) - 2 and max(a[2], b[2]) < min(a[3], b[3]) - 2


def touch(a: Box, b: Box) -> bool:
    across, down = (a[0] + a[1] - b[0] - b[1]) / 2, (a[2] + a[3] - b[2] - b[3]) / 2
    return math.hypot(across, down) < (a[1] - a[0] + b[1] - b[0]) / 2 - 1


def test_the_map_zooms_by_button_wheel_and_key(page: Page) -> None:
    opened(page, "/graph")
    whole = scale(page)
    page.get_by_role("button", name="Zoom in").click()
    assert after_a_frame(page) > whole
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Zoom out").click()
    assert after_a_frame(page) < whole
    page.get_by_role("button", name="Show the whole map").click()
    assert after_a_frame(page) == whole
    page.locator("#board").hover()
    page.mouse.wheel(0, -300)
    near = after_a_frame(page)
    assert near > whole
    page.locator("#board .node").first.focus()
    page.keyboard.press("-")
    assert after_a_frame(page) < near


def after_a_frame(page: Page) -> float:
    """The map moves before the next frame, and the wheel is told of one later."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return scale(page)


def test_a_map_that_is_dragged_moves_and_opens_nothing(page: Page) -> None:
    opened(page, "/graph")
    circle = page.locator("#board .node").first
    before = circle.bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 25, steps=4)
    page.mouse.up()
    after_a_frame(page)
    after = circle.bounding_box()
    assert after is not None
    assert (round(after["x"] - before["x"]), round(after["y"] - before["y"])) == (40, 25)
    expect(page).to_have_url(re.compile("/graph$"))


def test_a_community_is_opened_and_walked_by_keyboard(page: Page) -> None:
    opened(page, "/graph")
    page.locator("#board .node").first.focus()
    first = page.evaluate("() => document.activeElement.dataset.id")
    walked = {first}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        walked.add(page.evaluate("() => document.activeElement.dataset.id"))
    assert len(walked) > 1
    page.locator("#board .node").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"community=\d+"))
    expect(page.get_by_role("button", name="All communities")).to_be_visible()
    expect(page.locator("#board .node").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#document h2")).to_be_visible()
    expect(page).to_have_url(re.compile(r"doc="))
    page.keyboard.press("Escape")
    expect(page.locator("#document")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#list-title")).to_have_text("Communities")


def test_a_document_shows_where_it_lies_and_what_it_is_linked_with(page: Page) -> None:
    opened(page, "/graph?community=1")
    page.locator("#listing").get_by_role("button", name=re.compile("^Joan Doe")).click()
    panel = page.locator("#document")
    expect(panel.locator(".path")).to_have_text("2-Areas/People/Joan Doe.md")
    expect(panel.get_by_role("link", name="Obsidian")).to_be_visible()
    expect(panel.locator(".related .link").first).to_be_visible()
    expect(page.locator("#board .node.chosen")).to_have_count(1)
    page.go_back()
    expect(panel).to_be_hidden()
    page.go_forward()
    panel.get_by_role("link", name="Search for this document").click()
    expect(page.locator("#hits .title").first).to_have_text("Joan Doe")


def test_a_community_that_is_not_there_is_said_to_be_missing(page: Page, watch: Watch) -> None:
    opened(page, "/graph?community=999")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.locator("#said")).to_have_text("")
    page.get_by_role("link", name="Show the whole map").click()
    expect(page.locator("#board .node").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page).to_have_url(re.compile("/graph$"))
    watch.errors.clear()  # the browser tells the console of every answer that refuses


def test_the_legend_has_the_relations_of_the_drawing_with_their_lines(page: Page) -> None:
    opened(page, "/graph?community=1")
    shown = page.locator("#legend .relation").all_inner_texts()
    assert any(text.startswith("link ") for text in shown)
    assert sum(int(text.rpartition(" ")[2]) for text in shown) == page.locator("#board .edge").count()


def test_a_relation_that_the_page_does_not_know_has_its_own_name_and_a_colour(page: Page) -> None:
    def rename(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"REFERENCES"', '"has_calls"'))

    page.route(re.compile(r"/map\?"), rename)
    opened(page, "/graph?community=1")
    entry = page.locator("#legend .relation", has_text="has calls")
    expect(entry).to_have_count(1)
    style = (entry.locator("line").get_attribute("class") or "").removeprefix("edge ")
    assert style.startswith("colour-")
    assert f"has calls {page.locator(f'#board .{style}').count()}" in entry.inner_text()


def test_the_map_of_a_vault_without_notes_says_so(page: Page) -> None:
    page.goto("/graph?vault=empty")
    expect(page.locator("#board")).to_contain_text("empty has no notes.")
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()


def test_the_search_box_finds_a_note_and_puts_it_into_the_middle(page: Page) -> None:
    opened(page, "/graph")
    page.get_by_label("Find a note on the map").fill("joan doe")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"community=\d+&doc=2-Areas%2FPeople%2FJoan\+Doe\.md"))
    expect(page.locator("#document h2")).to_have_text("Joan Doe")
    page.wait_for_function(
        """() => {
            const map = document.querySelector("#board").getBoundingClientRect();
            const circle = document.querySelector(".node.chosen circle")?.getBoundingClientRect();
            const off = (low, high, from, to) => Math.abs((low + high - from - to) / 2);
            return circle && off(circle.left, circle.right, map.left, map.right) < 3
                && off(circle.top, circle.bottom, map.top, map.bottom) < 3;
        }"""
    )


def test_the_search_box_says_when_no_note_matches_or_is_on_the_map(page: Page, watch: Watch) -> None:
    opened(page, "/graph")
    box = page.get_by_label("Find a note on the map")
    box.fill('"nobody wrote this"')
    page.keyboard.press("Enter")
    expect(page.locator("#find-said")).to_contain_text("No note matches")
    box.fill("quizzical")
    page.keyboard.press("Enter")
    expect(page.locator("#find-said")).to_contain_text("is in no community")
    expect(page.locator("#document h2")).to_contain_text("Evil")
    watch.errors.clear()  # the browser tells the console of every answer that refuses


@pytest.mark.parametrize("width", [390, 1200])
def test_every_community_has_a_name_that_is_not_cut_by_the_edge(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    opened(page, "/graph")
    expect(page.locator("#board .names text")).to_have_count(page.locator("#board .node").count())
    left, right, top, bottom = boxes(page, "#board")[0]
    for name in boxes(page, "#board .names text"):
        assert left <= name[0]
        assert name[1] <= right
        assert top <= name[2]
        assert name[3] <= bottom


def test_names_between_crowded_circles_are_shortened_and_not_left_out(page: Page) -> None:
    opened(page, "/graph")
    names = page.evaluate(
        """async () => {
            const { labels } = await import("/assets/labels.js");
            const at = (x, y, r, label) => ({ x, y, r, label, chosen: false });
            const turn = (n) => at(200 + 62 * Math.cos(n * 1.05), 200 + 62 * Math.sin(n * 1.05), 29, "Crowd, b, c");
            const nodes = [at(200, 200, 30, "Centre, of, everything"), ...[0, 1, 2, 3, 4, 5].map(turn)];
            const texts = labels(nodes, { x: 0, y: 0, scale: 1 }, { width: 400, height: 400 });
            return texts.map((text) => text.textContent);
        }"""
    )
    assert "Centre" in names


def test_a_small_circle_has_the_beginning_of_a_long_name_where_the_whole_has_no_room(page: Page) -> None:
    opened(page, "/graph")
    names = page.evaluate(
        """async () => {
            const { labels } = await import("/assets/labels.js");
            const at = (x, y, r, label) => ({ x, y, r, label, chosen: false });
            const turn = (n) => at(100 + 85 * Math.cos(n * 1.57), 100 + 85 * Math.sin(n * 1.57), 20, "");
            const nodes = [...[0, 1, 2, 3].map(turn), at(100, 100, 10, "Architecture of the whole harbour")];
            const texts = labels(nodes, { x: 0, y: 0, scale: 1 }, { width: 200, height: 200 });
            return texts.map((text) => text.textContent).filter(Boolean);
        }"""
    )
    assert names == ["Architecture of…"]


def test_no_name_lies_under_a_button(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, "/graph")
    page.locator("#board .names text").first.wait_for()
    left, _, _, bottom = boxes(page, "#board")[0]
    buttons = boxes(page, ".zoom .button")
    for number in range(page.locator("#board circle").count()):
        circle = boxes(page, "#board circle")[number]
        across, down = buttons[1][0] - circle[1], buttons[1][2] - circle[2]  # its right edge at the left of a button
        page.mouse.move(left + 5, bottom - 5)
        page.mouse.down()
        page.mouse.move(left + 5 + across, bottom - 5 + down, steps=2)
        page.mouse.up()
        after_a_frame(page)
        names = boxes(page, "#board .names text")
        assert [name for name in names if any(overlap(name, button) for button in buttons)] == []


def test_an_incomplete_map_shows_how_far_the_index_is_and_is_drawn_when_it_is_complete(page: Page) -> None:
    asked: list[str] = []

    def hold(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            return route.continue_()
        empty = '"documents": 0, "alone": 0, "communities": [], "edges": [], "left_out": 0'
        going_on = '{"text": "12 of 48 files are read (25 %)", "percent": 25}'
        return route.fulfill(content_type="application/json", body=f'{{{empty}, "progress": {going_on}}}')

    page.route(re.compile(r"/map\?"), hold)
    page.goto("/graph")
    bar = page.locator("#start progress")
    expect(bar).to_have_attribute("value", "25")
    expect(page.locator("#start")).to_contain_text("12 of 48 files are read")
    expect(page.locator("#board .node").first).to_be_visible()
    expect(bar).to_have_count(0)


def test_each_circle_has_an_accessible_name_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, "/graph")
    names = (
        page.locator("#board")
        .get_by_role("button")
        .evaluate_all("circles => circles.map(each => each.getAttribute('aria-label') ?? '')")
    )
    assert len(names) == page.locator("#board circle").count() > 1
    assert all(names)
