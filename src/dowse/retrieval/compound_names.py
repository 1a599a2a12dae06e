"""Compound names in a query, such as versions, addresses, dates and names with initials, as a whole.

The word index has the words of `1.26.3` alone, each of which is in many documents.  BM25 of the whole as a phrase is
not enough: in a long document one occurrence counts for little, and documents with the scattered words rank above it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import fields
from datetime import date as Date  # noqa: N812  # texts are called `date` here
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from ..analysis.dates.query_dates import (
    may_have_day,
    names_of_day,
    names_of_month,
    names_within,
    query_dates,
    query_days,
    query_months,
)
from ..analysis.dates.query_periods import Period, names_of_parts, query_periods
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.tokens import compounds, query_words
from ..model.hit import Hit, Hits, ranked
from ..ports.questions import MatchQuestion
from ..ports.storage import FieldWeights, Question, Reader
from ..query.ast import Expr
from ..query.extract import is_natural, natural_text, scoring_leaves, text_of
from .dated_folders import DatedFolders, dated_folders

_MOST_NAMES = 4  # of a query
_DAYS_AROUND, _MOST_AROUND = 6, 2  # of a day, and weekly notes with one of these; among daily ones the day is missing
_MOST_READ = 8  # documents with the words of a name side by side, of which some have the name itself
_NUMBERS = re.compile(r"[vV]?\d+(?:\.\d+)+(?::\d+)?")  # a version, an address of a network
# Initials and the name behind them: `E. M. Forster`, `J.R.R. Tolkien`, `C S Lewis`. Single letters are in many notes.
_INITIALED = re.compile(
    r"(?<![\w.])(?!(?i:e\.g|i\.e)\.)(?:(?:[^\W\d_]\. ?){1,4}|(?:[A-Z] ){2,4})([^\W\d_][\w'\u2019-]+)"
)
OF_NAMES = FieldWeights(**{each.name: float(each.name in {"filename", "title"}) for each in fields(FieldWeights)})
_BONUS = 4.0  # times the best score: the share of meaning in a fused score does not outweigh a rare name


class NameQuestion(NamedTuple):
    """A name, as the query has it, and the question which documents have it."""

    written: str
    question: MatchQuestion
    evidence: str = ""  # that a document has the name
    is_compound: bool = False  # whether the signs between the words belong to the name
    day: str = ""  # as `11-27`, of which the question asks for the numbers in either order
    # Of a whole date: which documents have it in their text, and which have one of the days around it in their names.
    stated: MatchQuestion | None = None
    around: MatchQuestion | None = None
    folders: DatedFolders | None = None  # which documents have the date in their folders and their names together

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that the name asks."""
        in_folders = self.folders.question if self.folders else None
        return tuple(filter(None, (self.question, self.stated, self.around, in_folders)))


class NameHits(NamedTuple):
    """The documents with a name, as hits."""

    words: int  # of the name
    hits: Hits
    evidence: str = ""
    is_date: bool = False


def compound_names(where: Expr) -> Sequence[str]:
    """The compound names in the natural words of the query, each once; one that selects is a phrase anyway."""
    texts = _natural_texts(where)
    names = (_without_v(name) for text in texts for name in compounds(text))
    initialed = (found[0] for found in _INITIALED.finditer(" ".join(texts)) if found[1].lower() not in STOP_WORDS)
    return list(dict.fromkeys((*names, *initialed)))[:_MOST_NAMES]


def _without_v(name: str) -> str:
    """`1.4.0` for `v1.4.0`, which has the same words and one more."""
    return name[1:] if name[0] in "vV" and _NUMBERS.fullmatch(name) else name


def is_number_alone(where: Expr) -> bool:
    """Whether the query is a version or another compound name of numbers, such as `1.26.3`.

    Its words alone, which are numbers of one or two digits, say nothing about a document.
    """
    return len(texts := _natural_texts(where)) == 1 and _NUMBERS.fullmatch(texts[0].strip()) is not None


def _natural_texts(where: Expr) -> list[str]:
    return [text_of(leaf) for leaf in scoring_leaves(where) if is_natural(leaf)]


def name_questions(query: Expr, where: Expr, limit: int, weights: FieldWeights) -> list[NameQuestion]:
    """What `with_names` asks: the documents with each name as a whole.

    A date counts as the names that documents have of it, `2022-07` for "July 2022", in their file names and titles:
    elsewhere it is one date among others.  A day that no document has, in its names or its text, counts as those around
    it, if one or two documents have these: a weekly note.  A date without a year counts in any year, and so does a
    period such as "q3 2022".
    """
    text = natural_text(query)
    periods = query_periods(text)[:_MOST_NAMES]
    apart = _without_ranges(text, periods)
    return [
        *(
            NameQuestion(name, MatchQuestion((name,), where, limit, weights), is_compound=bool(compounds(name)))
            for name in compound_names(query)
        ),
        *(
            NameQuestion(
                written,
                MatchQuestion(names_within(date), where, limit, OF_NAMES),
                stated=MatchQuestion((written,), where, 1, weights) if _days_around(date) else None,
                around=MatchQuestion(_days_around(date), where, limit, OF_NAMES) if _days_around(date) else None,
                folders=dated_folders((date,), where),
            )
            for date, written in query_dates(apart)[:_MOST_NAMES]
        ),
        *(
            NameQuestion(written, MatchQuestion(names_of_day(day), where, limit, OF_NAMES), day=day)
            for day, written in query_days(apart)[:_MOST_NAMES]
        ),
        *(
            NameQuestion(written, MatchQuestion(names_of_month(month), where, limit, OF_NAMES))
            for month, written in query_months(apart)[:1]
        ),
        *(
            NameQuestion(
                period.written,
                MatchQuestion(names_of_period(period), where, limit, OF_NAMES),
                folders=dated_folders(period.dates, where),
            )
            for period in periods
        ),
    ]


