from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.browser.looking import Page, expect, opened

pytestmark = pytest.mark.slow


def test_each_stage_is_a_column_with_counts_and_time(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax")
    names = [text.split("\n")[0] for text in page.locator(".stage h2").all_inner_texts()]
    assert names[:4] == ["Filters", "keyword", "semantic", "weighted"]
    expect(page.get_by_label("Stage limit")).to_contain_text("→ 10")
    expect(page.get_by_label("Stage limit")).to_contain_text("the limit is 10")
    expect(page.get_by_label("Stage semantic")).to_contain_text("ms")
    expect(page.locator("#summary")).to_contain_text("Total time")


def test_a_filter_names_the_documents_that_it_excludes(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax&tag=finance")
    filters = page.get_by_label("Filters")
    expect(filters).to_contain_text("documents excluded")
    expect(filters).to_contain_text("Heat Pump Notes tag: energy, heating, home")
    assert filters.locator(".removed > ul").first.locator("li").count() == 5
    filters.get_by_text(" more").first.click()
    assert filters.locator(".removed details li").first.is_visible()


def test_without_a_query_one_is_invited_to_ask(page: Page) -> None:
    opened(page, "/pipeline")
    expect(page.locator("#said")).to_have_text("Enter a query to see its pipeline.")
    expect(page.locator("#result")).to_be_hidden()


def test_a_hit_that_is_focused_is_lit_in_all_columns(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax")
    page.get_by_label("Stage weighted").locator(".ranked").first.focus()
    columns = page.locator(".stage:has(.ranks)").count()
    expect(page.locator(".ranked.lit")).to_have_count(columns)
    expect(page.locator(".lines path.lit")).to_have_count(columns - 1)


def test_stages_that_moved_nothing_can_be_left_out(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax")
    before = page.locator(".stage").count()
    page.get_by_label("Only stages that changed the hits").check()
    expect(page.get_by_label("Stage pin")).to_have_count(0)
    assert page.locator(".stage").count() < before


def test_the_ranks_are_there_as_a_table_too(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax")
    page.get_by_text("The same as a table").click()
    row = page.get_by_role("row", name="Heat Pump Notes")
    assert row.get_by_role("cell").all_inner_texts()[:3] == ["1", "6", "1"]


def test_a_stage_shows_changes_of_scores_and_boosts(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax&profile=balanced")
    stage = page.get_by_label("Stage time boost")
    expect(stage.locator(".ranked em").first).to_contain_text(re.compile(r"^[+−]0\.\d\d$"))
    stage.get_by_text("Scores and boosts").click()
    expect(stage.locator(".effects li").first).to_contain_text("Recency boost × 1.")


def test_a_tag_boost_shows_the_tags_and_the_score_before(page: Page) -> None:
    opened(page, "/pipeline?q=recipe&profile=balanced")
    stage = page.get_by_label("Stage keyword")
    stage.get_by_text("Scores and boosts").click()
    expect(stage.locator(".effects")).to_contain_text(
        "Tags in the query recipe, Keyword match before the tag boost BM25"
    )


def test_the_answer_is_exported_as_json(page: Page, tmp_path: Path) -> None:
    opened(page, "/pipeline?q=carbon+tax")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export as JSON").click()
    waiting.value.save_as(tmp_path / "pipeline.json")
    exported = json.loads((tmp_path / "pipeline.json").read_text("utf-8"))
    assert exported["query"] == "carbon tax"
    assert exported["pipeline"]["stages"]


def test_a_switch_of_the_ranking_goes_into_the_address_and_the_search(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax&min_score=0.01")
    expect(page.get_by_label("Stage time boost")).to_have_count(0)
    page.get_by_label("Recency boost").select_option("on")
    page.wait_for_url("**/pipeline?q=carbon+tax&time_boost=true&min_score=0.01")
    expect(page.get_by_label("Stage time boost")).to_be_visible()
    page.get_by_role("button", name="Remove min_score").click()
    page.wait_for_url("**/pipeline?q=carbon+tax&time_boost=true")


def test_a_filter_of_another_page_can_be_removed(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax&tag=finance&tag=taxes")
    page.get_by_role("button", name="Remove tag finance").click()
    page.wait_for_url("**/pipeline?q=carbon+tax&tag=taxes")
    expect(page.get_by_label("Filters")).not_to_contain_text("tagged finance")


def test_excluded_types_become_a_filter(page: Page) -> None:
    opened(page, "/pipeline?q=search&exclude_types=meeting")
    page.get_by_label("Exclude types").fill("task")
    page.get_by_label("Exclude types").press("Enter")
    page.wait_for_url("**/pipeline?q=search&exclude_types=meeting%2Ctask")
    expect(page.get_by_label("Filters")).to_contain_text("not of the type task")
    page.get_by_role("button", name="Remove the excluded type meeting").click()
    page.wait_for_url("**/pipeline?q=search&exclude_types=task")


def test_unused_stages_have_reasons_and_settings_have_sources(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax&profile=balanced&time_boost=false&min_score=0.2")
    expect(page.get_by_label("Stages not used")).to_contain_text("time boost")
    expect(page.get_by_label("Stages not used")).to_contain_text("switched off by an option")
    page.get_by_text("Settings and their sources").click()
    row = page.get_by_role("row", name="min score")
    assert row.get_by_role("cell").all_inner_texts() == ["0.2", "option", "0"]


def test_an_expanded_query_is_shown(page: Page) -> None:
    opened(page, "/pipeline?q=bread&expand_query=true")
    expect(page.locator("#summary")).to_contain_text("Expanded query")
    expect(page.get_by_label("Stage expansion")).to_be_visible()


def test_typing_another_query_draws_its_pipeline(page: Page) -> None:
    opened(page, "/pipeline?q=carbon+tax")
    page.locator("#q").fill("bread")
    expect(page.get_by_label("Stage keyword").locator(".ranked").first).to_contain_text("Saturday Rye Loaf")
    page.get_by_label("Profile").select_option("rrf")
    expect(page.get_by_label("Stage rrf")).to_be_visible()


def test_sections_of_a_document_are_told_apart(page: Page) -> None:
    opened(page, "/pipeline?q=tax&profile=proximity")
    names = page.get_by_label("Stage keyword").locator(".ranked span").all_inner_texts()
    assert len(set(names)) == len(names) > 3
    assert all(" ‹ " in name for name in names)
