"""Stop words of a question that is not in English."""

from __future__ import annotations

import pytest

from dowse.analysis.languages.stopwords import telling
from dowse.analysis.tokens import words


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Was habe ich mit dem Vermieter vereinbart", "Vermieter vereinbart"),
        ("wann muss ich die Steuer abgeben", "Steuer abgeben"),
        ("¿Dónde están mis contraseñas", "contraseñas"),
        ("où est la clé du garage", "clé garage"),
        ("per quanto tempo si conserva la passata", "tempo conserva passata"),
        ("onde está a chave do carro", "chave carro"),
        ("hoe installeer ik het pakket", "installeer pakket"),
        ("hvordan får jeg nøglen fra kassen", "nøglen kassen"),
        ("jak wymienić klucz w samochodzie", "wymienić klucz samochodzie"),
        ("hur byter jag lösenord på datorn", "byter lösenord datorn"),
        ("anahtar nasıl değiştirilir", "anahtar değiştirilir"),
        ("bagaimana cara mengganti kunci", "mengganti kunci"),
        ("jak vyměnit klíč v autě", "vyměnit klíč autě"),
        ("cum schimb cheia pentru mașină", "schimb cheia mașină"),
        ("miten vaihdan avaimen ja mitä se maksaa", "vaihdan avaimen maksaa"),
        ("hogyan cseréljem ki a kulcsot és miért", "cseréljem kulcsot"),
    ],
)
def test_frequent_words_of_the_language_of_a_question_do_not_count(question: str, left: str) -> None:
    assert " ".join(telling(question.removeprefix("¿").split())) == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Öl für den Motor über Nacht", "Ol Motor Nacht"),
        ("não sei onde está a chave", "sei chave"),
        ("perché la porta è più pesante", "porta pesante"),
    ],
)
def test_stop_words_with_diacritics_do_not_count_with_or_without_them(question: str, left: str) -> None:
    assert " ".join(telling(words(question))) == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("quand utiliser un index", "utiliser index"),
        ("combien coûte un vélo", "coute velo"),
        ("est-ce qu'il y a une note sur le pain", "y note pain"),
        ("¿Cuándo usar un índice?", "usar indice"),
        ("perché docker non parte", "docker parte"),
        ("hur gör man bröd", "gor brod"),
        ("ben hur", "ben hur"),
    ],
)
def test_a_word_that_asks_tells_the_language_of_a_short_question(question: str, left: str) -> None:
    assert " ".join(telling(words(question))) == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Как открыть дверь", "открыть дверь"),
        ("ключ від дверей", "ключ дверей"),
        ("दरवाज़ा कैसे खोलें", "दरवाज़ा खोलें"),
        ("πώς αλλάζω το κλειδί", "αλλάζω κλειδί"),
        ("كيف أغير مفتاح الباب", "أغير مفتاح الباب"),
    ],
)
def test_one_stop_word_tells_a_language_in_another_script(question: str, left: str) -> None:
    assert " ".join(telling(question.split())) == left


@pytest.mark.parametrize("query", ["η efficiency", "entropy η ο"])
def test_a_letter_of_another_script_beside_no_word_of_it_is_a_symbol(query: str) -> None:
    assert telling(query.split()) == query.split()


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("rețetă pentru pește cu cartofi", "rețetă pește cartofi"),
        ("hogyan működik és milyen a mély tanulás", "működik mély tanulás"),
        ("miten voi sulatetaan ja missä", "voi sulatetaan"),
        ("κοινωνικά μέσα για τη δουλειά", "κοινωνικά μέσα δουλειά"),
        ("العمل عن بعد", "العمل بعد"),
    ],
)
def test_nouns_that_are_written_as_other_words_without_diacritics_count(question: str, left: str) -> None:
    assert " ".join(telling(question.split())) == left


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("Kaffee ohne Milch", "Kaffee Milch"),
        ("recette avec tomates", "recette tomates"),
        ("casa senza giardino", "casa giardino"),
        ("huis zonder tuin", "huis tuin"),
        ("ohne", "ohne"),
        ("why we say ohne", "say ohne"),  # beside words of English
    ],
)
def test_a_preposition_of_one_language_alone_tells_it(query: str, left: str) -> None:
    assert " ".join(telling(query.split())) == left


@pytest.mark.parametrize(
    "query",
    [
        *("die hat", "man war", "son et lumiere", "hier bin", "todo list os", "El Salvador", "dos und windows"),
        *("EST time", "JAK inhibitors", "jak stat pathway", "mint sale", "care sub", "MIT volt meter"),
        *("CAT II approach", "Han dynasty tai chi", "van mar"),
    ],
)
def test_one_such_word_or_words_of_english_tell_no_language(query: str) -> None:
    assert telling(query.split()) == query.split()


@pytest.mark.parametrize(
    "query",
    ["non blocking io", "io timeout ci", "comment plus button", "du dir size", "numa nas nodes", "par cet time"],
)
def test_words_of_english_and_abbreviations_that_others_share_tell_no_language(query: str) -> None:
    assert telling(query.split()) == query.split()


def test_a_word_of_another_language_that_is_english_without_diacritics_tells_nothing() -> None:
    assert telling(["MIG", "over", "TIG", "for", "steel"]) == ["MIG", "TIG", "steel"]


@pytest.mark.parametrize("query", ["let el de", "lang fr de en", "De La Soul"])
def test_two_words_of_two_letters_tell_no_language(query: str) -> None:
    assert telling(query.split()) == query.split()


def test_a_question_of_such_words_alone_keeps_them() -> None:
    assert telling(["was", "ist", "das", "hier"]) == ["was", "ist", "das", "hier"]


def test_the_minimal_list_knows_no_other_language() -> None:
    assert telling(["wie", "oft", "die", "blume"], "minimal") == ["wie", "oft", "die", "blume"]
