"""The tags of a document that occur in a query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..model.inflected_words import InflectedTerms
from .languages.stopwords import telling
from .term_matching import TermMatcher, own_terms
from .tokens import word_tokens, words


class TagPattern:
    """Compares tags with the words of a query, each in all of its forms.

    The query names a tag if it has the stems of all words of the tag: `book` by “books”, `note-taking` by “taking
    notes”, `state-of-the-art` by “state art”.  The last part of a nested tag is enough: `genre/book` by “books”.
    """

    def __init__(self, asked: Iterable[str], others: InflectedTerms = ()) -> None:
        self.stems = TermMatcher(asked, others=others).stems
        self._own = own_terms(others)

    def matched(self, tags: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """The tags that the query names, each with its stems in the query."""
        return {tag: wanted for tag in tags for wanted in self._readings(tag) if wanted and wanted <= self.stems}

    def _readings(self, tag: str) -> Iterable[frozenset[str]]:
        if not self._own:
            return _readings(tag)
        return [frozenset(self._own.get(stem, stem) for stem in wanted) for wanted in _readings(tag)]


@lru_cache(8192)  # tags; a search looks at those of hundreds of documents, mostly the same
def _readings(tag: str) -> tuple[frozenset[str], ...]:
    """The stems that a query must have: those of the last part of a nested tag, or of the whole."""
    last = tag.rpartition("/")[2]
    return (_stems(last),) if last == tag else (_stems(last), _stems(tag))


def _stems(tag: str) -> frozenset[str]:
    asked = telling(words(tag.replace("_", " ")))
    return frozenset(token[0] for word in asked for token in word_tokens(word)) & TermMatcher(asked).stems
