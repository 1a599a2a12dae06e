"""All forms of a word count as one term, beside the ranking of the memory engine."""

from __future__ import annotations

import random

import pytest

from dowse.analysis.spelling.inflection import inflected_words
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.document import Document
from dowse.model.inflected_words import NOT_INFLECTED, InflectedWords
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import FieldWeights
from dowse.query.ast import Expr, FieldEquals, MatchAll
from tests.contract.engines import ALL, Engine, fill
from tests.making import make

_GERMAN = InflectedWords(("Zertifikat", "Häuser"), ("german",))
_FORMS = ("Zertifikat", "Zertifikate", "Zertifikaten", "Zertifikats", "Haus", "Häuser", "Häusern", "Häuschen")
_WORDS = (*_FORMS, "und", "nicht", "Garten", "Antrag", "the")
_FOOTER = "\n\nZertifikate und Häuser stehen nicht in dieser Zeile.\n"
_QUERIES = (("Zertifikat",), ("Zertifikat", "Häuser"), ("Häuser", "Garten", "Häuser"), ("Antrag", "Zertifikat"))
_FILTERS = (MatchAll(), FieldEquals("tag", "red"))


def _note(chance: random.Random, *, has_footer: bool) -> Document:
    text = " ".join(chance.choices(_WORDS, k=chance.randrange(40)))
    tags = ("red",) if chance.random() < 0.3 else ()
    title = " ".join(chance.choices(_WORDS, k=2))
    return make(f"{chance.randrange(40)}.md", text + _FOOTER * has_footer, title=title, tags=tags)


def _ranking(engine: Engine, words: tuple[str, ...], where: Expr, inflected: InflectedWords) -> list[tuple[float, str]]:
    hits = engine.match(words, where, ALL, weights=FieldWeights(), inflected=inflected)
    return sorted((-round(hit.score, 6), hit.head.path) for hit in hits)


def _german(engine: Engine, *texts: str) -> None:
    """Notes of these texts, among others that tell the language."""
    others = [make(f"other{n}.md", f"Es ist nicht wahr, und auf der Straße {n} steht nichts mit") for n in range(9)]
    fill(engine, *others, *(make(f"{n}.md", text) for n, text in enumerate(texts)))


@pytest.mark.parametrize("has_footer", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_after_any_changes_the_ranking_is_that_of_the_memory_engine(
    sqlite: SqliteEngine, seed: int, *, has_footer: bool
) -> None:
    chance = random.Random(seed)  # noqa: S311  # documents, not secrets
    memory = MemoryEngine()
    for step in range(6):
        written = [_note(chance, has_footer=has_footer) for _ in range(chance.randrange(1, 20))]
        for engine in (sqlite, memory):
            fill(engine, *written)
            engine.write(WriteBatch(removed=(f"{seed}.md",)))
            if step % 3 == 1:
                engine.forget_unused()
        assert sqlite.inflected_terms(_GERMAN) == memory.inflected_terms(_GERMAN), step
        for words in _QUERIES:
            for where in _FILTERS:
                found = (_ranking(engine, words, where, _GERMAN) for engine in (sqlite, memory))
                first, second = found
                assert first == second, (step, words, where)
    assert memory.inflected_terms(_GERMAN)


def test_all_forms_of_a_word_are_found_and_count_by_their_common_frequency(engine: Engine) -> None:
    _german(engine, "ein Zertifikat", "die Zertifikate", "den Zertifikaten", "ein Garten")
    asked = inflected_words("wie erneuere ich das Zertifikat", ("Zertifikat",))
    found = _ranking(engine, ("Zertifikat",), MatchAll(), asked)
    assert [path for _, path in found] == ["0.md", "1.md", "2.md"]
    assert len({score for score, _ in found}) == 1
    alone = _ranking(engine, ("Garten",), MatchAll(), NOT_INFLECTED)
    assert found[0][0] > alone[0][0]  # less than a word of one note


def test_without_inflected_words_a_word_counts_as_it_is_written(engine: Engine) -> None:
    _german(engine, "ein Zertifikat", "die Zertifikate", "den Zertifikaten")
    assert len(_ranking(engine, ("Zertifikat",), MatchAll(), NOT_INFLECTED)) == 1


def test_a_query_that_tells_no_language_is_in_that_of_most_texts(engine: Engine) -> None:
    asked = inflected_words("Zertifikat erneuern", ("Zertifikat", "erneuern"))
    _german(engine, "ein Zertifikat", "die Zertifikate")
    assert len(_ranking(engine, ("Zertifikat",), MatchAll(), asked)) == 2
    fill(engine, *(make(f"english{n}.md", f"the text {n}") for n in range(30)))
    assert len(_ranking(engine, ("Zertifikat",), MatchAll(), asked)) == 1
    told = inflected_words("wie erneuere ich das Zertifikat", ("Zertifikat",))
    assert len(_ranking(engine, ("Zertifikat",), MatchAll(), told)) == 2


def test_a_stop_word_is_no_form_of_another_word(engine: Engine) -> None:
    """The stemmers take `sich` for a form of `Sicherheit`, and `como` for one of `comida`."""
    _german(engine, "die Sicherheiten", "sie setzt sich", "sich selbst")
    asked = inflected_words("wie finde ich die Sicherheit", ("Sicherheit",))
    assert [path for _, path in _ranking(engine, ("Sicherheit",), MatchAll(), asked)] == ["0.md"]
    fill(
        engine, *(make(f"s{n}.md", text) for n, text in enumerate(["una comida por hora", "como por la tarde una vez"]))
    )
    asked = inflected_words("cuando hay una comida por la tarde", ("comidas",))
    assert [path for _, path in _ranking(engine, ("comidas",), MatchAll(), asked)] == ["s0.md"]
