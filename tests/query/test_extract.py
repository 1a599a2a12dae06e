"""The readings of one tree."""

from __future__ import annotations

from dowse.query.ast import And, ExactPhrase, FieldEquals, MatchAll, Not, OneOf, Or, Should, Word, walk
from dowse.query.extract import conjunction, embedding_text, phrases, scoring_texts, selecting
from dowse.query.parse import parse

_A, _B = Word("a"), Word("b")
_X = FieldEquals("tag", "x")


def test_selecting_leaves_natural_words_out() -> None:
    assert selecting(And((Should(_A), _X))) == _X


def test_selecting_only_natural_words_is_selecting_everything() -> None:
    assert selecting(And((Should(_A), Should(_B)))) == MatchAll()


def test_a_natural_word_beside_or_makes_the_alternative_select_everything() -> None:
    assert selecting(Or((Should(_A), _X))) == MatchAll()


def test_selecting_keeps_what_is_boolean() -> None:
    tree = Or((And((_A, Not(_B))), _X))
    assert selecting(tree) == tree


def test_a_required_and_an_excluded_word_select_as_a_not_b() -> None:
    assert selecting(parse("+a -b").where) == selecting(parse("a NOT b").where)


def test_a_conjunction_leaves_out_what_selects_everything() -> None:
    assert conjunction(MatchAll(), _A, MatchAll()) == _A


def test_a_conjunction_of_nothing_selects_everything() -> None:
    assert conjunction() == conjunction(MatchAll()) == MatchAll()


def test_a_conjunction_of_conjunctions_is_flat_and_asks_nothing_twice() -> None:
    assert conjunction(And((_A, _B)), _X, And((MatchAll(), _A))) == And((_A, _B, _X))


def test_words_and_phrases_score_in_order_but_not_what_is_excluded_or_a_filter() -> None:
    assert scoring_texts(parse('z "a b" -c tag:x (d OR e) NOT f').where) == ("z", "a b", "d", "e")


def test_the_meaning_is_the_text_that_scores() -> None:
    assert embedding_text(parse('cheap "carbon tax" -draft tag:x').where) == "cheap carbon tax"


def test_filters_alone_have_no_meaning() -> None:
    assert embedding_text(parse("tag:x -draft").where) == ""


def test_phrases_are_those_asked_for_and_not_those_excluded() -> None:
    assert phrases(parse('"a b" -"c d" ("e f" OR g)').where) == ("a b", "e f")


def test_a_walk_visits_parents_first_and_left_to_right() -> None:
    tree = And((Or((_A, ExactPhrase("p"))), Not(OneOf(frozenset())), Should(_B)))
    assert list(walk(tree)) == [
        tree, tree.items[0], _A, ExactPhrase("p"), tree.items[1], OneOf(frozenset()), tree.items[2], _B,
    ]  # fmt: skip
