"""Notes on the outcome of a search: low confidence, or the step that dropped every hit."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import floor

from ...analysis.code.stack_frames import beside_places
from ...analysis.dates.dated_paths import date_of_path
from ...analysis.dates.query_dates import query_dates
from ...analysis.dates.query_periods import query_periods
from ...analysis.document_numbers import document_numbers, numbered_name
from ...analysis.folding import fold, unaccented
from ...analysis.languages.stopwords import telling
from ...analysis.phrase_match import holds_phrase
from ...analysis.tokens import spans, words
from ...model.errors import ModelError
from ...model.hit import Hit, Hits, cosine_of
from ...model.option_spelling import spelled
from ...ports.pipeline import Run, has_role
from ...query.ast import And, Expr, MatchAll, Not, Note, Query, Should, quoted_word
from ...query.describe import condition
from ...query.extract import is_by_similarity, natural_text, node_types, phrases, scoring_texts
from ...query.pasted_text import is_pasted
from ...retrieval.compound_names import is_number_alone, names_of_period
from ...retrieval.keyword import all_words
from ...retrieval.semantic import Semantic
from ...stages.confidence import CONFIDENCE
from ..corrections.known_words import days_of_hits
from ..corrections.unknown_words import UnknownWords
from ..overrides import names_type
from ..plan import Request
from ..profile import Profile
from ..trace import TraceStep, hit_counts
from .frame_notes import frame_notes
from .property_notes import is_address, is_property_value
from .question_notes import question_notes

_ONLY_SIMILAR = "the hits are only semantically similar"
_NOT_SIMILAR = "no document is similar enough"
_MOST_WORDS = 3  # in a note
_LONGEST_REPEATED = 100  # characters of a query that a note repeats
_ABBREVIATION = re.compile(r"""(?<!\w)[\u05d0-\u05ea]+["\u05f4\u201d][\u05d0-\u05ea]+(?!\w)""")
# A word with a star behind it, as [1] and without it as [2]: no field, phrase, pattern or emphasis.
_WITH_STAR = re.compile(r"(?<![^\s(])[+-]?((\w[\w-]++)(?<=\w)\*)(?=[\s)]|\Z)")
_WORD = re.compile(r"\w+")
_MOST_DIGITS = 9  # of the number of a document
_NO_QUOTES = dict.fromkeys(map(ord, '"\u201c\u201d\u201e«»')) | dict.fromkeys(map(ord, "「」『』"), " ")
_LOW_CONFIDENCE = 0.21  # confidence; see docs/quality.md


def outcome_notes(
    run: Run,
    planned: Profile,
    steps: Sequence[TraceStep],
    request: Request,
    *,
    unknown: UnknownWords,
    stated: Collection[str] = (),
) -> Iterator[Note]:
    """Notes by importance; `stated` are dates and numbers that only properties have, as other notes say."""
    hits = steps[-1].hits if steps else ()
    if run.added:
        yield Note(0, f"searched for {' '.join((run.query.text, *run.added))}")
    if request.mode == "fulltext" and is_by_similarity(run.query.where):
        yield Note(0, "similar: and like: have no effect in the mode fulltext, which does not search by meaning")
    if request.mode == "fulltext" and request.min_similarity is not None:
        option = spelled("min_similarity", request.interface)
        yield Note(0, f"{option} has no effect in the mode fulltext, which does not search by meaning")
    if run.scorer is None and any(has_role(stage, "rerank") for stage in planned.stages):
        yield Note(0, "no reranker is available; the hits are not reranked")
    if hits and (unweighted := _unweighted(planned)):
        yield Note(0, f"the scores are 0: the weight of {' and '.join(unweighted)} is 0")
    elif hits and _only_weighs_missing_links(planned, steps):
        yield Note(0, "no document is linked with the best hits, and the other lists have the weight 0")
    if not hits and planned.where != MatchAll() and not request.unfiltered:
        yield Note(0, f"the profile {planned.name} {_profile_filter(planned.where)}")
    yield from _similarity_notes(run, steps, request)
    quoted = () if hits else phrases(run.query.where)
    is_quoted = bool(quoted)
    says_all = not (hits or is_quoted) or is_semantic_only(run, steps)
    answered = tuple(question_notes(run))
    is_copied = Should in node_types(run.query.where) and is_pasted(run.query.text)
    if not (answered or is_copied):  # else the unknown words are those of the question, or nobody has written them
        lacking = () if unknown.corrected else tuple(frame_notes(run, hits))
        yield from lacking
        beside = beside_places(run.query.text) if lacking or any(map(is_pinned, hits)) else run.query.text
        known = {*stated, *_called_by(run.query.text, hits)}
        yield from _unknown_word_notes(unknown, run.query.text, beside, says_all=says_all, stated=known)
    yield from () if is_copied else _wildcard_notes(run.query.text)
    yield from answered
    if any(words(" ".join(quoted))) and not unknown.words:  # signs alone are found in quotes only
        unquoted = " ".join(run.query.text.translate(_NO_QUOTES).split())
        yield Note(0, f"quotes find only documents with the exact text; without quotes the query is {unquoted!r}")
    yield from _confidence_notes(run, steps, hits, request, unknown=unknown, stated=stated)


