"""Which terms are other forms of a word, without an index."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from dowse.analysis.spelling.inflection import inflected_terms, inflected_words
from dowse.analysis.spelling.term_lines import lines_of
from dowse.analysis.spelling.word_forms import languages_of
from dowse.analysis.tokens import stem
from dowse.model.inflected_words import NOT_INFLECTED, InflectedWords

_FREQUENT = {
    "czech": ("jako", "jsou"),
    "german": ("und", "nicht"),
    "polish": ("nie", "jest"),
    "romanian": ("pentru", "este"),
    "spanish": ("por", "una"),
    "turkish": ("için", "bir"),
}


def _others(word: str, language: str, *texts: str, english: int = 0) -> set[str]:
    counted = {stem(each): 9 for each in _FREQUENT[language]} | {stem(each): 1 for each in texts} | {"the": english}

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)

    found = inflected_terms(InflectedWords((word,)), lambda: languages_of(terms), terms)
    listed = {term for others in found.values() for term in others}
    return {each for each in texts if stem(each) in listed}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("czech", ("kniha", "knihy", "knihou", "knihách")),
        ("german", ("Haus", "Häuser", "Hauses", "Häusern")),
        ("polish", ("obiekt", "obiekty", "obiektów", "obiektem", "obiektach")),
        ("romanian", ("fișier", "fișierul", "fișierele", "fișierelor")),
        ("spanish", ("archivo", "archivos")),
        ("turkish", ("dosya", "dosyalar", "dosyaları", "dosyada")),
    ],
)
def test_the_forms_of_a_word_are_those_of_one_stem(language: str, forms: tuple[str, ...]) -> None:
    for form in forms:
        others = {each for each in forms if stem(each) != stem(form)}
        assert _others(form, language, *forms, "garten", "silver") == others, form


def test_a_stop_word_of_english_is_no_form() -> None:
    assert _others("Noten", "german", "Note", "not") == {"Note"}


def test_forms_are_looked_up_where_half_as_many_texts_as_in_english_are_in_the_language() -> None:
    assert _others("Hauses", "german", "Häuser", english=18)
    assert not _others("Hauses", "german", "Häuser", english=19)


@pytest.mark.parametrize(
    ("query", "words", "found"),
    [
        ("wie erneuere ich ein Zertifikat", ("erneuere", "Zertifikat"), ("erneuere", "Zertifikat")),
        ("how do I renew a certificate", ("renew", "certificate"), ()),
        ("как обновить сертификат", ("обновить", "сертификат"), ()),  # whose stems the index has
        ("Haus getUserById sha256 USB und nicht", ("Haus", "getUserById", "sha256", "USB"), ("Haus",)),
        ("bài viết về bảo mật", ("bài", "viết"), ()),  # Vietnamese has no forms
        ("Tee Haus", ("Tee", "Haus"), ("Haus",)),
    ],
)
def test_words_of_letters_in_a_language_with_forms_are_inflected(
    query: str, words: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert inflected_words(query, words).words == found


def test_words_of_a_query_in_capitals_alone_are_inflected() -> None:
    assert inflected_words("VORLAGEN FÜR NATO", ("VORLAGEN", "NATO")).words == ("VORLAGEN", "NATO")
    assert inflected_words("STRAßEN", ("STRAßEN",)).words == ("STRAßEN",)
    assert not inflected_words("Vorlagen der NATO", ("NATO",)).words


def test_the_language_that_a_query_tells_is_kept() -> None:
    assert inflected_words("wie erneuere ich ein Zertifikat", ("Zertifikat",)).languages == ("german",)
    assert inflected_words("Zertifikat", ("Zertifikat",)).languages == ()
    assert inflected_words("what is this and why", ()) == NOT_INFLECTED
