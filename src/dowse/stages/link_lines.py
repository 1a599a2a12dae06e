"""The lines of notes with the links for which `links:` selects them, in a query without words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..chunking.spans import trimmed
from ..model.document import Document, Link, Span
from ..ports.pipeline import Run
from ..ports.questions import LinksQuestion
from ..ports.storage import Question
from ..query.ast import OneOf, walk
from ..retrieval.keyword import words_of_run
from .reference_lines import numbered_line

_MOST_BEFORE, _SHOWN_BEFORE = 180, 60  # characters of a line before a link


def link_questions(docs: Iterable[str], run: Run) -> Iterator[Question]:
    """What `selecting_links` asks about the documents."""
    if _targets(run):
        yield LinksQuestion(frozenset(docs))


def selecting_links(docs: Iterable[str], run: Run) -> Mapping[str, Sequence[Link]]:
    """The links for which the query selects the documents, by document; none if it has words, which are shown."""
    found: defaultdict[str, list[Link]] = defaultdict(list)
    if targets := _targets(run):
        for each in run.reader.aimed(docs):
            if each.aim.target in targets:
                found[each.source].append(each.link)
    return found


def link_places(document: Document, within: Span, links: Iterable[Link]) -> tuple[Span, ...]:
    """Where to begin to show the lines with the links that are in the span: in a long line shortly before the link.

    The places are empty, so that a snippet shows no target of a link that has a label.
    """
    text, found = document.text, set[int]()
    for link in links:
        start, end = trimmed(text, *numbered_line(text, link.line))
        at = text.find(link.target, start, end)
        if at - start > _MOST_BEFORE:
            start = text.rfind(" ", start, at - _SHOWN_BEFORE) + 1 or start
        found.add(start)
    return tuple((start, start) for start in sorted(found) if within[0] <= start < within[1])


def _targets(run: Run) -> frozenset[str]:
    """The documents for links to which the query selects others."""
    if words_of_run(run):
        return frozenset()
    return frozenset[str]().union(*(node.targets for node in walk(run.where) if isinstance(node, OneOf)))
