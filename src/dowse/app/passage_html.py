"""Passages of Markdown as HTML for a page, with links to the notes that the index has found for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from ..formats.markdown.markdown_html import NoteLink, markdown_html
from ..formats.markdown.wikilinks import DENDRON_KEYS
from ..formats.registry import format_of
from ..graph.anchors import names_place
from ..model.ref import Ref
from ..search.passages.passage import Passage
from .results.link_result import LinkStatusResult

_MOST = 100_000  # characters; the costliest text of that length takes three seconds


def passage_html(passage: Passage, links: Iterable[LinkStatusResult]) -> str | None:
    """The HTML of the passage; None if it is no Markdown, or too long.

    `links` are those of the document.
    """
    document = passage.document
    spec = format_of(document.head.path)
    text = "\n".join(line for _, line in passage.lines)
    if spec is None or spec.name != "markdown" or len(text) > _MOST:
        return None
    targets = {(each.written, each.anchor): _target(each) for each in links}
    is_dendron = document.head.facts.keys() >= DENDRON_KEYS
    return markdown_html(text, partial(_find, targets, document.head.path), labels_first=is_dendron)


def _find(targets: Mapping[tuple[str, str], NoteLink], path: str, target: str, anchor: str) -> NoteLink:
    """The target of a link; of one to a heading of its own document also where no link is stored."""
    if found := targets.get((target, anchor)):
        return found
    return NoteLink() if target or not anchor else NoteLink(str(Ref(path, anchor)))


def _target(link: LinkStatusResult) -> NoteLink:
    if link.state == "broken" and not link.lacks_anchor:
        return NoteLink(hint=link.hint, is_broken=True)
    if link.rule in {"file", "outside"}:
        return NoteLink(hint=link.target)
    anchor = "" if link.lacks_anchor else link.anchor.rpartition("#")[2].strip()
    ref = Ref(link.target, "" if anchor.startswith(("^", "*")) or names_place(anchor) else anchor)
    return NoteLink(str(ref), hint=link.hint if link.lacks_anchor else "")
