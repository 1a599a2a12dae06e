"""Regular expressions in a query."""

from __future__ import annotations

import sys

import pytest

from dowse.analysis.regular_expression import searcher
from dowse.query.ast import And, Expr, Not, RegularExpression, SamePassage, Should, Word
from dowse.query.describe import sentence
from dowse.query.parse import parse

pytest.importorskip("re2", reason="google-re2 is not installed: pip install -e '.[dev]'")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (r"/\d{4}-\d\d/", RegularExpression(r"\d{4}-\d\d")),
        ("/a b (c)/", RegularExpression("a b (c)")),
        (r"/a\/b/", RegularExpression(r"a\/b")),
        ("-/a/", Not(RegularExpression("a"))),
        ("(/a/)", RegularExpression("a")),
        ("/a/ b", And((RegularExpression("a"), Should(Word("b"))))),
        ("line:/^a/", SamePassage("line", RegularExpression("^a"))),
        ("line:(/(a)/ b)", SamePassage("line", And((RegularExpression("(a)"), Word("b"))))),
        ("match-case:/A/", RegularExpression("A", match_case=True)),
        ('/say "a/', RegularExpression('say "a')),
    ],
)
def test_text_between_slashes_is_a_regular_expression(text: str, where: Expr) -> None:
    query = parse(text)
    assert (query.where, query.notes) == (where, ())


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("/[a/", "/[a/: invalid regular expression, missing ]: [a; searched as a word"),
        ("/(?=a)/", "/(?=a)/: invalid regular expression, look-ahead, (?=…), is not supported; searched as a word"),
    ],
)
def test_an_invalid_pattern_is_searched_as_a_word_with_a_note(text: str, hint: str) -> None:
    query = parse(text)
    assert (query.where, [note.hint for note in query.notes]) == (Should(Word(text)), [hint])


def test_a_regular_expression_in_a_long_query_only_ranks_without_a_plus() -> None:
    words = "a b c d e f g h i j k l"
    plain, required = parse(f"{words} /x/"), parse(f"{words} +/x/")
    assert Should(Word("/x/")) in getattr(plain.where, "items", ())
    assert plain.notes[0].hint.endswith("write +/…/ to require a match")
    assert RegularExpression("x") in getattr(required.where, "items", ())


def test_a_note_names_the_package_that_regular_expressions_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    searcher.cache_clear()
    query = parse("/a b/")
    hint = "/a b/: regular expressions need google-re2: pip install 'dowse[regex]'; searched as a word"
    assert (query.where, [note.hint for note in query.notes]) == (Should(Word("/a b/")), [hint])


def test_the_sentence_names_the_pattern() -> None:
    assert sentence(parse("match-case:/A b/").where) == "documents matching /A b/ in this case, newest first"
