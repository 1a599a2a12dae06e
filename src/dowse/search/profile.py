"""A profile: a named pipeline, as a value."""

from __future__ import annotations

from dataclasses import field

from ..model.value_class import dataclass
from ..ports.pipeline import Fusion, Retriever, Rewrite, Stage
from ..ports.storage import Granularity
from ..query.ast import Expr, MatchAll


@dataclass(frozen=True, slots=True)
class Profile:
    """The components in the order in which they run: rewrites, retrievers, collapse to `granularity`, fusion, stages.

    A component that is not in the profile does not run.
    """

    name: str
    about: str
    retrievers: tuple[Retriever, ...]
    fusion: Fusion
    stages: tuple[Stage, ...]
    granularity: Granularity = "document"
    rewrites: tuple[Rewrite, ...] = ()
    where: Expr = field(default_factory=MatchAll)  # the filter of the profile, for every query
    encoded: Fusion | None = None  # instead of `fusion` where a sentence encoder has made the vectors; None: the same
    unspaced: Fusion | None = None  # elsewhere, for queries in other scripts than Latin and Vietnamese; None: the same
