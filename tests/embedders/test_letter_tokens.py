"""Words with letters beyond ASCII."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from dowse.embedders.letter_tokens import LetterTokens
from dowse.embedders.static import BUNDLED, bundled_embedder
from tests.tier_parameters import examples

_TOKENIZER = Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))
_UNKNOWN = bundled_embedder().encode("a" * 101)
_TOKENS = LetterTokens(_TOKENIZER, _UNKNOWN)
_LETTERS = "абвгдийёіçéñößıİǅﬁſαςΩאبकカがが가ﾊ²½١五a1Z"


def _encoded(word: str) -> bytes:
    return array("H", _TOKENIZER.encode(word, add_special_tokens=False).ids).tobytes()


@pytest.mark.parametrize("word", ["Привет", "сестрович" * 11, "éléphant", "straße", "Wrocław", "н3е", "ЖЖ" * 51, "ΣΟΣ"])
def test_a_word_has_the_ids_that_the_tokenizer_gives_it(word: str) -> None:
    assert _TOKENS(word) == _encoded(word)


@pytest.mark.parametrize("piece", ["漢字", "가", "й\u0301", "a\u200bb", "№", "a_б", "\ud800", "क्ष"])
def test_a_piece_with_other_characters_is_left_to_the_tokenizer(piece: str) -> None:
    assert _TOKENS(piece) is None


@settings(derandomize=True, database=None, deadline=None, max_examples=examples(200))
@given(st.text(st.sampled_from(_LETTERS) | st.characters(categories=["L", "N"]), min_size=1, max_size=12))
def test_every_word_has_the_ids_that_the_tokenizer_gives_it(word: str) -> None:
    found = _TOKENS(word)
    assert found is None or found == _encoded(word)
