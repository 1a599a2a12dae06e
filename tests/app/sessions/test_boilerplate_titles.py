"""The titles of a vault whose notes have a heading in common."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from dowse.app.sessions.vault_session import open_session
from dowse.formats.detect import parse_file
from dowse.indexing.title_migration import REMEMBERED
from dowse.ports.indexed_document import IndexedDocument, WriteBatch

_FOOTER = "# This note in GitHub\n\n[Edit](https://github.dev/hub/{})\n"


def _write(root: Path, name: str, text: str, *, is_marked: bool = True) -> None:
    (root / f"{name}.md").write_text(text + _FOOTER.format(name) * is_marked)


def _write_vault(root: Path, *, is_marked: bool = True) -> None:
    for n in range(24):
        _write(root, f"garden-{n}", f"# Garden {n}\n\nThings of the garden.\n\n", is_marked=is_marked)
    _write(root, "git", "Backup vault.\n\n")


def _titles(root: Path) -> dict[str, str]:
    """The title of each document after an update of the index."""
    with closing(open_session(root)) as vault:
        assert vault.sync().left == 0
        assert vault.is_complete()
        return {path: head.title for path, head in vault.engine.heads(vault.engine.known()).items()}


def test_a_heading_of_every_note_is_no_title_of_a_new_index(tmp_path: Path) -> None:
    _write_vault(tmp_path)
    titles = _titles(tmp_path)
    assert titles["git.md"] == "git"
    assert titles["garden-3.md"] == "Garden 3"


def test_a_new_note_has_the_title_of_a_fresh_index(tmp_path: Path) -> None:
    _write_vault(tmp_path)
    _titles(tmp_path)
    _write(tmp_path, "calendar", "")
    assert _titles(tmp_path)["calendar.md"] == "calendar"


def test_titles_follow_the_boilerplate_of_a_changed_vault(tmp_path: Path) -> None:
    _write_vault(tmp_path, is_marked=False)
    assert _titles(tmp_path)["git.md"] == "This note in GitHub"
    _write_vault(tmp_path)
    assert _titles(tmp_path)["git.md"] == "git"
    _write_vault(tmp_path, is_marked=False)
    assert _titles(tmp_path)["git.md"] == "This note in GitHub"


def test_the_titles_of_an_earlier_index_are_decided_again(tmp_path: Path) -> None:
    _write_vault(tmp_path)
    _titles(tmp_path)
    with closing(open_session(tmp_path)) as vault:
        parsed = parse_file("git.md", (tmp_path / "git.md").read_bytes(), modified=1.0)
        earlier = IndexedDocument(parsed, vault.engine.known()["git.md"], ())
        vault.engine.write(WriteBatch(indexed=(earlier,)))
        vault.engine.remember(REMEMBERED, "")
        assert vault.engine.heads(["git.md"])["git.md"].title == "This note in GitHub"
    assert _titles(tmp_path)["git.md"] == "git"
