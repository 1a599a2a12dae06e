"""Terms as lines of one text."""

from __future__ import annotations

import random

import pytest

from dowse.analysis.spelling.spelling_correction import distance
from dowse.analysis.spelling.term_lines import beginning_with, beginnings_of, lines_of, possibly_similar

COUNTED = {"garden": 2, "gate": 1, "gat": 7, "pond": 4}


def test_the_terms_with_a_prefix_are_lines_in_their_order() -> None:
    assert lines_of(COUNTED, "ga") == "\ngarden 2\ngat 7\ngate 1"


@pytest.mark.parametrize("prefix", ["g", "ga", "gar", "gate", "pond", "x"])
def test_lines_within_lines_are_those_of_the_longer_prefix(prefix: str) -> None:
    assert beginning_with(lines_of(COUNTED, ""), prefix) == lines_of(COUNTED, prefix)


def test_a_word_begins_with_whole_terms() -> None:
    assert [*beginnings_of("gates", lines_of(COUNTED, "ga"), 3)] == [("gat", 7), ("gate", 1)]
    assert [*beginnings_of("garde", lines_of(COUNTED, "ga"), 3)] == []


def _edited(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) + 1)
    letter = rng.choice("abcd")
    return rng.choice(
        [
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
        ]
    )


@pytest.mark.parametrize("most", [1, 2])
def test_no_similar_term_is_missing(most: int) -> None:
    rng = random.Random(7)  # noqa: S311  # words, not secrets
    for _ in range(300):
        word = "".join(rng.choices("abcd", k=rng.randint(3, 12)))
        terms = {word: 1}
        for _ in range(40):
            term = word
            for _ in range(rng.randint(1, 3)):
                term = _edited(term, rng) or "a"
            terms[term] = rng.randint(1, 99)
        for length in (2, 3):
            prefixes = {term[:length] for term in terms}
            listed = dict(possibly_similar((word,), [(each, lines_of(terms, each)) for each in prefixes], most))
            similar = {
                term: count
                for term, count in terms.items()
                if len(term) >= length and distance(word, term, most) <= most
            }
            assert listed.items() >= similar.items()
            assert all(terms[term] == count for term, count in listed.items())


def test_few_other_terms_are_listed() -> None:
    lines = "".join(f"\n{term} 1" for term in ("gardening", "gardener", "garnish", "garter", "garb"))
    assert [*possibly_similar(("gardenign",), (("gar", lines),), 1)] == [("gardening", 1), ("gardener", 1)]
