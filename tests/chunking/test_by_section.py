"""Chunks by section: what they cover, how long they are, what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.chunking.by_section import BySection, _Cutter, counting
from dowse.chunking.by_window import ByWindow
from dowse.chunking.enrich import chunk_of, prefix
from dowse.model.chunk import DIGEST_BYTES, Chunk
from dowse.model.document import Document
from dowse.model.ref import PREAMBLE, Ref
from tests.chunking.texts import DOCUMENTS
from tests.making import make, sectioned
from tests.tier_parameters import examples

_TOKEN = re.compile(r"[A-Za-z0-9]+|\S")


def _count(text: str) -> int:
    return len(_TOKEN.findall(text))


_METIS = BySection(_count)
_SMALL = BySection(_count, size=20, overlap=0.1, least_overlap=4)
_WORDS = " ".join(f"w{n}" for n in range(2_000))

OFTEN = settings(derandomize=True, database=None, deadline=None, max_examples=examples(200))


@OFTEN
@given(DOCUMENTS)
def test_a_chunk_is_a_stretch_of_the_document(document: Document) -> None:
    assert all(chunk.text == document.text[chunk.start : chunk.end] for chunk in _SMALL(document))


@OFTEN
@given(DOCUMENTS)
def test_every_character_but_blanks_is_in_some_chunk(document: Document) -> None:
    covered = {place for chunk in _SMALL(document) for place in range(chunk.start, chunk.end)}
    left_out = set(range(document.body_start, len(document.text))) - covered
    assert not "".join(document.text[place] for place in left_out).strip()


@OFTEN
@given(DOCUMENTS)
def test_a_chunk_has_no_more_tokens_than_the_size_unless_it_is_a_single_word(document: Document) -> None:
    assert all(_count(chunk.text) <= 20 or len(chunk.text.split()) == 1 for chunk in _SMALL(document))


@OFTEN
@given(DOCUMENTS)
def test_every_chunk_has_an_address_of_its_own(document: Document) -> None:
    refs = [chunk.ref for chunk in _SMALL(document)]
    assert len(set(refs)) == len(refs) > 0


@OFTEN
@given(DOCUMENTS)
def test_parts_are_numbered_from_zero_in_order_and_a_whole_section_is_not_numbered(document: Document) -> None:
    parts: dict[str, list[int | None]] = {}
    for chunk in _SMALL(document):
        parts.setdefault(chunk.ref.section, []).append(chunk.ref.part)
    several = [numbers for numbers in parts.values() if numbers != [None]]
    assert all(len(numbers) > 1 and numbers == list(range(len(numbers))) for numbers in several)


@OFTEN
@given(DOCUMENTS)
def test_chunks_go_forward_and_no_chunk_lies_within_another(document: Document) -> None:
    chunks = _SMALL(document)
    assert all(one.start < two.start and one.end < two.end for one, two in pairwise(chunks))


@OFTEN
@given(DOCUMENTS)
def test_a_chunk_neither_begins_nor_ends_with_a_blank(document: Document) -> None:
    assert all(chunk.text == chunk.text.strip() for chunk in _SMALL(document))


def _overlaps(chunks: tuple[Chunk, ...], document: Document) -> list[int]:
    return [_count(document.text[two.start : one.end]) for one, two in pairwise(chunks)]


@pytest.mark.parametrize("between", [" ", "\n", "\n\n", ". "])
def test_metis_q22_overlap_is_10_percent_with_50_tokens_at_least(between: str) -> None:
    """“Overlap: 10% with 50 token minimum”"""
    document = make("a.md", _WORDS.replace(" ", between))
    overlaps = _overlaps(_METIS(document), document)
    assert len(overlaps) > 2
    assert all(50 <= overlap <= 53 for overlap in overlaps)


def test_the_overlap_is_50_tokens_where_10_percent_are_less() -> None:
    document = make("a.md", _WORDS)
    assert set(_overlaps(BySection(_count, size=256)(document), document)) == {50}


def test_the_overlap_is_10_percent_of_a_larger_size() -> None:
    document = make("a.md", _WORDS)
    assert set(_overlaps(BySection(_count, size=1_000)(document), document)) == {100}


@OFTEN
@given(st.lists(st.sampled_from(["one. ", "two ", "three\n\n", "four\n"]), min_size=20, max_size=150))
def test_neighbours_of_a_split_section_overlap(words: list[str]) -> None:
    document = make("a.md", "".join(words).replace(".", ""))
    assert all(overlap >= 4 for overlap in _overlaps(_SMALL(document), document))


def test_metis_each_section_of_level_two_becomes_a_chunk_however_small() -> None:
    """“Each section becomes a chunk (no merging of small sections)”, “No minimum, keep all sections”"""
    document = sectioned("a.md", ("", 0, "before\n"), ("Goals", 2, "## Goals\nx\n"), ("Plan", 2, "## Plan\ny\n"))
    assert [(chunk.ref.section, chunk.text) for chunk in _METIS(document)] == [
        (PREAMBLE, "before"),
        ("goals", "## Goals\nx"),
        ("plan", "## Plan\ny"),
    ]


def test_deeper_headings_stay_with_the_section_they_are_in() -> None:
    document = sectioned("a.md", ("Goals", 2, "## Goals\n"), ("Deep", 3, "### Deep\nx\n"), ("Plan", 2, "## Plan\n"))
    assert [chunk.text for chunk in _METIS(document)] == ["## Goals\n### Deep\nx", "## Plan"]


def test_a_heading_of_level_one_begins_a_section_too() -> None:
    document = sectioned("a.md", ("", 0, "before\n"), ("Title", 1, "# Title\nx\n"))
    assert [chunk.ref.section for chunk in _METIS(document)] == [PREAMBLE, "title"]


def test_metis_text_before_the_first_heading_is_the_preamble() -> None:
    """“"detailed-design" or "_preamble" for pre-header content”"""
    assert [str(chunk.ref) for chunk in _METIS(make("a.md", "only text"))] == ["a.md#_preamble"]


def test_metis_a_long_section_is_split_at_paragraphs() -> None:
    """“If section > 512 tokens, split at paragraph boundaries”"""
    paragraphs = [" ".join(f"p{n}w{w}" for w in range(200)) for n in range(4)]
    chunks = _METIS(make("a.md", "\n\n".join(paragraphs)))
    assert all(chunk.text.endswith("w199") for chunk in chunks)


def test_metis_parts_share_the_slug_and_differ_by_their_number() -> None:
    """“Sub-chunks within a section share the same section_slug, differ by chunk_index”"""
    document = sectioned("a.md", ("Goals", 2, _WORDS))
    assert [str(chunk.ref) for chunk in _METIS(document)][:3] == ["a.md#goals@0", "a.md#goals@1", "a.md#goals@2"]


def test_metis_a_chunk_keeps_the_heading_of_its_section() -> None:
    """“Preserve section header metadata with each chunk”"""
    assert {chunk.heading for chunk in _METIS(sectioned("a.md", ("The Goals", 2, _WORDS)))} == {"The Goals"}


def test_a_long_paragraph_is_split_at_sentences() -> None:
    text = "".join(f"This is the sentence with the number {n}. " for n in range(20))
    assert all(chunk.text.endswith(".") for chunk in _SMALL(make("a.md", text)))


def test_a_long_chinese_paragraph_is_split_at_its_full_stops() -> None:
    chunks = _SMALL(make("a.md", "这是一个句子。" * 20))
    assert [chunk.text for chunk in chunks] == ["这是一个句子。" * 2] * 10


def test_a_section_that_just_fits_is_one_chunk() -> None:
    assert len(_METIS(make("a.md", " ".join(["word"] * 512)))) == 1
    assert len(_METIS(make("a.md", " ".join(["word"] * 513)))) == 2


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_document_without_text_is_one_chunk_of_its_title(text: str) -> None:
    (chunk,) = _METIS(make("a.md", text, title="April Jane"))
    assert (str(chunk.ref), chunk.text, chunk.enriched) == ("a.md#_preamble", "", "[Title: April Jane] ")


def test_frontmatter_is_not_in_a_chunk() -> None:
    document = sectioned("a.md", ("", 0, "---\nsecret: x\n---\n"), ("Body", 1, "# Body\n"))
    body = Document(document.head, document.text, document.digest, document.units[1:])
    assert [chunk.text for chunk in _METIS(body)] == ["# Body"]


def test_local_rag_puts_title_area_and_tags_before_a_chunk() -> None:
    """“[Title: IRS Letter: Penalty Removal] [Area: Finance] [Tags: finance, taxes, irs] ...”; ours are sorted"""
    document = make(
        "a.md", "Dear Sir", title="IRS Letter: Penalty Removal", tags=("finance", "taxes", "irs"), area="Finance"
    )
    (chunk,) = _METIS(document)
    enriched = "[Title: IRS Letter: Penalty Removal] [Area: Finance] [Tags: finance, irs, taxes] Dear Sir"
    assert chunk.enriched == enriched


def test_what_a_document_does_not_have_is_not_put_before_a_chunk() -> None:
    assert (prefix(make(title="T"), 1), prefix(make(title="", tags=("b", "a")), 1)) == (
        "[Title: T] ",
        "[Tags: a, b] ",
    )


def _digest(document: Document, *, ref: str = "a.md", heading: str = "") -> bytes:
    whole = (0, len(document.text))
    return chunk_of(document, Ref(ref), *whole, heading=heading, before=prefix(document, 1)).digest


def test_the_digest_changes_with_the_text_and_with_what_is_put_before_it() -> None:
    documents = [
        make(text="x"),
        make(text="y"),
        make(text="x", title="T"),
        make(text="x", tags=("t",)),
        make(text="x", area="A"),
    ]
    assert len({_digest(document) for document in documents}) == 5


def test_the_digest_stays_when_anything_else_changes() -> None:
    one = make("a.md", "x", title="T")
    two = make("b/c.md", "x", title="T", modified=9.0, aliases=("A",), status="draft")
    assert _digest(one) == _digest(two, ref="b/c.md", heading="H")


def test_the_digest_depends_on_where_the_text_begins() -> None:
    assert _digest(make(text="x", title="T")) != _digest(make(text="[Title: T] x", title=""))


def test_a_text_with_a_surrogate_has_a_digest() -> None:
    assert len(_digest(make(text="\ud800"))) == DIGEST_BYTES


def test_the_fingerprint_changes_with_every_number() -> None:
    chunkers = [_METIS, BySection(_count, size=256), BySection(_count, overlap=0.2), BySection(_count, least_overlap=0)]
    chunkers.append(BySection(_count, enrich=False))
    assert len({chunker.fingerprint for chunker in chunkers}) == 5


def test_without_enrichment_the_text_stands_alone() -> None:
    (chunk,) = BySection(_count, enrich=False)(make("a.md", "Dear Sir", title="A Letter"))
    assert chunk.enriched == "Dear Sir"


@pytest.mark.parametrize("numbers", [{"size": 0}, {"overlap": 1.0}, {"overlap": -0.1}, {"least_overlap": -1}])
def test_numbers_out_of_range_are_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=rf"^{next(iter(numbers))} must be "):
        BySection(_count, **numbers)  # type: ignore[arg-type]  # of two types


def test_counting_tells_a_section_chunker_whose_tokens_are_meant_and_leaves_others_alone() -> None:
    assert counting(BySection(size=9), _count) == BySection(_count, size=9)
    assert counting(ByWindow(), _count) == ByWindow()


ENDLESS = {
    "one word repeated": "word " * 200_000,
    "one-word paragraphs": "word\n\n" * 200_000,
    "one-word sentences": "word. " * 170_000,
    "one word": "w" * 1_000_000,
    "paragraphs of one giant word": ("w-" * 600 + "\n\n") * 800,
    "blanks": "a" + " " * 1_000_000 + "b",
    "blank lines": "a" + "\n \t" * 300_000 + "b " * 600,
    "full stops": "." * 1_000_000,
    "one script without blanks": "検索" * 300_000,
}


def test_a_long_section_is_counted_little_more_than_once() -> None:
    counted = 0

    def count(stretch: str) -> int:
        nonlocal counted
        counted += len(stretch)
        return stretch.count(" ")

    text = "".join(f"word{n}" + ("\n" if n % 50 == 49 else " ") for n in range(20_000))
    chunks = BySection(count)(make("a.md", text))
    assert len(chunks) > 30
    assert counted <= 1.6 * len(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_a_megabyte_is_counted_a_few_times_and_not_once_a_chunk(text: str) -> None:
    counted = 0

    def count(stretch: str) -> int:
        nonlocal counted
        counted += len(stretch)
        return stretch.count("w") + stretch.count(".") + stretch.count("検")

    chunks = BySection(count)(make("a.md", text))
    assert counted <= 8 * len(text)
    assert sum(len(chunk.text) for chunk in chunks) <= 2 * len(text)


def test_a_section_of_a_usual_length_is_counted_once_and_as_a_whole() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return _count(text)

    text = "".join(f"Paragraph {n} has a few words, and these too.\n\n" for n in range(30)).strip()
    (chunk,) = BySection(count)(make("a.md", text))
    assert counted == [chunk.text] == [text]


def test_short_lines_are_counted_together() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return _count(text)

    BySection(count)(sectioned("a", ("", 0, "".join(f"w{n}\n" for n in range(10_000)))))
    assert len(counted) < 5_000


@OFTEN
@given(st.lists(st.sampled_from(["a", "bc d", "e.", "f-g", "ü", "\n", "\n\n", "。"]), max_size=80))
def test_chunks_do_not_depend_on_which_pieces_are_counted_together(words: list[str]) -> None:
    text = " ".join(words)
    cutters = (
        each(text, text.isascii(), lambda start, end: _count(text[start:end]), size=20, shared=4)
        for each in (_Cutter, _OneByOne)
    )
    together, one_by_one = (list(cut(0, len(text))) for cut in cutters)
    assert together == one_by_one


class _OneByOne(_Cutter):
    """Counts each piece alone."""

    def _runs(self, start: int, end: int) -> Iterator[tuple[Sequence[int], int]]:
        runs = super()._runs(start, end)
        return ((piece, counted) for ends, counted in runs for piece in pairwise(ends))


def test_a_line_without_a_blank_is_counted_once() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    line = "|" * 3_000
    BySection(count)(make("a.md", f"Some words.\n\n{line}"))
    assert counted.count(line) == 1
