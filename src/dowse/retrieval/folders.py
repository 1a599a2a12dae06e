"""Rank documents also by the names of their folders, as a further field of BM25 that the index does not have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from ..analysis.bm25_formula import K1, inverse_document_frequency
from ..analysis.term_matching import TermMatcher, own_terms
from ..analysis.tokens import tokens
from ..model.hit import Hit, Hits, ranked
from ..model.inflected_words import InflectedTerms
from ..ports.questions import SelectQuestion
from ..ports.storage import Reader
from ..query.ast import Expr, FieldEquals, Or
from ..query.extract import conjunction

_MOST_WORDS = 32  # of a query; each is looked up in all paths
_MOST_DOCUMENTS = 2_000  # in folders with a word of the query, newest first; each is a hit in memory


def folder_question(words: Sequence[str], where: Expr, others: InflectedTerms = ()) -> SelectQuestion | None:
    """The question for the documents in folders that may contain a word or another form of it; None without words."""
    beginnings = TermMatcher(words[:_MOST_WORDS], others=others).beginnings
    leaves = tuple(FieldEquals("file", f"*{beginning}*/*") for beginning in beginnings)
    return SelectQuestion(conjunction(where, Or(leaves)), _MOST_DOCUMENTS) if leaves else None


def with_folders(
    hits: Hits, words: Sequence[str], where: Expr, reader: Reader, *, weight: float, others: InflectedTerms = ()
) -> Hits:
    """The hits, and the documents in folders whose names contain a word or one of its `others` forms; best first.

    `Σ idf · w · (k1 + 1) / (w + k1)` over the words in the names of the folders is added to the score.  The names are
    not normalized by length, and each word counts once.  The paths of several vaults begin with the name of the vault:
    its words count for documents in a folder with another word of the query.
    """
    question = folder_question(words, where, others)
    found = question.of(reader) if question else ()
    stems, own = TermMatcher(words[:_MOST_WORDS], others=others).stems, own_terms(others)
    in_folders = ((hit, {own.get(stem, stem) for stem in _folder_stems(hit.head.path)}) for hit in found)
    held = {hit.head.path: matched for hit, named in in_folders if (matched := stems & named)}
    counts = Counter(stem for matched in held.values() for stem in matched)
    gains = {stem: weight * (K1 + 1) / (weight + K1) * idf for stem, idf in _idf(counts, reader).items()}
    known = {hit.head.path: hit for hit in hits}
    added = {hit.head.path: Hit(hit.ref, hit.head, 0.0) for hit in found if hit.head.path in held}
    return ranked(
        hit._replace(score=hit.score + math.fsum(gains[stem] for stem in held.get(path, ())))
        for path, hit in {**added, **known}.items()
    )


def _idf(counts: Mapping[str, int], reader: Reader) -> Mapping[str, float]:
    documents = reader.lengths().documents
    return {stem: inverse_document_frequency(documents, n) for stem, n in counts.items()}


def _folder_stems(path: str) -> frozenset[str]:
    return frozenset(term for token in tokens(path.rpartition("/")[0]) for term in token)
