"""Which namespaces of C++ are open at a place, also behind macros and what a grammar cannot read."""

from __future__ import annotations

import pytest

from dowse.formats.code.open_namespaces import Namespace, Namespaces, namespaces_around, stated_namespaces

_MACROS = {"MILL_BEGIN_NAMESPACE": (Namespace("mill"), Namespace("v2", is_inline=True)), "CORN_NAMESPACE": ()}


def _around(text: str) -> list[str]:
    """The names at each `@` of the text, inline ones with `*`."""
    places = [at for at, sign in enumerate(text) if sign == "@"]
    around = namespaces_around(text, places, lambda name: _MACROS.get(name, ()))
    return ["::".join(f"{each.name}{'*' * each.is_inline}" for each in around[at]) for at in places]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@ namespace a { @ namespace b { @ } @ } @", ["", "a", "a::b", "a", ""]),
        ("namespace a::b {\nvoid f() { @ }\n@ }", ["a::b", "a::b"]),
        ("namespace a :: inline b\n{ @ }", ["a::b"]),
        ("inline namespace v1 { @ } namespace { @ }", ["v1*", ""]),
        ("namespace a EXPORT { @ }", ["a"]),
        ("using namespace a;\nnamespace fs = a::b;\nvoid f() { @ }", [""]),
        ('namespace a { char c = \'}\'; auto s = "}\\"}"; // }\n/* } */ @ }', ["a"]),
        ("namespace a {\n#define X } \\\n }\n@ }", ["a"]),
        ("// namespace a {\n@", [""]),
        ("MILL_BEGIN_NAMESPACE\nnamespace b { @ }\n}\n@\nMILL_END_NAMESPACE\n@", ["mill::v2*::b", "mill::v2*", ""]),
        ("MILL_END_NAMESPACE\nCORN_NAMESPACE\nnamespace a { @ }", ["a"]),
        ("auto x = MILL_BEGIN_NAMESPACE;\n@", [""]),
        ("} } namespace a { @", ["a"]),
        ("namespace a { /* @", ["a"]),
    ],
)
def test_the_namespaces_at_a_place_are_those_that_are_open(text: str, names: list[str]) -> None:
    assert _around(text) == names


@pytest.mark.parametrize(
    ("text", "namespaces"),
    [
        ("#define B namespace a { inline namespace b {", (Namespace("a"), Namespace("b", is_inline=True))),
        ("#define B \\\n  namespace a::c \\\n  {", (Namespace("a"), Namespace("c"))),
        ("#define END } }", ()),
    ],
)
def test_the_definition_of_a_macro_states_what_it_opens(text: str, namespaces: Namespaces) -> None:
    assert stated_namespaces(text) == namespaces


def test_namespaces_without_a_bracket_and_open_comments_are_read_once() -> None:
    """Each would be read to the end of the text: minutes for a file of a megabyte."""
    text = "namespace a {\n" + "namespace b\n" * 30_000
    assert namespaces_around(f"{text};", [len(text)], lambda _: ()) == {len(text): (Namespace("a"),)}
    assert stated_namespaces("namespace " * 30_000) == ()
    text += "/* " * 60_000
    assert namespaces_around(text, [len(text)], lambda _: ()) == {len(text): (Namespace("a"),)}
