"""Jupyter notebooks in a vault: they are searched, linked and addressed as source code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dowse.app.get import GetRequest, get
from dowse.app.links import linked_document
from dowse.app.outline import OutlineRequest, outline
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from tests.formats.notebook.making_notebook import code, markdown, notebook

_CELLS = (
    markdown("# Tides of the harbour\n\nThe ebb comes [twice a day](ebb.md)."),
    code("%matplotlib inline\nfrom pier import dock", {"text": "kraken"}),
    code("def moor(ship):\n    return dock(ship)"),
)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A notebook, a copy that Jupyter saved, a note, and modules of which one has the name of the notebook."""
    folder = tmp_path_factory.mktemp("vault")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "tides-checkpoint.ipynb").write_bytes(notebook(*_CELLS))
    (folder / "tides.ipynb").write_bytes(notebook(*_CELLS))
    (folder / "ebb.md").write_text("# Ebb\n\nPlotted in [[tides.ipynb]].\n")
    (folder / "pier.py").write_text("def dock(ship): ...\n")
    (folder / "boat.py").write_text("import tides\n\ntides.moor(1)\n")
    (folder / "broken.ipynb").write_text("<<<<<<< HEAD\n")
    (folder / "empty.md").touch()
    session = open_session(folder)
    session.sync()
    yield session
    session.close()


@pytest.mark.parametrize(
    ("query", "ref", "line"),
    [
        ("ebb twice lang:jupyter", "tides.ipynb#_preamble", 5),
        ("symbol:moor", "tides.ipynb#moor", 10),
        ("calls:dock", "tides.ipynb#moor", 11),
        ("imports:pier.py", "tides.ipynb#_preamble", 8),
    ],
)
def test_a_hit_has_the_line_of_the_script(vault: VaultSession, query: str, ref: str, line: int) -> None:
    hit = search(vault, SearchRequest(query)).hits[0]
    assert (hit.ref, hit.line) == (ref, line)


def test_outputs_and_checkpoints_are_not_found(vault: VaultSession) -> None:
    assert not search(vault, SearchRequest("kraken", mode="fulltext")).hits
    assert [hit.path for hit in search(vault, SearchRequest("lang:jupyter moor", mode="fulltext")).hits] == [
        "tides.ipynb"
    ]


@pytest.mark.parametrize(
    ("ref", "text"),
    [
        ("tides.ipynb#moor", "def moor(ship):\n    return dock(ship)"),
        ("tides.ipynb#L8", "from pier import dock"),
        ("tides.ipynb:7:2", "# %matplotlib inline\nfrom pier import dock"),
    ],
)
def test_a_symbol_and_lines_are_addressed(vault: VaultSession, ref: str, text: str) -> None:
    assert get(vault, GetRequest(ref)).text == text


def test_the_outline_has_symbols_below_the_headings_of_cells(vault: VaultSession) -> None:
    units = outline(vault, OutlineRequest("tides.ipynb")).units
    assert [(each.kind, each.level, each.line, each.end_line, each.title) for each in units] == [
        ("heading", 1, 3, 11, "Tides of the harbour"),
        ("function", 2, 10, 11, "moor"),
    ]
    assert get(vault, GetRequest(units[0].ref)).text.startswith("# # Tides of the harbour\n")


def test_links_and_imports_are_resolved_and_nothing_imports_a_notebook(vault: VaultSession) -> None:
    linked = linked_document(vault, "tides.ipynb")
    assert [(each.line, each.kind, each.target) for each in linked.out] == [
        (5, "markdown", "ebb.md"),
        (8, "imports", "pier.py"),
        (11, "calls", "pier.py"),
    ]
    assert [(each.source, each.kind) for each in linked.back] == [("ebb.md", "wikilink")]


def test_a_broken_notebook_is_found_by_its_name(vault: VaultSession) -> None:
    assert search(vault, SearchRequest("file:broken")).hits[0].path == "broken.ipynb"


def test_a_broken_notebook_and_an_empty_note_say_so_where_they_are_read(vault: VaultSession) -> None:
    assert get(vault, GetRequest("broken.ipynb")).remarks == (
        "broken.ipynb: not a readable notebook (line 1, column 1: Expecting value); found by its path alone",
    )
    assert get(vault, GetRequest("empty.md")).remarks == ("empty.md is empty",)
