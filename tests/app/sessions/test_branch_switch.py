"""A branch that is checked out and left again: what differs is read, and the way back embeds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.maintenance import vacuum
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.filesystem import scan_cache
from dowse.search.execute import Request
from tests.making_worktrees import committed, git, repository

_FILES = {f"{name}.md": f"# {name.title()}\n\nAll about {name}.\n" for name in ("wool", "silk", "flax", "jute")}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VaultSession:
    """An indexed repository with two branches, main and other; main is checked out."""
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)
    root = repository(tmp_path / "main", _FILES)
    git(root, "checkout", "--quiet", "-b", "other")
    committed(root, {"wool.md": "# Wool\n\nOf alpacas.\n", "hemp.md": "# Hemp\n\nRope.\n"})
    git(root, "checkout", "--quiet", "main")
    vault = open_session(root)
    vault.sync()
    return vault


def _switched(vault: VaultSession, branch: str) -> tuple[int, int]:
    """The number of changed files, and of chunks that were embedded."""
    before = vault.embeddings.made
    git(vault.root, "checkout", "--quiet", branch)
    return vault.sync().changed, vault.embeddings.made - before


def _found(vault: VaultSession, query: str) -> list[str]:
    answer, _ = vault.search(Request(query, mode="vector"))
    return [hit.head.path for hit in answer.hits]


def test_a_switch_reads_what_differs_and_the_way_back_embeds_nothing(vault: VaultSession) -> None:
    assert _switched(vault, "other") == (2, 2)
    assert _switched(vault, "main") == (2, 0)
    assert _switched(vault, "other") == (2, 0)
    assert _found(vault, "rope") == ["hemp.md"]


def test_files_that_git_wrote_anew_with_the_same_content_are_not_changed(vault: VaultSession) -> None:
    git(vault.root, "checkout", "--quiet", "other")
    git(vault.root, "checkout", "--quiet", "main")
    assert (vault.sync().changed, vault.embeddings.made) == (0, len(_FILES))


def test_a_deleted_text_is_not_found_by_its_vector(vault: VaultSession) -> None:
    _switched(vault, "other")
    _switched(vault, "main")
    assert "hemp.md" not in _found(vault, "rope")


def test_vacuum_deletes_the_vectors_of_the_other_branch(vault: VaultSession) -> None:
    _switched(vault, "other")
    _switched(vault, "main")
    vacuum(vault)
    assert _switched(vault, "other") == (2, 2)


def test_more_vectors_than_chunks_are_not_kept(vault: VaultSession) -> None:
    for number in range(4):
        committed(vault.root, {"wool.md": f"# Wool\n\nNumber {number}.\n", "silk.md": f"# Silk\n\nNumber {number}.\n"})
        vault.sync()
    assert _switched(vault, "main~3") == (2, 2)


def test_without_git_the_vectors_of_deleted_notes_are_deleted(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    root.mkdir()
    for path, text in _FILES.items():
        (root / path).write_text(text)
    vault = open_session(root)
    vault.sync()
    (root / "wool.md").unlink()
    vault.sync()
    (root / "wool.md").write_text(_FILES["wool.md"])
    vault.sync()
    assert vault.embeddings.made == len(_FILES) + 1
