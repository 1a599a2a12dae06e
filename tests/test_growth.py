"""The index of one note is at most ten times its text and a megabyte, whatever the note looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.search.execute import Request

_NOTES = {
    "tags": " ".join(f"#tag{n}" + "\n" * (n % 50 == 0) for n in range(4_500)),
    "headings": "".join(f"# {n:x}\n" for n in range(3_000)),
    "empty headings": "#\n" * 3_000,
    "a long heading": f"# {'long heading ' * 1_500}\n\n" + "Some words. " * 6_000 + "\n" * 40,
    "sections with tags": "".join(f"## H{n}\n\n#t{n} Some words that are here.\n\n" for n in range(1_500)),
    "links": "[[a]]\n" * 4_000,
    "sections with tags and links": "\n".join(f"# h{n}\n#tag{n} [[l{n}]]" for n in range(6_000)),
    "sections with several links": "\n".join(f"# h{n:x}\n[[{n:x}]] #t{n:x} [[#h{n:x}]]" for n in range(5_000)),
}


@pytest.mark.parametrize("text", _NOTES.values(), ids=_NOTES.keys())
def test_the_index_of_a_note_is_within_its_budget(text: str, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(text, "utf-8")
    vault = open_session(tmp_path, index_dir=tmp_path / "index")
    vault.sync()
    vault.search(Request("anything"))  # writes the file of vectors
    vault.engine.forget_unused()
    vault.close()
    size = sum(path.stat().st_size for path in (tmp_path / "index").rglob("*") if path.is_file())
    assert size <= 10 * len(text) + 1_000_000
