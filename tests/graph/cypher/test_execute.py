"""Asking the graph: right answers, nothing written, an end in time and memory."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dowse.graph.cypher.execute import MOST_SECONDS, CypherTable, ask
from dowse.model.errors import CypherError
from tests.graph.cypher.graphs import Graph, edge, generated, written
from tests.making import make
from tests.seeds import SEED


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    return generated(tmp_path_factory.mktemp("graph") / "graph.db", nodes=300, edges=900)


@pytest.fixture(scope="module")
def dense(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    return generated(tmp_path_factory.mktemp("dense") / "graph.db", nodes=60, edges=2500)


def test_hops_are_followed_by_kind_and_label(tmp_path: Path) -> None:
    heads = [make("a.md").head, make("b.md", kind="task").head, make("c.md", kind="task").head]
    edges = [edge("a.md", "b.md", "PARENT_OF"), edge("b.md", "c.md"), edge("a.md", "c.md")]
    path = written(tmp_path / "graph.db", heads, edges).path
    found = ask(path, "MATCH (a:Note)-[:PARENT_OF]->(b:Task)-[:REFERENCES]->(c) RETURN a.path AS one, b.path, c.path")
    assert found == CypherTable(("one", "b.path", "c.path"), [("a.md", "b.md", "c.md")])


@pytest.mark.parametrize(("pattern", "both"), [("-[*1..2]->", False), ("-[*1..2]-", True)])
def test_paths_of_two_hops_reach_what_a_search_in_breadth_reaches(graph: Graph, pattern: str, both: bool) -> None:
    """A node reaches itself over a cycle, but not by going back over the same edge."""
    steps: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for number, each in enumerate(graph.edges):
        steps[each.source.doc].add((number, each.target.doc))
        if both:
            steps[each.target.doc].add((number, each.source.doc))
    for start in (head.path for head in graph.heads[:5]):
        expected = {to for _, to in steps[start]}
        expected |= {to for first, over in steps[start] for second, to in steps[over] if second != first}
        found = ask(graph.path, f"MATCH (a {{path: '{start}'}}){pattern}(b) RETURN DISTINCT b.path")
        assert sorted(str(path) for (path,) in found.rows) == sorted(expected)


def test_values_are_what_they_are(graph: Graph) -> None:
    found = ask(
        graph.path, "RETURN 1 AS a, 1.5 AS b, 'x' AS c, true AS d, null AS e, [1, 'y', false] AS f, {g: 1} AS g"
    )
    assert found.rows == [(1, 1.5, "x", True, None, [1, "y", False], {"g": 1})]
    assert found.columns == tuple("abcdefg")


def test_nodes_edges_and_paths_are_read_to_the_bottom(tmp_path: Path) -> None:
    path = written(tmp_path / "graph.db", [make("a.md").head, make("b.md").head], [edge("a.md", "b.md")]).path
    ((node, link, nodes, way),) = ask(path, "MATCH p = (a)-[r]->(b) RETURN a, r, [b] AS nodes, p").rows
    assert isinstance(node, dict)
    assert node["labels"] == ["Document", "Note"]
    assert isinstance(link, dict)
    assert link["properties"] == {"weight": 1.0}
    assert isinstance(nodes, list)
    assert isinstance(nodes[0], dict)
    assert isinstance(nodes[0]["properties"], dict)
    assert nodes[0]["properties"]["path"] == "b.md"
    assert isinstance(way, dict)
    assert way["rels"] == [link]


def test_a_character_that_a_function_cuts_in_two_is_replaced(graph: Graph) -> None:
    assert ask(graph.path, "RETURN reverse('é') AS x").rows == [("\ufffd\ufffd",)]


def test_rows_are_limited_and_it_is_said(graph: Graph) -> None:
    found = ask(graph.path, "MATCH (a) RETURN a.path", rows=10)
    assert (len(found.rows), found.is_cut) == (10, True)
    found = ask(graph.path, "MATCH (a) RETURN a.path", rows=300)
    assert (len(found.rows), found.is_cut) == (300, False)


def test_an_empty_result_has_its_columns(graph: Graph) -> None:
    assert ask(graph.path, "MATCH (a:Nothing) RETURN a.path, a.title AS t") == CypherTable(("a.path", "t"), [])
    assert ask(graph.path, "MATCH (a:Nothing) RETURN a.path AS x UNION MATCH (b:Nothing) RETURN b.path AS x").rows == []


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (a:Note)",
        "MATCH (a) SET a.title = 'x'",
        "MATCH (a:Nothing) SET a.title = 'x' RETURN a",
        "MATCH (a) DETACH DELETE a",
        "MATCH (a) REMOVE a.title",
        "merge (a:Note {path: 'new.md'})",
        "FOREACH (x IN [1] | CREATE (:Note))",
        "UNWIND [1] AS x CALL { WITH x CREATE (:Note) } RETURN x",
        "CREATE INDEX i FOR (n:Note) ON (n.path)",
        "DROP INDEX i",
        "RETURN 'it' AS x /* a comment */ UNION\nCREATE (a) RETURN 'it' AS x",
        "LOAD CSV FROM '/etc/passwd' AS line RETURN line",
        "LOAD // comment\n CSV FROM '/etc/passwd' AS line RETURN line",
    ],
)
def test_whatever_writes_or_reads_files_is_refused_and_changes_nothing(graph: Graph, query: str) -> None:
    before = graph.path.read_bytes()
    with pytest.raises(CypherError, match="the graph is read-only"):
        ask(graph.path, query)
    assert graph.path.read_bytes() == before


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (a:Note)",
        "MATCH (a) DETACH DELETE a",
        "MATCH (a) REMOVE a.title",
        "CREATE INDEX i FOR (n:Note) ON (n.path)",
    ],
)
def test_what_gets_past_the_look_at_its_words_is_refused_by_sqlite(
    graph: Graph, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are looked at for the message; what keeps the file is that it is opened for reading alone."""
    monkeypatch.setattr("dowse.graph.cypher.execute._check", lambda _query: None)
    before = graph.path.read_bytes()
    with pytest.raises(CypherError, match="the graph is read-only"):
        ask(graph.path, query)
    assert graph.path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot take that right away")
