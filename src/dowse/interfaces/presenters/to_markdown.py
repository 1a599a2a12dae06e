"""Hits as Markdown, to paste into a note or pass to an agent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from ...app.results.search_result import SearchResult

_BACKTICKS = re.compile("`+")


def markdown_lines(result: SearchResult) -> Iterator[str]:
    """A list of links, each with its snippet; without hits, the documents nearest in meaning below their heading."""
    if result.nearest:
        yield from (result.nearest_heading, "")
    for number, hit in enumerate(result.hits or result.nearest or (), start=1):
        title = hit.name.replace("[", "\\[").replace("]", "\\]")
        line = f", line {hit.line}" if hit.snippet else ""
        dead = ", dead link" if hit.dead_link else ""
        folded = f", {hit.folded}" if hit.folded else ""
        yield f"{number}. [{title}]({quote(hit.address)}){line}, score {hit.score:.2f}{dead}{folded}"
        if hit.snippet and hit.kind == "code":
            yield from _fenced(hit.snippet, hit.language)
        elif hit.snippet:
            yield f"   > {hit.snippet}"


def _fenced(snippet: str, language: str) -> Iterator[str]:
    """The lines in a code block of the list item, whose fence is longer than any in the snippet."""
    fence = "`" * max(3, *(len(run) + 1 for run in _BACKTICKS.findall(snippet)), 0)
    yield f"   {fence}{language}"
    yield from (f"   {line}" for line in snippet.split("\n"))
    yield f"   {fence}"
