"""Whoever watches a vault also goes on with an embedder that was chosen for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread

import apsw
import pytest

from dowse.app import watching
from dowse.app.index import SyncResult
from dowse.app.location import VaultLocation
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.sessions.workspace import Workspace
from dowse.app.watching import VaultWatcher
from dowse.engines.registry import storage_at
from dowse.engines.sqlite import sqlite_engine
from dowse.filesystem import scan_cache
from dowse.filesystem.diff import Changes
from dowse.filesystem.scan_cache import ScanCache
from dowse.indexing.freshness import IndexState
from dowse.ports.indexed_document import FileStamp
from dowse.search.execute import Request
from tests.making_files import settle
from tests.tiny_bert import TinyBert

pytestmark = pytest.mark.slow  # a watched folder for each of them

pytest.importorskip("watchfiles", reason="watchfiles is not installed: pip install -e '.[dev]'")

_PATIENCE = 60  # seconds


def test_an_embedder_that_was_to_come_when_its_process_ended_is_brought_by_who_watches(tmp_path: Path) -> None:
    notes, name = tmp_path / "notes", f"onnx:{TinyBert().save(tmp_path / 'model')}"
    notes.mkdir()
    (notes / "a.md").write_text("# A\n\nthe quick fox\n")
    with closing(open_session(notes)) as vault:
        vault.sync()
        vault.config.use(vault.engine, embedder=name)
        vault.scan()  # which begins it; nothing is embedded yet
        assert (vault.embeddings.next_embedder(vault.engine)[0], _answers(vault)) == (name, "static")
        stop, looks = Event(), 0

        def opened() -> VaultSession | None:
            nonlocal looks
            looks += 1
            return vault if looks == 1 else None  # one look is enough, and None ends it

        VaultWatcher(notes, opened, stop, synced=lambda _: stop.set(), report=lambda _: stop.set()).run()
        assert (vault.embeddings.next_embedder(vault.engine)[0], _answers(vault)) == ("", name)


def _answers(vault: VaultSession) -> str:
    return vault.embeddings.active_embedder(vault.engine).name


def _is_found(vault: VaultSession, word: str) -> bool:
    return bool(vault.search(Request(word), heal=False)[0].hits)


def test_a_saved_file_is_read_without_a_scan(tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("# A\n\nthe quick fox\n")
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        vault.scan()
        vault._synchronizer.folder_scan.cache = seen = _Counted()
        assert vault.sync_files(["a.md"], patience=0) is None  # nobody has listed the other files
        vault.scan()
        looks = seen.looks
        (tmp_path / "a.md").write_text("# A\n\nthe lazy hedgehog\n")
        (tmp_path / "b.md").write_text("# B\n\nthe lazy walrus\n")
        assert vault.sync_files(["a.md", "passing"], patience=0) == (
            Changes(changed=("a.md",), size=(tmp_path / "a.md").stat().st_size),
            IndexState("healed", 1),
        )
        assert (_is_found(vault, "hedgehog"), _is_found(vault, "walrus")) == (True, False)
        (tmp_path / "c.md").write_text("# C\n\nthe new emu\n")
        assert vault.sync_files(["b.md", "c.md"], patience=0) is None
        assert vault.sync_files(["b.md", "package.json"], patience=0) is None
        assert seen.looks == looks
        found, state = vault.scan()[0], vault.sync()
        assert (found.added, "b.md" in found.changed, state.changed) == (("c.md",), True, 2)
        assert _is_found(vault, "walrus")


def test_searches_look_for_themselves_while_an_update_waits(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    settle(tmp_path)
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        watcher = VaultWatcher(tmp_path, lambda: vault, Event(), synced=lambda _: None, report=lambda _: None)
        assert watcher._update(frozenset())
        (tmp_path / "a.md").write_text("# A\n\nthe lazy hedgehog\n")
        with storage_at(vault.folder).lock().held(patience=0.0):
            assert watcher._update(frozenset({"a.md"}))
            assert vault.scan_cache.has_unread
            vault.scan_cache.confirm()
            assert vault.freshen().state == "stale"
        assert _is_found_now(vault, "hedgehog")


def test_searches_look_for_themselves_from_the_first_change_until_the_index_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        watcher = VaultWatcher(tmp_path, lambda: vault, Event(), synced=lambda _: None, report=lambda _: None)
        assert watcher._update(frozenset())
        (tmp_path / "a.md").write_text("# A\n\nthe lazy hedgehog\n")
        assert not _is_found_now(vault, "hedgehog")
        watcher._notice()
        assert _is_found_now(vault, "hedgehog")
        (tmp_path / "a.md").write_text("# A\n\nthe lazy walrus\n")
        assert watcher._update(frozenset({"a.md"}))
        assert vault.scan_cache.is_recent
        assert _is_found_now(vault, "walrus")


@pytest.mark.parametrize("environment", [{}, {"WATCHFILES_FORCE_POLLING": "1"}], ids=["told", "polled"])
def test_searches_look_at_the_stamps_themselves_where_the_system_reports_no_changes(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        vault.scan_cache.is_of_server, stop, looked = True, Event(), list[bool]()

        def opened() -> VaultSession:
            looked.append(vault.scan_cache.looks_at_stamps)
            if len(looked) > 1:
                stop.set()
            return vault

        VaultWatcher(tmp_path, opened, stop, lambda _: None, lambda _: None, environment).run()
        assert looked[:2] == [True, bool(environment)]


def test_while_another_process_writes_watching_waits_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    hold = (
        "import filelock, sys\nwith filelock.FileLock(sys.argv[1]):\n    print('held', flush=True); sys.stdin.read()\n"
    )
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        stop, reported, synced = Event(), SimpleQueue[str](), SimpleQueue[SyncResult]()
        watcher = VaultWatcher(tmp_path, lambda: vault, stop, synced.put, reported.put, retry_seconds=0.01)
        thread = Thread(target=watcher.run)
        command = [sys.executable, "-c", hold, str(vault.folder / "writer.lock")]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            (tmp_path / "b.md").write_text("# B\n\nthe lazy hedgehog\n")
            thread.start()
            assert reported.get(timeout=_PATIENCE) == "another process is writing the index; retrying"
            assert synced.empty()
            holder.communicate()
        assert synced.get(timeout=_PATIENCE).added == ("b.md",)
        stop.set()
        thread.join()
        assert _is_found(vault, "hedgehog")


def _is_found_now(vault: VaultSession, word: str) -> bool:
    return bool(vault.search(Request(word))[0].hits)


def test_an_index_that_is_deleted_during_an_update_is_reported_whole(tmp_path: Path) -> None:
    notes, place = tmp_path / "notes", tmp_path / "index"
    notes.mkdir()
    (notes / "a.md").write_text("# A\n\nthe quick fox\n")
    synced: list[SyncResult] = []
    with closing(open_session(notes, index_dir=place)) as vault:
        vault.sync()
        (notes / "b.md").write_text("# B\n\nthe lazy hedgehog\n")

        def looks_emptied(found: Changes, known: Mapping[str, FileStamp]) -> bool:  # between scan and update
            shutil.rmtree(place)
            (notes / "c.md").write_text("# C\n\nthe lazy walrus\n")
            return False

        vault.looks_emptied = looks_emptied
        VaultWatcher(notes, lambda: vault, Event(), synced.append, lambda _: None)._update(frozenset())
        assert [each.added for each in synced] == [("a.md", "b.md", "c.md")]
        assert len(vault.engine.known()) == 3


@pytest.mark.parametrize("step", ["create", "verify_changed"])
def test_an_index_that_is_deleted_while_it_is_opened_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    notes, place = tmp_path / "notes", tmp_path / "index"
    notes.mkdir()
    (notes / "a.md").write_text("# A\n\nthe quick fox\n")
    whole = getattr(sqlite_engine, step)

    def interrupted(connection: apsw.Connection, *path: Path) -> None:
        whole(connection, *path)
        monkeypatch.undo()
        shutil.rmtree(place)

    monkeypatch.setattr(sqlite_engine, step, interrupted)
    workspace = Workspace({"notes": VaultLocation(notes)}, place)
    synced: list[SyncResult] = []
    reported: list[str] = []
    watcher = VaultWatcher(notes, partial(workspace.vault, "notes"), Event(), synced.append, reported.append)
    assert watcher._update(frozenset())
    assert ["was deleted while dowse opened it" in message for message in reported] == [True]
    assert watcher._update(frozenset())
    assert [each.added for each in synced] == [("a.md",)]
    with closing(open_session(notes, index_dir=place)) as vault:
        assert list(vault.engine.known()) == ["a.md"]


def test_an_error_of_the_system_is_reported_and_does_not_end_watching(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    synced: list[SyncResult] = []
    reported: list[str] = []
    with closing(open_session(tmp_path)) as vault:
        results: Iterator[VaultSession | OSError] = iter((FileNotFoundError(2, "No such file", "index"), vault))

        def opened() -> VaultSession:
            if isinstance(result := next(results), OSError):
                raise result
            return result

        watcher = VaultWatcher(tmp_path, opened, Event(), synced.append, reported.append)
        assert watcher._update(frozenset())
        assert reported == ["[Errno 2] No such file: 'index'"]
        assert watcher._update(frozenset())
    assert [each.added for each in synced] == [("a.md",)]


def test_an_update_repeats_the_scan_if_the_index_has_changed_since(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        vault._synchronizer.folder_scan.cache = seen = _Counted()
        (tmp_path / "b.md").write_text("# B\n\nthe lazy hedgehog\n")
        scanned = vault.scan()
        vault.sync(scanned=scanned)
        assert (seen.looks, _is_found(vault, "hedgehog")) == (1, True)
        (tmp_path / "c.md").write_text("# C\n\nthe lazy walrus\n")
        vault.sync(scanned=scanned)
        assert (seen.looks, _is_found(vault, "walrus")) == (2, True)


_LONGEST = 6_000  # moments of 10 ms


class _Counted(ScanCache):
    """A record of looks that counts who vouched for them."""

    looks = vouched = 0

    @contextmanager
    def scanning(self) -> Iterator[None]:
        self.looks += 1
        with super().scanning():
            yield

    def confirm(self) -> None:
        self.vouched += 1
        super().confirm()


def test_who_watches_looks_once_and_vouches_for_it_as_long_as_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_SETTLE_SECONDS", 1_000.0)
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        vault._synchronizer.folder_scan.cache = seen = _Counted()
        stop = Event()
        thread = Thread(target=VaultWatcher(tmp_path, lambda: vault, stop, lambda _: None, lambda _: None).run)
        thread.start()
        assert any(seen.vouched >= 2 or stop.wait(0.01) for _ in range(_LONGEST))
        looks = seen.looks
        (tmp_path / "a.md").write_text("# A\n\nthe lazy hedgehog\n")
        is_read = any(_is_found(vault, "hedgehog") or stop.wait(0.01) for _ in range(_LONGEST))
        looks_for_it = seen.looks - looks
        (tmp_path / "b.md").write_text("# B\n\nthe lazy dog\n")
        is_seen = any(seen.looks > looks or stop.wait(0.01) for _ in range(_LONGEST))
        is_watched = seen.is_watched
        stop.set()
        thread.join()
        assert (is_watched, seen.is_watched) == (True, False)
        assert is_seen
        assert is_read
        assert looks_for_it == 0
        assert 1 <= looks <= 2  # the second for what happened between the first and the first moment of watching
