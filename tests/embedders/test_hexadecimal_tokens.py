"""The tokens of hexadecimal numbers are those of the tokenizer."""

from __future__ import annotations

import random

import pytest
from tokenizers import Tokenizer

from dowse.embedders.hexadecimal_tokens import HexadecimalTokens, is_hexadecimal
from dowse.embedders.static import BUNDLED, StaticEmbedder


@pytest.mark.parametrize("digits", ["0123456789abcdef", "0123456789", "abcdef"])
def test_a_number_has_the_tokens_of_the_tokenizer(digits: str) -> None:
    tokenizer = Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))
    tokens = HexadecimalTokens(tokenizer.get_vocab(with_added_tokens=False))
    chosen = random.Random(digits)  # noqa: S311  # a fixed seed
    for length in range(1, 101):
        number = "".join(chosen.choices(digits, k=length))
        ids = [token.id.to_bytes(2, "little") for token in tokenizer.model.tokenize(number)]
        assert tokens(number) == b"".join(ids)


def test_many_numbers_are_encoded_like_a_few() -> None:
    numbers = [f"{n * 0x9E3779B97F4A7C15 % 2**64:016X}" for n in range(2_200)]
    few = [StaticEmbedder().encode(" ".join(some)) for some in (numbers[:1_100], numbers[1_100:])]
    assert StaticEmbedder().encode(" ".join(numbers)) == b"".join(few)


@pytest.mark.parametrize("piece", ["", "face7g", "Face7", "12.5", "é1"])
def test_other_pieces_are_no_hexadecimal_numbers(piece: str) -> None:
    assert not is_hexadecimal(piece)
