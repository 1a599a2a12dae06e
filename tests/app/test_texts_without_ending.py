"""Files of documentation without an ending, such as README, beside source code."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import open_session


def test_a_readme_without_an_ending_is_found_by_its_words_and_a_binary_file_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "README").write_text("Ferry\n=====\n\nHow to moor the harbour ferry.\n")
    (tmp_path / "Harbour").write_bytes(b"\x00\x01moor\x02" * 50)
    (tmp_path / "LICENSE").write_text("Permission to moor the ferry is granted.\n")
    with closing(open_session(tmp_path)) as session:
        session.sync()
        assert [hit.path for hit in search(session, SearchRequest("moor ferry", mode="fulltext")).hits] == ["README"]
        assert {hit.path for hit in search(session, SearchRequest("kind:file")).hits} == {"Harbour", "LICENSE"}
