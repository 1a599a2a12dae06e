"""Other forms of words that no document contains, as every engine finds them."""

from __future__ import annotations

import pytest

from dowse.engines.federated.federated_reader import FederatedReader
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.correction import Correction
from tests.contract.engines import Engine, fill
from tests.making import make

_LANGUAGES = {
    "danish": "Det er ikke meget: hestene.",
    "dutch": "Het is een van de bomen, met huizen en flessen.",
    "french": "Une règle pour les chevaux nationaux et les fenêtres éclairées.",
    "german": (
        "Nicht nur Flüssigkeiten und Konvergenzkriterien, Wörterbüchern, der Strasse, die Guete. Zertifikate, Museen."
    ),
    "italian": "Le docce della casa che sono amministratori.",
    "norwegian": "Det er ikke mye: hestene.",
    "portuguese": "Uma casa para os corações e as reuniões.",
    "spanish": "Una casa por los carteleros y los lápices.",
    "swedish": "Flickorna och bilarna, att köpa.",
}


@pytest.mark.parametrize(
    ("language", "typed", "form"),
    [
        ("danish", "hesterne", "hestene"),
        ("dutch", "boom", "bomen"),
        ("dutch", "fles", "flessen"),
        ("french", "éclairé", "éclairées"),
        ("german", "Flüssigkeit", "Flüssigkeiten"),
        ("german", "Konvergenzkriterium", "Konvergenzkriterien"),
        ("german", "Woerterbuch", "Wörterbüchern"),
        ("german", "Strassen", "Strasse"),
        ("german", "Güte", "Guete"),
        ("german", "Zertifikat", "Zertifikate"),  # of which the index has the term `zertifik`
        ("german", "Zertifikats", "Zertifikate"),
        ("german", "Museum", "Museen"),
        ("german", "flüssig", ""),  # another word
        ("italian", "doccia", "docce"),
        ("italian", "amministratore", "amministratori"),
        ("norwegian", "hester", "hestene"),
        ("portuguese", "coração", "corações"),
        ("spanish", "cartelera", "carteleros"),
        ("spanish", "cartel", ""),  # another word
        ("spanish", "lápiz", "lápices"),
        ("swedish", "flickor", "flickorna"),
        ("swedish", "bilar", "bilarna"),
    ],
)
def test_a_word_has_the_form_that_documents_of_its_language_have(
    engine: Engine, language: str, typed: str, form: str
) -> None:
    fill(engine, make("a.md", _LANGUAGES[language]), make("b.md", "the end"))
    found = engine.unknown_words((typed,)).get(typed)
    assert (found.word if found and not found.distance else "") == form


def test_the_form_is_the_one_that_most_documents_have(engine: Engine) -> None:
    fill(engine, make("a.md", "Cambiado por una"), *(make(f"{n}.md", "cambian por una") for n in range(3)))
    assert engine.unknown_words(("cambiar",)) == {"cambiar": Correction("cambian", 0, 3)}


@pytest.mark.parametrize(("typed", "form"), [("Zug", "Züge"), ("rad", "rädern"), ("Zoo", "")])
def test_a_word_of_three_letters_has_a_longer_form_and_no_correction(engine: Engine, typed: str, form: str) -> None:
    fill(engine, make("a.md", "Die Züge fahren mit den Rädern nicht. Zoom"))
    assert engine.unknown_words((typed,))[typed] == (Correction(form, 0, 1) if form else None)


@pytest.mark.parametrize(
    ("typed", "text", "form"),
    [
        ("Fahrrad", "Wir fahren mit den Fahrrädern", "Fahrrädern"),
        ("cheval", "les chevaux avec et dans", "chevaux"),
        ("casa", "le case degli altri sono", "case"),
        ("huis", "niet voor huizen", "huizen"),
    ],
)
def test_two_of_some_frequent_words_make_a_short_note_one_of_a_language(
    engine: Engine, typed: str, text: str, form: str
) -> None:
    fill(engine, make("a.md", text))
    assert engine.unknown_words((typed,)) == {typed: Correction(form, 0, 1)}


@pytest.mark.parametrize(("typed", "form"), [("Saeure", "Säure"), ("saeure", "säure"), ("poem", "")])
def test_umlauts_may_be_typed_as_two_letters_in_a_vault_in_another_language(
    engine: Engine, typed: str, form: str
) -> None:
    fill(engine, make("a.md", "the Säure of a pom"))
    assert engine.unknown_words((typed,)).get(typed) == (Correction(form, 0, 1) if form else None)


@pytest.mark.parametrize("text", ["the Randverteilungen", "und the Randverteilungen"])
def test_a_vault_that_lacks_the_frequent_words_of_a_language_has_no_forms_of_it(engine: Engine, text: str) -> None:
    fill(engine, make("a.md", text), *(make(f"{n}.md", "the end") for n in range(30)))
    found = engine.unknown_words(("Randverteilung",))["Randverteilung"]
    assert found
    assert found.distance == 2


def test_a_word_of_one_edit_is_no_form_of_a_derived_word(engine: Engine) -> None:
    fill(engine, make("a.md", "Los probables por una probabilidad"))
    assert engine.unknown_words(("probablidad",)) == {"probablidad": Correction("probabilidad", 1, 1)}


def test_of_several_vaults_one_has_the_form(engine: Engine) -> None:
    other = MemoryEngine()
    fill(engine, make("a.md", "Randverteilunk"))
    fill(other, make("a.md", "Nicht Randverteilungen und"))
    both = FederatedReader({"one": engine, "two": other}, {})
    assert both.unknown_words(("Randverteilung",)) == {"Randverteilung": Correction("Randverteilungen", 0, 1)}


def test_a_rare_word_has_the_form_that_more_documents_have(engine: Engine) -> None:
    frequent = [make(f"{n}.md", "Nicht die Nebenklassen und") for n in range(3)]
    fill(engine, make("a.md", "Nebenklasse"), make("b.md", "Nebenklasse"), *frequent)
    assert engine.unknown_words(("Nebenklasse", "Nebenklassen")) == {"Nebenklasse": Correction("Nebenklassen", 0, 3, 2)}


def test_a_rare_word_has_no_form_with_another_ending(engine: Engine) -> None:
    fill(engine, make("a.md", "Cambiado"), *(make(f"{n}.md", "cambian por una") for n in range(3)))
    assert engine.unknown_words(("cambiado",)) == {}


def test_a_word_of_more_documents_has_no_other_form(engine: Engine) -> None:
    frequent = [make(f"{n}.md", "Nicht die Nebenklassen und") for n in range(9)]
    fill(engine, *(make(f"{n}a.md", "Nebenklasse") for n in range(6)), *frequent)
    assert engine.unknown_words(("Nebenklasse",)) == {}


def test_the_languages_are_those_of_the_documents_now(engine: Engine) -> None:
    fill(engine, make("a.md", "Konvergenzkriterien"))
    assert engine.unknown_words(("Konvergenzkriterium",))["Konvergenzkriterium"] != Correction(
        "Konvergenzkriterien", 0, 1
    )
    fill(engine, make("b.md", "Nicht nur und"))
    assert engine.unknown_words(("Konvergenzkriterium",))["Konvergenzkriterium"] == Correction(
        "Konvergenzkriterien", 0, 1
    )
