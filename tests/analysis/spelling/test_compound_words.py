"""Compounds that no text has, divided into words of texts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import pytest

from dowse.analysis.folding import fold
from dowse.analysis.spelling.compound_words import divided_compound, ending_compound
from dowse.analysis.spelling.term_lines import TermLines, lines_of
from dowse.analysis.spelling.word_forms import TextsOfTerm
from dowse.analysis.tokens import stem
from dowse.model.correction import Correction

_TEXTS = {
    "german": (
        "Nachrichten Verschlüsselung Verschlüsselung Server Anleitung Sicherheit Hardware Hardwares Daten Schutz "
        "Bildung Datenschutz Daten Häuser Straße that"
    ),
    "swedish": "säkerhet kopior kopia",
    "dutch": "bedreiging model wachtwoord beheer",
    "finnish": "tieto turva",
}


_Found = Callable[[str, Collection[str], TermLines, TextsOfTerm], Correction | None]


def _divided(word: str, language: str) -> str:
    return _found(divided_compound, word, language, _TEXTS[language].split())


def _found(by: _Found, word: str, language: str, texts: Sequence[str]) -> str:
    counted = {stem(fold(each)): 0 for each in texts}
    for each in texts:
        counted[stem(fold(each))] += 1

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(counted, prefix)) for prefix in prefixes)

    found = by(word, (language, "french"), terms, lambda term: [each for each in texts if stem(fold(each)) == term])
    return found.word if found else ""


@pytest.mark.parametrize(
    ("language", "word", "words"),
    [
        ("german", "Nachrichtenverschlüsselung", "Nachrichten Verschlüsselung"),
        ("german", "Serververschlüsselungsanleitung", "Server Verschlüsselung Anleitung"),
        ("german", "Datenschutzbildung", "Datenschutz Bildung"),  # the fewest words
        ("german", "datenschutzbildung", "datenschutz bildung"),
        ("german", "Hardwaresicherheit", "Hardware Sicherheit"),
        ("german", "Sicherheitsserver", "Sicherheit Server"),  # without the letter between them
        ("german", "Strassenverschlüsselungen", "Straße Verschlüsselung"),  # other forms
        ("swedish", "säkerhetskopia", "säkerhet kopia"),
        ("dutch", "wachtwoordbeheer", "wachtwoord beheer"),
        ("finnish", "tietoturva", "tieto turva"),
        ("german", "giyedserver", ""),  # whose stem has another third letter
        ("german", "Serverklima", ""),
        ("german", "Server", ""),
        ("german", "serverthat", ""),  # a stop word of English
        ("german", "Server2Anleitung", ""),
        ("german", "Server" * 20, ""),
    ],
)
def test_a_compound_is_divided_into_words_of_the_index(language: str, word: str, words: str) -> None:
    assert _divided(word, language) == words


def test_other_languages_have_no_such_compounds() -> None:
    assert divided_compound("passwordmanager", ("french", "spanish"), lambda _: (), lambda _: ()) is None


@pytest.mark.parametrize(
    ("language", "word", "compound"),
    [
        ("german", "Klausuren", "Altklausuren"),
        ("german", "Klausur", "Altklausuren"),
        ("german", "klausur", "altklausuren"),
        ("german", "Versicherung", "Hausratversicherung"),  # in two texts; of one a shorter compound
        ("german", "Strasse", "Hauptstraße"),
        ("german", "Ordnung", ""),  # the compound is no longer than that by two letters
        ("german", "Altklau", ""),
        ("german", "uren", ""),
        ("german", "Klausur2", ""),
        ("french", "Klausuren", ""),
        ("swedish", "försäkring", "hemförsäkring"),
        ("finnish", "turva", "tietoturva"),
    ],
)
def test_a_word_is_the_end_of_a_compound_of_the_index(language: str, word: str, compound: str) -> None:
    texts = (
        "Altklausuren Probeklausuren Altklausuren Hausratversicherung Hausratversicherung Autoversicherung Hauptstraße "
        "Anordnung hemförsäkring tietoturva"
    )
    assert _found(ending_compound, word, language, texts.split()) == compound


def test_in_many_words_no_compound_is_looked_for_by_its_end() -> None:
    words = [
        "Altklausuren",
        *(f"A{chr(97 + n // 676)}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(9_000)),
    ]
    assert _found(ending_compound, "Klausuren", "german", words) == ""
    assert _found(ending_compound, "Klausuren", "german", words[:1_000]) == "Altklausuren"