def _unknown_word_notes(
    unknown: UnknownWords, text: str, beside: str, *, says_all: bool, stated: Collection[str]
) -> Iterator[Note]:
    """The note on words without a document that stand beside places in files, unless a later note `says_all` about the
    words of the query. `stated` are values that have another note, or that a hit is called by.
    """
    if unknown.corrected:
        yield suggestion(unknown, text)
    elif not says_all:
        absent = _with_wholes(_written_words(unknown.words, text), text)
        if values := [value for value in absent if value in beside and value not in stated]:
            subject = "no text contains" if all(map(is_property_value, values)) else "no document contains"
            yield Note(0, f"{subject} {listed(values)}", is_about_index=True)


def suggestion(unknown: UnknownWords, text: str) -> Note:
    """The note that proposes the corrected query; `text` is the query."""
    hint = f"{_misspelt(unknown, text)}; did you mean {_proposed(unknown.corrected, text)}?"
    return Note(unknown.at, hint, is_about_index=True)


def listed(words: Sequence[str], joint: str = "or") -> str:
    """The first of the words in quotes, and the number of the others."""
    more = len(words) - _MOST_WORDS
    rest = f" {joint} {more} more {'word' if more == 1 else 'words'} of the query" if more > 0 else ""
    return f" {joint} ".join(map(quoted_word, words[:_MOST_WORDS])) + rest


def _wildcard_notes(text: str) -> Iterator[Note]:
    """The note on the first word with a star behind it."""
    if found := _WITH_STAR.search(text):
        begins = f"/\\b{found[2]}/ finds words that begin so"
        yield Note(
            found.start(1),
            f"a search has no wildcards: {quoted_word(found[1])} means the word {quoted_word(found[2])}; {begins}",
        )


def _with_wholes(absent: Sequence[str], text: str) -> Sequence[str]:
    """The words, each part of a date or of an address as the whole."""
    wholes = [part for part in text.split() if not part.isdigit() and is_property_value(part)]
    parts = {whole: words(whole) if is_address(whole) else whole.split("-") for whole in wholes}
    return list(dict.fromkeys(next((whole for whole in wholes if word in parts[whole]), word) for word in absent))


def _proposed(corrected: str, text: str) -> str:
    """The corrected query; of a long one its changed words."""
    written, meant = _WORD.findall(text), _WORD.findall(corrected)
    if len(text) <= _LONGEST_REPEATED or len(written) != len(meant):
        return repr(corrected)
    pairs = dict.fromkeys(pair for pair in zip(meant, written, strict=True) if pair[0] != pair[1])
    more = f" and {len(pairs) - _MOST_WORDS} more" if len(pairs) > _MOST_WORDS else ""
    return ", ".join(f"{word!r} for {old!r}" for word, old in list(pairs)[:_MOST_WORDS]) + more


def _misspelt(unknown: UnknownWords, text: str) -> str:
    """The corrected words, as a clause."""
    rare = f"few documents contain {listed(as_written(unknown.rare, text))}"
    if not unknown.words:
        return rare
    absent = f"no document contains {listed(as_written(unknown.words, text))}"
    return f"{absent}, and {rare}" if unknown.rare else absent


def _written_words(unknown: Sequence[str], text: str) -> Sequence[str]:
    """The words as the text has them, without the beginning of one with an apostrophe, such as `isn't`."""
    words_of_text = as_written(unknown, text)
    return [word for word in words_of_text if not any(f"{word}{mark}" in text for mark in "'\u2019")]


