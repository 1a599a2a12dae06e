"""The process that reads ahead: the same outcomes in the same order, whatever happens to it."""

from __future__ import annotations

import importlib
import io
import os
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from dowse.chunking.by_paragraph import ByParagraph
from dowse.chunking.by_section import BySection, counting
from dowse.chunking.by_window import ByWindow
from dowse.chunking.chunker import Chunker
from dowse.embedders.static import StaticEmbedder
from dowse.indexing import prefetch
from dowse.indexing.load import DocumentLoader
from dowse.indexing.prefetch import ParseWorker
from dowse.ports.indexed_document import FileStamp, IndexedDocument, SkippedFile

EMBEDDER = StaticEmbedder()


@pytest.fixture
def intake(tmp_path: Path) -> DocumentLoader:
    return DocumentLoader(tmp_path, BySection(EMBEDDER.count_tokens))


def _written(folder: Path, count: int) -> list[str]:
    paths = [f"note {number:04}.md" for number in range(count)]
    for number, path in enumerate(paths):
        text = f"---\ntags: [a/b]\n---\n# Note {number}\n\nÄ [[link]] with text.\n\n{'A sentence of words. ' * 9}\n"
        (folder / path).write_text(text, "utf-8")
        os.utime(folder / path, (1_700_000_000.5, 1_700_000_000.5))  # long ago, so that its stamp is sure
    return paths


@pytest.mark.slow
def test_it_gives_what_reading_here_gives(intake: DocumentLoader) -> None:
    paths = _written(intake.root, 600)
    (intake.root / paths[5]).write_bytes(bytes(range(32)) * 50)
    (intake.root / paths[7]).unlink()
    known = {paths[9]: FileStamp(1, 1, "another digest")}
    with ParseWorker(intake, paths, known) as read:
        outcomes = [read(path) for path in paths]
    assert outcomes == [intake(path, known.get(path)) for path in paths]
    assert isinstance(outcomes[0], IndexedDocument)
    assert isinstance(outcomes[5], SkippedFile)
    assert outcomes[7] is None


@pytest.mark.parametrize("chunker", [ByWindow(60, 10, 0, 0), ByParagraph(40, 60, enrich=False), BySection(size=9)])
def test_it_cuts_as_the_first_process_does(chunker: Chunker, tmp_path: Path) -> None:
    cut = counting(chunker, EMBEDDER.count_tokens)
    assert _is_read_alike(DocumentLoader(tmp_path, cut))


def test_a_chunker_that_cannot_be_sent_is_used_here(tmp_path: Path) -> None:
    class Local(ByWindow):
        """No other process can import this."""

    assert _is_read_alike(DocumentLoader(tmp_path, Local(60, 10, 0, 0)))


def test_a_file_with_another_content_than_was_checked_is_not_read(intake: DocumentLoader) -> None:
    checked, other = _written(intake.root, 2)
    read_here = intake(checked, None)
    assert isinstance(read_here, IndexedDocument)
    scoped = replace(intake, digests={checked: read_here.stamp.digest, other: "another digest"})
    with ParseWorker(scoped, [checked, other], {}) as read:
        assert (read(checked), read(other)) == (read_here, None)


def _is_read_alike(intake: DocumentLoader) -> bool:
    paths = _written(intake.root, 20)
    with ParseWorker(intake, paths, {}) as read:
        outcomes = [read(path) for path in paths]
    here = [intake(path, None) for path in paths]
    return outcomes == here and all(isinstance(each, IndexedDocument) and len(each.chunks) > 1 for each in here)


def test_a_file_that_is_as_it_was_is_told_so(intake: DocumentLoader) -> None:
    (path,) = _written(intake.root, 1)
    first = intake(path, None)
    assert isinstance(first, IndexedDocument)
    with ParseWorker(intake, [path], {path: first.stamp}) as read:
        again = read(path)
    assert isinstance(again, FileStamp)
    assert again.digest == first.stamp.digest


def test_the_embedder_gets_the_token_ids_of_the_chunks(intake: DocumentLoader) -> None:
    paths, remembered = _written(intake.root, 20), dict[str, bytes]()
    with ParseWorker(intake, paths, {}, remembered.update) as read:
        outcomes = [read(path) for path in paths]
    texts = {chunk.text for each in outcomes if isinstance(each, IndexedDocument) for chunk in each.chunks}
    assert remembered == {text: EMBEDDER.encode(text) for text in texts}
    assert len(texts) == 20


def test_source_code_comes_without_token_ids_for_no_token_of_it_is_counted(intake: DocumentLoader) -> None:
    (intake.root / "a.py").write_text("def f():\n    return 1\n", "utf-8")
    remembered = dict[str, bytes]()
    with ParseWorker(intake, ["a.py"], {}, remembered.update) as read:
        assert read("a.py") == intake("a.py", None)
    assert not remembered


@pytest.mark.slow
def test_when_it_is_killed_the_rest_is_read_here(intake: DocumentLoader) -> None:
    paths = _written(intake.root, 1200)
    with ParseWorker(intake, paths, {}) as read:
        outcomes = [read(path) for path in paths[:300]]
        assert read._process is not None
        read._process.kill()
        outcomes += [read(path) for path in paths[300:]]
    assert outcomes == [intake(path, None) for path in paths]


def test_when_it_cannot_start_everything_is_read_here(intake: DocumentLoader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefetch, "_PROGRAM", "raise SystemExit(3)  # {path!r}")
    paths = _written(intake.root, 20)
    with ParseWorker(intake, paths, {}) as read:
        assert [read(path) for path in paths] == [intake(path, None) for path in paths]


def test_it_ends_with_the_one_that_started_it(intake: DocumentLoader) -> None:
    paths = _written(intake.root, 600)
    with ParseWorker(intake, paths, {}) as read:
        read(paths[0])
        process = read._process
    assert process is not None
    assert process.returncode is not None


def test_without_an_interpreter_everything_is_read_here(
    intake: DocumentLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    paths = _written(intake.root, 5)
    with ParseWorker(intake, paths, {}) as read:
        assert [read(path) for path in paths] == [intake(path, None) for path in paths]


def test_a_stream_that_is_torn_anywhere_gives_no_outcomes() -> None:
    whole = pickle.dumps(
        [("a.md", SkippedFile("a.md", "too large", FileStamp(1, 2, "digest")))], pickle.HIGHEST_PROTOCOL
    )
    assert [prefetch._received(io.BytesIO(whole[:end])) for end in range(len(whole))] == [[]] * len(whole)


@pytest.mark.parametrize("printed", [b"hello\n", b"1", b"\x80\x05.", b"cno_such_module\nname\n.", b"I\n.", b"N."])
def test_a_stream_that_something_was_printed_into_gives_no_outcomes(printed: bytes) -> None:
    assert prefetch._received(io.BytesIO(printed + pickle.dumps([]))) == []


def test_a_chunker_that_prints_does_not_spoil_the_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "printing.py").write_text(_PRINTING, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    chunker: Chunker = importlib.import_module("printing").Printing(60, 10, 0, 0)
    intake = DocumentLoader(tmp_path, chunker)
    paths = _written(tmp_path, 20)
    with ParseWorker(intake, paths, {}) as read:
        first = read(paths[0])
        ahead = list(read._ahead)
    assert [path for path, _ in ahead] == paths[1:]
    assert isinstance(first, IndexedDocument)


_PRINTING = """
from dowse.chunking.by_window import ByWindow

class Printing(ByWindow):
    def __call__(self, document):
        print("a line of the chunker's own")
        return super().__call__(document)
"""
