"""Chunks by window: exact offsets, overlaps, and what becomes of the tail."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowse.chunking.by_window import ByWindow
from dowse.model.chunk import Chunk
from dowse.model.document import Document
from tests.chunking.test_by_section import OFTEN
from tests.chunking.texts import DOCUMENTS, left_out
from tests.making import make, sectioned

_SMALL = ByWindow(size=20, overlap=5, from_size=30, least_tail=8)
_LONG = "".join(chr(ord("a") + n % 26) for n in range(100_000))


def _spans(chunks: tuple[Chunk, ...]) -> list[tuple[int, int]]:
    return [(chunk.start, chunk.end) for chunk in chunks]


def test_temoa_5000_characters_become_three_windows() -> None:
    """“Document: 5,000 characters … Chunk 0: chars 0-2000 … Chunk 1: chars 1600-3600 … Chunk 2: chars 3200-5000”"""
    assert _spans(ByWindow()(make("a.md", _LONG[:5_000]))) == [(0, 2000), (1600, 3600), (3200, 5000)]


def test_temoa_a_tail_of_less_than_1000_characters_is_merged() -> None:
    """“If Chunk 2 was <1,000 chars, it would be merged into Chunk 1”"""
    assert _spans(ByWindow()(make("a.md", _LONG[:4_199]))) == [(0, 2000), (1600, 4199)]
    assert _spans(ByWindow()(make("a.md", _LONG[:4_200]))) == [(0, 2000), (1600, 3600), (3200, 4200)]


def test_temoa_files_from_4000_characters_on_are_chunked() -> None:
    """“Files >= 4,000 characters are chunked”"""
    assert [len(ByWindow()(make("a.md", _LONG[:length]))) for length in (3_999, 4_000)] == [1, 2]


def test_temoa_a_window_advances_by_1600_characters() -> None:
    """“Each chunk advances by 1,600 characters (chunk_size - overlap)”"""
    spans = _spans(ByWindow()(make("a.md", _LONG)))
    assert {two - one for (one, _), (two, _) in pairwise(spans)} == {1600}
    assert {end - start for start, end in spans[:-1]} == {2000}


def test_windows_count_from_where_the_body_begins() -> None:
    document = sectioned("a.md", ("", 0, "---\nx: y\n---\n"), ("Body", 1, _LONG[:5_000]))
    body = Document(document.head, document.text, document.digest, document.units[1:])
    start = body.body_start
    assert _spans(ByWindow()(body)) == [
        (start, start + 2000),
        (start + 1600, start + 3600),
        (start + 3200, start + 5000),
    ]


def test_a_window_belongs_to_the_section_around_it_and_a_window_over_several_to_the_document() -> None:
    document = sectioned("a.md", ("", 0, "x" * 20), ("One", 2, "y" * 40), ("Two", 2, "z" * 20))
    named = [(str(chunk.ref), chunk.heading) for chunk in _SMALL(document)]
    assert named == [
        ("a.md#_preamble", ""),
        ("a.md@1", ""),
        ("a.md#one", "One"),
        ("a.md@3", ""),
        ("a.md#two", "Two"),
    ]


def test_a_deeper_heading_names_no_window() -> None:
    """As with sections, so that semantic hits and keyword hits have the same sections."""
    document = sectioned("a.md", ("One", 2, "y" * 40), ("Deep", 3, "z" * 40))
    assert {chunk.ref.section for chunk in _SMALL(document)} == {"one"}


@pytest.mark.parametrize("letter", ["e\u0301", "👩\u200d💻", "a\u0301\u0302\u0303"])
def test_an_accent_stays_with_its_letter(letter: str) -> None:
    chunks = ByWindow(size=20, overlap=5, from_size=0, least_tail=0)(make("a.md", "x" + letter * 50))
    assert len(chunks) > 5
    assert all(chunk.text.endswith(letter[-1]) for chunk in chunks)
    assert all(chunk.text.startswith(("x", letter)) for chunk in chunks)


@OFTEN
@given(DOCUMENTS)
def test_every_character_but_blanks_is_in_some_window(document: Document) -> None:
    assert not left_out(document, _SMALL(document)).strip()


@OFTEN
@given(DOCUMENTS)
def test_a_window_is_a_stretch_of_the_document_of_the_size_that_was_asked_for(document: Document) -> None:
    chunks = _SMALL(document)
    assert all(chunk.text == document.text[chunk.start : chunk.end] for chunk in chunks)
    is_whole = len(document.body) < 30
    assert all(len(chunk.text) < (30 if is_whole else 20 + 8 + 8) for chunk in chunks)


@OFTEN
@given(DOCUMENTS)
def test_every_window_has_an_address_of_its_own(document: Document) -> None:
    refs = [chunk.ref for chunk in _SMALL(document)]
    assert len(set(refs)) == len(refs) > 0


@OFTEN
@given(
    st.text(st.sampled_from("ab \n\u0301\u200d"), max_size=60), st.integers(1, 6), st.integers(0, 5), st.integers(0, 9)
)
def test_any_numbers_cover_any_text(text: str, size: int, overlap: int, least_tail: int) -> None:
    chunker = ByWindow(size=size, overlap=min(overlap, size - 1), from_size=0, least_tail=least_tail)
    document = make("a.md", text)
    assert not left_out(document, chunker(document)).strip()


@pytest.mark.parametrize("text", ["", " \n\t " * 3_000])
def test_a_document_without_text_is_one_chunk_of_its_title(text: str) -> None:
    (chunk,) = ByWindow()(make("a.md", text, title="April Jane"))
    assert (str(chunk.ref), chunk.text, chunk.enriched) == ("a.md#_preamble", "", "[Title: April Jane] ")


def test_without_enrichment_the_text_stands_alone() -> None:
    (chunk,) = ByWindow(enrich=False)(make("a.md", "Dear Sir", title="A Letter"))
    assert chunk.enriched == "Dear Sir"


def test_the_fingerprint_changes_with_every_number() -> None:
    chunkers = [
        ByWindow(),
        ByWindow(size=1999),
        ByWindow(overlap=1),
        ByWindow(from_size=1),
        ByWindow(least_tail=1),
        ByWindow(enrich=False),
    ]
    assert len({chunker.fingerprint for chunker in chunkers}) == 6


@pytest.mark.parametrize(
    ("size", "overlap", "message"),
    [
        (400, 400, r"^overlap must be 0 or more and below size \(400\), got 400$"),
        (100, 400, r"^overlap must be 0 or more and below size \(100\), got 400$"),
        (0, 0, r"^size must be 1 or more, got 0$"),
        (10, -1, r"^overlap must be 0 or more and below size \(10\), got -1$"),
    ],
)
def test_windows_that_would_not_advance_are_refused(size: int, overlap: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ByWindow(size=size, overlap=overlap)


def test_ten_megabytes_in_one_line_are_cut() -> None:
    chunks = ByWindow()(make("a.md", "w" * 10_000_000))
    assert len(chunks) == 6250
    assert sum(len(chunk.text) for chunk in chunks) < 13_000_000


@pytest.mark.parametrize("name", ["from_size", "least_tail"])
def test_negative_lengths_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must be 0 or more, got -1$"):
        ByWindow(**{name: -1})  # type: ignore[arg-type]  # one of the lengths
