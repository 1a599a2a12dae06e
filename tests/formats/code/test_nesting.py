"""The estimate of what is open at once in a source text."""

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.nesting import MOST_OPEN, is_too_deep
from dowse.formats.code.symbols import symbols_of
from dowse.formats.code.syntax import syntax_spans

HOSTILE = [  # each takes tree-sitter gigabytes for 24 kB
    ("java", "a =>\n"),
    ("java", "A<B<\n"),
    ("java", "%w(\n"),
    ("csharp", "  <T\n"),
    ("c", "(a, b) =>\n"),
    ("c", "a?.\n"),
    ("typescript", "A<B,\n"),
    ("python", "/*\n"),
    ("rust", "%w(\n"),
    ("bash", "do |a|\n"),
]


@pytest.mark.parametrize(("language", "unit"), HOSTILE)
def test_a_source_text_that_opens_thousands_of_constructs_is_not_parsed(language: str, unit: str) -> None:
    assert symbols_of(unit * 2_000, LANGUAGES[language], seconds=60).outcome == "time limit"
    assert syntax_spans(unit * 2_000, LANGUAGES[language]) == ()


@pytest.mark.parametrize(
    "hidden", ['";"', "/*;*/", "// ; } )\n", "';'", '"""\n;\n"""', "/* ) ] } */", "x = /[/*]/ , '*/'"], ids=repr
)
def test_a_comment_or_string_between_them_closes_nothing(hidden: str) -> None:
    assert is_deep(f"a => {hidden} (" * 400)


def test_brackets_in_a_comment_that_may_be_none_are_counted() -> None:
    assert is_deep('/"/ ((((((((((\n' * 80)
    assert not is_deep("// f(a), g[b], <p>text</p>\n" * 600)


@pytest.mark.parametrize(
    "item",
    [
        "(a) => a,",
        "if (a < b) { c(d ? e : f); }",
        "{ a: [1, (2 * 3) % 4], b: () => { return 5 } },",
        "Map<String, List<A>> a = b;",
        "f('(', \"<\");",
        "/* don't ( */ g();",
    ],
)
def test_what_is_closed_or_ended_is_not_open(item: str) -> None:
    assert not is_deep(f"{item}\n" * 2_000)


def test_lines_end_statements_in_a_language_without_semicolons() -> None:
    assert not is_deep("a = b < c\nd = e | f\n" * 600, by_lines=True)
    assert is_deep("a <\nb <\n" * 400, by_lines=True)
    assert is_deep("a\n" + "  | b\n\n  | c\n" * 400, by_lines=True)
    assert not is_deep('"""\n(the text\n"""\nf(a)  # (\n' * 400, by_lines=True, has_hashes=True)


def test_the_bound_is_exact_for_brackets() -> None:
    assert (is_deep("(" * MOST_OPEN), is_deep("(" * (MOST_OPEN + 1))) == (False, True)


@pytest.mark.parametrize("unit", ['"', "'", '\\"', "/*", '"""', "(}", "((;", "\n \n", "<\n", "'a", '"\\'])
def test_a_text_of_half_a_megabyte_is_read_at_once(unit: str) -> None:
    """A time that grew with the square of the length would be minutes."""
    is_deep("(" * 400 + "<" * 200 + ">" * 200 + unit * (500_000 // len(unit)), by_lines=True)


def is_deep(text: str, *, by_lines: bool = False, has_hashes: bool = False) -> bool:
    return is_too_deep(text.encode(), by_lines=by_lines, has_hashes=has_hashes)
