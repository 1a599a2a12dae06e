"""Pin files that the query names exactly: `embedder.ts`, `img/harbour map.png`."""

from __future__ import annotations

from typing import ClassVar

from ..analysis.folding import fold
from ..model.hit import Hits, ranked
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..retrieval.file_names import is_called
from .pinned_hits import PIN


@dataclass(frozen=True, slots=True)
class PinFiles:
    """Hits whose file name, or the end of whose path, is the whole query get the score 1 and come first."""

    position: ClassVar[int] = 80  # see ports.Stage

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The pinned hits in their order, then the others."""
        name = fold(run.query.text.strip())
        pinned = [hit for hit in hits if is_called(hit, name)]
        refs = {hit.ref for hit in pinned}
        others = (hit for hit in hits if hit.ref not in refs)
        return ranked((*(hit._replace(score=0.0).scored(1.0, PIN, 1.0) for hit in pinned), *others))
