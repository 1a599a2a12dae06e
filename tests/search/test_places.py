"""A hit belongs to the section of its best match, under every chunker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.term_matching import TermMatcher
from dowse.chunking.by_paragraph import ByParagraph
from dowse.chunking.by_section import BySection
from dowse.chunking.by_window import ByWindow
from dowse.chunking.chunker import Chunker
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.hit import Hit
from dowse.model.ref import Ref
from dowse.model.search_mode import Mode
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import MatchAll
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Request, search
from dowse.search.passages.passage import passage
from dowse.search.profile import Profile
from dowse.search.profiles import DEEP, DEFAULT
from dowse.search.reasons.removal_reasons import removal_reason
from dowse.stages.confidence import Confidence
from dowse.stages.extent import extent
from dowse.stages.phrase import Phrase
from dowse.stages.snippets.snippet import CutSnippet
from tests.making import indexed
from tests.making_embedder import Hashing

_SMALL = ByWindow(size=60, overlap=20, from_size=90, least_tail=20)
_CHUNKERS: dict[str, Chunker] = {
    "section": BySection(size=60, overlap=0.1, least_overlap=4),
    "window": _SMALL,
    "one window": ByWindow(),
    "paragraph": ByParagraph(size=60, split_above=90),
}
_DEEP = replace(DEEP, where=MatchAll())
_SEMANTIC = replace(  # lists noise too
    _DEEP,
    retrievers=(Semantic(least=-1.0),),
    stages=tuple(each for each in _DEEP.stages if not isinstance(each, Confidence)),
)
_ALL_CHUNKS = replace(_DEEP, stages=(Phrase(), CutSnippet()))
_SECTIONS = replace(_SEMANTIC, granularity="section")
_LINES = st.sampled_from(
    ["# Top", "## Part", "### Deep", "###### Lowest", "plain words.", "A needle here.", "Needles: a thimble.", "", ""]
)
_TEXTS = st.lists(_LINES, max_size=40).map("\n".join)


def _holding(chunker: Chunker, *texts: str) -> MemoryEngine:
    documents = [parse_file(f"{n}.md", text.encode(), modified=0.0) for n, text in enumerate(texts)]
    items = tuple(indexed(document, chunks=chunker(document)) for document in documents)
    chunks = [chunk for item in items for chunk in item.chunks]
    rows = Hashing().embed([chunk.enriched for chunk in chunks])
    vectors = {chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)}
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=items, vectors=vectors))
    return engine


def _hits(engine: MemoryEngine, query: str, profile: Profile) -> Sequence[Hit]:
    return search(Request(query), profile, engine, now=0.0, embedder=Hashing()).hits


def _section(hit: Hit, document: Document) -> str:
    return document.text[slice(*extent(hit.spot or hit.ref, document))]


@pytest.mark.parametrize("chunker", _CHUNKERS.values(), ids=_CHUNKERS)
@settings(derandomize=True, database=None, deadline=None, max_examples=15)
@given(_TEXTS)
def test_the_section_of_a_hit_has_the_word_if_any_section_of_its_chunk_has(chunker: Chunker, text: str) -> None:
    engine, spotter = _holding(chunker, text), TermMatcher(["needle"])
    document = engine.documents(["0.md"])["0.md"]
    chunks = _hits(engine, "needle", replace(_SECTIONS, stages=()))
    spans = engine.chunk_spans(["0.md"])["0.md"]
    in_chunk = {hit.ref for hit in chunks if any(spotter.marks(document.text, *spans.get(hit.spot or hit.ref, (0, 0))))}
    for hit in _hits(engine, "needle", _SECTIONS):
        if hit.ref in in_chunk:
            assert any(spotter.marks(_section(hit, document)))
            assert hit.snippet is not None
            assert any(spotter.marks(hit.snippet.text))


@pytest.mark.parametrize("chunker", _CHUNKERS.values(), ids=_CHUNKERS)
@settings(derandomize=True, database=None, deadline=None, max_examples=15)
@given(_TEXTS)
def test_the_snippet_of_a_chunk_has_the_word_if_the_chunk_has(chunker: Chunker, text: str) -> None:
    engine, spotter = _holding(chunker, text), TermMatcher(["needle"])
    document = engine.documents(["0.md"])["0.md"]
    spans = engine.chunk_spans(["0.md"])["0.md"]
    for hit in _hits(engine, "needle", _ALL_CHUNKS):
        assert hit.snippet is not None
        if any(spotter.marks(document.text, *spans[hit.ref])):
            assert any(spotter.marks(_section(hit, document)))
            assert any(spotter.marks(hit.snippet.text))
            assert (hit.snippet.start, hit.snippet.end) == spans[hit.ref]


@pytest.mark.parametrize("chunker", _CHUNKERS.values(), ids=_CHUNKERS)
@settings(derandomize=True, database=None, deadline=None, max_examples=15)
@given(_TEXTS)
def test_no_two_chunks_of_a_document_show_the_same_match(chunker: Chunker, text: str) -> None:
    hits = _hits(_holding(chunker, text), "needle", _ALL_CHUNKS)
    shown = [(hit.snippet.line, hit.snippet.text) for hit in hits if hit.snippet and hit.snippet.marks]
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("chunker", _CHUNKERS.values(), ids=_CHUNKERS)
@settings(derandomize=True, database=None, deadline=None, max_examples=15)
@given(_TEXTS)
def test_the_section_of_a_document_has_the_word_if_any_section_has(chunker: Chunker, text: str) -> None:
    engine, spotter = _holding(chunker, text), TermMatcher(["needle"])
    document = engine.documents(["0.md"])["0.md"]
    for hit in _hits(engine, "needle", DEFAULT):
        assert hit.snippet is not None
        part = document.text[hit.snippet.start : hit.snippet.end]
        assert any(spotter.marks(_section(hit, document))) == any(spotter.marks(document.body))
        assert any(spotter.marks(part)) == any(spotter.marks(document.body))


_FILLER = "The harbour master counts ropes. " * 12
_BOOK = "\n\n".join(
    f"# Chapter {n}\n\n{_FILLER}{'A lighthouse burns whale oil.' if n in (12, 22) else ''}" for n in range(1, 31)
)


@pytest.mark.parametrize("chunker", [ByWindow(), ByParagraph(), BySection()], ids=["window", "paragraph", "section"])
def test_a_book_of_short_chapters_is_found_at_the_chapters_that_have_the_words(chunker: Chunker) -> None:
    found = _hits(_holding(chunker, _BOOK), "lighthouse whale oil", _DEEP)[:2]
    assert {hit.spot for hit in found} == {Ref("0.md", "chapter-12"), Ref("0.md", "chapter-22")}
    assert all(hit.snippet and "whale oil" in hit.snippet.text for hit in found)


def test_a_chunk_over_several_sections_belongs_to_the_one_with_more_of_the_words() -> None:
    text = "# One\n\nneedle\n\n# Two\n\nneedle and thimble\n\n# Three\n\nthimble\n"
    (hit,) = _hits(_holding(ByWindow(), text), "needle thimble", _SECTIONS)
    assert (hit.ref, hit.spot) == (Ref("0.md", "two"), Ref("0.md", "two"))


def test_without_the_words_a_chunk_belongs_to_the_section_with_most_of_its_text() -> None:
    text = "# One\n\nshort\n\n# Two\n\nthe longest of the three sections\n\n# Three\n\nshort\n"
    (hit,) = _hits(_holding(ByWindow(), text), "zebra", _SECTIONS)
    assert hit.ref == Ref("0.md", "two")


@pytest.mark.parametrize("profile", [_DEEP, DEFAULT], ids=["deep", "default"])
@pytest.mark.parametrize("chunker", _CHUNKERS.values(), ids=_CHUNKERS)
def test_a_quotation_is_in_the_section_and_the_snippet(chunker: Chunker, profile: Profile) -> None:
    text = "# One\n\ntax, carbon, carbon, tax\n\n# Two\n\nThe carbon tax.\n\n# Three\n\ncarbon taxes\n"
    for hit in _hits(_holding(chunker, text), '"carbon tax"', profile):
        assert hit.spot == Ref("0.md", "two")
        assert hit.snippet is not None
        assert hit.snippet.text == "The carbon tax."


_ROPES = "The harbour master counts ropes and sails. " * 600
_LONG = (
    f"{_ROPES}A lighthouse stands here. {_ROPES}Another lighthouse burns oil. {_ROPES}The lighthouse keeper. {_ROPES}"
)


@pytest.mark.parametrize("chunker", [ByWindow(), BySection()], ids=["window", "section"])
def test_temoa_a_text_of_100_000_characters_without_headings_is_found_at_each_of_its_three_places(
    chunker: Chunker,
) -> None:
    """“max_results_per_file=3, # Show top 3 chunks”"""
    engine = _holding(chunker, _LONG, "Nothing about it.\n")
    found = [hit for hit in _hits(engine, "lighthouse", _DEEP) if hit.ref.doc == "0.md"]
    spans = engine.chunk_spans(["0.md"])["0.md"]
    assert len(found) == 3
    places = set()
    for hit in found:
        assert hit.snippet is not None
        assert "lighthouse" in hit.snippet.text
        assert str(hit.spot) == f"0.md#_preamble@{hit.snippet.part}"
        assert (hit.snippet.start, hit.snippet.end) == spans[hit.ref]
        assert hit.snippet.parts == len(spans)
        places.add(_LONG.index("lighthouse", hit.snippet.start, hit.snippet.end))
        assert "lighthouse" in "".join(line for _, line in passage(str(hit.spot), engine).lines)
    assert len(places) == 3


