"""Searches for files by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.app.kind_search import KindRequest, KindSearch, search_kinds
from dowse.app.sessions.vault_session import VaultSession, open_session


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VaultSession]:
    """A vault of two notes."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "embedder.md").write_text("# Embedder\n\nVectors of texts.\n")
    (tmp_path / "bread.md").write_text("# Bread\n\nFlour and water.\n")
    session = open_session(tmp_path)
    yield session
    session.close()


def _hints(vault: VaultSession, query: str, reach: KindSearch | None = None) -> list[str]:
    return [note.hint for note in search_kinds(vault, KindRequest(query, (), reach=reach)).notes]


@pytest.mark.parametrize("name", ["embedder.ts", "src/lib/embedder.ts", "docs/bread.md"])
def test_the_name_of_a_file_that_is_not_indexed_gives_a_note(name: str, vault: VaultSession) -> None:
    assert _hints(vault, name)[0] == f"no such file is indexed: {name}; `find` lists all files of the vault"


@pytest.mark.parametrize("query", ["embedder.md", "docs/embedder.md", "EMBEDDER.MD", "embedder", "bread water"])
def test_other_queries_for_files_give_no_such_note(query: str, vault: VaultSession) -> None:
    assert not any("no such file" in hint for hint in _hints(vault, query))


def test_a_search_by_content_gives_no_such_note(vault: VaultSession) -> None:
    assert not any("no such file" in hint for hint in _hints(vault, "embedder.ts", KindSearch()))


def test_a_file_in_a_folder_with_the_word_is_above_a_file_that_mentions_it(tmp_path: Path) -> None:
    for path, text in {
        "docs/index.md": "# Documentation\n\nTutorials, tutorials and more tutorials for beginners.\n",
        "docs/tutorials/bread.md": "# Bread\n\nFlour and water.\n",
        "docs/tutorials/tea.md": "# Tea\n\nLeaves and water.\n",
        "notes/garden.md": "# Garden\n\nPeas in March.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    session = open_session(tmp_path)
    hits = search_kinds(session, KindRequest("tutorials", ())).hits
    session.close()
    assert hits[0].path.startswith("docs/tutorials/")
    assert {"docs/tutorials/bread.md", "docs/tutorials/tea.md"} <= {hit.path for hit in hits}


def test_a_profile_in_the_query_does_not_change_the_kinds(vault: VaultSession) -> None:
    for query in ("water profile:default", "texts OR water profile:rrf"):
        hits = search_kinds(vault, KindRequest(query, ("doc",), reach=KindSearch(least=0.0))).hits
        assert {hit.path for hit in hits} <= {"docs/embedder.md"}
