"""A long page beside many short source files is not long among the pages, in every engine."""

from __future__ import annotations

import pytest

from dowse.analysis.bm25_formula import inverse_document_frequency
from dowse.model.document import Document
from dowse.model.kinds import Kind
from dowse.query.ast import MatchAll
from tests.contract.engines import EVENLY, Engine, fill
from tests.making import make

_PAGES, _SOURCE_FILES = 6, 60


def _documents(words: int, of_source: int, kind: Kind = "note") -> list[Document]:
    """Pages of equal length that all have "tide" once, and two of them "quay"; source files with neither."""
    pages = [
        make(f"{n}.md", f"tide {'quay' if n < 2 else 'moor'} " + "page " * words, title="a", kind=kind)
        for n in range(_PAGES)
    ]
    return pages + [make(f"{n}.py", "line " * of_source, title="a", kind="code") for n in range(_SOURCE_FILES)]


def _scores(engine: Engine, word: str) -> set[float]:
    return {round(hit.score, 6) for hit in engine.match([word], MatchAll(), _PAGES, weights=EVENLY)}


def _of_mean_length(holding: int) -> float:
    """The score of a document of the mean length by a word that it has once: the saturation is 1."""
    return round(inverse_document_frequency(_PAGES + _SOURCE_FILES, holding), 6)


@pytest.mark.parametrize(("word", "holding"), [("tide", _PAGES), ("quay", 2)])
def test_pages_longer_than_source_files_are_measured_by_the_mean_of_pages(
    engine: Engine, word: str, holding: int
) -> None:
    fill(engine, *_documents(words=300, of_source=3))
    assert _scores(engine, word) == {_of_mean_length(holding)}


def test_pages_that_changed_are_measured_so_too(engine: Engine) -> None:
    documents = _documents(words=300, of_source=3)
    fill(engine, *documents)
    fill(engine, documents[0])
    assert _scores(engine, "tide") == {_of_mean_length(_PAGES)}


@pytest.mark.parametrize(
    "name", ["CHANGES.md", "history", "NEWS.txt", "Releases.md", "doc/changelog/1.md", "RelNotes.md"]
)
def test_lists_of_changes_are_measured_by_the_mean_of_all(engine: Engine, name: str) -> None:
    text = "tide moor " + "page " * 300
    fill(engine, *_documents(words=300, of_source=3), make(name, text, title="a"), make("other.md", text, title="a"))
    scores = {hit.ref.doc: hit.score for hit in engine.match(["tide"], MatchAll(), 9, weights=EVENLY)}
    assert scores[name] < 0.3 * scores["other.md"]


def test_lists_of_changes_without_source_files_are_pages_like_others(engine: Engine) -> None:
    fill(engine, *_documents(words=300, of_source=3)[:_PAGES], make("CHANGES.md", "tide", title="a"))
    by_path = {hit.ref.doc: hit.score for hit in engine.match(["tide"], MatchAll(), 9, weights=EVENLY)}
    factor = inverse_document_frequency(_PAGES + 1, _PAGES + 1)
    assert by_path["0.md"] < 0.98 * factor  # a document of the mean length has the factor itself


def test_pages_shorter_than_source_files_are_measured_by_the_mean_of_all(engine: Engine) -> None:
    fill(engine, *_documents(words=3, of_source=300))
    (score,) = _scores(engine, "tide")
    assert score > 1.5 * _of_mean_length(_PAGES)


def test_source_files_alone_are_measured_by_their_own_mean(engine: Engine) -> None:
    fill(engine, *_documents(words=300, of_source=300, kind="code"))
    (score,) = _scores(engine, "tide")
    assert score == pytest.approx(_of_mean_length(_PAGES), rel=0.02)
