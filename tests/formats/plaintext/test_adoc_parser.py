"""What AsciiDoc states: headings with their IDs, links, tags and a description."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file, refused
from dowse.formats.plaintext.adoc_links import adoc_anchors
from dowse.formats.registry import is_no_text
from dowse.model.document import Document


def _read(text: str) -> Document:
    return parse_file("docs/a.adoc", text.encode(), modified=0.0)


def test_a_key_or_a_signature_of_pgp_is_no_page() -> None:
    for begun in ("", "\ufeff", "\n", "pub rsa4096 2026-03-22 [SC]\n\n"):
        why = refused("keys/a.asc", f"{begun}-----BEGIN PGP SIGNATURE-----\n\niQIz\n".encode())
        assert why == "a key or a signature of PGP"
        assert is_no_text("keys/a.asc", why)
    for page in (
        "== Tides\n",
        "== Keys\n\n-----BEGIN PGP SIGNATURE-----\n",
        "A key\n----\n-----BEGIN PGP SIGNATURE-----\n",
    ):
        assert refused("book/a.asc", page.encode()) is None


def test_attributes_of_the_document_are_its_tags_and_properties() -> None:
    head = _read("= The *tides*\nAnn Lee\n:keywords: sea, Low water,sea\n:description: When to sail\n:toc: left\n").head
    assert (head.title, head.tags) == ("The tides", frozenset({"sea", "low water"}))
    assert [head.fact(name) for name in ("summary", "toc")] == ["When to sail", ""]


@pytest.mark.parametrize(
    "text",
    [
        "[[spring]]\n== Spring tides",
        "[#spring.wide]\n== Spring tides",
        "[id=spring]\n== Spring tides",
        "== Spring tides [[spring]]",
        "[[spring,The text]]\n== Spring tides",
    ],
)
def test_a_heading_has_the_id_that_is_stated(text: str) -> None:
    (*_, unit) = _read(text).units
    assert (unit.name, unit.title) == ("spring", "Spring tides")


_MANUAL = """\
tide(1)
=======
:section: Sub-commands

NAME
----
tide - Show the <<opts>>

