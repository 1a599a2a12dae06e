"""The words of a query that are known though no document has them as written: in dates, compounds and other forms."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from ...analysis.dates.query_dates import has_day, has_month, names_within, query_dates, query_days, query_months
from ...analysis.dates.query_periods import query_periods
from ...analysis.folding import fold
from ...analysis.tokens import words
from ...model.correction import Correction
from ...model.hit import Hits
from ...model.lazy_pattern import lazy_pattern
from ...ports.models import Embedder
from ...ports.pipeline import Run
from ...ports.storage import FieldWeights, Reader
from ...query.ast import NO_CODE, And, ExactPhrase, FieldEquals, MatchAll, Word
from ...query.extract import conjunction, natural_text, phrases
from ...retrieval.compound_names import OF_NAMES, names_of_period
from ...retrieval.dated_folders import dated_folders
from ...retrieval.keyword import closed_compounds

# Of two right words of one meaning by the bundled vectors: 0.36 and more of pairs such as `organise` and `organize` or
# `color` and `colour`, 0.19 and less of `tires` and `tiles`, `cast` and `case` or `bread` and `read`.
_LEAST_COSINE = 0.3
_FEWEST_OTHERS = 2  # words of the query that a first hit must have for the query to be right as it is
_SHORTEST_OTHER = 4  # letters; stop words of many languages are shorter
_VERSION = lazy_pattern(r"(?<!\w)(?=([vV]\d+))[vV](\d+(?:\.\d+)+)")  # the first word, and the numbers


def without_known_words(
    unlike: Mapping[str, Correction | None], asked: Sequence[str], run: Run, hits: Hits
) -> dict[str, Correction | None]:
    """The words without those that the search finds otherwise, as dates and compounds, and those that the vectors show
    to be right; a correction to another form of the word, or to no text of a document, is dropped.
    """
    found = dict(unlike)
    found_otherwise = (*_words_of_dates(run), *_words_of_versions(found, run), *_words_of_compounds(found, run))
    for word in (*found_otherwise, *(word for written in days_of_hits(run, hits) for word in words(written))):
        found.pop(word, None)
    for word in _known_words(found, run.embedder):
        if (correction := found.pop(word)) and not correction.typed:
            found[word] = None
    return found | dict.fromkeys((*_other_forms(found, asked, hits, run), *divided_in_quotation(found, run)))


def _words_of_dates(run: Run) -> Iterator[str]:
    """The words of dates that documents have in numbers in their names, by which the search finds them, too."""
    for date, written in query_dates(natural_text(run.query.where)):
        if _is_named(names_within(date), run.reader) or _is_in_folders((date,), run.reader):
            yield from words(written)
    for period in query_periods(natural_text(run.query.where)):
        if _is_named(names_of_period(period), run.reader) or _is_in_folders(period.dates, run.reader):
            yield from words(period.written)


def _words_of_versions(found: Collection[str], run: Run) -> Iterator[str]:
    """The first words of versions in the query, such as `v1.26.3`, that documents have without the letter."""
    for version in _VERSION.finditer(natural_text(run.query.where)):
        if version[1] in found and run.reader.match((version[2],), run.where, 1, weights=FieldWeights()):
            yield version[1]


def _words_of_compounds(found: Mapping[str, Correction | None], run: Run) -> Iterator[str]:
    """Each two words that notes write as one, by which the search finds them, too."""
    compounds = closed_compounds(run.query.where)
    asked = tuple(word for word, both in compounds.items() if not found.keys().isdisjoint(both))
    if not asked or not run.reader.match(asked, NO_CODE, 1, weights=FieldWeights()):
        return  # as for most queries: one question for all
    for compound in asked:
        if run.reader.count(And((Word(compound), NO_CODE))):
            yield from compounds[compound]


def _is_named(names: Sequence[str], reader: Reader) -> bool:
    """Whether a document has one of the names in its file name or its title."""
    return bool(reader.match(names, MatchAll(), 1, weights=OF_NAMES))


def _is_in_folders(dates: Sequence[str], reader: Reader) -> bool:
    """Whether a document has one of the dates in its folders and its name together."""
    found = dated_folders(dates, MatchAll())
    return found is not None and bool(found.of(reader))


def days_of_hits(run: Run, hits: Hits) -> Sequence[str]:
    """The days and months without a year in the query, as written, that a hit has in its file name, its title or an
    alias.
    """
    text = natural_text(run.query.where)
    asked = (*((has_day, *each) for each in query_days(text)), *((has_month, *each) for each in query_months(text)))
    names = [name for hit in hits for name in (hit.head.name, hit.head.title, *hit.head.aliases)] if asked else ()
    return [written for is_of, date, written in asked if any(is_of(name, date) for name in names)]


def _known_words(found: Mapping[str, Correction | None], embedder: Embedder | None) -> Sequence[str]:
    """The words that the embedder knows, and whose corrections have another meaning: `tires` for `times`.

    A correction of the same letters is the same word: *pay day* for `payday`.
    """
    knows: Callable[[str], bool] | None = getattr(embedder, "knows", None)
    others = [(word, each.word) for word, each in found.items() if each and _letters(each.word) != _letters(word)]
    known = [pair for pair in others if knows and knows(pair[0])]
    if embedder is None or not known:
        return ()
    vectors = embedder.embed([text for pair in known for text in pair])
    cosines = [float(vector @ other) for vector, other in zip(vectors[::2], vectors[1::2], strict=True)]
    return [word for (word, _), cosine in zip(known, cosines, strict=True) if cosine < _LEAST_COSINE]


def _letters(written: str) -> str:
    return fold(written).replace(" ", "").replace("-", "")


def _other_forms(found: Mapping[str, Correction | None], asked: Sequence[str], hits: Hits, run: Run) -> Sequence[str]:
    """The words that differ from their corrections in the ending, of a query whose other words the first hit has.

    They are mostly other forms of a word, or of another language: `umrechnen` for `Umrechnung`, `cito` for `city`.
    """
    forms = [word for word, each in found.items() if each and not each.typed and _differs_in_ending(word, each.word)]
    others = [word for word in asked if word not in found and len(word) >= _SHORTEST_OTHER]
    if not forms or not hits or len(others) < _FEWEST_OTHERS:
        return ()
    has_others = conjunction(FieldEquals("path", hits[0].head.path), *map(Word, others))
    return forms if run.reader.count(has_others) else ()


def divided_in_quotation(found: Mapping[str, Correction | None], run: Run) -> Sequence[str]:
    """The quoted words whose corrections are several words that stand together in no document."""
    divided = {word: each.word for word, each in found.items() if each and " " in each.word}
    quoted = {word for phrase in phrases(run.query.where) for word in words(phrase)} if divided else ()
    return [word for word, each in divided.items() if word in quoted and not run.reader.count(ExactPhrase(each))]


def _differs_in_ending(word: str, correction: str) -> bool:
    """Whether the last letters differ and are not exchanged, and the word is not the beginning of the correction."""
    written, other = fold(word), fold(correction)
    is_exchanged = written[-2:] == other[:-3:-1]
    return written[-1:] != other[-1:] and not is_exchanged and not other.startswith(written)
