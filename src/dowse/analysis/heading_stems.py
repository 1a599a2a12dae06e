"""The stems of what a heading or a question is about: "What is an Ingress?" and "ingress" have the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from ..model.document import Unit
from ..model.inflected_words import InflectedTerms
from ..model.ref import Ref
from .folding import fold
from .languages.stopwords import STOP_WORDS
from .question_words import without_form
from .spelling.term_lines import same_letters
from .term_matching import own_terms
from .tokens import beginning, stem, word_tokens, words

MOST_HEADINGS = 5_000  # that are compared

_MOST_TEXTS = 8_192  # headings and questions that are kept
_LONGEST = 12  # stems; no heading is longer that someone repeats
_MOST_BESIDE_NAME = 5  # stems of a question with its identifier, which a longer one does not ask about
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)(?!\w)", re.IGNORECASE)


@lru_cache(_MOST_TEXTS)
def heading_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that are no stop words, in order; of an identifier that of the whole, in any case.

    "How does grappling work?" has those of "Grappling".
    """
    listed = words(text)
    content = _content(without_form(listed)) or _content(listed)  # "How all this works" has no other word
    return tuple(chain.from_iterable(map(_stems_of, content)))


def _content(listed: Sequence[str]) -> Sequence[str]:
    return [word for word in listed if fold(word) not in STOP_WORDS]


def _stems_of(word: str) -> Sequence[str]:
    """That of the whole, which an identifier has beside its first part; in a script without spaces one of each pair."""
    tokens = word_tokens(word)
    is_identifier = bool(tokens) and tokens[0][1:] == (stem(word),)
    return tokens[0][1:] if is_identifier else [token[0] for token in tokens]


def asked_stems(question: str) -> tuple[str, ...]:
    """The stems of a question that may be a heading; none of a long one."""
    stems = heading_stems(question)
    return stems if len(stems) <= _LONGEST else ()


def asked_name(question: str) -> tuple[str, ...]:
    """The stem of the one identifier such as SECRET_KEY in a question of few words; none of several."""
    names = {stem for stem in heading_stems(question) if "_" in stem.strip("_")}
    return tuple(names) if len(names) == 1 < len(heading_stems(question)) <= _MOST_BESIDE_NAME else ()


class HeadingPattern:
    """Compares headings with stems, each of which stands for those of the other forms of its word, too."""

    def __init__(self, stems: Sequence[str], others: InflectedTerms = ()) -> None:
        self._own = own_terms(tuple(each for each in others if each[0] in stems))
        self.stems = self.of(stems)
        same = {first: (first, *(each for each, own in self._own.items() if own == first)) for first in self.stems}
        self.forms = tuple(same.values())  # of each of the distinct stems
        # Of each of these, letters in each folded heading with one of its forms.
        self.beginnings = tuple(map(_same_beginning, self.forms))

    def of(self, stems: Iterable[str]) -> tuple[str, ...]:
        """The stems, those of other forms as the one that they count as."""
        return tuple(self._own.get(stem, stem) for stem in stems) if self._own else tuple(stems)


_pattern = lru_cache(16)(HeadingPattern)  # the same one for each hit of a search


def _same_beginning(forms: Sequence[str]) -> str:
    first, *others = map(beginning, forms)
    return first[: min((same_letters(first, each) for each in others), default=len(first))]


def asked_sections(
    documents: Mapping[str, Iterable[Unit]], stems: tuple[str, ...], others: InflectedTerms = ()
) -> list[Ref]:
    """The sections whose headings have these stems and no others but stop words, in the order of the documents; the
    others are stems that count as one of these.

    If there is none and the stems are one name such as SECRET_KEY, those whose headings begin with it:
    "CURLE_OK (0)".
    """
    if not stems:
        return []
    pattern = _pattern(stems, others)
    found = _sections(documents, pattern, lambda stated: stated == pattern.stems)
    if found or len(stems) != 1 or "_" not in stems[0]:
        return found
    return _sections(documents, pattern, lambda stated: stated[:1] == pattern.stems)


def _sections(
    documents: Mapping[str, Iterable[Unit]], pattern: HeadingPattern, is_asked: Callable[[tuple[str, ...]], bool]
) -> list[Ref]:
    return [Ref(doc, unit.name) for doc, units in documents.items() for unit in _headed(units, pattern, is_asked)]


def _headed(
    units: Iterable[Unit], pattern: HeadingPattern, is_asked: Callable[[tuple[str, ...]], bool]
) -> Iterator[Unit]:
    first, of = pattern.beginnings[0], pattern.of
    for unit in islice(units, MOST_HEADINGS):
        title = unit.title
        # The first test leaves out most headings at a tenth of the time.
        folded = title.lower() if title.isascii() else fold(title)
        if first in folded and is_asked(of(heading_stems(title))):
            yield unit


@lru_cache(64)
def asked_version(question: str) -> re.Pattern[str] | None:
    """The pattern of headings with the first version in the question, or with a part of it: 2.3.1 for 2.3."""
    found = _VERSION.search(question)
    return re.compile(rf"(?<![\w.])v?{re.escape(found[1])}(?!\d)", re.IGNORECASE) if found else None
