from __future__ import annotations

import re

import pytest

from tests.browser.looking import Page, Route, expect, opened, titles
from tests.browser.watch import Watch

pytestmark = pytest.mark.slow


def test_typing_finds_hits_with_their_words_marked(page: Page) -> None:
    opened(page, "/").keyboard.type("carbon tax")
    expect(page.locator("#said")).to_have_text(re.compile(r"^10 of \d+ hits, \d+ ms"))
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    expect(page.locator("#hits mark").first).to_have_text("carbon")
    expect(page.locator("#hits .at").first).to_have_text(re.compile(r"^2-Areas/Home/Heat Pump Notes\.md:\d+$"))


def test_a_slower_older_answer_does_not_overwrite_a_newer_one(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    opened(page, "/")
    page.route(re.compile(r"/search\?q=bread$"), hold)
    page.locator("#q").fill("bread")
    page.wait_for_url("**/?q=bread")
    page.locator("#q").fill("heat pump")
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    found = titles(page)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".found")).to_have_attribute("aria-busy", "false")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert titles(page) == found


def test_an_unknown_word_has_a_correction_as_a_link_and_the_nearest_documents(page: Page) -> None:
    opened(page, "/?q=bycicle")
    nearest = page.get_by_role("region", name="Nearest documents")
    expect(nearest.locator("li")).to_have_count(5)
    expect(page.locator("#hits > li")).to_have_count(0)
    page.get_by_role("link", name="bicycle", exact=True).click()
    page.wait_for_url("**/?q=bicycle")
    expect(page.locator("#hits mark").first).to_have_text(re.compile("bicycle", re.IGNORECASE))
    expect(nearest).to_have_count(0)


def test_filters_by_tag_folder_kind_and_type(page: Page) -> None:
    opened(page, "/?q=tax")
    page.get_by_label("Tag", exact=True).fill("finance")
    page.get_by_label("Tag", exact=True).press("Enter")
    expect(page.locator("#hits .title").first).to_be_visible()
    page.wait_for_url("**/?q=tax&tag=finance")
    page.get_by_label("Folder", exact=True).fill("2-Areas/Finance/Taxes")
    page.get_by_label("Folder", exact=True).press("Enter")
    expect(page.locator("#hits > li")).to_have_count(2)
    page.get_by_role("button", name="Clear the filters").click()
    page.locator("#q").fill("search")
    page.get_by_label("Kind").select_option("task")
    page.wait_for_url("**/?q=search&kind=task")
    expect(page.locator("#hits .at").first).to_have_text(re.compile("METIS-T"))
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Type", exact=True).select_option("daily")
    expect(page.locator("#hits .at").first).to_have_text(re.compile("^Daily/"))


def test_a_chosen_filter_is_taken_away_again_by_its_chip(page: Page) -> None:
    opened(page, "/?q=tax&tag=finance&tag=irs")
    expect(page.locator("#hits > li")).to_have_count(1)
    page.get_by_role("button", name="Remove the tag irs").click()
    page.wait_for_url("**/?q=tax&tag=finance")
    expect(page.locator("#hits > li")).to_have_count(5)


def test_filters_by_date(page: Page) -> None:
    """All notes but one were changed in February 2026."""
    opened(page, "/?q=heat+OR+tax")
    page.get_by_label("Changed").select_option("7d")
    expect(page.locator("#hits .title")).to_have_text(["Heat Pump Notes"])
    page.get_by_label("Changed").select_option("from")
    page.get_by_label("Since").fill("2026-01-01")
    page.wait_for_url("**&changed=2026-01-01")
    expect(page.locator("#hits .title").nth(1)).to_be_visible()


def test_a_tag_of_a_hit_narrows_the_search(page: Page) -> None:
    opened(page, "/?q=tax")
    page.locator("#hits").get_by_role("button", name="#irs").first.click()
    page.wait_for_url("**/?q=tax&tag=irs")
    expect(page.locator("#hits > li")).to_have_count(1)


