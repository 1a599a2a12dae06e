"""Queries of Metis's planning documents run as written."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dowse.graph.cypher.dialect import algorithm_scope, translated
from dowse.graph.cypher.execute import ask
from dowse.model.errors import CypherError
from tests.graph.cypher.graphs import edge, written
from tests.making import make

TRANSLATIONS = {
    "CALL louvain() YIELD nodeId, communityId RETURN nodeId": (
        "CALL louvain() YIELD user_id AS nodeId, community AS communityId RETURN nodeId"
    ),
    "CALL wcc() yield componentId as c\nRETURN c": "CALL wcc() yield component as c\nRETURN c",
    "CALL pagerank() YIELD user_id AS nodeId, score RETURN nodeId": (
        "CALL pagerank() YIELD user_id AS nodeId, score RETURN nodeId"
    ),
    "MATCH (a)-[:CONTAINS]->()-[r:CALLS| contains*1..2]->(b) RETURN b": (
        "MATCH (a)-[:`CONTAINS`]->()-[r:CALLS| `contains`*1..2]->(b) RETURN b"
    ),
    "-- The most linked\nCALL pagerank() YIELD score RETURN score": "\nCALL pagerank() YIELD score RETURN score",
}
UNCHANGED = [
    "MATCH (a)\n-- (b) RETURN a",
    "MATCH (a)\n--(b) RETURN a",
    "MATCH (a) -- (b) RETURN a",
    "MATCH (n) RETURN n.nodeId, 'YIELD nodeId'",
    "MATCH (n) WHERE n.tags CONTAINS 'a' AND ':CONTAINS' = n.title RETURN n",
    "MATCH (n)-[:CONTAINS_ALL]->() RETURN n",
    "MATCH (n {text: '\n-- no comment\n'}) RETURN n",
    "CALL wcc() YIELD /* nodeId */ component RETURN component // YIELD nodeId",
    "CALL wcc() YIELD `nodeId` RETURN 1",
]


@pytest.mark.parametrize("query", TRANSLATIONS)
def test_the_outputs_of_other_programs_get_the_names_of_graphqlite(query: str) -> None:
    assert translated(query) == TRANSLATIONS[query]


@pytest.mark.parametrize("query", UNCHANGED)
def test_other_text_stays_as_written(query: str) -> None:
    assert translated(query) == query


@pytest.mark.parametrize(
    ("query", "scope"),
    [
        ("MATCH (n:Symbol) RETURN count(n)", ""),
        ("MATCH (n {title: 'pagerank()'}) RETURN n // louvain()", ""),
        ("CALL { RETURN 1 AS x } RETURN x", ""),
        ("call Pagerank ( ) YIELD nodeId RETURN nodeId", "documents"),
        ("RETURN topPageRank(5)", "documents"),
        ("CALL wcc() YIELD node_id MATCH (n {title: ':Symbol'}) RETURN n", "documents"),
        ("CALL wcc() YIELD node_id MATCH (n: Symbol) WHERE id(n) = node_id RETURN n", "symbols"),
    ],
)
def test_the_algorithms_of_a_query_are_of_documents_unless_it_names_symbols(query: str, scope: str) -> None:
    assert algorithm_scope(query) == scope


def test_the_time_is_linear_in_the_query() -> None:
    started = time.process_time()
    translated("YIELD " + "a " * 5_000)
    translated("YIELD a" + " " * 10_000)
    translated("\n-- " * 2_500)
    assert time.process_time() - started < 1.0


def test_a_query_that_is_too_long_after_the_translation_is_refused(tmp_path: Path) -> None:
    query = f"CALL wcc() YIELD {', '.join(['componentId'] * 750)} RETURN 1"
    with pytest.raises(CypherError, match="bytes, more than the limit"):
        ask(tmp_path / "graph.db", query)


def test_the_node_of_a_procedure_is_the_path_of_its_document(tmp_path: Path) -> None:
    heads = [make("a.md").head, make("b.md").head]
    path = written(tmp_path / "graph.db", heads, [edge("a.md", "b.md")]).path
    found = ask(path, "CALL pagerank() YIELD nodeId, score RETURN nodeId, score ORDER BY score DESC")
    assert (found.columns, [row[0] for row in found.rows]) == (("nodeId", "score"), ["b.md", "a.md"])
