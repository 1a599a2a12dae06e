"""Documents whose tags the query names stand above all others."""

from __future__ import annotations

import pytest

from dowse.fusion.rrf import Rrf
from dowse.model.hit import Evidence, Hits
from dowse.retrieval.keyword import TAGS_MATCHED, Keyword
from dowse.stages.tag_boost import TagBoost
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding
from tests.stages.asked_of_stages import found, reasons, run

_METHOD = make(
    "method.md",
    "how one person kept slips",
    title="The Zettelkasten Method",
    tags=("zettelkasten", "book", "note-taking"),
)
_LONG = [make(f"long{n}.md", "zettelkasten books and zettelkasten and books " * 3) for n in range(6)]
_FILLER = [make(f"filler{n}.md", "bread and water") for n in range(20)]
_ENGINE = holding(_METHOD, *_LONG, *_FILLER)
_NEAR = tuple(hit(document.head.path, 0.9 - n / 100) for n, document in enumerate((*_LONG, *_FILLER)))


def _fused(keyword: Keyword) -> Hits:
    """By word and by meaning; meaning has not noticed the method."""
    return Rrf()({"keyword": keyword(asking("zettelkasten books", _ENGINE)), "semantic": _NEAR})


def test_a_query_of_tags_finds_what_has_them_though_fusion_by_rank_buries_it() -> None:
    """“"zettelkasten books" → documents tagged [zettelkasten, book]”, “before: buried in results, after: #1”"""
    assert paths(_fused(Keyword())).index("method.md") >= 6
    assert paths(_fused(Keyword(tag_boost=5.0))).index("method.md") >= 6  # the list alone does not help
    for keyword in (Keyword(), Keyword(tag_boost=5.0)):
        first = TagBoost()(_fused(keyword), asking("zettelkasten books", _ENGINE))[0]
        assert (first.head.title, first.score) == ("The Zettelkasten Method", 1.0)
        assert reasons(first)[TAGS_MATCHED] == 2.0
        assert reasons(first)["tag_boost"] == 1.0


def _boosted(query: str, *scored: tuple[tuple[str, ...], float], stage: TagBoost | None = None) -> Hits:
    """Documents as (tags, score), called 0.md and on."""
    hits = tuple(found(make(f"{n}.md", tags=tags), score) for n, (tags, score) in enumerate(scored))
    return (stage or TagBoost())(hits, run(query))


def test_more_of_the_query_comes_first_then_the_better_score_and_others_last() -> None:
    hits = _boosted(
        "carbon tax policy",
        ((), 1.0),
        (("tax",), 0.9),
        (("carbon",), 0.8),
        (("other",), 0.7),
        (("carbon", "tax"), 0.1),
        (("carbon-tax", "policy"), 0.0),
    )
    assert paths(hits) == ["5.md", "4.md", "1.md", "2.md", "0.md", "3.md"]
    assert hits[0].score == 1.0
    assert len({each.score for each in hits}) == 6


def test_a_match_scores_once_and_a_half_to_twice_the_best() -> None:
    """“Tag-matched results get 1.5-2.0x max_rrf boost”"""
    whole, other = _boosted("tax", ((), 0.4), (("tax",), 0.0))
    assert other.score / whole.score == pytest.approx(1 / 2.0)
    whole, half, other = _boosted("carbon tax", ((), 0.4), (("tax",), 0.0), (("carbon", "tax"), 0.0))
    assert other.score / half.score == pytest.approx(1 / 1.75)
    assert half.score / whole.score == pytest.approx(1.75 / 2.0)


def test_a_word_that_two_tags_hold_counts_once() -> None:
    (hit,) = _boosted("carbon tax", (("tax", "taxes"), 1.0))
    assert reasons(hit) == {TAGS_MATCHED: 2.0, "tag_boost": 0.5}


def test_what_the_keyword_list_noted_is_not_noted_again() -> None:
    noted = found(make("a.md", tags=("tax",)), 0.5, Evidence(TAGS_MATCHED, 1.0))
    (hit,) = TagBoost()((noted,), run("tax"))
    assert [reason.source for reason in hit.why] == [TAGS_MATCHED, "tag_boost"]


@pytest.mark.parametrize("query", ["", "tag:tax", "bread", '-"tax"'])
def test_when_no_tag_matches_nothing_changes(query: str) -> None:
    hits = _boosted(query, (("tax",), 0.8), (("carbon",), 0.4))
    assert [(each.head.path, each.score, each.why) for each in hits] == [("0.md", 0.8, ()), ("1.md", 0.4, ())]


def test_hits_without_any_score_are_ordered_by_their_tags() -> None:
    assert paths(_boosted("tax", ((), 0.0), (("tax",), 0.0))) == ["1.md", "0.md"]
    assert _boosted("tax") == ()
