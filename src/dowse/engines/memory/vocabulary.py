"""The values of a field, for suggestions, and the words that no document contains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat

from ...analysis.folding import fold
from ...analysis.spelling import inflection
from ...analysis.spelling.spelling_correction import correction, correction_of_rare, form_of_rare
from ...analysis.spelling.term_lines import lines_of
from ...analysis.spelling.word_forms import languages_of
from ...analysis.tokens import alternatives
from ...model.correction import Correction
from ...model.document import SYMBOL_KINDS, Head
from ...model.inflected_words import InflectedWords
from ...query.ast import Word
from ...query.select import accented_tags, fact_keys, values
from .stored_document import StoredDocument


def vocabulary(documents: Collection[StoredDocument], field: str) -> Sequence[str]:
    """Values of all documents; a value counts once a document, and a property with each of its values."""
    if field == "property":
        counted = Counter(key for document in documents for key in _properties(document.head))
    else:
        counted = Counter(value for document in documents for value in set(_values(document, field)))
    most_first = dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
    if field != "tag":
        return [*most_first]
    written = Counter(tag for document in documents for tag in set(document.head.tags) if not tag.isascii())
    return accented_tags(most_first, written)


def _properties(head: Head) -> Iterator[str]:
    """Each property as often as it has values."""
    for key in set(values("property", head)):
        yield from repeat(key, len(fact_keys(head, key)))


def _values(document: StoredDocument, field: str) -> Iterable[str]:
    if field == "symbol":
        return (fold(unit.title) for unit in document.indexed.document.units if unit.kind != "heading" and unit.title)
    if field == "symbol_kind":
        return (unit.kind for unit in document.indexed.document.units if unit.kind in SYMBOL_KINDS and unit.title)
    if field.startswith("["):
        return fact_keys(document.head, field.strip("[]"))
    return values(field, document.head)


def inflected_terms(documents: Collection[StoredDocument], inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
    """By comparing the terms of all documents."""
    terms = partial(_terms, documents)
    return inflection.inflected_terms(inflected, partial(languages_of, terms), terms)


def _terms(documents: Collection[StoredDocument], prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
    counted = Counter(term for document in documents for term in document.terms)
    return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)


def unknown_words(documents: Collection[StoredDocument], words: Sequence[str]) -> Mapping[str, Correction | None]:
    """By comparing the terms of all documents."""

    def texts(term: str) -> Iterator[str]:
        holders = [document for document in documents if term in document.terms]
        for document in holders:
            yield from (document.head.path, document.head.title)
        for document in holders:
            yield document.indexed.document.text

    terms = partial(_terms, documents)
    languages = partial(languages_of, terms)
    found: dict[str, Correction | None] = {}
    for word in filter(alternatives, dict.fromkeys(words)):
        holders = sum(document.holds(Word(word)) for document in documents)
        if not holders:
            found[word] = correction(word, terms, texts, languages)
        else:
            rare = form_of_rare(word, holders, terms, texts, languages)
            if rare := rare or correction_of_rare(word, holders, terms, texts):
                found[word] = rare
    return found