def test_a_profile_is_chosen_and_says_what_it_is_for(page: Page) -> None:
    opened(page, "/?q=tax")
    page.get_by_label("Profile").select_option("rrf")
    page.wait_for_url("**/?q=tax&profile=rrf")
    expect(page.locator(".found")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#profile-about")).to_contain_text("reciprocal rank fusion")
    page.locator("#hits").get_by_role("button", name=re.compile("^Why ")).first.click()
    expect(page.locator(".evidence").first).to_contain_text("(rrf)")


def test_an_address_keeps_parameters_without_a_control(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/search?" in request.url else None)
    opened(page, "/?q=search&type=task&type=initiative&hybrid=true&weights=1%2C0&min_score=0.1&include_types=task")
    page.locator("#q").fill("search blocked")
    page.wait_for_url(
        "**/?q=search+blocked&hybrid=true&weights=1%2C0&min_score=0.1&include_types=task&type=task&type=initiative"
    )
    expect(page.locator("#said")).to_contain_text("hit")
    for part in ("type=task&type=initiative", "hybrid=true", "weights=1%2C0", "min_score=0.1", "include_types=task"):
        assert part in asked[-1]
    expect(page.locator("#type")).to_have_value("task\ninitiative")
    assert "min_score=0.1" in (page.get_by_role("link", name="Pipeline").get_attribute("href") or "")


def test_a_stage_is_switched_off_beside_the_filters(page: Page) -> None:
    opened(page, "/?q=tax&profile=balanced")
    page.get_by_text("Ranking", exact=True).click()
    with page.expect_response(re.compile("time_boost=false")):
        page.get_by_label("Recency boost").select_option("off")
    page.wait_for_url("**/?q=tax&profile=balanced&time_boost=false")
    expect(page.locator(".found")).to_have_attribute("aria-busy", "false")
    page.locator("#hits .why").first.click()
    expect(page.locator(".evidence").first).to_be_visible()
    expect(page.locator(".evidence").first).not_to_contain_text("Recency boost")


def test_a_search_is_explained_when_evidence_is_opened(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "explain=" in request.url else None)
    opened(page, "/?q=carbon+tax")
    assert asked == []
    for number in (0, 1):
        page.locator("#hits .why").nth(number).click()
        expect(page.locator("#hits > li").nth(number).locator(".evidence")).to_be_visible()
    assert len(asked) == 1


def test_why_tells_the_evidence_in_words(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.get_by_role("button", name="Why Heat Pump Notes").click()
    expect(page.locator(".evidence").first).to_contain_text("Keyword match")
    expect(page.locator(".evidence").first).to_contain_text("rank 1")


def test_a_hit_tells_its_part_of_the_file(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    expect(page.locator("#hits .place").first).to_contain_text(re.compile(r" · part \d of \d · "))


def test_a_hit_is_read_in_place_and_opened_elsewhere(page: Page, address: str) -> None:
    opened(page, "/?q=carbon+tax")
    page.get_by_role("button", name="Heat Pump Notes", exact=True).click()
    expect(page.locator(".passage .text").first).to_contain_text("410 gallons")
    links = page.locator("#hits .open")
    assert (links.nth(0).get_attribute("href") or "").startswith("obsidian://open?path=%2F")
    assert re.search(
        r"^vscode://file/.*/notes/2-Areas/Home/Heat%20Pump%20Notes\.md:\d+$", links.nth(1).get_attribute("href") or ""
    )


def test_everything_goes_by_keyboard(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.get_by_label("Profile").focus()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hits .title").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".passage .text").first).to_contain_text("410 gallons")
    page.keyboard.press("w")
    expect(page.locator(".evidence").first).to_be_visible()
    page.keyboard.press("Escape")  # closes what was opened before it goes back
    expect(page.locator(".passage:visible, .evidence:visible")).to_have_count(0)
    expect(page.locator("#hits .title").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()


def test_esc_closes_what_is_open_before_it_empties_the_query(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.locator("#hits .title").first.click()
    expect(page.locator(".passage .text")).to_be_visible()
    page.locator("#q").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".passage:visible")).to_have_count(0)
    expect(page.locator("#q")).to_have_value("carbon tax")
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_have_value("")


def test_the_whole_note_is_read_in_place(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.locator("#hits .title").first.click()
    page.get_by_role("button", name="whole note").click()
    expect(page.locator(".passage .text")).to_contain_text("Heat Pump Notes")
    expect(page.locator(".passage .text")).to_be_focused()
    expect(page.get_by_role("button", name="whole note")).to_have_count(0)


def test_source_code_has_colours_in_its_snippet_and_in_its_text(page: Page) -> None:
    opened(page, "/?q=splice+hawser&vault=beach")
    snippet = page.locator("#hits .snippet.code").first
    expect(snippet.locator(".syntax-keyword").first).to_have_text("def")
    expect(snippet.locator("mark .syntax-name")).to_have_text("splice")
    expect(snippet.locator("mark .syntax-string").first).to_have_text("Splice")
    page.locator("#hits .title").first.click()
    text = page.locator(".passage .text")
    expect(text.locator(".syntax-comment")).to_have_text("# the strongest")
    expect(text).to_contain_text("def splice(self, knots: int = 3) -> str:  # the strongest")


def test_the_outline_of_a_document_opens_each_of_its_places(page: Page) -> None:
    opened(page, "/?q=splice+hawser&vault=beach")
    page.locator("#hits .title").first.click()
    page.get_by_role("button", name="outline").click()
    outline = page.get_by_role("navigation", name="Outline")
    expect(outline.locator("li")).to_have_text(["4Buoyclass", "7splicemethod", "12unmoorfunction"])
    expect(outline.locator(".level-2")).to_have_count(1)
    outline.get_by_role("button", name="unmoor").click()
    expect(page.locator(".passage .text")).to_have_text("def unmoor(): ...")
    expect(page.locator(".passage .text")).to_be_focused()
    expect(outline).to_be_visible()
    page.get_by_role("button", name="outline").click()
    expect(outline).to_have_count(0)


def test_the_outline_of_a_note_lists_its_headings(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.locator("#hits .title").first.click()
    page.get_by_role("button", name="outline").click()
    headings = page.get_by_role("navigation", name="Outline").get_by_role("button")
    expect(headings.first).to_have_text("Heat Pump Notes")
    assert headings.count() > 1


def test_kinds_of_symbols_are_a_filter_where_there_is_source_code(page: Page) -> None:
    opened(page, "/?q=splice&vault=beach")
    page.get_by_label("Defines a").select_option("method")
    page.wait_for_url("**/?q=splice&vault=beach&symbol=method")
    expect(page.locator("#hits > li")).to_have_count(1)
    expect(page.locator("#hits .at").first).to_have_text(re.compile("^moorings.py:"))
    links = page.locator("#hits .hit").first.locator("a.open")
    assert links.all_text_contents() == ["Editor"]
    page.get_by_role("button", name="Clear the filters").click()
    page.wait_for_url("**/?q=splice&vault=beach")
    opened(page, "/?q=carbon+tax")
    expect(page.get_by_label("Defines a")).to_be_hidden()


def test_texts_run_the_way_that_their_letters_run(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.locator("#hits .title").first.click()
    for what in (".title", ".snippet", ".passage .text > *"):
        expect(page.locator(f"#hits {what}").first).to_have_attribute("dir", "auto")


def test_tags_beyond_those_shown_are_counted(page: Page) -> None:
    opened(page, "/?q=quizzical")
    expect(page.locator("#hits .under").first).to_contain_text("+2")


def test_the_api_is_linked_from_every_page(page: Page) -> None:
    opened(page, "/?q=tax")
    page.get_by_role("navigation").get_by_role("link", name="API").click()
    expect(page).to_have_url(re.compile(r"/docs$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("API")


def test_reload_and_back_keep_what_was_asked(page: Page) -> None:
    opened(page, "/").keyboard.type("bread")
    page.keyboard.press("Enter")
    expect(page.locator("#hits .title").first).to_have_text("Saturday Rye Loaf")
    page.locator("#q").fill("heat pump")
    page.keyboard.press("Enter")
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    page.get_by_label("Tag", exact=True).fill("home")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=heat+pump&tag=home")
    page.reload()
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    expect(page.get_by_role("button", name="Remove the tag home")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/\?q=heat\+pump$"))
    expect(page.get_by_role("button", name="Remove the tag home")).to_have_count(0)
    page.go_back()
    expect(page.locator("#q")).to_have_value("bread")
    expect(page.locator("#hits .title").first).to_have_text("Saturday Rye Loaf")


def test_markup_in_a_note_is_shown_as_text(page: Page) -> None:
    opened(page, "/?q=quizzical")
    expect(page.locator("#hits .title").first).to_contain_text("<img src=x")
    expect(page.locator("#hits .chip").first).to_have_text("#<b>bold</b>")
    expect(page.locator("#hits .snippet").first).to_contain_text("<script>")
    page.locator("#hits .title").first.click()
    expect(page.locator(".passage .text").first).to_contain_text("throw 1")
    expect(page.locator("#hits img")).to_have_count(0)
    expect(page).to_have_title("quizzical · dowse")


def test_marks_stand_right_behind_characters_of_two_halves(page: Page, watch: Watch) -> None:
    """The server counts characters as Python does, JavaScript counts halves of those beyond 65,535."""
    opened(page, "/")
    html = page.evaluate(
        """async () => {
            const { marked } = await import("/assets/marks.js");
            const place = document.createElement("p");
            place.append(...marked("😀😀 heat <pump>", [[3, 7], [9, 13]]));
            return place.innerHTML;
        }"""
    )
    assert html == "😀😀 <mark>heat</mark> &lt;<mark>pump</mark>&gt;"


def test_no_line_of_a_snippet_ends_inside_of_a_date(page: Page) -> None:
    opened(page, "/")
    lines = page.evaluate(
        """async () => {
            const { dates, marked } = await import("/assets/marks.js");
            const place = document.createElement("p");
            const text = "😀 due 2026-11-29";
            place.style.width = "14ch";
            place.append(...marked(text, [[6, 10]], dates(text)));
            document.body.append(place);
            const parts = Array.from(place.querySelectorAll(".syntax-date"));
            return new Set(parts.flatMap((part) => Array.from(part.getClientRects(), (each) => each.top))).size;
        }"""
    )
    assert lines == 1


def test_nothing_found_offers_ways_on(page: Page) -> None:
    opened(page, "/?q=%22heat+pump%22&kind=task")
    expect(page.locator("#start")).to_contain_text("No hits")
    page.get_by_role("button", name="Search without the filters").click()
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")


def test_a_refusal_is_told_in_words(page: Page, watch: Watch) -> None:
    opened(page, "/?q=tax&profile=nope")
    expect(page.get_by_role("alert")).to_contain_text("nope")
    watch.errors.clear()  # the browser tells the console of every answer that refuses


def test_an_example_of_the_query_language_goes_into_the_box(page: Page) -> None:
    opened(page, "/")
    page.get_by_text("Query syntax").click()
    page.get_by_role("button", name="tag:finance").click()
    expect(page.locator("#q")).to_have_value("tag:finance")
    expect(page.locator("#hits > li")).to_have_count(5)


def test_another_vault_is_chosen_and_stays(page: Page) -> None:
    opened(page, "/?q=lamp")
    page.get_by_label("Vault").select_option("other")
    expect(page.locator("#hits .title")).to_have_text(["Lighthouse"])
    page.get_by_role("link", name="Pipeline").click()
    expect(page.get_by_label("Vault")).to_have_value("other")
    page.go_back()
    expect(page.locator("#hits .title")).to_have_text(["Lighthouse"])


def test_all_vaults_are_searched_as_one(page: Page) -> None:
    opened(page, "/?q=lighthouse+OR+pebble&mode=fulltext")
    page.get_by_label("Vault").select_option("All vaults")
    expect(page.locator("#hits .at").first).to_have_text("other:Lighthouse.md:1")
    expect(page.locator("#hits .at").nth(1)).to_contain_text("beach:Pebble ")
    hit = page.locator("#hits > li").first
    expect(hit.get_by_role("link", name="Editor")).to_have_attribute(
        "href", re.compile("^vscode://file/.*/other/Lighthouse.md:")
    )
    hit.get_by_role("button", name="Lighthouse", exact=True).click()
    expect(hit.get_by_label("Text of Lighthouse")).to_contain_text("A lamp on a rock.")
    page.get_by_role("link", name="Pipeline").click()
    expect(page.get_by_label("Vault")).to_have_value("all")
    expect(page.locator("#stages")).to_contain_text("Lighthouse")


def test_where_all_vaults_are_searched_their_tags_are_a_place_to_begin(page: Page) -> None:
    opened(page, "/?vault=all")
    expect(page.locator("#start")).to_contain_text("5 vaults.")
    page.locator("#start").get_by_role("button", name="#finance").click()
    expect(page.locator("#hits .at").first).to_contain_text("notes:")


def test_more_hits_are_shown_when_asked_for(page: Page) -> None:
    opened(page, "/?q=carbon+tax")
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#hits > li")).to_have_count(20)
    expect(page).to_have_url(re.compile("limit=20"))


def test_it_is_said_that_no_more_than_a_hundred_are_shown(page: Page) -> None:
    opened(page, "/?q=pebble&vault=beach&mode=fulltext&limit=90")
    expect(page.locator("#most")).to_be_hidden()
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#hits > li")).to_have_count(100)
    expect(page.locator("#most")).to_have_text("This page shows at most 100 hits; add filters to narrow the search.")
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()


def test_communities_are_listed_when_the_query_asks_for_them(page: Page) -> None:
    opened(page, "/?q=communities:")
    expect(page.locator("#said")).to_have_text(re.compile(r"^\d communities"))
    expect(page.locator("#hits h2").first).to_be_visible()
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()


def test_a_snippet_of_source_code_keeps_its_lines_and_its_angle_brackets(page: Page) -> None:
    def as_code(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        found["hits"][0] |= {"kind": "code", "snippet": "def f()\n  return '<b>'", "marks": [[4, 5]]}
        found["hits"][0] |= {"section": "f", "symbol_kind": "function"}
        route.fulfill(response=answer, json=found)

    opened(page, "/")
    page.route(re.compile(r"/search\?q=bread$"), as_code)
    page.locator("#q").fill("bread")
    snippet = page.locator("#hits pre.snippet")
    expect(snippet).to_have_count(1)
    assert snippet.inner_text() == "def f()\n  return '<b>'"
    expect(snippet.locator("mark")).to_have_text("f")
    expect(page.locator("#hits .place").first).to_contain_text("› f (function)")


def test_a_vault_without_notes_says_so(page: Page) -> None:
    opened(page, "/?vault=empty")
    expect(page.locator("#start")).to_contain_text("empty has no notes.")
    opened(page, "/?vault=empty&q=hello")
    expect(page.locator("#notes")).to_contain_text("0 documents in")
    expect(page.locator("#start .ways")).to_have_count(0)


def test_filters_that_are_too_narrow_are_named_with_the_hits_without_them(page: Page) -> None:
    opened(page, "/?q=heat+pump&kind=task&tag=home")
    expect(page.locator("#start")).to_contain_text("No hits with 2 filters: #home, task.")
    expect(page.get_by_role("button", name="Search without the filters")).to_have_text(re.compile(r"\(\d+ hits\)$"))


def test_archived_documents_are_suggested_only_where_some_match(page: Page) -> None:
    opened(page, "/?q=%22keep+a+search+under+a+name%22&mode=fulltext")
    archived = page.get_by_role("button", name="Include archived documents (1 hit)")
    expect(page.locator("#start")).to_contain_text("Try other words, or a suggestion:")
    archived.click()
    expect(page.locator("#hits .title")).to_have_text(["Saved Searches and History"])
    with page.expect_response(re.compile("archived%3Ayes")):
        opened(page, "/?q=%22nobody+wrote+this%22&mode=fulltext")
    expect(page.locator("#start .ways")).to_be_visible()
    expect(page.get_by_role("button", name="Include archived documents")).to_be_hidden()


def test_a_search_without_hits_announces_no_suggestion_where_there_is_none(page: Page) -> None:
    opened(page, "/?q=zyzzyvaquux")
    expect(page.locator("#start")).to_contain_text("Try other words.")


def test_a_correction_is_proposed_unless_its_hits_are_shown(page: Page) -> None:
    opened(page, "/?q=caarbon")
    expect(page.locator("#notes")).to_contain_text("Did you mean carbon?")
    opened(page, "/?q=caarbon+heat")
    expect(page.locator("#notes")).to_contain_text("searched for 'carbon'")
    expect(page.locator("#notes")).not_to_contain_text("Did you mean")


def test_the_last_searches_are_kept_in_the_browser_until_they_are_cleared(page: Page) -> None:
    opened(page, "/").keyboard.type("carbon tax")
    page.keyboard.press("Enter")
    page.locator("#hits .title").first.click()
    opened(page, "/?vault=other")
    expect(page.locator(".recent")).to_have_count(0)
    opened(page, "/")
    page.get_by_label("Recent searches").get_by_role("button", name="carbon tax").click()
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    opened(page, "/")
    page.get_by_role("button", name="clear").click()
    expect(page.locator(".recent")).to_have_count(0)
    assert page.evaluate("() => localStorage.length") == 0


def test_it_begins_with_counts_of_documents_and_tags_that_are_none_of_templates_and_colours(page: Page) -> None:
    opened(page, "/")
    chips = page.locator("#start .chip")
    expect(chips.first).to_be_visible()
    html = page.evaluate(
        """async () => {
            const { beginning } = await import("/assets/empty.js");
            const tag = ["1a1a1a", "fff", "placeholder/author", "{{tag}}", "facade", "2024", "templating"];
            const status = { documents: 1006, pages: 1, sources: 1005, vault: "notes", index: {} };
            const place = beginning(status, { tag }, () => {}, { made: [], forget: () => {} });
            return [...place.querySelectorAll(".chip, .quiet")].map((each) => each.textContent);
        }"""
    )
    counts = "1 page, 1,005 source files in notes. Enter words, a question or a filter."
    assert html == [counts, "#facade", "#2024", "#templating"]


def test_near_duplicates_of_a_hit_are_links(page: Page) -> None:
    opened(page, "/?q=logs+planks+wrecks&vault=copies")
    hit = page.locator("#hits > li").first
    more = hit.get_by_role("button", name="and 2 more like it")
    copies = hit.get_by_role("list", name="Near-duplicates")
    expect(copies).to_have_count(0)
    more.click()
    expect(copies.get_by_role("link")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(copies).to_have_count(0)
    more.click()
    path = copies.get_by_role("link").first.inner_text()
    copies.get_by_role("link").first.click()
    expect(page.locator(".path")).to_have_text(path.partition("#")[0])


def test_a_search_without_an_answer_can_be_repeated(page: Page, watch: Watch) -> None:
    opened(page, "/?q=tax")
    page.route(re.compile("/(search|health)"), lambda route: route.abort())
    page.locator("#q").fill("carbon tax")
    again = page.get_by_role("alert").get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_enabled()  # still no answer
    page.unroute_all()
    again.click()
    expect(page.locator("#hits .title").first).to_have_text("Heat Pump Notes")
    watch.errors.clear()  # the browser tells the console of every request without an answer


def test_files_that_are_being_indexed_have_one_note(page: Page) -> None:
    """The note with the progress counts the files that are left; a second one said that the next search reads them."""
    notes: list[dict[str, object]] = []

    def while_indexing(route: Route) -> None:
        answer = route.fetch().json()
        route.fulfill(json={**answer, "index": {"state": "stale", "changed": 3}, "notes": notes})

    page.route(re.compile(r"/search\?"), while_indexing)
    opened(page, "/?q=tax")
    expect(page.locator("#notes .note")).to_have_text(["3 changed files not indexed yet; the next search continues"])
    notes.append({"at": 0, "hint": "the vault is being indexed: 1 of 4 files are read (25 %)"})
    page.reload()
    expect(page.locator("#notes .note")).to_have_text(["the vault is being indexed: 1 of 4 files are read (25 %)"])
    page.unroute_all(behavior="ignoreErrors")


def test_a_search_is_repeated_until_the_vault_is_indexed_unless_a_hit_is_open(page: Page) -> None:
    indexed = list[bool]()

    def while_indexing(route: Route) -> None:
        answer = route.fetch().json()
        hits = answer["hits"] if indexed else answer["hits"][:1]
        state = "fresh" if indexed else "stale"
        route.fulfill(json={**answer, "index": {"state": state, "changed": 3}, "hits": hits})

    page.clock.install()
    page.route(re.compile(r"/search\?"), while_indexing)
    opened(page, "/?q=tax")
    title = page.locator("#hits .title")
    title.click()
    indexed.append(True)
    page.clock.run_for(60_000)
    expect(title).to_have_attribute("aria-expanded", "true")
    title.click()
    page.locator("#q").focus()
    page.clock.run_for(60_000)
    expect(page.locator("#hits > li")).to_have_count(10)
    page.unroute_all(behavior="ignoreErrors")


def test_why_tells_the_evidence_of_source_code_in_words(page: Page) -> None:
    opened(page, "/?q=splice+hawser+crew&vault=beach")
    page.get_by_role("button", name=re.compile("^Why ")).first.click()
    expect(page.locator(".evidence").first).to_contain_text(re.compile(r"Source code boost× \d\.\d\d"))
