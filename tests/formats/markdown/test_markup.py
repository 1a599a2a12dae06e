"""What a snippet of Markdown leaves out of the blocks of site generators."""

from __future__ import annotations

import pytest

from dowse.formats.markdown.markup import markup


def _shown(text: str) -> str:
    parts, done = list[str](), 0
    for first, last, filler in markup(text, (0, len(text)), 0):
        parts += (text[done:first], filler)
        done = last
    return "".join((*parts, text[done:]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (":::tip[My title]\nText\n:::\nmore", "My title\nText\n\nmore"),
        (":::caution My title\nText\n:::", "My title\nText\n"),
        ("::: {.callout-note}\nText\n:::", "\nText\n"),
        ("/// tip | My title\nText\n///", "My title\nText\n"),
        ("/// note\nText\n///", "\nText\n"),
        ('!!! note "My title"\n    Text', "My title\n    Text"),
        ("!!! note\n    Text", "\n    Text"),
        ('???+ danger "A"\n    Text', "A\n    Text"),
        ("a ::: b /// c !!! d ???\nWhat??? No!!!", "a ::: b /// c !!! d ???\nWhat??? No!!!"),
        ("/// a line of prose", "/// a line of prose"),
        ("```\n:::tip\n!!! note\n```\n:::tip", "\n:::tip\n!!! note\n\n"),
        ('## {{% heading "whatsnext" %}}\n{{< x >}} {{< g text="y" >}}', "## whatsnext\n y"),
    ],
)
def test_marks_of_admonitions_and_shortcodes_are_not_shown_and_their_titles_are(text: str, shown: str) -> None:
    assert _shown(text) == shown
