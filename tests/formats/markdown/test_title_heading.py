"""Whether the first heading of a note is its title."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.title_heading import is_title


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("tides/water-lily.md", "A pond plant"),
        ("tides/Water lily.md", "The water lily"),
        ("Water lily.md", "Lilies in the water"),
        ("2023-05-12 Water lily.md", "Water lilies"),
        ("Water lily 3f2a9c0e1b7d4f6a8c5e2d1b0a9f8e7d.md", "The water lily"),
        ("Übung.md", "Ubungen"),
        ("einführung.md", "Knots"),
        ("睡蓮の池.md", "睡蓮の池と橋"),
        ("TheArtOfKnots.md", "The Art of Knots"),
        ("gRPC.md", "GRPC in short"),
        ("KNOTS.md", "Tying a rope"),
        ("README.md", "Knots"),
        ("README-pt.md", "Knots"),
        ("README.zh-CN.md", "Knots"),
        ("README_zh-Hans.md", "Knots"),
        ("_index.md", "Knots"),
        ("202305121030.md", "Knots"),
        ("202305121030 knots.md", "Rope"),
        ("2023-05-12.md", "A walk"),
        ("2 — .md", "A walk"),
    ],
)
def test_a_heading_is_the_title_of_a_file_whose_name_says_no_more(path: str, heading: str) -> None:
    assert is_title(heading, path, headings=1)


@pytest.mark.parametrize(
    "path",
    ["a/Water lily.md", "Lily.md", "Seerose – Übung.md", "睡蓮.md", "Water lily 3.markdown", "WaterLily.md"],
)
def test_a_heading_without_a_word_of_a_name_that_a_person_gives_is_that_of_a_section(path: str) -> None:
    assert not is_title("Definition", path, headings=1)


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("Art. 8 of the sale, Delivery.md", "Article"),
        ("Rule of Bayes.md", "Rule"),
        ("Python lists.md", "Lists"),
        ("Rotation of trees.md", "Rotation to the left"),
        ("睡蓮の池.md", "池と睡蓮"),
    ],
)
def test_a_heading_without_all_words_of_a_phrase_is_that_of_a_section(path: str, heading: str) -> None:
    assert not is_title(heading, path, headings=1)


@pytest.mark.parametrize(
    ("path", "heading", "is_one"),
    [
        ("2025-01-03.md", "Habits", False),
        ("generics.md", "Erasure", False),
        ("lily.md", "Lilies", True),
        ("ALT-SVC.md", "AltSvc", True),
        ("readme.md", "Install", True),
        ("202305121030.md", "Knots", True),
    ],
)
def test_the_first_of_several_headings_of_the_first_level_needs_a_word_of_the_name(
    path: str, heading: str, is_one: bool
) -> None:
    assert is_title(heading, path, headings=2) == is_one


def test_the_first_of_several_headings_of_the_first_level_is_no_title_beside_a_phrase() -> None:
    assert not is_title("Left rotation of trees", "Rotation of trees.md", headings=2)
    assert is_title("Rotation of trees", "rotation of Trees.md", headings=2)


@pytest.mark.parametrize(
    "name", ["FuaUwZlzLj9bpMKTF7kLw", "fsTgzaiHZPnbWedUYhFty", "0b9f8e7d-3f2a-9c0e-1b7d-4f6a8c5e2d1b"]
)
def test_an_id_is_no_title(name: str) -> None:
    assert is_title("Knots", f"{name}.md", headings=1)
    assert is_title("Knots", f"{name}.md", headings=2)
    assert not is_title("Definition", "RepartitionAndSortWithinPartitions.md", headings=1)


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        (
            "ch10-02-traits.md",
            "## Shared Behavior with Traits\n\n### Defining a Trait\n",
            "Shared Behavior with Traits",
        ),
        ("ch10-02-traits.md", "<!-- Old. -->\n\n<a id='traits'></a>\n\n## Traits\n\n### Uses\n", "Traits"),
        ("README.md", "### TSDB format\n", "TSDB format"),
        ("ch01-03-hello-cargo.md", "## Hello, Cargo!\n\n### Uses\n\n## Summary\n", "Hello, Cargo!"),
        ("12_traits.md", "## Traits\n\n## Uses\n", "Traits"),
        ("traits.md", "## Traits\n\n## Uses\n", "traits"),
        ("2-all-traits.md", "## Traits\n\n## Uses\n", "2-all-traits"),
        ("12.md", "## …\n\n## Uses\n", "12"),
        ("traits.md", "## Traits\n\n# Uses\n", "traits"),
        ("traits.md", "Most types have several of these.\n\n## Traits\n", "traits"),
        ("board.md", "## Backlog\n\n### Tests\n", "board"),
        ("2023-05-12.md", "## Tasks\n", "2023-05-12"),
        ("All traits.md", "## The traits of all types\n", "All traits"),
    ],
)
def test_a_heading_of_a_lower_level_is_the_title_if_it_is_alone_with_a_word_of_the_name_or_all_of_it_but_a_number(
    path: str, text: str, title: str
) -> None:
    assert parse_file(path, text.encode(), modified=0.0).head.title == title


def test_a_note_whose_headings_are_those_of_sections_has_the_title_of_its_file() -> None:
    note = parse_file("plants/Water lily.md", b"# Definition\n\nA plant.\n\n# Use\n\nNone.\n", modified=0.0)
    assert note.head.title == "Water lily"
    assert [unit.title for unit in note.units] == ["Definition", "Use"]
    stated = parse_file("Water lily.md", b"---\ntitle: Nymphaea\n---\n# Definition\n", modified=0.0)
    assert stated.head.title == "Nymphaea"
