"""String literals that an expression joins to one format string, and what messages have of them."""

from __future__ import annotations

import pytest

from dowse.analysis.code.format_strings import format_string_in, pairs_of_words
from dowse.analysis.code.joined_literals import joined_literals, shared_text


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        ("""E("Expected " + name + " but was " + peek());""", ("expected ", " but was ")),
        ("""E(\n  "Expected "\n    + name\n    + " but was "\n    + peek());""", ("expected ", " but was ")),
        ("""E(f"factory '{name}' in"\n  f" module {other!r}," " but")""", ("factory '", "' in module ", ", but")),
        ("""log("Connection #%" FMT_OFF_T " to host %s left", n)""", ("connection #", " to host ", " left")),
        ("""E('Unknown "'.$name.'" given: '.$this->x)""", ('unknown "', '" given: ')),
        ("""E(`No "${type}"-procedure on path "${path}"`)""", ('no "', '"-procedure on path "', '"')),
        (
            """E(`Actions must be plain. Instead: '${kindOf(\n  action\n)}'. Use others`)""",
            ("actions must be plain. instead: '", "'. use others"),
        ),
        ("""raise E, "can't cast #{inspect(x)} to " <> type""", ("can't cast ", " to ")),
        ("""fmt.Errorf("unknown command %q for %q%s", a, b)""", ("unknown command ", " for ")),
        ("""fatalError("state \\(name) of \\(task.id) ends")""", ("state ", " of ", " ends")),
        ("""E("no value", "other %s text")""", ("no value",)),
        ("""E("two words here\\nand another line %s")""", ("two words here",)),
        ("""E("100%% of\\t\\"%d\\" \\n  files")""", ('100% of "', '"')),
    ],
)
def test_literals_that_are_joined_are_one_text_between_values(source: str, pieces: tuple[str, ...]) -> None:
    text = f"x = 1\n{source}\ny = 2\n"
    found = next(joined_literals(text, text.index(next(quote for quote in source if quote in "\"'`")) + 1 + 6))
    assert tuple(piece.strip() for piece in found.pieces) == tuple(piece.strip() for piece in pieces)


def test_a_format_string_ends_with_the_line_of_its_second_word() -> None:
    text = 'E(\n  "Expected "\n  + name\n  + " but was "\n  + peek());\nE(`one two ${a(\n  b\n)} three`);\n'
    joined, *_ = joined_literals(text, text.index("was"))
    assert text[joined.start : joined.end] == 'Expected "\n  + name\n  + " but was "'
    first, *_ = joined_literals(text, text.index("two"))
    assert text[first.start : first.end] == "one two ${a("


def test_a_place_in_no_literal_has_none() -> None:
    text = 'x = "one" # a comment\ny = z + 1\n'
    assert list(joined_literals(text, text.index("comment"))) == []
    assert list(joined_literals(text, text.index("z + 1"))) == []


def test_a_message_has_the_pieces_in_their_order() -> None:
    whole = shared_text(("expected ", " but was "), " e: expected a but was b at line 1 ")
    assert whole is not None
    assert (whole.words, whole.is_whole) == (3, True)
    assert shared_text(("no such queue",), " wool ") is None
    turned = shared_text(("expected ", " but was "), " but was it expected ")
    assert turned is not None
    assert not turned.is_whole
    inside = shared_text(("key ", "is bad"), " monkey is bad ")
    assert inside is not None
    assert not inside.is_whole


def test_a_message_may_break_off() -> None:
    cut = shared_text(("variable '", "' is not set and as such nothing is loaded"), " variable 'a' is not set and as ")
    assert cut is not None
    assert (cut.words, cut.is_whole) == (6, True)


@pytest.mark.parametrize(
    ("source", "message", "shown"),
    [
        ('E(`No "${a}"-call on "${b}"`)', '{"message":"No \\"query\\"-call on \\"post\\""}', "No"),
        ('print("redirecting request %d: %s --> %s", a)', "[x] redirecting request 301: /a/ --> /a", "redirecting"),
        ('E(f"Exceeded {n} redirects.")', "TooManyRedirects: Exceeded 30 redirects.", "Exceeded"),
        ('throw E("Unterminated object" + place());', "E: Unterminated object at line 1", "Unterminated"),
        (
            'new E(\n  "Expected "\n  + a\n  + " but was "\n  + b());\nreturn " at line " + n + " column " + m;',
            "E: Expected BEGIN_OBJECT but was STRING at line 1 column 2",
            "Expected",
        ),
    ],
)
def test_a_whole_format_string_of_two_words_is_found(source: str, message: str, shown: str) -> None:
    text = f"// redirecting a request, objects that end\n{source}\n"
    found = format_string_in(text, message, pairs_of_words(message))
    assert found is not None
    assert found.is_whole
    assert text[found.start :].startswith(shown)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('log("Ecto.Query %s", x)', "Ecto.Query DSL for 3 queries"),
        ('log("at %s of the %s")', "3 at a of the b"),
        ('log("redirecting request %d: %s --> %s")', "redirecting requests: 301 (permanent)"),
        ('log("one value")', "3: one value"),
    ],
)
def test_two_words_that_tell_little_are_no_message(source: str, message: str) -> None:
    assert format_string_in(source, message, pairs_of_words(message)) is None


@pytest.mark.parametrize(
    "piece", ['"', '" + a + "', "'", "`${", "/*", "\\(", "{", "%[1", '"""', 'f"', "a b ", "\n", "#{"]
)
def test_any_text_is_read_at_once(piece: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = piece * (200_000 // len(piece))
    for at in (0, len(text) // 2, len(text) - 1):
        for joined in joined_literals(text, at):
            assert joined.start <= joined.end
            shared_text(joined.pieces, text[:2_000].lower())
