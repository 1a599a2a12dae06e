"""Whoever watches a vault also goes on with an embedder that was chosen for it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from dowse.app import Vault, open_vault
from dowse.watching import Watching
from tests.tiny_bert import TinyBert

pytest.importorskip("watchfiles", reason="watchfiles is not installed: pip install -e '.[dev]'")


def test_an_embedder_that_was_to_come_when_its_process_ended_is_brought_by_who_watches(tmp_path: Path) -> None:
    notes, name = tmp_path / "notes", f"onnx:{TinyBert().save(tmp_path / 'model')}"
    notes.mkdir()
    (notes / "a.md").write_text("# A\n\nthe quick fox\n")
    with closing(open_vault(notes)) as vault:
        vault.sync()
        vault.space.use(vault.engine, embedder=name)
        vault.look()  # which begins it; nothing is embedded yet
        assert (vault.meaning.coming(vault.engine)[0], _answers(vault)) == (name, "static")
        stop, looks = Event(), 0

        def opened() -> Vault | None:
            nonlocal looks
            looks += 1
            return vault if looks == 1 else None  # one look is enough, and None ends it

        Watching(notes, opened, stop, synced=lambda _: stop.set(), told=lambda _: stop.set()).run()
        assert (vault.meaning.coming(vault.engine)[0], _answers(vault)) == ("", name)


def _answers(vault: Vault) -> str:
    return vault.meaning.answering(vault.engine).name
