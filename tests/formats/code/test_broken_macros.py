"""Macros of C below a syntax error are symbols as others are."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_BROKEN = """\
#ifdef DEBUG
EXTERN ALLOC(2)
  void *resize(void *p, size_t n, int line);
EXTERN void *again(void *p) SIZE(1, 2)
#define sure(a) resize(a, __LINE__)
#define spill(a, \\
  b) many(a, b)
#  define GUARD
#define SIZE 3 /* of */
/*
#define commented 1
*/
#define many(a, b) \\
  do { first(a); \\
    second(b); } while(0)
#else
#define sure free
#endif
EXTERN }} (;
"""


def test_macros_below_a_syntax_error_have_their_names_and_signatures() -> None:
    found = symbols_of(_BROKEN, LANGUAGES["c"])
    assert found.has_syntax_errors
    macros = [(each.qualified_name, each.kind, each.signature) for each in found.symbols if "define" in each.signature]
    assert macros == [
        ("sure", "function", "#define sure(a)"),
        ("spill", "function", "#define spill(a, \\ b)"),
        ("SIZE", "const", "#define SIZE 3"),
        ("many", "function", "#define many(a, b)"),
        ("sure~2", "const", "#define sure free"),
    ]
    assert {each.callee[0] for each in found.calls} <= {"ALLOC", "SIZE"}  # the text of a macro has none
    many = next(each for each in found.symbols if each.name == "many")
    assert _BROKEN[many.start : many.end].rstrip().endswith("while(0)")


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_a_macro_that_the_parser_has_found_is_there_once(language: str) -> None:
    text = "#define one(a) two(a)\n#define two 2\nint f( { ) }\n#define three(a) a\n"
    names = [each.qualified_name for each in symbols_of(text, LANGUAGES[language]).symbols]
    assert [name for name in names if name != "f"] == ["one", "two", "three"]


def test_blanks_and_backslashes_of_a_macro_are_read_once() -> None:
    text = "int f( { ) }\n#define" + " " * 200_000 + "\n#define a" + "\\\n" * 100_000 + "\n#define b(" + "a, " * 100_000
    assert symbols_of(text, LANGUAGES["c"]).has_syntax_errors
