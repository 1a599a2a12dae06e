"""The language of a text."""

from __future__ import annotations

import pytest

from dowse.analysis.languages.text_language import text_languages

_ENGLISH = "The harbour is open when there is no ice, and they tell each boat where to moor before it enters."


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        (_ENGLISH, ("en",)),
        (
            "Der Hafen ist offen, wenn kein Eis mehr darauf liegt, und jedes Boot wird vor der Einfahrt eingewiesen.",
            ("de",),
        ),
        (
            "Le port est ouvert quand il y a peu de glace, et chaque bateau sait où il peut entrer avec ses voiles.",
            ("fr",),
        ),
        (f"```\n{_ENGLISH}\n```\nHafen: `{_ENGLISH}`", ()),
        (f"~~~ text\n{_ENGLISH}", ()),
        (f"{_ENGLISH} 港は氷がないときに開いています。", ()),
        ("港は氷がないときに開いています。", ("zh", "ja")),
        ("港口没有冰的时候是开放的。", ("zh", "ja")),
        ("Порт открыт, когда на нём нет льда.", ("ru", "uk", "bg", "sr", "kk")),
        ("얼음이 없을 때 항구가 열립니다.", ("ko",)),
        ("Harbour, ice, boat.", ()),
        (f"{'harbour ' * 200}{_ENGLISH}", ()),
        ("", ()),
    ],
)
def test_the_script_or_the_stop_words_of_a_text_tell_its_language(text: str, languages: tuple[str, ...]) -> None:
    assert text_languages(text) == languages


def test_the_beginning_of_a_long_text_is_read() -> None:
    assert text_languages(f"{'harbour ' * 250}{_ENGLISH * 100}") == ()