def as_written(unknown: Sequence[str], text: str) -> Sequence[str]:
    """The words with the accents that they have in the text, and a part of an abbreviation of Hebrew as the whole."""
    written = {unaccented(word): word for *_, word in spans(text)}
    written |= {unaccented(part): whole for whole in _ABBREVIATION.findall(text) for *_, part in spans(whole)}
    return list(dict.fromkeys(written.get(word, word) for word in unknown))


def _profile_filter(where: Expr) -> str:
    """Which documents a profile searches or leaves out, and how to search others."""
    if isinstance(where, Not):
        remedy = "; add type:NAME to search them" if names_type(where) else ""
        return f"leaves out documents {condition(where.item)}{remedy}"
    remedy = "; add type:NAME for documents of another type" if names_type(where) else ""
    return f"searches only documents {condition(where)}{remedy}"


def _unweighted(planned: Profile) -> Sequence[str]:
    """The lists of the search, if none of them has a weight above 0."""
    weight_of = getattr(planned.fusion, "weight_of", None)
    names = [retriever.name for retriever in planned.retrievers]
    return names if weight_of is not None and not any(map(weight_of, names)) else ()


def _only_weighs_missing_links(planned: Profile, steps: Sequence[TraceStep]) -> bool:
    """Whether the score consists of the list of links, which is empty."""
    weight_of = getattr(planned.fusion, "weight_of", None)
    names = [retriever.name for retriever in planned.retrievers]
    if weight_of is None or "graph" not in names or hit_counts(steps).get("graph"):
        return False
    return not any(weight_of(name) for name in names if name != "graph")


def is_semantic_only(run: Run, steps: Sequence[TraceStep]) -> bool:
    """Whether keyword search found no natural word of the query, but semantic search has hits."""
    counts = hit_counts(steps)
    if counts.get("keyword") != 0 or not counts.get("semantic"):
        return False
    has_words = Should in node_types(run.query.where) and bool(all_words(run.query.where))
    return has_words and not any(map(is_pinned, steps[-1].hits))


def _similarity_notes(run: Run, steps: Sequence[TraceStep], request: Request) -> Iterator[Note]:
    """A note on a minimum cosine that dropped every candidate of semantic search."""
    is_stated_as_score = request.min_similarity is None and request.min_score is not None
    option = "min_score" if request.mode == "vector" and is_stated_as_score else "min_similarity"
    for step in steps:
        if step.hits or not isinstance(step.part, Semantic) or not step.part.minimum:
            continue
        try:  # the snapshot has the answer
            candidates = replace(step.part, least=-1.0)(run)
        except ModelError:
            continue
        if candidates:
            best = max(map(cosine_of, candidates))
            yield Note(
                0,
                f"{len(candidates):,} passages found by meaning, all below the minimum cosine {step.part.minimum}; "
                f"the best cosine is {_cut(best)}; {spelled(option, request.interface)} sets the minimum"
                + ("; the hits match by word or by name" if steps[-1].hits else ""),
            )


def _cut(score: float) -> str:
    """The score with as many digits as are of use, cut: rounding could reach the threshold."""
    return f"{floor(score * 1e3) / 1e3:g}"


def _confidence_notes(
    run: Run,
    steps: Sequence[TraceStep],
    hits: Hits,
    request: Request,
    *,
    unknown: UnknownWords,
    stated: Collection[str],
) -> Iterator[Note]:
    dropping_step = next((step for step in steps if step.before and not step.hits), None)
    semantic_only = is_semantic_only(run, steps)
    if dropping_step and has_role(dropping_step.part, "threshold"):
        least: float = getattr(dropping_step.part, "least", 0.0)
        best = max(hit.score for given in dropping_step.given for hit in given)
        yield Note(
            0,
            f"{dropping_step.before:,} found, all below the minimum score {least:g}; the best score is {_cut(best)}; "
            f"{spelled('min_score', request.interface)} sets the minimum",
        )
    elif semantic_only and (hits or (dropping_step and has_role(dropping_step.part, "confidence"))):
        if not unknown.corrected:
            needs_word = getattr(dropping_step and dropping_step.part, "needs_word", False)
            outcome = _ONLY_SIMILAR if hits else "" if needs_word else _NOT_SIMILAR
            if run.query.text.strip() not in stated:  # by another note
                joint = "; " if hits else ", and " if outcome else ""
                outcome = f"{absence(run, unknown, stated)}{joint}{outcome}"
            if outcome:
                yield Note(0, outcome, is_about_index=True)
        elif hits:
            yield Note(0, _ONLY_SIMILAR)
    elif is_weak(run, hits):
        yield Note(0, "low confidence: few query terms match and semantic similarity is low")


