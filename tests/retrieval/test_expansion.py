"""Words that a short query gains from what it finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.retrieval.expansion import Expansion
from dowse.retrieval.keyword import Keyword
from tests.making import make
from tests.making_embedder import Hashing
from tests.retrieval.asking import asking, holding

_OTHERS = tuple(make(f"{n}.md", f"bread number {n} with flour and the other things") for n in range(20))
_ABOUT_AI = (
    make("ethics.md", "AI and machine learning ethics: machine learning needs ethics"),
    make("nets.md", "neural machine learning with AI; the ethics of neural machines"),
    make("tools.md", "AI tools for writing, by machine learning, neural"),
)


def test_a_query_of_one_word_gains_three_words_of_what_it_finds() -> None:
    """Temoa's example: "AI" becomes "AI machine learning ethics neural"."""
    run = Expansion()(asking("AI", holding(*_ABOUT_AI, *_OTHERS)))
    assert set(run.added) <= {"machine", "learning", "ethics", "neural"}
    assert len(run.added) == 3


@pytest.mark.parametrize("query", ["machine learning ethics", "", "tag:x", "zyzzyva"])
def test_a_longer_query_and_one_that_finds_nothing_stay_as_they_are(query: str) -> None:
    run = asking(query, holding(*_ABOUT_AI, *_OTHERS))
    assert Expansion()(run) == run


def test_words_that_stand_everywhere_are_not_added() -> None:
    vault = [make(f"{n}.md", "always often never" + (" AI ethics" if n < 3 else "")) for n in range(30)]
    run = Expansion(terms=1)(asking("AI", holding(*vault)))
    assert run.added == ("ethics",)


def test_a_word_is_not_added_in_another_form_of_itself() -> None:
    run = Expansion(terms=9)(asking("taxes", holding(make("a.md", "tax taxing taxed carbon"), *_OTHERS)))
    assert run.added == ("carbon",)


def test_nor_in_another_form_of_another_language() -> None:
    others = (make(f"{n}.md", f"Es ist nicht wahr, und auf der Straße {n} steht mit") for n in range(20))
    roof = make("dach.md", "Auf den Dächern und auf allen Dächern: Moos")
    added = Expansion()(asking("Dach", holding(roof, make("alt.md", "Ein Dach"), *others))).added
    assert len(added) == 3
    assert "dachern" not in added


def test_stop_words_of_the_language_of_a_text_are_not_added() -> None:
    text = "Wissen wächst durch Notizen, denn eine Notiz und diese Notizen sind nicht nur eine Liste, und Wissen ist"
    note = make("wissen.md", f"{text} diese eine Sache, die wir mit einer Notiz haben.")
    added = Expansion(terms=20)(asking("Wissen", holding(note, *_OTHERS))).added
    assert {"notiz", "liste"} <= set(added)
    assert {"eine", "diese", "nicht"}.isdisjoint(added)


def test_added_words_are_looked_for_like_those_of_the_query() -> None:
    engine = holding(make("a.md", "carbon"), make("b.md", "neutral"))
    run = replace(asking("carbon", engine), added=("neutral",))
    assert {hit.ref.doc for hit in Keyword()(run)} == {"a.md", "b.md"}


def test_where_no_word_is_found_the_nearest_in_meaning_tell() -> None:
    hashing = Hashing(synonyms=(("car", "automobil"),))
    engine = holding(make("a.md", "automobile engine"), *_OTHERS, embedder=hashing)
    assert "engine" in Expansion(documents=1)(asking("car", engine, embedder=hashing)).added


def test_of_an_unspaced_script_pairs_of_characters_are_added_and_none_of_the_query() -> None:
    engine = holding(make("a.md", "最短路算法。最短路的算法。"), *(make(f"{n}.md", f"求第{n}题") for n in range(9)))
    assert set(Expansion(terms=2)(asking("最短路", engine)).added) <= {"路算", "算法", "路的", "的算"}
