"""Hits as Markdown, to paste into a note or pass to an agent."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from ...app.results.search_result import SearchResult


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
        if hit.snippet:
            yield f"   > {hit.snippet}"
