"""Stack traces, diffs and lines of code that are pasted as a query."""

from __future__ import annotations

import pytest

from dowse.query.ast import And, ExactPhrase, FieldEquals, MatchAll, Not, Or, Should, Word, walk
from dowse.query.extract import scoring_texts, selecting
from dowse.query.parse import parse

_HINT = "in pasted text + and - are searched as text; NOT before a word excludes it"

PASTED = (
    "main.main() /x/server.go:12 +0x3c",
    "mismatch (-want, +got)",
    "returned diff (-want +got):",
    "unexpected result (-expected, +actual)",
    "@@ -30,7 +30,7 @@ def open",
    "goroutine 1\n\t/go/server.go:530 +0x3c",
    "--- a/x.ts\n+++ b/x.ts\n-import a\n+import b",
    "usage: prog\n  -x FILE\n  -y",
    "-old words of it\n+new words of it",
    "of it\n-old words\n+new words",
    "total = price\n-discount",
    "one\ntwo\nthree\n-four",
    "total\n-b",
    "total 8\n-rw-r--r-- root",
)


@pytest.mark.parametrize("text", PASTED)
def test_no_part_of_a_pasted_text_excludes_or_requires(text: str) -> None:
    query = parse(text)
    assert selecting(query.where) == MatchAll()
    assert [note.hint for note in query.notes] == [_HINT]


@pytest.mark.parametrize(
    "text",
    [
        "if (a\n  b) {\n}) + 1",
        "at com.acme.Main.main(Main.java:12) )",
        '@@ -30,7 +30,7 @@ f("") (',
        "/* identify [a */\nint main(void)",
        'return "";\n  char *s = "',
    ],
)
def test_a_pasted_text_has_no_note_on_its_brackets_and_quotations(text: str) -> None:
    assert parse(text).notes == () or [note.hint for note in parse(text).notes] == [_HINT]


@pytest.mark.parametrize("text", ["tax )", 'tax ""', "tax /[a/", "tax\nAND (draft", "tax\nline:(a) )"])
def test_a_written_query_keeps_these_notes(text: str) -> None:
    assert len(parse(text).notes) == 1


def test_the_note_has_the_place_of_the_first_sign() -> None:
    assert [note.at for note in parse("mismatch (-want, +got)").notes] == [10]


@pytest.mark.parametrize(
    "text",
    [
        "tax -draft",
        "+tax\n",
        "tax (bread -draft)",
        "tax (-draft)",
        "tax (-draft +bread)",
        "tax (-draft +bread -rye)",
        "tax -(-draft)",
        "tax\nAND -draft",
        "line:(tax\n-draft)",
        "tax\n-tag:draft",
        "tax bread\n-draft",
        "carbon tax, isn't it?\n\n-draft",
        "tax path:notes/a +bread\n-draft #x",
        'the "carbon tax"\n-"draft of it"',
    ],
)
def test_signs_stay_operators_in_typed_lines_in_a_boolean_query_and_at_conditions(text: str) -> None:
    query = parse(text)
    assert query.notes == ()
    assert selecting(query.where) != MatchAll()


@pytest.mark.parametrize(
    "text",
    [
        "#include <stdio.h>",
        '#include "urldata.h"',
        "#define MAX_SIZE 10",
        "#ifdef WIN32\n  #define x 1\n#else\n#endif",
        "int f(void)\n#pragma once",
        "#ifdef WIN\n#else\n#endif",
    ],
)
def test_directives_of_c_are_no_tags(text: str) -> None:
    assert not [node for node in walk(parse(text).where) if isinstance(node, FieldEquals)]
    assert any(word.startswith("#") for word in scoring_texts(parse(text).where))


@pytest.mark.parametrize(
    "text",
    [
        "#include",
        "#include tax",
        "tax #include <x>",
        "#define it",
        "tax\n#project",
        "#line",
        "tax\n#error",
        "#warning\n+tax",
    ],
)
def test_other_tags_select(text: str) -> None:
    assert [node.field for node in walk(parse(text).where) if isinstance(node, FieldEquals)] == ["tag"]


def test_the_address_of_a_file_is_no_filter() -> None:
    query = parse("at dispatch (file:///app/src/hono-base.ts:408:15)")
    assert scoring_texts(query.where) == ("at", "dispatch", "file:///app/src/hono-base.ts:408:15")
    assert query.notes == ()


def test_quotation_marks_in_a_trace_cite() -> None:
    query = parse('File "kombu/connection.py", line 123, in connect')
    assert Should(ExactPhrase("kombu/connection.py")) in walk(query.where)
    assert [note.hint for note in query.notes] == ["quoted text in a trace only ranks"]


def test_quotations_in_several_lines_select() -> None:
    assert ExactPhrase("x y") in walk(selecting(parse('a\nb "x y"').where))


def test_operators_in_several_lines_select() -> None:
    assert parse("a OR b\n-c").where == Or((Word("a"), And((Word("b"), Not(Word("c"))))))
