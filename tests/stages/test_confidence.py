"""Scores that say whether anything is to the point."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.model.hit import Evidence, Hit, Hits
from dowse.ports.pipeline import QueryTraits, Run
from dowse.query.parse import parse
from dowse.stages.confidence import CONFIDENCE, Confidence
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_VAULT = (
    make("tax.md", "the carbon tax of the state", title="Tax"),
    make("fuel.md", "carbon in fuel", title="Fuel"),
    make("bread.md", "flour and water", title="Bread"),
)


def _run(text: str) -> Run:
    return asking(text, holding(*_VAULT))


def _found(doc: str, score: float = 1.0, *, cosine: float | None = None, bm25: float | None = None) -> Hit:
    raw = [Evidence("keyword", bm25)] if bm25 is not None else []
    raw += [Evidence("semantic", cosine)] if cosine is not None else []
    return hit(doc, score)._replace(why=tuple(raw))


def _sure(hits: Hits) -> float:
    (sure,) = {reason.value for each in hits for reason in each.why if reason.source == CONFIDENCE}
    return sure


def test_a_near_hit_keeps_its_score_and_a_far_one_a_quarter_of_it() -> None:
    near = Confidence()((_found("bread.md", cosine=0.9, bm25=1.0),), _run("carbon tax state levy"))
    far = Confidence()((_found("bread.md", cosine=0.0, bm25=1.0),), _run("carbon tax state levy"))
    assert near[0].score == pytest.approx(1.0, abs=0.01)
    assert far[0].score == pytest.approx(0.25, abs=0.01)


def test_a_cosine_in_the_middle_is_as_sure_as_not() -> None:
    hits = Confidence(middle=0.5)((_found("bread.md", cosine=0.5, bm25=1.0),), _run("carbon tax"))
    assert _sure(hits) == pytest.approx(0.5)
    assert hits[0].score == pytest.approx(0.25 + 0.75 * 0.5)


def test_who_holds_all_words_is_to_the_point_however_far_in_meaning() -> None:
    hits = (_found("tax.md", cosine=0.0, bm25=3.0), _found("bread.md", 0.5, cosine=-0.2))
    assert _sure(Confidence()(hits, _run("carbon tax"))) == 1.0


def test_a_single_word_counts_anywhere_in_a_long_text_and_several_words_in_one_passage_of_it() -> None:
    filler = "word " * 10_000
    texts = {"together.md": f"{filler} quokka wombat", "apart.md": f"quokka {filler} wombat"}
    far = asking("quokka", holding(*(make(path, text) for path, text in texts.items())))
    together, apart = ((_found(path, cosine=0.0, bm25=3.0),) for path in texts)
    one = Confidence().adapted(QueryTraits(is_one_word=True))
    assert one is not None
    assert _sure(one(together, far)) == 1.0
    both = replace(far, query=parse("quokka wombat"))
    assert _sure(Confidence()(together, both)) == 1.0
    assert _sure(Confidence()(apart, both)) < 0.2


def test_words_at_the_joint_of_two_passages_of_a_long_text_are_in_one_of_them() -> None:
    for size in range(18_900, 20_100, 100):
        text = f"{'word ' * (size // 5)} quokka wombat {'word ' * 4_000}"
        hits = (_found("long.md", cosine=0.0, bm25=3.0),)
        assert _sure(Confidence()(hits, asking("quokka wombat", holding(make("long.md", text))))) == 1.0


def test_half_of_the_words_say_little() -> None:
    hits = (_found("fuel.md", cosine=0.0, bm25=3.0),)
    assert _sure(Confidence()(hits, _run("carbon tax"))) == pytest.approx(0.5**3)


def test_words_in_the_title_count() -> None:
    hits = (_found("bread.md", cosine=0.0, bm25=3.0),)
    assert _sure(Confidence()(hits, _run("bread flour"))) == 1.0


def test_all_hits_of_a_query_are_scaled_alike_by_the_nearest_of_them() -> None:
    hits = (_found("fuel.md", 0.8, cosine=0.1, bm25=3.0), _found("bread.md", 0.4, cosine=0.4, bm25=1.0))
    after = Confidence()(hits, _run("carbon tax flour rye"))
    assert [each.score / before.score for each, before in zip(after, hits, strict=True)] == pytest.approx([0.625] * 2)


def test_what_holds_no_word_and_is_far_is_dropped() -> None:
    hits = (_found("bread.md", 0.4, cosine=0.1), _found("fuel.md", 0.2, cosine=0.05))
    assert Confidence()(hits, _run("zyzzyva quux")) == ()


def test_what_holds_no_word_but_is_near_stays() -> None:
    assert len(Confidence()((_found("bread.md", cosine=0.5),), _run("zyzzyva"))) == 1


def test_a_single_word_that_no_hit_contains_is_dropped_however_near() -> None:
    one_word = Confidence().adapted(QueryTraits(is_one_word=True))
    assert one_word is not None
    assert one_word((_found("bread.md", cosine=0.9),), _run("zyzzyva")) == ()
    assert len(one_word((_found("fuel.md", cosine=0.0, bm25=1.0),), _run("carbon"))) == 1


def test_a_single_word_is_not_dropped_by_a_profile_without_a_minimum() -> None:
    assert Confidence(least=0.0).adapted(QueryTraits(is_one_word=True)) == Confidence(least=0.0)


def test_a_single_word_needs_a_greater_confidence_of_a_sentence_encoder() -> None:
    one_word = Confidence().adapted(QueryTraits(is_encoded_word=True))
    assert one_word is not None
    assert one_word((_found("bread.md", cosine=0.39),), _run("zyzzyva")) == ()
    assert len(one_word((_found("bread.md", cosine=0.41),), _run("zyzzyva"))) == 1
    assert Confidence(least=0.0).adapted(QueryTraits(is_encoded_word=True)) == Confidence(least=0.0)


def test_nothing_is_dropped_where_one_hit_holds_a_word_or_meaning_alone_is_asked_for() -> None:
    far = _found("bread.md", 0.4, cosine=0.0)
    assert len(Confidence()((_found("fuel.md", cosine=0.0, bm25=1.0), far), _run("carbon quux zyzzyva"))) == 2
    assert len(Confidence(least=0.0)((far,), _run("zyzzyva"))) == 1


@pytest.mark.parametrize("query", ["tag:food OR zyzzyva", '"==>"', "+zyzzyva"])
def test_what_the_query_selects_is_never_dropped(query: str) -> None:
    far = _found("bread.md", 0.4, cosine=0.0)
    assert len(Confidence()((far,), _run(query))) == 1


def test_of_words_alone_the_share_that_is_held_decides() -> None:
    hits = (_found("fuel.md", bm25=3.0), _found("bread.md", 0.2, bm25=1.0))
    assert _sure(Confidence()(hits, _run("carbon tax"))) == pytest.approx(0.5**2)


def test_words_in_the_frontmatter_count() -> None:
    text = "---\ndirector: Ridley Scott\n---\n"
    film = replace(make("film.md", text), units=())
    hits = (_found("film.md", cosine=0.0, bm25=1.0),)
    assert _sure(Confidence()(hits, asking("ridley scott", holding(film)))) == 1.0


def test_of_words_alone_the_share_that_is_held_counts_as_it_is() -> None:
    hits = (_found("tax.md", cosine=0.9, bm25=1.0),)
    assert _sure(Confidence(only_words=True)(hits, _run("carbon quux"))) == 0.5


def test_of_words_alone_what_is_near_and_holds_no_word_is_dropped() -> None:
    assert Confidence(only_words=True)((_found("bread.md", cosine=0.9),), _run("zyzzyva quux")) == ()


def test_in_other_languages_the_words_alone_count() -> None:
    other = Confidence().adapted(QueryTraits(is_in_other_language=True))
    assert other == Confidence(only_words=True)
    one_word = Confidence().adapted(QueryTraits(is_in_other_language=True, is_one_word=True))
    assert one_word == Confidence(only_words=True, needs_word=True)


def test_words_of_a_changed_text_are_counted_anew() -> None:
    hits = (_found("tax.md", bm25=3.0),)
    before, after = (asking("carbon levy", holding(make("tax.md", text))) for text in ("a levy", "a carbon levy"))
    assert _sure(Confidence()(hits, before)) == pytest.approx(0.5**2)
    assert _sure(Confidence()(hits, after)) == 1.0


def test_a_document_that_writes_two_words_as_one_has_both() -> None:
    run = asking("old game boy", holding(make("toys.md", "the gameboy")))
    assert _sure(Confidence()((_found("toys.md", cosine=0.0, bm25=1.0),), run)) == pytest.approx((2 / 3) ** 3)
