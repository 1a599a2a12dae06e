"""Properties in the first lines of a text without frontmatter."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.header_fields import split
from dowse.model.document import Head


def _head(path: str, text: str) -> Head:
    return parse_file(path, text.encode(), modified=0.0).head


def test_a_proposal_has_the_title_the_status_and_the_date_of_its_header() -> None:
    text = (
        "PEP: 572\nTitle: Assignment ``Expressions``\nAuthor: Jane Doe <jane@example.org>,\n        April Jane\n"
        "Status: Final\nType: Standards Track\nCreated: 28-Feb-2018\nResolution:\n\n\nAbstract\n========\n\nText.\n\n"
        "Rationale\n=========\n\nMore.\n"
    )
    document = parse_file("pep-0572.rst", text.encode(), modified=0.0)
    assert document.head.title == "Assignment Expressions"
    assert dict(document.head.facts) == {
        "pep": 572,
        "title": "Assignment Expressions",
        "author": ("Jane Doe", "April Jane"),
        "status": "Final",
        "type": "Standards Track",
        "created": "2018-02-28",
    }
    assert document.body.strip().startswith("Abstract")
    assert [unit.title for unit in document.units if unit.title] == ["Abstract", "Rationale"]


@pytest.mark.parametrize("path", ["a.md", "a.txt", "a.rst", "README"])
@pytest.mark.parametrize("end", ["\n", "---\n", "\r\n"])
def test_a_page_of_pelican_multimarkdown_or_hexo_has_its_title_tags_and_date(path: str, end: str) -> None:
    head = _head(path, f"\ufeffTitle: Tides: a table\nDate: 2026-03-01\nTags: big sea, boats\nSlug:\n{end}The text.\n")
    assert (head.title, head.tags, head.fact("created")) == (
        "Tides: a table",
        frozenset({"big sea", "boats"}),
        "2026-03-01",
    )
    assert "slug" not in head.facts


@pytest.mark.parametrize(
    "text",
    [
        "Note: of the tides\nTodo: more\n\nText.\n",  # no title
        "Title: Tides\n\nText.\n",  # one line alone
        "Title: Tides\nDate: 2026-03-01\nText goes on.\n",
        "Title: Tides\nJane: Is it high?\nApril: No.\nJane: Good.\n\nText.\n",  # a dialogue
        "# Tides\nTitle: Tides\nDate: 2026-03-01\n\nText.\n",
        "Title:\nDate: 2026-03-01\nAuthor: Jane\n\nText.\n",
        "Some very long name of it: Tides\nTitle: Tides\n\nText.\n",
    ],
)
def test_other_lines_are_text(text: str) -> None:
    assert split(text) == ({}, 0)


def test_frontmatter_and_properties_of_logseq_stay_as_they_are() -> None:
    assert _head("a.md", "---\ntitle: Tides\n---\nTitle: Boats\nDate: 2026-03-01\n\nText.\n").title == "Tides"
    assert _head("a.md", "title:: Tides\ntags:: sea\n\n- Title: Boats\n").title == "Tides"


@pytest.mark.parametrize(
    "heading", ["Tides\n=====\n\n", "=====\nTides\n=====\n\n", "", ".. comment\n   of it\n\n.. _tides:\n\n"]
)
def test_a_list_of_fields_at_the_top_or_below_the_title_of_restructuredtext(heading: str) -> None:
    fields = ":Author: April Jane,\n   Jane Doe\n:date: 2026-03-01\n:tags: big sea, boats\n:orphan:\n:status: draft\n"
    head = _head("a.rst", f"{heading}{fields}\nText.\n")
    assert (head.tags, head.fact("status"), head.fact("created")) == (
        frozenset({"big sea", "boats"}),
        "draft",
        "2026-03-01",
    )
    assert head.facts["author"] == ("April Jane", "Jane Doe")
    assert "orphan" not in head.facts


def test_several_fields_of_one_name_are_a_list() -> None:
    fields = ":Author: April Jane\n:Status: draft\n:author: Jane Doe,\n   John Doe\n:Tags: sea\n:Tags: boats, wind\n"
    head = _head("a.rst", f"Tides\n=====\n\n{fields}\nText.\n")
    assert head.facts["author"] == ("April Jane", "Jane Doe", "John Doe")
    assert (head.fact("status"), head.tags) == ("draft", frozenset({"sea", "boats", "wind"}))


def test_a_list_of_fields_elsewhere_is_text() -> None:
    for text in (
        "Tides\n=====\n\nText.\n\n:status: draft\n",
        "A\n=\n\n:status: draft\n\nB\n=\n",
        "Text\n\n:status: draft\n",
    ):
        assert not _head("a.rst", text).facts


@pytest.mark.parametrize(("written", "title"), [("~", "a"), ("[]", "a"), ("[Draft]", "Draft"), ("2026", "2026")])
def test_a_title_that_is_no_text_is_read(written: str, title: str) -> None:
    text = f"Title: {written}\nAuthor: Jane\nDate: 2026-03-01\n\nText.\n"
    assert [_head(path, text).title for path in ("a.rst", "a.md", "a.txt")] == [title] * 3


@pytest.mark.parametrize(("begin", "end"), [("```\n", "```"), ("```text\r\n", "```"), ("<pre>\n", "</pre>")])
def test_fields_in_a_code_block_at_the_top_are_properties(begin: str, end: str) -> None:
    fields = "  BIP: 329\n  Title: Wallet Labels\n  Author: Jane <j@example.org>\n          April\n  Status: Draft\n"
    document = parse_file("bip-0329.md", f"{begin}{fields}{end}\n\n## Abstract\n\nText.\n".encode(), modified=0.0)
    assert (document.head.title, document.head.fact("status"), document.head.fact("bip")) == (
        *("Wallet Labels", "Draft", "329"),
    )
    assert document.body.strip().startswith("## Abstract")


@pytest.mark.parametrize(
    "text",
    [
        "```\nTitle: A\nStatus: Draft\nmore text\n```\n",
        "```\nname: A\nstatus: Draft\n```\n",
        "```\nTitle: A\nStatus: Draft\n\nmore text\n```\n",
        "Text.\n\n```\nTitle: A\nStatus: Draft\n```\n",
        "```\nTitle: A\nStatus: Draft\n",
    ],
)
def test_other_code_blocks_have_no_properties(text: str) -> None:
    assert split(text) == ({}, 0)
