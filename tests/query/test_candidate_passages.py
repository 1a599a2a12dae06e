"""Conditions on passages are compared with the passages alone that have letters of every match."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis import tokens
from dowse.analysis.passages import passages
from dowse.analysis.phrase_match import holds_exact, holds_phrase
from dowse.query.ast import And, ExactPhrase, Expr, MatchCase, Not, Or, SamePassage, Word
from dowse.query.text_match import PassageSource, holds_passage
from tests.tier_parameters import examples

_TEXT = """happy happiness flying flies eyed visibility visible nationalize ties café Straße naïve getUserById
HTTPServer snake_case get user id 日本語 テスト か\u3099 e\u0301 résumé ﬁle İstanbul ΣΙΓΜΑΣ σίγμας x1 3.14 __ a I ies ?
“so” isn't foo-bar ไทย 한국어"""
_words = st.sampled_from(_TEXT.split())
_leaves = st.one_of(
    _words.map(Word), _words.map(MatchCase), st.tuples(_words, _words).map(" ".join).map(ExactPhrase), _words.map(Word)
)
_conditions = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(And),
        st.tuples(inner, inner).map(Or),
        inner.map(Not),
        inner.map(lambda item: SamePassage("line", item)),
    ),
    max_leaves=4,
)
_texts = st.lists(st.tuples(_words, st.sampled_from([" ", "\n", "", "\n- [ ] ", "? "])), max_size=20)


def _holds(expr: Expr, source: PassageSource, span: tuple[int, int]) -> bool:
    text = source.text[slice(*span)]
    match expr:
        case And(items):
            return all(_holds(item, source, span) for item in items)
        case Or(items):
            return any(_holds(item, source, span) for item in items)
        case Not(item):
            return not _holds(item, source, span)
        case SamePassage(kind, item):
            return any(_holds(item, source, each) for each in passages(kind, source.text, span, source.sections))
        case MatchCase(wanted):
            return holds_exact(text, wanted)
        case ExactPhrase(wanted):
            return holds_phrase(text, wanted)
        case Word(word):
            own, phrases = tokens.tokens(text), tokens.alternatives(word)
            at_any = [own[at:] for at in range(len(own))]
            return not phrases or any(
                len(rest) >= len(phrase) and all(term in token for term, token in zip(phrase, rest, strict=False))
                for rest in at_any
                for phrase in phrases
            )
    raise AssertionError(expr)


@settings(derandomize=True, database=None, deadline=None, max_examples=examples(150))
@given(_texts, st.sampled_from(["line", "section", "block", "task"]), _conditions, st.integers(0, 40))
def test_the_candidates_hold_what_all_passages_hold(
    parts: list[tuple[str, str]], kind: str, item: Expr, section: int
) -> None:
    text = "".join(word + behind for word, behind in parts)
    source, leaf = PassageSource(text, 0, (min(section, len(text)),)), SamePassage(kind, item)  # type: ignore[arg-type]
    assert holds_passage(leaf, source) == _holds(leaf, source, (0, len(text)))


@pytest.mark.parametrize("dash", ["", " — “so”"])
@pytest.mark.parametrize("kind", ["line", "section", "block"])
def test_words_are_not_analysed_unless_they_have_the_letters(
    kind: str, dash: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed = list[str]()
    original = tokens._analysed

    def counted(word: str) -> tuple[tokens.Token, ...]:
        analysed.append(word)
        return original(word)

    monkeypatch.setattr(tokens, "_analysed", counted)
    monkeypatch.setattr(tokens, "_known", tokens._Known())
    text = "".join(f"word{n} qualm{n}{dash}\n" for n in range(500)) + "Flying zebras\n\nFlying.\n"
    source = PassageSource(text, 0, ())
    assert holds_passage(SamePassage(kind, And((Word("fly"), Word("zebra")))), source)  # type: ignore[arg-type]
    assert not holds_passage(SamePassage(kind, And((Word("fly"), Word("quartz")))), source)  # type: ignore[arg-type]
    assert len(analysed) <= 10
