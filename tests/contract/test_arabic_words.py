"""Words of Arabic with and without the article, as every engine finds them."""

from __future__ import annotations

import pytest

from dowse.model.correction import Correction
from dowse.query.ast import Word
from tests.contract.engines import Engine, fill, selected
from tests.making import make


@pytest.mark.parametrize("asked", ["سوق", "السوق", "والسوق", "سوقها"])
def test_a_word_is_found_with_and_without_prefixes_and_suffixes(engine: Engine, asked: str) -> None:
    fill(engine, make("a.md", "ذهبت إلى السوق"), make("b.md", "سوق قديم"), make("c.md", "والكتاب"))
    assert selected(engine, Word(asked)) == {"a.md", "b.md"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("المكتبب", "المكتبة"),  # another last letter
        ("الجامات", "الجامعات"),  # a letter of the stem left out
        ("المككتبة", "المكتبة"),  # a letter too many
        ("والجاعمات", "والجامعات"),  # neighbours exchanged
        ("الجمعات", "الجامعات"),  # the second letter of the stem left out
    ],
)
def test_a_misspelt_word_with_the_article_has_a_correction(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", f"المكتبة {meant}"))
    assert engine.unknown_words((typed,)) == {typed: Correction(meant, 1, 1)}
