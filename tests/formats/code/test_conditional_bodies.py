"""Functions of C with a condition of the preprocessor in the middle of a statement are symbols."""

from __future__ import annotations

import pytest

from dowse.formats.code.broken_types import HeaderSpan
from dowse.formats.code.conditional_bodies import hides_function, with_first_branches_in_bodies
from dowse.formats.code.grammars import CapturedSpan
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_MILL = """\
#ifdef WIND
static int sails(void) { return 4; }
#else
static int wheels(void) { return 1; }
#endif

void mill_grind(struct mill *mill,
                int stones
#ifdef NOISY
                , const char *reason
#endif
  )
{
  mill->stones = stones;
}

void mill_run(struct mill *mill)
{
#ifdef WIND
  while(wind_blows(mill)) {
#else
  while(water_flows(mill)) {
#endif
    turn(mill);
  }
}

static int mill_stop(void) { return 0; }
"""


def test_a_function_with_half_of_a_statement_in_each_branch_is_one() -> None:
    found = symbols_of(_MILL, LANGUAGES["c"])
    assert [each.name for each in found.symbols] == ["sails", "wheels", "mill_grind", "mill_run", "mill_stop"]
    run = found.symbols[3]
    assert _MILL[run.start : run.end].endswith("turn(mill);\n  }\n}")
    assert {each.callee for each in found.calls} == {("wind_blows",), ("water_flows",), ("turn",)}
    assert not found.has_syntax_errors


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (b"void f() {\n#if A\na\n#elif B\nb\n#else\nc\n#endif\nd\n}\n", b"void f() { a d }"),
        (b"void f() {\n#if 0\na\n#if B\nb\n#else\nc\n#endif\n#else\nd\n#endif\n}\n", b"void f() { d }"),
        (b"void f() {\n#if A\n#if B\nb\n#else\nc\n#endif\n#else\nd\n#endif\n}\n", b"void f() { b }"),
        (b"struct s {\n#if A\nint a;\n#else\nint b;\n#endif\n};\n", b"struct s { #if A int a; #else int b; #endif };"),
        (
            b"#if A\nint f() {\n#else\nint g() {\n#endif\n#if B\nb\n#endif\n}\n",
            b"#if A int f() { #else int g() { #endif b }",
        ),
        (b"struct s *f() {\n#if A // {\na\n#else\nb\n#endif\n}\n", b"struct s *f() { a }"),
        (b"namespace n {\n#if A\nint a;\n#endif\n}\n", b"namespace n { #if A int a; #endif }"),
        (
            b"class M {\n M(int a)\n :\n#if A\n a_(a),\n#endif\n b_{1} {\n }\n#if B\n int b;\n#endif\n};\n",
            b"class M { M(int a) : a_(a), b_{1} { } #if B int b; #endif };",
        ),
        (b"#else\n#endif\n)}\n#if A\n", b"#else #endif )} #if A"),
    ],
)
def test_of_a_condition_in_a_function_the_first_branch_is_left(text: bytes, left: bytes) -> None:
    found = with_first_branches_in_bodies(text)
    assert b" ".join(found.split()) == left
    assert len(found) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        b"#if A\n{" * 30_000,
        b"(\n#if 0\n" * 30_000,
        b"extern {\n" * 30_000 + b"#if A\n#else\n#endif\n" * 10_000,
        b"#/*" * 60_000,
    ],
)
def test_many_conditions_and_brackets_are_read_once(text: bytes) -> None:
    assert len(with_first_branches_in_bodies(text)) == len(text)


@pytest.mark.parametrize("unit", [b"a()\n", b"a(\n", b"a\n", b"){ "])
def test_functions_in_errors_around_each_other_are_looked_for_once(unit: bytes) -> None:
    """Nothing is timed: a search in each error from each line to the next bracket takes minutes here."""
    data = unit * (400_000 // len(unit))
    errors: list[CapturedSpan] = [HeaderSpan(at, len(data)) for at in range(0, len(data), 1_000)]
    assert not hides_function({"error": errors}, data)


@pytest.mark.parametrize(
    ("text", "is_hidden"),
    [
        (b"int f(int a,\n  int b)\n{\n", True),
        (b"int F::f(int a) const {\n", True),
        (b"if(a) b();\nint f;\n  while(a) {\n", False),
        (b"#define A(a) {\n", False),
        (b"enum a {\n", False),
    ],
)
def test_an_error_hides_the_head_of_a_function(text: bytes, is_hidden: bool) -> None:
    error: list[CapturedSpan] = [HeaderSpan(0, 1)]
    assert hides_function({"error": error}, text) is is_hidden
    assert not hides_function({"error": error, "definition.function": [HeaderSpan(0, len(text))]}, text)


def test_what_stands_below_a_condition_that_is_never_true_is_no_definition() -> None:
    text = """\
#if 0
void first(void) {
}
#ifdef WIND
void second(void) {
}
#else
#endif
#else
void third(void) {
}
#endif
void run(void) {
#if 0 /* later */
  grind(;
#endif
  stop();
}
#if (0)
void fourth(void) {
}
#elif WIND
void fifth(void) {
}
#endif
#if 0x10 > WIND
void sixth(void) {
}
#endif
"""
    found = symbols_of(text, LANGUAGES["c"])
    names = [each.name for each in found.symbols]
    assert [name for name in names if name != "fourth"] == ["third", "run", "fifth", "sixth"]
    assert [call.callee for call in found.calls] == [("stop",)]
    assert not found.has_syntax_errors


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_else_if_in_a_condition_is_no_function_and_hides_none(language: str) -> None:
    steady = "int keel(int depth\n#ifdef TIDES\n, int ebb\n#endif\n) {\n  return depth;\n}\n"
    turned = "static int turn(int a) {\n  if(a) {\n    b();\n  }\n#ifdef WIND\n  else if(c) {\n    d();\n  }\n#endif\n"
    rest = "  else {\n    YY_LESS\n\n    if(e) {\n    }\n  }\n  return 0;\n}\nint elsewhere(void) { return 1; }\n"
    found = symbols_of(f"{steady}{turned}{rest}", LANGUAGES[language])
    assert [each.name for each in found.symbols] == ["keel", "turn", "elsewhere"]
