"""Symbols have the namespaces of C++ around them, also those that the grammar cannot read."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.open_namespaces import namespace_spans
from dowse.formats.code.symbols import symbols_of


def _names(text: str) -> list[str]:
    return [each.qualified_name for each in symbols_of(text, LANGUAGES["cpp"]).symbols]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("namespace a EXPORT {\nint f() { return 1; }\n}\nint k() { return 1; }\n", ["a.f", "k"]),
        ("inline namespace v1 EXPORT { }\ninline namespace v2 {\nint f() { return 1; }\n}\n", ["v2.f"]),
        ("namespace a EXPORT { namespace b {\nint f() { return 1; }\n} }\n", ["a.b.f"]),
        ("// ä€\nnamespace a EXPORT {\nclass B { void m(); };\nvoid B::m() { }\n}\n", ["a.B", "a.B.m", "a.B.m~2"]),
        ("namespace a EXPORT {\nint f() { return 1; }\n", ["EXPORT.f"]),  # that no bracket closes
    ],
)
def test_a_namespace_that_the_grammar_cannot_read_is_part_of_names(text: str, names: list[str]) -> None:
    assert _names(text) == names


def test_a_namespace_ends_at_its_bracket() -> None:
    text = "namespace a::b { { } namespace { } } // }\nnamespace c"
    assert [(text[start:end], text[first:last]) for start, end, first, last in namespace_spans(text)] == [
        ("namespace { }", ""),
        ("namespace a::b { { } namespace { } }", "a::b"),
    ]
