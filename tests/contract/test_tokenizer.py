"""The tokens that FTS5 gets."""

from __future__ import annotations

import apsw
import pytest

from dowse.analysis.tokens import tokens
from dowse.engines.indexed_fields import BETWEEN
from dowse.engines.sqlite.words import tokenizer


def test_the_words_of_many_headings_are_analysed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    text = BETWEEN.join(f"Wool{n:x} and getSilk_{n} {n}" for n in range(1_000))
    one_by_one = tokens(text)
    monkeypatch.delattr(tokenizer, "tokens")
    assert tokenizer._tokenize(text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None) == one_by_one
