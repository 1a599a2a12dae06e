"""The words of a query that no document contains: the query with corrections, and the nearest hits without the word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..analysis.folding import unaccented
from ..analysis.spelling_correction import is_correctable
from ..analysis.stopwords import telling
from ..analysis.tokens import spans, words
from ..model.correction import Correction
from ..model.hit import Hits
from ..model.parameter import changed
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import UnknownWordsQuestion
from ..query.ast import Near
from ..query.extract import scoring_leaves, text_of
from ..retrieval.keyword import Keyword
from ..stages.confidence import Confidence
from .profile import Profile
from .trace import TraceStep, hit_counts

MOST_NEAREST = 5  # hits
_MOST_WORDS = 32  # of a query that are looked up
_NO_WORD_BEFORE = ":#[/"  # a word behind one of these belongs to a filter


@dataclass(frozen=True, slots=True)
class UnknownWords:
    """The words of a query that no document of the index contains."""

    words: tuple[str, ...] = ()  # those with a correction, if there are any
    corrected: str = ""  # the query with corrections; empty without any
    at: int = 0  # the offset of the first corrected word in the query


def unknown_word_questions(profile: Profile, run: Run) -> Iterator[UnknownWordsQuestion]:
    """The question for the words of the query, without those of `similar:`, if the profile searches by word."""
    if any(isinstance(each, Keyword) for each in profile.retrievers):
        leaves = (leaf for leaf in scoring_leaves(run.query.where) if not isinstance(leaf, Near))
        asked = telling(word for leaf in leaves for word in words(text_of(leaf)))
        if correctable := tuple(dict.fromkeys(filter(is_correctable, asked)))[:_MOST_WORDS]:
            yield UnknownWordsQuestion(correctable)


def unknown_words(profile: Profile, run: Run) -> UnknownWords:
    """The unknown words, and the query with the corrections of those that have one."""
    found: dict[str, Correction | None] = {}
    for question in unknown_word_questions(profile, run):
        found.update(question.of(run.reader))
    known = {word: each.word for word, each in found.items() if each is not None}
    places = list(_places(run.query.text, known))
    if not places:
        return UnknownWords(tuple(found))
    corrected = tuple(dict.fromkeys(word for _, _, word in places))
    return UnknownWords(corrected, _replaced(run.query.text, places, known), places[0][0])


def _places(text: str, corrections: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Where the words stand in the query, without those in filters."""
    for start, end, written in spans(text):
        word = unaccented(written)
        if word in corrections and text[start - 1 : start] not in tuple(_NO_WORD_BEFORE):
            yield start, end, word


def _replaced(text: str, places: Sequence[tuple[int, int, str]], corrections: Mapping[str, str]) -> str:
    for start, end, word in reversed(places):
        text = text[:start] + corrections[word] + text[end:]
    return text


def nearest_hits(profile: Profile, run: Run, steps: Sequence[TraceStep]) -> Hits | None:
    """For a query of one word that no searched document contains, the nearest documents in meaning; else None.

    They are the hits that `confidence` dropped, as the later stages would show them.
    """
    counts = hit_counts(steps)
    stage = next((each for each in profile.stages if isinstance(each, Confidence) and each.needs_word), None)
    if stage is None or counts.get("keyword") or not steps or steps[-1].hits:
        return None
    dropped = next((step.given[0] for step in steps if step.part is stage and not step.hits), ())
    later = profile.stages[profile.stages.index(stage) + 1 :]
    few = replace(run, limit=min(run.limit, MOST_NEAREST))
    for each in (changed(stage, needs_word=False, least=0.0), *later):
        dropped = each(dropped, few) if dropped else dropped
    return dropped[:MOST_NEAREST]
