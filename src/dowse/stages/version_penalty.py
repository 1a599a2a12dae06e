"""Rank pages of other versions below those of the one under work."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar, Self

from ..model.hit import Hit, Hits, ranked
from ..model.lazy_pattern import lazy_pattern
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..query.extract import natural_text

VERSION_PENALTY = "version_penalty"  # evidence: the factor

_FOLDER = "versioned_docs/"
_VERSION = lazy_pattern(rf"(?:\A|/){_FOLDER}version-v?(\d*)[^/]*/")
_NUMBER = lazy_pattern(r"(?<![\w.])v?(\d+(?:\.\w+)*)")
_path = attrgetter("head.path")


@dataclass(frozen=True, slots=True)
class VersionPenalty:
    """`score · factor` for pages of other versions of a documentation than the one under work, which Docusaurus keeps
    below `versioned_docs/`.

    A query that names the version, as "v10" and "10.x" name 10.x, asks for its pages, and these keep their scores.
    """

    position: ClassVar[int] = 42  # see ports.Stage
    is_optional: ClassVar[bool] = True

    factor: float = parameter(
        0.8,
        "factor for pages of other versions, in versioned_docs",
        minimum=0,
        maximum=1,
        slider=Slider("other versions", 0.05),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factor as evidence."""
        if _FOLDER not in "\n".join(map(_path, hits)):  # as in most searches
            return hits
        asked = {number.split(".")[0] for number in _NUMBER.findall(natural_text(run.query.where).lower())}
        return ranked(self._lowered(hit, asked) for hit in hits)

    def _lowered(self, hit: Hit, asked: set[str]) -> Hit:
        version = _VERSION.search(hit.head.path)
        if version is None or version[1] in asked:
            return hit
        return hit.scored(hit.score * self.factor, VERSION_PENALTY, self.factor)
