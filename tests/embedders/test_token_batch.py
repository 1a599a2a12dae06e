"""The tokens of many pieces together are those of the tokenizer."""

from __future__ import annotations

import random
from string import ascii_lowercase, digits

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from dowse.embedders import piece_tokens
from dowse.embedders.letter_tokens import LetterForms
from dowse.embedders.static import BUNDLED, StaticEmbedder
from dowse.embedders.token_batch import (
    BatchTokens,
    are_signs,
    bounded_pieces,
    piece_bounds,
    tokens_at,
    tokens_before,
)
from tests.tier_parameters import examples

_TOKENIZER = Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))
_VOCABULARY = _TOKENIZER.get_vocab(with_added_tokens=False)
_TOKENS = BatchTokens(_VOCABULARY, LetterForms(_TOKENIZER))
_EMBEDDER = StaticEmbedder()
_REFUSED = "漢\u0301"
_LETTERS = "abßз1ПриветовичёαςΩØłéבの" + _REFUSED


def test_each_piece_has_the_tokens_of_the_tokenizer() -> None:
    chosen = random.Random(1)  # noqa: S311  # a fixed seed
    words = [token for token in _VOCABULARY if token.isascii() and token.isalnum()]
    pieces = [
        *chosen.choices(words, k=200),
        *("".join(chosen.choices(words, k=3)) for _ in range(200)),
        *("".join(chosen.choices(ascii_lowercase + digits, k=length)) for length in range(1, 101)),
    ]
    ids = [[token.id for token in _TOKENIZER.model.tokenize(each)] for each in pieces]
    found = BatchTokens(_VOCABULARY, {})([*pieces[:200], *map(str.upper, pieces[200:])])
    assert [np.frombuffer(each, np.uint16).tolist() for each in found] == ids


@pytest.mark.parametrize("piece", ["#", "漢1", "a\x01b", "€5", "ǈ", "a" * 101])
def test_other_pieces_are_left_to_the_tokenizer(piece: str) -> None:
    assert [*_TOKENS(["wool", piece, "n3"])][1] == b""


@settings(derandomize=True, database=None, deadline=None, max_examples=examples(100))
@given(st.lists(st.text(_LETTERS, min_size=1, max_size=12), min_size=1, max_size=9))
def test_pieces_of_any_letters_have_the_tokens_of_the_tokenizer(pieces: list[str]) -> None:
    found = zip(pieces, _TOKENS(pieces), strict=True)
    assert {piece: ids for piece, ids in found if ids} == {
        piece: _EMBEDDER.encode(piece) for piece in pieces if not {*piece} & {*_REFUSED}
    }


def test_new_words_of_a_long_text_are_not_tokenized_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_tokens, "_LONGER", 20_000)
    text = "".join(f"#Wool{n:x}T [[n{n}]] Œuvre{n % 7}\n" for n in range(3_000)) + "a" * 101
    embedder = StaticEmbedder()
    one_by_one = StaticEmbedder().encode(text)
    taken: list[str] = []
    encoded = embedder._pieces._encoded

    def counted(piece: str) -> bytes:
        taken.append(piece)
        return encoded(piece)

    monkeypatch.setattr(embedder._pieces, "_encoded", counted)
    assert embedder.encoder(text)(text) == one_by_one
    assert len(taken) < 100
    assert embedder.counter(text)(0, 5_000) == StaticEmbedder().count_tokens(text[:5_000])


@settings(derandomize=True, database=None, deadline=None, max_examples=60)
@given(st.text("aBw7#._'\"\n\r\t ", max_size=60), st.integers(1, 130))
def test_the_tokens_before_a_blank_are_those_of_the_text_up_to_it(text: str, length: int) -> None:
    written = f"{text} Wool{'w' * length} {text}"
    bounds = piece_bounds(written)
    assert bounded_pieces(written) == [written[start:end].lower() for start, end in zip(*bounds, strict=True)]
    before = tokens_before([tokens_at(are_signs(written), bounds[0], _TOKENS.counts(written, bounds))])
    ends = [at for at, char in enumerate(written) if char.isspace()] + [len(written)]
    assert [before[end] for end in ends] == [_EMBEDDER.count_tokens(written[:end]) for end in ends]


@pytest.mark.parametrize("text", ["Wörter", "carbon\x0ctax", "a\0b"])
def test_tokens_of_other_characters_are_counted_in_pieces(text: str) -> None:
    repeated = f"{text} " * 8_000
    assert StaticEmbedder().counter(repeated)(0, 800) == _EMBEDDER.count_tokens(repeated[:800])


@pytest.mark.parametrize("new", ["", "n{n:x}T "], ids=["known words", "new words"])
def test_printable_lines_beside_others_are_counted_together(new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_tokens, "_LONG", 2_000)
    monkeypatch.setattr(piece_tokens, "_LONGER", 2_000)
    line = f"The river was cold, that winter. {new}\n"
    parts = ["“Wool”\n", *(line.format(n=n) for n in range(90)), "Œuvre 漢字\n", "few\n", "é\n", *[line] * 80, "end’s"]
    text = "".join(parts)
    count, embedder = StaticEmbedder().counter(text), _EMBEDDER
    offsets = [0, 7, 8, len(text) // 3, len(text) // 2, len(text) - 5, len(text)]
    offsets = [text.rfind("\n", 0, at + 1) + 1 if at < len(text) - 5 else at for at in offsets]
    for start in offsets:
        for end in (each for each in offsets if each >= start):
            assert count(start, end) == embedder.count_tokens(text[start:end])


def test_prose_is_counted_by_its_known_words() -> None:
    embedder = StaticEmbedder()
    text = "The river was cold, that winter. " * 1_000
    assert embedder.counter(text)(0, len(text)) == _EMBEDDER.count_tokens(text)
    assert embedder._pieces._together is None


def test_prose_is_tokenized_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_tokens, "_LONGER", 20_000)
    embedder = StaticEmbedder()
    assert embedder.encoder("The river was cold that winter. " * 2_000) == embedder._pieces.encoded
