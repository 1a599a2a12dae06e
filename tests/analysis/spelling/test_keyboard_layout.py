"""Words typed on a keyboard of another layout."""

from __future__ import annotations

import pytest

from dowse.analysis.spelling.keyboard_layout import retyped


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("ghbdtn", ["привет"]),
        ("F,pfw Lh[", ["Абзац Дрх"]),
        ("rb]dcmrbq", ["киъвський", "київський"]),
        ("ыщдшв", ["solid"]),
        ("Ищлф", ["boka"]),
        ("база", []),  # `,fpf`
        ("привет world", []),
        ("2024", []),
        ("", []),
    ],
)
def test_the_same_keys_write_other_words(text: str, forms: list[str]) -> None:
    assert list(retyped(text)) == forms
