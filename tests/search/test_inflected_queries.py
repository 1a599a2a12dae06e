"""Queries in German find, mark and trust all forms of their words, on every engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.formats.detect import parse_file
from dowse.model.chunk import Chunk
from dowse.model.hit import Hit
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Granularity
from dowse.retrieval.keyword import Keyword
from dowse.search.execute import Answer, Request, search
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.stages.confidence import CONFIDENCE
from dowse.stages.heading_match import HEADING_MATCH
from tests.contract.engines import Engine, fill, paths
from tests.making import indexed, make
from tests.making_embedder import Hashing
from tests.retrieval.asking import asking

_BUNDLED = replace(Hashing(), name="static")
_NOTES = (
    make("haus.md", "Wir haben nicht nur ein Haus, und mit dem Garten ist es schön.", title="Haus"),
    make("dach.md", "Auf den Dächern der alten Häuser liegt nicht mehr viel Moos, und das ist gut.", title="Moos"),
    make("antrag.md", "Der Antrag ist nicht mit der Post zu senden, und auf das Amt geht niemand.", title="Antrag"),
)


def _asked(engine: Engine, query: str, profile: str = "default") -> Answer:
    return search(Request(query), PROFILES[profile], engine, now=0.0, embedder=_BUNDLED)


def _confidence(hit: Hit) -> float:
    return next(each.value for each in hit.why if each.source == CONFIDENCE)


@pytest.fixture
def german(engine: Engine) -> Engine:
    """An engine with notes in German."""
    fill(engine, *_NOTES)
    return engine


def test_a_word_finds_its_other_forms(german: Engine) -> None:
    assert set(paths(_asked(german, "Häuser").hits)) == {"haus.md", "dach.md"}
    assert paths(_asked(german, "Dach und Moos").hits)[0] == "dach.md"


@pytest.mark.parametrize("condition", ["-path:how/to", "-tag:what", "-type:how-to"])
def test_a_condition_tells_no_language(german: Engine, condition: str) -> None:
    assert set(paths(_asked(german, f"Häuser {condition}").hits)) == {"haus.md", "dach.md"}


def test_a_compound_of_no_note_is_searched_by_its_words(german: Engine) -> None:
    answer = _asked(german, "der Garten und das Moos auf dem Gartenhaus")
    assert answer.unknown.corrections == (("Gartenhaus", "Garten Haus"),)
    assert _asked(german, "Gartenhaus").unknown.corrected == "Garten Haus"


def test_a_quoted_compound_has_no_words_as_its_correction_that_stand_together_nowhere(german: Engine) -> None:
    assert _asked(german, '"Gartenhaus"').unknown.corrected == ""
    fill(german, make("kauf.md", "Ein Garten Haus und nicht mehr."))
    assert _asked(german, '"Gartenhaus"').unknown.corrected == '"Garten Haus"'


def test_a_quotation_and_a_required_word_find_the_form_that_is_written(german: Engine) -> None:
    assert paths(_asked(german, '"Häuser"').hits) == ["dach.md"]
    assert paths(_asked(german, "+Häuser").hits) == ["dach.md"]


def test_a_snippet_marks_the_other_forms(german: Engine) -> None:
    hit = _asked(german, "Dach Häuser").hits[0]
    assert hit.snippet is not None
    assert [hit.snippet.text[start:end] for start, end in hit.snippet.marks] == ["Dächern", "Häuser"]


def test_the_confidence_counts_the_other_forms(german: Engine) -> None:
    assert _confidence(_asked(german, "wo ist das Moos auf dem Haus").hits[0]) == 1.0


@pytest.mark.parametrize("granularity", ["section", "chunk"])
def test_the_forms_are_found_in_parts(german: Engine, granularity: Granularity) -> None:
    found = search(
        Request("Häuser"), replace(DEFAULT, granularity=granularity), german, now=0.0, embedder=_BUNDLED
    ).hits
    assert {hit.ref.doc for hit in found} == {"haus.md", "dach.md"}


def test_two_forms_of_a_word_are_one_word_for_the_confidence(german: Engine) -> None:
    first, second = (_asked(german, query).hits[0] for query in ("Haus Dach", "Haus Häuser Dach"))
    assert first.head.path == second.head.path == "dach.md"
    assert _confidence(first) == _confidence(second) == 1.0


@pytest.mark.parametrize("granularity", ["section", "chunk"])
def test_a_document_is_represented_by_the_part_with_another_form(engine: Engine, granularity: Granularity) -> None:
    text = "# Hof\n\nDer Hof ist nicht alt.\n\n## Tor\n\nNeu.\n\n## Moos\n\nAuf den Dächern und nicht auf dem Weg.\n"
    document = parse_file("hof.md", text.encode(), modified=0.0)
    spans = [(unit.name, unit.start, unit.end) for unit in document.units]
    chunks = (Chunk(Ref("hof.md", name), text[start:end], start, end, name.encode()) for name, start, end in spans)
    fill(engine, *_NOTES)
    engine.write(WriteBatch(indexed=(indexed(document, chunks=tuple(chunks)),)))
    run = asking("Dach", engine)
    found = Keyword(granularity=granularity)(run)
    assert [hit.ref.section for hit in found if hit.ref.doc == "hof.md"] == ["moos"]


def test_words_are_close_in_any_form(engine: Engine) -> None:
    far = "Das Dach ist alt, und nicht nur auf der Seite, die mit dem Weg nach Süden liegt, wächst Moos."
    fill(engine, *_NOTES, make("fern.md", far, title="Fern"))
    hits = _asked(engine, "Dach Moos", "proximity").hits
    values = {hit.head.path: each.value for hit in hits for each in hit.why if each.source == "proximity"}
    assert values["dach.md"] == 1.0


def test_a_heading_with_another_form_of_the_words_is_the_query(german: Engine) -> None:
    text = "# Amt\n\n## Anträge\n\nAuf dem Amt.\n\n## Alte Dächer\n\nMit Moos und nicht neu.\n"
    fill(german, parse_file("amt.md", text.encode(), modified=0.0))
    hit = _asked(german, "altes Dach").hits[0]
    assert (hit.ref.doc, hit.spot) == ("amt.md", Ref("amt.md", "alte-dächer"))
    assert any(reason.source == HEADING_MATCH for reason in hit.why)


def test_a_tag_in_another_form_is_named_by_the_query(german: Engine) -> None:
    fill(german, make("tor.md", "Ein Tor und nicht mehr.", tags=("haus",)))
    hits = _asked(german, "Häuser", "keywords").hits
    assert (paths(hits)[0], "tag_boost" in {reason.source for reason in hits[0].why}) == ("tor.md", True)
