"""Queries in German find, mark and trust all forms of their words, on every engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.ports.storage import Granularity
from dowse.search.execute import Answer, Request, search
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.stages.confidence import CONFIDENCE
from tests.contract.engines import Engine, fill, paths
from tests.making import make
from tests.making_embedder import Hashing

_BUNDLED = replace(Hashing(), name="static")
_NOTES = (
    make("haus.md", "Wir haben nicht nur ein Haus, und mit dem Garten ist es schön.", title="Haus"),
    make("dach.md", "Auf den Dächern der alten Häuser liegt nicht mehr viel Moos, und das ist gut.", title="Moos"),
    make("antrag.md", "Der Antrag ist nicht mit der Post zu senden, und auf das Amt geht niemand.", title="Antrag"),
)


def _asked(engine: Engine, query: str, profile: str = "default") -> Answer:
    return search(Request(query), PROFILES[profile], engine, now=0.0, embedder=_BUNDLED)


@pytest.fixture
def german(engine: Engine) -> Engine:
    """An engine with notes in German."""
    fill(engine, *_NOTES)
    return engine


def test_a_word_finds_its_other_forms(german: Engine) -> None:
    assert set(paths(_asked(german, "Häuser").hits)) == {"haus.md", "dach.md"}
    assert paths(_asked(german, "Dach und Moos").hits)[0] == "dach.md"


def test_a_compound_of_no_note_is_searched_by_its_words(german: Engine) -> None:
    answer = _asked(german, "der Garten und das Moos auf dem Gartenhaus")
    assert answer.unknown.corrections == (("Gartenhaus", "Garten Haus"),)
    assert _asked(german, "Gartenhaus").unknown.corrected == "Garten Haus"


def test_a_quotation_and_a_required_word_find_the_form_that_is_written(german: Engine) -> None:
    assert paths(_asked(german, '"Häuser"').hits) == ["dach.md"]
    assert paths(_asked(german, "+Häuser").hits) == ["dach.md"]


def test_a_snippet_marks_the_other_forms(german: Engine) -> None:
    hit = _asked(german, "Dach Häuser").hits[0]
    assert hit.snippet is not None
    assert [hit.snippet.text[start:end] for start, end in hit.snippet.marks] == ["Dächern", "Häuser"]


def test_the_confidence_counts_the_other_forms(german: Engine) -> None:
    hit = _asked(german, "wo ist das Moos auf dem Haus").hits[0]
    assert next(each.value for each in hit.why if each.source == CONFIDENCE) == 1.0


@pytest.mark.parametrize("granularity", ["section", "chunk"])
def test_the_forms_are_found_in_parts(german: Engine, granularity: Granularity) -> None:
    found = search(
        Request("Häuser"), replace(DEFAULT, granularity=granularity), german, now=0.0, embedder=_BUNDLED
    ).hits
    assert {hit.ref.doc for hit in found} == {"haus.md", "dach.md"}
