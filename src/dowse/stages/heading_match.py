"""Boost documents with a section whose heading is the query: "how should I name a note" asks for that section."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from ..analysis.folding import fold
from ..analysis.heading_stems import HeadingPattern, asked_name, asked_stems, heading_stems
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.question_words import asks_for_subject, without_form
from ..analysis.tokens import words
from ..model.hit import Hit, Hits
from ..model.parameter import Slider, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..ports.questions import HeadedQuestion
from ..ports.storage import Question
from ..query.ast import OneOf
from ..query.extract import conjunction, natural_text
from ..retrieval.keyword import inflected_terms_of
from .scaling import within_one

HEADING_MATCH = "heading_match"  # evidence: the share of the boost
_WHOLE = 2  # words more than one, from which on the share is 1: two words may be the heading of a remark
_QUESTION = 4  # words of a query, with its stop words, whose two content words are no remark's
# Of 188 questions "how does X work" about headings of one of four vaults 162 find the section's document first with it,
# 144 with 1; of 196 about names of documents 176.
_OF_SUBJECT = 1.5
_MOST_NAMESAKES = 8  # documents; a heading of more says nothing about any of them


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """`score + boost · share / n`, all divided by the best if above 1, for each of the n selected documents with a
    section whose heading has the words of the query and no others, but for stop words and endings.

    The share of one or two content words is a half, and 1 from three words on, of two in a question of four, "how do I
    name a note", of a question such as "how does grappling work", and of an identifier such as SECRET_KEY.  If no
    heading has the words, that of the one identifier in them counts: "SECRET_KEY default".  One word lifts nothing if
    it is the title of a hit, and with a half nothing rises above a first hit whose title has all words.  Headings
    with the words as the query has them count alone.  "How does grappling work" and "what is grappling" ask for nothing
    else: unless a hit is called so, the sections get `boost · 1.5 / √n`.  A document that is in no list is added;
    source code has no headings.  The snippet then shows the section.  Runs after fusion and before Confidence.
    """

    position: ClassVar[int] = 40  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.5,
        "boost of the only document with a section whose heading is the query",
        minimum=0,
        maximum=10,
        slider=Slider("heading boost", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if hits:  # a search that finds nothing by word finds no heading
            yield from (HeadedQuestion(stems, inflected_terms_of(run)) for stems in _asked(run))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        stems, sections = _headed(run) if hits else ((), ())
        if not sections or _is_title(stems, hits, run):
            return hits
        text = natural_text(run.query.where)
        sections = _as_written(sections, text)
        docs = frozenset(section.doc for section in sections)
        selected = run.reader.select(conjunction(run.where, OneOf(docs)), _MOST_NAMESAKES + 1)
        if not 0 < len(selected) <= _MOST_NAMESAKES:
            return hits
        if asks_for_subject(words(text)) and not _is_name(stems, hits, run):
            share = _OF_SUBJECT / math.sqrt(len(selected))
        else:
            share = _share(text, stems, sections) / len(selected)
        most = hits[0].score if share < 1 and _has_in_title(hits[0], stems, run) else math.inf
        listed = {hit.ref.doc for hit in hits}
        added = (Hit(Ref(hit.head.path), hit.head, 0.0) for hit in selected if hit.head.path not in listed)
        wanted = {hit.head.path for hit in selected}
        return within_one(
            hit.scored(max(hit.score, min(most, hit.score + self.boost * share)), HEADING_MATCH, share)
            if hit.ref.doc in wanted
            else hit
            for hit in (*hits, *added)
        )


def _share(question: str, stems: tuple[str, ...], sections: Sequence[Ref]) -> float:
    """The share of these sections, whose headings have the stems or begin with the one identifier that they are."""
    content = len(stems)
    is_name = content == 1 and "_" in stems[0].strip("_")
    if is_name and any(heading_stems(section.section) == stems for section in sections):
        return 1.0
    asked = words(question)
    is_question = content == _WHOLE and len(asked) >= _QUESTION
    return 1.0 if is_question or asks_for_subject(asked) else min(1.0, max(1, content - 1) / _WHOLE)


def _as_written(sections: Sequence[Ref], question: str) -> Sequence[Ref]:
    """Those of the sections whose heading has the words as the question has them; all of them without one."""
    asked = _content(question)
    return [section for section in sections if _content(section.section) == asked] or sections


def _content(text: str) -> list[str]:
    return [folded for word in without_form(words(text)) if (folded := fold(word)) not in STOP_WORDS]


def _asked(run: Run) -> Sequence[tuple[str, ...]]:
    """The stems of the headings that the query may mean, the more likely ones first; none if sections or chunks are
    ranked, by their own texts.
    """
    text = natural_text(run.query.where)
    return tuple(filter(None, (asked_stems(text), asked_name(text)))) if run.granularity == "document" else ()


def _is_title(stems: tuple[str, ...], hits: Hits, run: Run) -> bool:
    """Whether the query is one word that is the title of a hit, but for its ending: that document is meant."""
    if len(stems) != 1:
        return False
    pattern, titles = HeadingPattern(stems, inflected_terms_of(run)), (hit.head.title for hit in hits)
    (first,) = pattern.beginnings
    return any(first in fold(title) and pattern.of(heading_stems(title)) == pattern.stems for title in titles)


def _is_name(stems: tuple[str, ...], hits: Hits, run: Run) -> bool:
    """Whether the query is a name of a hit, but for endings."""
    pattern = HeadingPattern(stems, inflected_terms_of(run))
    first = pattern.beginnings[0]
    return any(
        first in fold(name) and pattern.of(heading_stems(name)) == pattern.stems
        for hit in hits
        for name in hit.head.names
    )


def _has_in_title(hit: Hit, stems: tuple[str, ...], run: Run) -> bool:
    """Whether the title of the hit has all words of the query, beside others."""
    pattern = HeadingPattern(stems, inflected_terms_of(run))
    return frozenset(pattern.stems) <= frozenset(pattern.of(heading_stems(hit.head.title)))


def _headed(run: Run) -> tuple[tuple[str, ...], Sequence[Ref]]:
    """The first stems that are those of a heading, and the sections of that heading."""
    for stems in _asked(run):
        if sections := run.reader.headed(stems, inflected_terms_of(run)):
            return stems, sections
    return (), ()
