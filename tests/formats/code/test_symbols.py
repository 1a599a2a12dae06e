"""Symbols of small texts: names, signatures, documentation, offsets, and why there are none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dowse
from dowse.formats.code.grammars import grammar
from dowse.formats.code.languages import LANGUAGES, GrammarSpec, LanguageSpec
from dowse.formats.code.parsed_source import ParsedSource, Symbol
from dowse.formats.code.symbols import symbols_of


def parsed(language: str, text: str) -> ParsedSource:
    return symbols_of(text, LANGUAGES[language])


def symbol(language: str, text: str) -> Symbol:
    return parsed(language, text).symbols[0]


def names(language: str, text: str) -> list[str]:
    return [each.qualified_name for each in parsed(language, text).symbols]


def test_a_language_without_grammar_has_no_symbols() -> None:
    assert parsed("kotlin", "fun main() {}").outcome == "no grammar"


def test_a_grammar_that_is_not_installed_is_an_outcome() -> None:
    missing = LanguageSpec("cobol", (".cob",), grammar=GrammarSpec("tree_sitter_nowhere", ("python",)))
    assert symbols_of("x", missing) == ParsedSource("cobol", "grammar not installed")


def test_a_file_that_takes_longer_than_the_limit_has_no_symbols() -> None:
    assert symbols_of("def f(): pass\n" * 20_000, LANGUAGES["python"], seconds=0) == ParsedSource(
        "python", "time limit"
    )


def test_a_file_with_an_array_of_ten_thousand_numbers_has_no_symbols() -> None:
    text = f"const numbers = [{'1,' * 10_000}];\nfunction f() {{}}\n"
    assert parsed("javascript", text).outcome == "time limit"


def test_a_file_with_fifty_thousand_nested_calls_has_no_symbols() -> None:
    assert parsed("ruby", "A " * 50_000).outcome == "time limit"


@pytest.mark.parametrize("name", [name for name, spec in LANGUAGES.items() if spec.grammar])
def test_the_queries_of_a_language_compile(name: str) -> None:
    spec = LANGUAGES[name].grammar
    assert spec is not None
    assert grammar(spec) is not None


def test_each_file_of_queries_belongs_to_a_language() -> None:
    folder = Path(dowse.__file__).parent / "formats" / "code" / "queries"
    used = {query for spec in LANGUAGES.values() if spec.grammar for query in spec.grammar.queries}
    assert {path.stem for path in folder.iterdir()} == used


@pytest.mark.parametrize(
    ("language", "broken"),
    [
        ("python", "class A:\n    def f(self): pass\n\nx = = 2\n\ndef g(): pass\n"),
        ("javascript", "class A { f() {} }\nlet x = = 2;\nfunction g() {}\n"),
        ("go", "package a\nfunc (a A) f() {}\nvar x = = 2\nfunc g() {}\n"),
        ("rust", "impl A { fn f() {} }\nconst = = 2;\nfn g() {}\n"),
        ("java", "class A { void f() {} void broken( { = ; } }\nclass B { void g() {} }\n"),
        ("c", "int f(void) { return 0; }\nint = = 2;\nint g(void) { return 1; }\n"),
        ("ruby", "def f; end\nx = = 2\ndef g; end\n"),
    ],
)
def test_symbols_outside_of_a_syntax_error_are_kept(language: str, broken: str) -> None:
    found = parsed(language, broken)
    assert found.has_syntax_errors
    assert {"f", "g"} <= {each.name for each in found.symbols}


@pytest.mark.parametrize(
    ("language", "broken", "kept"),
    [
        ("javascript", "export class A extends B {\n f() { if (x) {\n h() {}\n}\nfunction g() {}\n", ["A", "g"]),
        ("typescript", "class A {\n f() { if (x) {\n h() {}\n}\nfunction g() {}\n", ["A", "g"]),
        ("cpp", "class A : public B {\n void f() { if (x) {\n void h() {}\n};\nclass C { };\n", ["A", "h", "C"]),
        ("csharp", "public class A : B {\n void F() { if (x) {\n void H() {}\n}\nclass C { }\n", ["A", "H"]),
        ("php", "<?php\nclass A extends B {\n function f() { if ($x) {\n function h() {}\n}\n", ["A", "h"]),
        ("ruby", "module M\n class A < B\n  def f\n   x = [1,\n  end\nend\nend\n", ["M", "A"]),
        ("rust", "pub trait T {\n fn f() { if x {\n fn g();\n}\nstruct After;\n", ["T", "g", "After"]),
    ],
)
def test_a_type_whose_body_does_not_parse_is_kept_with_its_header(language: str, broken: str, kept: list[str]) -> None:
    assert names(language, broken) == kept
    (first, *_) = parsed(language, broken).symbols
    assert first.kind in {"class", "interface", "module"}
    assert "\n" not in broken[first.start : first.end]


def test_the_header_of_a_type_inside_an_error_has_signature_and_export() -> None:
    found = symbol("javascript", "export class A extends B {\n f() { if (x) {\n h() {}\n}\nfunction g() {}\n")
    assert (found.signature, found.exported) == ("export class A extends B", True)


@pytest.mark.parametrize("broken", ["class {{\n", "class A", "class A\n}; = (\n", "x = class A(\n"])
def test_a_header_that_is_not_whole_is_no_type(broken: str) -> None:
    assert names("javascript", broken) == []


def test_offsets_count_characters_beyond_ascii() -> None:
    text = "é = '😀'\ndef größe():\n    '你'\n"
    found = parsed("python", text).symbols
    assert [text[each.start : each.end] for each in found] == ["é = '😀'", "def größe():\n    '你'"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_change_neither_names_nor_documentation(end: str) -> None:
    text = end.join(["# A comment.", "# Two lines.", "def f(a,", "      b):", "    return g(a)", ""])
    found = parsed("python", text)
    assert found.symbols[0].doc == "A comment.\nTwo lines."
    assert found.symbols[0].signature == "def f(a, b)"
    assert text[found.symbols[0].start :].startswith("# A comment.")
    assert [each.line for each in found.calls] == [5]


def test_a_byte_order_mark_and_tabs_are_accepted() -> None:
    assert names("python", "\ufeffclass A:\n\tdef f(self): pass\n") == ["A", "A.f"]


def test_a_signature_has_300_characters_at_most() -> None:
    assert len(symbol("python", f"def f({', '.join(f'parameter{i}' for i in range(99))}): pass\n").signature) == 300


def test_a_signature_has_no_comments() -> None:
    text = "def f(\n    a,  # the first\n    b,\n): pass\n"
    assert symbol("python", text).signature == "def f(a, b)"


def test_a_comment_below_a_blank_line_is_no_documentation() -> None:
    assert symbol("go", "package a\n\n// Of something else.\n\nfunc f() {}\n").doc == ""


def test_a_blank_line_may_follow_a_documentation_comment_of_several_lines() -> None:
    found = symbol("javascript", "n()\n\n/**\n * Sets a cookie.\n */\n\nres.cookie = function (name) {}\n")
    assert (found.doc, found.start) == ("Sets a cookie.", 5)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("javascript", "n()\n\n// A cookie.\n\nfunction f() {}\n"),
        ("javascript", "n()\n\n/* A\n * cookie. */\n\nfunction f() {}\n"),
        ("javascript", "n()\n\n/** Module variables. */\n\nfunction f() {}\n"),
        ("javascript", "n()\n\n// eslint-disable\n/**/\n\nfunction f() {}\n"),
        ("c", "#include <a.h>\n\n/*********\n * Section\n *********/\n\nint f(void) { return 0; }\n"),
    ],
)
def test_a_blank_line_ends_other_comments(language: str, text: str) -> None:
    assert symbol(language, text).doc == ""


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("javascript", "", "function f() {}\n"),
        ("javascript", "\n", "function f() {}\n"),
        ("javascript", "\ufeff#!/usr/bin/env node\n", "function f() {}\n"),
        ("javascript", "'use strict';\n\n", "function f() {}\n"),
        ("javascript", "// eslint-disable\n", "function f() {}\n"),
        ("php", "<?php\n", "function f() {}\n"),
        ("php", "<?php\n\ndeclare(strict_types=1);\nnamespace A\\B;\n\n", "function f() {}\n"),
        ("java", "package a.b;\n\n", "class A {}\n"),
    ],
)
def test_a_blank_line_ends_the_first_comment_of_a_file(language: str, before: str, after: str) -> None:
    assert symbol(language, f"{before}/**\n * Licence: MIT.\n */\n\n{after}").doc == ""
    assert symbol(language, f"{before}/** Licence: MIT. */\n\n{after}").doc == ""


def test_of_two_documentation_comments_with_blank_lines_the_last_one_counts() -> None:
    text = "n()\n\n/**\n * Imports.\n */\n\n/**\n * Sets.\n */\n"
    for blank in ("", "\n"):
        assert symbol("javascript", f"{text}{blank}function f() {{}}\n").doc == "Sets."


def test_a_comment_at_the_end_of_the_line_above_is_no_documentation() -> None:
    assert symbol("rust", "use a; // Of the import.\nfn f() {}\n").doc == ""


def test_the_frame_of_a_block_comment_is_not_part_of_the_documentation() -> None:
    text = "/**\n * Adds.\n *   indented\n */\nint add(void) { return 0; }\n"
    assert symbol("c", text).doc == "Adds.\n  indented"


def test_the_definition_begins_after_decorators() -> None:
    text = "@a\n@b(1)\ndef f(): pass\n"
    found = symbol("python", text)
    assert (found.start, text[found.definition :]) == (0, "def f(): pass\n")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "@a(\n    1,  # one\n)\n@b\ndef f(): pass"),
        ("typescript", "class A {\n  @a({\n    // one\n    b: 1,\n  })\n  f() {}\n}"),
    ],
)
def test_a_comment_inside_a_decorator_changes_no_span(language: str, text: str) -> None:
    found = next(each for each in parsed(language, text).symbols if each.name == "f")
    assert text[found.start : found.end].startswith("@a")
    assert text[found.definition :].startswith(("def f", "f()"))
    assert found.doc == ""


def test_repeated_names_are_numbered_in_order_of_the_text() -> None:
    assert names("java", "class A { void f() {} void f(int a) {} void f(long a) {} }") == [
        "A",
        "A.f",
        "A.f~2",
        "A.f~3",
    ]


def test_a_method_above_its_type_belongs_to_the_type() -> None:
    found = parsed("go", "package a\nfunc (a A) F() {}\ntype A struct{}\n").symbols
    assert [(each.qualified_name, each.parent) for each in found] == [("A.F", 1), ("A", None)]


def test_a_method_of_a_type_in_another_file_has_no_parent() -> None:
    assert [(each.qualified_name, each.parent) for each in parsed("cpp", "void A::f() {}\n").symbols] == [("A.f", None)]


def test_an_empty_export_list_exports_nothing() -> None:
    assert not symbol("python", "def f(): pass\n__all__ = []\n").exported


def test_definitions_deeper_than_30_levels_are_left_out() -> None:
    text = "".join(f"{' ' * depth}def f():\n" for depth in range(60)) + " " * 60 + "pass\n"
    assert len(names("python", text)) == 30


@pytest.mark.parametrize(
    ("language", "begin", "end"),
    [("typescript", "class A { m() {\n", "}}\n"), ("rust", "mod a {\n", "}\n"), ("cpp", "namespace a {\n", "}\n")],
)
def test_types_and_namespaces_more_than_300_deep_are_not_read(language: str, begin: str, end: str) -> None:
    def outcome(depth: int) -> str:
        text = begin * depth + f"// {'x' * 10_000}\n" + end * depth
        return symbols_of(text, LANGUAGES[language], seconds=60).outcome

    assert (outcome(300), outcome(301)) == ("parsed", "time limit")


def test_a_name_that_two_reads_of_the_parser_share_is_compared_whole() -> None:
    for blanks in range(1_010, 1_024):
        text = f"{'#' * blanks}\n__all__ = ['f']\ndef f(): pass\ndef g(): pass\n"
        assert [each.exported for each in parsed("python", text).symbols if each.name != "__all__"] == [True, False]


def test_a_use_of_many_names_in_braces_is_one_import_for_each() -> None:
    found = parsed("rust", "use a::{self, b::{c, d as e}, f::*};").imports
    assert [(each.module, each.name, each.alias) for each in found] == [
        ("a", "", ""),
        ("a::b", "c", ""),
        ("a::b", "d", "e"),
        ("a::f", "*", ""),
    ]


def test_the_functions_that_a_file_of_c_declares_are_names_of_its_own() -> None:
    text = (
        "API_EXPORT int pour(struct box *b,\n   int n);\nchar **lid(void), *fill(int a);\nvoid (*hook)(int);\n"
        "static int own(int a);\nint made(void);\nint made(void) { extern int inner(void); return inner(); }\n"
        "typedef int kind(int a);\nint count, table[2];\n"
    )
    found = symbols_of(text, LANGUAGES["c"]).imports
    assert [(each.name, each.line) for each in found] == [("pour", 1), ("lid", 3), ("fill", 3)]
    assert all(each.is_own_name for each in found)


def test_a_type_that_does_not_parse_hides_no_declaration_below_it() -> None:
    text = (
        "struct box {\n  BOX_FIELDS(\n  int a;\n};\nAPI int pour(struct box *b,\n   int n);\n  lid(1);\nreturn f(2);\n"
    )
    assert [each.name for each in symbols_of(text, LANGUAGES["c"]).imports] == ["pour"]


def test_a_prototype_in_a_comment_is_no_declaration_also_below_a_type_that_does_not_parse() -> None:
    text = "struct odd {\n  int a[ = ;\n/*\nint old(void);\n*/\nint new(void);\n#if 0\n*/\n#endif\n"
    assert [each.name for each in parsed("c", text).imports] == ["new"]


def test_a_chain_of_ten_thousand_calls_keeps_the_names_of_the_calls() -> None:
    found = parsed("javascript", "x" + ".y(z)" * 10_000)
    assert {each.callee[-1] for each in found.calls} == {"y"}


@pytest.mark.slow
def test_the_parser_is_imported_for_the_first_source_text_only() -> None:
    program = (
        "import sys; from dowse.formats.code.languages import LANGUAGES;"
        "from dowse.formats.code.symbols import symbols_of;"
        "before = 'tree_sitter' in sys.modules; symbols_of('x', LANGUAGES['go']);"
        "print(before, 'tree_sitter' in sys.modules, 'tree_sitter_rust' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False True False\n"


def test_the_signature_of_a_later_name_has_no_signs_of_the_first() -> None:
    found = parsed("c", "typedef struct rig *mast, sail;\ntypedef int (*knot)(int), rope, *line;\n").symbols
    assert [each.signature for each in found] == [
        "typedef struct rig *mast, sail",
        "typedef struct rig sail",
        "typedef int (*knot)(int), rope, *line",
        "typedef int rope",
        "typedef int *line",
    ]


def test_other_names_and_generated_methods_of_ruby_are_symbols() -> None:
    text = """\
