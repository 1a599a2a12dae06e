"""Quoted values of a pasted message, on every engine: they select unless nothing is found so."""

from __future__ import annotations

import pytest

from dowse.search.execute import Answer, Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill
from tests.making import make

_TRANSPORT = make("transport.md", 'No such transport: the name after "://" of an address is unknown')
_FLAG = make("flag.md", "an invalid value for a flag ends the program")
_FOO = make("foo.md", "foo is the first name of examples, and bar the next one")


def _answer(engine: Engine, query: str) -> Answer:
    fill(engine, _TRANSPORT, _FLAG, _FOO)
    return search(Request(query), DEFAULT, engine, now=0.0)


def _paths(answer: Answer) -> list[str]:
    return [hit.head.path for hit in answer.hits]


def _notes(answer: Answer) -> list[tuple[int, str]]:
    return [(note.at, note.hint) for note in answer.notes if "only rank" in note.hint]


@pytest.mark.parametrize(
    ("query", "first", "at", "named"),
    [
        ('No such transport: "redis2"', "transport.md", 19, '"redis2"'),
        ('invalid value "a b c" for "x y"', "flag.md", 14, '"a b c" and "x y"'),
        ('first "foo of" examples', "foo.md", 6, '"foo of"'),
    ],
)
def test_a_quoted_value_that_nothing_has_only_ranks(
    engine: Engine, query: str, first: str, at: int, named: str
) -> None:
    answer = _answer(engine, query)
    assert _paths(answer)[0] == first
    assert _notes(answer) == [
        (at, f'nothing found with {named}, whose words only rank; write +"…" to require the phrase')
    ]


_QUEUE = make("queue.go", 'errorf("No pending tasks in %q queue", name)', kind="code")


@pytest.mark.parametrize(
    ("query", "first", "at"),
    [
        ('No pending tasks in "first name" queue', "queue.go", 20),
        ('ERROR: No pending tasks in "first name" queue 7', "queue.go", 27),
        ('No pending tasks in +"first name" queue', "foo.md", -1),
        ('No pending "first name" tasks of queues', "foo.md", -1),
        ('pending tasks "first name"', "foo.md", -1),
        ('queues with "No pending tasks in" them', "queue.go", -1),
    ],
)
def test_a_quoted_value_only_ranks_where_source_code_has_the_message_around_it(
    engine: Engine, query: str, first: str, at: int
) -> None:
    fill(engine, _QUEUE)
    answer = _answer(engine, query)
    hint = 'source code has the message around "first name", whose words only rank; write +"…" to require the phrase'
    assert _paths(answer)[0] == first
    assert _notes(answer) == ([(at, hint)] if at >= 0 else [])


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ('help = "list all files"', 'list all files with "first name" in them'),
        ('print("Show the list of open tasks")', '"first name" in the list of open tasks'),
        ('log("List all files of %s", name)', 'examples which list all files about the "first name" of a program'),
    ],
)
def test_a_quotation_beside_words_that_source_code_prints_selects(engine: Engine, line: str, query: str) -> None:
    fill(engine, make("cli.py", line, kind="code"))
    answer = _answer(engine, query)
    assert (_paths(answer), _notes(answer)) == (["foo.md"], [])


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ('raise KeyError("No such queue of tasks: " + name)', 'KeyError: No such queue of tasks: "first name"'),
        ('throw new E(name + " is no queue of tasks");', '"first name" is no queue of tasks'),
        ('printf("queue \\"%s\\" of tasks is full", name);', 'main: queue "first name" of tasks is full'),
    ],
)
def test_a_quoted_value_at_an_end_of_a_message_only_ranks(engine: Engine, line: str, query: str) -> None:
    fill(engine, make("queue.c", line, kind="code"))
    answer = _answer(engine, query)
    assert (_paths(answer)[0], len(_notes(answer))) == ("queue.c", 1)


def test_a_message_in_a_note_leaves_a_quotation_as_it_is(engine: Engine) -> None:
    fill(engine, make("queue.md", 'errorf("No pending tasks in %q queue", name)'))
    assert _paths(_answer(engine, 'No pending tasks in "first name" queue')) == ["foo.md"]


