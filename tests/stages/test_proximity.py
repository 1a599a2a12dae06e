"""Texts in which the words of the query stand close together are raised."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dowse.model.document import Document
from dowse.model.hit import Evidence, Hits
from dowse.model.ref import Ref
from dowse.stages.proximity import Proximity, WordPositions, proximities
from tests.contract.counted_store import CountedStore
from tests.contract.engines import paths
from tests.making import make, sectioned
from tests.retrieval.asking import asking, holding
from tests.stages.asked_of_stages import found, reasons, run


def _raised(query: str, *documents: Document, stage: Proximity | None = None, score: float = 0.5) -> Hits:
    hits = tuple(found(each, score) for each in documents)
    return (stage or Proximity())(hits, run(query, *documents))


def _share(query: str, text: str) -> float:
    """How near the words are in the text, where 1 is side by side and nothing else."""
    best, other = make("best.md", query), make("other.md", text)
    hits = {hit.head.path: hit for hit in _raised(query, best, other)}
    return reasons(hits["other.md"]).get("proximity", 0.0)


def _positions(written: str, length: int) -> WordPositions:
    """Numbers of words, each with its stem, of which the first is `a`."""
    number = [int(each[:-1]) for each in written.split()]
    stem = [ord(each[-1]) - ord("a") for each in written.split()]
    return WordPositions(np.array(number, np.int64), np.array(stem, np.int64), length)


def test_words_side_by_side_rank_above_scattered_ones() -> None:
    """“"green software" as a phrase is more relevant than scattered occurrences”"""
    scattered = make("scattered.md", f"green {'and ' * 20}software {'or ' * 20}green {'but ' * 20}software")
    adjacent = make("adjacent.md", f"{'word ' * 30}about green software{' word' * 30}")
    near = make("near.md", f"{'word ' * 30}green and other software{' word' * 30}")
    hits = _raised("green software", scattered, near, adjacent)
    assert paths(hits) == ["adjacent.md", "near.md", "scattered.md"]
    assert [hit.score for hit in hits] == [
        pytest.approx((0.5 + 0.15) / 1.15), pytest.approx((0.5 + 0.15 * reasons(hits[1])["proximity"]) / 1.15),
        pytest.approx(0.5 / 1.15),
    ]  # fmt: skip
    assert hits[2].why == ()


def test_carbon_intensity_ranks_by_nearness() -> None:
    """“Searching for "carbon intensity" will rank documents where those words appear adjacent much higher”"""
    far = make("far.md", "the carbon of some of the very old oak trees and intensity")
    assert paths(_raised("carbon intensity", far, make("near.md", "the carbon intensity of grids"))) == [
        "near.md", "far.md",
    ]  # fmt: skip


def test_the_closer_the_more_and_beyond_eight_words_nothing() -> None:
    shares = [_share("green software", f"green {'word ' * n}software" + " word" * (10 - n)) for n in range(9)]
    assert shares[:8] == sorted(shares[:8], reverse=True)
    assert len(set(shares)) == 9
    assert shares[7] > 0
    assert shares[8] == 0


@pytest.mark.parametrize("text", ["software, green", "Softwares are greening", "green\nsoftware", "green-software"])
def test_order_form_and_line_ends_do_not_matter(text: str) -> None:
    assert _share("green software", text) > 0.3


@pytest.mark.parametrize(
    "text", ["", "green", "green green", "software software", "green? " + "w " * 9 + "software", "greenhouse software"]
)
def test_one_word_alone_is_near_to_nothing(text: str) -> None:
    assert _share("green software", text) == 0.0


def test_lines_between_two_words_hold_them_apart() -> None:
    assert _share("green software", "green\nand\nsome\nsoftware") < _share(
        "green software", "green\nsoftware\nand\nsome"
    )


def test_words_more_than_four_apart_in_the_query_make_no_pair() -> None:
    query = "alpha bravo carbon delta lima foxtrot"
    assert _share(query, "bravo foxtrot") > 0
    assert _share(query, "alpha lima") > 0
    assert _share(query, "alpha foxtrot") == 0


def test_the_formula_is_bm25_with_a_pair_for_a_word() -> None:
    """`min(idf) · f · 2.2 / (f + 1.2 · (0.25 + 0.75 · dl / avgdl))`, `f = Σ 1 / distance`, by hand"""
    texts = [_positions("1a 2b 5a", 300), _positions("1a 9b 18a", 100), _positions("1a", 200)]
    idf_b = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))  # a stands in all three: it says less
    idf_a = math.log(1 + (3 - 3 + 0.5) / (3 + 0.5))
    first, second = 1 / 1 + 1 / 3, 1 / 8
    assert proximities(texts, 2) == pytest.approx(
        [
            min(idf_a, idf_b) * first * 2.2 / (first + 1.2 * (0.25 + 0.75 * 1.5)),
            min(idf_a, idf_b) * second * 2.2 / (second + 1.2 * (0.25 + 0.75 * 0.5)),
            0.0,
        ]
    )
    assert proximities([], 2) == []
    assert proximities([_positions("", 0)], 2) == [0.0]


def test_a_section_is_not_near_the_next_nor_the_title_to_the_text() -> None:
    apart = sectioned("apart.md", ("", 0, "about green\n"), ("Next", 1, "software for you\n"))
    together = sectioned("together.md", ("", 0, "about it\n"), ("Next", 1, "green software\n"))
    titled = make("titled.md", "software", title="green")
    hits = _raised("green software", apart, titled, together)
    assert [reasons(hit).get("proximity") for hit in hits] == [1.0, None, None]
    assert hits[0].head.path == "together.md"


def test_the_title_is_looked_at_too() -> None:
    assert paths(_raised("green software", make("a.md", "x"), make("b.md", "x", title="Green Software"))) == [
        "b.md", "a.md",
    ]  # fmt: skip


def test_of_a_section_only_its_own_text_counts() -> None:
    document = sectioned("a.md", ("One", 1, "green software\n"), ("Two", 1, "other\n"), ("Deep", 2, "green software\n"))
    sections = tuple(
        found(document, 0.5)._replace(ref=Ref("a.md", slug)) for slug in ("other", "two", "deep", "one", "gone")
    )
    near = {hit.ref.section for hit in Proximity()(sections, run("green software", document)) if hit.why}
    assert near == {"one", "two", "deep", "other", "gone"}  # of a section that is gone, the document counts
    alone = sections[1]._replace(ref=Ref("a.md", "two"))
    other = sectioned("a.md", ("One", 1, "green software\n"), ("Two", 1, "other\n"))
    assert Proximity()((alone,), run("green software", other)) == (alone,)


@pytest.mark.parametrize(
    "query", ["", "green", "green green", "the green", "tag:x", '-"green software"', "greens GREEN"]
)
def test_a_query_of_less_than_two_words_changes_nothing(query: str) -> None:
    document = make("a.md", "green software")
    assert _raised(query, document) == (found(document, 0.5),)


def test_where_no_words_are_near_each_other_nothing_changes() -> None:
    document = make("a.md", "green")
    assert _raised("green software", document) == (found(document, 0.5),)
    assert Proximity()((), run("green software")) == ()


def test_a_hit_that_is_gone_is_near_nothing() -> None:
    there = make("there.md", "green software")
    hits = Proximity()((found(make("gone.md"), 0.5), found(there, 0.5)), run("green software", there))
    assert [(hit.head.path, bool(hit.why)) for hit in hits] == [("there.md", True), ("gone.md", False)]


def test_hits_beyond_the_depth_are_not_looked_at_and_keep_their_place_in_the_scale() -> None:
    documents = [make(f"{n}.md", "green software") for n in range(3)]
    hits = _raised("green software", *documents, stage=Proximity(weight=0.2, depth=2))
    assert [hit.score for hit in hits] == pytest.approx([0.7 / 1.2, 0.7 / 1.2, 0.5 / 1.2])
    assert [hit.why for hit in hits] == [(Evidence("proximity", 1.0),)] * 2 + [()]


def test_a_perfect_hit_stays_at_1() -> None:
    assert _raised("green software", make("a.md", "green software"), score=1.0)[0].score == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "“green” — software… → done 🚀",
        "café: green software",
        "re\u0301sume\u0301 green software",
        "Ⓐ green software ①",
    ],
)
def test_characters_beyond_ascii_do_not_hide_words(text: str) -> None:
    assert _share("green software", text) > 0.3


def test_accented_and_unspaced_words_are_near_each_other_too() -> None:
    assert _share("café crème", "un Café Crème") > 0.3
    assert _share("cafe creme", "un “Café” Crème") > 0.3
    assert _share("日本語", "これは日本語です") > 0.3


def test_the_parts_of_an_identifier_are_near_each_other_and_the_whole_is_no_word_of_its_own() -> None:
    assert _share("getUser list", "getUser list") == pytest.approx(1.0)
    assert _share("getUser list", "get user and list") > _share("getUser list", "user x x x x get x list")


def test_no_text_is_read() -> None:
    document = make("a.md", "green software")
    counted = CountedStore(holding(document))
    assert Proximity()((found(document, 0.5),), asking("green software", counted))[0].why
    assert "documents" not in counted.calls


def test_a_long_question_and_a_long_text_are_looked_at_as_far_as_it_pays() -> None:
    words = [f"zq{chr(97 + n // 26)}{chr(97 + n % 26)}k" for n in range(200)]
    query = " ".join(words)
    assert _share(query, f"{words[30]} {words[31]}") > 0
    assert _share(query, f"{words[32]} {words[33]}") == 0
    assert _share(query, f"{'x ' * 1_990}{words[0]} {words[1]}") > 0
    assert _share(query, f"{'x ' * 2_000}{words[0]} {words[1]}") == 0
