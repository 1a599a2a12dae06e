"""A hit in JSON and by its name."""

from __future__ import annotations

import pytest

from dowse.app.results.search_result import HitResult, document_name
from dowse.interfaces.mcp.text_content import hit_text
from dowse.model.hit import Hit, Snippet
from dowse.model.ref import Ref
from tests.making import make


def _result(short_code: str = "", type_: str = "") -> HitResult:
    head = make("tasks/a.md", "text", title="Cut the index", short_code=short_code, type=type_).head
    return HitResult.of(Hit(Ref(head.path), head, 1.0))


def test_a_hit_has_its_short_code() -> None:
    assert _result("METIS-T-0066").to_dict()["short_code"] == "METIS-T-0066"
    assert _result().to_dict()["short_code"] == ""


def test_the_name_of_a_hit_has_its_code_and_its_type() -> None:
    assert _result("METIS-T-0066", "task").name == "METIS-T-0066: Cut the index (task)"


def test_the_name_of_a_hit_without_code_and_type_is_its_title() -> None:
    assert _result().name == "Cut the index"


@pytest.mark.parametrize("title", ["METIS-T-0066", "METIS-T-0066 Cut the index"])
def test_a_title_with_the_code_has_the_code_once(title: str) -> None:
    assert document_name(title, "METIS-T-0066", "") == title


def test_a_type_of_several_lines_stays_on_one_line() -> None:
    assert document_name("Cut the index", "", "task\n\tsecond") == "Cut the index (task second)"


def test_a_type_that_is_a_link_is_named_as_the_link_is_shown() -> None:
    assert document_name("Ava DuVernay", "", "[[Directors]]") == "Ava DuVernay (Directors)"
    assert document_name("Ava DuVernay", "", "[[People/Directors|Director]]") == "Ava DuVernay (Director)"
    assert _result(type_="[[Directors]]").type == "Directors"


def test_a_hit_without_text_says_that_the_note_is_empty() -> None:
    hit = Hit(Ref("a.md"), make("a.md", "").head, 0.5)
    snippets = (Snippet("", "", 1, 1), Snippet("x", "", 1, 1), Snippet("", "", 1, 1, end=9), None)
    shown = [HitResult.of(hit._replace(snippet=each)) for each in snippets]
    assert [each.empty for each in shown] == [True, None, None, None]
    assert hit_text(1, shown[0].to_dict()) == "1. a | a.md | line 1 | empty note | 0.5"
