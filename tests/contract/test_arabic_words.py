"""Words of Arabic with and without the article, as every engine finds them."""

from __future__ import annotations

import pytest

from dowse.query.ast import Word
from tests.contract.engines import Engine, fill, selected
from tests.making import make


@pytest.mark.parametrize("asked", ["سوق", "السوق", "والسوق", "سوقها"])
def test_a_word_is_found_with_and_without_prefixes_and_suffixes(engine: Engine, asked: str) -> None:
    fill(engine, make("a.md", "ذهبت إلى السوق"), make("b.md", "سوق قديم"), make("c.md", "والكتاب"))
    assert selected(engine, Word(asked)) == {"a.md", "b.md"}
