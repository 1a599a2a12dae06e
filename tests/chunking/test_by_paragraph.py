"""Chunks by paragraph: what stays together, and what becomes of the long ones."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from dowse.chunking.by_paragraph import ByParagraph
from dowse.model.document import Document
from tests.chunking.test_by_section import OFTEN
from tests.chunking.texts import DOCUMENTS, left_out
from tests.making import make, sectioned

_SMALL = ByParagraph(size=20, split_above=30)


def _texts(chunker: ByParagraph, text: str) -> list[str]:
    return [chunk.text for chunk in chunker(make("a.md", text))]


def test_local_rag_paragraphs_are_merged_up_to_800_characters() -> None:
    """“if (current.length + para.length > maxChunkSize && current.length > 0)” closes a chunk"""
    exactly, more = "a" * 400 + "\n\n" + "b" * 400, "a" * 400 + "\n\n" + "b" * 401
    assert _texts(ByParagraph(), exactly) == [exactly]
    assert _texts(ByParagraph(), more) == ["a" * 400, "b" * 401]


def test_local_rag_a_chunk_above_1200_characters_is_cut_at_sentences() -> None:
    """“chunk.length > maxChunkSize * 1.5 ? splitAtSentences(chunk, maxChunkSize) : [chunk]”"""
    sentence = "s" * 99 + "."
    just_fits, longer = " ".join([sentence] * 11), " ".join([sentence] * 12)
    assert _texts(ByParagraph(), just_fits) == [just_fits]
    assert _texts(ByParagraph(), longer) == [" ".join([sentence] * 7), " ".join([sentence] * 5)]


def test_local_rag_a_paragraph_stays_whole() -> None:
    """“keeping the full "Dear Taxpayer" paragraph together in the IRS letter”"""
    letter = "Dear Taxpayer:\n" + "We have removed the penalty. " * 25
    texts = _texts(ByParagraph(), "x" * 700 + "\n\n" + letter + "\n\n" + "y" * 700)
    assert texts == ["x" * 700, letter.strip(), "y" * 700]


def test_a_sentence_that_is_too_long_is_cut_at_words() -> None:
    assert _texts(_SMALL, "one two three four five six seven eight nine") == [
        "one two three four",
        "five six seven eight",
        "nine",
    ]


def test_a_word_that_is_too_long_is_cut_anywhere() -> None:
    assert _texts(_SMALL, "w" * 50) == ["w" * 20, "w" * 20, "w" * 10]


def test_a_chunk_is_named_by_the_section_it_begins_in() -> None:
    document = sectioned("a.md", ("", 0, "x" * 20 + "\n\n"), ("One", 2, "## One\n\n" + "y" * 18 + "\n\n" + "z" * 20))
    named = [(str(chunk.ref), chunk.heading) for chunk in _SMALL(document)]
    assert named == [("a.md#_preamble", ""), ("a.md#one@0", "One"), ("a.md#one@1", "One"), ("a.md#one@2", "One")]


@OFTEN
@given(DOCUMENTS)
def test_every_character_but_blanks_is_in_exactly_one_chunk(document: Document) -> None:
    chunks = _SMALL(document)
    assert not left_out(document, chunks).strip()
    assert all(one.end <= two.start for one, two in pairwise(chunks))


@OFTEN
@given(DOCUMENTS)
def test_a_chunk_is_a_stretch_of_the_document_and_never_too_long(document: Document) -> None:
    chunks = _SMALL(document)
    assert all(chunk.text == document.text[chunk.start : chunk.end] for chunk in chunks)
    assert all(len(chunk.text) <= 30 for chunk in chunks)
    assert all(chunk.text == chunk.text.strip() for chunk in chunks)


@OFTEN
@given(DOCUMENTS)
def test_every_chunk_has_an_address_of_its_own(document: Document) -> None:
    refs = [chunk.ref for chunk in _SMALL(document)]
    assert len(set(refs)) == len(refs) > 0


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_document_without_text_is_one_chunk_of_its_title(text: str) -> None:
    (chunk,) = ByParagraph()(make("a.md", text, title="April Jane"))
    assert (str(chunk.ref), chunk.text, chunk.enriched) == ("a.md#_preamble", "", "[Title: April Jane] ")


def test_without_enrichment_the_text_stands_alone() -> None:
    (chunk,) = ByParagraph(enrich=False)(make("a.md", "Dear Sir", title="A Letter"))
    assert chunk.enriched == "Dear Sir"


def test_the_fingerprint_changes_with_every_number() -> None:
    chunkers = [ByParagraph(), ByParagraph(size=799), ByParagraph(split_above=1201), ByParagraph(enrich=False)]
    assert len({chunker.fingerprint for chunker in chunkers}) == 4


@pytest.mark.parametrize(("size", "split_above"), [(0, 10), (11, 10)])
def test_sizes_that_contradict_each_other_are_refused(size: int, split_above: int) -> None:
    with pytest.raises(ValueError, match=rf"^size must be from 1 to split_above \(10\), got {size}$"):
        ByParagraph(size, split_above)


ENDLESS = {
    "one word": "w" * 10_000_000,
    "words": "word " * 200_000,
    "short paragraphs": "word\n\n" * 100_000,
    "blank lines": "a" + "\n \t" * 300_000 + "b",
    "full stops": "." * 1_000_000,
    "one script without blanks": "検索" * 300_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_megabytes_are_cut_in_linear_time(text: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    chunks = ByParagraph()(make("a.md", text))
    assert all(len(chunk.text) <= 1200 for chunk in chunks)