@lru_cache(64)
def _days_around(date: str) -> tuple[str, ...]:
    """The six days before a day and the six behind it, as names of documents; none of a month or a year."""
    try:
        day = Date.fromisoformat(date) if len(date) == len("2021-03-12") else None
    except ValueError:  # such as the 31st of June
        day = None
    if day is None:
        return ()
    days = (day + timedelta(days=n) for n in range(-_DAYS_AROUND, _DAYS_AROUND + 1) if n)
    return tuple(name for each in days for name in (each.isoformat(), f"{each:%Y%m%d}"))


def _without_ranges(text: str, periods: Sequence[Period]) -> str:
    """The text without the dates at which ranges of dates begin and end."""
    joined = " ".join(text.split())
    for period in periods:
        joined = joined.replace(period.written, " / ") if period.is_range else joined
    return joined


def names_of_period(period: Period) -> tuple[str, ...]:
    """The forms of the dates of the period in names of documents."""
    of_parts = (*filter(None, [period.name]), *names_of_parts(period))
    return (*of_parts, *(name for date in period.dates for name in names_within(date)))


def with_names(found: Hits, asked: Sequence[str], names: Sequence[NameQuestion], reader: Reader) -> Hits:
    """The hits and the documents with a whole name, whose score has a bonus for each name.

    The bonus is 4 · rarity · share times the best score.  The rarity is 1 of a name in no document and 0 of one in all,
    by the logarithm of the document frequency, so that a name of most documents has hardly any effect.  The share is
    that of the name in the words that are asked: in a long question a name is one hint among others.  A document that
    is no hit yet has the bonus and, unless the name is a date, its score for the name.  A note that has the words of
    the name side by side, but not the name as written, has no bonus if another document has one.
    """
    return with_name_hits(found, asked, [_name_hits(name, reader) for name in names], reader)


def with_name_hits(found: Hits, asked: Sequence[str], names: Sequence[NameHits], reader: Reader) -> Hits:
    """See `with_names`."""
    if not any(name.hits for name in names):
        return found
    documents = reader.lengths().documents
    comparable = (found, *(name.hits for name in names if not name.is_date))
    best = max((hit.score for hits in comparable for hit in hits[:1]), default=1.0)
    score: dict[str, float] = {hit.ref.doc: hit.score for hit in found}
    hit_of: dict[str, Hit] = {hit.ref.doc: hit for hit in found}
    for name in names:
        share = min(1.0, name.words / max(1, len(asked)))
        rarity = 1 - math.log(1 + len(name.hits)) / math.log(2 + documents)
        bonus = _BONUS * rarity * share * best
        for hit in name.hits:
            holder = hit_of.get(hit.ref.doc, hit)
            hit_of[hit.ref.doc] = holder.because(name.evidence, 1.0) if name.evidence else holder
            score[hit.ref.doc] = score.get(hit.ref.doc, 0.0 if name.is_date else hit.score) + bonus
    return ranked(hit_of[doc]._replace(score=value) for doc, value in score.items())


def _name_hits(name: NameQuestion, reader: Reader) -> NameHits:
    held = tuple(hit for hit in name.question.of(reader) if hit.score > 0)  # 0: weightless fields
    if name.folders:
        held = tuple({hit.ref.doc: hit for hit in (*name.folders.of(reader), *held)}.values())
    if not held and name.around and name.stated and not name.stated.of(reader):
        near = tuple(hit for hit in name.around.of(reader) if hit.score > 0)
        held = near if len(near) <= _MOST_AROUND else ()
    if name.day:
        held = tuple(hit for hit in held if any(may_have_day(each, name.day) for each in hit.head.names))
    if name.is_compound and len(held) > 1:
        held = _as_written(held, name.written, reader) or held
    return NameHits(len(query_words(name.written)), held, name.evidence, is_date=name.question.weights is OF_NAMES)


def _as_written(hits: Hits, name: str, reader: Reader) -> Hits:
    """The hits without those of the first notes that have the name in another form, such as `foo bar` of `foo.bar`; of
    a version without source code such as `{2, 45}` for `2.45`, too.
    """
    is_number = _NUMBERS.fullmatch(name) is not None
    heads = {hit.ref.doc: hit.head for hit in hits[:_MOST_READ] if is_number or hit.head.kind != "code"}
    # Behind no part of a longer name and before none: `1.2.3` is no `11.2.3`, and is in `v1.2.3` and in `1.2.3/a`.
    begun = rf"(?<![\w.])v?{re.escape(name)}"
    written = re.compile(rf"{begun}(?!\w|\.\w)", re.IGNORECASE)
    # "release notes 2.45" are those called `2.45.0`, too.
    named = re.compile(rf"{begun}(?!\w)", re.IGNORECASE) if is_number else written
    other = {
        doc
        for doc, document in reader.documents(heads).items()
        if not (written.search(document.text) or any(map(named.search, heads[doc].names)))
    }
    return tuple(hit for hit in hits if hit.ref.doc not in other)
