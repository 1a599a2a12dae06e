"""A server answers while its index is made: from what is there, with how far the work is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dowse.app.communities import MapRequest, draw_map
from dowse.app.get import GetRequest, get
from dowse.app.links import LinksRequest, linked_document, list_links, list_mentions
from dowse.app.location import silent
from dowse.app.outline import OutlineRequest, outline
from dowse.app.related import RelatedRequest, related_documents
from dowse.app.results.graph_result import MapResult
from dowse.app.sessions.background_indexing import BackgroundIndexing
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.sessions.workspace import ServerStoppingError
from dowse.engines.registry import storage_at
from dowse.indexing.freshness import IndexState
from dowse.model.errors import RefError, VaultError
from dowse.search.execute import Request
from tests.making_files import settle


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """While it is closed the work in the background stands still at its first progress."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two similar notes."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    for name in ("a", "b"):
        (tmp_path / f"{name}.md").write_text(f"# Wool {name}\n\nSheep give wool, which is washed and spun.\n")
    settle(tmp_path)
    return tmp_path


def _opened(notes: Path, background: BackgroundIndexing) -> VaultSession:
    session = open_session(notes)
    session.work_in_background(background)
    return session


def _closed(gate: threading.Event) -> BackgroundIndexing:
    def check(*_: object) -> None:
        gate.wait()

    return BackgroundIndexing(check, patience=0.0)


def test_a_first_search_is_answered_before_the_index_is_whole(notes: Path, gate: threading.Event) -> None:
    session = _opened(notes, _closed(gate))
    _, state = session.search(Request("wool"))
    assert state.state == "stale"
    assert "the answer covers what is indexed so far" in state.remarks[-1]
    gate.set()
    assert session.freshen(is_whole=True).state in {"healed", "fresh"}
    answer, state = session.search(Request("wool"))
    assert (answer.total, state.state, state.progress) == (2, "fresh", None)


@pytest.mark.parametrize(
    "ask",
    [
        lambda session: get(session, GetRequest("a.md")),
        lambda session: outline(session, OutlineRequest("a.md")),
        lambda session: related_documents(session, RelatedRequest("a.md")),
        lambda session: linked_document(session, "a.md"),
        lambda session: list_links(session, LinksRequest(of="a.md")),
        lambda session: list_mentions(session, of="a.md"),
    ],
    ids=["get", "outline", "related", "linked", "links", "mentions"],
)
def test_a_note_that_is_not_read_yet_is_named_as_such(
    ask: Callable[[VaultSession], object], notes: Path, gate: threading.Event
) -> None:
    session = _opened(notes, _closed(gate))
    with pytest.raises(RefError) as raised:
        ask(session)
    why = "dowse has not read it yet; ask again after the index is updated"
    assert str(raised.value) == f"a.md is in the vault and not indexed: {why}"


def test_related_documents_and_the_map_come_before_all_passages_are_compared(
    notes: Path, gate: threading.Event
) -> None:
    open_session(notes).sync()
    background = _closed(gate)
    session = _opened(notes, background)
    request = RelatedRequest("a.md", via=("similar",))
    with storage_at(session.folder).lock().held(patience=0.0):  # so that the comparison waits
        found = related_documents(session, request)
        drawn = draw_map(session, MapRequest())
    assert (found.related, "passages are compared for similarity" in found.remarks[-1]) == ((), True)
    assert isinstance(drawn, MapResult)
    assert drawn.progress is not None
    assert (drawn.progress.text, drawn.progress.percent) == ("0 of 2 passages are compared for similarity (0 %)", 0)
    gate.set()
    for _ in range(3):  # a comparison that waited too long for the lock is begun again
        job = background.running("comparison")
        assert job is None or job.wait(silent, is_whole=True)
        found = related_documents(session, request)
        if not found.remarks:
            break
    assert ([each.path for each in found.related], found.remarks) == (["b.md"], ())
    assert "progress" not in draw_map(session, MapRequest()).to_dict()


def test_one_job_runs_at_a_time_and_its_error_reaches_those_who_wait(gate: threading.Event) -> None:
    background = BackgroundIndexing(silent, patience=0.0)

    def work(_report: object) -> IndexState:
        gate.wait()
        raise VaultError("the disk is gone")

    job = background.begin("first index", work)
    assert background.begin("comparison", lambda _: IndexState()) is job
    assert (background.running("first index"), background.running("comparison")) == (job, None)
    assert not job.wait(silent)
    gate.set()
    with pytest.raises(VaultError, match="the disk is gone"):
        job.wait(silent, is_whole=True)
    assert background.running("first index") is None


def test_a_server_that_stops_ends_the_work() -> None:
    def stopping(*_: object) -> None:
        raise ServerStoppingError("the server is stopping")

    def work(report: object) -> IndexState:
        assert callable(report)
        report("words", 1, 2)
        raise AssertionError("the work went on")

    job = BackgroundIndexing(stopping, patience=0.0).begin("first index", work)
    with pytest.raises(ServerStoppingError):
        job.wait(silent, is_whole=True)


def test_an_unexpected_error_of_a_job_reaches_those_who_wait() -> None:
    def work(_report: object) -> IndexState:
        raise MemoryError

    job = BackgroundIndexing(silent).begin("first index", work)
    with pytest.raises(MemoryError):
        job.wait(silent, is_whole=True)


def test_new_files_are_indexed_during_a_comparison(notes: Path) -> None:
    open_session(notes).sync()
    background = BackgroundIndexing(silent)
    session = _opened(notes, background)
    gate = threading.Event()

    def compare(_report: object) -> IndexState:
        gate.wait()
        return IndexState()

    background.begin("comparison", compare)
    for n in range(20):
        (notes / f"new {n}.md").write_text(f"# New {n}\n\nA zebra.\n")
    session.scan_cache.forget()
    assert session.freshen().changed == 20
    assert len(session.engine.known()) == 22
    gate.set()
