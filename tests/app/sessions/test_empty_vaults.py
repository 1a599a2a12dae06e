"""A server whose folder has nothing to search makes no index there, until it has."""

from __future__ import annotations

from pathlib import Path

from dowse.app.client_scope import ClientScope
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.workspace import Workspace, workspace_of
from dowse.app.status import served_statuses


def _titles(workspace: Workspace, query: str) -> list[str]:
    return [hit.title for hit in search(workspace.vault(), SearchRequest(query)).hits]


def test_a_server_makes_no_index_in_a_folder_without_documents(tmp_path: Path) -> None:
    (tmp_path / "sound.wav").touch()
    workspace = workspace_of([tmp_path])
    found = search(workspace.vault(), SearchRequest("honey"))
    ((status,), _) = served_statuses(workspace, "")
    assert [path.name for path in tmp_path.iterdir()] == ["sound.wav"]
    assert "0 documents in" in found.remarks[0]
    assert (status.documents, status.unread, status.index_folder, status.size_bytes) == (0, 1, "", 0)
    assert "no index and no documents" in status.remarks


def test_a_server_indexes_a_folder_once_it_has_a_document(tmp_path: Path) -> None:
    workspace = workspace_of([tmp_path])
    assert _titles(workspace, "honey") == []
    (tmp_path / "bees.md").write_text("# Bees\n\nhoney\n")
    assert _titles(workspace, "honey") == ["Bees"]
    assert (tmp_path / ".dowse").is_dir()
    assert workspace.vault() is workspace.vault()


def test_a_scope_of_a_folder_without_documents_makes_no_index_there(tmp_path: Path) -> None:
    workspace = workspace_of([tmp_path], scope=ClientScope(("path:work/",), ()))
    assert _titles(workspace, "honey") == []
    assert not list(tmp_path.iterdir())
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "bees.md").write_text("# Bees\n\nhoney\n")
    (tmp_path / "ants.md").write_text("# Ants\n\nhoney\n")
    assert _titles(workspace, "honey") == ["Bees"]
