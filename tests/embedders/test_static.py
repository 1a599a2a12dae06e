"""The bundled embedder: what its vectors promise, and that its quick tokenizing is the tokenizer's."""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from dowse.embedders import piece_tokens, static
from dowse.embedders.static import BUNDLED, StaticEmbedder, bundled_embedder
from dowse.ports.models import Embedder

STATIC = StaticEmbedder()
TOKENIZER = Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))
TEXTS = ("carbon tax", "Der Wald.", "", "def parse(text: str) -> Query:", "carbon tax carbon", "日本語のメモ", "☃")

# Blocks where cutting a text could go wrong: controls, marks that combine, scripts without spaces, final sigma.
_ODD = "\t\n\x0b\x0c\x1c\x1f\x00\x7f\x85\xa0\u0300\u0345\u200b\u2028\u3000\ufeff\ufffdİΣσςßéが漢字。한글👩‍🚀!'_-#aA1"
ANY_TEXT = st.text(st.one_of(st.sampled_from(_ODD), st.characters(exclude_categories=["Cs"])))


def cosine(one: str, other: str) -> float:
    left, right = STATIC.embed([one, other])
    return float(left @ right)


def tokens_of(text: str) -> int:
    return len(TOKENIZER.encode(text, add_special_tokens=False).ids)


def test_it_is_an_embedder() -> None:
    embedder: Embedder = STATIC
    assert (embedder.name, embedder.dim) == ("static", 256)


def test_rows_have_norm_one_and_are_float32() -> None:
    matrix = STATIC.embed(["carbon tax", "x" * 3, "The quick brown fox. " * 2000])
    assert matrix.dtype == np.float32
    assert np.linalg.norm(matrix, axis=1) == pytest.approx(1, abs=1e-6)


def test_no_texts_give_no_rows() -> None:
    assert STATIC.embed([]).shape == (0, 256)


def test_another_instance_gives_the_same_bits() -> None:
    assert np.array_equal(StaticEmbedder().embed(TEXTS), STATIC.embed(TEXTS))


def test_a_text_gets_the_same_row_alone_and_in_a_batch_and_rows_keep_the_order_of_texts() -> None:
    assert np.array_equal(STATIC.embed(TEXTS), np.concatenate([STATIC.embed([text]) for text in TEXTS]))


def test_a_query_and_a_document_of_the_same_words_have_the_same_row() -> None:
    assert np.array_equal(STATIC.embed(TEXTS, as_query=True), STATIC.embed(TEXTS))


@settings(derandomize=True, deadline=None)
@given(ANY_TEXT)
@example("carbon\x0ctax")  # BERT deletes a form feed, where Python cuts
@example("ΟΔΟΣ ΟΔΟΣ!")  # Python's lower case of a final sigma is another letter
@example("漢" + "あ" * 120 + "字, " + "z" * 101)  # longer than what is remembered
@example("[UNK] [PAD] [CLS]")  # words in a note, not marks of the model
@example("☃" * 50)
@example("é Carbon\x1fTAX \x7fa")  # ASCII words of a text that is not, and control characters in words
def test_tokens_are_counted_as_the_tokenizer_counts_them(text: str) -> None:
    assert STATIC.count_tokens(text) == tokens_of(text)


@settings(derandomize=True, deadline=None)
@given(ANY_TEXT)
@example("Déjà-vu: naïve café (2024).")
def test_the_token_ids_are_the_tokenizers(text: str) -> None:
    assert STATIC.ids(text).tolist() == TOKENIZER.encode(text, add_special_tokens=False).ids


@pytest.mark.parametrize(
    "text",
    [
        "z" * 101,
        "z" * 100,
        "é" * 101,
        "あ" * 101,
        "漢" * 50 + "字",
        "ab" * 30 + "漢" + "cd" * 60,
        "한글" * 60,
        "a\u0300" * 101,
    ],
)
def test_long_runs_without_a_space_have_the_tokenizers_ids(text: str) -> None:
    assert STATIC.ids(text).tolist() == TOKENIZER.encode(text, add_special_tokens=False).ids


