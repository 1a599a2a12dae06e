"""A reranker that reads query and text together, against the same formula in numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dowse.model.errors import ModelError
from dowse.onnx.folder import model_folder
from dowse.rerankers.cross_encoder import CrossEncoder
from tests.tiny_bert import Floats, TinyBert, tokenizer

TEXTS = ["the quick fox", "carbon tax", "", "a lazy dog and the boat"]


def _scorer(folder: Path) -> CrossEncoder:
    return CrossEncoder("onnx:tiny", model_folder(folder))


def _cls(bert: TinyBert, query: str, text: str) -> Floats:
    encoding = tokenizer().encode(query, text)
    first: Floats = bert.hidden(encoding.ids, encoding.type_ids)[0]
    return first


def test_scores_are_those_of_the_formula_in_the_order_of_the_texts(tmp_path: Path) -> None:
    bert = TinyBert()
    scores = _scorer(bert.save(tmp_path, gives="score")).score("fox", TEXTS)
    logits = [float((_cls(bert, "fox", text) @ bert.weights["head"])[0]) for text in TEXTS]
    np.testing.assert_allclose(scores, [1 / (1 + np.exp(-logit)) for logit in logits], atol=1e-5)
    assert len({round(score, 6) for score in scores}) == len(TEXTS)


def test_of_two_classes_the_second_one_counts(tmp_path: Path) -> None:
    bert = TinyBert()
    (score,) = _scorer(bert.save(tmp_path, gives="classes")).score("fox", ["carbon tax"])
    classes = np.exp(_cls(bert, "fox", "carbon tax") @ bert.weights["two"])
    assert score == pytest.approx(float(classes[1] / classes.sum()), abs=1e-5)


def test_scores_stay_between_nothing_and_one_whatever_the_weights(tmp_path: Path) -> None:
    bert = TinyBert()
    bert.weights["head"] *= 1e6
    assert all(0 <= score <= 1 for score in _scorer(bert.save(tmp_path, gives="score")).score("fox", TEXTS))


def test_a_long_text_is_cut_and_the_query_stays(tmp_path: Path) -> None:
    bert = TinyBert(scale=0.3)  # with greater weights, one token gets all the attention
    scorer = _scorer(bert.save(tmp_path, gives="score"))
    one, other = (scorer.score(query, ["dog " * 400])[0] for query in ("fox", "boat"))
    assert one != pytest.approx(other, abs=1e-6)


def test_an_encoder_of_sentences_is_no_reranker(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="a cross-encoder returns one or two"):
        _scorer(TinyBert().save(tmp_path)).score("fox", TEXTS)


def test_nothing_to_score_gives_nothing(tmp_path: Path) -> None:
    assert list(_scorer(TinyBert().save(tmp_path, gives="score")).score("fox", [])) == []
