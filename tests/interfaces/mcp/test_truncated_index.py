"""A server whose index is truncated in place goes on, and answers from the rebuilt index."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.engines.sqlite.file.index_files import FILE
from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import agent

pytestmark = pytest.mark.slow  # a server each


@pytest.mark.parametrize("share", [0.5, 0.02, 0.0])
def test_a_server_outlives_the_truncation_of_its_index(tmp_path: Path, share: float) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    for number in range(60):
        (desk.notes / f"{number}.md").write_text(f"# Note {number}\n\n{'river ' * number}stone.\n")
    assert desk.dowse("index", "notes").code == 0
    with agent(desk, "notes") as client:
        before = [hit["path"] for hit in client.call("search", query="river")["hits"]]
        (index,) = desk.folder.rglob(FILE)
        with index.open("rb+") as opened:
            opened.truncate(int(index.stat().st_size * share))
        (desk.notes / "new.md").write_text("# New\n\nzebra\n")
        assert client.call("search", query="zebra")["hits"][0]["path"] == "new.md"
        (desk.notes / "new.md").unlink()
        assert [hit["path"] for hit in client.call("search", query="river")["hits"]] == before
