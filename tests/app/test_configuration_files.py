"""Search in the configuration of a repository, beside notes and source code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session

_FILES = {
    "pyproject.toml": '[project]\nname = "ferry"\ndependencies = ["tidetable>=2"]\n',
    "compose.yaml": "services:\n  ferry:\n    image: harbourmaster\n",
    "package-lock.json": '{"packages": {"tidetable": {}, "harbourmaster": {}}}\n',
    "ferry.py": "def sail(tide):\n    return tide\n",
    "notes/harbour.md": "# Harbour\n\nThe harbourmaster wants the list of the crew.\n",
    "notes/build.md": "# Build\n\nSee [the project](../pyproject.toml).\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultSession]:
    """A repository with notes, indexed."""
    for path, text in _FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    with closing(open_session(tmp_path)) as session:
        session.sync()
        yield session


def _paths(vault: VaultSession, query: str) -> list[str]:
    return [hit.path for hit in search(vault, SearchRequest(query)).hits]


def test_words_of_a_configuration_find_it_and_those_of_a_lock_file_do_not(vault: VaultSession) -> None:
    assert _paths(vault, "+tidetable") == ["pyproject.toml"]


def test_a_configuration_has_the_fields_of_source_code(vault: VaultSession) -> None:
    assert _paths(vault, "ferry lang:toml") == ["pyproject.toml"]
    assert _paths(vault, "ferry kind:code lang:yaml") == ["compose.yaml"]


def test_a_link_to_a_configuration_is_an_edge(vault: VaultSession) -> None:
    assert _paths(vault, "linked:notes/build.md") == ["pyproject.toml"]
