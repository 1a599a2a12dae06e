"""What a page of a wiki states, and what a snippet of it leaves out."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.formats.registry import format_of, outline_of
from dowse.graph.resolve import resolved
from dowse.model.document import Document
from tests.contract.engines import fill
from tests.formats.test_any_input import check

_PAGE = """{{Notice|draft}}
The ferry runs ''twice'' a day.

== Low water ==
See [[Spring tides|the tides]] and [[#The quay]].
<!-- == Not a heading == -->
=== The '''quay''' ===
<pre>
== In code ==
[[Nowhere]]
</pre>
[[File:quay.png|thumb|The quay]] [[w:Tide]] [[User:Ann]] [https://example.org the site]
{{{
= In code, too =
}}}
[[Category:Harbour towns]]
[[:Category:Harbour towns]]
"""


def _read(text: str, path: str = "Old_harbour.mediawiki") -> Document:
    return parse_file(path, text.encode(), modified=0.0)


def test_a_page_has_its_headings_its_categories_and_the_name_of_its_file() -> None:
    page = _read(_PAGE)
    assert [(unit.title, unit.level) for unit in page.units if unit.title] == [("Low water", 2), ("The quay", 3)]
    assert (page.head.title, page.head.tags, page.head.aliases) == (
        "Old harbour",
        frozenset({"harbour towns"}),
        ("Old harbour",),
    )


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("= The ferry =\n== Times ==\n", "The ferry"),
        ("= One =\n= Two =\n", "Old harbour"),
        ("= Fish &amp;&nbsp;chips &mdash; prices =\n== Times ==\n", "Fish & chips — prices"),
        ("{{DISPLAYTITLE:Caf&eacute;}}\n== Times ==\n", "Café"),
        ("%title The ferry\n= One =\n", "The ferry"),
        ("{{DISPLAYTITLE:The ''ferry''}}\n== Times ==\n", "The ferry"),
        ("<pre>\n  Title: The ferry\n  Status: Draft\n</pre>\n== Times ==\n", "The ferry"),
        ("Work in progress.\n<pre>\n  Title: The ferry\n  Status: Draft\n</pre>\n== Times ==\n", "The ferry"),
        ("== Times ==\n<pre>\n  Title: The ferry\n  Status: Draft\n</pre>\n", "Old harbour"),
        ("a\n= b\n", "b"),
        ("= {The ferry}[https://example.org] of Ayr\n", "The ferry of Ayr"),
        ("", "Old harbour"),
    ],
)
def test_the_title_is_the_stated_one_or_that_of_the_only_section_of_the_first_level(text: str, title: str) -> None:
    assert _read(text).head.title == title


@pytest.mark.parametrize("path", ["a.wiki", "a.wikitext", "a.creole", "a.rdoc", "A.MEDIAWIKI"])
def test_other_wikis_have_headings_of_this_form(path: str) -> None:
    assert [unit.title for unit in _read("= Ferry\n== Times ==\n", path).units] == ["Ferry", "Times"]


@pytest.mark.parametrize("path", ["a.text", "a.textile", "a.pod"])
def test_other_markup_is_read_as_text(path: str) -> None:
    assert (found := format_of(path)) is not None
    assert found.name == "text"


def test_links_lead_to_pages_by_the_names_of_their_files_and_to_sections() -> None:
    page = _read(_PAGE)
    index = MemoryEngine()
    diary = _read("[[diary:2026-03-01]] [[Old harbour#Low water]] [[old_harbour]] [[Tide table]]\n", "index.wiki")
    others = [_read("", path) for path in ("Spring_tides.mediawiki", "diary/2026-03-01.wiki", "Tide-table.wiki")]
    fill(index, page, diary, *others)
    links = [(each.head.path, link) for each in (page, diary) for link in each.links]
    assert [(each.link.kind, each.target, each.link.anchor, each.rule) for each in resolved(links, index)] == [
        ("wikilink", "Spring_tides.mediawiki", "", "alias"),
        ("wikilink", "Old_harbour.mediawiki", "The quay", "self"),
        ("embed", "", "", ""),
        ("wikilink", "diary/2026-03-01.wiki", "", "path"),
        ("wikilink", "Old_harbour.mediawiki", "Low water", "alias"),
        ("wikilink", "Old_harbour.mediawiki", "", "path"),
        ("wikilink", "Tide-table.wiki", "", "alias"),
    ]
    assert page.links[2].target == "quay.png"
    assert [link.line for link in page.links] == [5, 5, 12]


_RDOC = """= Harbour

See {the guide}[link:doc/guide.rdoc], tides[link:../doc/guide_rdoc.html#label-Low+water],
{ebb}[rdoc-ref:guide@Low+water], {here}[rdoc-ref:@Quay], {notes}[rdoc-ref:NEWS.md], {the class}[rdoc-ref:Ferry],
{cross}[rdoc-ref:Ferry#cross],
{Port}[rdoc-ref:Ferry::Port@Fees], {its page}[link:Ferry/Port.html], {method}[rdoc-ref:cross],
{there}[link:https://example.org] and a[1].
"""


def test_links_of_rdoc_lead_to_files_and_sections_and_none_to_classes() -> None:
    page = _read(_RDOC, "a/Harbour.rdoc")
    assert [(link.kind, link.target, link.anchor) for link in page.links] == [
        ("markdown", "doc/guide.rdoc", ""),
        ("markdown", "../doc/guide.rdoc", "Low water"),
        ("wikilink", "guide", "Low water"),
        ("wikilink", "", "Quay"),
        ("wikilink", "NEWS.md", ""),
    ]
    assert not _read(_RDOC, "a/Harbour.mediawiki").links
    index = MemoryEngine()
    guide = _read("= Guide\n== Low water\n", "doc/guide.rdoc")
    fill(index, page, guide)
    found = resolved([(page.head.path, link) for link in page.links[1:3]], index)
    assert [each.target for each in found] == ["doc/guide.rdoc"] * 2


def test_tags_of_vimwiki_stand_on_a_line_of_their_own() -> None:
    text = ":harbour:low-water:\nat 10:30:00\n:a b:\n"
    assert _read(text, "Old_harbour.wiki").head.tags == frozenset({"harbour", "low-water"})
    assert not _read(":Example:\n", "Old_harbour.mediawiki").head.tags
    assert not _read(":stopdoc:\n", "Harbour.rdoc").head.tags


def test_the_first_of_several_headings_is_the_title_of_a_page_whose_name_says_nothing_or_has_a_word_of_it() -> None:
    text = "= The ferry\n== Times\n= Prices\n"
    assert _read(text, "README.rdoc").head.title == "The ferry"
    assert _read(text, "ferry.wiki").head.title == "The ferry"
    assert _read(text, "quay.wiki").head.title == "quay"


@pytest.mark.parametrize("first", ["{{{python", '{{{class="brush: python"', "{{{#!python", "  {{{"])
def test_a_block_of_code_with_its_language_has_no_markup(first: str) -> None:
    page = _read(f"= The ferry =\n{first}\n%title None\n= x =\n[[y]]\n}}}}}}\n[[The quay]]\n", "ferry.wiki")
    assert (page.head.title, [unit.title for unit in page.units]) == ("The ferry", ["The ferry"])
    assert [link.target for link in page.links] == ["The quay"]


@pytest.mark.parametrize("line", ["{{{ inline }}} code", "{{{1|}}} a parameter"])
def test_code_in_a_line_opens_no_block(line: str) -> None:
    page = _read(f"{line}\n== Times ==\n{{{{{{\ncode\n}}}}}}\n")
    assert [unit.title for unit in page.units if unit.title] == ["Times"]


def test_the_title_of_a_section_has_characters_in_the_place_of_entities() -> None:
    assert [unit.title for unit in _read("== Low&nbsp;water &lt; 1&#160;m ==\n").units] == ["Low water < 1 m"]


def test_a_result_is_no_heading() -> None:
    assert [unit.title for unit in _read("= The ferry\n=> 3\n==> 4\n", "README.rdoc").units] == ["The ferry"]


def _shown(text: str) -> str:
    parts, done = list[str](), 0
    for first, last, filler in outline_of("a.wiki").markup(_read(text), (0, len(text)), 0):
        parts += (text[done:first], filler)
        done = last
    return "".join((*parts, text[done:]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("== The '''quay''' ==\nText", "The quay\nText"),
        ("a[[Kategorie:Hafen]] b[[Файл:x.png|thumb|c]]", "a b"),
        ("''a'' [[Low water|the ebb]], [[Low water]]s and [[:Category:X]]", "a the ebb, Low waters and Category:X"),
        ("[https://example.org the site] [https://example.org]", "the site https://example.org"),
        ("[[File:quay.png|thumb|A quay]]Text<ref name=a>See x</ref><ref name=a/>", "TextSee x"),
        ("{{Notice|draft}}Text <code>x == y</code><br/>", "Text x == y"),
        ('{| class="a"\n! Port !! Tide\n|-\n| style="b" | Ayr || 3 m\n|}', "\nPort Tide\n\nAyr 3 m\n"),
        ("<pre>\n'''x''' {{y}}\n</pre>\n'''z'''", "\n'''x''' {{y}}\n\nz"),
        ("{{{\n''x''\n}}}\n''z''", "\n''x''\n\nz"),
        ("{{{x}}} and\n{{{1|}}} y", "{{{x}}} and\n{{{1|}}} y"),
        ("#REDIRECT [[Ferry]]\n----\n__TOC__", "#REDIRECT Ferry\n\n"),
        ("a <!-- b -->c", "a c"),
        ("3&nbsp;m &lt;deep&gt; &#8212; &#x41;yr &amp;nbsp; &none; R&D;", "3 m <deep> — Ayr &nbsp; &none; R&D;"),
        ("<pre>a &amp;&amp; b</pre>{{Notice|a&nbsp;b}}", "a && b"),
        ("{{Infobox\n| name = Ayr\n| depth = {{metres|{{half|3}}}}\n| of = {{{1|}}}\n}}\nA town.", "\nA town."),
        ("{{Infobox\n| name = Ayr\n== Times ==\nSee {{port}}.\n}}", "{{Infobox\nname = Ayr\nTimes\nSee .\n}}"),
        ("<pre>\n{{a\n}}\n</pre>\n{{{\n{{b\n}}\n}}}", "\n{{a\n}}\n\n\n{{b\n}}\n"),
        ("{{$\nx^2\n}}$", "{{$\nx^2\n}}$"),
        ("Use {the ferry}[rdoc-ref:Ferry#cross] or ferries[https://example.org].", "Use the ferry or ferries."),
    ],
)
def test_marks_tags_templates_and_tables_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


_UNITS = (
    *(
        "== a ==\n",
        "=",
        "= ",
        "== a",
        "[[",
        "[[a",
        "[[a|",
        "[[a|b]]",
        "[[a:b]]",
        "[[File:a|",
        "<pre>\n",
        "<pre>\n</pre>\n",
    ),
    *(
        "{{{\n",
        "{{",
        "{{a",
        "{{a\n",
        "&amp;",
        "&a",
        "}}\n",
        "{{a}}\n",
        "a.b-",
        "{a}[b",
        "a[link:b]",
        "a[link:",
        "'''",
        "<!--",
        "<!-- a",
        "{|\n| a || b\n",
        '| a="b" ',
        "!",
        ":a:",
        ":a:\n",
        "%%",
        "<a ",
        "\n",
    ),
)


@pytest.mark.parametrize("unit", _UNITS)
def test_no_repetition_takes_more_than_linear_time(unit: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = unit * (200_000 // len(unit))
    document = _read(text)
    check(document)
    outline_of("a.wiki").markup(document, (len(text) // 2, len(text)), document.body_start)


def test_words_in_bold_and_tags_are_anchors_of_links() -> None:
    text = "The *Ebb* and *spring tide* at 2*3*4.\n* a list *\n:harbour:quay:\n<span id='low'>x</span>\n"
    spec = format_of("ferry.wiki")
    assert spec is not None
    assert set(spec.anchors(text)) == {"ebb", "spring tide", "harbour", "quay", "low"}


def test_namespaces_of_other_languages_are_those_of_categories_and_files() -> None:
    text = "[[Kategorie:Hafen]] [[Catégorie:Port]] [[カテゴリ:港|x]] [[:Kategorie:Boote]] [[Datei:pier.png]] [[Ebbe]]"
    document = parse_file("a.mediawiki", f"Text.\n\n{text}\n".encode(), modified=0.0)
    assert document.head.tags == {"hafen", "port", "港"}
    assert [(link.kind, link.target) for link in document.links] == [("embed", "pier.png"), ("wikilink", "Ebbe")]
