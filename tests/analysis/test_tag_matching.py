"""Which tags a query names."""

from __future__ import annotations

import pytest

from dowse.analysis.tag_matching import TagPattern


def _matched(query: str, *tags: str) -> list[str]:
    return sorted(TagPattern(query.split()).matched(tags))


@pytest.mark.parametrize(
    ("query", "tag"),
    [
        ("books", "book"),
        ("Book", "books"),
        ("taking notes", "note-taking"),
        ("note-taking", "note_taking"),
        ("books", "genre/book"),
        ("taking notes", "work/note-taking"),
        ("state art", "state-of-the-art"),
        ("now", "now"),
        ("cafe", "café"),
        ("日本語", "日本語"),
        ("userName", "username"),
    ],
)
def test_a_tag_is_named_when_all_its_words_are_whatever_their_form(query: str, tag: str) -> None:
    assert _matched(query, tag) == [tag]


@pytest.mark.parametrize(
    ("query", "tag"),
    [
        ("note", "note-taking"),
        ("genre", "genre/book"),
        ("bookkeeping", "book"),
        ("日本語", "日"),
        ("books", "📚"),
        ("", "book"),
        ("", ""),
        ("books", ""),
        ("books", "/"),
    ],
)
def test_part_of_a_tag_names_nothing(query: str, tag: str) -> None:
    assert _matched(query, tag) == []


def test_each_tag_says_which_stems_it_holds_and_a_nested_one_all_that_it_can() -> None:
    asked = TagPattern(["fiction", "books", "cheap"])
    assert asked.matched(("fiction/book", "cheap", "other")) == {
        "fiction/book": frozenset({"fiction", "book"}),
        "cheap": frozenset({"cheap"}),
    }
