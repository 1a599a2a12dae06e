"""Notes of Excalidraw without the data of their drawings."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.drawings import without_drawing

_TEXTS = """\
---

excalidraw-plugin: parsed
tags: [excalidraw]

---
==Switch to EXCALIDRAW VIEW==

My own notes

# Excalidraw Data

## Text Elements
Tide table [[Knots]] ^ab12cd34

## Element Links
ab12cd34: [[Moorings]]

## Embedded Files
0a1b2c: [[chart.png]]

"""
_COMPRESSED = "```compressed-json\nN4KgDgLgXgBgLgBOQOkQ\n\nAbacusZebraQuartz==\n```\n"
_PLAIN = '```json\n{\n  "type": "excalidraw",\n  "text": "AbacusZebraQuartz"\n}\n```\n'


@pytest.mark.parametrize("data", [_COMPRESSED, _PLAIN, '{"type":"excalidraw","a":"AbacusZebraQuartz"}\n'])
@pytest.mark.parametrize(("comment", "line_end"), [("%%\n", "\n"), ("%%\n", "\r\n"), ("", "\n")])
def test_the_data_is_no_text_and_lines_texts_and_links_stay(data: str, comment: str, line_end: str) -> None:
    text = f"{_TEXTS}{comment}## Drawing\n{data}{comment}\n# After\nMore\n".replace("\n", line_end)
    document = parse_file("Tides.excalidraw.md", text.encode(), modified=0.0)
    assert "AbacusZebra" not in document.text
    assert "```" not in document.text
    assert document.text.count("\n") == text.count("\n")
    assert document.text.endswith(f"{comment}\n# After\nMore\n".replace("\n", line_end))
    assert [link.target for link in document.links] == ["Knots", "Moorings", "chart.png"]
    titles = [
        "Excalidraw Data",
        "Text Elements",
        "Element Links",
        "Embedded Files",
        *([] if comment else ["Drawing"]),
        "After",
    ]
    assert [unit.title for unit in document.units if unit.title] == titles


@pytest.mark.parametrize("end", ["%%\n", "%%", ""])
def test_no_lines_are_left_of_the_data_at_the_end(end: str) -> None:
    assert without_drawing(f"{_TEXTS}# Drawing\n{_COMPRESSED}{end}") == f"{_TEXTS}# Drawing\n{end}"


@pytest.mark.parametrize(
    "text",
    [
        f"---\ntags: [a]\n---\nOf excalidraw-plugin: x\n\n# Drawing\n{_PLAIN}",
        "---\nexcalidraw-plugin: parsed\n---\n# Drawing\nHow I draw\n",
        "---\nexcalidraw-plugin: parsed\n---\n# Drawings\n```json\n{}\n```\n",
        f"excalidraw-plugin: parsed\n\n# Drawing\n{_PLAIN}",
    ],
)
def test_the_text_of_other_notes_stays(text: str) -> None:
    assert without_drawing(text) == text
