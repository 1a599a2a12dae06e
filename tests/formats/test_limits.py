"""The limits for the headings, links and tags of one file."""

from __future__ import annotations

from functools import cache

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.limits import HEADINGS, LINKS, TAGS, ItemLimit
from dowse.model.document import Document


@cache
def _note(text: str, path: str = "a.md") -> Document:
    return parse_file(path, text.encode(), modified=0.0)


_HEADINGS = "".join(f"# {n:x}\n" for n in range(4_000))
_LINKS = "[[a]]\n" * 12_000
_TAGS = " \n".join(f"#t{n:x}" for n in range(3_000))


@pytest.mark.parametrize("text", [_HEADINGS, _LINKS, _TAGS], ids=["headings", "links", "tags"])
def test_a_file_above_a_limit_is_odd_and_says_how_many_are_above_it(text: str) -> None:
    (odd,) = _note(text).odd
    assert odd.endswith("are indexed as text")


@pytest.mark.parametrize(("text", "count"), [("# a\n" * 40_000, 40_000), ("[[a]]" * 40_000, 40_000)])
def test_a_file_far_above_a_limit_has_all_its_headings_or_links_counted(text: str, count: int) -> None:
    note = _note(text)
    kept = len(note.units) if len(note.units) > 1 else len(note.links)
    (odd,) = note.odd
    assert odd.startswith(f"{count:,} ")
    assert f"; {count - kept:,} are indexed as text" in odd


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        pytest.param("# a\n" * 4_000, "for a file of this size", id="headings of a short file"),
        pytest.param(f"[[a]]{' ' * 20}" * 23_000, "of 20,000 links", id="links of a long one"),
        pytest.param("".join(f"#t{n}{' ' * 100}" for n in range(11_000)), "of 10,000 tags", id="tags of a long one"),
    ],
)
def test_the_warning_names_the_limit_that_applies(text: str, limit: str) -> None:
    (odd,) = _note(text).odd
    assert f" exceed the limit {limit}; " in odd


def test_headings_take_a_hundred_kilobytes_and_twice_the_text_at_most() -> None:
    document = _note(_HEADINGS)
    assert 60 * len(document.units) <= 100_000 + 2 * len(_HEADINGS)


def test_links_take_600_kilobytes_and_four_times_the_text_at_most() -> None:
    document = _note(_LINKS)
    assert 90 * len(document.links) <= 600_000 + 4 * len(_LINKS)


def test_tags_take_50_kilobytes_and_the_length_of_the_text_at_most() -> None:
    document = _note(_TAGS)
    assert sum(70 + 5 * len(tag) for tag in document.head.tags) <= 50_000 + len(_TAGS)


@pytest.mark.parametrize(("limit", "number"), [(HEADINGS, 20_000), (LINKS, 20_000), (TAGS, 10_000)])
def test_the_longest_file_has_a_fixed_number_of_items_at_most(limit: ItemLimit, number: int) -> None:
    length = 4 * 1024 * 1024
    assert limit.count([1] * 30_000, length) == number
    assert limit.most(length) == number + 1


def test_the_last_heading_that_is_kept_has_the_rest_of_the_text() -> None:
    document = _note(_HEADINGS)
    assert document.units[-1].end == len(_HEADINGS)


def test_the_first_headings_are_kept() -> None:
    sections = _note(_HEADINGS).units
    assert [section.title for section in sections] == [f"{n:x}" for n in range(len(sections))]


def test_links_in_sections_that_are_not_kept_are_those_of_the_last_one() -> None:
    document = _note(_HEADINGS + "[[there]]\n")
    (link,) = document.links
    assert link.section == document.units[-1].name


def test_the_tags_of_the_frontmatter_are_kept_before_those_of_the_text() -> None:
    tags = _note(f"---\ntags: [a-rather-long-tag-of-mine]\n---\n{_TAGS}").head.tags
    assert "a-rather-long-tag-of-mine" in tags


def test_the_text_is_whole_whatever_is_left_out() -> None:
    assert _note(_TAGS).text == _TAGS


def test_a_note_of_5_000_links_has_them_all() -> None:
    document = _note("".join(f"- [[Projects/Some note of mine {n}]]\n" for n in range(5_000)))
    assert (len(document.links), document.odd) == (5_000, ())


def test_a_note_of_2_000_short_sections_has_them_all() -> None:
    document = _note("".join(f"## Term {n}\n\nWhat it means in a few words.\n\n" for n in range(2_000)))
    assert (len(document.units), document.odd) == (2_000, ())


@pytest.mark.parametrize("path", ["a.md", "a.org", "a.adoc"])
def test_a_heading_longer_than_1_000_characters_is_cut(path: str) -> None:
    mark = {"a.md": "#", "a.org": "*", "a.adoc": "="}[path]
    document = _note(f"{mark} {'word ' * 1_000}\n\nText.\n", path)
    assert 990 < len(document.units[0].title) <= 1_000
