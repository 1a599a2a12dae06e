"""Which declaration of a variable a name means in blocks with braces."""

from __future__ import annotations

import random

import pytest

from dowse.formats.code.block_variables import BlockVariables
from dowse.formats.code.definitions import Definition
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_FUNCTION = Definition("definition.function", 0, 10_000, body=0)


def _closes(text: str, start: int, *, is_inner: bool) -> int:
    """Where the block of a declaration that ends at the place ends, by counting its braces."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth < 0 or (is_inner and depth == 0 and text[at] == "}"):
            return at
    return len(text)


@pytest.mark.parametrize("is_inner", [False, True])
def test_a_declaration_counts_up_to_the_end_of_its_block(is_inner: bool) -> None:
    chosen = random.Random(7)  # noqa: S311  # a fixed seed
    for _ in range(300):
        text = "".join(chosen.choices("{}ab", k=chosen.randrange(1, 30)))
        start = chosen.randrange(len(text))
        variables = BlockVariables(text.encode())
        variables.bind(("boat",), (start, start), ("Boat",), _FUNCTION, is_inner=is_inner)
        last = _closes(text, start, is_inner=is_inner)
        found = [variables.type_of("boat", at, _FUNCTION) for at in range(start + 1, len(text))]
        assert found == [("Boat",) if at <= last else None for at in range(start + 1, len(text))]


def test_the_blocks_of_many_declarations_are_found_in_linear_time() -> None:
    """Nothing is timed: counting the braces behind each declaration takes most of a minute."""
    data, places = b"{" + b"{}" * 500_000 + b"}", range(1, 1_000_000, 50)
    variables = BlockVariables(data)
    for at in places:
        variables.bind((f"a{at}",), (at, at), ("Boat",), _FUNCTION)
    assert {variables.type_of(f"a{at}", at + 5, _FUNCTION) for at in places} == {("Boat",)}


@pytest.mark.parametrize(
    ("language", "first", "step"),
    [
        ("go", "package a\nfunc f() {\na0 := B{}\n", "a{} := a{}.b.c.d()\n"),
        ("rust", "fn f() {\nlet a0 = Bo::new();\n", "let a{} = a{}.b.c.d();\n"),
        ("php", "<?php function f() {\n$a0 = new B();\n", "$a{} = $a{}->b->c->d();\n"),
    ],
)
def test_types_of_variables_that_rest_on_each_other_do_not_grow(language: str, first: str, step: str) -> None:
    text = first + "".join(step.format(n, n - 1) for n in range(1, 2_000)) + "}\n"
    calls = symbols_of(text, LANGUAGES[language]).calls
    assert max(len(call.callee) for call in calls) < 30
