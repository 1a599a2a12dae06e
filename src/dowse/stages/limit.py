"""Cut the list to the limit of the request."""

from __future__ import annotations

from typing import ClassVar

from ..model.hit import Hits
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run, StageRole


@dataclass(frozen=True, slots=True)
class Limit:
    """The first hits, up to the limit of the request; `most` is the default limit of a profile."""

    position: ClassVar[int] = 90  # see ports.Stage
    role: ClassVar[StageRole] = "limit"

    most: int | None = parameter(None, "number of hits if the request has no limit", minimum=1)

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The first hits."""
        return hits[: run.limit]