[[opts]]
OPTIONS
-------
[[deep]]The *{section}* part
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
----
NAME
-----
== No
----
See xref:knots.adoc[knots].
"""


def test_titles_with_a_line_below_are_headings_and_what_follows_is_no_code() -> None:
    document = _read(_MANUAL)
    assert [(unit.level, unit.name, unit.title, unit.parent) for unit in document.units] == [
        (1, "tide1", "tide(1)", ""),
        (2, "name", "NAME", "tide1"),
        (2, "opts", "OPTIONS", "tide1"),
        (3, "deep", "The Sub-commands part", "opts"),
    ]
    assert (document.head.title, [(link.target, link.anchor, link.section) for link in document.links]) == (
        "tide(1)",
        [("", "opts", "name"), ("knots.adoc", "", "deep")],
    )


def test_a_line_of_a_paragraph_is_no_heading() -> None:
    text = (
        "Set it (x\n= true).\n\n// a comment\n[#a]\n.Block\n== A\n=== B\nText\n== no\n\n* item\n== no\n+\n== no\n\n== C"
    )
    assert [unit.title for unit in _read(text).units] == ["", "A", "B", "C"]
    assert _read(text).head.title == "A"


def test_headings_with_the_same_title_have_numbers_from_two_on() -> None:
    text = "== Low water\n\n[[high]]\n== Low water\n\n== Low water\n\n== low  water\n"
    assert [unit.name for unit in _read(text).units] == ["low-water", "high", "low-water-2", "low-water-3"]


@pytest.mark.parametrize(("written", "title"), [("== Tides ==", "Tides"), ("== a == b", "a == b"), ("== a =", "a =")])
def test_a_heading_may_end_as_it_begins(written: str, title: str) -> None:
    (unit,) = _read(f"{written}\nText").units
    assert (unit.level, unit.title) == (2, title)


@pytest.mark.parametrize(
    ("written", "target", "anchor"),
    [
        ("xref:tides.adoc[the tides]", "tides.adoc", ""),
        ("xref:guide/tides.adoc#spring[]", "guide/tides.adoc", "spring"),
        ("xref:../tides.adoc[x]", "../tides.adoc", ""),
        ("xref:#spring[x]", "", "spring"),
        ("xref:spring[x]", "", "spring"),
        ("<<spring>>", "", "spring"),
        ("<<#spring,the spring\ntides>>", "", "spring"),
        ("<<Spring tides>>", "", "Spring tides"),
        ("<<tides.adoc#spring,x>>", "tides.adoc", "spring"),
        ("<<tide-add#,add>>", "tide-add", ""),
        ("xref:tide-add#[add]", "tide-add", ""),
        ("`xref:tides.adoc[]` `+x+`", "tides.adoc", ""),
        ("link:setup.html[Setup]", "setup.html", ""),
        ("xref:sailing:tides.adoc[x]", "/modules/sailing/pages/tides.adoc", ""),
        ("include::part.adoc[leveloffset=1]", "part.adoc", ""),
        ("include::partial$part.adoc[]", "/modules/./partials/part.adoc", ""),
        ("include::{dir}/part.adoc[]", "parts/part.adoc", ""),
        ("----\ninclude::part.py[]\n----", "part.py", ""),
    ],
)
def test_references_and_included_files_are_links(written: str, target: str, anchor: str) -> None:
    (found,) = _read(f":dir: parts\n\n{written}\n").links
    assert (found.kind, found.target, found.anchor) == ("xref", target, anchor)


@pytest.mark.parametrize(
    "text",
    [
        "link:https://example.org[x], https://example.org[x] and mailto:a@example.org[x]",
        "----\nxref:b.adoc[x] <<b>>\n----\n",
        "////\nxref:b.adoc[x]\n////\n// xref:b.adoc[x]\n",
        "```sh\ncat <<EOF>>a\n```",
        "[[here]]\nText <<here>> [#there]#word# <<there>> anchor:point[] <<point>>",
        "xref:2.0@boats:sailing:tides.adoc[x] and xref:boats:sailing:tides.adoc[x]",
        "include::{unknown}/part.adoc[]\n\\include::part.adoc[]\n\\<<a>>",
        "<<>> <<#>> xref:[] link:[] << >>",
        '`<<<<<<<`, `=======`, and `>>>>>>>`; << and >>, "<<" and ">>"',
        "`+xref:a.adoc[]+` +++<<a>>+++ ++xref:a[]++ pass:[<<a>>] `+<<a,b>>+`",
    ],
)
def test_addresses_code_comments_places_and_other_components_are_no_links(text: str) -> None:
    assert _read(text).links == ()


def test_literal_paragraphs_have_no_links_and_indented_items_and_descriptions_have() -> None:
    text = (
        "Text\n\n xref:a.adoc[]\nxref:b.adoc[]\n\n* item\n  xref:c.adoc[]\n\n  ** xref:d.adoc[]\n\nterm::\n\n"
        "  xref:e.adoc[]\n\n  term:: xref:f.adoc[]\n\n|===\n| A\n\n  xref:g.adoc[]\n|===\n\n\txref:h.adoc[]\n"
    )
    assert [link.target for link in _read(text).links] == ["c.adoc", "d.adoc", "e.adoc", "f.adoc", "g.adoc"]


def test_long_values_of_attributes_make_no_longer_targets() -> None:
    text = f":long: {'x' * 100_000}\n:part: tides\n\nxref:{'{long}' * 150}.adoc[a] xref:{{part}}.adoc[b]\n"
    assert [link.target for link in _read(text).links] == ["tides.adoc"]


def test_former_pages_of_antora_are_aliases() -> None:
    text = "= Tides\n:page-aliases: old.adoc, sub/older.adoc, \\\n  sail:knots.adoc, 2.0@boats:sail:x.adoc,\n"
    head = parse_file("docs/modules/ROOT/pages/sub/a.adoc", text.encode(), modified=0.0).head
    below = ("ROOT/pages/old.adoc", "ROOT/pages/sub/older.adoc", "sail/pages/knots.adoc")
    assert head.aliases == tuple(f"docs/modules/{path}" for path in below)
    assert _read(text).head.aliases == ()


def test_anchors_are_those_of_blocks_and_of_words() -> None:
    text = "[[a]]\n== B\n\n[#c.d]\nText [[e]]text anchor:f[] [#g]#h#\n\n[source,id=i]\n[[[j]]] a[[k]\n"
    assert [*adoc_anchors(text)] == ["a", "c", "e", "f", "g", "i", "j"]


def test_a_heading_of_many_blanks_is_read_once() -> None:
    """Each blank would be read to the end of the line: hours for a file of a megabyte."""
    document = parse_file("a.adoc", f"== Tides{' ' * 500_000}and{' ' * 500_000}ebb ==\n".encode(), modified=0.0)
    assert [unit.title for unit in document.units] == ["Tides and ebb"]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("See linkgit:git-gc[1],\n(man:tides[5])", ["git-gc", "tides"]),
        ("`linkgit:git-gc[1]` and *man:guide/tides.adoc[]*", ["git-gc", "guide/tides.adoc"]),
        ("`+linkgit:git-gc[1]+` linkgit:git-add[1] ++man:tides[5]++ pass:[man:tides]", ["git-add"]),
        ("image:tide.png[] kbd:[Ctrl+a] btn:[OK] menu:File[Save] footnote:tides[x] icon:tag[] stem:[x]", []),
        ("https://a.org/b:c[d] mailto:tides[x] ssh://git-gc[x] \\man:tides[5]", []),
        ("issue:42[] issue:1.2[] a::git-gc[1] man:{x}[5] man:tides [5] man:tides[5", []),
        ("----\nlinkgit:git-gc[1]\n----", []),
    ],
)
def test_a_macro_of_an_extension_may_name_a_page(text: str, targets: list[str]) -> None:
    assert [(link.kind, link.target) for link in _read(text).links] == [("macro", target) for target in targets]
