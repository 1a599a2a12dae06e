"""Cosines of reference models, translated to the model in use."""

from __future__ import annotations

import pytest

from dowse.model.cosine_sample import POINTS, CosineSample
from dowse.retrieval.reference_models import ReferenceModel, SimilarityScale, share_above

# A model whose random pairs have cosines from 0.5 to 0.9.
_HIGH = CosineSample(tuple(0.5 + 0.4 * n / (POINTS - 1) for n in range(POINTS)), 1000)


def test_the_same_share_of_random_pairs_exceeds_the_equivalent() -> None:
    scale = SimilarityScale("ollama:mxbai-embed-large", lambda: _HIGH)
    share = share_above(0.3, "minilm")
    assert scale.equivalent(0.3, "minilm") == pytest.approx(0.9 - 0.4 * share, abs=1e-3)


def test_a_higher_cosine_has_a_higher_equivalent() -> None:
    scale = SimilarityScale("other", lambda: _HIGH)
    found = [scale.equivalent(cosine / 10, "nomic") for cosine in range(2, 11)]
    assert found == sorted(set(found))


@pytest.mark.parametrize(
    ("embedder", "reference"),
    [
        ("onnx:minilm", "minilm"),
        ("ollama:all-minilm", "minilm"),
        ("ollama:all-minilm:22m", "minilm"),
        ("st:sentence-transformers/all-MiniLM-L6-v2", "minilm"),
        ("ollama:nomic-embed-text", "nomic"),
        ("openai:text-embedding-3-small", "none"),
    ],
)
def test_a_cosine_of_the_model_in_use_stays(embedder: str, reference: ReferenceModel) -> None:
    assert SimilarityScale(embedder, lambda: _HIGH).equivalent(0.42, reference) == 0.42


def test_a_small_vault_has_the_documented_equivalents_of_the_bundled_vectors() -> None:
    scale = SimilarityScale("static")
    assert scale.equivalent(0.5, "nomic") == pytest.approx(0.3)
    assert scale.equivalent(0.3, "minilm") == pytest.approx(0.3)


def test_without_a_sample_a_cosine_of_another_model_stays() -> None:
    assert SimilarityScale("ollama:mxbai-embed-large").equivalent(0.5, "nomic") == 0.5


def test_no_equivalent_is_below_zero() -> None:
    opposite = CosineSample(tuple(-1 + n / (POINTS - 1) for n in range(POINTS)), 1000)
    assert SimilarityScale("other", lambda: opposite).equivalent(0.1, "minilm") == 0.0


@pytest.mark.parametrize("cosine", [-1.5, -1.0, 0.0, 0.2, 0.3, 0.99, 1.0, 1.2])
def test_every_cosine_has_a_share(cosine: float) -> None:
    assert 0.0 <= share_above(cosine, "nomic") <= 1.0


def test_the_larger_minilm_of_ollama_is_another_model() -> None:
    assert SimilarityScale("ollama:all-minilm:33m", lambda: _HIGH).equivalent(0.42, "minilm") != 0.42
