"""Filters are counted in order, and name the documents that they exclude."""

from __future__ import annotations

from dataclasses import replace

from dowse.model.document import Document
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.search.reasons.filter_counts import ExcludedDocument, FilterCount
from tests.contract.engines import Engine, fill
from tests.making import make

_VAULT = (
    make("levy.md", "carbon levy", tags=("money",), status="done"),
    make("tax.md", "carbon tax", tags=("money",)),
    make("old.md", "carbon price", tags=("money",), archived=True),
    make("bread.md", "flour", status="done"),
)


def _cuts(engine: Engine, text: str, *documents: Document) -> list[FilterCount]:
    return [replace(count, excluded=()) for count in _counts(engine, text, *documents)]


def _counts(engine: Engine, text: str, *documents: Document) -> list[FilterCount]:
    fill(engine, *documents)
    return list(search(Request(text, explain=True), DEFAULT, engine, now=0.0).filters)


def _excluded(engine: Engine, text: str, *documents: Document) -> list[list[str]]:
    return [[document.path for document in count.excluded] for count in _counts(engine, text, *documents)]


def test_every_filter_says_what_it_leaves_of_what_the_one_before_it_left(engine: Engine) -> None:
    assert _cuts(engine, "carbon tag:money -status:done", *_VAULT) == [
        FilterCount("tagged money", 4, 3),
        FilterCount("not with the status done", 3, 2),
        FilterCount("not archived", 2, 1),
    ]


def test_a_search_without_filters_has_none_to_count(engine: Engine) -> None:
    assert _cuts(engine, "carbon", *_VAULT[:2]) == []


def test_a_scope_is_named_as_it_was_written(engine: Engine) -> None:
    assert _cuts(engine, "carbon under:money", make("money/levy.md", "carbon"), make("tax.md")) == [
        FilterCount("below money", 2, 1)
    ]


def test_a_filter_names_the_documents_that_it_excludes(engine: Engine) -> None:
    assert _excluded(engine, "carbon tag:money -status:done", *_VAULT) == [["bread.md"], ["levy.md"], ["old.md"]]


def test_an_excluded_document_has_the_values_that_the_filter_reads(engine: Engine) -> None:
    (tagged, undone, unarchived) = _counts(engine, "carbon tag:money -status:done", *_VAULT)
    assert tagged.excluded == (ExcludedDocument("bread.md", "bread", "tag: none"),)
    assert undone.excluded == (ExcludedDocument("levy.md", "levy", "status: done"),)
    assert unarchived.excluded == (ExcludedDocument("old.md", "old", "archived: true"),)


def test_a_filter_on_time_names_the_day_of_an_excluded_document(engine: Engine) -> None:
    ((count,), day) = _counts(engine, "carbon modified:>1990-01-01", _VAULT[0]), "1970-01-01"
    assert [document.values for document in count.excluded] == [f"modified: {day}"]


def test_a_filter_on_words_and_folders_reads_no_values(engine: Engine) -> None:
    counts = _counts(engine, '+levy path:money "carbon levy"', *_VAULT)
    assert {document.values for count in counts for document in count.excluded if count.what != "not archived"} == {""}


def test_excluded_documents_with_words_of_the_query_are_first(engine: Engine) -> None:
    newer = [make(f"{n}.md", "flour", modified=9.0, status="done") for n in range(3)]
    named = _excluded(engine, "carbon -status:done", make("levy.md", "carbon", status="done"), *newer)
    assert named == [["levy.md", "0.md", "1.md", "2.md"]]


def test_a_filter_names_a_hundred_excluded_documents(engine: Engine) -> None:
    (count,) = _counts(engine, "carbon -status:done", *(make(f"{n}.md", "x", status="done") for n in range(101)))
    assert (count.before - count.after, len(count.excluded)) == (101, 100)


def test_a_list_without_words_names_excluded_documents_too(engine: Engine) -> None:
    assert _excluded(engine, "tag:money archived:yes", *_VAULT) == [["bread.md"]]


def test_a_search_without_an_explanation_counts_and_names_nothing(engine: Engine) -> None:
    fill(engine, *_VAULT)
    assert search(Request("carbon tag:money"), DEFAULT, engine, now=0.0).filters == ()


def test_long_values_of_an_excluded_document_are_cut(engine: Engine) -> None:
    note = make("a.md", "carbon", tags=tuple(f"t{n:02}" for n in range(12)), mood="x" * 200)
    (mood,) = _counts(engine, "carbon [mood:y]", note)
    assert mood.excluded[0].values == f"mood: {'x' * 80}…"


def test_many_values_of_an_excluded_document_are_cut(engine: Engine) -> None:
    (tags,) = _counts(engine, "carbon -tag:t01", make("a.md", "carbon", tags=tuple(f"t{n:02}" for n in range(12))))
    assert tags.excluded[0].values == f"tag: {', '.join(f't{n:02}' for n in range(10))} and 2 more"