@pytest.mark.parametrize("text", ["", " \n\t", "☃", "\0", "\ud800", "z" * 500])
def test_a_text_without_known_tokens_is_a_zero_row(text: str) -> None:
    assert not STATIC.embed([text]).any()


def test_unknown_words_do_not_move_the_vector() -> None:
    assert STATIC.count_tokens("☃ carbon ☃ tax ☃") == 5
    assert STATIC.embed(["☃ carbon ☃ tax ☃"]) == pytest.approx(STATIC.embed(["carbon tax"]), abs=1e-6)


@settings(derandomize=True, deadline=None)
@given(st.lists(st.text(st.characters()), max_size=4))  # lone surrogates too
@example(["\ud83d\ude00 smile", "a\udc80b", "\0", "👩‍🚀", "\ufffe"])
def test_odd_text_never_raises_and_gives_norm_one_or_zero(texts: list[str]) -> None:
    norms = np.linalg.norm(STATIC.embed(texts), axis=1)
    assert all(norm == pytest.approx(1, abs=1e-5) or norm == 0 for norm in norms)
    assert all(STATIC.count_tokens(text) >= 0 for text in texts)


def test_halves_of_a_surrogate_pair_count_as_the_character_they_make() -> None:
    """JSON with escapes may leave them apart."""
    assert STATIC.count_tokens("a \ud83d\ude00 b") == tokens_of("a 😀 b") == 3


def test_ten_million_characters_are_embedded() -> None:
    texts = ["carbon tax, " * 800_000, "z" * 10_000_000]
    matrix = STATIC.embed(texts)
    assert matrix[0] @ STATIC.embed(["carbon tax,"])[0] == pytest.approx(1, abs=1e-5)
    assert not matrix[1].any()


def test_a_word_that_comes_nine_times_counts_three_times() -> None:
    carbon, tax = STATIC.token_vectors(STATIC.ids("carbon tax"))
    expected = 3 * carbon + tax
    assert STATIC.embed(["carbon " * 9 + "tax"])[0] == pytest.approx(expected / np.linalg.norm(expected), abs=1e-6)


@settings(derandomize=True, deadline=None)
@given(
    st.lists(
        st.sampled_from(["the", "a", "carbon", "tax", "price", "of", "☃", "Wald", "日本", "x_y", "parse(text)"]),
        max_size=60,
    )
)
def test_a_text_is_the_sum_of_its_tokens_each_by_the_root_of_how_often_it_comes(words: list[str]) -> None:
    ids = STATIC.ids(" ".join(words))
    distinct, counts = np.unique(ids, return_counts=True)
    total = np.sqrt(counts) @ STATIC.token_vectors(distinct)
    expected = total / (np.linalg.norm(total) or 1)
    assert STATIC.embed([" ".join(words)])[0] == pytest.approx(expected, abs=1e-5)


def test_remembered_ids_stand_for_a_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = StaticEmbedder()
    embedder.remember({"wool": embedder.encode("silk")})
    rows = embedder.embed(["wool", "wool", "silk"])
    assert (rows[0] == rows[2]).all()
    assert (rows[1] != rows[2]).any()
    monkeypatch.setattr(static, "_MOST_REMEMBERED", 1)
    for text in ("wool", "flax", "hemp"):
        embedder.remember({text: embedder.encode("silk")})
    assert (embedder.embed(["wool"]) == rows[1]).all()  # it was forgotten for newer ones
    assert (embedder.embed(["hemp"]) == rows[2]).all()


def test_the_order_of_words_does_not_change_the_row() -> None:
    """Not even in the last bit: tokens are summed in the order of their ids."""
    assert np.array_equal(STATIC.embed(["the carbon tax"]), STATIC.embed(["tax the carbon"]))


def test_ids_come_in_the_order_of_the_text_each_as_often_as_it_does() -> None:
    ids = STATIC.ids("tax carbon tax")
    assert ids.dtype == np.uint16
    assert [TOKENIZER.id_to_token(id_) for id_ in ids.tolist()] == ["tax", "carbon", "tax"]


