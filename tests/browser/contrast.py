"""How well a text stands out from what is behind it, as WCAG 2.2 defines it (success criterion 1.4.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

Colour = tuple[float, float, float, float]  # red, green, blue in 0..255, and how opaque it is

LEAST = 4.5  # for texts of usual size

# For each text that is seen: its words, its colour, and the colours behind it, the nearest first.
SEEN_TEXTS = """() => {
    const texts = [];
    const note = (element, words, colour) => {
        const behind = [];
        for (let each = element; each; each = each.parentElement) {
            const style = getComputedStyle(each);
            if (style.display === "none" || style.visibility === "hidden" || Number(style.opacity) < 1) return;
            behind.push(style.backgroundColor);
        }
        texts.push({ words: words.trim().slice(0, 60), colour, behind });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const words = walker.currentNode.data;
        const shown = element.getClientRects().length > 0 && !element.closest("svg, option, datalist, .unseen, .skip");
        if (shown && words.trim()) note(element, words, getComputedStyle(element).color);
    }
    for (const field of document.querySelectorAll("input, select, textarea")) {
        if (!field.getClientRects().length) continue;
        note(field, field.value || field.id, getComputedStyle(field).color);
        if (field.placeholder) note(field, field.placeholder, getComputedStyle(field, "::placeholder").color);
    }
    for (const name of document.querySelectorAll("#board text")) {
        const style = getComputedStyle(name);
        texts.push({ words: name.textContent, colour: style.fill, behind: [style.stroke] });
    }
    return texts;
}"""


def colour(css: str) -> Colour:
    """A colour as browsers compute it: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)`."""
    numbers = [float(number) for number in re.findall(r"[\d.]+", css)]
    assert css.startswith("rgb"), css
    return numbers[0], numbers[1], numbers[2], numbers[3] if len(numbers) > 3 else 1.0


def ratio(text: str, behind: Sequence[str]) -> float:
    """The contrast of a text with the colours behind it, the nearest first; 1 to 21."""
    ground: Colour = (255.0, 255.0, 255.0, 1.0)
    for each in reversed(behind):
        ground = _over(colour(each), ground)
    lighter, darker = sorted((_luminance(_over(colour(text), ground)), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _over(above: Colour, below: Colour) -> Colour:
    share = above[3]
    red, green, blue = (share * a + (1 - share) * b for a, b in zip(above[:3], below[:3], strict=True))
    return red, green, blue, 1.0


def _luminance(shown: Colour) -> float:
    red, green, blue = (_linear(part / 255) for part in shown[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
