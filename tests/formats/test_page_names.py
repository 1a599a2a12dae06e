"""The names of pages of Logseq by their files."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.metadata import head
from dowse.formats.page_names import page_aliases, page_title


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("pages/Ferry___Timetable.md", "Ferry/Timetable"),
        ("graph/pages/a___b___c.org", "a/b/c"),
        ("pages/What%3F.md", "What?"),
        ("pages/Ferry.md", ""),
        ("notes/Ferry___Timetable.md", ""),
        ("pages/below/a___b.md", ""),
        ("journals/2026_11_03.md", "2026-11-03"),
        ("journals/2026_13_03.md", ""),
        ("2026_11_03.md", ""),
    ],
)
def test_a_page_has_the_name_that_its_file_cannot_have(path: str, title: str) -> None:
    assert page_title(path) == title


@pytest.mark.parametrize(
    ("day", "written"),
    [
        ("01", "Nov 1st, 2026"),
        ("02", "Nov 2nd, 2026"),
        ("03", "Nov 3rd, 2026"),
        ("11", "Nov 11th, 2026"),
        ("12", "Nov 12th, 2026"),
        ("21", "Nov 21st, 2026"),
        ("30", "Nov 30th, 2026"),
    ],
)
def test_a_day_is_called_as_links_write_it(day: str, written: str) -> None:
    assert page_aliases(f"journals/2026_11_{day}.md") == (f"2026-11-{day}", written)


def test_code_spans_in_a_stated_title_are_shown_without_their_marks() -> None:
    stated = {
        "`<tide>`": "<tide>",
        "The option `**rope`": "The option **rope",
        "``a`b``": "a`b",
        "It`s 5 * 3": "It`s 5 * 3",
    }
    assert {each: head("a.md", {"title": each}, modified=0.0).title for each in stated} == stated


def test_a_stated_title_counts_before_that_of_the_file_and_links_mean_either() -> None:
    stated = parse_file("pages/a___b.md", b"title:: A and B\n", modified=0.0).head
    assert (stated.title, stated.aliases) == ("A and B", ("A and B", "a/b"))
    assert parse_file("pages/a___b.md", b"- text\n", modified=0.0).head.title == "a/b"
