"""`dowse cypher`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.cypher_query import CypherRequest, query_graph
from ...app.missing_index import open_with_documents
from ...app.options import ROWS, SECONDS
from ..presenters.text_style import pluralize
from ..presenters.text_table import table_lines
from .shared_flags import folder_argument, index_dir_option, number_option
from .terminal import ProgressLine, echo_remark, echo_result, style_for


@click.command("cypher", epilog="Exit code 0: rows found, 1: no rows, 2: error.")
@click.argument("query")
@folder_argument
@number_option("--rows", option=ROWS, default=1000, about="Maximum number of rows.")
@number_option("--timeout", option=SECONDS, default=10.0, about="Timeout of the query.", metavar="SECONDS")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: columns, rows, and whether rows were cut.")
@index_dir_option
def cypher_command(
    query: str, folder: Path | None, rows: int, timeout: float, as_json: bool, index_dir: Path | None
) -> None:
    """Query the link graph in Cypher (read-only).

    Needs graphqlite: pip install 'dowse[cypher]'

    \b
    Labels:      Document (every file), and its kind: Note, Doc, Task, Skill, Knowledge, Code, File;
                 Symbol (of source code), and its kind: Class, Function, Method, Interface …
    Properties:  path (also as id), title, short_code, kind, type, phase, status, tags (separated by spaces),
                 modified (2026-01-31); of a symbol ref (also as id), path, title, symbol, kind, line, exported
    Edges:       between documents REFERENCES (a link), PARENT_OF, SIMILAR_TO; with a weight from 0 to 1
                 of symbols CONTAINS, CALLS, EXTENDS, IMPLEMENTS, IMPORTS, MENTIONS; with line and rule
    Procedures:  pagerank, louvain and others of graphqlite; nodeId is the path of a document

    \b
    List links:
      dowse cypher "MATCH (a)-[:REFERENCES]->(b) RETURN a.path, b.title LIMIT 5"
    The callers of a method:
      dowse cypher "MATCH (a)-[r:CALLS]->(b {symbol: 'Gson.toJson'}) RETURN a.ref, r.line"
    Documents within two links of one with a short code:
      dowse cypher "MATCH (d:Document {short_code: 'METIS-I-0018'})-[*1..2]-(related) RETURN related"
    The documents with the highest PageRank, and clusters of documents:
      dowse cypher "CALL pagerank() YIELD nodeId, score RETURN nodeId, score ORDER BY score DESC"
      dowse cypher "CALL louvain() YIELD nodeId, communityId RETURN nodeId, communityId"
    Open tasks below an initiative:
      dowse cypher "MATCH (i)-[:PARENT_OF*1..3]->(t:Task) WHERE t.status <> 'done' RETURN i.title, t.title"
    Semantically similar notes without a link:
      dowse cypher "MATCH (a)-[s:SIMILAR_TO]->(b) WHERE s.weight > 0.9 AND NOT (a)-[:REFERENCES]-(b)
                    RETURN a.path, b.path, s.weight"
    Recent notes with a tag:
      dowse cypher "MATCH (a:Note) WHERE a.tags CONTAINS 'recipe' AND a.modified > '2026-01-01' RETURN a.path"
    """
    vault = open_with_documents(folder, index_dir=index_dir)
    with ProgressLine(vault.root) as progress:
        table = query_graph(vault, CypherRequest(query, rows=rows, seconds=timeout), progress=progress)
    echo_result(table, table_lines(table.columns, table.rows, style_for(vault.root)), as_json=as_json)
    echo_remark(*table.remarks)
    echo_remark(
        f"cut at {pluralize(rows, 'row')}; more with --rows" if table.cut else pluralize(len(table.rows), "row")
    )
    sys.exit(0 if table.rows else 1)
