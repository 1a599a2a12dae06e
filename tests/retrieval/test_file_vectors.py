"""Files by the meaning of their names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file, unread_head
from dowse.model.hit import Hits
from dowse.ports.models import Matrix, WrappedEmbedder
from dowse.query.ast import FieldEquals
from dowse.retrieval import file_vectors
from dowse.retrieval.file_texts import UnreadFiles
from dowse.retrieval.file_vectors import FileVectors
from tests.making_embedder import Hashing
from tests.retrieval.asking import asking, holding

_HASHING = Hashing(dim=256)


class _Bundled(WrappedEmbedder):
    """An embedder that passes for the bundled one, and keeps what it was given."""

    def __init__(self, name: str = "static") -> None:
        super().__init__(_HASHING)
        self.given: list[list[str]] = []
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        if not as_query:
            self.given.append(list(texts))
        return _HASHING.embed(texts)


@pytest.fixture
def engine() -> MemoryEngine:
    """A source file and two notes."""
    files = {
        "src/signer.py": b"import hashlib\n\n\ndef verify():\n    return True\n",
        "docs/bread.md": b"# How to bake\n\nFlour and water.\n",
        "docs/tea.md": b"# Tea\n\nLeaves and water.\n",
    }
    return holding(*(parse_file(path, data, modified=0.0) for path, data in files.items()), embedder=_HASHING)


def _listing() -> UnreadFiles:
    return UnreadFiles(lambda: [unread_head("img/harbour map.png", modified=0.0)])


def _hits(engine: MemoryEngine, query: str, retriever: FileVectors | None = None, name: str = "static") -> Hits:
    embedder = _Bundled(name)
    return (retriever or FileVectors(listing=_listing()))(asking(query, engine, embedder=embedder))


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("map of a harbour", "img/harbour map.png"),
        ("docs tea", "docs/tea.md"),
        ("bake", "docs/bread.md"),
        ("verify hashlib", "src/signer.py"),
    ],
)
def test_the_file_with_the_nearest_text_comes_first(query: str, path: str, engine: MemoryEngine) -> None:
    hits = _hits(engine, query, FileVectors(least=0.1, listing=_listing()))
    assert hits[0].ref.doc == path
    assert 0 < hits[0].score <= 1


def test_what_a_file_says_does_not_count(engine: MemoryEngine) -> None:
    assert _hits(engine, "flour water") == ()


def test_files_below_the_minimum_cosine_are_dropped_and_so_are_those_beyond_the_limit(engine: MemoryEngine) -> None:
    assert len(_hits(engine, "docs", FileVectors(least=-1.0))) == 3
    assert len(_hits(engine, "docs", FileVectors(2, least=-1.0))) == 2
    assert _hits(engine, "docs", FileVectors(least=1.0)) == ()


def test_without_an_embedder_or_a_text_there_is_no_list(engine: MemoryEngine) -> None:
    assert FileVectors()(asking("tea", engine)) == ()
    assert _hits(engine, "kind:note") == ()


def test_filters_bind(engine: MemoryEngine) -> None:
    run = asking("docs tea", engine, where=FieldEquals("kind", "code"), embedder=_Bundled())
    assert {hit.ref.doc for hit in FileVectors(least=-1.0, listing=_listing())(run)} == {"src/signer.py"}


def test_another_embedder_than_the_bundled_one_embeds_few_files_the_likely_ones() -> None:
    notes = [parse_file(f"note {n}.md", b"# A\n\nWords.\n", modified=float(n)) for n in range(200)]
    engine = holding(*notes, parse_file("old/tea.md", b"# Tea\n\nLeaves.\n", modified=0.0), embedder=_HASHING)
    embedder = _Bundled("openai:large")
    hits = FileVectors(least=0.1)(asking("tea words", engine, embedder=embedder))
    assert hits[0].ref.doc == "old/tea.md"
    assert [len(texts) for texts in embedder.given] == [64]


def test_documents_do_not_crowd_out_files_that_are_not_in_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_vectors, "_MOST_EMBEDDED", 20)
    notes = [parse_file(f"note {n}.md", b"# A\n\nWords.\n", modified=float(n)) for n in range(200)]
    images = UnreadFiles(lambda: [unread_head(f"img/{n}/harbour.png", modified=float(n)) for n in range(200)])
    embedder = _Bundled()
    run = asking("similar:harbour", holding(*notes, embedder=_HASHING), embedder=embedder)
    hits = FileVectors(least=-1.0, listing=images)(run)
    (texts,) = (each for each in embedder.given if len(each) == 20)
    assert sum("harbour" in text for text in texts) >= 5
    assert hits[0].ref.doc.endswith("harbour.png")
