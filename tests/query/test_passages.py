"""Obsidian's operators for passages, case and regular expressions in a query."""

from __future__ import annotations

import pytest

from dowse.query.ast import And, ExactPhrase, Expr, MatchAll, MatchCase, Not, Or, SamePassage, Should, Word
from dowse.query.describe import sentence
from dowse.query.extract import scoring_texts
from dowse.query.parse import parse

_A, _B = Word("a"), Word("b")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("line:a", SamePassage("line", _A)),
        ('line:"a b"', SamePassage("line", ExactPhrase("a b"))),
        ("section:(a b)", SamePassage("section", And((_A, _B)))),
        ("block:(a OR b)", SamePassage("block", Or((_A, _B)))),
        ("task:(a -b)", SamePassage("task", And((_A, Not(_B))))),
        ("-task-done:a", Not(SamePassage("task-done", _A))),
        ("Task-Todo:a", SamePassage("task-todo", _A)),
        ('task-todo:""', SamePassage("task-todo", MatchAll())),
        ('task:("")', SamePassage("task", MatchAll())),
        ("section:(line:(a b) a)", SamePassage("section", And((SamePassage("line", And((_A, _B))), _A)))),
        ("line:(#x a)", SamePassage("line", And((ExactPhrase("#x"), _A)))),
        ("line:tag:x/y", SamePassage("line", ExactPhrase("#x/y"))),
        ("match-case:HappyCat", MatchCase("HappyCat")),
        ('match-case:(A "B c")', And((MatchCase("A"), MatchCase("B c")))),
        ("match-case:line:(A b)", SamePassage("line", And((MatchCase("A"), MatchCase("b"))))),
        ("line:match-case:A", SamePassage("line", MatchCase("A"))),
        ("(line:a)", SamePassage("line", _A)),
    ],
)
def test_a_prefix_applies_to_the_word_phrase_or_group_behind_it(text: str, where: Expr) -> None:
    query = parse(text)
    assert (query.where, query.notes) == (where, ())


def test_an_operator_inside_a_prefix_leaves_the_words_outside_natural() -> None:
    assert parse("tax line:(a OR b)").where == And((Should(Word("tax")), SamePassage("line", Or((_A, _B)))))


def test_words_inside_a_prefix_make_no_long_query() -> None:
    assert parse(f'"a b" line:({"a " * 20})').notes == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("line:(a path:x)", "path: cannot be inside line:( ); write path: before line:; ignored"),
        ("line:(a [due])", "[due] cannot be inside line:( ); write [due] before line:; ignored"),
        ("line:()", "line: needs words, as in line:(mix flour); ignored"),
        ("line:)", "line: needs a value, as in line:(mix flour); searched as words"),
        ("section: a", "section: needs a value, as in section:(dog cat); searched as a word"),
        ("task-todo:", 'task-todo: needs a value, as in task-todo:call; task-todo:"" finds all; searched as a word'),
        ("a Match-Case: b", "match-case: needs a value, as in match-case:HappyCat; searched as a word"),
        ("line:" * 9 + "a", "fields inside more than 8 others are ignored"),
    ],
)
def test_a_note_names_the_mistake(text: str, hint: str) -> None:
    assert hint in [note.hint for note in parse(text).notes]


@pytest.mark.parametrize("text", ["line:" * 1_900 + "a", "line:-" * 900 + "a", "line:(" * 600 + "a" + ")" * 600])
def test_nested_prefixes_of_any_depth_are_parsed(text: str) -> None:
    assert parse(text).notes


@pytest.mark.parametrize(
    "text", ["/usr/local/", "/etc/hosts and /etc/passwd", "1 / 2 / 3", "and/or", "km/h", "/", "//", "/x", "/ a/"]
)
def test_slashes_that_enclose_no_pattern_are_words(text: str) -> None:
    assert list(scoring_texts(parse(text).where)) == text.split()


def test_the_words_inside_a_prefix_rank() -> None:
    assert scoring_texts(parse('section:(a -b) match-case:"C d"').where) == ("a", "C d")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("line:(a b)", "with a line (containing a and containing b), ranked by a, b"),
        ('task-todo:""', "with an open task, newest first"),
        ("-task-done:a", "not with a completed task containing a, newest first"),
        ("match-case:Aa", "containing “Aa” in this case, ranked by Aa"),
    ],
)
def test_the_sentence_names_the_passage(text: str, told: str) -> None:
    assert sentence(parse(text).where) == f"documents {told}"
