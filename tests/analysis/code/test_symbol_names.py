"""Names of symbols in queries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dowse.analysis.code import symbol_names
from dowse.analysis.code.symbol_names import (
    NamesByWord,
    in_other_conventions,
    is_symbol_name,
    name_with_kind,
    parts_of_name,
    symbol_names_in,
    unnumbered,
    words_of_name,
)


@pytest.mark.parametrize(
    "text",
    [
        "Flask",
        "url_for",
        "getUserById",
        "Response.json",
        "std::move",
        "a->b",
        "Foo#bar",
        "Foo.#bar",
        "_private",
        "read_it()",
        "empty?",
        "save!",
    ],
)
def test_one_name_with_a_mark_of_code_is_a_symbol(text: str) -> None:
    assert is_symbol_name(text)


@pytest.mark.parametrize(
    "text", ["", "session", "how does Flask work", "Response json", "1.26.3", "a b_c", "is it empty?", "?"]
)
def test_prose_and_plain_words_are_no_symbols(text: str) -> None:
    assert not is_symbol_name(text)


def test_a_long_run_of_capitals_is_read_once() -> None:
    """Each capital would be read to the end of the text: minutes for a pasted key."""
    assert is_symbol_name("A" * 1_000_000)
    assert not is_symbol_name(f"{'aA' * 1_000_000} b")


def test_a_sentence_has_the_names_that_only_code_has() -> None:
    text = "Why does parseLine call read_text and HTTPServer, but Response.json not? See Monday."
    assert symbol_names_in(text) == ["parseLine", "read_text", "HTTPServer", "Response.json"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a.b", ("a", "b")),
        ("A::b()", ("A", "b")),
        ("x->y", ("x", "y")),
        ("plain", ("plain",)),
        ("()", ()),
        ("A#b", ("A", "b")),
        ("A.#b", ("A", "#b")),
        ("#b", ("b",)),
    ],
)
def test_a_qualified_name_has_parts(name: str, parts: tuple[str, ...]) -> None:
    assert parts_of_name(name) == parts


@pytest.mark.parametrize(
    ("name", "plain"), [("A.f~2", "A.f"), ("A.f", "A.f"), ("~A", "~A"), ("A~2.f", "A~2.f"), ("", "")]
)
def test_the_number_at_the_end_of_a_name_is_left_out(name: str, plain: str) -> None:
    assert unnumbered(name) == plain


def test_a_name_has_its_words_and_the_whole() -> None:
    assert words_of_name("HTTPServer_v2") == {"httpserver_v2", "http", "server", "v", "2"}


def test_a_word_counts_if_it_begins_another_or_the_other_way_round() -> None:
    names = NamesByWord(lambda name: name.split())
    assert names.shares(["auth user b", "of"], ["authenticate", "users", "by", "token"]) == {"auth user b": 0.5}
    assert names.shares(["auth user b"], ["use", "user", "b", "aut"]) == {"auth user b": 1.0}
    assert names.shares(["auth"], []) == {}


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("parseHTTPLine", ("parse_http_line",)),
        ("Reader.readAll()", ("Reader.read_all",)),
        ("std::get_first", ("std::getFirst", "std::GetFirst")),
        ("MAX_SIZE", ("maxSize", "MaxSize")),
        ("_private", ()),
        ("Reader", ()),
        ("", ()),
    ],
)
def test_a_name_as_other_conventions_write_it(name: str, others: tuple[str, ...]) -> None:
    assert in_other_conventions(name) == others


def test_a_long_word_is_compared_with_the_words_of_names_alone() -> None:
    """A pasted key has as many prefixes as letters: minutes."""
    names = NamesByWord(lambda name: name.split(), by_stem=True)
    assert names.shares(["aaaa b"], ["a" * 1_000_000, "b"]) == {"aaaa b": 1.0}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class Rope", ("Rope", {"class"})),
        ("fn moor_ferry()", ("moor_ferry()", {"function", "method"})),
        ("the Rope.untie method", ("Rope.untie", {"method"})),
        ("class of ropes", ("", set())),
        ("class rope", ("", set())),
        ("classes Rope", ("", set())),
        ("class Rope untie", ("", set())),
    ],
)
def test_a_word_beside_a_name_says_the_kind_of_the_symbol(text: str, found: tuple[str, set[str]]) -> None:
    name, kinds = name_with_kind(text)
    assert (name, set(kinds)) == found


def test_a_word_is_another_one_with_its_stem_where_stems_are_compared() -> None:
    names = NamesByWord(words_of_name, by_stem=True)
    assert names.shares(["RetryStrategy"], ["retried", "strategies", "late"]) == {"RetryStrategy": 2 / 3}
    assert NamesByWord(words_of_name).shares(["RetryStrategy"], ["retried"]) == {}


def test_names_by_word_are_those_of_a_comparison_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbol_names, "_MOST_NAMES", 40)
    chance = Random(3)  # noqa: S311  # the same names in each run
    all_names = [" ".join(_word(chance) for _ in range(chance.randint(0, 4))) for _ in range(100)]
    names = NamesByWord(lambda name: name.split())
    for _ in range(60):
        given, asked = chance.sample(all_names, 12), {_word(chance) for _ in range(3)}
        shares = names.shares(given, asked)
        for name in given:
            assert shares.get(name, 0) == sum(_has(name.split(), word) for word in asked) / len(asked)


def _word(chance: Random) -> str:
    return "".join(chance.choices("ab", k=chance.randint(1, 5)))


def _has(words: Sequence[str], asked: str) -> bool:
    longest = [word for word in words if len(word) >= 3]
    is_prefix = any(word.startswith(asked) for word in longest) and len(asked) >= 3
    return asked in words or is_prefix or any(asked.startswith(word) for word in longest)


def test_an_abbreviation_that_many_names_have_stands_for_no_words() -> None:
    names = NamesByWord(lambda name: name.split())
    initials = {"api": ("add", "payment", "integration")}
    views = [f"api {number}" for number in range(5)]
    assert names.shares(["api 1", "web payment"], initials["api"], initials) == {"api 1": 1.0, "web payment": 1 / 3}
    assert names.shares([*views, "web payment"], initials["api"], initials) == {"web payment": 1 / 3}