class Boat < Record
  delegate :rope, :sail, to: :rig
  class_attribute :kind
  def_delegators :@crew, :each, :size
  scope :afloat, -> { where(afloat: true) }
  alias to_s name
  alias == eql?
  alias $new $old
  # As in a sentence.
  alias_method :moored?, :moored
  define_method(:cast_off) do |rope|
    loosen(rope)
  end
  scope module: :harbour do
  end
  %w[a b].each { |x| define_method("#{x}_knot") { tie } }
end
"""
    found = parsed("ruby", text).symbols
    assert [(each.name, each.kind) for each in found[1:]] == [
        ("rope", "property"),
        ("sail", "property"),
        ("kind", "property"),
        ("each", "property"),
        ("size", "property"),
        ("afloat", "method"),
        ("to_s", "method"),
        ("==", "method"),
        ("moored?", "method"),
        ("cast_off", "method"),
    ]
    assert [found[1].signature, found[3].signature] == ["delegate :rope", "class_attribute :kind"]
    assert (found[9].signature, found[9].doc) == ("alias_method :moored?, :moored", "As in a sentence.")


def test_aliases_by_symbols_and_forwarded_methods_of_ruby_are_symbols() -> None:
    text = """\
class Boat
  alias :moor :tie
  alias sail= rig=
  def_delegators :crew, :each, :[]=
  def_delegator :crew, :size
  def_delegator :@crew, :size, :crew_size
