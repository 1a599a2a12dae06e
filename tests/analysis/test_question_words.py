"""Words of a question that say what it asks for."""

from __future__ import annotations

import pytest

from dowse.analysis.heading_stems import heading_stems
from dowse.analysis.languages.stopwords import telling
from dowse.analysis.question_words import asks_for_subject, without_form
from dowse.analysis.tokens import words


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("how does grappling work", "grappling"),
        ("How do opportunity attacks work?", "opportunity attacks"),
        ("how a lock works", "lock"),
        ("what does idempotent mean", "idempotent"),
        ("wie funktioniert ein Vergaser", "Vergaser"),
        ("was bedeutet Vererbung", "Vererbung"),
        ("was ist ein Vergaser", "Vergaser"),
        ("Qu'est-ce que la permaculture ?", "permaculture"),
        ("qu'est-ce qu'une carte", "carte"),
        ("c'est quoi l'holochain", "holochain"),
        ("¿Qué es una marea viva?", "marea viva"),
        ("para qué sirve el ancla", "ancla"),
        ("o que é memoria virtual", "memoria virtual"),
        ("cos'è la marea", "marea"),
        ("co to jest kotwica", "kotwica"),
        ("что такое замыкание", "замыкание"),
        ("was ist das", "das"),
        ("comment fonctionne la carte", "carte"),
        ("como funciona a memoria virtual", "memoria virtual"),
        ("как работает двигатель", "двигатель"),
        ("tell me about grappling", "grappling"),
        ("What do my notes say about saving throws?", "saving throws"),
        ("notes on sleep", "sleep"),
        ("can you explain how grappling works", "grappling"),
        ("explain what idempotent means", "idempotent"),
        ("explain analyze", "explain analyze"),
        ("where is grappling explained", "grappling"),
        ("where are routes registered", "routes registered"),
        ("Notizen über Schlaf", "Schlaf"),
        ("mes notes sur le sommeil", "le sommeil"),  # too few words for French
        ("was weiß ich über den Schlaf", "Schlaf"),
        ("mis notas sobre redes", "redes"),
        ("minhas notas sobre memória", "memoria"),
        ("заметки о сне", "сне"),
        ("notes about", "notes"),
        ("notes app", "notes app"),
        ("show me", "show"),
        ("how does it work", "work"),
        ("how do we organise remote work", "organise remote work"),
        ("how do managers of large teams organise remote work", "managers large teams organise remote work"),
        ("how work", "work"),
        ("how much work", "much work"),
        ("how is work", "work"),
        ("work on the roof", "work roof"),
        ("how does this work", "work"),
        ("how do employees commute to work", "employees commute work"),
        ("how well does it work", "well work"),
        ("how does logging in work", "logging"),
    ],
)
def test_the_verb_of_the_form_of_a_question_is_no_word_of_its_subject(question: str, left: str) -> None:
    assert telling(words(question)) == left.split()


def test_a_heading_that_is_such_a_question_has_the_stems_of_its_subject() -> None:
    assert heading_stems("How does grappling work?") == heading_stems("Grappling")
    assert heading_stems("How it works") == heading_stems("Works")
    assert heading_stems("What all of this means") == heading_stems("Meaning")


def test_the_list_of_a_search_of_code_knows_no_questions() -> None:
    assert telling(["how", "does", "grappling", "work"], "minimal") == ["how", "does", "grappling", "work"]


def test_a_question_without_such_a_form_is_the_same() -> None:
    assert without_form(["how", "to", "work"]) == ["how", "to", "work"]


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("what is grappling", True),
        ("What's a deadlock?", True),
        ("was ist Vererbung", True),
        ("qu'est-ce qu'une carte", True),
        ("что такое замыкание", True),
        ("tell me what grappling means", True),
        ("where is grappling explained", True),
        ("what grappling is", False),
        ("grappling", False),
        ("notes on grappling", False),
        ("how do I grapple", False),
        ("what", False),
    ],
)
def test_a_question_may_ask_for_nothing_but_its_subject(question: str, is_asked: bool) -> None:
    assert asks_for_subject(words(question)) is is_asked
