"""Inline tags, by Obsidian's rule, and those of the frontmatter."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.tags import inline_tags


def tags(text: str) -> frozenset[str]:
    return parse_file("x.md", text.encode(), modified=0).head.tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#one and #Two/Three-4_x.", {"one", "two/three-4_x"}),
        ("(#a) [#b] {#c},#d", {"a", "b", "c"}),
        ("a#b \\#c ##d", set()),
        ("#1 #2024 #1a #20/1 #y2024", {"1a", "y2024"}),
        ("#größe #日本語 #हिन्दी", {"größe".casefold(), "日本語", "हिन्दी"}),
        ("# heading #in-it\n", {"in-it"}),
        ("#at-the-start of a line\n- #item\n> #quoted\n", {"at-the-start", "item", "quoted"}),
        ("`#a` ``#b ` #c`` #d", {"d"}),
        ("```\n#a\n```\n\n    #b\n\n#c", {"c"}),
        ("http://x.de/#a <http://x.de/ #b> <i style='color: #c0ffee'>", set()),
        ("[#label](http://x.de) [a](b.md#c) [[N#d]] [[ #e ]] ![ #f](g.png)", set()),
        ("<!-- #a --> #b\n\n<!--\n#c\n-->\n", set("b")),
        ("text <!-- #a --> #b", {"b"}),
        ("text %% #a %% #b\n\n%%\n#c\n\n#d\n%%\n", {"b"}),
        ("#a/ #/b # #! #a,b", {"a"}),
        (
            "#role.tester (#Scope.common.views). #end. #three...dots",
            {"role.tester", "scope.common.views", "end", "three"},
        ),
        ("#12.md #1/2.x #v1.2 #.x", {"v1.2"}),
        ("## Costs #x {#costs}\n# A {: #b}  \n> ### C {.wide #d .e}\n", {"x"}),
        ("## Costs {#costs} of it\n## Costs #costs}\n{#e}\n", {"costs", "e"}),
        ("![Low](low.png){#fig-low}, `x`{#code .y} and [a span]{.b #c} #d", {"d"}),
        ("$$x$$ {#eq-low}\n\n::: {#tip-low .callout-tip}\n:::\n\n: A table {#tbl-low}\n", set()),
        ('Text\n{: .wide #low}\n\nText\n{:style="color: #ecf1e8;"}\n#e {: .x} #f', {"e", "f"}),
        ("[x](y.md) {#a} and (b {#c} d) {{#e}}", {"a", "c", "e"}),
    ],
)
def test_inline_tags(text: str, expected: set[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize(
    "stated",
    [
        "tags: [A, b/C]",
        "tags: a, b/c",
        "tags: a b/c",
        "tag: '#a #b/c'",
        'tags:\n- "#A"\n- b/c',
        "tags: #a #b/c",
        "tag: a\ntags: b/c",
    ],
)
def test_tags_of_the_frontmatter_however_they_are_written(stated: str) -> None:
    assert tags(f"---\n{stated}\n---\n") == {"a", "b/c"}


def test_a_tag_with_a_dot_is_kept_whole_in_text_and_frontmatter() -> None:
    assert tags("---\ntags: [a.b]\n---\n#c.d") == {"a.b", "c.d"}


def test_tags_of_text_and_frontmatter_join() -> None:
    assert tags("---\ntags: [a]\n---\n#b #A") == {"a", "b"}


def test_decomposed_letters_make_the_same_tag_as_composed_ones() -> None:
    assert tags("#cafe\u0301") == tags("#caf\u00e9") == {"caf\u00e9"}


def test_a_link_behind_a_sign_is_a_tag_which_may_have_blanks() -> None:
    text = "Of #[[Slow Harbour]], (#[[Boats]]) and a#[[no]], not `#[[code]]` but [[Ferry]].\n#[[Times|when]] ##[[two]]"
    assert tags(text) == {"slow harbour", "boats", "times"}


@pytest.mark.parametrize("unit", ["a #b} ", "{#b} ", "](c){#b} "])
def test_tags_before_braces_in_one_line_are_read_in_linear_time(unit: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = unit * 50_000
    assert {*inline_tags(text, text)} <= {"b"}
