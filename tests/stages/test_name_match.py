"""What the query names among other words is lifted."""

from __future__ import annotations

import pytest

from dowse.analysis.name_spans import name_spans
from dowse.model.hit import Hits
from dowse.ports.pipeline import QueryTraits
from dowse.query.ast import FieldEquals, Word
from dowse.stages.name_match import NAME_MATCH, NameMatch
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_MOC = make("Maps of Content.md", "A note that lists notes.", aliases=("MOCs",))
_PARA = make("methods/PARA.md", "Projects, areas, resources.")
_NOTE = make("Note.md", "note")
_ZH = make("graphs/最短路.md", "算法")
_FILLER = tuple(make(f"f{n}.md", "note about a second brain by Tiago Forte") for n in range(20))
_ENGINE = holding(_MOC, _PARA, _NOTE, _ZH, *_FILLER)
_FIRST = hit("f1.md", 0.7)


def _lifted(query: str, *hits: tuple[str, float], where: FieldEquals | None = None) -> Hits:
    run = asking(query, _ENGINE, where=where) if where else asking(query, _ENGINE)
    return NameMatch()((_FIRST, *(hit(path, score) for path, score in hits)), run)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("MOCs what are they", _MOC.head.path),
        ("what are maps of content?", _MOC.head.path),
        ("second brain PARA tiago forte", _PARA.head.path),
        ("如何求最短路", _ZH.head.path),
    ],
)
def test_a_name_among_other_words_lifts_its_document(query: str, path: str) -> None:
    before = ((path, 0.4),)
    assert paths(_lifted(query, *before))[0] == path


def test_a_document_in_no_list_is_added_if_the_filters_select_it() -> None:
    assert _PARA.head.path in paths(_lifted("the PARA method"))
    assert _PARA.head.path not in paths(_lifted("the PARA method", where=FieldEquals("tag", "none")))


def test_the_evidence_is_the_share_of_the_query_that_the_name_says() -> None:
    whole, part = _lifted("what are MOCs", (_MOC.head.path, 0.4)), _lifted("MOCs with PARA", (_MOC.head.path, 0.4))
    shares = [
        reason.value for hits in (whole, part) for each in hits for reason in each.why if reason.source == NAME_MATCH
    ]
    assert shares[0] == pytest.approx(1.0)
    assert 0.3 < shares[1] < 0.7


def test_a_common_word_that_is_a_title_hardly_counts() -> None:
    hits = _lifted("how does Tiago Forte begin a note about a brain of PARA", ("Note.md", 0.4))
    (found,) = (each for each in hits if each.head.path == "Note.md")
    assert found.score < 0.5


def test_many_documents_of_one_name_are_not_lifted() -> None:
    engine = holding(*(make(f"{n}/index.md", "pages") for n in range(9)), make("x.md", "index rotation"))
    assert NameMatch()((_FIRST,), asking("rotate the index weekly", engine)) == (_FIRST,)


@pytest.mark.parametrize("query", ["MOCs", '"MOCs" are', "what is that", "", "tag:people", " ".join(["MOCs"] * 40)])
def test_a_query_without_a_name_among_its_words_changes_nothing(query: str) -> None:
    assert _lifted(query) == (_FIRST,)


def test_scores_stay_at_most_one_and_the_order_of_others_stays() -> None:
    hits = _lifted("MOCs what are they", ("f2.md", 0.6), (_MOC.head.path, 0.9))
    assert paths(hits) == [_MOC.head.path, "f1.md", "f2.md"]
    assert hits[0].score == 1.0


def test_a_search_for_similar_or_linked_documents_has_no_names() -> None:
    assert NameMatch().adapted(QueryTraits(is_by_similarity=True)) is None
    assert NameMatch().adapted(QueryTraits(is_linked=True)) is None
    assert NameMatch().adapted(QueryTraits()) == NameMatch()


def test_parts_of_a_question_are_looked_up_without_stop_words_alone() -> None:
    assert set(name_spans("what is Foo Bar")) == {"foo", "bar", "foo bar", "is foo", "is foo bar", "what is foo"}


@pytest.mark.parametrize("text", ["word " * 33, "".join(map(chr, range(0x4E00, 0x4E00 + 129)))])
def test_no_parts_of_a_long_text_are_looked_up(text: str) -> None:
    assert name_spans(text) == {}


def test_a_filter_on_the_text_decides_on_an_added_document_too() -> None:
    areas, notes = Word("areas"), Word("lists")
    run = asking("the PARA method", _ENGINE, where=areas)
    assert _PARA.head.path in paths(NameMatch()((_FIRST,), run))
    assert _PARA.head.path not in paths(NameMatch()((_FIRST,), asking("the PARA method", _ENGINE, where=notes)))
