from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.sessions.omission_remarks import dot_folder_remarks, is_for_code
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
    (tmp_path / ".github/how.md").write_text("# How\n\nFlour\n")
    (tmp_path / "a.py").write_text("def parse():\n    pass\n")
    session = open_session(tmp_path)
    session.freshen()
    assert session.omission_remarks("calls:nothing") == ()
    assert "1 Markdown file in folders" in session.omission_remarks("nothing but flour")[0]
    session.close()


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("flour", ["the line !.github/"]),
        ("GITHUB notes", ["the line !.github/"]),
        ("rules.md", ["the line !a/.claude/"]),
        ("the of flo zyzzyva", []),
        ("of", []),
        ("", []),
    ],
)
def test_only_dot_folders_with_a_word_of_the_query_are_named(tmp_path: Path, query: str, named: list[str]) -> None:
    for path, text in {".github/how.md": "# How\n\nFlour of rye", "a/.claude/rules.md": "# Be kind"}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    remarks = dot_folder_remarks(tmp_path, (".github", "a/.claude"), query)
    lines = ("the line !.github/", "the line !a/.claude/")
    assert [line for line in lines if any(line in remark for remark in remarks)] == named
