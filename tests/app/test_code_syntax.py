"""Spans for syntax colours in the results of use cases, on files that are read from a folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dowse.app.get import GetRequest, get
from dowse.app.results.search_result import HitResult
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session

_SOURCE = '''"""Boats in a harbour."""

import tides


def moor_the_ship_at_the_pier(
    ship: tides.Ship,  # the one that arrives
    rope: str = "hemp",
) -> None:
    """Moor a ship for the night."""
    knots = 3
    return ship.tie(rope, knots)
'''


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A source file, the same with other line ends, and a note."""
    folder = tmp_path_factory.mktemp("vault")
    (folder / "harbour.py").write_text(_SOURCE)
    (folder / "windows.py").write_bytes(_SOURCE.replace("moor", "berth").replace("\n", "\r\n").encode())
    (folder / "note.md").write_text("# Lighthouse\n\nfor the lamp: return 3\n")
    (folder / "script.kt").write_text('fun anchor() { println("deep water") }\n')
    session = open_session(folder)
    yield session
    session.close()


def _hit(vault: VaultSession, query: str, *, syntax: bool = True) -> HitResult:
    return search(vault, SearchRequest(query, mode="fulltext", syntax=syntax)).hits[0]


def _texts(text: str, spans: tuple[tuple[int, int, str], ...] | None) -> list[tuple[str, str]]:
    return [(text[start:end], syntax) for start, end, syntax in spans or ()]


def test_the_nearest_documents_have_classes_too(vault: VaultSession) -> None:
    nearest = search(vault, SearchRequest("vessel", syntax=True)).nearest or ()
    assert (
        [hit.path for hit in nearest if hit.syntax] == [hit.path for hit in nearest if hit.path.endswith(".py")] != []
    )


@pytest.mark.parametrize(("query", "name"), [("moor knots", "moor"), ("berth knots", "berth")])
def test_a_snippet_has_the_classes_of_its_symbol_even_where_its_signature_is_folded(
    vault: VaultSession, query: str, name: str
) -> None:
    hit = _hit(vault, query)
    assert hit.snippet.startswith(f"def {name}_the_ship_at_the_pier(ship: tides.Ship, rope: str")
    found = _texts(hit.snippet, hit.syntax)
    assert found[:2] == [("def", "keyword"), (f"{name}_the_ship_at_the_pier", "name")]
    assert ("3", "number") in found
    assert ("the", "keyword") not in found


def test_a_line_of_documentation_is_a_string_although_it_has_words_of_the_language(vault: VaultSession) -> None:
    hit = _hit(vault, "moor night")
    assert ('"""Moor a ship for the night."""', "string") in _texts(hit.snippet, hit.syntax)


def test_text_outside_of_symbols_has_classes_too(vault: VaultSession) -> None:
    hit = _hit(vault, "import tides file:harbour")
    assert ("import", "keyword") in _texts(hit.snippet, hit.syntax)


def test_notes_and_languages_without_a_grammar_have_none(vault: VaultSession) -> None:
    assert _hit(vault, "lighthouse").syntax is None
    assert not _hit(vault, "anchor water").syntax


def test_a_search_has_none_unless_it_asks(vault: VaultSession) -> None:
    assert "syntax" not in _hit(vault, "moor knots", syntax=False).to_dict()


@pytest.mark.parametrize("ref", ["harbour.py", "windows.py", "harbour.py:9:3", "moor_the_ship_at_the_pier"])
def test_a_passage_has_the_classes_of_its_lines(vault: VaultSession, ref: str) -> None:
    passage = get(vault, GetRequest(ref, syntax=True))
    found = _texts(passage.text, passage.syntax)
    assert ('"""Moor a ship for the night."""', "string") in found
    assert (("import", "keyword") in found) == ref.endswith(".py")


def test_a_passage_of_a_note_has_none(vault: VaultSession) -> None:
    assert get(vault, GetRequest("note.md", syntax=True)).syntax == ()
    assert get(vault, GetRequest("harbour.py")).syntax is None
