"""What answers say about work on the index that goes on, or that is left for somebody."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dowse.app.find_symbols import find_symbols
from dowse.app.get import GetRequest, get
from dowse.app.location import silent
from dowse.app.sessions import vault_synchronizer
from dowse.app.sessions.background_indexing import BackgroundIndexing
from dowse.app.sessions.embedding_state import EmbeddingState
from dowse.app.sessions.shared_progress import SharedProgress
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.symbol_request import SymbolRequest
from dowse.engines.registry import storage_at
from dowse.filesystem import scan_cache
from dowse.indexing.freshness import IndexState, staleness
from dowse.model.errors import RefError
from dowse.search.execute import Request


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VaultSession]:
    """An indexed vault of one note; every search looks at its files."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)
    (tmp_path / "wool.md").write_text("# Wool\n\nSheep give wool.\n")
    session = open_session(tmp_path)
    session.sync()
    yield session
    session.close()


@contextmanager
def _held(session: VaultSession, until: threading.Event) -> Iterator[None]:
    """Another thread writes the index until the event."""
    held = threading.Event()

    def hold() -> None:
        with storage_at(session.folder).lock().held(patience=5.0):
            held.set()
            until.wait(5)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(5)
    try:
        yield
    finally:
        until.set()
        thread.join()


def _save_unembedded(session: VaultSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """Indexes the words of a new note, as an update does a moment before it embeds them."""
    with monkeypatch.context() as patched:
        patched.setattr(EmbeddingState, "embed_soon", lambda *_, **__: None)
        (session.root / "new.md").write_text("# Shearing\n\nIn spring.\n")
        session.freshen()


def test_work_of_the_same_process_is_not_that_of_another_one(
    vault: VaultSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)
    (vault.root / "new.md").write_text("# Shearing\n\nIn spring.\n")
    with _held(vault, threading.Event()):
        told = vault.freshen()
        with SharedProgress(vault.folder).published(silent) as report:
            report("words", 1, 4)
            counted = vault.freshen()
    assert told.remarks == ("the vault is being indexed; searches use the indexed content meanwhile",)
    assert counted.remarks == (
        "the vault is being indexed: 1 of 4 files are read (25 %); searches use the indexed content meanwhile",
    )


def test_a_search_waits_a_moment_for_an_update_by_the_same_process(
    vault: VaultSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 5.0)
    (vault.root / "new.md").write_text("# Shearing\n\nIn spring.\n")
    until = threading.Event()
    threading.Timer(0.02, until.set).start()
    with _held(vault, until):
        answer, state = vault.search(Request("shearing", mode="fulltext"))
    assert ([hit.head.path for hit in answer.hits], state.state) == (["new.md"], "healed")


def test_nobody_is_told_to_embed_what_is_embedded_in_a_moment(
    vault: VaultSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    _save_unembedded(vault, monkeypatch)
    with _held(vault, threading.Event()):
        remarks = vault.status().index.remarks
    assert remarks == ("the vault is being indexed; searches use the indexed content meanwhile",)
    assert vault.status().index.remarks == ("1 of 2 chunks embedded; the next search continues",)
    vault.scan_cache.is_watched = True
    assert vault.status().index.remarks == ()
    assert vault.search(Request("spring"))[1].remarks == ()
    assert vault.counts().embedded == 2


def test_a_name_that_is_unknown_during_the_first_indexing_may_be_in_a_file_that_is_not_read_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    (tmp_path / "wool.py").write_text("def shear():\n    pass\n")
    gate = threading.Event()
    session = open_session(tmp_path)

    def check(*_: object) -> None:
        gate.wait()

    session.work_in_background(BackgroundIndexing(check, patience=0.0))
    try:
        with pytest.raises(
            RefError, match=r"^the (vault|index) is being .*; .* ask again later .*; so far no .* .unknown_name."
        ):
            get(session, GetRequest("unknown_name"))
        listing = find_symbols(session, SymbolRequest("shear"))
    finally:
        gate.set()
    assert (listing.symbols, "ask again later for the rest" in listing.incompleteness) == ((), True)
    assert session.freshen(is_whole=True).left == 0
    session.work_in_background(BackgroundIndexing(check))  # waits, if a job begins again
    listing = find_symbols(session, SymbolRequest("shear"))
    assert (listing.total, listing.incompleteness) == (1, "")
    session.close()


def test_files_that_are_left_for_the_next_search_are_counted() -> None:
    assert staleness(IndexState("stale", 3, 1, ("a remark on something else",))) == "1 changed file is not read yet"
    assert staleness(IndexState("healed", 3)) == ""
