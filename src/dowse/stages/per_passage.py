"""Keep one hit for each passage."""

from __future__ import annotations

from typing import ClassVar

from ..model.hit import Hit, Hits
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run


@dataclass(frozen=True, slots=True)
class PerPassage:
    """Hits without those that show the section or the symbol of a better hit.  Runs after the snippets are cut."""

    position: ClassVar[int] = 101  # see ports.Stage

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The first hit at each place, in the same order."""
        best: dict[Ref, Hit] = {}
        for hit in hits:
            doc, section, _ = hit.spot or hit.ref
            best.setdefault(Ref(doc, section), hit)
        return tuple(best.values())
