"""Quoted text is looked up in the documents."""

from __future__ import annotations

from dataclasses import replace

from dowse.chunking.by_paragraph import ByParagraph
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.hit import Evidence, Hit
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.stages.phrase import Phrase
from tests.making import hit, indexed, make, sectioned
from tests.retrieval.asking import asking, holding

_TAX = sectioned(
    "tax.md",
    ("", 0, "taxes on carbons\n"),
    ("One", 1, "# One\ncarbons taxed\n"),
    ("Two", 1, "# Two\nthe Carbon\n  Táx and more\n"),
    ("Three", 2, "## Three\ncarbon tax\n"),
)
_ENGINE = holding(_TAX, make("b.md", "nothing", title="carbon tax"))


def _section(name: str, score: float = 1.0) -> Hit:
    return hit("tax.md", score)._replace(ref=Ref("tax.md", name))


def _placed(found: Hit, query: str) -> Hit:
    (placed,) = Phrase()((found,), asking(query, _ENGINE))
    return placed


def test_the_spot_moves_to_the_first_section_that_holds_the_words_themselves() -> None:
    placed = _placed(hit("tax.md", 0.5)._replace(spot=Ref("tax.md", "one")), '"carbon tax"')
    assert placed.spot == Ref("tax.md", "two")
    assert placed.why == (Evidence("phrase", 2.0),)
    assert placed.score == 0.5


def test_a_phrase_that_stands_in_the_title_moves_no_spot() -> None:
    placed = _placed(hit("b.md"), '"carbon tax"')
    assert (placed.spot, placed.why) == (None, (Evidence("phrase", 0.0),))


def test_without_quotes_nothing_is_looked_up() -> None:
    assert _placed(hit("tax.md"), "carbon tax") == hit("tax.md")


def test_a_phrase_that_is_excluded_moves_nothing() -> None:
    assert _placed(hit("tax.md"), 'carbon -"carbon tax"') == hit("tax.md")


def test_hits_beyond_the_depth_and_those_gone_meanwhile_stay_as_they_are() -> None:
    hits = (hit("b.md"), hit("tax.md"), hit("gone.md"))
    assert Phrase(depth=1)(hits, asking('"carbon tax"', _ENGINE))[1:] == hits[1:]
    assert Phrase()(hits, asking('"carbon tax"', _ENGINE))[2] == hits[2]


def test_a_ranked_section_with_the_phrase_keeps_its_place() -> None:
    placed = _placed(_section("three"), '"carbon tax"')
    assert (placed.ref, placed.spot) == (Ref("tax.md", "three"), Ref("tax.md", "three"))


def test_a_ranked_section_without_the_phrase_is_replaced_by_the_section_that_has_it() -> None:
    placed = _placed(_section("one"), '"carbon tax"')
    assert (placed.ref, placed.spot) == (Ref("tax.md", "two"), Ref("tax.md", "two"))


def test_two_hits_of_the_same_section_become_one_with_the_chunks_of_both() -> None:
    hits = (_section("one", 0.9)._replace(matched_chunks=2), _section("two", 0.8)._replace(matched_chunks=1))
    (placed,) = Phrase()(hits, asking('"carbon tax"', _ENGINE))
    assert (placed.ref, placed.score, placed.matched_chunks) == (Ref("tax.md", "two"), 0.9, 3)


def test_of_two_sections_the_one_with_more_of_the_phrases_is_the_spot() -> None:
    assert _placed(hit("tax.md"), '"carbon tax" OR "and more"').spot == Ref("tax.md", "two")
    assert _placed(hit("tax.md"), '"carbon tax" OR "## three"').spot == Ref("tax.md", "three")


def test_of_two_sections_with_the_phrase_the_one_with_the_best_chunk_is_the_spot() -> None:
    found = hit("tax.md")._replace(spot=Ref("tax.md", "three"))
    assert _placed(found, '"carbon tax"').spot == Ref("tax.md", "three")


def test_a_phrase_across_two_chunks_is_in_the_chunk_in_which_the_phrase_begins() -> None:
    note = make("a.md", " ".join(f"Sentence number {n} of the paragraph." for n in range(60)))
    first, second, *rest = ByParagraph()(note)
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(note, chunks=(first, second, *rest)),)))
    phrase = note.text[first.end - len("the paragraph.") : second.start + len("Sentence number 99")]
    run = replace(asking(f'"{phrase}"', engine), granularity="chunk")
    (placed,) = Phrase()((hit(second.ref), hit(rest[0].ref)), run)
    assert (placed.ref, placed.why) == (first.ref, (Evidence("phrase", 1.0),))
