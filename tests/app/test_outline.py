"""The outline of documents of each form, on files that are read from a folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.outline import OutlineRequest, outline
from dowse.app.results.outline_result import OutlineResult
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.model.errors import RefError

_SOURCE = '''"""Boats."""


class Harbour:
    """A harbour."""

    @property
    def depth(self) -> int:
        return 3

    class Pier:
        def moor(self, ship: str) -> None:
            """Moor a ship."""


def storm() -> None: ...
'''
_NOTE = "# Trip\n\nBefore.\n\n### Deep\n\nA level is left out.\n\n## Day one\n\n## Day two\n\n### Evening\n"
_CANVAS = (
    '{"nodes": [{"id": "a", "type": "text", "text": "Ideas for the pier", "x": 0, "y": 0, "width": 9, "height": 9}]}'
)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A note, source files with and without a syntax error, a canvas and a file without parts."""
    folder = tmp_path_factory.mktemp("vault")
    (folder / "harbour.py").write_text(_SOURCE)
    (folder / "trip.md").write_text(_NOTE)
    (folder / "ideas.canvas").write_text(_CANVAS)
    (folder / "plain.md").write_text("Only a text.\n")
    (folder / "broken.py").write_text("def mast(:\n    pass\n\n\ndef sail() -> None: ...\n")
    (folder / "long.md").write_text(f"# {'word ' * 40}\n")
    session = open_session(folder)
    yield session
    session.close()


def _of(vault: VaultSession, ref: str) -> OutlineResult:
    return outline(vault, OutlineRequest(ref))


def _rows(vault: VaultSession, ref: str) -> list[tuple[int, int, int, str]]:
    return [(each.level, each.line, each.end_line, each.title) for each in _of(vault, ref).units]


def test_headings_nest_by_their_levels_even_where_a_level_is_left_out(vault: VaultSession) -> None:
    assert _rows(vault, "trip.md") == [
        (1, 1, 13, "Trip"),
        (2, 5, 8, "Deep"),
        (2, 9, 10, "Day one"),
        (2, 11, 13, "Day two"),
        (3, 13, 13, "Evening"),
    ]


def test_symbols_nest_and_begin_at_their_definition(vault: VaultSession) -> None:
    assert _rows(vault, "harbour.py") == [
        (1, 4, 13, "Harbour"),
        (2, 8, 9, "depth"),
        (2, 11, 13, "Pier"),
        (3, 12, 13, "moor"),
        (1, 16, 16, "storm"),
    ]


def test_a_symbol_has_its_kind_its_signature_and_a_reference(vault: VaultSession) -> None:
    moor = _of(vault, "harbour.py").units[3]
    assert (moor.kind, moor.signature) == ("method", "def moor(self, ship: str) -> None")
    assert _of(vault, moor.ref).units == (moor,)


def test_a_reference_to_a_part_lists_the_parts_in_it(vault: VaultSession) -> None:
    assert [title for *_, title in _rows(vault, "trip.md#day-two")] == ["Day two", "Evening"]
    assert [title for *_, title in _rows(vault, "trip.md:5:5")] == ["Deep", "Day one"]


def test_a_card_of_a_canvas_is_a_part(vault: VaultSession) -> None:
    assert [(each.kind, each.title) for each in _of(vault, "ideas.canvas").units] == [("card", "Ideas for the pier")]


def test_the_text_is_indented_and_a_long_heading_is_cut(vault: VaultSession) -> None:
    assert _of(vault, "harbour.py").passage.lines[3] == (12, "    def moor(self, ship: str) -> None")
    assert len(_of(vault, "long.md").passage.lines[0][1]) == 121


def test_a_document_without_parts_says_so(vault: VaultSession) -> None:
    passage = _of(vault, "plain.md").passage
    assert (passage.lines, passage.remarks) == ((), ("plain.md has no headings or symbols",))


def test_a_file_with_syntax_errors_says_that_symbols_may_be_missing(vault: VaultSession) -> None:
    said = "broken.py: syntax errors; symbols inside them may be missing"
    assert said in _of(vault, "broken.py").passage.remarks
    assert not _of(vault, "harbour.py").remarks


def test_an_unknown_reference_is_an_error_with_the_nearest_name(vault: VaultSession) -> None:
    with pytest.raises(RefError, match=r"did you mean 'trip'"):
        _of(vault, "trup")


def test_a_named_vault_stands_before_every_reference(vault: VaultSession) -> None:
    result = _of(vault, "trip.md").qualified("work")
    assert (result.vault, result.ref, result.units[0].ref) == ("work", "work:trip.md", "work:trip.md#trip")


@pytest.mark.usefixtures("without_ruby")
def test_a_file_without_its_grammar_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "dock.rb").write_text("def moor; end\n")
    said = "no symbols of ruby are indexed, only the text; pip install 'dowse[code]' adds them"
    with closing(open_session(tmp_path)) as session:
        session.sync()
        assert said in outline(session, OutlineRequest("dock.rb")).remarks
        with pytest.raises(RefError, match=re.escape(f"'moor'; it is probably defined at dock.rb:1; {said}")):
            outline(session, OutlineRequest("dock.rb#moor"))
        with pytest.raises(RefError, match=re.escape(f"has no symbol 'harbour'; {said}")):
            outline(session, OutlineRequest("dock.rb#harbour"))