def test_token_vectors_are_the_rows_at_their_own_length_and_zero_for_an_unknown_token() -> None:
    vectors = STATIC.token_vectors(STATIC.ids("the carbon ☃"))
    the, carbon, unknown = np.linalg.norm(vectors, axis=1)
    assert vectors.dtype == np.float32
    assert vectors[1] == pytest.approx(STATIC._rows[STATIC.ids("carbon")[0]] * STATIC._scales[STATIC.ids("carbon")[0]])
    assert the < carbon
    assert unknown == 0


def test_no_ids_give_no_token_vectors() -> None:
    assert STATIC.token_vectors(STATIC.ids("")).shape == (0, 256)


def test_near_words_are_nearer_than_far_ones() -> None:
    assert cosine("car", "automobile") > cosine("car", "banana") + 0.2
    assert cosine("cancel my subscription", "end the membership") > cosine("cancel my subscription", "boil the rice")


def test_the_memory_of_pieces_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_tokens, "_MOST_PIECES", 10)
    embedder = StaticEmbedder()
    text = " ".join(f"word{number}" for number in range(100))
    assert embedder.count_tokens(text) == tokens_of(text)
    assert len(embedder._pieces) <= 10
    embedder.count_tokens("é" * 50 + " " + "Œ" * 1000)
    assert all(len(piece) <= 40 for piece in embedder._pieces)


def test_a_long_word_is_tokenized_once_for_several_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_tokens, "_MOST_KEPT", 3)
    embedder = StaticEmbedder()
    text = " ".join(f"{'Internationalization' * 3}{number}" for number in range(3))
    assert embedder.count_tokens(text) == embedder.count_tokens(text) == tokens_of(text)
    assert len(embedder._pieces._kept) == 3
    more = f"{'Internationalization' * 3}more {'Œ' * 101}"
    assert embedder.count_tokens(more) == tokens_of(more)
    assert len(embedder._pieces._kept) == 1


@pytest.mark.slow
def test_threads_may_share_one_embedder_while_its_memory_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_tokens, "_MOST_PIECES", 50)
    texts = [" ".join(f"w{(start * 7 + step) % 300}" for step in range(60)) for start in range(200)]
    expected = STATIC.embed(texts)
    shared = StaticEmbedder()
    with ThreadPoolExecutor(4) as pool:
        assert all(np.array_equal(matrix, expected) for matrix in pool.map(shared.embed, [texts] * 8))


def test_the_files_take_at_most_ten_megabytes() -> None:
    assert sum(file.stat().st_size for file in BUNDLED.iterdir()) <= 10_000_000


def test_the_revision_is_the_digest_of_the_files_and_the_dimensions_are_theirs() -> None:
    about = json.loads((BUNDLED / "model.json").read_text(encoding="utf-8"))
    files = ("vectors.npy", "scales.npy", "tokenizer.json")
    digest = hashlib.sha256(b"".join((BUNDLED / name).read_bytes() for name in files)).hexdigest()
    assert STATIC.revision == about["revision"] == digest[:12]
    assert about["dims"] == STATIC.dim


def test_there_is_a_row_for_each_token_of_the_vocabulary() -> None:
    assert STATIC._rows.shape == (TOKENIZER.get_vocab_size(), 256)
    assert STATIC._scales.shape == (TOKENIZER.get_vocab_size(),)


@pytest.mark.parametrize(
    "signs", ["\U0001f600\U0001f680\u2600", "\u00b2\u00e9\u0416a1", "\U0001f468\u20e3", "\u166da", "\ua000x"]
)
def test_a_long_run_of_letters_and_signs_has_the_tokens_of_the_tokenizer(signs: str) -> None:
    """A million of them takes 250 MB there."""
    run = signs * 60
    whole = Tokenizer.from_file(str(BUNDLED / "tokenizer.json")).encode(run, add_special_tokens=False)
    assert StaticEmbedder().ids(run).tolist() == whole.ids


def test_it_knows_words_that_are_a_token() -> None:
    model = bundled_embedder()
    assert [word for word in ("tires", "Tires", "café", "tyre-s", "calender", "zyzzyva") if model.knows(word)] == [
        "tires",
        "Tires",
        "café",
    ]