def is_weak(run: Run, hits: Hits) -> bool:
    """Whether there are hits, none of which is likely to answer the query."""
    is_low = bool(hits) and all(_confidence(hit) < _LOW_CONFIDENCE for hit in hits)
    return is_low and not days_of_hits(run, hits) and not _has_asked_period(run, hits)


def _has_asked_period(run: Run, hits: Hits) -> bool:
    """Whether a hit has a date of the period that the query names, `q3 2022`, in its file name, title or aliases, or
    that or another date of the query in its folders and its file name together.
    """
    text = natural_text(run.query.where)
    periods = query_periods(text)
    dates = (*(date for date, _ in query_dates(text)), *(date for period in periods for date in period.dates))
    if dates and any(date_of_path(hit.head.path).startswith(dates) for hit in hits):
        return True
    names = [name for hit in hits for name in (hit.head.name, hit.head.title, *hit.head.aliases)] if periods else ()
    forms = (form for period in periods for form in names_of_period(period))
    return any(holds_phrase(name, form) for form in forms for name in names)


def absence(run: Run, unknown: UnknownWords, stated: Collection[str] = ()) -> str:
    """The words that no searched document contains, as a clause; those that the query excludes only without others."""
    if (text := run.query.text.strip()) in stated:
        return f"only properties have {quoted_word(text)}"
    asked, excluded = _distinctive_words(run.query.where), _excluded_words(run.query.where)
    absent = {word for word in asked if fold(word) not in excluded}
    if asked and not absent:
        return f"the query excludes {listed(as_written(sorted(asked), run.query.text))}"
    is_unknown = run.where == MatchAll() or absent <= set(unknown.words)
    # A property may have the number, the date or the address.
    any_document = "no text contains" if is_property_value(run.query.text.strip()) else "no document contains"
    subject = any_document if is_unknown else "no searched document contains"
    return f"{subject} {_word_description(run.query, absent)}"


def _excluded_words(where: Expr) -> set[str]:
    """The words that no hit may contain, folded: `japan` in `tokyo -Japan`."""
    items = where.items if isinstance(where, And) else (where,)
    texts = (words(text) for item in items if isinstance(item, Not) for text in scoring_texts(item.item))
    return {fold(text[0]) for text in texts if len(text) == 1}


def _word_description(query: Query, distinctive: Collection[str]) -> str:
    """These words of the query for a note, which have no common words, since documents may contain those."""
    if is_number_alone(query.where):
        return quoted_word(query.text.strip())
    if len(distinctive) > 1 and all(word in distinctive for text in scoring_texts(query.where) for word in words(text)):
        return "a word of the query"
    named = as_written(sorted(distinctive), query.text)
    return listed(named) if len(distinctive) <= _MOST_WORDS else "a distinctive word of the query"


def _distinctive_words(where: Expr) -> set[str]:
    return set(telling(word for text in scoring_texts(where) for word in words(text)))


def _confidence(hit: Hit) -> float:
    """The confidence of the hit, in [0, 1]; 1 without the stage `confidence`, and for a pinned hit."""
    confidence = next((reason.value for reason in hit.why if reason.source == CONFIDENCE), 1.0)
    return 1.0 if is_pinned(hit) else confidence


def _called_by(text: str, hits: Hits) -> Iterator[str]:
    """What the query calls found documents by: `RFC` and `416` of `rfcs/0416-glimmer-components.md`."""
    names = (numbered_name(hit.head.path) for hit in hits if is_pinned(hit))
    numbers = {name.number for name in names if name}
    asked = [each for each in document_numbers(text) if each.number in numbers] if numbers else ()
    letters = {each.letters for each in asked}
    called = {each.number for each in asked}
    for word in _WORD.findall(text):
        if fold(word) in letters or (word.isdecimal() and len(word) <= _MOST_DIGITS and int(word) in called):
            yield word


def is_pinned(hit: Hit) -> bool:
    """Whether the query is a name of the document."""
    return any(reason.source == "pin" for reason in hit.why)
