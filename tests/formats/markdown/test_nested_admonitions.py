"""Admonitions between fences, code, lists and quotations in each other: what counts, and what a page shows."""

from __future__ import annotations

import random

from dowse.formats.detect import parse_file
from dowse.formats.markdown.markup import markup

_BEGINNINGS = ("{note}", "{tip} Low\n:class: wide", "admonish", 'admonish warning "Low"', "ad-note\ntitle: Low")
_MARKS = ("{note}", "{tip}", "admonish", "ad-note", ":class:", "title:", "```", "~~~")


class _Written:
    """Lines of nested blocks, with what a reader should find in them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # no secret
        self.count = 0
        self.headings: list[str] = []  # outside of other blocks
        self.links: list[str] = []  # outside of code
        self.lines = self.blocks(3)[0]

    def blocks(self, depth: int, *, is_inside: bool = False) -> tuple[list[str], int]:
        """The lines of some blocks, and the length of the longest fence in them."""
        lines, longest = list[str](), 3
        for _ in range(self.chance.randint(1, 4)):
            self.count += 1
            kind = self.chance.choice(("text", "heading", "code", "admonition", "item", "quote")[: 6 if depth else 3])
            inner, length = (
                self.blocks(depth - 1, is_inside=True) if kind in ("admonition", "item", "quote") else ([], 3)
            )
            longest = max(longest, length + (kind == "admonition"))
            lines += [*self._block(kind, inner, self.chance.choice("`~"), length, is_inside=is_inside), ""]
        return lines, longest

    def _block(self, kind: str, inner: list[str], sign: str, length: int, *, is_inside: bool) -> list[str]:
        match kind:
            case "text":
                self.links.append(f"L{self.count}")
                return [f"Text [[L{self.count}]]"]
            case "heading":
                self.headings += () if is_inside else (f"H{self.count}",)
                return [f"# H{self.count}"]
            case "code":
                return [sign * 3 + self.chance.choice(("", "py")), f"# [[C{self.count}]]", sign * 3]
            case "admonition":
                fence = sign * (length + 1)
                return [*f"{fence}{self.chance.choice(_BEGINNINGS)}".split("\n"), *inner, fence]
            case "item":
                return [f"- {inner[0]}", *(f"  {line}".rstrip() for line in inner[1:]), "", "behind"]
            case _:
                return [*(f"> {line}".rstrip() for line in inner), "", "behind"]


def test_headings_links_and_marks_of_nested_blocks_are_those_of_their_place() -> None:
    for seed in range(400):
        written = _Written(seed)
        text = "\n".join(written.lines)
        document = parse_file("a.md", text.encode(), modified=0.0)
        assert [unit.title for unit in document.units if unit.title] == written.headings
        assert [link.target for link in document.links] == written.links
        shown, done = "", 0
        for start, end, filler in markup(text, (0, len(text)), 0):
            shown, done = f"{shown}{text[done:start]}{filler}", end
        assert not [mark for mark in _MARKS if mark in shown + text[done:]], text
