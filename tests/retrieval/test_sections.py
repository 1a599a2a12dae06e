"""Documents that hold the words, as the sections that hold them."""

from __future__ import annotations

import pytest

from dowse.model.document import Document
from dowse.model.hit import Hits
from dowse.model.ref import Ref
from dowse.ports.storage import Granularity
from dowse.retrieval.keyword import Keyword
from tests.contract.counted_store import CountedStore
from tests.making import make, sectioned
from tests.retrieval.asking import asking, holding

_NOTE = sectioned(
    "note.md",
    ("", 0, "Some words before.\n"),
    ("Carbon", 2, "carbon tax and carbon price\n"),
    ("Deeper", 3, "the tax of carbon again\n"),
    ("Bread", 2, "flour and water, once near a tax\n"),
    ("Other", 2, "nothing of the kind\n"),
)
_LONG = sectioned("long.md", ("Fuel", 2, "tax " + "other words " * 50), ("Soil", 2, "carbon"))


def _sections(query: str, *documents: Document, limit: int = 150) -> Hits:
    return Keyword(limit, granularity="section")(asking(query, holding(*documents)))


def test_the_sections_that_hold_the_words_are_ranked_and_no_others() -> None:
    found = [hit.ref for hit in _sections("carbon tax", _NOTE)]
    assert found == [Ref("note.md", "carbon"), Ref("note.md", "bread")]


def test_a_section_brings_those_below_it() -> None:
    deeper = sectioned("a.md", ("Top", 2, "nothing\n"), ("Below", 3, "carbon\n"))
    assert [hit.ref for hit in _sections("carbon", deeper)] == [Ref("a.md", "top")]


def test_the_best_section_has_the_score_of_its_document() -> None:
    documents = Keyword()(asking("carbon tax", holding(_NOTE, _LONG)))
    best: dict[str, float] = {}
    for hit in _sections("carbon tax", _NOTE, _LONG):
        best[hit.ref.doc] = max(best.get(hit.ref.doc, 0.0), hit.score)
    assert best == pytest.approx({hit.ref.doc: hit.score for hit in documents})


def test_a_document_that_holds_the_word_in_its_title_alone_is_its_first_section() -> None:
    titled = make("b.md", "nothing here", title="Carbon")
    assert [hit.ref for hit in _sections("carbon", titled)] == [Ref("b.md", "_preamble")]


def test_a_word_far_into_a_long_text_counts() -> None:
    long = sectioned("long.md", ("Start", 2, "flour\n" * 40_000), ("End", 2, "carbon\n"))
    assert [hit.ref for hit in _sections("carbon", long)] == [Ref("long.md", "end")]


@pytest.mark.parametrize("granularity", ["section", "chunk"])
def test_no_text_is_read(granularity: Granularity) -> None:
    counted = CountedStore(holding(_NOTE, _LONG))
    assert Keyword(granularity=granularity)(asking("carbon tax", counted))
    assert "documents" not in counted.calls


def test_the_limit_counts_sections() -> None:
    assert len(_sections("carbon tax", _NOTE, _LONG, limit=2)) == 2