def test_a_quotation_that_a_document_has_selects(engine: Engine) -> None:
    answer = _answer(engine, 'invalid transport "first name"')
    assert (_paths(answer), _notes(answer)) == (["foo.md"], [])


@pytest.mark.parametrize(
    "query",
    [
        '"no such train"',
        'transport +"no such train"',
        'transport AND "no such train"',
        '"no such train" kind:note',
        'transport "no such train" tag:x',
        'transport line:("no such train")',
    ],
)
def test_a_quotation_alone_or_required_stays_a_condition(engine: Engine, query: str) -> None:
    answer = _answer(engine, query)
    assert (_paths(answer), _notes(answer)) == ([], [])


def test_what_is_excluded_stays_so(engine: Engine) -> None:
    answer = _answer(engine, 'name "no such train" -"first name"')
    assert "foo.md" not in _paths(answer)
    assert len(_notes(answer)) == 1


def test_a_quotation_of_several_lines_is_named_on_one_line(engine: Engine) -> None:
    ((_, hint),) = _notes(_answer(engine, 'flag "no such\n  train"'))
    assert hint.startswith('nothing found with "no such train", whose')


def test_of_many_quotations_two_are_named(engine: Engine) -> None:
    ((at, hint),) = _notes(_answer(engine, 'flag "a b" "c d" "e f" "g h"'))
    assert (at, hint.partition(", whose")[0]) == (5, 'nothing found with "a b" and "c d" and 2 more quotations')


@pytest.mark.parametrize(
    ("query", "at", "named"),
    [
        ("[debug] redirecting request 301: /users/ --> /users", 33, "/users/"),
        ("ValueError: redirecting request -5: /users --> /foo", 32, "-5"),
    ],
)
def test_a_path_and_a_number_in_a_message_do_not_select(engine: Engine, query: str, at: int, named: str) -> None:
    """In other queries `/users/` is a regular expression, and `-5` excludes."""
    fill(engine, make("route.go", 'print("redirecting request %d: %s --> %s", code, a, b) // 5', kind="code"))
    fill(engine, make("users.md", "a request of /users/ and no other one"))
    answer = _answer(engine, query)
    assert _paths(answer)[0] == "route.go"
    assert [(note.at, note.hint) for note in answer.notes if "searched as text" in note.hint and note.at == at] == [
        (at, f"source code has the message with {named}, which is searched as text")
    ]


def test_a_quotation_in_a_message_that_only_a_test_has_whole_does_not_select(engine: Engine) -> None:
    fill(engine, make("router.ts", 'throw new Error(`No "${type}"-procedure on path "${path}"`);', kind="code"))
    fill(engine, make("tests/router.ts", 'expect("No query-procedure found on path: first name");', kind="code"))
    answer = _answer(engine, 'Error: No "query"-procedure on path "first name"')
    assert _paths(answer)[0] == "router.ts"


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("[WARNING] You trusted all proxies, this is NOT safe. Set a value.", ["proxy.go"]),
        ("proxies in use: many are NOT safe here, remove all (2)", []),
        ("proxies: safe NOT trusted", []),
    ],
)
def test_an_operator_in_a_sentence_of_a_message_is_a_word(engine: Engine, query: str, paths: list[str]) -> None:
    line = 'print("[WARNING] You trusted all proxies, this is NOT safe. Set a value.")'
    fill(engine, make("proxy.go", line, kind="code"))
    answer = _answer(engine, query)
    assert _paths(answer)[:1] == paths
    assert any(note.hint.startswith("source code has the message with NOT") for note in answer.notes) == bool(paths)


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ('raise LintError, "REQUEST_METHOD unknown: #{method.inspect}"', 'REQUEST_METHOD unknown: "first name"'),
        ('throw new E("Invalid version: " + version);', "java.lang.IllegalArgumentException: Invalid version: -1.0"),
    ],
)
def test_two_words_around_a_value_are_a_message(engine: Engine, line: str, query: str) -> None:
    fill(engine, make("lint.rb", line, kind="code"))
    fill(engine, make("version.md", "an invalid version"))
    assert _paths(_answer(engine, query))[0] == "lint.rb"


