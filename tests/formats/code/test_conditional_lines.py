"""Files of C# with a condition of the preprocessor where the grammar reads none have their symbols whole."""

from __future__ import annotations

from dowse.formats.code.conditional_lines import with_first_branches
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_MILL = """\
namespace Mills
{
    public partial class Mill
#if HAVE_ASYNC_DISPOSABLE
        : IAsyncDisposable // über
#else
        : IDisposable // für
#endif
    {
        public void Grind()
        {
            if (Full())
            {
                Stop();
            }
#if HAVE_WIND
            else
            {
                Turn();
            }
#endif
        }

        private bool Full() { return true; }
    }
}
"""


def test_a_class_with_a_condition_around_its_bases_keeps_its_name_and_its_members() -> None:
    found = symbols_of(_MILL, LANGUAGES["csharp"])
    assert [each.qualified_name for each in found.symbols] == ["Mill", "Mill.Grind", "Mill.Full"]
    assert [each.base for each in found.bases] == [("IAsyncDisposable",)]
    assert not found.has_syntax_errors


def test_the_signature_has_no_directive() -> None:
    mill = symbols_of(_MILL, LANGUAGES["csharp"]).symbols[0]
    assert mill.signature == "public partial class Mill : IAsyncDisposable"


def test_the_places_of_symbols_are_those_of_the_text() -> None:
    full = symbols_of(_MILL, LANGUAGES["csharp"]).symbols[2]
    assert _MILL[full.start : full.end] == "private bool Full() { return true; }"


def test_the_first_branch_of_nested_conditions_remains() -> None:
    text = b"#if A\na\n#if B\nb\n#elif C\nc\n#else\nd\n#endif\n#else\ne\n#if F\nf\n#endif\nh\n#endif\ng\n"
    assert with_first_branches(text).split() == [b"a", b"b", b"g"]
    assert len(with_first_branches(text)) == len(text)


def test_a_file_without_errors_keeps_both_branches() -> None:
    text = "class Mill\n{\n#if A\n    void Grind() { }\n#else\n    void Rest() { }\n#endif\n}\n"
    names = [each.qualified_name for each in symbols_of(text, LANGUAGES["csharp"]).symbols]
    assert names == ["Mill", "Mill.Grind", "Mill.Rest"]


def test_conditions_within_the_branches_of_others_are_blanked_with_these() -> None:
    depth = 50_000
    text = b"a\n" + b"#if A\n#else\n" * depth + b"b\n" + b"#endif\n" * depth + b"c\n"
    assert with_first_branches(text).split() == [b"a", b"c"]


def test_the_path_of_a_template_is_no_syntax_error() -> None:
    line = '#line 3 "..\\..\\Pages\\Mill.cshtml"'
    text = f"class Mill\n{{\n    {line}\n    void Grind() {{ }}\n    #line default\n    #line hidden\n}}\n"
    found = symbols_of(text, LANGUAGES["csharp"])
    assert [each.qualified_name for each in found.symbols] == ["Mill", "Mill.Grind"]
    assert not found.has_syntax_errors
