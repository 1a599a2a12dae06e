"""Documents whose source was dead at the last check."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.search.dead_sources import DEAD_ADDRESSES
from dowse.search.execute import Request
from tests.contract.engines import paths


@pytest.mark.parametrize(
    ("fact", "found"),
    [
        ('["https://dead.example/page"]', ["a.md"]),
        ("", []),
        ("[", []),
        ('{"https://dead.example/page": 1}', []),
        ('[1, null, ["https://dead.example/page"]]', []),
        ("[" * 100_000, []),
    ],
)
def test_only_a_list_of_addresses_marks_documents(tmp_path: Path, fact: str, found: list[str]) -> None:
    (tmp_path / "a.md").write_text("---\nurl: https://dead.example/page\n---\n# A\n", "utf-8")
    (tmp_path / "b.md").write_text("# B\n", "utf-8")
    with closing(open_session(tmp_path, index_dir=tmp_path / "index")) as vault:
        vault.sync()
        vault.engine.remember(DEAD_ADDRESSES, fact)
        assert paths(vault.search(Request("dead:yes"))[0].hits) == found
