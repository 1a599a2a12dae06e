"""Documents with the word of a query before those that are only similar in meaning."""

from __future__ import annotations

from dataclasses import replace

from dowse.model.hit import Evidence, Hit
from dowse.ports.pipeline import QueryTraits, Run
from dowse.stages.keyword_first import KEYWORD_FIRST, KeywordFirst
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_RUN: Run = asking("japan", holding(make("a.md", "japan")))


def _found(doc: str, score: float, *lists: str) -> Hit:
    return hit(doc, score)._replace(why=tuple(Evidence(name, score) for name in lists))


def test_a_document_with_the_word_comes_before_a_better_one_without_it() -> None:
    hits = (
        *(_found("both.md", 1.0, "keyword", "semantic"), _found("near.md", 0.3, "semantic")),
        *(_found("far.md", 0.2, "semantic"), _found("word.md", 0.0, "keyword"), _found("last.md", 0.0, "keyword")),
    )
    after = KeywordFirst()(hits, _RUN)
    assert paths(after) == ["both.md", "word.md", "last.md", "near.md", "far.md"]
    assert [each.score for each in after] == [1.0, 0.3, 0.3, 0.3, 0.2]
    assert [reason for each in after for reason in each.why if reason.source == KEYWORD_FIRST] == [
        Evidence(KEYWORD_FIRST, 0.3)
    ] * 2


def test_hits_of_one_list_stay_as_they_are() -> None:
    for name in ("keyword", "semantic"):
        hits = (_found("a.md", 0.5, name), _found("b.md", 0.5, name))
        assert KeywordFirst()(hits, _RUN) == hits


def test_only_a_query_of_one_word_for_documents_with_it_is_reordered() -> None:
    stage, one = KeywordFirst(), QueryTraits(is_one_word=True)
    assert stage.adapted(one) == stage
    others = (
        QueryTraits(is_one_word=True, weighs_keyword=False),
        QueryTraits(),
        QueryTraits(is_one_word=True, is_by_similarity=True),
        QueryTraits(is_one_word=True, is_linked=True),
    )
    assert [stage.adapted(each) for each in others] == [None] * 4


def test_where_the_keyword_list_may_lack_documents_with_the_word_all_keep_their_places() -> None:
    first = _found("defining.md", 1.0, "definitions")
    hits = (first, *(_found(f"{n}.md", 0.5, "keyword") for n in range(3)))
    assert KeywordFirst(most=2)(hits, _RUN) == hits
    assert paths(KeywordFirst(most=3)(hits, _RUN))[-1] == "defining.md"
    assert KeywordFirst()(hits, replace(_RUN, added=("nippon",))) == hits
