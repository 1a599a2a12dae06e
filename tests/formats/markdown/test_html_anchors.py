"""The ids of HTML elements in Markdown."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.html_anchors import html_anchors, html_section


@pytest.mark.parametrize(
    "text",
    [
        '## <a id="Heat-1"></a> Costs',
        "<a name=heat-1>",
        "Text <span\nclass='x' id='heat-1'>of</span> it",
        '<div id = "heat-1">\n\n# Costs\n\n</div>',
        '<a class="x"id="heat-1"/>',
        "a\r\n\r\n- <h2 id='heat-1'>Costs</h2>",
        "![a](b.png){ #heat-1 .wide }",
        "Text\n{: #heat-1 }",
    ],
)
def test_an_id_of_any_element_and_a_name_of_a_link_are_ids(text: str) -> None:
    assert list(html_anchors(text)) == ["heat-1"]


@pytest.mark.parametrize(
    "text",
    [
        '`<a id="x">`',
        '```html\n<a id="x">\n```',
        '<!-- <a id="x"> -->',
        '<input name="x">',
        '<a data-id="x">',
        '<a id="">',
        'a < b id="x"',
    ],
)
def test_code_comments_and_other_attributes_have_no_ids(text: str) -> None:
    assert not html_anchors(text)


def test_a_footnote_has_the_ids_that_pages_give_it() -> None:
    anchors = html_anchors("Costs[^A1].\n\n[^A1]: Of heat.\n\n`[^b]: c`\n\n```\n[^c]: d\n```\n")
    assert anchors == {"fn:a1": 13, "fnref:a1": 13}


def test_an_equation_has_the_id_of_its_label() -> None:
    assert html_anchors("Costs\n\n$$ \\label{eq:Costs} x $$\n\n`\\label{a}`\n") == {"eq:costs": 10}


def test_the_section_of_an_id_is_the_one_around_it_or_the_one_that_begins_behind_it() -> None:
    text = '---\na: b\n---\n<i id="p"> x\n# <a id="one"></a> A\n\n<a id="two">\n\nx\n<a name="three"></a></p>\n\n## B\n'
    document = parse_file("a.md", text.encode(), modified=0.0)
    sections = [html_section(document, anchor) for anchor in ("p", "ONE", "two", "three", "four")]
    assert [each.name if each else "" for each in sections] == ["_preamble", "a", "a", "b", ""]