def test_what_gets_past_the_look_at_its_words_opens_no_file(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dowse.graph.cypher.execute._check", lambda _query: None)
    with pytest.raises(CypherError):
        ask(graph.path, "LOAD CSV FROM '/etc/passwd' AS line RETURN line")


def test_words_that_write_may_stand_in_strings_names_and_properties(graph: Graph) -> None:
    query = "MATCH (a:Note) WHERE a.title <> 'delete me' AND a.set IS NULL RETURN a.path AS `create` LIMIT 1 // drop"
    assert ask(graph.path, query).columns == ("create",)
    assert ask(graph.path, "MATCH (a:Set) RETURN a.path").rows == []


def test_a_query_that_takes_too_long_is_stopped(dense: Graph) -> None:
    started = time.monotonic()
    with pytest.raises(CypherError, match=r"stopped the query after 0\.4 s; restrict"):
        ask(dense.path, "MATCH (a)-[*1..9]->(b) RETURN count(b)", seconds=0.4)
    assert time.monotonic() - started < 1.5
    assert ask(dense.path, "MATCH (a) RETURN count(a) AS n").rows == [(60,)]


@pytest.mark.slow
def test_a_query_that_takes_too_much_memory_is_stopped(graph: Graph) -> None:
    longer = f"replace('{'a' * 1000}', 'a', '{'b' * 1000}' + toString(i))"  # 1 MB a row
    with pytest.raises(CypherError, match=r"memory|crashed"):
        ask(graph.path, f"UNWIND range(1, 3000) AS i RETURN {longer} AS s", seconds=MOST_SECONDS)


def test_a_mistake_is_told_in_the_words_of_graphqlite(graph: Graph) -> None:
    with pytest.raises(CypherError, match=r"the query has an error: SyntaxError: .*Col 10: .*expecting '\)'$"):
        ask(graph.path, "MATCH (a RETURN a")
    with pytest.raises(CypherError, match=r"the query has an error: .*unexpected end of file"):
        ask(graph.path, "")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("RETURN 1\0 AS x", "NUL at character 9"),
        ("RETURN '\ud800'", "not valid Unicode at character 9"),
        ("RETURN '" + "x" * 1_000_000 + "'", "has 1,000,009 bytes"),
        ("RETURN " + "(" * 5000 + "1" + ")" * 5000, "has 10,008 bytes"),
        ("RETURN " + "[" * 4900 + "1" + "]" * 4900, "error"),
        ("RETURN " + "{a:" * 2400 + "1" + "}" * 2400, "error"),
        ("RETURN 1" + "+1" * 4900, "error"),
        ("RETURN 'a' + \x07", "error"),
    ],
    ids=range(8),
)
def test_a_strange_query_is_an_error(graph: Graph, query: str, said: str) -> None:
    with pytest.raises(CypherError, match=said):
        ask(graph.path, query)


def test_a_list_in_900_lists_is_read_or_refused(graph: Graph) -> None:
    """Python and SQLite both have a depth at which they stop."""
    for depth in (100, 400, 900, 998, 1100):
        try:
            assert ask(graph.path, "RETURN " + "[" * depth + "1" + "]" * depth + " AS x").columns == ("x",)
        except CypherError as error:
            assert depth > 400, error  # noqa: PT017  # which depth it is depends on Python


