"""The tags of a document that occur in a query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from .stopwords import telling
from .term_matching import TermMatcher
from .tokens import word_tokens, words


def query_stems(asked: Iterable[str]) -> frozenset[str]:
    """The stems of the words of a query that a tag may consist of."""
    return TermMatcher(asked).stems


def tags_matched(tags: Iterable[str], stems: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """The tags that the query names, each with its stems in the query; `stems` are those of the query.

    The query names a tag if it has the stems of all words of the tag: `book` by “books”, `note-taking` by “taking
    notes”, `state-of-the-art` by “state art”.  The last part of a nested tag is enough: `genre/book` by “books”.
    """
    return {tag: wanted for tag in tags for wanted in _readings(tag) if wanted and wanted <= stems}


@lru_cache(8192)  # tags; a search looks at those of hundreds of documents, mostly the same
def _readings(tag: str) -> tuple[frozenset[str], ...]:
    """The stems that a query must have: those of the last part of a nested tag, or of the whole."""
    last = tag.rpartition("/")[2]
    return (_stems(last),) if last == tag else (_stems(last), _stems(tag))


def _stems(tag: str) -> frozenset[str]:
    asked = telling(words(tag.replace("_", " ")))
    return frozenset(token[0] for word in asked for token in word_tokens(word)) & query_stems(asked)
