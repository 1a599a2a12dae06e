from __future__ import annotations

import random

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.syntax import syntax_spans

# A text of each language, and its spans of each class.
SOURCES: dict[str, tuple[str, dict[str, list[str]]]] = {
    "python": (
        'class A(B):\n  """Doc."""\n  def f(self, x: int = 3):\n    return f"a{x!r}" if x is None else 1.5  # end\n',
        {
            "keyword": ["class", "def", "return", "if", "is", "None", "else"],
            "name": ["A", "f"],
            "string": ['"""Doc."""', 'f"a', '"'],
            "type": ["int"],
            "number": ["3", "1.5"],
            "comment": ["# end"],
        },
    ),
    "javascript": (
        "/** doc */\nexport class A { static f(x) { return `a${x}` + /re/g + null; } }\n",
        {
            "comment": ["/** doc */"],
            "keyword": ["export", "class", "static", "return", "null"],
            "name": ["A", "f"],
            "string": ["`a", "`", "/re/g"],
        },
    ),
    "typescript": (
        "function f<T>(x: T): number { return 1 }\n",
        {"keyword": ["function", "return"], "name": ["f"], "type": ["T", "T", "number"], "number": ["1"]},
    ),
    "go": (
        "func (t *T) F(x string) error { return fmt.Errorf(\"a %d\", 3) } // c\nvar r = 'x'\n",
        {
            "keyword": ["func", "return", "var"],
            "name": ["F"],
            "type": ["T", "string", "error"],
            "string": ['"a %d"', "'x'"],
            "number": ["3"],
            "comment": ["// c"],
        },
    ),
    "rust": (
        "/// doc\nfn f(&self) -> u32 { let c = 'x'; 0x1f as u32 }\n",
        {
            "comment": ["/// doc\n"],
            "keyword": ["fn", "self", "let", "as"],
            "name": ["f"],
            "type": ["u32", "u32"],
            "string": ["'x'"],
            "number": ["0x1f"],
        },
    ),
    "java": (
        "public class A extends B { private static final int X = 3; String f() { return \"a\" + 'c'; } }\n",
        {
            "keyword": ["public", "class", "extends", "private", "static", "final", "return"],
            "name": ["A", "f"],
            "type": ["B", "int", "String"],
            "number": ["3"],
            "string": ['"a"', "'c'"],
        },
    ),
    "c": (
        "#include <a.h>\nstatic int f(const char *s) { return s ? 'a' : 3; } /* c */\n",
        {
            "keyword": ["#include", "static", "const", "return"],
            "string": ["<a.h>", "'a'"],
            "type": ["int", "char"],
            "name": ["f"],
            "number": ["3"],
            "comment": ["/* c */"],
        },
    ),
    "csharp": (
        'public class A { public string F(int x) => $"a{x}"; }\n',
        {
            "keyword": ["public", "class", "public"],
            "name": ["A", "F"],
            "type": ["string", "int"],
            "string": ['$"a', '"'],
        },
    ),
    "ruby": (
        'class A\n  def f(x)\n    "a#{x}" + :sym.to_s if nil # c\n  end\nend\n',
        {
            "keyword": ["class", "def", "if", "nil", "end", "end"],
            "name": ["A", "f"],
            "string": ['"a', '"', ":sym"],
            "comment": ["# c"],
        },
    ),
    "php": (
        '<?php\nclass A { function f(string $x): int { return "a$x" . 3; } }\n',
        {
            "keyword": ["class", "function", "return"],
            "name": ["A", "f"],
            "type": ["string", "int"],
            "string": ['"a', '"'],
            "number": ["3"],
        },
    ),
    "bash": (
        'f() { local x="a$y"; if true; then echo hi; fi; } # c\n',
        {"name": ["f"], "keyword": ["local", "if", "then", "fi"], "string": ['"a', '"'], "comment": ["# c"]},
    ),
}


def _found(text: str, language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for start, end, syntax in syntax_spans(text, LANGUAGES[language]):
        found.setdefault(syntax, []).append(text[start:end])
    return found


@pytest.mark.parametrize("language", SOURCES)
def test_the_tokens_of_a_language_have_their_classes(language: str) -> None:
    text, expected = SOURCES[language]
    assert _found(text, language) == expected


def test_offsets_are_characters_and_not_bytes() -> None:
    assert _found('größe = "naïve"  # überall\n', "python") == {"string": ['"naïve"'], "comment": ["# überall"]}


def test_only_the_spans_that_begin_in_the_range_are_given() -> None:
    text = 'ä = "one"\nb = "two"\nc = "three"\n'
    line = text.index("b"), text.index("c")
    assert [text[start:end] for start, end, _ in syntax_spans(text, LANGUAGES["python"], line)] == ['"two"']


def test_broken_code_keeps_the_classes_of_its_tokens() -> None:
    assert _found("def f(:\n  return 'a' +\n", "python")["keyword"] == ["def", "return"]


@pytest.mark.parametrize("before", ["", "class A(B):\n    ", "def f():\n    "])
def test_a_docstring_that_is_cut_off_is_a_string_to_the_end(before: str) -> None:
    text = f'{before}"""An object and what it acts as.\n\n    Not `one` in it, if'
    assert _found(text, "python")["string"] == [text[len(before) :]]
    assert [word for word in ("and", "as", "if") if word in _found(text, "python").get("keyword", [])] == []


def test_a_language_without_a_grammar_and_a_very_long_text_have_none() -> None:
    assert syntax_spans("fun main() {}", LANGUAGES["kotlin"]) == ()
    assert syntax_spans("x = 1\n" * 40_000, LANGUAGES["python"]) == ()


@pytest.mark.parametrize("language", SOURCES)
def test_spans_are_in_order_inside_the_text_and_apart_for_any_text(language: str) -> None:
    text, _ = SOURCES[language]
    signs, rng = f"{text}äöü\u2028\ud800'\"`{{}}()\r\n", random.Random(7)  # noqa: S311  # a test
    for _ in range(30):
        noise = "".join(rng.choices(signs, k=200))
        at = 0
        for start, end, _ in syntax_spans(noise, LANGUAGES[language]):
            assert at <= start < end <= len(noise)
            at = end