_PHASES = make("phases.md", "Cancelling a loop does NOT revert any phase of the documents, and keeps the log.")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Cancelling a loop does NOT revert any phase of the documents", "phases.md"),
        ("cancelling a loop does NOT revert a phase of many documents", ""),  # another sentence
        ("loop does NOT revert any phase", ""),  # too few words
    ],
)
def test_a_sentence_of_a_note_is_searched_as_text(engine: Engine, query: str, first: str) -> None:
    fill(engine, _PHASES, make("other.md", "Cancelling a loop and a phase of documents"))
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    notes = [(note.at, note.hint) for note in answer.notes if "sentence" in note.hint]
    assert _paths(answer)[:1] == ([first] if first else [])
    assert notes == (
        [(query.index("NOT"), "a note has the sentence with NOT, which is searched as text")] if first else []
    )


@pytest.mark.parametrize(
    ("query", "hints"),
    [
        (
            "Cancelling a loop does NOT revert any phase of the #documents",
            ["a note has the sentence with NOT", "no document has a tag like #documents"],
        ),
        (
            "Cancelling a #loop does NOT revert any phase of the #documents",
            ["no document has a tag like #loop and #documents", "a note has the sentence with NOT"],
        ),
    ],
)
def test_a_sentence_with_an_operator_and_a_tag_is_searched_as_text(
    engine: Engine, query: str, hints: list[str]
) -> None:
    """Each relaxation keeps the ones before it; to undo one relaxes the query without end."""
    fill(engine, _PHASES, make("other.md", "Cancelling a loop and a phase of documents"))
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert _paths(answer)[0] == "phases.md"
    said = [f"{hint}, which is searched as text" for hint in hints]
    assert [note.hint for note in answer.notes if "searched as text" in note.hint] == said


def test_a_sentence_with_an_operator_that_finds_another_note_is_searched_as_text(engine: Engine) -> None:
    other = make("other.md", "Cancelling a loop does keep any phase of the documents")
    fill(engine, make("a.md", "Cancelling a loop does NOT keep any bad phase of the documents"), other)
    query = "Cancelling a loop does NOT bad keep any phase of the documents"
    assert _paths(search(Request(query), DEFAULT, engine, now=0.0)) == ["other.md"]
    query = "Cancelling a loop does NOT keep any bad phase of the documents"
    assert _paths(search(Request(query), DEFAULT, engine, now=0.0))[0] == "a.md"


def test_a_sentence_that_only_a_note_outside_of_the_answer_has_keeps_its_operator(engine: Engine) -> None:
    archived = make("a.md", "Cancelling a C# loop does NOT revert any phase of the documents", archived=True)
    fill(engine, archived, make("b.md", "cancelling does loop phase documents, to revert any"))
    query = "Cancelling a C# loop does NOT revert any phase of the documents"
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert _paths(answer) == []
    assert not any("sentence" in note.hint for note in answer.notes)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("a stream does not respond to #gets", "lint.rb"),
        ("a stream does not #gets, respond to #each", "lint.rb"),
        ("#gets", ""),  # a tag alone selects
        ("respond #gets", ""),  # beside one word
        ("a stream does not respond +#gets", ""),
        ("a stream does not respond tag:gets", ""),
        ("a stream does not respond to #kitchn", ""),  # like a tag of the vault
        ("a stream does not respond to #kitchen", ""),
        ("a stream does not respond to #nowhere", ""),  # no word of a document
        ("a stream does not respond #gets +#gets", ""),
        ("a stream does not respond #gets tag:gets", ""),
        ("(a stream does not respond #gets) OR zebra", ""),
    ],
)
def test_a_word_with_the_sign_of_a_tag_is_text_where_no_tag_is_like_it(engine: Engine, query: str, first: str) -> None:
    code = make("lint.rb", "the stream of the request does not respond to gets or each", kind="code")
    fill(engine, code, make("pot.md", "kettles", tags=("kitchen",)))
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert _paths(answer)[:1] == ([first] if first else [])
    notes = [(note.at, note.hint) for note in answer.notes if "tag like" in note.hint]
    hint = "no document has a tag like #gets, which is searched as text"
    assert [at for at, _ in notes] == ([query.rindex("#")] if first else [])
    assert {said for _, said in notes} <= {hint, hint.replace("#gets", "#each")}
