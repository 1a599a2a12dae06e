"""Limit the number of hits of one document."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from ..model.hit import Hit, Hits
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run


@dataclass(frozen=True, slots=True)
class PerDocument:
    """The best hits of each document, at most `most`.

    The first hit of a document counts the matched chunks of all its hits, including dropped ones.
    """

    position: ClassVar[int] = 80  # see ports.Stage

    most: int = parameter(
        1, "maximum number of hits per document", minimum=1, slider=Slider("hits per document", 1, maximum=10)
    )

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The hits without those beyond `most` of their document."""
        matched: Counter[str] = Counter()
        for hit in hits:
            matched[hit.ref.doc] += hit.matched_chunks
        seen: Counter[str] = Counter()
        kept: list[Hit] = []
        for hit in hits:
            seen[hit.ref.doc] += 1
            if seen[hit.ref.doc] <= self.most:
                is_first = seen[hit.ref.doc] == 1
                kept.append(hit._replace(matched_chunks=matched[hit.ref.doc]) if is_first else hit)
        return tuple(kept)
