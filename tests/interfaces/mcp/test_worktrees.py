"""A server that was started in a git worktree answers from that, and its answers name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import agent
from tests.making_worktrees import committed, repository, worktree

pytestmark = pytest.mark.slow  # a server of its own


def test_each_tool_answers_from_the_worktree_of_the_server_and_names_it(tmp_path: Path) -> None:
    main = repository(tmp_path / "main", {"a.md": "# Wool\n\nOf sheep. See [[b]].\n", "b.md": "# Silk\n"})
    (main / ".obsidian").mkdir()
    fix = committed(worktree(main, main / "fix"), {"a.md": "# Wool\n\nOf alpacas. See [[b]].\n"})
    with agent(Desk(fix, {"DOWSE_STATE": str(tmp_path / "state"), "HOME": str(tmp_path / "home")})) as client:
        found = client.call("search", query="alpacas", mode="fulltext")
        assert [hit["path"] for hit in found["hits"]] == ["a.md"]
        assert client.call("search", query="sheep", mode="fulltext")["hits"] == []
        answers = [found, client.call("find", pattern="a"), client.call("get", ref="a.md")]
        answers.append(client.call("related", ref="a.md"))
        assert [answer["worktree"] for answer in answers] == [str(fix)] * 4
        assert client.call("status")["vaults"][0]["folder"] == str(fix)
