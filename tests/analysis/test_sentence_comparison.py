"""Sentences in texts: with their signs, whatever the markup and the typography."""

from __future__ import annotations

import pytest

from dowse.analysis.sentence_comparison import Sentence

_WRITTEN = "The pilot (an old man) rows out - slowly - to the bell buoy, as the tide turns at noon."


@pytest.mark.parametrize(
    "text",
    [
        _WRITTEN,
        f"Before. {_WRITTEN} Behind.",
        "The **pilot** (an _old_ man) rows out — slowly — to the [bell buoy](https://a.org), as the tide\nturns",
        "> The pilot (an old man) rows out – slowly – to the\n> bell buoy, as the tide turns at noon",
        "- The pilot\n- an old man\n- rows out -- slowly -- to the bell buoy, as the tide turns at noon",
        "the PILOT \\(an old man\\) rows out \u2010 slowly \u2010 to the [[buoy|bell buoy]], as the tide turns!",
        "The pi\u00adlot (an old man) rows out - slow\u200bly - to the «bell buoy», as the tide turns at noon",
        "x " * 5_000 + _WRITTEN + " the pilot" * 500,
    ],
)
def test_a_sentence_is_found_as_a_page_shows_it(text: str) -> None:
    sentence = Sentence("The pilot (an old man) rows out - slowly - to the bell buoy, as the tide")
    assert sentence.has_signs
    assert sentence.is_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The pilot, an old man, rows out - slowly - to the bell buoy, as the tide turns",
        "The pilot (an old man) rows out slowly to the bell buoy, as the tide turns",
        "The pilot (an old man) rows out - slowly - to the bell buoy. As the tide turns",
        "The pilot (an old man) rows out - slowly - to the bell buoy, as the tides turn",
    ],
)
def test_other_signs_and_other_words_are_another_sentence(text: str) -> None:
    assert not Sentence("The pilot (an old man) rows out - slowly - to the bell buoy, as the tide").is_in(text)


@pytest.mark.parametrize("ends", ['"{}"', "“{}”", "... {}", "- {}", "({})", "'{}'!", "{}?", "> {} …"])
def test_signs_at_the_ends_do_not_count(ends: str) -> None:
    assert Sentence(ends.format("rows out to the bell buoy, as the tide turns")).is_in(
        "He rows out to the bell buoy, as the tide turns; then back."
    )


def test_words_alone_have_no_signs() -> None:
    assert not Sentence("*rows* out to the bell buoy.").has_signs
    assert Sentence("rows out to the bell buoy").is_in("He rows out to the bell buoy.")


@pytest.mark.parametrize("text", ["灯台守は、毎晩九時に\n灯りをともす。", "灯台守は、毎晩 九時に灯りをともす"])
def test_blanks_in_a_script_without_spaces_do_not_count(text: str) -> None:
    assert Sentence("灯台守は、毎晩九時に灯りをともす").is_in(text)
    assert not Sentence("灯台守は毎晩九時に灯りをともす").is_in(text)


def test_signs_alone_are_in_no_text() -> None:
    assert not Sentence("… — !").is_in("… — !")
