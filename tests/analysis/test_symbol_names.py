"""Names of symbols in queries."""

from __future__ import annotations

import pytest

from dowse.analysis.symbol_names import (
    NameWords,
    is_symbol_name,
    parts_of_name,
    symbol_names_in,
    unnumbered,
    words_of_name,
)


@pytest.mark.parametrize(
    "text",
    ["Flask", "url_for", "getUserById", "Response.json", "std::move", "a->b", "Foo#bar", "_private", "read_it()"],
)
def test_one_name_with_a_mark_of_code_is_a_symbol(text: str) -> None:
    assert is_symbol_name(text)


@pytest.mark.parametrize("text", ["", "session", "how does Flask work", "Response json", "1.26.3", "a b_c"])
def test_prose_and_plain_words_are_no_symbols(text: str) -> None:
    assert not is_symbol_name(text)


def test_a_sentence_has_the_names_that_only_code_has() -> None:
    text = "Why does parseLine call read_text and HTTPServer, but Response.json not? See Monday."
    assert symbol_names_in(text) == ["parseLine", "read_text", "HTTPServer", "Response.json"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [("a.b", ("a", "b")), ("A::b()", ("A", "b")), ("x->y", ("x", "y")), ("plain", ("plain",)), ("()", ())],
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
    assert NameWords(frozenset({"auth", "user", "b"})).share_of(["authenticate", "users", "by", "token"]) == 0.5
    assert NameWords(frozenset({"auth"})).share_of([]) == 0.0
