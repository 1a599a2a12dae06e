"""Messages with values in them, and the format strings in source code that they are made of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dowse.analysis.code.format_strings import format_string_in, may_have_values, pairs_of_words

# By language: a line with a format string, and a message made of it.
LINES: Mapping[str, tuple[str, str]] = {
    "C": (
        '  infof(data, "Connection #%" FMT_OFF_T " to host %s left intact",',
        "Connection #0 to host example.com left intact",
    ),
    "C with a length": ('log("Process %-4zu bytes in buffer\\n", n);', "Process 12 bytes in buffer"),
    "Python": (
        "raise KeyError('No queue %(name)r in exchange {0!r}' % x)",
        "KeyError: \"No queue 'a.b' in exchange 'c'\"",
    ),
    "Go": (
        '\tlog.Errorf("Could not dequeue task %q: lease of %v expired", a, b)',
        'pid=7 ERROR: Could not dequeue task "t:1": lease of 3s expired',
    ),
    "Java": (
        'throw new E("Lossy conversion from " + value + " to short; at path " + in.path());',
        "Lossy conversion from 70000 to short; at path $.a[0]",
    ),
    "Ruby, with classes": (
        'raise LintError, "response is not an Array, but #{response.class}"',
        "response is not an Array, but String",
    ),
    "JavaScript": (
        "throw new E(`algorithm ${alg} is not in the list: [${all.join()}]`)",
        "Error: algorithm none is not in the list: [HS256]",
    ),
    "PHP": (
        "throw new E('Unknown facility value \"'.$facility.'\" given');",
        'Unknown facility value "local9" given',
    ),
    "Ruby": (
        '  raise E, "session #{session.inspect} must respond to fetch"',
        "session #<Object:0x1> must respond to fetch",
    ),
    "Kotlin": ('error("Channel $name was closed by $this.owner")', "Channel c#1 was closed by main"),
    "a heredoc": ("      field `#{name}` is not available here", "field `:age` is not available here"),
}


@pytest.mark.parametrize("language", LINES)
def test_the_format_string_of_a_message_is_found(language: str) -> None:
    line, message = LINES[language]
    text = f"x = 1\n# to host, could not, is not, was closed, must respond\n{line}\n\nend\n"
    found = format_string_in(text, message, pairs_of_words(message))
    assert may_have_values(message)
    assert found is not None
    assert (text.count("\n", 0, found.start), found.end) == (2, text.index("\n\nend"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("# the lease of a task expired", "ERROR 7: the lease of a task expired"),
        ('log("the lease of all other tasks that are active expired")', "the lease of task t:1 expired"),
        ('log("expired lease of %s")', "the lease of t:1 was not expired"),
        ('log("the lease of %s")', "the crew: the lease ended"),
    ],
)
def test_a_comment_and_another_format_string_are_none(line: str, message: str) -> None:
    assert format_string_in(line, message, pairs_of_words(message)) is None


def test_the_one_with_most_words_of_the_message_is_meant() -> None:
    text = 'log("No active tasks in %q queue")\nlog("tasks in %q")\nlog("No archived tasks in %q queue")\n'
    message = "No archived tasks in default:1 queue"
    found = format_string_in(text, message, pairs_of_words(message))
    assert found is not None
    assert (text[found.start : found.end], found.words) == ('No archived tasks in %q queue")', 5)


def test_pairs_are_words_beside_each_other_that_are_no_values() -> None:
    message = "2026-01-02 the host example.com:80 is not reached, is_up left: k=v attempt 3"
    assert pairs_of_words(message) == ["the host", "not reached", "reached, is_up", "is_up left", "left: k"]


@pytest.mark.parametrize(
    "text",
    [
        "how are routes registered",
        "request context handling of sub-applications",
        "how does app.render resolve views",
        "c.JSON method",
        "named arguments with fmt::arg in format strings",
        "Where is it? (in 3 files)",
        "",
    ],
)
def test_other_queries_have_no_values(text: str) -> None:
    assert not may_have_values(text)


@pytest.mark.parametrize("piece", ["to host %s ", '"', "'a' + b ", "{", "${a", "%-9", "a b ", "#{a} \\n", " \n"])
def test_any_text_is_read_at_once(piece: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = piece * (400_000 // len(piece))
    message = f"Connection 1 to host a.b left {piece * 1_000}"
    found = format_string_in(text, message, [*pairs_of_words(message), "to host", "a b", piece])
    assert found is None or found.words > 2
    assert len(pairs_of_words(text)) <= 12
    assert may_have_values(text) in {True, False}
