"""What can be told of a file before it is parsed must be what parsing tells."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.folding import fold
from dowse.formats.detect import parse_file, unread_head
from dowse.formats.markdown import frontmatter
from dowse.formats.markdown.tags import folded_tag
from dowse.formats.text_encoding import decode
from dowse.query.ast import And, Expr, FieldEquals, MatchAll, Modified, Not, OneOf, Or, Property
from dowse.query.extract import conjunction
from dowse.query.prefilter import UnparsedFile, may_select, split_by_path
from dowse.query.select import decided
from tests.making_files import BODY, FRONT, LEAVES, LONG_AGO, PATHS, TEXTS, TREES
from tests.tier_parameters import examples

_NAME, _TAG = FieldEquals("file", "a"), FieldEquals("tag", "x")
_TIME = Modified("epoch", 0.0)


@pytest.mark.parametrize(
    ("where", "early", "late"),
    [
        (MatchAll(), MatchAll(), MatchAll()),
        (_NAME, _NAME, MatchAll()),
        (_TAG, MatchAll(), _TAG),
        (And((_NAME, _TAG, _TIME)), And((_NAME, _TIME)), _TAG),
        (Or((_NAME, _TAG)), MatchAll(), Or((_NAME, _TAG))),
        (Not(Or((_NAME, OneOf(frozenset({"a"}))))), Not(Or((_NAME, OneOf(frozenset({"a"}))))), MatchAll()),
    ],
    ids=str,
)
def test_a_tree_is_taken_apart_by_what_names_and_times_decide(where: Expr, early: Expr, late: Expr) -> None:
    assert split_by_path(where) == (early, late)


@pytest.mark.parametrize("where", [FieldEquals("area", "Finance"), FieldEquals("category", "2-areas")], ids=str)
def test_a_place_in_the_path_is_not_required_in_the_text(where: Expr) -> None:
    path, data = "2-Areas/Finance/x.md", b"# X"
    assert decided(where, parse_file(path, data, modified=LONG_AGO).head, text=lambda _: False)
    assert may_select(where, UnparsedFile("# x", "", "note"))


@settings(derandomize=True, deadline=None)
@given(TREES)
def test_the_parts_bind_together_as_the_whole(where: Expr) -> None:
    head = parse_file("docs/leek.md", b"---\ntype: recipe\n---\n#fruit\n", modified=LONG_AGO).head
    parts = conjunction(*split_by_path(where))
    assert decided(parts, head, text=bool) == decided(where, head, text=bool)


@pytest.mark.parametrize("text", [*(f"---\n{line}\n---\n" for line in FRONT), *BODY])
def test_what_is_selected_was_never_ruled_out(text: str) -> None:
    """Every leaf there is, asked of a text that holds a single line."""
    data = text.encode()
    for path in ("a.md", "docs/d.txt", "2-Areas/Kitchen/f.MD"):
        head, before = parse_file(path, data, modified=LONG_AGO).head, unparsed(path, data)
        for where in LEAVES:
            assert may_select(where, before) or not decided(where, head, text=bool), where


@settings(derandomize=True, deadline=None)
@given(st.sampled_from(PATHS), TEXTS, TREES)
def test_what_is_selected_was_never_ruled_out_by_a_tree(path: str, text: str, where: Expr) -> None:
    data = text.encode()
    if decided(where, parse_file(path, data, modified=LONG_AGO).head, text=bool):
        assert may_select(where, unparsed(path, data))


@pytest.mark.parametrize(
    "where",
    [FieldEquals("tag", "leek"), FieldEquals("type", "leek"), FieldEquals("kind", "task"), Property("leek")],
    ids=str,
)
def test_a_text_without_the_word_is_ruled_out(where: Expr) -> None:
    assert not may_select(where, unparsed("a.md", b"---\ntype: recipe\n---\n#fruit\n"))


@pytest.mark.parametrize("where", [FieldEquals("type", "leek"), FieldEquals("kind", "task"), Property("leek")], ids=str)
def test_the_body_of_a_text_says_nothing_of_its_properties(where: Expr) -> None:
    assert not may_select(where, unparsed("a.md", b"---\ntype: recipe\n---\nleek task\n"))


@pytest.mark.slow
def test_every_letter_of_a_tag_stands_in_the_text_as_it_is_compared() -> None:
    """But for the Greek iota below a vowel, which is why words with an iota rule nothing out."""
    codes = (*range(0x20000), *range(0x20000, sys.maxunicode + 1, 3 // examples(3)))
    letters = (chr(code) for code in codes if not 0xD800 <= code < 0xE000)
    differing = [char for char in letters if fold(folded_tag(f"x{char}x")) not in fold(f"x{char}x")]
    assert all("ι" in fold(folded_tag(f"x{char}x")) for char in differing)
    assert len(differing) == 64
    assert may_select(FieldEquals("tag", "ᾳ"), unparsed("a.md", "#ᾳ".encode()))


def unparsed(path: str, data: bytes) -> UnparsedFile:
    """A file before it is parsed."""
    text, _ = decode(data)
    return UnparsedFile(fold(text), fold(frontmatter.split(text)[0]), unread_head(path, modified=0).kind)
