"""What changed comes in as far as the time goes, and what is left is not called done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from dowse.chunking.by_section import BySection
from dowse.embedders.static import StaticEmbedder
from dowse.filesystem.diff import Changes
from dowse.indexing.batches import IndexingOutcome, Outcome, TimeBudget, embed_pending, embedding_of
from dowse.indexing.freshness import IndexingProgress
from dowse.indexing.load import DocumentLoader
from dowse.indexing.synchronize import (
    BatchEmbedding,
    Embedding,
    SyncOutcome,
    compare,
    comparison_progress,
    ingest,
    unlinked,
    update_index,
)
from dowse.model.errors import VaultError
from dowse.ports.indexed_document import FileStamp
from tests.contract.engines import Engine, matching, paths
from tests.making_embedder import Hashing

_NO_EMBEDDING = Embedding(lambda _: None)


def brought(engine: Engine, folder: Path, budget: TimeBudget, *paths: str) -> SyncOutcome:
    """What becomes of new files."""
    found = Changes(added=paths, changed=(), removed=())
    intake = DocumentLoader(folder, BySection())
    embed = partial(embed_pending, engine, Hashing(), budget=budget)
    return update_index(
        found, {}, intake, engine, Embedding(lambda told: embed(progress=told)), budget=budget, progress=lambda *_: None
    )


def test_links_that_are_not_resolved_in_time_are_told_and_are_resolved_the_next_time(
    engine: Engine, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("see [[b]]\n")
    (tmp_path / "b.md").write_text("hello\n")
    assert brought(engine, tmp_path, TimeBudget(count().__next__), "b.md") == SyncOutcome(1, 0, is_linked=True)
    hasty = TimeBudget(count().__next__, until=0)  # over from the start, though a batch is always finished
    assert brought(engine, tmp_path, hasty, "a.md") == SyncOutcome(1, 0, is_linked=False)
    assert any("links" in said for said in unlinked(engine))
    assert brought(engine, tmp_path, TimeBudget(count().__next__)) == SyncOutcome(0, 0, is_linked=True)
    assert unlinked(engine) == ()
    assert [edge.target.doc for edge in engine.edges(["a.md"])] == ["b.md"]


@dataclass(frozen=True)
class _Watched(DocumentLoader):
    """Calls `meanwhile` before each file is read."""

    meanwhile: Callable[[], object] = lambda: None

    def __call__(self, path: str, known: FileStamp | None) -> Outcome:
        """See DocumentLoader."""
        self.meanwhile()
        return DocumentLoader.__call__(self, path, known)


def test_a_renamed_file_is_in_the_index_under_one_of_its_names_at_each_moment(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text("wool\n")
    brought(engine, tmp_path, TimeBudget(count().__next__), "old.md")
    (tmp_path / "old.md").rename(tmp_path / "new.md")
    seen: list[list[str]] = []
    intake = _Watched(tmp_path, BySection(), meanwhile=lambda: seen.append(paths(matching(engine, "wool"))))
    update_index(
        Changes(added=("new.md",), changed=(), removed=("old.md",)),
        engine.known(),
        intake,
        engine,
        _NO_EMBEDDING,
        budget=TimeBudget(count().__next__),
        progress=lambda *_: None,
    )
    assert (seen, paths(matching(engine, "wool"))) == ([["old.md"]], ["new.md"])


def test_a_removed_file_leaves_the_index_though_no_other_file_changed(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text("wool\n")
    brought(engine, tmp_path, TimeBudget(count().__next__), "old.md")
    found = Changes(added=(), changed=(), removed=("old.md",))
    intake = DocumentLoader(tmp_path, BySection())
    budget = TimeBudget(count().__next__)
    update_index(found, engine.known(), intake, engine, _NO_EMBEDDING, budget=budget, progress=lambda *_: None)
    assert list(engine.known()) == []


def test_a_folder_that_moves_while_its_files_are_read_keeps_its_documents(engine: Engine, tmp_path: Path) -> None:
    """Otherwise each of its files would look deleted."""
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "old.md").write_text("wool\n")
    brought(engine, vault, TimeBudget(count().__next__), "old.md")
    vault.rename(tmp_path / "away")
    found = Changes(added=(), changed=("old.md",), removed=())
    budget = TimeBudget(count().__next__)
    with pytest.raises(VaultError, match="was moved or unmounted while its files were read"):
        update_index(
            found,
            engine.known(),
            DocumentLoader(vault, BySection()),
            engine,
            _NO_EMBEDDING,
            budget=budget,
            progress=lambda *_: None,
        )
    assert list(engine.known()) == ["old.md"]


def test_passages_are_compared_within_a_time_and_the_rest_is_counted(engine: Engine, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.md").write_text("sheep give wool\n")
    brought(engine, tmp_path, TimeBudget(lambda: 0.0), "a.md", "b.md", "c.md")
    assert comparison_progress(engine, least=0.8) == IndexingProgress("likeness", 0, 3)
    told: list[tuple[int, int]] = []
    say = partial(compare, engine, least=0.8, at_once=2, progress=lambda _, done, of: told.append((done, of)))
    assert say(seconds=0.0) == ()
    assert comparison_progress(engine, least=0.8) == IndexingProgress("likeness", 0, 3)
    assert "3 passages are not compared yet" in say()[0]
    assert say(seconds=60.0) == ()
    assert (comparison_progress(engine, least=0.8), told) == (None, [(3, 3)])


@pytest.mark.parametrize(
    ("added", "size", "reads_ahead"),
    [(("a.md", "b.md"), 2_999_999, False), (("a.md", "b.md"), 3_000_000, True), (("a.md",), 4_000_000, False)],
)
def test_a_few_large_files_are_read_in_a_second_process_and_a_single_one_is_not(
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    added: tuple[str, ...],
    size: int,
    *,
    reads_ahead: bool,
) -> None:
    started: list[object] = []
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("dowse.indexing.prefetch._started", lambda: started.append(None))
    for path in added:
        (tmp_path / path).write_text("one\n")
    found = Changes(added=added, size=size)
    outcome = update_index(
        found,
        {},
        DocumentLoader(tmp_path, BySection()),
        engine,
        _NO_EMBEDDING,
        budget=TimeBudget(count().__next__),
        progress=lambda *_: None,
    )
    assert outcome == SyncOutcome(len(added), 0)
    assert bool(started) == reads_ahead


def test_the_chunks_of_a_first_batch_are_embedded_with_the_token_ids_that_were_counted(
    engine: Engine, tmp_path: Path
) -> None:
    text = "".join(f"Paragraph {n} has some words to be counted.\n\n" for n in range(20)).strip()
    (tmp_path / "a.md").write_text(text)
    embedder, encoded = StaticEmbedder(), list[str]()

    def encoder(_text: str) -> Callable[[str], bytes]:
        def encode(stretch: str) -> bytes:
            encoded.append(stretch)
            return embedder.encode(stretch)

        return encode

    early = BatchEmbedding(embedding_of(embedder, "blend", ""), embedder.remember, encoder)
    done = ingest(
        DocumentLoader(tmp_path, BySection()),
        Changes(added=("a.md",)),
        {},
        engine,
        budget=TimeBudget(count().__next__),
        progress=lambda *_: None,
        early=early,
    )
    assert done == IndexingOutcome(1, 1)
    assert encoded == [text]
    assert not engine.pending(1)
