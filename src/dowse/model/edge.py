"""What a link was found to mean, and the resolved link between two documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .document import Link
from .ref import Ref

PARENT_OF = "PARENT_OF"  # what a document states as its parent points to it
REFERENCES = "REFERENCES"  # a wikilink, an embed, a Markdown link, an id in the text
SIMILAR_TO = "SIMILAR_TO"  # passages near in meaning; goes both ways, `source` is the first by path
LEAST_ALIKE = 0.8  # cosine from which two chunks are SIMILAR_TO: Metis's
MOST_ALIKE = 8  # such edges of one chunk; a chunk that repeats everywhere needs no hundred
LINKS = (PARENT_OF, REFERENCES)  # what somebody wrote


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` points to `target`; `kind` is `PARENT_OF`, `REFERENCES`, `SIMILAR_TO` or one of code's."""

    source: Ref
    target: Ref
    kind: str
    weight: float = 1.0  # in [0, 1]


class LinkTarget(NamedTuple):
    """What a link was found to mean."""

    target: str  # the document; empty when the link is broken
    candidates: int  # how many documents it may mean; several: it is ambiguous


class ResolvedLink(NamedTuple):
    """A link in its document, as it was resolved."""

    source: str
    link: Link
    aim: LinkTarget
