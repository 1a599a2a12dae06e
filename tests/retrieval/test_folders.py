"""Documents by the names of their folders."""

from __future__ import annotations

import pytest

from dowse.ports.storage import FieldWeights
from dowse.query.ast import FieldEquals
from dowse.retrieval.keyword import Keyword
from tests.contract.engines import paths
from tests.making import make
from tests.retrieval.asking import asking, holding

_BODY = FieldWeights(filename=0, title=0, aliases=0, tags=0, area=0, headings=0, summary=0, body=1)


def _found(query: str, *files: str, folders: float = 1.0) -> list[str]:
    engine = holding(*(make(path, "water") for path in files))
    return paths(Keyword(weights=_BODY, folders=folders)(asking(query, engine)))


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("tutorial", "docs/Tutorials/first.md"),
        ("docs", "docs/tutorials/first.md"),
        ("pipeline", "src/dataPipelines/first.md"),
        ("setup tools", "setup-tools/first.md"),
        ("cafe", "Cafés/first.md"),
        ("教程", "中文教程/first.md"),
    ],
)
def test_a_document_is_found_by_a_word_of_a_folder(query: str, path: str) -> None:
    assert _found(query, path, "elsewhere/second.md") == [path]


def test_a_folder_is_found_by_another_form_of_its_word() -> None:
    german = "Das ist nicht die Liste der Rechnungen, und wir suchen mit Geduld auf dem Tisch."
    engine = holding(make("Rechnungen/a.md", "Wasser"), make("b.md", german))
    found = paths(Keyword(weights=_BODY, folders=5.0)(asking("Rechnung", engine)))
    assert sorted(found) == ["Rechnungen/a.md", "b.md"]


def test_without_a_weight_folders_do_not_count() -> None:
    assert _found("tutorials", "docs/tutorials/first.md", folders=0.0) == []


@pytest.mark.parametrize(("query", "path"), [("art", "cartoons/a.md"), ("first", "docs/first.md"), ("the", "of/a.md")])
def test_parts_of_words_names_of_files_and_other_folders_do_not_count(query: str, path: str) -> None:
    assert _found(query, path) == []


def test_the_rarer_word_of_two_folders_counts_more() -> None:
    files = ("docs/a.md", "docs/b.md", "guides/c.md", "other/d.md")
    assert _found("docs guides", *files)[0] == "guides/c.md"


def test_a_document_in_both_folders_is_above_one_in_either() -> None:
    assert _found("docs guides", "docs/a.md", "docs/guides/b.md", "guides/c.md")[0] == "docs/guides/b.md"


def test_the_score_of_a_folder_is_added_to_that_of_the_text() -> None:
    engine = holding(make("guides/a.md", "water"), make("b.md", "water"), make("guides/c.md", "bread"))
    hits = Keyword(weights=_BODY, folders=1.0)(asking("water guides", engine))
    assert paths(hits)[0] == "guides/a.md"
    assert set(paths(hits)) == {"guides/a.md", "b.md", "guides/c.md"}


def test_a_filter_binds_for_folders_too() -> None:
    engine = holding(make("guides/a.md", tags=("new",)), make("guides/b.md"))
    run = asking("guides", engine, where=FieldEquals("tag", "new"))
    assert paths(Keyword(folders=1.0)(run)) == ["guides/a.md"]


def test_no_more_documents_than_the_limit_come_from_folders() -> None:
    engine = holding(*(make(f"guides/{n}.md") for n in range(5)))
    assert len(Keyword(2, folders=1.0)(asking("guides", engine))) == 2
