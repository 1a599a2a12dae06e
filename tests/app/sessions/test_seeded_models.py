"""The models of an index that is a copy: those that the user chose for the original, and none that it only names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.engines.sqlite.file.index_files import FILE
from dowse.filesystem import scan_cache
from dowse.search.execute import Request
from tests.embedders.local_server import LocalServer
from tests.embedders.model_servers import FakeOpenAI
from tests.making_worktrees import repository, worktree

_OPENAI = "openai:m"
_FILES = {f"{word}.md": f"# {word}\n\nall about {word}\n" for word in ("honey", "water", "bread")}


@pytest.fixture(scope="module")
def running() -> Iterator[LocalServer]:
    """One for all tests here, since it takes half a second to end."""
    with LocalServer(FakeOpenAI()) as local:
        yield local


@pytest.fixture(autouse=True)
def server(running: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalServer:
    """What OPENAI_BASE_URL names, with a key; nothing was sent to it yet."""
    for name in ("DOWSE_INDEX_DIR", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)
    monkeypatch.setenv("DOWSE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("OPENAI_BASE_URL", f"{running.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    running.seen.clear()
    return running


def _synced(folder: Path, *, embedder: str = "", index_dir: Path | None = None) -> tuple[str, int]:
    """The embedder of the searches after an update, and the number of texts embedded by that."""
    with closing(open_session(folder, embedder=embedder, index_dir=index_dir)) as vault:
        vault.sync()
        return vault.embedder_name(), vault.embeddings.made


def _forge(folder: Path, **facts: str) -> None:
    with closing(apsw.Connection(str(folder / ".dowse" / FILE))) as connection:
        connection.executemany("insert or replace into meta values (?, ?)", facts.items())


def _fact(folder: Path, key: str) -> str:
    with closing(apsw.Connection(str(folder / ".dowse" / FILE))) as connection:
        return str(connection.execute("select value from meta where key = ?", (key,)).fetchall()[0][0])


def _texts(server: LocalServer) -> list[str]:
    """The texts that were sent, but for the probe of the model."""
    return [text for seen in server.seen for text in seen.said["input"] if text != "dowse"]


def test_a_copy_keeps_the_model_that_the_user_chose_and_its_vectors(server: LocalServer, tmp_path: Path) -> None:
    main = repository(tmp_path / "main", _FILES)
    assert _synced(main, embedder=_OPENAI)[0] == _OPENAI
    server.seen.clear()
    one = worktree(main, tmp_path / "one")
    assert _synced(one) == (_OPENAI, 0)
    assert _texts(server) == []
    assert _fact(one, "index_id") not in ("", _fact(main, "index_id"))


def test_so_does_a_copy_outside_of_its_worktree(server: LocalServer, tmp_path: Path) -> None:
    main = repository(tmp_path / "main", _FILES)
    _synced(main, embedder=_OPENAI)
    server.seen.clear()
    one = worktree(main, tmp_path / "one")
    assert _synced(one, index_dir=tmp_path / "indexes") == (_OPENAI, 0)
    assert _synced(worktree(main, tmp_path / "two"), index_dir=tmp_path / "indexes") == (_OPENAI, 0)
    assert _texts(server) == []


@pytest.mark.parametrize("is_inside", [True, False])
def test_a_model_that_only_the_index_names_is_not_inherited(
    server: LocalServer, tmp_path: Path, is_inside: bool
) -> None:
    """An index outside of its vault is trusted, so that a forged choice must not get there by a copy."""
    main = repository(tmp_path / "main", _FILES)
    _synced(main)
    _forge(main, embedder_chosen=json.dumps([_OPENAI, "static"]))
    one = worktree(main, tmp_path / "one")
    assert _synced(one, index_dir=None if is_inside else tmp_path / "indexes") == ("static", 0)
    assert server.seen == []


def test_an_index_with_vectors_of_an_unconfirmed_model_is_not_copied(server: LocalServer, tmp_path: Path) -> None:
    main = repository(tmp_path / "main", _FILES)
    _synced(main)
    _forge(main, fingerprint=json.dumps([_OPENAI, "", 0, "blend"]))
    one = worktree(main, tmp_path / "one")
    with closing(open_session(one, index_dir=tmp_path / "indexes")) as vault:
        answer, state = vault.search(Request("honey"))
    assert ([hit.head.path for hit in answer.hits[:1]], state.remarks) == (["honey.md"], ())
    assert server.seen == []
