"""A query as a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.query.ast import OneOf
from dowse.query.describe import sentence
from dowse.query.fields import FIELDS, FORMS
from dowse.query.parse import parse

SENTENCES = {
    "": "nothing: the query has no words and no filters",
    "carbon tax": "all documents, ranked by carbon, tax",
    "carbon carbon": "all documents, ranked by carbon",
    "carbon #finance": "documents tagged finance, ranked by carbon",
    'tag:"#phase/active"': "documents tagged phase/active, newest first",
    '"carbon tax" -draft': "documents containing exactly “carbon tax” and not containing draft, ranked by “carbon tax”",
    "a AND (b OR tag:x)": "documents containing a and (containing b or tagged x), ranked by a, b",
    "a b OR c": "documents (containing a and containing b) or containing c, ranked by a, b, c",
    "NOT (a OR b)": "documents not (containing a or containing b), newest first",
    'path:"My Notes" file:*.txt': "documents in “My Notes” and with the file name *.txt, newest first",
    "kind:task type:daily status:todo phase:x": (
        "documents of the kind task and of the type daily and with the status todo and in the phase x, newest first"
    ),
    "lang:go ext:md title:plan": "documents written in go and ending in md and with plan in the title, newest first",
    "[due] [due:soon]": "documents with the property due and with due = soon, newest first",
    "[n:>4] [n:>=4]": "documents with n > 4 and with n ≥ 4, newest first",
    "[n:<4] [n:<=4]": "documents with n < 4 and with n ≤ 4, newest first",
    "[n:>20260130]": "documents with n > 20260130, newest first",
    "[n:3..5]": "documents with n ≥ 3 and ≤ 5, newest first",
    "created:2026-01": "documents with created from 2026-01-01 on and before 2026-02-01, newest first",
    "modified:>=2026-01-31T10:30": "documents modified from 2026-01-31 10:30 on, newest first",
    "modified:<30d": "documents modified less than 30 days ago, newest first",
    "modified:>36h": "documents modified more than 1.5 days ago, newest first",
    "modified:<1d": "documents modified less than 1 day ago, newest first",
    "modified:>1h": "documents modified more than an hour ago, newest first",
    "modified:<5y": "documents modified less than 5 years ago, newest first",
    "modified:<12h": "documents modified less than 12 hours ago, newest first",
    "modified:today": "documents modified from today on and before tomorrow, newest first",
    "modified:>9999": "documents modified from the end of the calendar on, newest first",
    "under:A children:B links:C linked:D in:E": (
        "documents below A and directly below B and linking to C and linked from D and in the vault E, newest first"
    ),
    'similar:"save energy"': "all documents, most similar to “save energy”",
    "tax like:A like:B": "all documents, ranked by tax, most similar to A and B",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_a_query_is_read_as(text: str) -> None:
    assert sentence(parse(text).where) == SENTENCES[text]


def test_what_is_left_out_is_said() -> None:
    assert (
        sentence(parse("a").where, left_out=["archived"]) == "all documents, excluding archived documents, ranked by a"
    )


def test_a_set_is_counted() -> None:
    assert sentence(OneOf(frozenset("ab"))) == "documents among 2, newest first"


@pytest.mark.parametrize("example", [form.example for form in FORMS] + [field.example for field in FIELDS])
def test_every_example_of_the_table_has_a_sentence(example: str) -> None:
    assert len(sentence(parse(example).where)) > len("documents")


@settings(derandomize=True, deadline=None, database=None, max_examples=300)
@given(st.text('ab :<>=.[]"()-+#0123456789WTdyORAND', max_size=40))
def test_any_query_has_a_sentence(text: str) -> None:
    assert sentence(parse(text).where)
