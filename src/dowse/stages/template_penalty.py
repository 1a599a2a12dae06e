"""Rank the templates of notes behind the notes with the same words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from operator import attrgetter
from typing import ClassVar, Self

from ..analysis.folding import fold
from ..analysis.tokens import words
from ..model.document import Head
from ..model.hit import Hit, Hits, keyword_score
from ..model.lazy_pattern import lazy_pattern
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..query.extract import natural_text
from .sentence_match import has_sentence

TEMPLATE_PENALTY = "template_penalty"  # evidence: the score of the last note with the same words

_NAMES = r"templates?|vorlagen?|plantillas?|modeles?|modelli"  # folded
_STEMS = ("template", "vorlage", "plantilla", "modele", "modelli")  # of the names
_FOLDER = lazy_pattern(rf"(?:^|/)[\W\d_]*(?:{_NAMES})/", re.IGNORECASE | re.MULTILINE)  # also "99 - Templates"
_ASKED_FOR = lazy_pattern(_NAMES, re.IGNORECASE)
_PLACEHOLDERS = ("{{", "<%")  # of Obsidian and Templater
_path, _title = attrgetter("head.path"), attrgetter("head.title")


@dataclass(frozen=True, slots=True)
class TemplatePenalty:
    """A template gets the score of the last note with the same words if it has more, and comes behind it.

    A template is a note in a folder called Templates, or one whose title has a placeholder such as `{{title}}`.  A
    note has the same words if its keyword score is `least_share` of that of the template, or more: a template has
    little text besides, so that BM25 ranks it above the notes that were made from it.  A template for which there is no
    such note keeps its place, as does one that has the query as a whole; so do all for a query with the word
    "template".  One that the query names is first after all; see `Pin`.
    """

    position: ClassVar[int] = 43  # see ports.Stage
    is_optional: ClassVar[bool] = True

    least_share: float = parameter(
        0.4, "least keyword score of a note, as a share of that of a template, to rank before it", minimum=0, maximum=1
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the score of the note as evidence."""
        if not _may_have_templates(hits) or any(map(_ASKED_FOR.fullmatch, words(fold(natural_text(run.query.where))))):
            return hits
        are_templates = [_is_template(hit.head) and not has_sentence(hit) for hit in hits]
        notes = [
            (keyword_score(hit), hit.score) for hit, template in zip(hits, are_templates, strict=True) if not template
        ]
        lowered = [
            self._behind(hit, notes) if template else hit for hit, template in zip(hits, are_templates, strict=True)
        ]
        places = sorted(range(len(lowered)), key=lambda n: (-lowered[n].score, lowered[n] is not hits[n]))
        return tuple(lowered[n] for n in places)

    def _behind(self, template: Hit, notes: Sequence[tuple[float, float]]) -> Hit:
        """The template behind the notes, of which keyword score and score are given."""
        least = self.least_share * keyword_score(template)
        last = min((score for keyword, score in notes if 0 < keyword >= least), default=inf)
        return template if template.score < last else template.scored(last, TEMPLATE_PENALTY, last)


def _may_have_templates(hits: Hits) -> bool:
    """Whether any hit may be a template: in most vaults none is."""
    paths = fold("\n".join(map(_path, hits)))
    if any(name in paths for name in _STEMS) and _FOLDER.search(paths):  # in a tenth of the time of the expression
        return True
    titles = "\n".join(map(_title, hits))
    return any(mark in titles for mark in _PLACEHOLDERS)


def _is_template(head: Head) -> bool:
    if head.kind in {"code", "doc", "file"}:
        return False
    return _FOLDER.search(fold(head.path)) is not None or any(mark in head.title for mark in _PLACEHOLDERS)
