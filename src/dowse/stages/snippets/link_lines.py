"""The lines of notes with the links for which `links:` selects them, in a query without words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from urllib.parse import quote

from ...analysis.folding import fold
from ...chunking.spans import trimmed
from ...formats.line_offsets import folded, line_starts
from ...graph.hierarchy import may_be_one
from ...model.document import Document, Link, Span
from ...model.edge import ResolvedLink
from ...model.lazy_pattern import lazy_pattern
from ...ports.pipeline import Run
from ...ports.questions import LinksQuestion
from ...ports.storage import Question
from ...query.ast import OneOf, walk
from ...retrieval.keyword import words_of_run

_MOST_PLACES = 60  # of a document
_MOST_BEFORE, _SHOWN_BEFORE = 180, 60  # characters of a line before a link
_DEFINITION = lazy_pattern(r"\[(?!\^)([^\[\]\n]{1,300})\]:")  # of a link in Markdown, `[pier]: Pier.md`; no footnote
_OPENING = r"(?:\[\[|\]\()[^\[\]()\n]{0,200}?"  # of a link before its target


def link_questions(docs: Iterable[str], run: Run) -> Iterator[Question]:
    """What `selecting_links` asks about the documents."""
    if _scopes(run):
        yield LinksQuestion(frozenset(docs))


def selecting_links(docs: Iterable[str], run: Run) -> Mapping[str, Sequence[Link]]:
    """The links for which the query selects the documents, by document; none if it has words, which are shown."""
    found: defaultdict[str, list[Link]] = defaultdict(list)
    if scopes := _scopes(run):
        targets = frozenset[str]().union(*(each.targets for each in scopes))
        missing = frozenset[str]().union(*(each.missing for each in scopes))
        for each in run.reader.aimed(docs):
            if each.aim.target in targets or any(_states(each, name) for name in missing):
                found[each.source].append(each.link)
    return found


def _states(link: ResolvedLink, missing: str) -> bool:
    """Whether the link names the missing document, or the missing document or heading of `note#heading`."""
    name, mark, heading = missing.partition("#")
    is_of = fold(link.link.anchor) == fold(heading) if mark else not link.aim.target
    return is_of and may_be_one(link.link.target, name)


def link_places(document: Document, within: Span, links: Iterable[Link]) -> tuple[Span, ...]:
    """Where to begin to show the first lines with the links that are in the span: in a long line shortly before the
    link.

    The places are empty, so that a snippet shows no target of a link that has a label.
    """
    written = sorted({(link.line, link.target) for link in links})
    if not written:
        return ()
    starts, (first, last) = line_starts(folded(document.text).split("\n")), within
    lines = (((starts[n - 1], starts[n] - 1), target) for n, target in written if 0 < n < len(starts))
    inside = islice((each for each in lines if each[0][0] < last and each[0][1] > first), _MOST_PLACES)
    places = {_place(document.text, line, target) for line, target in inside}
    return tuple((place, place) for place in sorted(places) if first <= place < last)


def _place(text: str, line: Span, target: str) -> int:
    """Where to begin to show the link in the line, or the first one in the text that the line defines."""
    start, end = trimmed(text, *line)
    if definition := _DEFINITION.match(text, start, end):
        reference = re.search(rf"(?i)\[{re.escape(definition[1])}\](?!:)", text)
        at = reference.start() if reference else start
        return _shown_from(text, trimmed(text, text.rfind("\n", 0, at) + 1, at + 1)[0], at)
    if end - start <= _MOST_BEFORE:
        return start
    name = rf"(?<!\w)(?:{re.escape(target)}|{re.escape(quote(target))})(?!\w)"
    link = re.search(f"{_OPENING}{name}", text[start:end]) or re.search(name, text[start:end])
    return _shown_from(text, start, start + link.start() if link else start)


def _shown_from(text: str, line: int, link: int) -> int:
    """The beginning of the line, or an offset shortly before the link."""
    if link - line <= _MOST_BEFORE:
        return line
    return text.rfind(" ", link - _MOST_BEFORE, link - _SHOWN_BEFORE) + 1 or link - _SHOWN_BEFORE


def _scopes(run: Run) -> Sequence[OneOf]:
    """Those of links in a query without words."""
    if words_of_run(run):
        return ()
    return [node for node in walk(run.where) if isinstance(node, OneOf) and (node.targets or node.missing)]