end
"""
    found = parsed("ruby", text).symbols
    assert [(each.name, each.signature) for each in found[1:]] == [
        ("moor", "alias :moor :tie"),
        ("sail=", "alias sail= rig="),
        ("each", "def_delegators :each"),
        ("[]=", "def_delegators :[]="),
        ("size", "def_delegator :size"),
        ("crew_size", "def_delegator :crew_size"),
    ]


def test_constants_that_a_call_defines_are_symbols_of_php() -> None:
    text = """\
<?php
define('MOST', 12);
if (!defined('HARBOUR')) {
    // Where boats are.
    define("HARBOUR", __DIR__ . '/harbour');
}
define($name, 2);
define("{$name}_x", 2);
define('Harbour\\\\DEPTH', 9);
"""
    found = parsed("php", text).symbols
    assert [(each.name, each.kind) for each in found] == [("MOST", "const"), ("HARBOUR", "const")]
    assert found[1].doc == "Where boats are."


def test_functions_of_a_typed_object_are_symbols() -> None:
    text = """\
export const boat = { moor() {}, tie: () => {} } as const;
const ship = { sail() {}, turn: function () {} } satisfies Vessel;
export default { stop() {} } as const satisfies Vessel;
"""
    assert names("typescript", text) == [
        "boat",
        "boat.moor",
        "boat.tie",
        "ship",
        "ship.sail",
        "ship.turn",
        "stop",
    ]


def test_events_are_properties_of_a_class() -> None:
    text = "class Boat\n{\n    public event Handler Moored, Tied;\n    event Handler Sunk { add { } remove { } }\n}\n"
    found = parsed("csharp", text).symbols
    assert [(each.qualified_name, each.kind) for each in found[1:]] == [
        ("Boat.Moored", "property"),
        ("Boat.Tied", "property"),
        ("Boat.Sunk", "property"),
    ]
    assert found[1].signature == "public event Handler Moored"
    assert found[3].signature == "event Handler Sunk"


def test_extension_members_of_c_sharp_are_members_of_the_class_around_them() -> None:
    text = """\
