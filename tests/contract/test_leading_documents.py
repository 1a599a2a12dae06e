"""A document that alone has the rare words of a query is not below short ones with fewer, in every engine."""

from __future__ import annotations

import pytest

from dowse.ports.storage import FieldWeights
from dowse.query.ast import Expr, FieldEquals, MatchAll
from tests.contract.engines import Engine, fill
from tests.making import make

_FILLER = "a sentence of other things that nobody looks for in any note of the lot. " * 200
_LONG = make("z.md", f"{_FILLER} Never start a land war in Asia. {_FILLER}")
_SHORT = tuple(make(f"n{n:02}.md", f"write paper {n}" if n < 6 else f"stub {n}") for n in range(40))
_ALL = MatchAll()


def _scores(engine: Engine, words: str, where: Expr = _ALL, weights: FieldWeights | None = None) -> dict[str, float]:
    found = engine.match(words.split(), where, 50, weights=weights or FieldWeights())
    return {hit.ref.doc: hit.score for hit in found}


def test_a_long_document_that_alone_has_the_rare_words_is_first(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT)
    scores = _scores(engine, "write paper war asia")
    assert next(iter(scores)) == "z.md"
    assert _scores(engine, "write paper")["n00.md"] == scores["n00.md"] == pytest.approx(scores["z.md"])
    assert "z.md" not in _scores(engine, "write paper")


def test_a_document_with_one_word_among_many_is_ranked_by_its_length(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT, make("other.md", f"{_FILLER} tide quay hoist buoy"))
    scores = _scores(engine, "write paper asia tide quay hoist")
    assert scores["z.md"] < scores["n00.md"]


def test_a_document_with_all_words_that_others_have_one_each_is_no_leader(engine: Engine) -> None:
    others = (make(f"{word}.md", f"the {word} of today") for word in ("war", "asia", "land"))
    fill(engine, _LONG, *_SHORT, *others)
    scores = _scores(engine, "write paper land war asia")
    assert scores["z.md"] < scores["n00.md"]


def test_of_two_documents_with_the_words_none_leads(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT, make("other.md", f"{_FILLER} {_FILLER} the war of Asia"))
    scores = _scores(engine, "write paper war asia")
    assert max(scores["z.md"], scores["other.md"]) < scores["n00.md"]


def test_the_leading_document_is_the_same_with_a_filter(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT)
    where = FieldEquals("ext", "md")
    assert _scores(engine, "write paper war asia", where) == _scores(engine, "write paper war asia")


def test_words_in_a_field_without_weight_give_no_lead(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT)
    titles = FieldWeights(**dict.fromkeys(FieldWeights.__dataclass_fields__, 0.0) | {"title": 1.0})
    assert not any(_scores(engine, "write war asia", weights=titles).values())
