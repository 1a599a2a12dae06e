"""Queries written for other programs with graphqlite, in the dialect of its current version.

Metis's planning documents write `CALL pagerank() YIELD nodeId, score`; graphqlite 0.12 calls the outputs `node_id` (a
number of the graph), `user_id` (the property `id`, here the path of the document), `community` and `component`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

_OUTPUTS: Mapping[str, str] = {"nodeId": "user_id", "communityId": "community", "componentId": "component"}

# Text without keywords: strings, quoted names and comments.
_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|//[^\n\r]*|/\*.*?\*/""", re.DOTALL)
_COMMENT = re.compile(r"^[ \t]*--[ \t]+[^\s(\[<>-][^\n]*$", re.MULTILINE)  # as in SQL; `-- (n)` is a relationship
_ITEM = re.compile(r"(?P<name>[A-Za-z_]\w*)(?P<alias>\s+as\s+\w+)?", re.IGNORECASE)
_YIELD = re.compile(rf"\byield\s+(?P<items>{_ITEM.pattern}(?:\s*,\s*[A-Za-z_]\w*(?:\s+as\s+\w+)?)*)", re.IGNORECASE)
_TYPE_THAT_IS_A_WORD = re.compile(r"(?<=[:|])(\s*)(contains)\b", re.IGNORECASE)  # `x CONTAINS y` is an operator
_ALGORITHM = re.compile(
    r"""\bcall\s+[a-z]\w*\s*\(|\b(?:allPairsShortestPath|apsp|astar|betweenness(?:Centrality)?|bfs|breadthFirstSearch|
    closeness(?:Centrality)?|communit(?:ies|yCount|yMembers|yOf)|(?:strongly|weakly)?connectedComponents|
    degreeCentrality|depthFirstSearch|dfs|dijkstra|eigenvectorCentrality|knn|labelPropagation|louvain|nodeSimilarity|
    (?:top|personalized)?pageRank|scc|triangleCount|wcc)\s*\(""",
    re.IGNORECASE | re.VERBOSE,
)
_SYMBOLS = re.compile(r":\s*Symbol\b")


def algorithm_scope(query: str) -> Literal["documents", "symbols", ""]:
    """The nodes that the algorithms of graphqlite in the query compute over; empty for a query without any.

    They take no selection of nodes, so that documents would be ranked among their own symbols.
    """
    plain = blanked(query)
    if not _ALGORITHM.search(plain):
        return ""
    return "symbols" if _SYMBOLS.search(plain) else "documents"


def blanked(query: str) -> str:
    """The query with a blank for each character of strings, quoted names and comments."""
    return _QUOTED.sub(lambda found: " " * len(found[0]), query)


def translated(query: str) -> str:
    """The query without comments after `--`, with the outputs of procedures under the names of graphqlite, and with
    backticks around types of edges that are also words of the language.
    """
    query = _replaced(query, ((*found.span(), "") for found in _COMMENT.finditer(blanked(query))))
    types = _TYPE_THAT_IS_A_WORD.finditer(blanked(query))
    query = _replaced(query, ((*found.span(2), f"`{found[2]}`") for found in types))
    plain = blanked(query)
    items = (item for each in _YIELD.finditer(plain) for item in _ITEM.finditer(plain, *each.span("items")))
    return _replaced(query, ((*item.span("name"), _output(item)) for item in items if item["name"] in _OUTPUTS))


def _output(item: re.Match[str]) -> str:
    """The output under the name of graphqlite, renamed to the name in the query."""
    name = _OUTPUTS[item["name"]]
    return name if item["alias"] else f"{name} AS {item['name']}"


def _replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with these spans replaced, which are in order."""
    for start, end, new in reversed(list(edits)):
        text = f"{text[:start]}{new}{text[end:]}"
    return text
