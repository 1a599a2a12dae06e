"""A first indexing that goes on, or that was interrupted: answers say so before anything else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from dowse.app.diagnostics.content_checks import freshness
from dowse.app.find import FindRequest, find
from dowse.app.location import location_of, silent
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.background_indexing import BackgroundIndexing
from dowse.app.sessions.shared_progress import SharedProgress
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.status import StatusRequest, status
from dowse.app.symbol_request import fallback_request
from dowse.filesystem import scan_cache
from dowse.indexing import batches
from dowse.indexing.version_migration import REMEMBERED
from dowse.interfaces.presenters.text_style import TextStyle
from dowse.interfaces.presenters.vault_tables import status_lines
from tests.making_files import settle

_INTERRUPTED = "the first index was interrupted: 1 of 3 files are indexed; the next search or `dowse index` continues"
_ANNOUNCED = ("first index", "reading again")
_UNKNOWN = ("calls:shear", "explains:shear", "symbol:shear", "under:shear", "path:shear/", "shearing wool")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VaultSession]:
    """A vault of three files that is not indexed."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)
    monkeypatch.setattr(batches, "_BATCH_CHARACTERS", 1)
    for name in ("ant", "bee", "cat"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\nAn animal.\n")
    settle(tmp_path)
    opened = open_session(tmp_path)
    yield opened
    opened.close()


def _interrupt(session: VaultSession, files: int = 1) -> None:
    """Stops the first indexing after so many files; after all of them no link is resolved."""

    def stop(phase: str, done: int, total: int) -> None:
        if phase == "words" and done == files:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        session.sync(progress=stop)


def test_status_and_searches_say_that_the_first_index_was_interrupted(session: VaultSession) -> None:
    _interrupt(session)
    found = status(session, StatusRequest(links=False))
    text = "\n".join(status_lines(found, TextStyle(True, session.root), where=""))
    assert (_INTERRUPTED in text, "changed since indexing" in text) == (True, False)
    assert "2 files not indexed yet" in freshness(session.status(), "", is_being_written=False).what
    result = search(session, SearchRequest("under:zebra", heal=False))
    assert [note.hint for note in result.notes] == [_INTERRUPTED]


def test_a_search_by_a_correction_says_so_before_all_files_are_read(session: VaultSession) -> None:
    _interrupt(session)
    result = search(session, SearchRequest("ant anymal", heal=False))
    said = "nothing contains 'anymal' so far, searched for 'animal'"
    assert [note.hint for note in result.notes] == [_INTERRUPTED, said]
    assert (result.total, result.did_you_mean, result.searched_for) == (1, None, "ant animal")


def test_the_next_search_completes_an_interrupted_first_index(session: VaultSession) -> None:
    _interrupt(session)
    result = search(session, SearchRequest("animal"))
    assert (result.total, result.notes) == (3, ())
    (session.root / "ant.md").write_text("# Ant\n\nAn insect.\n")
    (session.root / "new.md").write_text("# New\n")
    assert session.status().index.remarks == ()
    assert "2 files changed since indexing" in freshness(session.status(), "", is_being_written=False).what


def test_to_index_one_file_completes_an_interrupted_first_index(session: VaultSession) -> None:
    _interrupt(session)
    assert session.sync(file="cat.md").left == 0
    assert session.counts().documents == 3


def test_status_and_searches_without_an_update_say_that_links_are_not_resolved(session: VaultSession) -> None:
    (session.root / "ant.md").write_text("# ant\n\nSee [[bee]].\n")
    _interrupt(session, 3)
    for query in ("links:bee", "animal"):
        result = search(session, SearchRequest(query, heal=False))
        assert result.index.state == "stale"
        assert "not all links are resolved yet; the next search continues" in [note.hint for note in result.notes]
    assert session.status().index.remarks == ("not all links are resolved yet; the next search continues",)
    assert [hit.path for hit in search(session, SearchRequest("links:bee")).hits] == ["ant.md"]
    assert (session.status().index.state, session.status().index.remarks) == ("fresh", ())


def test_an_index_of_another_version_is_read_again_once_which_is_announced(session: VaultSession) -> None:
    for name in ("ant", "bee", "cat"):
        (session.root / f"{name}.md").write_text(f"# {name}\n\nAn animal.\n{' ' * 3_500_000}\n")
    settle(session.root)
    session.sync()
    session.engine.remember(REMEMBERED, "of another version")
    announced: list[tuple[str, int]] = []
    for _ in range(2):
        session.sync(progress=lambda phase, _, total: announced.append((phase, total)) if phase in _ANNOUNCED else None)
    assert announced == [("reading again", 3)]


def test_to_find_a_name_does_not_continue_an_interrupted_first_index(session: VaultSession) -> None:
    _interrupt(session)
    places = [location_of(session.root)]
    found = find(places, FindRequest("Shear.wool"), opened=lambda _: nullcontext(session))
    assert found.listed == ()
    assert any("symbols of source code were not looked for" in remark for remark in found.remarks)
    assert session.counts().documents == 1
    with SharedProgress(session.folder).published(silent) as report:  # another process goes on with it
        report("words", 1, 3)
        assert fallback_request("Shear.wool", places, limit=5)
    assert fallback_request("Shear.wool", places, limit=5) is None
    session.sync()
    assert fallback_request("Shear.wool", places, limit=5)


def test_during_a_first_index_answers_deny_nothing_and_begin_with_its_progress(session: VaultSession) -> None:
    gate = threading.Event()

    def wait(*_: object) -> None:
        gate.wait()

    session.work_in_background(BackgroundIndexing(wait, patience=0.0))
    try:
        results = [search(session, SearchRequest(query)) for query in _UNKNOWN]
    finally:
        gate.set()
    for result in results:
        assert "ask again later for the rest" in result.notes[0].hint
        assert not [note.hint for note in result.notes if " no " in f" {note.hint}"]
        assert (result.did_you_mean, result.mistakes) == (None, ())
    session.freshen(is_whole=True)
    assert "no symbol" in search(session, SearchRequest("calls:shear")).notes[0].hint
