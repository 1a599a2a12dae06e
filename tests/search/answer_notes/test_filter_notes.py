"""The note on an answer without hits that no other note explains, on every engine."""

from __future__ import annotations

import pytest

from dowse.search.execute import Request, search
from dowse.search.profiles import PROFILES
from tests.contract.engines import Engine, fill
from tests.making import make

_VAULT = (
    make("tax.md", "the carbon tax", tags=("money",)),
    make("levy.md", "the carbon levy", tags=("money",)),
    make("bread.md", "flour and water", tags=("food",), type="recipe"),
    make("old.md", "stale bread", tags=("food",), archived="true"),
)


def _notes(engine: Engine, query: str, **options: object) -> list[str]:
    fill(engine, *_VAULT)
    request = Request(query, mode="fulltext", **options)  # type: ignore[arg-type]
    return [note.hint for note in search(request, PROFILES["default"], engine, now=0.0).notes]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("#money water", "no searched document contains 'water'; the filters select 2 documents"),
        (
            "#money type:recipe",
            "no document matches all filters: 2 documents tagged money, 1 document of the type recipe",
        ),
        (
            "+carbon -#money",
            "no document matches all filters: 2 documents containing carbon, 2 documents not tagged money",
        ),
        ("+zyzzyva carbon", "there are no documents containing zyzzyva"),
        ("carbon AND (zyzzyva OR quux)", "there are no documents containing zyzzyva or containing quux"),
        ("+zyzzyva +quux", "there are no documents containing zyzzyva and none containing quux"),
        ("zyzzyva", "no document contains 'zyzzyva'"),
        ("((#money #food", "no document matches all filters: 2 documents tagged money, 2 documents tagged food"),
    ],
)
def test_an_answer_without_hits_says_which_part_of_the_query_matches_nothing(
    engine: Engine, query: str, said: str
) -> None:
    assert _notes(engine, query)[-1] == said


def test_a_note_names_an_abbreviation_of_hebrew_whole(engine: Engine) -> None:
    fill(engine, make("a.md", 'carbon וחו"ל'))
    for query in ('חו"ל', 'carbon חו"ל'):
        assert [hint for hint in _notes(engine, query) if "חו" in hint] == ["no document contains 'חו\"ל'"]


@pytest.mark.parametrize(
    ("query", "described"),
    [
        ("modified:>1h", "modified more than an hour ago"),
        ("created:>5y", "with created more than 5 years ago"),
        ("modified:yesterday", "modified from yesterday on and before today"),
        ("modified:2026-01", "modified from 2026-01-01 on and before 2026-02-01"),
    ],
)
def test_an_age_or_a_day_that_no_document_has_is_described_as_in_the_query(
    engine: Engine, query: str, described: str
) -> None:
    fill(engine, make("new.md", created="2099-01-01"))
    assert _notes(engine, query)[-1] == f"there are no documents {described}"


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("title:dendorn", "title:dendron"),
        ('title:"dendorn sites"', 'title:"dendron sites"'),
        ("title:dendorn tax", "title:dendron"),
        ('title:"dendorn tax"', ""),
        ("title:zyzzyva", ""),
        ("title:dend*", "title:dend"),
        ("title:zyz*", ""),
    ],
)
def test_a_title_without_a_document_is_corrected_to_one_with_a_document(engine: Engine, query: str, meant: str) -> None:
    fill(engine, make("sites.md", "Pages", title="Dendron sites"))
    *_, said = _notes(engine, query)
    assert said.partition("; ")[2] == (f"did you mean {meant!r}?" if meant else "")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("#cars water", "no tag #cars"),
        ("+stale", "documents with these words are archived; add archived:yes to find them"),
        ("under:nowhere", "under: no document has the name 'nowhere'; `find` lists all files"),
    ],
)
def test_an_answer_with_another_explanation_has_no_second_one(engine: Engine, query: str, said: str) -> None:
    assert _notes(engine, query) == [said]


@pytest.mark.parametrize("query", ["carb*", "the carb*", "+carb*", "-carb* tax", "(carb*) OR tax", "tax carb-x*"])
def test_a_star_behind_a_word_is_no_wildcard(engine: Engine, query: str) -> None:
    word = "carb-x" if "-x" in query else "carb"
    said = f"a search has no wildcards: '{word}*' means the word '{word}'; /\\b{word}/ finds words that begin so"
    assert said in _notes(engine, query)


@pytest.mark.parametrize("query", ["carbo*", "cabron*", "+cabron* tax", "tax (cabron*)"])
def test_the_pattern_for_a_word_with_a_star_has_it_as_written_where_another_word_is_proposed(
    engine: Engine, query: str
) -> None:
    word = "carbo" if "carbo*" in query else "cabron"
    said = f"a search has no wildcards: '{word}*' means the word '{word}'; /\\b{word}/ finds words that begin so"
    notes = _notes(engine, query)
    assert said in notes
    assert any(("did you mean" in note or "searched for" in note) and "carbon" in note for note in notes)


@pytest.mark.parametrize(
    "query", ["carbon", '"carb*"', "carbon *", "*carbon*", "**carbon**", "file:tax*", "/carb*/", "5 * 3", "f*", "a*b"]
)
def test_no_other_star_has_a_note(engine: Engine, query: str) -> None:
    assert not any("wildcard" in said for said in _notes(engine, query))


def test_an_answer_with_hits_says_nothing_of_its_filters(engine: Engine) -> None:
    assert _notes(engine, "#money carbon") == []


def test_filters_after_the_fifth_are_counted_too(engine: Engine) -> None:
    (said,) = _notes(engine, "-aa -bb -cc -dd -ee #money #food")
    assert said.endswith("4 documents not containing ee, 2 documents tagged money, 2 documents tagged food")
