"""Writing the graph, and what Cypher reads of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from dowse.filesystem.database_stamp import is_unchanged
from dowse.graph.cypher.database import SymbolNode, build, opened, storable, stored_edition
from dowse.graph.cypher.execute import CypherValue, ask
from dowse.model.document import SymbolKind, Unit
from dowse.model.edge import PARENT_OF, ResolvedReference
from dowse.model.errors import StorageError
from dowse.model.ref import Ref
from tests.conftest import ReadOnly
from tests.graph.cypher.graphs import edge, generated, written
from tests.making import DAY, make

_ODD = [
    "it's",
    '"Quoted" title',
    '"whole"',
    "[draft] x",
    "[1]",
    '{"a": 1}',
    "a\\b",
    "two\nlines\tand tab",
    "😀 é \u2028",
    "2026-01-31",
    "12",
    "true",
    "null",
    "NaN",
    " ",
    "a`b $x",
    "\x01\x7f",
]


def test_a_document_is_a_node_with_its_kind_and_what_is_known_of_it(tmp_path: Path) -> None:
    task = make("t.md", title="Prune", kind="task", tags=("b", "a/c"), modified=365 * DAY, type="chore", status="open")
    task = replace(task, head=task.head._replace(facts={**task.head.facts, "short_code": "AB-T-0001", "phase": "todo"}))
    graph = written(tmp_path / "graph.db", [task.head, make("plain.md").head])
    found = ask(graph.path, "MATCH (a:Task) RETURN labels(a), properties(a)")
    assert found.rows == [
        (
            ["Document", "Task"],
            {
                "id": "t.md",
                "path": "t.md",
                "title": "Prune",
                "short_code": "AB-T-0001",
                "kind": "task",
                "type": "chore",
                "phase": "todo",
                "status": "open",
                "tags": "a/c b",
                "modified": "1971-01-01",
            },
        )
    ]
    assert ask(graph.path, "MATCH (a:Document) WHERE a.status IS NULL RETURN a.path").rows == [("plain.md",)]


def test_an_edge_has_its_kind_and_weight_and_goes_one_way(tmp_path: Path) -> None:
    heads = [make(name).head for name in ("a.md", "b.md")]
    graph = written(tmp_path / "graph.db", heads, [edge("a.md", "b.md", PARENT_OF, 0.25)])
    found = ask(graph.path, "MATCH (a)-[r]->(b) RETURN a.path, type(r), r.weight, b.path")
    assert found.rows == [("a.md", "PARENT_OF", 0.25, "b.md")]


def test_an_edge_without_both_ends_is_left_out(tmp_path: Path) -> None:
    graph = written(tmp_path / "graph.db", [make("a.md").head], [edge("a.md", "gone.md"), edge("gone.md", "a.md")])
    assert ask(graph.path, "MATCH ()-[r]->() RETURN count(r) AS n").rows == [(0,)]


def test_odd_titles_come_back_as_they_are(tmp_path: Path) -> None:
    """Both alone and within a node; they go in by SQL and come out by Cypher."""
    graph = written(tmp_path / "graph.db", [make(f"{n:02}.md", title=odd).head for n, odd in enumerate(_ODD)])
    found = ask(graph.path, "MATCH (a) RETURN a.title AS title, a, collect(a.title) AS titles ORDER BY a.path")
    assert [row[0] for row in found.rows] == _ODD
    assert [row[2] for row in found.rows] == [[odd] for odd in _ODD]
    for (_, node, _), odd in zip(found.rows, _ODD, strict=True):
        assert isinstance(node, dict)
        assert isinstance(node["properties"], dict)
        assert node["properties"]["title"] == odd


@pytest.mark.parametrize(("text", "kept"), [("a\0b", "a"), ("x\ud800y", "x\ufffdy"), ("\ud83d\ude00", "😀")])
def test_what_cannot_be_stored_is_cut_or_replaced(text: str, kept: str, tmp_path: Path) -> None:
    graph = written(tmp_path / "graph.db", [make("a.md", title=text).head])
    assert storable(text) == kept
    assert ask(graph.path, "MATCH (a) RETURN a.title").rows == [(kept,)]


def _symbol(doc: str, name: str, kind: SymbolKind = "function", *, line: int = 1, parent: str = "") -> SymbolNode:
    return SymbolNode(doc, Unit(name, name.rpartition(".")[2].partition("~")[0], 1, 0, 9, parent, kind), line, True)


@pytest.fixture
def of_code(tmp_path: Path) -> Path:
    """The graph of two source files, the first with a class and its methods, and of a note."""
    path = tmp_path / "graph.db"
    symbols = [
        _symbol("a.py", "Boat.sail", "method", line=4, parent="Boat"),
        _symbol("a.py", "Boat", "class", line=5),  # below a method, as in Go
        _symbol("a.py", "Boat.sail~2", "method", line=9, parent="Boat"),
        _symbol("b.py", "main", line=2),
        _symbol("b.py", "Elsewhere.f", "method", parent="Elsewhere"),
        _symbol("gone.py", "f"),
    ]
    references = [
        ResolvedReference(Ref("b.py", "main"), Ref("a.py", "Boat.sail"), "calls", "import", 3),
        ResolvedReference(Ref("b.py", "main"), Ref("b.py", "main"), "calls", "file", 5),
        ResolvedReference(Ref("b.py"), Ref("a.py"), "imports", "module", 1),
        ResolvedReference(Ref("n.md", "rigging"), Ref("a.py", "Boat"), "mentions", "name", 7),
        ResolvedReference(Ref("gone.py", "f"), Ref("a.py", "Boat"), "calls", "name", 1),
    ]
    heads = [make("a.py", kind="code").head, make("b.py", kind="code").head, make("n.md").head]
    edges = [edge("b.py", "a.py", "calls"), edge("b.py", "a.py", "imports"), edge("n.md", "a.py", "mentions")]
    build(path, heads, edges, symbols=symbols, references=references, edition="1")
    return path


def _rows(path: Path, query: str) -> list[tuple[CypherValue, ...]]:
    return list(ask(path, query).rows)


def test_a_symbol_is_a_node_with_its_kind_and_its_place(of_code: Path) -> None:
    assert _rows(of_code, "MATCH (s {ref: 'a.py#Boat.sail~2'}) RETURN labels(s), properties(s)") == [
        (
            ["Method", "Symbol"],
            {
                "id": "a.py#Boat.sail~2",
                "ref": "a.py#Boat.sail~2",
                "path": "a.py",
                "title": "sail",
                "symbol": "Boat.sail",
                "kind": "method",
                "line": 9,
                "exported": True,
            },
        )
    ]
    assert _rows(of_code, "MATCH (s:Symbol) RETURN count(s)") == [(5,)]  # that of an unknown file is left out


def test_a_symbol_is_contained_in_the_one_around_it_or_in_its_file(of_code: Path) -> None:
    assert _rows(of_code, "MATCH (a)-[:CONTAINS]->(b) RETURN a.id, b.id ORDER BY b.id") == [
        ("a.py", "a.py#Boat"),
        ("a.py#Boat", "a.py#Boat.sail"),
        ("a.py#Boat", "a.py#Boat.sail~2"),
        ("b.py", "b.py#Elsewhere.f"),
        ("b.py", "b.py#main"),
    ]


def test_a_reference_is_an_edge_between_symbols_with_its_line_and_its_rule(of_code: Path) -> None:
    query = "MATCH (a)-[r:CALLS|IMPORTS|MENTIONS]->(b) RETURN a.id, type(r), b.id, properties(r) ORDER BY a.id, r.line"
    assert _rows(of_code, query) == [
        ("b.py", "IMPORTS", "a.py", {"line": 1, "rule": "module"}),
        ("b.py#main", "CALLS", "a.py#Boat.sail", {"line": 3, "rule": "import"}),
        ("b.py#main", "CALLS", "b.py#main", {"line": 5, "rule": "file"}),
        ("n.md", "MENTIONS", "a.py#Boat", {"line": 7, "rule": "name", "section": "rigging"}),
    ]


def test_the_edges_between_documents_stay_beside_those_of_symbols(of_code: Path) -> None:
    query = "MATCH (a)-[r:calls|imports|mentions]->(b) RETURN a.id, type(r), b.id, properties(r) ORDER BY a.id, type(r)"
    assert _rows(of_code, query) == [
        ("b.py", "calls", "a.py", {"weight": 1.0}),
        ("b.py", "imports", "a.py", {"weight": 1.0}),
        ("n.md", "mentions", "a.py", {"weight": 1.0}),
    ]


@pytest.mark.parametrize("procedure", ["pagerank", "louvain", "wcc"])
def test_a_procedure_computes_over_documents_as_if_there_were_no_symbols(
    procedure: str, of_code: Path, tmp_path: Path
) -> None:
    heads = [make("a.py", kind="code").head, make("b.py", kind="code").head, make("n.md").head]
    edges = [edge("b.py", "a.py", "calls"), edge("b.py", "a.py", "imports"), edge("n.md", "a.py", "mentions")]
    plain = written(tmp_path / "plain.db", heads, edges).path
    query = f"CALL {procedure}() YIELD nodeId RETURN nodeId ORDER BY nodeId"
    assert _rows(of_code, query) == _rows(plain, query) == [("a.py",), ("b.py",), ("n.md",)]
    function = f"RETURN {procedure}() AS found"
    assert procedure == "wcc" or _rows(of_code, function) == _rows(plain, function)


def test_a_procedure_in_a_query_of_symbols_ranks_them_by_their_references(of_code: Path) -> None:
    query = "CALL pagerank() YIELD nodeId, score {} RETURN nodeId, score ORDER BY score DESC, nodeId"
    found = _rows(of_code, query.format("MATCH (s:Symbol {ref: nodeId})"))
    assert [node for node, _ in found][:2] == ["a.py#Boat.sail", "b.py#main"]
    assert len(found) == 5


def test_counts_agree_with_the_edges_given(tmp_path: Path) -> None:
    graph = generated(tmp_path / "graph.db", nodes=300, edges=1500)
    kinds = ask(graph.path, "MATCH ()-[r]->() RETURN type(r), count(*)")
    assert Counter({str(kind): count for kind, count in kinds.rows}) == Counter(each.relation for each in graph.edges)
    labels = ask(graph.path, "MATCH (a) UNWIND labels(a) AS label RETURN label, count(*)")
    expected = Counter(head.kind.capitalize() for head in graph.heads)
    assert Counter({str(label): count for label, count in labels.rows}) == expected + Counter(Document=300)
    degrees = ask(graph.path, "MATCH (a)-[r]->() RETURN a.path, count(r)")
    assert Counter({str(path): count for path, count in degrees.rows}) == Counter(
        each.source.doc for each in graph.edges
    )


def test_the_edition_is_the_one_that_was_built(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    assert stored_edition(path) == ""
    build(path, [], [], edition="7-abc")
    assert stored_edition(path) == "7-abc"
    build(path, [], [], edition="8")
    assert stored_edition(path) == "8"


def test_a_graph_of_another_layout_has_no_edition(tmp_path: Path) -> None:
    graph = generated(tmp_path / "graph.db", nodes=3, edges=3)
    connection = apsw.Connection(str(graph.path))
    connection.execute("update dowse_edition set layout = '0 graphqlite 0.1'")
    connection.close()
    assert stored_edition(graph.path) == ""


@pytest.mark.parametrize("damage", ["text", "empty", "cut", "holes", "no table", "folder"])
def test_a_damaged_graph_has_no_edition_and_is_built_again(damage: str, tmp_path: Path) -> None:
    graph = generated(tmp_path / "graph.db", nodes=300, edges=900)
    _damage(graph.path, damage)
    assert stored_edition(graph.path) == ""
    if damage != "folder":
        build(graph.path, graph.heads, graph.edges, edition="2")
        assert stored_edition(graph.path) == "2"
        assert ask(graph.path, "MATCH (a) RETURN count(a) AS n").rows == [(300,)]


def test_a_graph_is_checked_for_damage_unless_it_is_as_it_was_left(tmp_path: Path) -> None:
    """A copy has another stamp; once it is found in order, it has its own."""
    graph = generated(tmp_path / "graph.db", nodes=300, edges=900)
    assert is_unchanged(graph.path)
    copy = tmp_path / "copy.db"
    copy.write_bytes(graph.path.read_bytes())
    assert not is_unchanged(copy)
    assert stored_edition(copy) == "1"
    assert is_unchanged(copy)
    _damage(copy, "holes")
    assert stored_edition(copy) == ""
    assert not is_unchanged(copy)


def _damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    match how:
        case "text":
            path.write_text("# not a database\n")
        case "empty":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(content[: len(content) // 2])
        case "holes":
            middle = len(content) // 8192 * 4096
            path.write_bytes(content[:middle] + b"\xff" * 8192 + content[middle + 8192 :])
        case "no table":
            connection = apsw.Connection(str(path))
            connection.execute("drop table dowse_edition")
            connection.close()
        case _:
            path.unlink()
            path.mkdir()


def test_who_has_the_old_graph_open_keeps_reading_it(tmp_path: Path) -> None:
    graph = generated(tmp_path / "graph.db", nodes=300, edges=900)
    connection = opened(graph.path)
    cursor = connection.execute("select id from edges")
    assert next(cursor) == (1,)
    build(graph.path, graph.heads[:10], [], edition="2")
    assert len(cursor.fetchall()) == 899
    assert connection.execute("select count(*) from nodes").get == 300
    connection.close()
    assert ask(graph.path, "MATCH (a) RETURN count(a) AS n").rows == [(10,)]


def test_a_read_only_graph_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    graph = generated(tmp_path / "graph.db", nodes=3, edges=3)
    graph.path.chmod(0o444)
    build(graph.path, graph.heads, graph.edges, edition="2")
    assert stored_edition(graph.path) == "2"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["graph.db", "graph.stamp"]


def test_a_folder_that_cannot_be_written_to_is_said(open_folder: Path, read_only: ReadOnly) -> None:
    with read_only(open_folder), pytest.raises(StorageError, match=r"graph\.db cannot be written"):
        build(open_folder / "graph.db", [], [], edition="1")


def test_a_build_that_fails_leaves_the_old_graph(tmp_path: Path) -> None:
    graph = generated(tmp_path / "graph.db", nodes=3, edges=3)
    before = graph.path.read_bytes()
    with pytest.raises(apsw.ConstraintError):  # SQLite keeps NaN as null
        build(graph.path, graph.heads, [edge("0/note 0.md", "1/note 1.md", weight=float("nan"))], edition="2")
    assert graph.path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["graph.db", "graph.stamp"]
