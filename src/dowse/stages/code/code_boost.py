"""Boost source code in one list with other documents."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Self

from ...formats.code.detect_language import language_of
from ...formats.code.languages import LANGUAGES
from ...model.hit import Evidence, Hits
from ...model.parameter import Slider, check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ..scaling import rescored_within_one
from .code_hits import are_instructions_asked, has_code, is_code, is_guide

_BUILD_LANGUAGES = frozenset(
    {"autoconf", "automake", "bitbake", "cabal", "cmake", "dockerfile", "gn", "just", "makefile", "meson", "starlark"}
)
_CONFIGURING = frozenset(spec.name for spec in LANGUAGES.values() if spec.is_configuration) | _BUILD_LANGUAGES

CODE_BOOST = "code_boost"  # evidence: the factor
GUIDE = "guide"  # evidence: the score of a guide, as a share of the best of source code, before the boosts of that


@dataclass(frozen=True, slots=True)
class CodeBoost:
    """`score · factor` for source code; all scores are then divided by the best if that exceeds 1.

    Source code keeps its order among itself, and so do other documents.  The factor is measured on indexes of notes and
    code together, where neither should lose its ranks to the other; docs/quality.md.  Configuration such as YAML has no
    factor above 1, nor has a build file, since a list of keys or targets is hardly a better answer than a note.  A
    question for instructions, such as "how to test websockets", has another factor if guides are hits, which answer it.
    Guides whose score is at least the share `guide` of the best of source code are marked for GuideRank.
    """

    position: ClassVar[int] = 35  # see ports.Stage
    is_optional: ClassVar[bool] = True

    factor: float = parameter(
        1.5,
        "factor for source code, in one list with other documents",
        minimum=0,
        maximum=10,
        slider=Slider("code factor", 0.05, maximum=3),
    )

    instructions: float = parameter(
        0.8,
        "factor for source code in a question for instructions (how to …, what is a …)",
        minimum=0,
        maximum=10,
        slider=Slider("code factor, how to", 0.05, maximum=3),
    )

    guide: float = parameter(
        0.6,
        "least score of a guide that `guide_rank` may raise, as a share of the best of source code before its boosts",
        minimum=0,
        maximum=10,
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factor or the mark as evidence."""
        if not has_code(hits):
            return hits
        are_code = list(map(is_code, hits))
        factor = self.instructions if are_instructions_asked(hits, run) else self.factor
        if factor > 1:
            are_code = [
                boosted and not _is_configuring(hit.head.path) for hit, boosted in zip(hits, are_code, strict=True)
            ]
        reason = Evidence(CODE_BOOST, factor)
        marks = self._marks(hits)
        return rescored_within_one(
            hits,
            [hit.score * factor if boosted else hit.score for hit, boosted in zip(hits, are_code, strict=True)],
            [reason if boosted else mark for boosted, mark in zip(are_code, marks, strict=True)],
        )

    def _marks(self, hits: Hits) -> list[Evidence | None]:
        """The mark of each hit that is a guide with a high score."""
        best = max(hit.score for hit in hits if is_code(hit))
        least = self.guide * best
        return [Evidence(GUIDE, hit.score / best) if hit.score >= least > 0 and is_guide(hit) else None for hit in hits]


@lru_cache(4096)  # as for is_aside_path
def _is_configuring(path: str) -> bool:
    """Whether the file configures a program or a build."""
    language = language_of(path)
    return language is not None and language.name in _CONFIGURING
