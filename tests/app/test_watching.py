"""Whoever watches a vault also goes on with an embedder that was chosen for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.watching import VaultWatcher
from dowse.filesystem.scan_cache import ScanCache
from tests.tiny_bert import TinyBert

pytest.importorskip("watchfiles", reason="watchfiles is not installed: pip install -e '.[dev]'")


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


def test_who_watches_looks_once_and_vouches_for_it_as_long_as_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nthe quick fox\n")
    with closing(open_session(tmp_path)) as vault:
        vault.sync()
        vault._synchronizer.scan_cache = seen = _Counted()
        stop = Event()
        watching = Thread(target=VaultWatcher(tmp_path, lambda: vault, stop, lambda _: None, lambda _: None).run)
        watching.start()
        assert any(seen.vouched >= 2 or stop.wait(0.01) for _ in range(_LONGEST))
        looks = seen.looks
        (tmp_path / "b.md").write_text("# B\n\nthe lazy dog\n")
        is_seen = any(seen.looks > looks or stop.wait(0.01) for _ in range(_LONGEST))
        stop.set()
        watching.join()
        assert is_seen
        assert 1 <= looks <= 2  # the second for what happened between the first and the first moment of watching
