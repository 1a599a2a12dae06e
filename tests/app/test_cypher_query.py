"""Cypher over the documents and the symbols of a vault."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from dowse.app.cypher_query import CypherRequest, query_graph
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.graph.cypher.execute import CypherValue

_FILES = {
    "harbour.py": "class Harbour:\n    def moor(self, ship):\n        return self.tie(ship)\n\n"
    "    def tie(self, ship): pass\n",
    "ship.py": "from harbour import Harbour\n\ndef land():\n    Harbour().moor(1)\n",
    "how.md": "# How ships land\n\nShips call `Harbour.moor()`. See [[alone]].\n",
    "alone.md": "# Alone\n",
}


def _laid_out(folder: Path) -> VaultSession:
    for name, text in _FILES.items():
        (folder / name).write_text(text)
    return open_session(folder)


def _rows(vault: VaultSession, query: str) -> list[tuple[CypherValue, ...]]:
    return list(query_graph(vault, CypherRequest(query)).rows)


def test_symbols_have_their_lines_and_their_edges(tmp_path: Path) -> None:
    with closing(_laid_out(tmp_path)) as vault:
        assert _rows(vault, "MATCH (s:Symbol) RETURN s.ref, s.kind, s.line ORDER BY s.ref") == [
            ("harbour.py#Harbour", "class", 1),
            ("harbour.py#Harbour.moor", "method", 2),
            ("harbour.py#Harbour.tie", "method", 5),
            ("ship.py#land", "function", 3),
        ]
        assert _rows(vault, "MATCH (a)-[r:CALLS|MENTIONS]->(b:Method) RETURN a.id, b.symbol, r.line ORDER BY a.id") == [
            ("harbour.py#Harbour.moor", "Harbour.tie", 3),
            ("how.md", "Harbour.moor", 3),
            ("ship.py#land", "Harbour.moor", 4),
        ]
        assert _rows(vault, "MATCH (d:Document)-[:CONTAINS*1..2]->(m:Method) RETURN DISTINCT d.path") == [
            ("harbour.py",)
        ]


def test_the_graph_follows_a_saved_file(tmp_path: Path) -> None:
    with closing(_laid_out(tmp_path)) as vault:
        assert _rows(vault, "MATCH ()-[r:CALLS]->({symbol: 'Harbour.tie'}) RETURN count(r)") == [(1,)]
        (tmp_path / "ship.py").write_text("from harbour import Harbour\n\ndef leave():\n    Harbour().tie(1)\n")
        assert _rows(vault, "MATCH (a)-[:CALLS]->({symbol: 'Harbour.tie'}) RETURN a.ref ORDER BY a.ref") == [
            ("harbour.py#Harbour.moor",),
            ("ship.py#leave",),
        ]


def test_links_and_notes_alone_have_the_same_graph_as_without_source_code(tmp_path: Path) -> None:
    with closing(_laid_out(tmp_path)) as vault:
        links = "MATCH (a)-[r:REFERENCES]->(b) RETURN a.path, b.path, properties(r)"
        assert _rows(vault, links) == [("how.md", "alone.md", {"weight": 1.0})]
        assert _rows(vault, "MATCH (n:Document) RETURN count(n)") == [(4,)]
    for name in ("harbour.py", "ship.py"):
        (tmp_path / name).unlink()
    with closing(open_session(tmp_path)) as vault:
        assert _rows(vault, "MATCH (n) RETURN count(n)") == [(2,)]
        assert _rows(vault, "MATCH ()-[r]->() RETURN type(r), count(r)") == [("REFERENCES", 1)]
