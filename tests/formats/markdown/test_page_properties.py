"""The properties at the top of pages of Logseq, and those of blocks."""

from __future__ import annotations

import pytest

from dowse.formats.markdown.block_references import hidden_properties
from dowse.formats.markdown.page_properties import split
from dowse.model.document import Fact

from .test_markdown_parser import parsed


def test_the_lines_at_the_top_are_properties() -> None:
    text = (
        "title:: Ferry times\ntags:: travel, [[Slow harbour]], #boats\nalias:: boats, ferries\npublic:: true\n\n- A\n"
    )
    facts, body = split(text)
    assert facts == {
        "title": "Ferry times",
        "tags": ("travel", "Slow harbour", "boats"),
        "alias": ("boats", "ferries"),
        "public": True,
    }
    assert text[body:] == "- A\n"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("type:: [[Feature]]", "Feature"),
        ("type:: [[a, b]], [[c]]", ("a, b", "c")),
        ("type:: [[a]] [[b c]] #d", ("a", "b c", "d")),
        ("tags:: #[[a b]] #c, d e", ("a b", "c", "d e")),
        ("type:: [[a]] or b", "[[a]] or b"),
        ("type:: one, two", "one, two"),
        ("type:: 3", 3),
        ("type::", ()),
        ("Type:: x", "x"),
        ("\ufefftype:: x", "x"),
        ("type:: x\r", "x"),
    ],
)
def test_a_value_is_a_name_several_names_or_a_scalar(written: str, value: Fact) -> None:
    assert list(split(f"{written}\n")[0].values()) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- title:: x\n",
        "std::vector is\n",
        "A text:: with words\n",
        "\ntitle:: x\n",
        "1:: x\n",
        "map :: a\n",
        "a.b::\n\tText.\n",
        "a:: b\ntext\n",
    ],
)
def test_other_texts_have_no_properties(text: str) -> None:
    assert split(text) == ({}, 0)


def test_a_page_has_the_title_the_tags_the_aliases_and_the_links_of_its_properties() -> None:
    document = parsed("title:: Ferry times\ntags:: travel\nalias:: boats\nparent:: [[Harbour]]\n\n- Text #slow\n")
    head = document.head
    assert (head.title, sorted(head.tags), head.aliases) == ("Ferry times", ["slow", "travel"], ("boats",))
    assert [(link.kind, link.target, link.line) for link in document.links] == [("parent", "Harbour", 4)]
    assert document.body == "- Text #slow\n"


def test_a_page_with_frontmatter_has_no_other_properties() -> None:
    document = parsed("---\ntitle: One\n---\ntitle:: Two\n")
    assert (document.head.title, document.body) == ("One", "title:: Two\n")


def test_properties_that_a_page_does_not_show_are_hidden() -> None:
    text = "- One\n  id:: 63bc6201-53b1-47a4-834f-83934b69ad49\n  collapsed:: true\n  author:: me\n- id:: x\n"
    hidden = [text[start:end].strip() for start, end in hidden_properties(text, 0, len(text))]
    assert hidden == ["id:: 63bc6201-53b1-47a4-834f-83934b69ad49", "collapsed:: true", "- id:: x"]


def test_headings_of_a_page_are_blocks_of_a_list_and_none_is_its_title() -> None:
    text = "- # About\n\t- Text\n\t- ## Costs\n\t\t- See [[Port]]\n\t- - # no\n- ```\n  - # code\n  ```\n"
    page = parsed(text, "pages/Ferry.md")
    assert [link.target for link in page.links] == ["Port"]
    assert [(unit.title, unit.level, unit.start) for unit in page.units] == [("About", 1, 0), ("Costs", 2, 18)]
    assert (page.head.title, parsed(text, "notes/Ferry.md").units[0].title) == ("Ferry", "")


@pytest.mark.parametrize("top", ["", "* TOC\n{:toc}\n\n", "- TOC\n{:toc}\n\n"])
def test_the_heading_of_a_page_of_another_program_is_its_title(top: str) -> None:
    page = parsed(f"---\nlayout: page\n---\n\n{top}# The ferry\n\n- # not a heading\n", "pages/ferry.md")
    assert (page.head.title, [unit.title for unit in page.units if unit.title]) == ("The ferry", ["The ferry"])


def test_words_that_a_list_defines_are_properties_on_a_page_of_logseq_alone() -> None:
    words = "hablar:: to speak\ncomer:: to eat\n\nMore.\n"
    assert parsed(words, "words.md").body_start == 0
    assert parsed(words, "pages/words.md").head.facts["hablar"] == "to speak"
    assert parsed(f"up:: [[Spanish]]\n{words}", "words.md").head.facts["hablar"] == "to speak"


def test_text_may_follow_the_properties_of_a_page_of_logseq() -> None:
    text = "alias:: [[Slow harbour]]\nsee also [[Ferry]]\n- More\n"
    page = parsed(text, "pages/a.md")
    assert (page.head.aliases, page.text[page.body_start :]) == (("Slow harbour",), "see also [[Ferry]]\n- More\n")
    assert parsed(text, "a.md").body_start == 0


def test_a_list_that_is_stated_twice_is_one() -> None:
    assert split("alias:: a\nalias:: b, c\ntype:: d\ntype:: e\n")[0] == {"alias": ("a", "b", "c"), "type": "e"}
