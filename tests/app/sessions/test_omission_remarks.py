from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.sessions.omission_remarks import is_for_code
from dowse.app.sessions.vault_session import open_session


@pytest.mark.parametrize(
    "query",
    ["calls:parse", "nothing lang:go", "kind:function", "kind:code x", "symbol:parse*", "ext:py", "imports:a.b"],
)
def test_a_query_for_code_alone_is_answered_by_no_markdown(query: str) -> None:
    assert is_for_code(query)


@pytest.mark.parametrize(
    "query",
    ["parse", "-lang:go x", "lang:go OR x", "ext:md x", "kind:note", "explains:parse", "path:.github", "test:no"],
)
def test_any_other_query_may_mean_markdown(query: str) -> None:
    assert not is_for_code(query)


def test_a_query_for_code_has_no_remark_on_markdown_in_dot_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github/how.md").write_text("# How\n")
    (tmp_path / "a.py").write_text("def parse():\n    pass\n")
    session = open_session(tmp_path)
    session.freshen()
    assert session.omission_remarks("calls:nothing") == ()
    assert "1 Markdown file in folders" in session.omission_remarks("nothing")[0]
    session.close()
