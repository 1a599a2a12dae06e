"""Headings and code, with markdown-it-py as the oracle: its headings outside quotes and lists are ours.

The generated documents hold no definitions of links: to CommonMark these are part of a paragraph until it ends, to
markdown-it a block of their own, which another may follow at once.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dowse.formats.markdown.blocks import _NOT_PLAIN, _PLAIN, blocks
from tests.tier_parameters import examples

ORACLE = MarkdownIt("commonmark")

_LINES = st.sampled_from(
    """
    # a|## b ##|####### c|#d|  ### e|    # f|> # g|- # h|1. # i|#|# \t#|\ta|text|text  |===|---|- - -|***|--|=|-|+
    ```|````|~~~|``` py|  ```|    ```|- ```|> ```|`` ` ``|~~~ a ~ b|
    - x|  y|    z|      w|-|10. x|2. x|1) x|* x|> x|>|>> y|-   - x|-     code
    <div>|</div>|<!--|-->|<!-- a -->|<script>|</script>|<b>|<b c="d">|<?|?>|<!A|<![CDATA[|]]>|<pre|</pre>
    |[c](d)|\\# x|a | b|&amp;
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_DOCUMENTS = st.lists(_LINES, max_size=14)


def ours(lines: list[str]) -> list[tuple[int, int]]:
    return [(heading.line, heading.level) for heading in blocks(lines).headings]


def oracle(lines: list[str]) -> list[tuple[int, int]]:
    tokens = ORACLE.parse("\n".join(lines))
    return [
        (token.map[0], int(token.tag[1]))
        for token in tokens
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


@pytest.mark.slow
@settings(derandomize=True, max_examples=examples(800), deadline=None, database=None)
@given(_DOCUMENTS)
def test_headings_are_those_of_markdown_it(lines: list[str]) -> None:
    assert ours(lines) == oracle(lines)


@pytest.mark.slow
@settings(derandomize=True, max_examples=examples(500), deadline=None, database=None)
@given(st.lists(st.text(alphabet="#-=>`~ \t1.*_<!a:[]", max_size=8), max_size=8))
def test_headings_are_those_of_markdown_it_in_noise(lines: list[str]) -> None:
    assert ours(lines) == oracle(lines)


ODD_FILES = {
    "a fence that never closes": "# a\n```\n# b\n\n# c",
    "a fence closed by a longer run only": "````\n# a\n```\n# b\n````\n# c",
    "tildes inside backticks": "```\n~~~\n# a\n```\n# b",
    "a fence inside a list item ends with it": "- a\n  ```\n  # b\n# c\n",
    "a fence inside a quote ends with it": "> ```\n> # a\n# b",
    "code by indentation": "a\n\n    # b\n\n# c",
    "indented text that goes on with a paragraph": "a\n    # b\n===\n",
    "a heading over two lines": "one\ntwo\n===\n",
    "an underline after a list is a rule": "- a\n---\n# b",
    "an underline after a quote is a rule": "> a\n---\n",
    "a lazy line cannot be underlined": "> a\nb\n===\n",
    "comments over several lines": "<!--\n# a\n\n# b\n-->\n# c",
    "HTML until a blank line": "<div>\n# a\n\n# b\n</div>\n# c\n\n# d",
    "a script with blank lines": "<script>\n\n# a\n</script>\n# b",
    "a definition is no heading": "[a]: b\n===\n",
    "a definition above a heading": "[a]: b\ntext\n---\n",
    "tabs": "-\t# a\n\n\t# b\n\n#\tc",
    "seven marks": "####### a\n###### b",
}


@pytest.mark.parametrize("text", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_odd_files_have_the_headings_of_markdown_it(text: str) -> None:
    assert ours(text.split("\n")) == oracle(text.split("\n"))


def test_a_heading_carries_its_text_without_closing_marks() -> None:
    found = blocks(["#  a b ##  ", "## c#", "### ###", "one", "  two", "---"]).headings
    assert [heading.text for heading in found] == ["a b", "c#", "", "one two"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\n```\nb\n```\nc", [(1, 4)]),
        ("a\n\n    b\n\nc", [(2, 4)]),
        ("- a\n\n  b\n\n      c\n", [(4, 6)]),
        ("- a\n    ```\n    b\n    ```\n", [(1, 4)]),
        ("<!-- a\n\nb -->\nc", [(0, 3)]),
        ("<!-- a --> b", []),
        ("<style>\na\n</style>\nc", [(0, 3)]),
        ("%% a %%\nb", [(0, 1)]),
        ("%%\na\n\n# b\n%%\nc", [(0, 5)]),
        ("a\n%% b %%\nc", []),
        ("%% a\n\nb", []),
        ("<div>\na\n</div>", []),
    ],
)
def test_code_comments_and_scripts_are_told_from_text(text: str, code: list[tuple[int, int]]) -> None:
    assert blocks(text.split("\n")).code == code


def test_a_comment_of_obsidian_is_and_contains_no_heading() -> None:
    assert ours(["%%", "# a", "%%", "%% b %%", "---", "# c"]) == [(5, 1)]


def test_a_line_is_plain_by_its_first_character() -> None:
    characters = map(chr, range(0x3100))
    assert all((char in _NOT_PLAIN) == (_PLAIN.match(char) is None) for char in characters)


@pytest.mark.parametrize("mark", ["=", "==", "-", "--"])
def test_a_line_of_a_formula_is_no_underline(mark: str) -> None:
    formula = f"A vector:\n$$\na\n{mark}\nb\n$$"
    assert ours([*formula.split("\n"), "", "# c"]) == [(7, 1)]
    assert ours([*formula.split("\n"), mark]) == [(0, 1 if mark[0] == "=" else 2)]  # the formula is closed
    assert ours(["$$a$$ and $b", mark]) == [(0, 1 if mark[0] == "=" else 2)]


def test_formulas_of_a_paragraph_are_counted_in_linear_time() -> None:
    assert ours(["$$", *["a", "="] * 100_000]) == []


@pytest.mark.parametrize("fence", ["```{note}", "```admonish warning", "```ad-tip"])
def test_of_an_admonition_the_fences_alone_are_code_and_no_heading_divides_the_note(fence: str) -> None:
    inside = f"# A\n{fence}\n## Inside\ntext\n```\n# B\n- item\n\n  {fence}\n  text\n\n```\ncode\n```\n".split("\n")
    found = blocks(inside)
    assert [heading.text for heading in found.headings] == ["A", "B"]
    assert found.code == [(1, 2), (4, 5), (8, 9), (11, 14)]


def test_a_block_of_code_in_an_admonition_is_code() -> None:
    found = blocks(["````{note}", "```", "[a](b.md)", "```", "[c](d.md)", "````"])
    assert found.code == [(0, 4), (5, 6)]