public static class Ropes {
    extension(string rope) {
        /// <summary>How long it is.</summary>
        public int Metres() { return rope.Length; }
        public bool IsShort => rope.Metres() < 3;
    }
    extension<T>(List<T> knots)
        where T : Knot
    {
        public static T First() => default;
    }
    public static void Coil(this string rope) { }
    private void extension(int a) => a;
}
"""
    found = parsed("csharp", text).symbols
    assert [(each.qualified_name, each.kind, each.signature) for each in found[1:]] == [
        ("Ropes.Metres", "method", "public int Metres()"),
        ("Ropes.IsShort", "property", "public bool IsShort"),
        ("Ropes.First", "method", "public static T First()"),
        ("Ropes.Coil", "method", "public static void Coil(this string rope)"),
        ("Ropes.extension", "method", "private void extension(int a)"),
    ]
    assert found[1].doc == "<summary>How long it is.</summary>"


def test_conversions_of_c_sharp_are_operators_with_the_name_of_the_type() -> None:
    text = """\
class Boat
{
    /// <summary>What it moors with.</summary>
    public static implicit operator Rope(Boat boat) => boat.rope;
    public static explicit operator List<int>(Boat boat) { return boat.knots; }
}
"""
    found = parsed("csharp", text).symbols[1:]
    assert [(each.qualified_name, each.kind) for each in found] == [
        ("Boat.operator Rope", "method"),
        ("Boat.operator List<int>", "method"),
    ]
    assert found[0].doc == "<summary>What it moors with.</summary>"
    assert found[1].signature == "public static explicit operator List<int>(Boat boat)"


def test_a_module_with_a_qualified_name_is_inside_of_the_modules_before() -> None:
    ruby = "module Boats::Ropes\n  def coil\n  end\n  class Knot\n  end\nend\n"
    found = parsed("ruby", ruby).symbols
    assert [(each.name, each.qualified_name, each.kind) for each in found] == [
        ("Ropes", "Boats.Ropes", "module"),
        ("coil", "Boats.Ropes.coil", "function"),
        ("Knot", "Boats.Ropes.Knot", "class"),
    ]
    script = "namespace Boats.Ropes { export class Knot {} }\ndeclare module 'ropes.x' { export function y(): void }\n"
    assert [(each.name, each.qualified_name) for each in parsed("typescript", script).symbols] == [
        ("Ropes", "Boats.Ropes"),
        ("Knot", "Boats.Ropes.Knot"),
        ("ropes.x", "ropes.x"),
        ("y", "ropes.x.y"),
    ]


def test_a_method_of_a_class_by_its_name_is_that_of_the_class_around_it() -> None:
    text = "module A\n  class Boat\n    def Boat.build\n    end\n    def Ship.build\n    end\n  end\nend\n"
    assert names("ruby", text) == ["A", "A.Boat", "A.Boat.build", "A.Boat.Ship.build"]


@pytest.mark.parametrize(
    ("language", "text", "signatures"),
    [
        ("php", "<?php const A = 1, B = 2;", ["const A = 1", "const B = 2"]),
        (
            "java",
            "class Boat { public static final Map<A, B> ROPES = f(), SAILS = g(); }",
            ["public static final Map<A, B> ROPES = f()", "public static final Map<A, B> SAILS = g()"],
        ),
        ("java", "interface Boat { int A = 1, B = 2; }", ["int A = 1", "int B = 2"]),
        (
            "csharp",
            "class Boat { [Note] public const int A = 1, B = 2; }",
            ["public const int A = 1", "public const int B = 2"],
        ),
        ("go", "package p\nvar a, b, c = 1, 2, 3\n", ["var a, b, c = 1, 2, 3"] * 3),
        ("go", "package p\nconst (\n\ta, b = 1, 2\n)\n", ["a, b = 1, 2"] * 2),
        ("c", "typedef struct { int rope; } a, *b;", ["typedef struct a", "typedef struct *b"]),
        (
            "c",
            "typedef struct boat { int rope; } a, *b;",
            ["typedef struct boat", "typedef struct boat a", "typedef struct boat *b"],
        ),
        ("c", "typedef struct boat a, *b;", ["typedef struct boat a, *b", "typedef struct boat *b"]),
        ("c", "static int a = 1, *b = 0;", ["static int a = 1", "static int *b = 0"]),
        ("typescript", "export const a = 1, b = 2;", ["export const a = 1", "export const b = 2"]),
    ],
)
def test_each_name_of_a_declaration_is_a_symbol_with_the_words_before_the_first(
    language: str, text: str, signatures: list[str]
) -> None:
    found = [each for each in parsed(language, text).symbols if each.name != "Boat"]
    assert [each.signature for each in found] == signatures
    assert len({each.exported for each in found}) == 1
    assert len({(each.qualified_name.rpartition(".")[0], each.parent) for each in found}) == 1
