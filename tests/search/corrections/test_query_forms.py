"""Queries with a word of which documents have another form, on every engine."""

from __future__ import annotations

import pytest

from dowse.search.execute import Answer, Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill, paths
from tests.making import make

_NOTES = (
    make("wasser.md", "Von Flüssigkeiten und nicht von Gasen.", title="Flüssigkeiten"),
    make("dichte.md", "Die Dichte und nicht das Volumen der Flüssigkeiten.", tags=("physik",)),
    make("brot.md", "Mehl und nicht Teig"),
)
_SEARCHED = (0, "no document contains 'Flüssigkeit', searched for 'Flüssigkeiten'")


def _asked(engine: Engine, text: str) -> Answer:
    fill(engine, *_NOTES)
    return search(Request(text), DEFAULT, engine, now=0.0)


def _hints(answer: Answer) -> list[tuple[int, str]]:
    return [(note.at, note.hint) for note in answer.notes]


def test_the_form_that_documents_have_is_searched_with_a_note(engine: Engine) -> None:
    answer = _asked(engine, "Flüssigkeit")
    assert paths(answer.hits)[0] == "wasser.md"
    assert _SEARCHED in _hints(answer)
    assert not answer.unknown.corrected


def test_the_snippet_marks_the_form(engine: Engine) -> None:
    snippet = _asked(engine, "Flüssigkeit Dichte").hits[0].snippet
    assert snippet is not None
    assert {snippet.text[slice(*mark)] for mark in snippet.marks} == {"Dichte", "Flüssigkeiten"}


def test_the_reading_names_the_form(engine: Engine) -> None:
    assert "Flüssigkeiten" in _asked(engine, "Flüssigkeit").reading


def test_a_word_without_a_form_is_corrected_beside_it(engine: Engine) -> None:
    answer = _asked(engine, "Flüssigkeit Volumenn")
    assert answer.unknown.corrected == "Flüssigkeit Volumen"
    assert _hints(answer)[:2] == [(12, "no document contains 'Volumenn', searched for 'Volumen'"), _SEARCHED]


def test_a_required_word_has_its_form(engine: Engine) -> None:
    assert paths(_asked(engine, "+Flüssigkeit Dichte").hits) == ["dichte.md", "wasser.md"]


def test_a_quotation_means_its_words_as_they_are(engine: Engine) -> None:
    answer = _asked(engine, '"Flüssigkeit"')
    assert not answer.hits
    assert answer.unknown.corrected == '"Flüssigkeiten"'


def test_a_note_on_filters_follows(engine: Engine) -> None:
    answer = _asked(engine, "Flüssigkeit tag:chemie")
    assert not answer.hits
    assert _hints(answer)[0] == _SEARCHED
    assert len(_hints(answer)) == 2


def test_the_form_is_no_mistake_of_the_query(engine: Engine) -> None:
    assert _asked(engine, "Flüssigkeit").query.notes == ()


def test_words_of_the_vault_are_searched_as_they_are(engine: Engine) -> None:
    answer = _asked(engine, "Flüssigkeiten")
    assert (answer.reading, answer.notes) == ("all documents, ranked by Flüssigkeiten", ())


def test_the_form_of_a_rare_word_is_searched_beside_it(engine: Engine) -> None:
    fill(engine, make("alt.md", "Eine Flüssigkeit"), *(make(f"{n}.md", f"the note {n}") for n in range(20)))
    answer = _asked(engine, "Flüssigkeit")
    assert sorted(paths(answer.hits)) == ["alt.md", "dichte.md", "wasser.md"]
    assert _hints(answer)[0] == (0, "few documents contain 'Flüssigkeit', searched for 'Flüssigkeiten', too")
    assert not answer.unknown.corrected


def test_the_form_of_a_rare_word_that_counts_in_any_case_does_not_count_twice(engine: Engine) -> None:
    fill(engine, make("alt.md", "Eine Flüssigkeit"))
    answer = _asked(engine, "Flüssigkeit")
    assert sorted(paths(answer.hits)) == ["alt.md", "dichte.md", "wasser.md"]
    assert (answer.reading, answer.notes) == ("all documents, ranked by Flüssigkeit", ())


def test_a_required_rare_word_is_searched_as_it_is(engine: Engine) -> None:
    fill(engine, make("alt.md", "Eine Flüssigkeit"))
    assert paths(_asked(engine, "+Flüssigkeit").hits) == ["alt.md"]


def test_both_spellings_of_an_english_word_are_one_word(engine: Engine) -> None:
    fill(
        engine,
        make("a.md", "The colour of the first wall."),
        make("b.md", "The color of the second wall."),
        make("c.md", "The size of the third wall."),
    )
    answer = search(Request("which colour is it"), DEFAULT, engine, now=0.0)
    assert {hit.ref.doc for hit in answer.hits} == {"a.md", "b.md"}
    assert {hit.snippet.text[slice(*mark)] for hit in answer.hits if hit.snippet for mark in hit.snippet.marks} == {
        "colour",
        "color",
    }


@pytest.mark.parametrize(
    ("typed", "other"),
    [
        *(("colours", "colors"), ("colour", "color"), ("Colour", "color")),
        *(("organise", "organize"), ("organisational", "organizational"), ("grey", "gray")),
    ],
)
def test_a_word_that_no_document_has_is_searched_in_its_other_spelling(engine: Engine, typed: str, other: str) -> None:
    fill(
        engine,
        make("a.md", "The gray color of the wall. We organize an organizational unit."),
        make("b.md", "A great wall"),
    )
    answer = search(Request(typed), DEFAULT, engine, now=0.0)
    assert paths(answer.hits) == ["a.md"]
    assert _hints(answer) == [(0, f"no document contains {typed!r}, searched for {other!r}")]
    assert not answer.unknown.corrected


def test_another_word_of_the_same_stem_is_no_other_spelling(engine: Engine) -> None:
    fill(engine, make("a.md", "The organ of the church."))
    assert not any("searched for" in hint for _, hint in _hints(search(Request("organise"), DEFAULT, engine, now=0.0)))
