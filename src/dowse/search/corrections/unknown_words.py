"""The words of a query that no document contains, or hardly any: the query with corrections, and the nearest hits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...analysis.code.symbol_names import division_of_name
from ...analysis.folding import UNSPACED, unaccented
from ...analysis.languages.stopwords import telling
from ...analysis.spelling.spelling_correction import is_correctable
from ...analysis.tokens import spans, words
from ...model.correction import Correction
from ...model.hit import Hits
from ...model.parameter import changed
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...ports.questions import UnknownWordsQuestion
from ...ports.storage import Reader
from ...query.ast import IS_CODE, Near
from ...query.extract import scoring_leaves, text_of
from ...retrieval.keyword import Keyword
from ...stages.code.code_hits import has_code
from ...stages.confidence import Confidence
from ..profile import Profile
from ..trace import TraceStep, hit_counts
from .keyboard_layout_query import retyped_query
from .known_words import divided_in_quotation, without_known_words

MOST_NEAREST = 5  # hits
_MOST_WORDS = 32  # of a query that are looked up
_FEWEST_OF_A_LANGUAGE = 3  # words of a query that may be in another language
_SHORTEST_PART, _FEWEST_PARTS = 3, 2  # letters of a word of a name of code, and such words that documents have
_MOST_CONFIGURING = 100  # files such as YAML, among which source code is looked for
_NO_WORD_BEFORE = ":#[/"  # a word behind one of these belongs to a filter


@dataclass(frozen=True, slots=True)
class UnknownWords:
    """The words of a query that no document of the index contains, and the misspelt ones that few contain."""

    words: tuple[str, ...] = ()  # of no document, with and without a correction
    rare: tuple[str, ...] = ()  # of few documents; those that are corrected
    corrected: str = ""  # the query with corrections; empty without any
    without_rare: str = ""  # the same, but with its rare words
    at: int = 0  # the offset of the first corrected word in the query
    corrections: tuple[tuple[str, str], ...] = ()  # of words of no document, as they are looked up
    is_retyped: bool = False  # whether the whole query is corrected, as another keyboard layout has it


def unknown_word_questions(profile: Profile, run: Run) -> Iterator[UnknownWordsQuestion]:
    """The question for the words of the query, without those of `similar:`, if the profile searches by word."""
    if any(isinstance(each, Keyword) for each in profile.retrievers):
        leaves = (leaf for leaf in scoring_leaves(run.query.where) if not isinstance(leaf, Near))
        asked = telling(word for leaf in leaves for word in words(text_of(leaf)))
        if found := tuple(dict.fromkeys(filter(_is_looked_up, asked)))[:_MOST_WORDS]:
            yield UnknownWordsQuestion(found)


def _is_looked_up(word: str) -> bool:
    """Whether the word is no single letter or digit, as of `C++` and `don't`, and of a script with spaces."""
    return len(word) > 1 and not UNSPACED.search(word)


def unknown_words(
    looked_up: Mapping[str, Correction | None], profile: Profile, run: Run, hits: Hits, *, is_name: bool
) -> UnknownWords:
    """The unknown words of those that were looked up, and the query with the corrections of all that have one.

    `hits` are those of the query.
    A query of which most words are unknown is in another language, and has no correction unless each of them is one
    edit away from a word of the index.  The rare words of a query that is a name of a document are right.
    """
    if not (unlike := _without_known_forms(looked_up)):
        return UnknownWords()
    asked = [word for question in unknown_word_questions(profile, run) for word in question.words]
    if len(asked) == sum(each is None or not each.typed for each in unlike.values()):  # no document has any of them
        text = run.query.text
        if retyped := retyped_query(text, run.query.where, run.reader):
            return UnknownWords(tuple(unlike), (), retyped, retyped, 0, ((text.strip(), retyped),), is_retyped=True)
    found = without_known_words(unlike, asked, run, hits)
    is_alone = len(asked) == 1 or len(run.query.text.split()) == 1
    if is_alone or has_code(hits):  # another search by the words takes as long as the first
        found = _with_divided_names(found, run)
    unknown = tuple(word for word, each in found.items() if each is None or not each.typed)
    text = run.query.text
    places = [place for place in _places(text) if (each := found.get(place[2])) and not (is_name and each.typed)]
    places = [place for place in places if _keeps_accents(text[slice(*place[:2])], found[place[2]])]
    misspelt = tuple(filter(is_correctable, unknown))
    is_foreign = _is_foreign(misspelt, tuple(filter(is_correctable, asked)))
    if not places or (is_foreign and not all(map(_is_near, map(found.get, misspelt)))):
        return UnknownWords(unknown)
    corrected = dict.fromkeys(word for _, _, word in places)
    return UnknownWords(
        unknown,
        tuple(word for word in corrected if word not in unknown),
        _replaced(text, places, found),
        _replaced(text, [place for place in places if place[2] in unknown], found),
        places[0][0],
        tuple((word, each.word) for word in corrected if word in unknown and (each := found[word])),
    )


def _with_divided_names(found: Mapping[str, Correction | None], run: Run) -> dict[str, Correction | None]:
    """The words, and for names of code without a correction their words: for `parseLine` *parse line*.

    Two of these at least are words of documents, or have a correction.  Where no document is source code, a name such
    as `PowerPoint` is one of the world.
    """
    divided = {word: parts for word, each in found.items() if not each and len(parts := division_of_name(word)) > 1}
    if any(map(_is_proper, divided)) and not has_code(run.reader.select(IS_CODE, _MOST_CONFIGURING)):
        divided = {word: parts for word, parts in divided.items() if not _is_proper(word)}
    parts = tuple(dict.fromkeys(part for parts in divided.values() for part in parts))
    unlike = run.reader.unknown_words(parts) if parts else {}

    def written(part: str) -> str:
        return each.word if (each := unlike.get(part)) and not each.typed else part

    def is_known(part: str) -> bool:
        return len(part) >= _SHORTEST_PART and (part not in unlike or unlike[part] is not None)

    corrected: dict[str, Correction | None] = {
        word: Correction(" ".join(map(written, parts)), 1, 1)
        for word, parts in divided.items()
        if sum(map(is_known, parts)) >= _FEWEST_PARTS
    }
    return {**found, **corrected, **dict.fromkeys(divided_in_quotation(corrected, run))}


def _is_proper(name: str) -> bool:
    """Whether it may also be the name of a product, such as `PowerPoint`."""
    return name[0].isupper() and name.isalnum()


def looked_up_words(profile: Profile, run: Run) -> Mapping[str, Correction | None]:
    """The unknown words of the query and the rare ones that may be misspelt, as the index has them."""
    questions = unknown_word_questions(profile, run)
    return {word: each for question in questions for word, each in question.of(run.reader).items()}


def _without_known_forms(found: Mapping[str, Correction | None]) -> dict[str, Correction | None]:
    """The words without those that are right, of which the index has other forms."""
    return {word: each for word, each in found.items() if each is None or each.distance or not each.typed}


def with_corrections(text: str, reader: Reader) -> str:
    """The text with the corrections of its words, if they are few; empty without any."""
    places = [(start, end, unaccented(word)) for start, end, word in spans(text)]
    asked = tuple(dict.fromkeys(word for *_, word in places if _is_looked_up(word)))
    found = _without_known_forms(reader.unknown_words(asked)) if len(asked) <= _MOST_WORDS else {}
    misspelt = [place for place in places if found.get(place[2])]
    return _replaced(text, misspelt, found) if misspelt else ""


def _places(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the words stand in the query, without those in filters and without names of fields, known or not."""
    for start, end, written in spans(text):
        is_field = text[end : end + 1] == ":" and bool(text[end + 1 : end + 2].strip())
        if text[start - 1 : start] not in tuple(_NO_WORD_BEFORE) and not is_field:
            yield start, end, unaccented(written)


