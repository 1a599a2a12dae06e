"""Words of Russian in other cases, as every engine finds them."""

from __future__ import annotations

import pytest

from dowse.model.correction import Correction
from dowse.query.ast import And, ExactPhrase, Expr, FieldEquals, Or, SamePassage, Word
from tests.contract.engines import Engine, fill, selected
from tests.making import make


@pytest.mark.parametrize("asked", ["плита", "Плитой", "плитами", "плит"])
def test_a_word_is_found_in_other_cases(engine: Engine, asked: str) -> None:
    fill(
        engine,
        make("a.md", "Под плитой"),
        make("b.md", "две плиты"),
        make("c.md", "плитка, плитою́"),
        make("d.md", "плитка"),
    )
    assert selected(engine, Word(asked)) == {"a.md", "b.md", "c.md"}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (SamePassage("line", Word("длинная")), {"a.md"}),
        (ExactPhrase("длинной плитой"), {"a.md"}),
        (ExactPhrase("длинная плита"), set()),
        (Word("длинная-плита"), {"a.md"}),
    ],
)
def test_a_word_of_a_passage_is_found_in_other_cases_and_a_quotation_as_written(
    engine: Engine, asked: Expr, expected: set[str]
) -> None:
    fill(engine, make("a.md", "под длинной плитой"), make("b.md", "под короткой полкой"))
    assert selected(engine, asked) == expected


def test_a_tag_and_a_title_are_compared_as_written(engine: Engine) -> None:
    fill(engine, make("a.md", "text", title="Плиты", tags=("плиты",)))
    assert selected(engine, Or((FieldEquals("tag", "плита"), FieldEquals("title", "плита")))) == set()
    assert selected(engine, And((FieldEquals("tag", "плиты"), FieldEquals("title", "плиты")))) == {"a.md"}


@pytest.mark.parametrize(
    ("typed", "meant"), [("плтиами", "плитами"), ("клавиатрой", "клавиатурой"), ("вренье", "варенье")]
)
def test_a_misspelt_word_has_a_correction(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", "под плитами с клавиатурой варенье"))
    assert engine.unknown_words((typed,)) == {typed: Correction(meant, 1, 1)}
