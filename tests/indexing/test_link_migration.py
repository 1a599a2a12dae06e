"""An index whose links another version has read and resolved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.graph.site_roots import SITE_ROOTS, SiteRoots
from dowse.indexing.batches import TimeBudget
from dowse.indexing.link_migration import REMEMBERED, migrate_links
from dowse.indexing.linking import link_pending
from dowse.model.document import Link
from dowse.model.edge import LinkTarget
from tests.contract.engines import fill

_TEXTS = {
    "broken.md": b"[gone](gone.md)",
    "docs/page.md": b"---\nslug: /a/page\n---\n",
    "c.md": b"[[C#]]",
    "c/C#.md": b"",
    "code.md": b"[[fine#`a``b`]]",
    "element.md": b"<a href='fine.md'>",
    "escaped.md": b"\\[[fine]]",
    "child.md": b"---\nparent: '[[fine]]'\nup: '[[fine]]'\n---\n",
    "spaced.md": b"---\nparent: '[[ fine ]]'\nup: '[[ fine ]]'\n---\n",
    "several.md": b"---\nparent: ['[[fine|x]]', '[[root]]']\nup: '[[fine#a]]'\n---\n",
    "plain.md": b"---\nparent: fine\nup: '[[ fine ]]'\n---\n",
    "only.md": b"---\nparent: '[[fine]]'\nup: '[[root]]'\n---\n[[fine]]",
    "fine.md": b"[page](docs/page.md)",
    "root.md": b"[page](/docs/a/page)",
    "x.adoc": b"= Title",
    "x.org": b"* Heading",
}


def _linked(index: MemoryEngine) -> None:
    link_pending(index, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)


def _marked(index: MemoryEngine) -> list[str]:
    return sorted(path for path, stamp in index.known().items() if stamp.mtime_ns < 0)


def test_notes_with_doubtful_links_or_slugs_are_read_again_and_links_from_the_root_resolved_again() -> None:
    index = MemoryEngine()
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in _TEXTS.items()))
    _linked(index)
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (
        [
            *("broken.md", "c.md", "child.md", "code.md", "docs/page.md"),
            *("element.md", "escaped.md", "plain.md", "several.md", "spaced.md", "x.adoc", "x.org"),
        ],
        ["root.md"],
    )


def test_notes_whose_links_are_not_resolved_yet_are_read_again() -> None:
    index = MemoryEngine()
    fill(index, parse_file("fine.md", _TEXTS["fine.md"], modified=0.0))
    migrate_links(index)
    assert _marked(index) == ["fine.md"]


def test_an_index_of_this_version_is_left_alone() -> None:
    index = MemoryEngine()
    migrate_links(index)
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in _TEXTS.items()))
    _linked(index)
    migrate_links(index)
    assert (index.recalled(REMEMBERED), _marked(index), [*index.unlinked(10)]) == ("39", [], [])


@pytest.mark.parametrize("stamp", ["27", "26", "25"])
def test_documents_with_links_to_contents_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {
        "x/toc.md": b"[[_TOC_]]\n",
        "x/none.md": b"See [[none]] and [keys](../y.md).\n",
        "y.md": b"# Y\n",
    }
    pages = {path: parse_file(path, text, modified=0.0) for path, text in texts.items()}
    pages["x/toc.md"] = replace(pages["x/toc.md"], links=(Link("_TOC_", "wikilink"),))  # as that version read it
    fill(index, *pages.values())
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["x/toc.md"]


@pytest.mark.parametrize("stamp", ["26", "25", "10"])
def test_pages_with_labels_of_figures_and_equations_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {
        "a.md": b"```{figure} a.png\n:name: fig\n```\n",
        "b.md": b"$$\nx\n$$ (eq)\n",
        "c.md": b"```{note}\nText\n```\n",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md", "b.md"]


@pytest.mark.parametrize("stamp", ["25", "24", "10"])
def test_pages_of_quarto_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.qmd": b"See @sec-b.", "b.Rmd": b"# B {#b}", "c.md": b"See @sec-b."}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.qmd", "b.Rmd"]


def test_pages_with_former_addresses_and_broken_links_to_addresses_are_read_again() -> None:
    texts = {
        "moved.md": b"---\nredirect_from: [/old]\n---\n",
        "source/mooring.html.md": b"",
        "page.md": b"[old](/old) [mooring](/mooring.html)",
        "relref.md": b'[fine]({{< relref "fine.md#" >}})',
        "labelled.md": b"[costs](costs-of-mooring)",
        "broken.md": b"[gone](gone.md) [[none]]",
        "fine.md": b"[page](page.md)",
    }
    index = MemoryEngine()
    pages = {path: parse_file(path, text, modified=0.0) for path, text in texts.items()}
    pages["relref.md"] = replace(pages["relref.md"], links=(Link("fine.md#", "markdown"),))  # as that version read it
    fill(index, *pages.values())
    _linked(index)
    index.link({"page.md": [LinkTarget("", 0)] * 2}, {})
    index.remember(REMEMBERED, "24")
    migrate_links(index)
    assert _marked(index) == ["labelled.md", "moved.md", "page.md", "relref.md", "source/mooring.html.md"]


def test_the_roots_of_small_sites_are_inferred_in_an_index_that_has_none() -> None:
    index = MemoryEngine()
    links = b" ".join(f"[x](/guides/{name}/start)".encode() for name in "abc")
    pages = (parse_file(f"site/guides/{name}/start.md", b"# Start", modified=0.0) for name in "abc")
    fill(index, parse_file("site/index.md", links, modified=0.0), *pages)
    _linked(index)
    broken = [link for _, link, aim in index.aimed() if not aim.target]
    index.remember(SITE_ROOTS, SiteRoots(documents=4).written())
    index.remember(REMEMBERED, "18")
    migrate_links(index)
    assert (_marked(index), index.recalled(SITE_ROOTS), [*index.unlinked(10)]) == ([], "", ["site/index.md"])
    assert broken == []  # as a fresh index has them


@pytest.mark.parametrize(
    ("stamp", "read"), [("10", ["x.adoc", "y.rst"]), ("11", ["x.adoc", "y.rst"]), ("12", ["y.rst"])]
)
def test_of_an_index_of_the_versions_before_asciidoc_and_numbers_alone_are_read_again(
    stamp: str, read: list[str]
) -> None:
    index = MemoryEngine()
    texts = {**_TEXTS, "y.rst": b"See :numref:`a`.", "z.rst": b"See :ref:`a`."}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (read, ["root.md"])


@pytest.mark.parametrize("stamp", ["18", "19"])
def test_pages_of_asciidoc_with_macros_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.adoc": b"See linkgit:git-gc[1].", "b.adoc": b"See a::b and [1].", "c.md": b"See linkgit:git-gc[1]."}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.adoc"]


@pytest.mark.parametrize("stamp", ["18", "19", "20"])
def test_notes_with_links_to_names_with_letters_or_with_several_accents_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {
        "a.md": b"[[Lodz]]",
        "b.md": "[[là]]".encode(),
        "c.md": "[[café]] [[d]] [x](/aero)".encode(),
        "d.md": b"[x](deep/aero)",
        "deep/Łódź.md": b"",
        "deep/x.md": "---\naliases: [Ærø]\n---\n".encode(),
        "fr/là.md": b"",
        "fr/café.md": b"",
        "la.md": b"",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md", "b.md", "c.md", "d.md"]


@pytest.mark.parametrize("stamp", ["27", "28"])
def test_notes_with_links_to_names_with_letters_of_persian_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.md": "[[كتاب]]".encode(), "b.md": b"[[d]]", "deep/کتاب.md": b"", "d.md": b""}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md"]


@pytest.mark.parametrize("stamp", ["27", "28", "29"])
def test_documents_with_literal_paragraphs_or_links_that_may_be_broken_no_longer_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {
        "a.adoc": b"Text\n\n xref:x.adoc[]",
        "b.adoc": b"Text\n\n* item\n  xref:x.adoc[]",
        "c.md": b"[x](#_x) [y](./y.md)",
        "d.md": f"![](:/{'0' * 32})".encode(),
        "docs/e.md": b"[x](../there)",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.adoc", "d.md", "docs/e.md"]


def test_of_an_index_of_the_version_before_documents_with_literal_paragraphs_are_read_again() -> None:
    index = MemoryEngine()
    texts = {"a.adoc": "Text\n\n code", "b.asciidoc": "Text\n\n code", "c.asciidoc": "Text\n", "d.md": "[x](./there)"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "30")
    migrate_links(index)
    assert _marked(index) == ["a.adoc", "b.asciidoc"]


def test_of_an_index_of_the_version_before_notes_with_ids_of_joplin_are_read_again() -> None:
    index = MemoryEngine()
    name = "0a" * 16
    texts = {"a.md": f"[x](:/{name})", "b.md": "[[c]]", "c.md": "[x](:/c)"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "31")
    migrate_links(index)
    assert _marked(index) == ["a.md"]


def test_of_an_index_of_the_version_before_notes_with_addresses_in_wikilinks_are_read_again() -> None:
    index = MemoryEngine()
    texts = {"a.md": "[[https]]", "b.md": "[[c]]", "c.org": "[[roam:x::y]]", "d.org": "[[x]]"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "32")
    migrate_links(index)
    assert _marked(index) == ["a.md", "c.org"]


@pytest.mark.parametrize("stamp", ["", "²", "9" * 5_000, "-1", "1.5"])
def test_an_index_with_an_unreadable_stamp_is_one_without(stamp: str) -> None:
    index = MemoryEngine()
    fill(index, parse_file("a.md", b"[[x]]", modified=0.0))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert (index.recalled(REMEMBERED), _marked(index)) == ("39", ["a.md"])


def test_of_an_index_that_calls_originals_paths_their_links_are_read_again() -> None:
    index = MemoryEngine()
    texts = {
        "docs/en/x.md": b"",
        "docs/de/a.md": b"[x](../en/x.md)",
        "b.md": b"[x](/docs/en/x.md)",
        "c.md": b"[b](/b.md)",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "21")
    migrate_links(index)
    assert _marked(index) == ["b.md"]


def test_of_an_index_without_versions_of_sites_links_in_and_across_them_are_resolved_again() -> None:
    index = MemoryEngine()
    texts = {
        "docs/a.md": b"[b](b)",
        "other.md": b"[a](docs/a.md) [[a]]",
        "versioned_docs/version-2.x/a.md": b"[b](b)",
        "root.md": b"[a](/docs/v2/a)",
        "versioned_docs/none.md": b"",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "13")
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (
        ["docs/a.md", "versioned_docs/version-2.x/a.md"],
        ["root.md"],
    )
    index.link({"other.md": [LinkTarget("docs/a.md", 1), LinkTarget("docs/a.md", 2)]}, {})
    index.remember(REMEMBERED, "13")
    migrate_links(index)
    assert "other.md" in _marked(index)


def test_of_an_index_without_counted_headings_the_links_to_them_and_to_nested_ones_are_read_again() -> None:
    index = MemoryEngine()
    texts = {**_TEXTS, "counted.md": b"[b](b.md#x_1)", "nested.md": b"[[b#x#y]]", "other.md": b"[[b#x_y]]", "b.md": b""}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "14")
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (["counted.md", "nested.md"], ["root.md"])


def test_of_an_index_without_ids_of_pages_these_and_broken_links_are_read_again() -> None:
    index = MemoryEngine()
    texts = {
        "broken.md": b"[x](set-up)",
        "docs/a.md": b"---\nid: set-up\n---\n",
        "docs/b.md": b"---\nid: b\n---\n",
        "docs/c.md": b"---\nid: 4dF6\n---\n",
        "root.md": b"[a](/docs/b)",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.link({"broken.md": [LinkTarget("", 0)]}, {})
    index.remember(REMEMBERED, "15")
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (["broken.md", "docs/a.md"], ["root.md"])


def test_of_an_index_with_links_in_formulas_the_documents_that_may_have_some_are_read_again() -> None:
    index = MemoryEngine()
    texts = {
        "class.md": b"[[:alpha:]]",
        "formula.md": b"[[x]] $$[[fine]] \\in P$$",
        "note.md": b"[[5]](https://example.org) [[fine]]",
        "other.md": b"[[fine]] costs $5",
        "template.md": b"[[x]] [[{{date}}]]",
        "test.md": b"[[x]] [[ -e x ]]",
        "web.md": b"[[5]](https://example.org)",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "16")
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (["formula.md", "note.md", "template.md", "test.md"], [])


def test_of_an_index_without_links_right_behind_formulas_the_documents_that_may_have_some_are_read_again() -> None:
    index = MemoryEngine()
    texts = {"behind.md": b"$\\to$[[x]]", "beside.md": b"$\\to$ [[fine]]", "formula.md": b"$$x [[fine]] \\in P$$"}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, "17")
    migrate_links(index)
    assert (_marked(index), [*index.unlinked(10)]) == (["behind.md"], [])


@pytest.mark.parametrize("stamp", ["22", "21", "17"])
def test_of_an_index_without_links_to_proposals_the_documents_that_have_some_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.rst": b":pep:`8`", "b.rst": b"See :rfc:`2119`.", "c.md": b":pep:`8`", "d.rst": b"PEP 8"}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.rst", "b.rst"]


@pytest.mark.parametrize("stamp", ["23", "22", "17"])
def test_of_an_index_without_transliterations_the_documents_with_links_to_unknown_parts_are_read_again(
    stamp: str,
) -> None:
    index = MemoryEngine()
    texts = {"a.md": "# Роли", "b.md": "[x](a.md#roli)", "c.md": "[x](a.md#роль)", "d.md": "[x](a.md#роли) [](a.md#2)"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.link({"b.md": [LinkTarget("a.md", 1)]}, {})
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["b.md"]


@pytest.mark.parametrize("stamp", ["33", "32"])
def test_of_an_index_without_links_of_rdoc_its_documents_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.RDOC": "{b}[link:b.rdoc]", "b.rdoc": "= B", "c.wiki": "= C"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.RDOC", "b.rdoc"]


@pytest.mark.parametrize("stamp", ["34", "22", "17"])
def test_of_an_index_without_titles_of_logseq_its_pages_with_broken_links_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"pages/a.md": "- [[Quay]]", "b.md": "[[Quay]]", "pages/c.md": "- [[a]]", "d.md": "[[<% tp.date.now() %>]]"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    index.link(
        {"pages/a.md": [LinkTarget("", 0)], "b.md": [LinkTarget("", 0)], "pages/c.md": [LinkTarget("pages/a.md", 1)]},
        {},
    )
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["pages/a.md"]


@pytest.mark.parametrize("stamp", ["35", "22", "17"])
def test_of_an_index_with_links_to_code_the_documents_with_such_broken_ones_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.md": "[x](up.html)", "b.md": "[x](gone.md)", "c.org": "~x[[gone]]~ [[gone]]", "d.org": "[[gone]]"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    index.link({path: [LinkTarget("", 0)] for path in texts}, {})
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md", "c.org"]


@pytest.mark.parametrize("stamp", ["36", "22", "17"])
def test_of_an_index_with_links_of_unused_definitions_the_documents_with_some_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.md": "# A\n[a]: #b\n\n[a]", "b.md": "[b](#c)", "c.md": "[a]: d.md\n\n[a]"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    index.link({path: [LinkTarget(path, 1)] for path in texts}, {})
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md"]


@pytest.mark.parametrize("stamp", ["37", "22", "17"])
def test_of_an_index_with_bracketed_texts_as_wikilinks_the_documents_with_some_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    texts = {"a.md": "[[paper]](https://a.org) [[b]]", "b.md": "[[a]] (https://a.org)"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    index.link({"a.md": [LinkTarget("b.md", 1)], "b.md": [LinkTarget("a.md", 1)]}, {})
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md"]


@pytest.mark.parametrize("stamp", ["38", "22", "17"])
def test_of_an_index_with_links_for_the_wikilinks_of_labels_the_documents_with_some_are_read_again(stamp: str) -> None:
    index = MemoryEngine()
    pages = {path: parse_file(path, b"[x]([[b]]) [y](c.md)", modified=0.0) for path in ("a.md", "b.md")}
    pages["a.md"] = replace(pages["a.md"], links=(Link("[[b", "markdown", "", "c]]"),))  # as that version read it
    fill(index, *pages.values())
    _linked(index)
    index.remember(REMEMBERED, stamp)
    migrate_links(index)
    assert _marked(index) == ["a.md"]
