"""Where the words of a query stand in a text."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.densest_window import densest
from dowse.analysis.term_matching import TermMatch, TermMatcher, _flat
from dowse.analysis.tokens import spans, word_tokens
from tests.contract.vaults import texts


def _marked(words: str, text: str) -> list[str]:
    return [text[start:end] for start, end, _ in TermMatcher(words.split()).marks(text)]


@pytest.mark.parametrize(
    ("words", "text", "marked"),
    [
        ("tax", "Taxes, taxing and syntax", ["Taxes", "taxing"]),
        ("bodies", "one body", ["body"]),
        ("code", "while coding", ["coding"]),  # porter puts an e where the word has none
        ("visible", "its visibility", ["visibility"]),
        ("eying", "she eyed it", ["eyed"]),  # the stem is "ei"
        ("cafe", "das Café, le café", ["Café", "café"]),
        ("Éclair", "ECLAIRS", ["ECLAIRS"]),
        ("resume", "my re\u0301sume\u0301!", ["re\u0301sume\u0301"]),
        ("Straße", "STRASSE und Straße", ["STRASSE", "Straße"]),
        ("который", "Который час", ["Который"]),
        ("2024", "عام ٢٠٢٤، ۲۰۲۴ और २०२४", ["٢٠٢٤", "۲۰۲۴", "२०२४"]),
        ("٢٠٢٤", "in 2024", ["2024"]),
        ("λόγος", "ο λογος, ο ΛΌΓΟΣ", ["λογος", "ΛΌΓΟΣ"]),
        ("user", "getUserById(user_id)", ["getUserById", "user_id"]),
        ("METIS-T-0066", "see METIS-T-0066.", ["METIS", "T", "0066"]),
        ("日本語", "日曜に日本語と本", ["日本", "本語"]),  # neighbours; one character alone says too little
        ("語", "日本語", ["語"]),
        ("検索", "iPhoneで検索する", ["検索"]),
        ("c", "C# and C++", ["C", "C"]),
        ("जरूरत गांव", "ज़रूरत, गाँव \u095bरूरत", ["ज़रूरत", "गाँव", "\u095bरूरत"]),
        ("ज़रूरत", "जरूरत", ["जरूरत"]),
        ("น้ำ", "ดื่มน้ำ", ["น้", "้ำ"]),
        ("ทำ", "ท\u0e4d\u0e32งาน", ["ท\u0e4d\u0e32"]),
        ("width API", "ｗｉｄｔｈ, ＡＰＩ", ["ｗｉｄｔｈ", "ＡＰＩ"]),
        ("كتاب", "\ufe8d\ufedf\ufedc\ufe98\ufe8e\ufe8f", ["\ufe8d\ufedf\ufedc\ufe98\ufe8e\ufe8f"]),
        ("efficient find", "Eﬃcient ﬁnding", ["Eﬃcient", "ﬁnding"]),
        ("ガソリン", "ｶﾞｿﾘﾝの", ["ｶﾞｿ", "ｿﾘ", "ﾘﾝ"]),
        ("ガソ", "カ\u3099ソリン", ["カ\u3099ソ"]),
        ("인증", "\u110b\u1175\u11ab\u110c\u1173\u11bc을", ["\u110b\u1175\u11ab\u110c\u1173\u11bc"]),
        ("tax", "", []),
        ("", "tax", []),
        ("!!!", "wow!!!", []),
    ],
)
def test_words_are_found_by_stem_whatever_their_case_and_accents(words: str, text: str, marked: list[str]) -> None:
    assert _marked(words, text) == marked


def test_only_the_stretch_that_was_asked_for_is_looked_at() -> None:
    text = "tax one tax two tax"
    assert [start for start, _, _ in TermMatcher(["tax"]).marks(text, 4, 12)] == [8]


def test_runs_without_blanks_behind_the_start_of_the_stretch_are_marked_once_each() -> None:
    text = "検索 検索 検索"
    assert [start for start, _, _ in TermMatcher(["検索"]).marks(text, 3)] == [3, 6]


_BOUNDS = st.tuples(st.integers(0, 80), st.integers(0, 80)).map(sorted)
_LETTERS = st.text(
    st.sampled_from("taxΣςσİıßéе\u0301ー検索日本 -_.ﬁ\ufefb😀ｔｶﾞカ\u3099\u0e4d\u0e32ำज\u093c인ᆨ"), max_size=60
)


@settings(derandomize=True, deadline=None)
@given(texts() | _LETTERS, texts(most=4) | _LETTERS, _BOUNDS)
def test_a_span_has_the_marks_of_the_whole_text_that_lie_in_it(text: str, query: str, bounds: list[int]) -> None:
    start, end = bounds
    spotter = TermMatcher(query.split())

    def inside(marks: list[TermMatch]) -> list[TermMatch]:
        return [mark for mark in marks if start <= mark[0] and mark[1] <= end]

    whole, of_span = list(spotter.marks(text)), list(spotter.marks(text, start, end))
    assert inside(of_span) == inside(whole)
    assert set(of_span) <= set(whole)
    assert of_span == sorted(set(of_span))


def test_each_character_folds_to_one_whatever_stands_beside_it() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    folded = _flat(every)
    assert len(folded) == len(every)
    assert folded == "".join(_flat(every[at : at + 101]) for at in range(0, len(every), 101))
    assert _flat("ΟΔΟΣ ΟΔΟΣ")[:4] == _flat("ΟΔΟΣ")


@settings(derandomize=True, deadline=None)
@given(texts(), texts(most=4))
def test_every_word_of_the_text_that_has_a_stem_of_the_query_is_marked_and_no_other(text: str, query: str) -> None:
    stems = TermMatcher(query.split()).stems
    marks = list(TermMatcher(query.split()).marks(text))
    assert marks == sorted(marks)
    spaced = [(start, end, word) for start, end, word in spans(text) if word.isascii() and len(word) < 100]
    expected = {(start, end) for start, end, word in spaced if stems & {s for t in word_tokens(word) for s in t}}
    assert expected == {(start, end) for start, end, _ in marks} & {(start, end) for start, end, _ in spaced}


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=200), st.text(max_size=20))
def test_any_text_can_be_looked_through(text: str, word: str) -> None:
    for start, end, stem in TermMatcher([word]).marks(text):
        assert 0 <= start < end <= len(text)
        assert stem


def test_a_long_run_without_blanks_is_looked_at_once() -> None:
    text = "deadbeef" * 20_000  # n² steps would take hours
    assert _marked("beef", text) == []
    assert _marked("検索", "語" * 150_000 + "検索") == ["検索"]


@pytest.mark.parametrize("seed", range(16))
def test_no_window_of_many_matches_has_more_words_than_the_densest(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # the same places in each run
    frequencies = pick.choice([(150, 120, 2), (90, 1), (30, 29, 28), (100, 12, 11, 10), (100,)])
    places = pick.sample(range(400), sum(frequencies))
    stems = [n for n, frequency in enumerate(frequencies) for _ in range(frequency)]
    marks = sorted((10 * place, 10 * place + 5, str(n)) for place, n in zip(places, stems, strict=True))
    sections = sorted(pick.sample(range(4000), pick.randrange(6)))
    size = pick.choice([25, 40, 200])

    def worth(at: int) -> float:
        limit = min((start for start in sections if start > at), default=4000)
        found = {int(stem) for start, end, stem in marks if at <= start < limit and (end - at <= size or start == at)}
        return sum(1 / (1 + 0.1 * frequencies[n]) for n in found)

    best = densest(marks, size, sections, prefer=(0, 0))
    assert worth(best) == pytest.approx(max(worth(at) for at, *_ in marks))


def test_a_matcher_keeps_the_stems_of_a_fixed_number_of_words() -> None:
    matcher = TermMatcher(["garden"])
    text = " ".join(f"garden{n}" for n in range(25_000))
    assert len(list(matcher.marks(text))) == 25_000
    assert 0 < len(matcher._known) <= 20_000  # no answer shows what is kept
