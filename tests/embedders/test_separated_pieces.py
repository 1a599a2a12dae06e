"""The number of tokens of the stretches of texts with other characters than printable ASCII."""

from __future__ import annotations

import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.embedders import separated_pieces
from dowse.embedders.static import bundled_embedder
from tests.tier_parameters import examples

_EMBEDDER = bundled_embedder()
_LONG = "plain words of the text, as in most notes.\n" * 500


def test_blanks_are_those_at_which_python_splits_a_text() -> None:
    blanks = {chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()}
    assert blanks == {*separated_pieces._BLANKS, *separated_pieces.DELETED}


@settings(derandomize=True, database=None, deadline=None, max_examples=examples(60))
@given(st.text("aB7#.,_ \n\t\x00\x0c\x85éйЖ漢字。！—“”’\u00a0\u200b\u0301\u3099が😀\ud800", max_size=60), st.data())
def test_any_stretch_has_as_many_tokens_as_alone(text: str, data: st.DataObject) -> None:
    lines = "é" + text.replace("\n", "\né")  # none of them is printable
    written = f"{lines}\n{_LONG}{lines}\n"
    count = _EMBEDDER.counter(written)
    place = st.integers(0, 2 * len(lines) + 1).map(lambda at: at if at <= len(lines) else len(_LONG) + at)
    start, end = sorted((data.draw(place), data.draw(place)))
    assert count(start, end) == _EMBEDDER.count_tokens(written[start:end])
