"""Phrases in texts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.folding import fold
from dowse.analysis.phrase_match import holds_phrase, phrase_spans, phrase_spans_from

_TEXT = "The Carbon\n  Tax (2019) of Café-Society; getUserById, user_id and 日本語の検索 in São\u00a0Paulo."
_HELD = [
    "carbon tax", "CARBON TAX", "Tax (2019)", "(2019)", "cafe", "café", "café-society", "getuserbyid", "user_id",
    "日本", "語の", "検", "sao paulo", "são  paulo", "of Cafe\u0301", "; ", "the", "paulo.",
]  # fmt: skip
_NOT_HELD = [
    "", "  ", "carbon taxes", "carbo", "arbon tax", "carbon ta", "carbontax", "user", "id", "getUser",
    "society getUserById",
    "日語", "tax 2019", "019",
]  # fmt: skip


@pytest.mark.parametrize("phrase", _HELD)
def test_a_text_holds_a_phrase(phrase: str) -> None:
    assert holds_phrase(_TEXT, phrase)


@pytest.mark.parametrize("phrase", _NOT_HELD)
def test_a_text_does_not_hold_what_cuts_a_word_or_stands_elsewhere(phrase: str) -> None:
    assert not holds_phrase(_TEXT, phrase)


def test_a_phrase_is_found_behind_a_place_where_it_cuts_a_word() -> None:
    assert holds_phrase("taxation and tax", "tax")


def test_a_phrase_may_be_the_whole_text() -> None:
    assert holds_phrase("tax", "Tax")


def test_a_phrase_of_latin_letters_beside_a_script_without_blanks_is_held() -> None:
    assert holds_phrase("用Python写", "python")


@pytest.mark.parametrize(
    ("text", "is_held"),
    [
        ("ログを見る", True),
        ("新ログ", True),
        ("プログラム", False),
        ("アクセスログ", False),
        ("ログー", False),
        ("プログラムのログ", True),
    ],
)
def test_a_phrase_is_no_part_of_a_word_in_katakana(text: str, is_held: bool) -> None:
    assert holds_phrase(text, "ログ") is is_held
    assert bool(list(phrase_spans(text, "ログ"))) is is_held


def test_a_mark_belongs_to_the_word_before_it() -> None:
    assert not holds_phrase("हिन्दी", "हिन")


@pytest.mark.slow
@settings(derandomize=True, database=None, deadline=None, max_examples=300)
@given(st.text(max_size=20), st.text(st.characters(exclude_categories=["L", "M", "N", "Pc", "Sk", "Lm"]), max_size=3))
def test_a_text_holds_itself_whatever_signs_stand_around_it(text: str, signs: str) -> None:
    assert holds_phrase(f"{signs} {text} {signs}", text) or not fold(text).strip()


_PIECES = (
    "carbon ",
    "tax",
    " ",
    "\n ",
    "Táx",
    "tax\u0301",
    "ﬁ",
    "Straße",
    "strasse ",
    "taxes ",
    "¨",
    "検索",
    ".",
    "索",
)


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from(_PIECES), max_size=20).map("".join),
    st.sampled_from(["carbon tax", "tax", "strasse", "fi", "索検", "検", "¨", ". tax"]),
)
def test_the_spans_of_a_phrase_hold_it_and_there_are_some_where_the_text_holds_it(text: str, phrase: str) -> None:
    spans = list(phrase_spans(text, phrase))
    assert bool(spans) == holds_phrase(text, phrase)
    assert all(holds_phrase(text[start:end], phrase) for start, end in spans)


@pytest.mark.parametrize(
    ("text", "phrase", "found"),
    [
        (
            "\u5c0f\u5df4\uff0c\u7684\u00bd\u7ade\u4e89\uff0c\u5386\u53f2\u5c0f\u8bf4\u3002",
            "\u5386\u53f2\u5c0f\u8bf4",
            "\u5386\u53f2\u5c0f\u8bf4",
        ),
        ("Stra\u00dfe.Cafe\u0301,Tee", "cafe", "Cafe\u0301"),
        ("Stra\u00dfe.Cafe\u0301,Tee", "strasse", "Stra\u00dfe"),
        ("Tee,Spa\u00df.", "spass", "Spa\u00df"),
    ],
    ids=["Chinese", "a mark", "a letter of two", "a letter of two at the end"],
)
def test_a_span_has_no_more_of_a_long_run_without_blanks_than_the_phrase(text: str, phrase: str, found: str) -> None:
    assert [text[start:end] for start, end in phrase_spans(text, phrase)] == [found]


def test_a_span_of_a_phrase_ends_with_the_phrase() -> None:
    text = "A (Carbon\n  Táx), and more"
    (span,) = phrase_spans(text, "carbon tax")
    assert text[slice(*span)] == "Carbon\n  Táx"


_MARKED = [
    ("This is **very** important", "is very important"),
    ("This is **very important** text", "is very important text"),
    ("The _silver lining_ of it", "silver lining"),
    ("The _silver lining_ of it", "silver lining of"),
    ("An __iron man__, too", "iron man"),
    ("on **_workspace trust_**.", "workspace trust"),
    ("see [the manual](https://a.b/c_d) for", "see the"),
    ("see [the manual](https://a.b/c_d) for more", "the manual for"),
    ('see [the manual](a.md "The title") for more', "the manual for"),
    ("see [the manual](<../my notes.md>) for more", "the manual for"),
    ("see [the manual][m] for more", "manual for"),
    ("Siehe [[Käse Brot]] und [[x/y|mehr]] davon", "kase brot und mehr davon"),
    ("Siehe ![[Käse Brot]]", "siehe käse brot"),
    ("call `open_vault` first, ~~never~~ ==always== so", "call open_vault first, never always so"),
    ("It\u2019s \u201cmine\u201d", 'it\'s "mine"'),
    ("It's mine", "it\u2019s mine"),
]
_NOT_MARKED = [
    ("2 * 3 and a == b", "2 3"),
    ("2 * 3 and a == b", "a b"),
    ("user_id of_all", "id of"),
    ("user_id of_all", "user"),
    ("see [the manual](https://a.b) for", "see for"),
    ("see [the manual](https://a.b) for", "manual a.b for"),
    ("an _iron man", "iron man"),
    ("a (b) c", "a b c"),
]


@pytest.mark.parametrize(("text", "phrase"), _MARKED)
def test_a_phrase_stands_in_the_text_as_a_page_shows_it(text: str, phrase: str) -> None:
    assert holds_phrase(text, phrase)
    (span,) = phrase_spans(text, phrase)
    assert holds_phrase(text[slice(*span)], phrase)


@pytest.mark.parametrize(("text", "phrase"), _NOT_MARKED)
def test_other_signs_between_words_separate_them(text: str, phrase: str) -> None:
    assert not holds_phrase(text, phrase)
    assert not [*phrase_spans(text, phrase)]


def test_markup_without_an_end_takes_no_time_beyond_its_length() -> None:
    for text in ("tax [" * 20_000, "tax ](" * 20_000, "tax [[a|" * 20_000, "tax " + "_*" * 50_000):
        assert not holds_phrase(text, "tax free")


def test_markup_is_split_in_one_way_alone() -> None:
    text = "*** ***".join("abcdefghijklmnop")
    assert holds_phrase(text, "a b c d e f g h i j k l m n o p")
    assert not holds_phrase(text, "a b c d e f g h i j k l m n o q")


def test_a_phrase_of_very_many_words_is_compared_as_it_stands_alone() -> None:
    phrase = " ".join(f"w{n}" for n in range(20_000))
    assert holds_phrase(f"x {phrase} y", phrase)
    assert not holds_phrase(phrase.replace(" ", "* ", 1), phrase)


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from((*_PIECES, "x" * 250, " y" * 200, "[tax](a.md)", "_carbon tax_")), max_size=20),
    st.sampled_from(["carbon tax", "tax", "Tax", "strasse", "y tax", ". tax"]),
    st.booleans(),
)
def test_a_phrase_is_found_from_its_first_word_on_as_in_the_whole_text(
    pieces: list[str], phrase: str, is_exact: bool
) -> None:
    text = "".join(pieces)
    near = list(phrase_spans_from(text, phrase, 0, len(text), is_exact=is_exact))
    assert near == list(phrase_spans(text, phrase, is_exact=is_exact))
