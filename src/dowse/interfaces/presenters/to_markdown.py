"""Answers as Markdown, to paste into a note or hand to an agent."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from ...search.execute import Answer


def answer_markdown(answer: Answer) -> Iterator[str]:
    """A list of links, each with its snippet."""
    for number, hit in enumerate(answer.hits, start=1):
        title = (hit.head.title or hit.head.path).replace("[", "\\[").replace("]", "\\]")
        line = f", line {hit.snippet.line}" if hit.snippet else ""
        yield f"{number}. [{title}]({quote(hit.head.path)}){line}, score {hit.score:.2f}"
        if hit.snippet and hit.snippet.text:
            yield f"   > {hit.snippet.text}"
