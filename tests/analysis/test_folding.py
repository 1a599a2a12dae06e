"""What counts as the same text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.folding import (
    PLAIN_FORMS,
    fold,
    name_key,
    spaced_otherwise,
    target_key,
    unaccented,
    unspaced,
    without_ending,
)

_SAME = [
    ("Éclair", "eclair"), ("E\u0301clair", "eclair"), ("Straße", "strasse"), ("İstanbul", "istanbul"),
    ("ﬁne", "fine"),
    ("Ｎｏｔｅ", "note"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ångström", "angstrom"), ("naïve", "naive"), ("ﾊﾟﾝ", "パン"),
    ("한국어", "한국어"), ("שָׁלוֹם", "שלום"), ("ٱلْكِتَاب", "ٱلكتاب"), ("أَحْمَد", "احمد"), ("مـــرحبا", "مرحبا"),
    ("٢٠٢٤", "2024"), ("۱۲۳", "123"), ("साल २०२४", "साल 2024"), ("๑๐", "10"), ("１２", "12"),
    ("Łódź", "lodz"), ("Đà Nẵng", "da nang"), ("Ǿresund", "oresund"), ("ISIRGAN ısırgan", "isirgan isirgan"),
    ("Ħaż-Żebbuġ", "haz-zebbug"), ("Guðmundur", "gudmundur"), ("Ƙasa ɗaya", "kasa daya"),
    ("ज़रूरत", "जरूरत"), ("\u0958लम", "कलम"), ("गाँव", "गांव"), ("น้ำ", "น้ำ"), ("ท\u0e4d\u0e32", "ทำ"), ("ນ້ຳ", "ນ້ຳ"),
    ("ŒUVRE, sœur", "oeuvre, soeur"), ("Ærø, læse", "aero, laese"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "folded"), _SAME)
def test_case_accents_composition_and_digits_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize("word", ["が", "हिन्दी", "ไทย"])
def test_marks_that_change_the_word_stay(word: str) -> None:
    assert len(fold(word)) >= len(word)


def test_unaccented_text_keeps_its_case() -> None:
    assert unaccented("Éclair Ünï Łódź ĐÀ İĞDIR ığdır") == "Eclair Uni Lodz DA IGDIR igdir"


@pytest.mark.parametrize("letter", [letter for letter in PLAIN_FORMS if letter.isalpha()])
def test_both_cases_of_a_letter_have_the_same_plain_one(letter: str) -> None:
    assert fold(letter.swapcase()) == fold(letter)
    assert fold(letter).isascii() or fold(letter) in "гكيهة"


def test_letters_of_persian_and_urdu_equal_those_of_arabic() -> None:
    assert fold("کتاب") == fold("كتاب")
    assert fold("یہ ۀ ە ۃ ﮎ ی") == fold("يه ه ه ة ك ي")
    assert fold("گچپژ") == "گچپژ"


@settings(derandomize=True, database=None, deadline=None, max_examples=300)
@given(st.text(max_size=30))
def test_folding_never_fails_and_knows_no_upper_case(text: str) -> None:
    assert fold(text) == fold(text).casefold()


@pytest.mark.parametrize("name", ["METIS-T-0066", "metis t 0066", "Metis_T_0066", " metis--t.0066 ", "MÉTIS T 0066"])
def test_a_name_is_compared_without_case_accents_and_signs(name: str) -> None:
    assert name_key(name) == "metis t 0066"


def test_a_name_of_signs_alone_keeps_them() -> None:
    assert (name_key("!!!"), name_key(" ☕  ☕ "), name_key("C++"), name_key("  ")) == ("!!!", "☕ ☕", "c", "")


@pytest.mark.parametrize(
    ("char", "without"),
    [("語", True), ("か", True), ("한", True), ("ไ", True), ("a", False), ("é", False), ("ह", False)],
)
def test_scripts_without_blanks(char: str, *, without: bool) -> None:
    assert unspaced(char) is without


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("a/note.md", "a/note"),
        ("x.txt.md", "x.txt"),
        ("v1.5", "v1.5"),
        ("a/.md", "a/.md"),
        (".md", ".md"),
        ("md", "md"),
    ],
)
def test_the_ending_of_a_text_file_may_be_left_out(key: str, name: str) -> None:
    assert without_ending(key) == name


@pytest.mark.parametrize(
    "target",
    ["April Jane", "april-jane.md", "2-Areas/People/April Jane", "../People/APRIL JANE.MD", "a\\b\\april_jane.txt"],
)
def test_targets_that_may_mean_one_document_have_one_key(target: str) -> None:
    assert target_key(target) == target_key("2-Areas/People/April Jane.md") == "april jane"


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("METIS-T-0066", "metis t 0066"),
        ("a.b", "a b"),
        ("v1.5", "v1 5"),
        ("x.txt", "x"),
        ("x.txt.md", "x"),
        (".md", "md"),
        ("code.py", "code py"),
        ("Café/Ünder.MD", "under"),
        ("notes/", "notes"),
        ("/docs/notes/", "notes"),
        ("/docs/notes.html?tab=1", "notes"),
        ("/docs/notes/index.html", "notes"),
        ("a?b", "a b"),
        ("/", ""),
        ("", ""),
    ],
)
def test_the_key_of_a_target_is_its_name_without_folder_and_ending(target: str, key: str) -> None:
    assert target_key(target) == key


def test_a_name_has_other_forms_where_scripts_meet_alone() -> None:
    assert spaced_otherwise("AC自动机 2") == ("AC自动机2", "AC 自动机 2")
    assert spaced_otherwise("AC 自动机") == ("AC自动机",)
    assert spaced_otherwise("自动机 自动") == spaced_otherwise("café 2") == spaced_otherwise("a b") == ()


@settings(derandomize=True, database=None, deadline=None, max_examples=300)
@given(st.text(st.sampled_from("aÄ ä.md/\\txé-ẞﬁ／"), max_size=8))
def test_a_target_and_its_folded_form_have_one_key(target: str) -> None:
    assert target_key(target) == target_key(fold(target)) == target_key(target.swapcase())
