"""The stems of what a heading or a question is about: "What is an Ingress?" and "ingress" have the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from ..model.document import Unit
from ..model.ref import Ref
from .folding import fold
from .stopwords import STOP_WORDS
from .tokens import beginning, stem, word_tokens, words

MOST_HEADINGS = 5_000  # that are compared

_MOST_TEXTS = 8_192  # headings and questions that are kept
_LONGEST = 12  # stems; no heading is longer that someone repeats
_MOST_BESIDE_NAME = 5  # stems of a question with its identifier, which a longer one does not ask about
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)(?!\w)", re.IGNORECASE)


@lru_cache(_MOST_TEXTS)
def heading_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that are no stop words, in order; of an identifier that of the whole, in any case."""
    content = (word for word in words(text) if fold(word) not in STOP_WORDS)
    return tuple(chain.from_iterable(map(_stems_of, content)))


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


def asked_sections(documents: Mapping[str, Iterable[Unit]], stems: tuple[str, ...]) -> list[Ref]:
    """The sections whose headings have these stems and no others but stop words, in the order of the documents.

    If there is none and the stems are one name such as SECRET_KEY, those whose headings begin with it:
    "CURLE_OK (0)".
    """
    found = _sections(documents, stems, lambda stated: stated == stems)
    if found or len(stems) != 1 or "_" not in stems[0]:
        return found
    return _sections(documents, stems, lambda stated: stated[:1] == stems)


def _sections(
    documents: Mapping[str, Iterable[Unit]], stems: tuple[str, ...], is_asked: Callable[[tuple[str, ...]], bool]
) -> list[Ref]:
    return [Ref(doc, unit.name) for doc, units in documents.items() for unit in _headed(units, stems, is_asked)]


def _headed(
    units: Iterable[Unit], stems: tuple[str, ...], is_asked: Callable[[tuple[str, ...]], bool]
) -> Iterator[Unit]:
    if not stems:
        return
    first = beginning(stems[0])
    for unit in islice(units, MOST_HEADINGS):
        title = unit.title
        # The first test leaves out most headings at a tenth of the time.
        if title and first in (title.lower() if title.isascii() else fold(title)) and is_asked(heading_stems(title)):
            yield unit


@lru_cache(64)
def asked_version(question: str) -> re.Pattern[str] | None:
    """The pattern of headings with the first version in the question, or with a part of it: 2.3.1 for 2.3."""
    found = _VERSION.search(question)
    return re.compile(rf"(?<![\w.])v?{re.escape(found[1])}(?!\d)", re.IGNORECASE) if found else None
