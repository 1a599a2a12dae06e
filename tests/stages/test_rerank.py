"""The reranker rescores the first hits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

import pytest

from dowse.chunking.by_paragraph import ByParagraph
from dowse.chunking.by_section import BySection
from dowse.chunking.by_window import ByWindow
from dowse.chunking.chunker import Chunker
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.fusion.collapse import fold
from dowse.model.document import Document
from dowse.model.hit import Evidence, Hit, Hits
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Granularity
from dowse.retrieval.keyword import TAGS_MATCHED
from dowse.retrieval.semantic import Semantic
from dowse.stages.rerank import Rerank
from tests.contract.engines import paths
from tests.making import hit, indexed, make, sectioned
from tests.making_embedder import Hashing
from tests.retrieval.asking import asking
from tests.stages.asked_of_stages import found, reasons, run


@dataclass(slots=True)
class Stated:
    """Scores a text by the number that is the first word of its second line, and keeps what it is asked."""

    asked: list[tuple[str, str]]
    name: str = "stated"

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked += [(query, text) for text in texts]
        return [float((text.splitlines()[1:] or ["0"])[0].split()[0]) for text in texts]


@dataclass(slots=True)
class Said:
    """Thinks the same of all texts, and keeps what it is asked."""

    asked: list[tuple[str, str]]
    name: str = "said"

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked += [(query, text) for text in texts]
        return [0.5] * len(texts)


def _judged(*hits: tuple[float, object], stage: Rerank | None = None, why: tuple[Evidence, ...] = ()) -> Hits:
    """Hits as (score, what the judge says), called 0.md and on."""
    documents = [make(f"{n}.md", str(judged)) for n, (_, judged) in enumerate(hits)]
    before = tuple(found(each, score, *why) for each, (score, _) in zip(documents, hits, strict=True))
    return (stage or Rerank())(before, run("x", *documents, scorer=Stated([])))


def test_temoas_obsidian_tools_pass_the_templates_and_the_alternatives() -> None:
    """“1. mfarragher/obsidiantools (cross: 4.673, sim: 0.575) ← Better!”, the logits of the judge put into [0, 1]"""
    listed = [
        ("Obsidian Garden Gallery", 0.672, 0.5),
        ("12 Best Alternatives", 0.643, 3.157),
        ("Claude AI for Obsidian", 0.642, 0.5),
        ("Obsidian-Templates", 0.579, 4.186),
        ("mfarragher/obsidiantools", 0.575, 4.673),
    ]
    documents = [make(f"{n}.md", str(logit / 5), title=title) for n, (title, _, logit) in enumerate(listed)]
    before = tuple(found(each, score) for each, (_, score, _) in zip(documents, listed, strict=True))
    after = Rerank()(before, run("obsidian", *documents, scorer=Stated([])))
    assert [hit.head.title for hit in after] == [
        "mfarragher/obsidiantools",
        "Obsidian-Templates",
        "12 Best Alternatives",
        "Obsidian Garden Gallery",
        "Claude AI for Obsidian",
    ]
    assert after[0].why == (Evidence("rerank", 4.673 / 5, 1),)


def test_the_judge_has_a_quarter_of_the_say_at_the_top_and_more_further_down() -> None:
    hits = {hit.head.path: hit.score for hit in _judged(*((0.5, 1.0) for _ in range(12)))}
    assert [hits[f"{n}.md"] for n in range(12)] == pytest.approx([0.625] * 3 + [0.7] * 7 + [0.8] * 2)


def test_the_shares_can_be_chosen() -> None:
    hits = _judged((0.5, 1.0), (0.5, 1.0), stage=Rerank(shares=((1, 0.5),), share_below=1.0))
    assert {hit.head.path: hit.score for hit in hits} == {"0.md": 0.75, "1.md": 1.0}


def test_the_evidence_is_what_the_judge_says_and_its_rank() -> None:
    hits = _judged((0.9, 0.1), (0.8, 0.3), (0.7, 0.2))
    assert {hit.head.path: hit.why for hit in hits} == {
        "0.md": (Evidence("rerank", 0.1, 3),),
        "1.md": (Evidence("rerank", 0.3, 1),),
        "2.md": (Evidence("rerank", 0.2, 2),),
    }


@pytest.mark.parametrize(("says", "means"), [(7.0, 1.0), (-7.0, 0.0), (math.nan, 0.0), (math.inf, 1.0)])
def test_a_judge_that_leaves_the_scale_is_brought_back(says: float, means: float) -> None:
    (hit,) = _judged((0.5, says))
    assert hit.score == pytest.approx(0.75 * 0.5 + 0.25 * means)


@pytest.mark.parametrize("source", ["pin", TAGS_MATCHED])
def test_an_exact_match_keeps_its_score_and_what_stood_below_it_stays_below(source: str) -> None:
    """“Mark as tag_boosted: true to prevent downstream re-ranking”"""
    documents = [make(f"{n}.md", "1.0") for n in range(3)]
    exact = found(documents[1], 0.4, Evidence(source, 1.0))
    before = (found(documents[0], 0.5), exact, found(documents[2], 0.3))
    judge = Stated([])
    after = Rerank()(before, run("x", *documents, scorer=judge))
    assert paths(after) == ["0.md", "1.md", "2.md"]
    assert after[1] == exact
    assert after[2].score == 0.4
    assert len(judge.asked) == 2


def test_an_exact_match_may_rise_when_the_judge_thinks_little_of_what_stood_above_it() -> None:
    documents = [make("0.md", "0.0"), make("1.md", "0.0")]
    before = (found(documents[0], 0.5), found(documents[1], 0.4, Evidence("pin", 1.0)))
    assert paths(Rerank()(before, run("x", *documents, scorer=Stated([])))) == ["1.md", "0.md"]


def test_what_is_not_judged_stays_below_in_its_order_and_proportions() -> None:
    hits = _judged(
        (0.9, 0.0), (0.8, 0.0), (0.7, 1.0), (0.6, 1.0), (0.3, 1.0), stage=Rerank(depth=2, shares=((2, 0.5),))
    )
    assert paths(hits) == ["0.md", "1.md", "2.md", "3.md", "4.md"]
    assert [hit.score for hit in hits] == pytest.approx([0.45, 0.4, 0.4, 0.4 * 6 / 7, 0.4 * 3 / 7])
    assert [bool(hit.why) for hit in hits] == [True, True, False, False, False]


def test_what_is_far_below_already_is_not_scaled() -> None:
    hits = _judged((0.9, 1.0), (0.2, 1.0), stage=Rerank(depth=1))
    assert hits[1].score == 0.2


def test_without_a_judge_or_words_or_texts_nothing_changes() -> None:
    document = make("a.md", "1.0")
    hits = (found(document, 0.5),)
    judge = Stated([])
    assert Rerank()(hits, run("x", document)) == hits
    assert Rerank()(hits, run("tag:a", document, scorer=judge)) == hits
    assert Rerank()(hits, run("x", scorer=judge)) == hits  # gone meanwhile
    assert Rerank()((), run("x", scorer=judge)) == ()
    assert judge.asked == []


def test_a_hit_that_is_gone_keeps_its_score() -> None:
    document = make("a.md", "0.0")
    hits = Rerank()((found(document, 0.5), found(make("gone.md"), 0.4)), run("x", document, scorer=Stated([])))
    assert {hit.head.path: hit.score for hit in hits} == {"a.md": 0.375, "gone.md": 0.4}


def test_a_hit_that_is_gone_holds_nobody_down() -> None:
    document = make("a.md", "1.0")
    hits = Rerank()((found(make("gone.md"), 0.4), found(document, 0.4)), run("x", document, scorer=Stated([])))
    assert {hit.head.path: hit.score for hit in hits} == {"a.md": pytest.approx(0.55), "gone.md": 0.4}


def _shown(document: Document, *, spot: Ref | None = None, query: str = "carbon") -> str:
    judge = Stated([])
    hit: Hit = found(document, 0.5)._replace(spot=spot)
    Rerank()((hit,), run(query, document, scorer=judge))
    ((asked, text),) = judge.asked
    assert asked == query.replace('"', "").replace(" tag:x", "")
    return text


_NOTE = sectioned(
    "note.md", ("", 0, "0 start\n"), ("One", 1, "1 one\n"), ("Two", 1, "2 two\n"), ("Deep", 2, "3 deep\n")
)


def test_the_judge_reads_the_title_and_the_place_that_matched_best() -> None:
    assert _shown(_NOTE, spot=Ref("note.md", "one")) == "note\n1 one"
    assert _shown(_NOTE, spot=Ref("note.md", "two")) == "note\n2 two\n3 deep"
    assert _shown(_NOTE) == "note\n0 start\n1 one\n2 two\n3 deep"
    assert _shown(_NOTE, spot=Ref("note.md", "gone")) == "note\n0 start\n1 one\n2 two\n3 deep"


@pytest.mark.parametrize("spot", [None, Ref("note.md", "_preamble"), Ref("note.md", "_preamble", 99)])
def test_the_judge_reads_no_more_than_the_first_2000_characters(spot: Ref | None) -> None:
    text = _shown(make("note.md", "".join(f"{n:04} " for n in range(2000))), spot=spot)
    assert text.startswith("note\n0000 0001")
    assert 1990 <= len(text.partition("\n")[2]) <= 2000


_SENTENCES = [
    f"About {n} nothing is said that would be {'worth the while ' * (n % 7 + 1)}here.\n\n" for n in range(200)
]
_LONG = sectioned("note.md", ("", 0, "0 start\n\n"), ("Long", 1, "".join(_SENTENCES)), ("End", 1, "the end"))
_CHUNKERS = (ByWindow(), ByWindow(3000, 100), ByParagraph(), BySection(size=900), BySection(size=3000))


@pytest.mark.parametrize("chunker", _CHUNKERS, ids=str)
def test_the_judge_reads_the_chunk_that_matched_wherever_it_was_cut(chunker: Chunker) -> None:
    chunks = chunker(_LONG)
    assert sum(chunk.ref.section == "long" and chunk.ref.part is not None for chunk in chunks) > 4
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(_LONG, chunks=chunks),)))
    asked: list[tuple[str, str]] = []
    for chunk in chunks:
        for each in (found(_LONG, 0.5)._replace(spot=chunk.ref), hit(chunk.ref, 0.5)):
            Rerank()((each,), replace(asking("x", engine), scorer=Said(asked)))
            assert asked.pop() == ("x", f"note\n{chunk.text[:2000].strip()}")


@pytest.mark.parametrize("chunker", [ByWindow(), ByParagraph(), BySection(size=900)], ids=str)
@pytest.mark.parametrize("granularity", ["document", "section"])
def test_the_judge_reads_what_was_found_by_meaning(chunker: Chunker, granularity: Granularity) -> None:
    text = "".join((*_SENTENCES[:150], f"The{' needle' * 40}.\n\n", *_SENTENCES[150:]))
    document = sectioned("note.md", ("Long", 1, text))
    meaning, engine, asked = Hashing(), MemoryEngine(), list[tuple[str, str]]()
    chunks = chunker(document)
    vectors = zip(chunks, meaning.embed([chunk.enriched for chunk in chunks]), strict=True)
    engine.write(WriteBatch(indexed=(indexed(document, chunks=chunks),), vectors={c.digest: row for c, row in vectors}))
    searching = replace(asking("needle", engine, embedder=meaning), scorer=Said(asked))
    Rerank()(fold(Semantic(least=-1.0)(searching), granularity), searching)
    assert "The needle" in asked[0][1]


def test_the_judge_is_asked_the_words_without_the_filters() -> None:
    tagged = make("a.md", "1.0", tags=("x",))
    assert _shown(tagged, query='"carbon tax" cheap tag:x')


def test_the_same_score_from_the_judge_keeps_the_order() -> None:
    hits = _judged((0.5, 0.5), (0.5, 0.5), (0.5, 0.5))
    assert paths(hits) == ["0.md", "1.md", "2.md"]
    assert [reasons(hit) for hit in hits] == [{"rerank": 0.5}] * 3


def test_a_reranker_stops_when_the_time_of_the_search_ends_and_the_other_hits_stay_below() -> None:
    documents = [make(f"{n}.md", "x") for n in range(20)]
    hits = tuple(found(each, 0.9 - n / 100) for n, each in enumerate(documents))
    scorer = Said([])
    searching = replace(run("x", *documents, scorer=scorer), deadline=2.0, clock=count().__next__)
    after = Rerank()(hits, searching)
    rescored = [bool(reasons(each)) for each in after]
    assert len(scorer.asked) == rescored.count(True) == 16
    assert rescored == sorted(rescored, reverse=True)
    assert paths(after)[16:] == paths(hits)[16:]


def test_a_late_search_asks_no_reranker() -> None:
    document = make("a.md", "x")
    scorer = Said([])
    hits = (found(document, 0.5),)
    assert Rerank()(hits, replace(run("x", document, scorer=scorer), deadline=0.0)) == hits
    assert not scorer.asked