def _keeps_accents(written: str, found: Correction | None) -> bool:
    """Whether the correction has accents if the word has: nobody types one by mistake."""
    return found is None or unaccented(written) == written or unaccented(found.word) != found.word


def _is_foreign(unknown: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether most words are unknown, of a query with enough of them to tell."""
    return len(asked) >= _FEWEST_OF_A_LANGUAGE and 2 * len(unknown) > len(asked)


def _is_near(found: Correction | None) -> bool:
    return found is not None and found.distance <= 1


def _replaced(text: str, places: Sequence[tuple[int, int, str]], corrections: Mapping[str, Correction | None]) -> str:
    for start, end, word in reversed(places):
        if found := corrections[word]:
            has_star = text[end : end + 2] in {"*", "* "} and not text[:start].endswith("*")  # no emphasis
            text = text[:start] + found.word + text[end + has_star :]
    return text


def nearest_hits(profile: Profile, run: Run, steps: Sequence[TraceStep]) -> Hits | None:
    """For a query whose words no searched document contains, the nearest documents in meaning; else None.

    They are the hits that `confidence` dropped, as the later stages would show them. Only a query of one word, which
    needs a document with the word, has an empty list.
    """
    counts = hit_counts(steps)
    stage = next((each for each in profile.stages if isinstance(each, Confidence)), None)
    if stage is None or counts.get("keyword") or not steps or steps[-1].hits:
        return None
    dropped = next((step.given[0] for step in steps if step.part is stage and not step.hits), ())
    if not dropped and not stage.needs_word:
        return None
    later = profile.stages[profile.stages.index(stage) + 1 :]
    few = replace(run, limit=min(run.limit, MOST_NEAREST))
    for each in (changed(stage, needs_word=False, least=0.0), *later):
        dropped = each(dropped, few) if dropped else dropped
    return dropped[:MOST_NEAREST]
