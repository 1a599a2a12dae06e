"""What is known of a Markdown document besides its text."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document


def parsed(text: str, path: str = "folder/name.md") -> Document:
    return parse_file(path, text.encode(), modified=1.5)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: T\n---\n# H", "T"),
        ("---\ntitle: 2021\n---\n", "2021"),
        ("---\ntitle: >-\n  one\n  two\n---\n", "one two"),
        ("---\ntitle: ''\n---\n\nText.\n\n# H **b**", "H b"),
        ("---\ntitle: Kyoto ([[Cities]])\n---\n", "Kyoto (Cities)"),
        ("---\ntitle: '[[a|A]] in [b](c.md)'\n---\n", "A in b"),
        ("---\ntitle: a_b_c *d*\n---\n", "a_b_c *d*"),
        ("```\n# no\n```\n", "name"),
        ("text", "name"),
        ("#", "name"),
    ],
)
def test_the_title_is_stated_or_the_first_h1_or_the_file_name(text: str, title: str) -> None:
    assert parsed(text).head.title == title


def test_a_readme_without_a_heading_is_called_by_its_file_name() -> None:
    assert parsed("text", "tool/README.md").head.title == "README"


def test_aliases_are_a_list_or_split_at_commas() -> None:
    assert parsed('---\naliases: [AJ, "April, Jane"]\nalias: Jane\n---\n').head.aliases == ("AJ", "April, Jane", "Jane")
    assert parsed("---\naliases: AJ,  April  Jane , AJ\n---\n").head.aliases == ("AJ", "April Jane")


@pytest.mark.parametrize(
    ("path", "front", "kind"),
    [
        ("x.md", "", "note"),
        ("docs/x.md", "", "doc"),
        ("a/Doc/b/x.md", "", "doc"),
        ("docs.md", "", "note"),
        ("docs/x.md", "kind: Skill", "skill"),
        ("x.md", "kind: unheard-of", "note"),
        ("x.md", "type: task", "task"),
        ("x.md", "type: [daily, knowledge]", "knowledge"),
        ("x.md", "type: daily", "note"),
        ("x.md", "kind: file\ntype: task", "file"),
    ],
)
def test_the_kind_is_stated_or_comes_from_the_folder(path: str, front: str, kind: str) -> None:
    assert parsed(f"---\n{front}\n---\n", path).head.kind == kind


def test_every_property_is_a_fact_and_the_path_adds_some() -> None:
    head = parsed(
        "---\nstars: 5\ndesc: what it is\ncreated_at: 2026-01-31\n---\n", "2-Areas/Finance/METIS-T-0001.md"
    ).head
    assert head.facts == {
        "stars": 5,
        "desc": "what it is",
        "created_at": "2026-01-31",
        "category": "2-Areas",
        "area": "Finance",
        "summary": "what it is",
        "short_code": "METIS-T-0001",
        "created": "2026-01-31",
    }


def test_what_is_stated_goes_before_what_the_path_says() -> None:
    facts = parsed("---\narea: Health\nshort_code: AB-T-0001\n---\n", "2-Areas/Finance/METIS-T-0001.md").head.facts
    assert (facts["area"], facts["short_code"]) == ("Health", "AB-T-0001")


@pytest.mark.parametrize(
    ("front", "summary"),
    [("summary: a\ndescription: b", "a"), ("description: b\ndesc: c", "b"), ("summary: ''\ndesc: c", "c")],
)
def test_the_summary_has_three_names(front: str, summary: str) -> None:
    assert parsed(f"---\n{front}\n---\n").head.facts["summary"] == summary


@pytest.mark.parametrize(
    ("front", "created"),
    [
        ("created: 2020-01-01\ndate: 2021-01-01", "2020-01-01"),
        ("date: 2021-01-01", "2021-01-01"),
        ("created: 1596374871110", "2020-08-02T13:27:51Z"),
        ("created: 1596374871", "2020-08-02T13:27:51Z"),
        ("created: 2020", "2020"),
    ],
)
def test_the_day_of_creation_has_three_names_and_may_be_counted_from_1970(front: str, created: str) -> None:
    assert parsed(f"---\n{front}\n---\n").head.facts["created"] == created


def test_a_document_without_properties_has_no_facts() -> None:
    assert parsed("text").head.facts == {}


def test_a_text_between_two_rules_is_not_lost() -> None:
    document = parsed("---\n\nOnly a sentence.\n\n---\nrest")
    assert document.body == document.text
    assert document.odd == ("the block between the first two --- has no properties; indexed as text",)


def test_frontmatter_without_an_end_is_text_with_a_warning() -> None:
    for text in (
        "---\ntitle: A\n\n# Body\n",
        "\ufeff---\r\ntags:\r\n- a\r\n",
        "---\nCreated: 2023-09-12\nBody\n",
        "---\ncolour: red\nsize: 3\n\n# Body\n",
        "---\ncolours:\n  - red\n# Body\n",
        "---\n# a comment\n# and one more\ntitle: A\n",
        "---\r\n\r\ntitle: A\r\n",
        '---\n"title": A\n',
        "---\n'colour of it': red\nsize : 3\n",
    ):
        document = parsed(text)
        assert document.odd == ("frontmatter is never closed; write --- below its last property; indexed as text",)
        assert not document.head.tags


def test_a_rule_before_a_text_is_no_frontmatter_without_an_end() -> None:
    for text in (
        "---\n\nTwo words: a rule.\n",
        "---\nNote: a rule above\n\ntext: one\nmore: two\n",
        "---\nNote: a rule above\nand a second line\n",
        "---\nNote: a rule above\n",
        "---\n\nNote: a rule above\nand a second line\n",
        "---\n# Heading\n\ndate: one\ntitle: two\n",
        "---\n\n# Heading\ndate: one\ntitle: two\n",
        "---\n# Heading\nNote: a rule above\n",
        '---\n"A rule": he said\n\ntitle: two\n',
    ):
        assert parsed(text).odd == ()


def test_frontmatter_that_is_too_long_is_read_as_text() -> None:
    document = parsed("---\n" + "a: 1\n" * 20_000 + "---\nrest")
    assert document.body == document.text
    assert document.odd == ("frontmatter is longer than 64 KiB; indexed as text",)


def test_broken_frontmatter_is_told_and_read_all_the_same() -> None:
    document = parsed("---\ntitle: Foo: bar\ntags: [a]\n---\nbody")
    assert document.head.title == "Foo: bar"
    assert document.head.tags == {"a"}
    assert document.odd[0].startswith("frontmatter is not valid YAML at line 2: ")


def test_a_first_level_heading_behind_another_heading_is_no_title() -> None:
    text = "## Books\n\n# Clippings\n\n# Episodes\n"
    assert parse_file("Kevin Kelly.md", text.encode(), modified=0.0).head.title == "Kevin Kelly"
    assert parse_file("x.md", b"# One\n\n## Two\n", modified=0.0).head.title == "One"
    assert parse_file("x.md", b"## Text\n\n# This note in GitHub\n", modified=0.0).head.title == "x"


@pytest.mark.parametrize(
    ("above", "title"),
    [
        ("The calendar shows one month at a time.", "x"),
        ("[![Build passing on the main branch](https://b.example/x.svg)](https://b.example)", "Heading"),
        ("<p align=center><img src=logo.png alt='the logo of the tool'></p>", "Heading"),
        ("<!-- this file is generated, do not edit it -->", "Heading"),
        ("See [one](one.md), [[two]].", "Heading"),
    ],
)
def test_a_first_level_heading_behind_prose_is_no_title(above: str, title: str) -> None:
    assert parse_file("x.md", f"{above}\n\n# Heading\n\nText.\n".encode(), modified=0.0).head.title == title


@pytest.mark.parametrize(
    ("above", "below", "title"),
    [
        ("**Read this page on the site of the project.**", "## Ropes\n\n### Knots\n", "Heading"),
        ("**Read this page on the site of the project.**\n", "Ropes\n-----\n", "Heading"),
        ("**Read this page on the site of the project.**", "# Ropes\n\n## Knots\n", "x"),
        ("**Read this page on the site of the project.** " * 8, "## Ropes\n", "x"),
        ("The calendar shows one month at a time.", "", "x"),
    ],
)
def test_a_notice_may_stand_above_the_only_heading_of_the_first_level(above: str, below: str, title: str) -> None:
    text = f"{above}\n\n# Heading\n\nText.\n\n{below}"
    assert parse_file("x.md", text.encode(), modified=0.0).head.title == title
    assert parse_file("Water lily.md", text.encode(), modified=0.0).head.title == "Water lily"
