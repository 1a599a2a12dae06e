"""The cosine that a share of the pairs exceed."""

from __future__ import annotations

import pytest

from dowse.model.cosine_sample import CosineSample

_EVEN = CosineSample((0.0, 0.25, 0.5, 0.75, 1.0), 9)


@pytest.mark.parametrize(("share", "cosine"), [(1.0, 0.0), (0.5, 0.5), (0.1, 0.9), (0.0, 1.0)])
def test_a_share_of_the_pairs_exceeds_the_cosine(share: float, cosine: float) -> None:
    assert _EVEN.cosine_above(share) == pytest.approx(cosine)


def test_an_empty_sample_has_no_cosine() -> None:
    assert CosineSample().cosine_above(0.5) is None
