"""Headings to text, slugs and sections."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.headings import heading_text, slug
from dowse.model.document import Document
from dowse.model.ref import PREAMBLE


def parsed(text: str) -> Document:
    return parse_file("x.md", text.encode(), modified=0)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain", "plain"),
        ("a [text](url) b", "a text b"),
        ("![alt](u.png) b", "alt b"),
        ("[![alt](u)](v)", "alt"),
        ("Express [![NPM][image]][url] [![build](u)][3] ![logo][logo]", "Express NPM build logo"),
        ("n![i][j] and \\![x][y] and 4![k][l]", "n![i][j] and ![x][y] and 4![k][l]"),
        ("a[i][j] and [1.0][one] and ![alt] and [![alt]][url]", "a[i][j] and [1.0][one] and ![alt] and [![alt]][url]"),
        ("**b** *i* __c__ _d_ ~~e~~ ==f== ***g***", "b i c d e f g"),
        ("**[text](url)**", "text"),
        ("`code` and `` a`b ``", "code and a`b"),
        ("`__init__` and `[a](b)`", "__init__ and [a](b)"),
        ("[[a|b]] [[c]] ![[d]]", "b c d"),
        ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
        ("a \\# b \\*c\\*", "a # b *c*"),
        ("R&amp;D &copy; &#8212; R&#xE9;sum&eacute;&#x20;&none;", "R&D © — Résumé &none;"),
        ("<a name='x'></a>Title<br/>", "Title"),
        ("Vec<T> and a < b", "Vec<T> and a < b"),
        ("[not a link] (x) [a](b c)", "[not a link] (x) [a](b c)"),
        ("  many   blanks ", "many blanks"),
        ("A %% note %% b <!-- c --> `%%d%%`", "A b %%d%%"),
        ("100%% of 50%%", "100%% of 50%%"),
        ('{{% heading "whatsnext" %}}', "whatsnext"),
        ('Pods {{< feature-state for_k8s_version="v1.2" >}}', "Pods"),
        ('{{< glossary_tooltip text="Pods" term_id="pod" >}} and you', "Pods and you"),
        ("`{{< ref >}}` in code", "{{< ref >}} in code"),
        ("{{< x >}}", "{{< x >}}"),
        ("Vue's {{ name }} and {{% x", "Vue's {{ name }} and {{% x"),
    ],
)
def test_a_heading_is_reduced_to_its_text(raw: str, shown: str) -> None:
    assert heading_text(raw) == shown


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Hello, World!", "hello-world"),
        ("snake_case and-more", "snake_case-and-more"),
        ("A & B", "a--b"),
        ("Größe 検索 हिन्दी", "größe-検索-हिन्दी"),
        ("C++ / C#", "c--c"),
        ("🎉", "section"),
        ("", "section"),
        ("x" * 1000, "x" * 200),
    ],
)
def test_slugs_are_as_on_github(heading: str, expected: str) -> None:
    assert slug(heading) == expected


@pytest.mark.parametrize(
    ("raw", "title", "name"),
    [
        ("Examining pod logs {#examine-pod-logs}", "Examining pod logs", "examine-pod-logs"),
        ("Operations {#Operations}", "Operations", "Operations"),
        ("Logs {: #logs .wide data-x=1 }", "Logs", "logs"),
        ("Logs {.wide #logs}", "Logs", "logs"),
        ("Logs {#logs} ##", "Logs", "logs"),
        ("Logs {.wide}", "Logs", "logs"),
        ("`{#x}` in code", "{#x} in code", "x-in-code"),
        ("Sets {a, b}", "Sets {a, b}", "sets-a-b"),
        ("Logs \\{#logs}", "Logs {#logs}", "logs-logs"),
        ("Logs {#sec:logs}", "Logs", "logs"),
        ("Sets {}", "Sets {}", "sets-"),
        ("Path <small>of it</small> { id=path-1 }", "Path of it", "path-1"),
        ('9.7.6 {: .wide id="9.7.6" }', "9.7.6", "9.7.6"),
        ("Sets { data-search-exclude }", "Sets", "sets"),
        ("Sets { exclude }", "Sets { exclude }", "sets--exclude-"),
        ("Sets of `a` {/*sets-of-a*/}", "Sets of a", "sets-of-a"),
        ("Sets {/* #my.sets */} ##", "Sets", "my.sets"),
        ("集合 {/*集合*/}", "集合", "集合"),
        ("Sets {/*#sets-1*/}", "Sets", "sets-1"),
        ("Sets {/* two words */}", "Sets", "sets"),
        ("`{/*x*/}` in code", "{/*x*/} in code", "x-in-code"),
    ],
)
def test_the_id_that_a_heading_states_is_its_name(raw: str, title: str, name: str) -> None:
    assert [(unit.title, unit.name) for unit in parsed(f"## {raw}").units] == [(title, name)]


def test_stated_ids_are_unique_too() -> None:
    assert [unit.name for unit in parsed("# a {#x}\n# b {#x}\n# x\n").units] == ["x", "x-1", "x-2"]


def test_slugs_are_unique() -> None:
    document = parsed("pre\n# a\n# a\n# a-1\n# a\n# _preamble\n# !\n# ?")
    assert [s.name for s in document.units] == [
        PREAMBLE,
        "a",
        "a-1",
        "a-1-1",
        "a-2",
        "_preamble-1",
        "section",
        "section-1",
    ]


def test_sections_cover_the_body_without_gaps() -> None:
    text = "---\na: 1\n---\npre\n\n# One\ntext\nTwo\n---\nmore"
    document = parsed(text)
    assert [text[s.start : s.end] for s in document.units] == ["pre\n\n", "# One\n", "text\nTwo\n---\nmore"]
    assert document.headings == ("One", "text Two")


def test_a_blank_beginning_belongs_to_the_first_heading() -> None:
    document = parsed("---\na: 1\n---\n\n\n# One\n")
    assert [(s.name, s.start) for s in document.units] == [("one", 13)]
    assert document.body_start == 13


def test_a_body_without_headings_is_one_section_and_a_blank_one_none() -> None:
    assert [(s.name, s.level, s.title) for s in parsed("text").units] == [(PREAMBLE, 0, "")]
    assert parsed("\n \n").units == ()
    assert parsed("---\na: 1\n---\n").body == ""


def test_the_parent_is_the_enclosing_heading_of_a_higher_level() -> None:
    document = parsed("# a\n### b\n## c\n### d\n# e\n")
    assert [(s.name, s.parent) for s in document.units] == [("a", ""), ("b", "a"), ("c", "a"), ("d", "c"), ("e", "")]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_offsets_are_those_of_the_file_whatever_ends_its_lines(end: str) -> None:
    text = end.join(["---", "a: 1", "---", "pre", "# One", "Two", "===", "[[x]]"])
    document = parsed(text)
    assert [text[s.start : s.end].split(end)[0] for s in document.units] == ["pre", "# One", "Two"]
    assert document.text == text
    assert [(link.section, link.line) for link in document.links] == [("two", 8)]
