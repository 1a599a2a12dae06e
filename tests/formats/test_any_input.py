"""Whatever the bytes: a document comes out, whole and in order, in a time linear in their number."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.formats.detect import parse_file
from dowse.formats.registry import outline_of
from dowse.formats.text_encoding import refusal
from dowse.model.document import Document
from tests.tier_parameters import examples, slow_after

PATHS = (
    "x.md",
    "2-Areas/a/METIS-T-0001.mdx",
    "docs/x.rst",
    "x.org",
    "x.adoc",
    "x.tex",
    "x.wiki",
    "x.txt",
    "x.canvas",
    "README",
    "",
)
PIECES = (
    "---", "...", "\n", "\r\n", "\r", "# ", "## a", "===", "```", "~~~", "`", "[[", "]]", "[", "](", ")", "<", ">",
    "<!--", "-->", "#tag", "tags: ", "- ", "> ", "    ", "\t", "a", "é", "\u2028", "\x0b", "🎉", "\0", "\\", "|", "*",
    "_", ": ", "'", '"', "&a ", "*a", "{", "}", "%41", "%%", "A-B-0001", "parent: ", "\ufeff", "==", "----",
    "METIS-T-0001",
)  # fmt: skip
LINES = ("\n", "\r\n", "\r", "[[x]]\n", "# h\r", "a", "    [[y]]\n", "```\n", "- ")
UNITS = (
    " ", "](", "[](", "[[a", "`", "`a``b", "<!--", "<a ", "#", "*", "*a_b ", ">", "- ", "#a", "A", "A-A-", "[a](b (",
    "[a](b '", "\\", "# x\n", "a\n===\n", "[](<", "- x\n", "<div\n", "[a]: b\n", "\t", "<a b='c' ", "A-B-0001 ",
    "&amp;", "%41", "%%", "%%a", "a %%\n", "%%\n", "a%%\n\n", "[a]: #a\n",
)  # fmt: skip
UNITS_OF_ORG = (
    "* a\n", "* TODO a :b:\n", "[[", "[[a", "[[a][", "[[id:a][b]]", "[[\\", "#+begin_src\n", "#+begin_src\n* a\n",
    "#+begin_example\n#+begin_src\n", ":PROPERTIES:\n", ":PROPERTIES:\n:END:\n", "* a\n:PROPERTIES:\n:ID: a\n",
    ":a: b\n", ":a:", "* a :b:c", "SCHEDULED: <a> ", "#+name: a\n", '#+roam_alias: "a ', "=a ", "<<a", "| <", "\n",
    "=[[a]]= ",
)  # fmt: skip
UNITS_OF_ASCIIDOC = (
    "== a\n", "<<", "<<a", "<<a>>", "xref:a", "xref:a.adoc#b[c]", "[[a]]\n", "[[", "[#a]\n", "[", "----\n",
    "----\n....\n", "////\n", "|===\n|a\n", "|a ", "include::a[]\n", "include::", ":a: b\n", ":a", "`a ", "**a",
    "anchor:a[", "[id=", "{a}", "\n",
)  # fmt: skip


def check(document: Document) -> None:
    text = document.text
    assert "\0" not in text
    assert text.encode().decode() == text  # no lone surrogates
    bounds = [(section.start, section.end) for section in document.units]
    if bounds:
        assert bounds[-1][1] == len(text)
        assert all(start < end for start, end in bounds)
        assert all(end == start for (_, end), (start, _) in pairwise(bounds))
    else:
        assert not document.body.strip()
    slugs = {section.name for section in document.units}
    assert len(slugs) == len(document.units)
    assert "" not in slugs
    assert all(section.parent in slugs | {""} for section in document.units[:100])
    count = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for link in document.links:
        assert 1 <= link.line <= count
        assert not link.section or link.section in slugs
        assert link.target or link.anchor
    assert document.head.title or not document.head.path


@pytest.mark.slow
@settings(derandomize=True, max_examples=examples(600), deadline=None, database=None)
@given(st.sampled_from(PATHS), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_mixture_of_marks_is_read(path: str, text: str) -> None:
    check(parse_file(path, text.encode(), modified=0))


@settings(derandomize=True, max_examples=examples(300), deadline=None, database=None)
@given(st.sampled_from(PATHS), st.lists(st.sampled_from(PIECES), max_size=20).map("".join), st.sampled_from(PIECES))
def test_any_frontmatter_is_read(path: str, front: str, body: str) -> None:
    check(parse_file(path, f"---\n{front}\n---\n{body}".encode(), modified=0))


@settings(derandomize=True, max_examples=examples(400), deadline=None, database=None)
@given(st.sampled_from(PATHS), st.binary(max_size=200))
def test_any_bytes_are_read(path: str, data: bytes) -> None:
    refusal(data)
    check(parse_file(path, data, modified=0))


@settings(derandomize=True, max_examples=examples(300), deadline=None, database=None)
@given(st.lists(st.sampled_from(LINES), max_size=20))
def test_lines_are_those_an_editor_counts(pieces: list[str]) -> None:
    document = parse_file("x.md", "".join(pieces).encode(), modified=0)
    lines = document.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert all(f"[[{link.target}]]" in lines[link.line - 1] for link in document.links)


@pytest.mark.parametrize("before", slow_after(1, ["", "# ", "- "]))
@pytest.mark.parametrize("unit", UNITS)
def test_no_repetition_takes_more_than_linear_time(unit: str, before: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    check(parse_file("x.md", (before + unit * (100_000 // len(unit))).encode(), modified=0))


@pytest.mark.parametrize("before", ["", ":name: a", ".. _a", ".. toctree::\n\n   a", ":ref:`a"])
@pytest.mark.parametrize("unit", [" ", "a ", "\\:", "<", "`", "_", "\n   :a: "])
def test_no_repetition_of_restructuredtext_takes_more_than_linear_time(unit: str, before: str) -> None:
    check(parse_file("x.rst", (before + unit * (200_000 // len(unit)) + "b").encode(), modified=0))


@pytest.mark.parametrize(
    ("path", "unit"), [*(("x.org", unit) for unit in UNITS_OF_ORG), *(("x.adoc", unit) for unit in UNITS_OF_ASCIIDOC)]
)
def test_no_repetition_of_org_and_asciidoc_takes_more_than_linear_time(path: str, unit: str) -> None:
    document = parse_file(path, (unit * (200_000 // len(unit))).encode(), modified=0)
    check(document)
    end = len(document.text)
    outline_of(path).markup(document, (end // 2, end), document.body_start)


@pytest.mark.parametrize(
    "unit",
    [
        *(".. py:class:: A\n\n   .. py:method:: b\n\n", ".. class:: A\n", "  .. class:: A\n", ".. note::\n\n   a\n"),
        *(
            ".. list-table::\n\n   * - a\n     - b\n",
            "   * - a\n",
            "a::\n",
            "a::\n\n a\n",
            ".. code::\n",
            ".. code::\n a\n",
        ),
    ],
)
def test_no_repetition_of_directives_takes_more_than_linear_time(unit: str) -> None:
    document = parse_file("x.rst", (unit * (200_000 // len(unit))).encode(), modified=0)
    check(document)
    end = len(document.text)
    outline_of("x.rst").markup(document, (end // 2, end), 0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("unit", [" ", "[](", "[[a", "`a``b", "<a ", "# x\n", "- ", "*a_b ", "A-A-", "\\"])
def test_a_megabyte_of_marks_is_read(unit: str) -> None:
    check(parse_file("x.md", (unit * (1_000_000 // len(unit))).encode(), modified=0))
