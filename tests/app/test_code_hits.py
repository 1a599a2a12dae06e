"""Hits in source code in each form of the results, on files that are read from a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.app.results.search_result import SearchResult
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import open_session
from dowse.interfaces.mcp.text_content import hit_text
from dowse.interfaces.presenters.text_style import TextStyle
from dowse.interfaces.presenters.to_markdown import markdown_lines
from dowse.interfaces.presenters.to_text import search_lines

_SOURCE = '''
def moor(ship):
    """Moor a ship."""
    rope = "``` <b>\x1b[31m"  # the strongest rope
    return ship.tie(rope)
'''
_SNIPPET = [
    "def moor(ship)",
    '  """Moor a ship."""',
    '  rope = "``` <b> [31m"  # the strongest rope',
    "  return ship.tie(rope)",
]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchResult]:
    """The answer to a query that several lines of a function match."""
    folder = tmp_path_factory.mktemp("vault")
    (folder / "harbour.py").write_text(_SOURCE)
    session = open_session(folder)
    yield search(session, SearchRequest("moor with the strongest rope", marks=True))
    session.close()


def _style(width: int = 0) -> TextStyle:
    return TextStyle(plain=True, root=Path(), width=width)


def test_json_has_the_line_breaks(found: SearchResult) -> None:
    assert json.loads(json.dumps(found.to_dict()))["hits"][0]["snippet"].split("\n") == _SNIPPET


def test_json_has_the_kind_of_the_symbol(found: SearchResult) -> None:
    assert found.hits[0].to_dict()["symbol_kind"] == "function"


def test_the_terminal_shows_an_indented_block(found: SearchResult) -> None:
    assert list(search_lines(found, _style(), explain=False))[2:6] == [f"    {line}" for line in _SNIPPET]


def test_the_terminal_wraps_long_lines_only(found: SearchResult) -> None:
    lines = list(search_lines(found, _style(44), explain=False))
    assert lines[2:7] == [
        "    def moor(ship)",
        '      """Moor a ship."""',
        '      rope = "``` <b> [31m"  # the strongest',
        "    rope",
        "      return ship.tie(rope)",
    ]


def test_markdown_has_a_fenced_block_with_the_language(found: SearchResult) -> None:
    assert list(markdown_lines(found))[1:] == ["   ````python", *(f"   {line}" for line in _SNIPPET), "   ````"]


def test_the_text_of_mcp_tools_quotes_each_line(found: SearchResult) -> None:
    assert hit_text(1, found.hits[0].to_dict()).split("\n")[1:] == [f"> {line}" for line in _SNIPPET]