def test_a_match_in_the_overlap_of_two_windows_is_one_hit() -> None:
    text = f"{'rope ' * 9}needle {'sail ' * 20}"  # from 45 to 51, in the windows from 0 to 60 and from 40 to 100
    found = [hit for hit in _hits(_holding(_SMALL, text), "needle", _ALL_CHUNKS) if hit.snippet and hit.snippet.marks]
    assert [hit.ref for hit in found] == [Ref("0.md", "_preamble", 0)]
    assert found[0].matched_chunks > 1


def test_the_trace_tells_why_a_chunk_was_merged_with_one_that_overlaps_with_it() -> None:
    engine = _holding(_SMALL, f"{'rope ' * 9}needle {'sail ' * 20}")
    answer = search(Request("needle", explain=True), _ALL_CHUNKS, engine, now=0.0, embedder=Hashing())
    (step,) = (each for each in answer.steps if each.is_fusion)
    assert [removal_reason(hit, step) for hit in step.removed] == [
        "its best match is that of a better chunk, which overlaps with it"
    ]


@pytest.mark.parametrize("mode", ["hybrid", "fulltext", "vector"])
def test_a_quotation_in_the_overlap_of_two_windows_is_one_hit(mode: Mode) -> None:
    text = f"{'rope ' * 9}big needle {'sail ' * 20}needle big"
    profile = replace(_ALL_CHUNKS, retrievers=(*_DEEP.retrievers[:1], Semantic(least=-1.0, least_alone=-1.0)))
    engine = _holding(_SMALL, text)
    found = search(Request('"big needle"', mode=mode), profile, engine, now=0.0, embedder=Hashing()).hits
    assert [hit.ref for hit in found] == [Ref("0.md", "_preamble", 0)]
    assert all(hit.snippet and "big needle" in hit.snippet.text for hit in found)


def test_a_window_over_several_sections_without_the_words_is_named_by_the_section_with_most_of_its_text() -> None:
    text = f"# One\n\nshort\n\n# Two\n\n{'the longest of the sections ' * 3}\n\n# Three\n\n{'rope ' * 40}\n"
    chunker = ByWindow(size=100, overlap=0, from_size=0, least_tail=0)
    hits = _hits(_holding(chunker, text), "zebra", _SEMANTIC)
    assert [hit.spot for hit in hits if hit.ref == Ref("0.md", "", 0)] == [Ref("0.md", "two")]
