"""Each word of the query looks for its nearest word in the text."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from dowse.ports.models import Matrix, PairScorer
from dowse.rerankers.maxsim import MaxSim


class Lettered:
    """Token vectors made up by hand: a word is a token, and what is not listed is unknown and has the vector zero."""

    def __init__(self, **vectors: tuple[float, ...]) -> None:
        self._ids = {word: n for n, word in enumerate(vectors, start=1)}
        self._rows = np.array([(0.0,) * 3, *vectors.values()], np.float32)

    def ids(self, text: str) -> NDArray[np.uint16]:
        return np.array([self._ids.get(word, 0) for word in text.lower().split()], np.uint16)

    def token_vectors(self, ids: NDArray[np.uint16]) -> Matrix:
        rows: Matrix = self._rows[ids]
        return rows


_VECTORS = Lettered(
    carbon=(2.0, 0.0, 0.0),
    coal=(0.65, 0.7599342, 0.0),  # cosine with carbon 0.65
    tax=(0.0, 1.0, 0.0),
    levy=(0.0, 6.0, 8.0),  # cosine with tax 0.6
    bread=(-1.0, 0.0, 0.0),
    the=(0.0, 0.0, 1.0),
    near=(0.0, 0.29, 0.957),  # cosine with tax 0.29
)


def _scores(query: str, *texts: str, scorer: MaxSim | None = None) -> list[float]:
    return list((scorer or MaxSim(_VECTORS)).score(query, texts))


def test_it_is_a_pair_scorer() -> None:
    scorer: PairScorer = MaxSim(_VECTORS)
    assert scorer.name == "maxsim"


def test_a_text_with_all_the_words_scores_1_and_one_with_none_0() -> None:
    assert _scores("carbon tax", "tax on carbon", "bread", "quux") == pytest.approx([1.0, 0.0, 0.0])


def test_a_word_counts_by_its_nearest_above_0_3_and_by_the_length_of_its_vector() -> None:
    nearest_tax, nearest_carbon = (0.6 - 0.3) / 0.7, (0.65 - 0.3) / 0.7
    assert _scores("carbon tax", "levy", "coal bread", "carbon levy") == pytest.approx(
        [nearest_tax / 3, (2 * nearest_carbon + (0.7599342 - 0.3) / 0.7) / 3, (2 + nearest_tax) / 3], abs=1e-5
    )


def test_a_cosine_below_0_3_counts_as_nothing() -> None:
    assert _scores("tax", "near") == [0.0]
    assert _scores("tax", "near", scorer=MaxSim(_VECTORS, least=0.0)) == pytest.approx([0.29], abs=1e-3)


def test_a_word_that_is_asked_or_written_twice_counts_once() -> None:
    assert _scores("carbon tax tax tax", "carbon") == pytest.approx(_scores("carbon tax", "carbon carbon"))


def test_stop_words_are_left_out_unless_nothing_else_is_there() -> None:
    assert _scores("the tax", "tax") == pytest.approx([1.0])
    assert _scores("the", "the", "tax") == pytest.approx([1.0, 0.0])


def test_a_query_of_signs_alone_is_taken_as_it_is() -> None:
    signs = MaxSim(Lettered(**{"++": (1.0, 0.0, 0.0), "c": (0.0, 1.0, 0.0)}))
    assert _scores("++", "c ++", "c", scorer=signs) == pytest.approx([1.0, 0.0])


def test_an_unknown_word_counts_nothing_whatever_its_weight() -> None:
    assert _scores("quux tax", "tax", "quux", scorer=MaxSim(_VECTORS, weights={0: 9.0})) == pytest.approx([1.0, 0.0])


def test_weights_can_be_given_and_the_length_counts_for_the_others() -> None:
    (tax,) = _VECTORS.ids("tax")
    weighed = MaxSim(_VECTORS, weights={int(tax): 6.0})
    assert _scores("carbon tax", "tax", "carbon", scorer=weighed) == pytest.approx([6 / 8, 2 / 8])
    assert _scores("tax", "tax", scorer=MaxSim(_VECTORS, weights={int(tax): 0.0})) == [0.0]


def test_a_query_or_a_text_without_known_words_scores_0() -> None:
    assert _scores("", "tax", "") == _scores("!!!", "tax", "") == _scores("quux", "tax", "") == [0.0, 0.0]
    assert _scores("tax", "", "tax", "", "", "levy tax", "") == pytest.approx([0, 1, 0, 0, 1, 0])
    assert _scores("tax") == []
    assert _scores("tax", "", "") == [0.0, 0.0]


def test_a_text_scores_the_same_alone_and_among_others() -> None:
    texts = ("carbon levy", "", "coal", "tax bread near", "other")
    together = _scores("carbon tax", *texts)
    assert together == pytest.approx([_scores("carbon tax", text)[0] for text in texts])


def test_many_texts_score_as_the_formula_says() -> None:
    random = np.random.default_rng(7)
    rows = random.normal(size=(40, 3)).astype(np.float32)
    vectors = Lettered(**{f"w{n}": tuple(map(float, row)) for n, row in enumerate(rows)})
    texts = [" ".join(f"w{n}" for n in random.integers(0, 40, random.integers(1, 9))) for _ in range(50)]
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    asked = [0, 1, 2, 3]
    lengths = np.linalg.norm(rows[asked], axis=1)
    for text, score in zip(texts, _scores("w0 w1 w2 w3", *texts, scorer=MaxSim(vectors)), strict=True):
        cosines = units[asked] @ units[[int(word[1:]) for word in text.split()]].T
        near = np.maximum(0.0, (cosines.max(axis=1) - 0.3) / 0.7)
        assert score == pytest.approx(float((lengths * near).sum() / lengths.sum()), abs=1e-5)
        assert 0.0 <= score <= 1.0
