"""Which lines of AsciiDoc are code, and which are titles with a line below."""

from __future__ import annotations

import random

import pytest

from dowse.formats.plaintext.adoc_blocks import line_kinds, literal_lines


def _kinds(text: str) -> str:
    """The first letter of the kind of each line."""
    return "".join(kind[0] if kind != "text" else "." for kind in line_kinds(text.split("\n")))


_TITLED = "tu"


@pytest.mark.parametrize(
    "text",
    [
        *(f"Tides\n{sign * size}" for sign in "=-~^+" for size in (4, 5, 6)),
        "Tides  \n----- ",
        "  Tides\n-------",
        "ab\n--",
        "* Tides\n-------",
        "«Éé»\n~~~~",
    ],
)
def test_a_line_as_long_as_the_one_above_makes_a_title(text: str) -> None:
    assert _kinds(text) == _TITLED


@pytest.mark.parametrize(
    "text",
    ["Tides\n---", "Tides\n-------", "Tides\n----=", "Tides\n*****", ".Tides\n------", "....\n----", "Tides\n\n-----"],
)
def test_other_lines_below_make_none(text: str) -> None:
    assert _TITLED not in _kinds(text)


@pytest.mark.parametrize(
    "above",
    [
        "Text\n\n",
        "[[tides]]\n",
        "[#tides]\n",
        "// A comment\n",
        ":name: value\n",
        "ifdef::a[]\n",
        ".A title of a block\n",
        "== Sea\n",
        "Water\n-----\n",
        "----\ncode\n----\n",
        "====\nAn example\n====\n",
        "|===\n|a cell\n|===\n",
        "image::tides.svg[Tides]\n",
        "'''\n",
        "* item\n\n",
    ],
)
def test_a_title_begins_a_block(above: str) -> None:
    assert _kinds(f"{above}Tides\n-----\nText").endswith("tu.")


@pytest.mark.parametrize(
    "above",
    [
        "Text\n",
        "* item\n+\n",
        "[[tides]]\nText\n// A comment\n",
        "Sea\n===\n",
        "= Sea\n",
        "====\nAn example\n\n",
        "--\n",
        "|===\n|a cell\n\n",
        "****\n====\n****\n\n----\n",
    ],
)
def test_inside_of_a_block_and_below_the_title_of_a_document_it_is_code(above: str) -> None:
    assert not _kinds(f"{above}Run:\n----\ncode\n----").endswith("tu.f")


def test_code_ends_with_the_line_that_began_it() -> None:
    text = "----\n...\n-----\n\nTides\n-----\n----\n```sh\n``` x\n```\n////\n== No\n////\nTides\n-----"
    assert _kinds(text) == "fcccccffcffcftu"


def test_each_line_of_any_text_has_a_kind() -> None:
    chosen = random.Random(7)  # noqa: S311  # no secret
    parts = (
        "----",
        "-----",
        "====",
        "--",
        "Tides",
        "",
        " x",
        "[a]",
        "// b",
        "```",
        "....",
        "+",
        "= T",
        "\u2028",
        "|===",
    )
    for _ in range(300):
        lines = chosen.choices(parts, k=12)
        kinds = line_kinds(lines)
        assert len(kinds) == len(lines)
        assert all(kinds[at - 1] == "title" for at, kind in enumerate(kinds) if kind == "underline")


def test_a_line_of_brackets_is_read_once() -> None:
    """Each bracket would be read to the end of the line: hours for a line of some megabytes."""
    lines = ["a::" + "[" * 1_000_000, "a" * 1_000_000 + "::", "a::b[c]", "Tides", "-----"]
    assert line_kinds(lines) == ["text", "text", "text", "text", "fence"]
    assert line_kinds(["", "a::b[c[d]", "Tides", "-----"]) == ["text", "text", "title", "underline"]


@pytest.mark.parametrize("line", [" " * 50_000 + "x" * 50_000, " x" * 50_000, " :" * 50_000])
def test_a_long_line_is_told_from_an_item_in_linear_time(line: str) -> None:
    assert list(literal_lines(["", line], ["text", "text"])) == [1]


def test_literal_paragraphs_in_many_open_blocks_are_found_in_linear_time() -> None:
    lines = [*("=" * size for size in range(4, 600)), *[" x", ""] * 50_000]
    assert sum(1 for _ in literal_lines(lines, ["text"] * len(lines))) == 50_000


def test_cells_of_tables_inside_of_other_blocks_have_no_literal_paragraphs() -> None:
    lines = [
        "====",
        "|===",
        "| a",
        "",
        "  b",
        "",
        "!===",
        "",
        "  c",
        "!===",
        "",
        "  d",
        "|===",
        "",
        "  e",
        "====",
        "  f",
    ]
    assert [lines[at].strip() for at in literal_lines(lines, ["text"] * len(lines))] == ["e", "f"]
