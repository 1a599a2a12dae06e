"""A document that alone has the rare words of a query is not below short ones with fewer, in every engine."""

from __future__ import annotations

from dowse.ports.storage import FieldWeights
from dowse.query.ast import Expr, FieldEquals, MatchAll
from tests.contract.engines import Engine, fill
from tests.making import make

_FILLER = "a sentence of other things that nobody looks for in any note of the lot. " * 200
_LONG = make("long.md", f"{_FILLER} Never start a land war in Asia. {_FILLER}")
_SHORT = tuple(make(f"n{n:02}.md", f"write paper {n}" if n < 6 else f"stub {n}") for n in range(40))
_ALL = MatchAll()


def _scores(engine: Engine, words: str, where: Expr = _ALL, weights: FieldWeights | None = None) -> dict[str, float]:
    found = engine.match(words.split(), where, 50, weights=weights or FieldWeights())
    return {hit.ref.doc: hit.score for hit in found}


def test_a_long_document_with_all_rare_words_has_the_best_score(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT)
    scores = _scores(engine, "write paper war asia")
    assert scores["long.md"] == max(scores.values())
    assert next(iter(scores)) == "long.md"  # of equal ones the first by path
    assert _scores(engine, "write paper")["n00.md"] == scores["n00.md"] == scores["long.md"]
    assert "long.md" not in _scores(engine, "write paper")


def test_a_document_with_one_word_among_many_is_ranked_by_its_length(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT, make("other.md", f"{_FILLER} tide quay hoist buoy"))
    scores = _scores(engine, "write paper asia tide quay hoist")
    assert scores["long.md"] < scores["n00.md"]


def test_of_two_documents_with_the_words_none_leads(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT, make("other.md", f"{_FILLER} {_FILLER} the war of Asia"))
    scores = _scores(engine, "write paper war asia")
    assert max(scores["long.md"], scores["other.md"]) < scores["n00.md"]


def test_the_leading_document_is_the_same_with_a_filter(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT)
    where = FieldEquals("ext", "md")
    assert _scores(engine, "write paper war asia", where) == _scores(engine, "write paper war asia")


def test_words_in_a_field_without_weight_give_no_lead(engine: Engine) -> None:
    fill(engine, _LONG, *_SHORT)
    titles = FieldWeights(**dict.fromkeys(FieldWeights.__dataclass_fields__, 0.0) | {"title": 1.0})
    assert not any(_scores(engine, "write war asia", weights=titles).values())
