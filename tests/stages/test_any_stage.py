"""What holds for every stage."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.model.document import Document
from dowse.model.hit import Hit, Hits, ranked
from dowse.model.ref import Ref
from dowse.ports import Stage
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.per_document import PerDocument
from dowse.stages.phrase import Phrase
from dowse.stages.pin import Pin
from dowse.stages.snippet import CutSnippet
from tests.contract.vaults import texts
from tests.making import make
from tests.retrieval.asking import asking, holding

_STAGES: tuple[Stage, ...] = (Limit(), Limit(1), MinScore(), PerDocument(), Phrase(), Phrase(1), Pin(), CutSnippet())
_QUERIES = st.one_of(
    texts(most=4), texts(most=3).map('"{}"'.format), st.sampled_from(["IRS Letter", "a tag:a", "b.md"])
)


_PATHS = ("a.md", "b.md", "x/a.md", "日本.md", "IRS Letter.md")
_VAULTS = st.lists(st.tuples(texts(), texts(most=3)), max_size=len(_PATHS)).map(
    lambda made: tuple(make(path, text, title=title) for path, (text, title) in zip(_PATHS, made, strict=False))
)
_SCORES = st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.sampled_from(["_preamble", "x"])), max_size=8)


def _candidates(vault: tuple[Document, ...], scores: list[tuple[bool, float, str]]) -> Hits:
    chosen = zip(vault, scores, strict=False)
    return ranked(
        Hit(Ref(each.head.path), each.head, score, spot=Ref(each.head.path, slug))
        for each, (listed, score, slug) in chosen
        if listed
    )


@pytest.mark.parametrize("stage", _STAGES, ids=str)
@settings(derandomize=True, deadline=None, max_examples=40)
@given(_VAULTS, _SCORES, _QUERIES)
def test_scores_stay_in_the_unit_interval_and_in_order_and_every_ref_stays_unique(
    stage: Stage, vault: tuple[Document, ...], scores: list[tuple[bool, float, str]], query: str
) -> None:
    after = stage(_candidates(vault, scores), asking(query, holding(*vault)))
    assert all(0 <= hit.score <= 1 for hit in after)
    assert after == ranked(after)
    assert len({hit.ref for hit in after}) == len(after)