@pytest.mark.skipif(os.name == "nt", reason="there are no signals")
def test_a_crash_of_graphqlite_is_an_error(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A string of that length ends graphqlite 0.12; should a later version live, it answers."""
    monkeypatch.setattr("dowse.graph.cypher.execute._check", lambda _query: None)
    with pytest.raises(CypherError, match="graphqlite crashed on this query"):
        ask(graph.path, "RETURN '" + "x" * 200_000 + "' AS x")


@pytest.mark.skipif(os.name == "nt", reason="there are no signals")
def test_a_procedure_that_crashes_on_long_paths_is_said(tmp_path: Path) -> None:
    """Buffers of graphqlite 0.12 are too small for them; should a later version have larger ones, it answers."""
    heads = [make(f"{'deep/' * 30}{n}.md").head for n in range(300)]
    path = written(tmp_path / "graph.db", heads, [edge(heads[0].id, heads[1].id)]).path
    with pytest.raises(
        CypherError, match=r"louvain\(\), .* crash where paths, .* use pagerank\(\) or labelPropagation"
    ):
        ask(path, "CALL louvain() YIELD nodeId RETURN nodeId")
    for procedure in ("pagerank", "labelPropagation"):
        assert len(ask(path, f"CALL {procedure}() YIELD nodeId RETURN nodeId").rows) == 300


@pytest.mark.parametrize("content", [None, b"", b"# no database\n" * 1000])
def test_a_graph_that_is_none_is_said(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CypherError, match=r"graph\.db"):
        ask(path, "MATCH (a) RETURN a")


def test_modules_in_the_working_folder_are_not_run(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "apsw.py").write_text("raise SystemExit('run')")
    (tmp_path / "json.py").write_text("raise SystemExit('run')")
    monkeypatch.chdir(tmp_path)
    assert ask(graph.path, "RETURN 1 AS x").rows == [(1,)]


def test_without_graphqlite_it_is_said_how_to_get_it(graph: Graph) -> None:
    script = (
        "import sys; sys.modules['graphqlite'] = None\n"
        "from pathlib import Path; from dowse.graph.cypher.execute import ask\n"
        f"ask(Path({str(graph.path)!r}), 'RETURN 1')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "CypherError: Cypher needs graphqlite: pip install 'dowse[cypher]'" in done.stderr


def test_several_threads_ask_at_once(graph: Graph) -> None:
    """graphqlite's parser keeps its state in global variables."""
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda n: ask(graph.path, f"UNWIND range(1, {n}) AS x RETURN x").rows, range(1, 9)))
    assert [len(rows) for rows in counts] == list(range(1, 9))


_TOKENS = """
MATCH RETURN WHERE WITH UNWIND OPTIONAL UNION ORDER BY LIMIT SKIP DISTINCT AS IN AND OR NOT NULL CASE WHEN THEN END CALL
EXISTS STARTS CONTAINS ( ) [ ] { } -> <- - -- --> : , . .. * + = <> | $p `q` 'text' " ' a b r :Note :REFERENCES a.path
(a) (b) -[r]-> -[*1..2]-> [*] count(*) labels(a) collect(a) 1 2.5 1..3 shortestPath( reduce( x [1,2] all( EXPLAIN
PROFILE pageRank() nodes(p) p= é 😀 // /* */ ; \\
""".split()  # noqa: SIM905  # a list of them is unreadable


def _random_queries(count: int, seed: int) -> Iterator[str]:
    rng = random.Random(seed)  # noqa: S311  # queries, not secrets
    starts = [
        "",
        "MATCH (a) ",
        "MATCH (a)-[r]->(b) ",
        "MATCH p=(a)-[*1..2]->(b) WITH ",
        "UNWIND [1,2] AS x ",
        "RETURN ",
    ]
    ends = ["", " RETURN a", " RETURN count(*)", " RETURN a.path LIMIT 3"]
    for _ in range(count):
        middle = " ".join(rng.choices(_TOKENS, k=rng.choice((0, 1, 1, 2, 3, 11))))
        yield rng.choice(starts) + middle + rng.choice(ends)


def _survives(path: Path, query: str) -> str:
    try:
        ask(path, query, rows=20, seconds=3)
    except CypherError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("count", "seed"), [pytest.param(16, 7, id="16"), pytest.param(200, SEED, id="200", marks=pytest.mark.exhaustive)]
)
def test_random_strings_of_tokens_are_answered_or_refused(graph: Graph, count: int, seed: int) -> None:
    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(lambda query: _survives(graph.path, query), _random_queries(count, seed)))
    assert len(said) == count
    assert 0 < said.count("") < count
