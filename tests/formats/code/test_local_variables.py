"""A call of a parameter or a variable of C is no call of a function of its name."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of


@pytest.mark.parametrize(
    "text",
    [
        "int f(int (*pour)(int)) { return pour(1); }",
        "int f(int pour(int)) { return pour(1); }",
        "int f(pour_cb pour) { if(pour) { pour(1); } return 0; }",
        "int f(void) { int (*pour)(int) = open_it(); return pour(1); }",
        "int f(void) { int (*pour)(int); pour = open_it(); return pour(1); }",
        "int f(void) { pour_cb pour; pour = open_it(); return pour(1); }",
        "int f(void) { pour_cb pour = open_it(); return pour(1); }",
        "int f(void) {\n#ifdef A\n  pour_cb pour = open_it(); pour(1);\n#endif\n  return 0; }",
    ],
)
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_a_call_of_a_local_pointer_is_none_of_a_function(text: str, language: str) -> None:
    assert "pour" not in _callees(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "int g(pour_cb pour);\nint f(void) { return pour(1); }",
        "int g(pour_cb pour) { return 1; }\nint f(void) { return pour(1); }",
        "int f(void) { extern int pour(int); return pour(1); }",
        "int f(struct pour *pour) { return pour(1); }",  # which is no pointer to a function
        "pour_cb pour;\nint f(void) { return pour(1); }",  # other files have it, too
    ],
)
def test_other_calls_of_the_name_stay(text: str) -> None:
    assert "pour" in _callees(text, "c")


@pytest.mark.parametrize(
    "declared", ["auto pour = [](int a) { return a; };", "std::function<int(int)> pour = open_it();"]
)
def test_a_call_of_a_local_function_of_cpp_is_none_of_another(declared: str) -> None:
    assert "pour" not in _callees(f"int f() {{ {declared} return pour(1); }}", "cpp")


def _callees(text: str, language: str) -> set[str]:
    return {".".join(each.callee) for each in symbols_of(text, LANGUAGES[language]).calls}
