"""The values of AsciiDoc's attributes in titles, headings and text."""

from __future__ import annotations

import random

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.plaintext.adoc_attributes import with_attributes


def test_titles_headings_and_text_have_the_values() -> None:
    text = ":product: Ferry\n= Install {product}\n:page: {product} 3\n:description: About {page}\n\n== Why {Product}?\n"
    document = parse_file("a.adoc", f"{text}\r\nRun {{product}}.\r\n".encode(), modified=0.0)
    assert document.head.title == "Install Ferry"
    assert document.head.fact("summary") == "About Ferry 3"
    assert [unit.title for unit in document.units] == ["", "Install Ferry", "Why Ferry?"]
    assert document.text.endswith("== Why Ferry?\n\r\nRun Ferry.\r\n")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{a} and {a}", "x and x"),
        ("{unknown} \\{a} {} { a } {a b}", "{unknown} \\{a} {} { a } {a b}"),
        ("`{a}` `+{a}+` +++{a}+++ pass:[{a}]", "`x` `+{a}+` +++{a}+++ pass:[{a}]"),
        ("a{nbsp}b{empty}", "a b"),
        ("----\n{a}\n----\n{a}", "----\n{a}\n----\nx"),
        ("```sh\n{a}\n```\n{a}", "```sh\n{a}\n```\nx"),
        (
            '[source,subs="verbatim,attributes"]\n.Code {a}\n----\n{a}\n----',
            '[source,subs="verbatim,attributes"]\n.Code x\n----\nx\n----',
        ),
        ("[subs=+attributes]\n....\n{a}\n....", "[subs=+attributes]\n....\nx\n...."),
        ("[subs=-attributes]\n....\n{a}\n....", "[subs=-attributes]\n....\n{a}\n...."),
        ("----\ninclude::{a}.py[]\n----", "----\ninclude::x.py[]\n----"),
        ("[source]\n{a}\n{a}\n\n{a}", "[source]\n{a}\n{a}\n\nx"),
        ("Item\n\n  {a}\n  {a}\n\n  * {a}\n\n  {a}:: {a}", "Item\n\n  {a}\n  {a}\n\n  * x\n\n  x:: x"),
        ("|===\n| {a}\n\n  | {a}\n|===", "|===\n| x\n\n  | x\n|==="),
        (":a: y\n{a}\n:!a:\n{a}", ":a: y\ny\n:!a:\n{a}"),
        (":b: one \\\n  two\n{b}", ":b: one \\\n  two\none two"),
    ],
)
def test_names_with_a_value_are_replaced_but_not_in_code(written: str, shown: str) -> None:
    assert with_attributes(f":a: x\n\n{written}") == f":a: x\n\n{shown}"


def test_attributes_that_contain_themselves_add_a_bounded_text() -> None:
    assert with_attributes(":a: {a}\n:b: {c}\n:c: {b}\n{a} {b} {c}") == ":a: {a}\n:b: {c}\n:c: {c}\n{a} {c} {c}"
    doubled = with_attributes(":a: 0123456789\n" + ":a: {a}{a}\n" * 500 + "{a}")
    assert len(doubled) < 1_000_000
    assert len(with_attributes(f":a: {'x' * 900}\n" + "{a}" * 100_000)) < 600_000
    assert with_attributes(f":a: {'x' * 100_000}\n{{a}}").endswith("x\n{a}")


def test_given_values_count_before_those_of_the_text_unless_they_are_soft() -> None:
    given = {"product": "Ferry", "version": "3.2@"}
    assert with_attributes(":product: Boat\n:version: 4\n{product} {version}", given).endswith("\nFerry 4")
    assert with_attributes("{Product} {version}", given) == "Ferry 3.2"


def test_the_lines_of_any_text_stay() -> None:
    parts = [
        "{a}",
        ":a: x",
        ":a:",
        ":!a:",
        "\n",
        "\r\n",
        "\r",
        "----",
        "[source]",
        " ",
        "+",
        "\\",
        "|===",
        "`+",
        "\x0b",
    ]
    draw = random.Random(7)  # noqa: S311  # same texts every run
    for _ in range(300):
        text = "".join(draw.choices(parts, k=30))
        shown = with_attributes(text)
        assert [len(shown.split(end)) for end in ("\n", "\r")] == [len(text.split(end)) for end in ("\n", "\r")]


def test_the_line_below_a_title_has_the_length_of_the_title_with_its_values() -> None:
    text = ":boat: Ferry\r\n\r\nThe {boat}\r\n----------\r\n{boat}\r\n\r\nThe {sea}\r\n---------\r\n"
    shown = ":boat: Ferry\r\n\r\nThe Ferry\r\n---------\r\nFerry\r\n\r\nThe {sea}\r\n---------\r\n"
    assert with_attributes(text) == shown


def test_a_value_of_any_number_of_lines_has_a_limit() -> None:
    """Each line would copy the whole value: hours for a file of some megabytes."""
    tags = ", \\\n".join(f"tag{n}" for n in range(150_000))
    document = parse_file("a.adoc", f"= A\n:keywords: {tags}\n:b: x\n\n{{b}}\n".encode(), modified=0.0)
    assert {"tag0", "tag1"} <= document.head.tags
    assert document.text.endswith("\n\nx\n")
