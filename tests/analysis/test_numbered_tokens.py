"""How many tokens of a text begin before a place of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis import numbered_tokens as module
from dowse.analysis.numbered_tokens import numbered_tokens
from dowse.analysis.tokens import tokens
from tests.analysis.test_tokens import ADVERSARIAL, LONG
from tests.tier_parameters import examples


@settings(derandomize=True, database=None, deadline=None, max_examples=examples(500))
@given(st.text(st.characters(), max_size=40), st.lists(st.integers(-1, 41), max_size=4))
def test_the_tokens_of_a_text_that_is_cut_at_offsets_are_those_of_the_whole(text: str, offsets: list[int]) -> None:
    assert numbered_tokens(text, offsets)[0] == tokens(text)


@pytest.mark.parametrize(
    ("offset", "number"), [(-1, 0), (0, 0), (1, 1), (4, 1), (5, 1), (6, 2), (8, 2), (9, 2), (99, 3)]
)
def test_an_offset_counts_the_tokens_that_begin_before_it(offset: int, number: int) -> None:
    assert numbered_tokens("wool and silk", [offset])[1] == {offset: number}


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(st.text("aB9_ \n\t.-#`\x00\x1c\x7f", max_size=80), st.lists(st.integers(-1, 81), max_size=9))
def test_many_offsets_of_an_ascii_text_count_like_each_alone(text: str, offsets: list[int]) -> None:
    many = [*offsets, *range(100, 200)]
    assert numbered_tokens(text, many) == (
        tokens(text), {offset: numbered_tokens(text, [*offsets, offset])[1][offset] for offset in many}
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", ADVERSARIAL)
def test_a_long_text_of_one_thing_is_cut_at_offsets(piece: str) -> None:
    text = piece * (LONG // len(piece))
    assert len(numbered_tokens(text, range(0, len(text), 1000))[0]) == len(tokens(text))


@pytest.fixture(scope="module")
def long_from_here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LONG", 0)
        patch.setattr(module, "_LEAST_PRINTABLE", 4)
        yield


@pytest.mark.usefixtures("long_from_here")
@settings(derandomize=True, database=None, deadline=None, max_examples=400)
@given(
    st.text("aBsS97__ \n-.\x00\x1c\x7f", max_size=60), st.integers(0, 140), st.lists(st.integers(-1, 301), max_size=9)
)
def test_the_words_of_a_long_text_are_those_of_any_text(text: str, length: int, offsets: list[int]) -> None:
    written = f"{text}{'x' * length}{text} HTTPServer2 getUserById _init__ running_taxes {text}"
    one_by_one = {
        offset: len(tokens(written[:at])) for offset in offsets if (at := _apart(written, offset)) is not None
    }
    listed, numbers = numbered_tokens(written, offsets)
    assert listed == tokens(written)
    assert {offset: numbers[offset] for offset in one_by_one} == one_by_one


@pytest.mark.usefixtures("long_from_here")
@settings(derandomize=True, database=None, deadline=None, max_examples=400)
@given(
    st.lists(st.text("aB9 -.’é漢\u0301\x00“…\u00a0\u2003²ßйⒶ™゛、。＿！\x01\u0742\u094d", max_size=9), max_size=9),
    st.lists(st.integers(-1, 99), max_size=9),
)
def test_the_words_of_a_long_text_of_which_some_lines_are_printable_are_those_of_any_text(
    lines: list[str], offsets: list[int]
) -> None:
    written = "\n".join(lines)
    one_by_one = {
        offset: len(tokens(written[:at])) for offset in offsets if (at := _apart(written, offset)) is not None
    }
    listed, numbers = numbered_tokens(written, offsets)
    assert listed == tokens(written)
    assert {offset: numbers[offset] for offset in one_by_one} == one_by_one


@pytest.mark.usefixtures("long_from_here")
@settings(derandomize=True, database=None, deadline=None, max_examples=400)
@given(
    st.lists(st.text("aBS97_ -.", max_size=9), max_size=9),
    st.lists(st.text("aBS97_ -.", max_size=9), max_size=2),
    st.lists(st.text("aBS97_ -.", max_size=9), max_size=9),
    st.lists(st.integers(-1, 99), max_size=9),
)
def test_the_tokens_of_the_next_version_of_a_long_text_are_those_of_any_text(
    above: list[str], changed: list[str], below: list[str], offsets: list[int]
) -> None:
    written = "\n".join((*above, *changed, *below))
    module._LAST = module._LastText()
    alone = numbered_tokens(written, offsets)
    numbered_tokens("\n".join((*above, "oneLine", *below)), ())
    assert numbered_tokens(written, offsets) == alone


def test_a_long_text_keeps_the_tokens_of_lines_that_its_next_version_has_too() -> None:
    lines = ["parseName getUserById"] * 2_000
    before, _ = numbered_tokens("\n".join(lines), ())
    after, _ = numbered_tokens("\n".join([*lines[:1_000], "anotherLine", *lines[1_000:]]), ())
    half = len(before) // 2
    assert after[half:-half] == tokens("anotherLine")
    assert all(one is other for one, other in zip(before, after[:half] + after[-half:], strict=True))


def _apart(text: str, offset: int) -> int | None:
    """The offset within the text, if it is beside a blank or the end of a line."""
    at = max(0, min(offset, len(text)))
    return at if at in (0, len(text)) or {" ", "\n"} & {*text[at - 1 : at + 1]} else None
