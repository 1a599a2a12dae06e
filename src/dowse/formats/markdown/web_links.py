"""Links out of the vault: the addresses in a text, with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.document import Span
from ..line_offsets import folded, line_at, line_starts
from . import frontmatter
from .blocks import blocks
from .prose import blanked, prose
from .wikilinks import destination, pointers

_ADDRESS = re.compile(r"https?://[^\s<>\"`\\^{}|…]+", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"[{}…]|%[sd]\b|\$\w")  # an address in a template
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_AFTER = ".,;:!?'*_~"  # punctuation after a bare address
_CLOSING = {")": "(", "]": "["}
_MOST = 2048  # characters of an address; a longer one is data


def web_links(text: str, *, is_markdown: bool) -> list[tuple[str, int]]:
    """The http and https addresses with their lines, in the order of the text, except those in code."""
    starts = line_starts(folded(text).split("\n"))
    found = sorted(_in_markdown(text) if is_markdown else _bare(text))
    return [(address, line_at(starts, at)) for at, address in found if len(address) <= _MOST]


def _in_markdown(text: str) -> Iterator[tuple[int, str]]:
    _, body_start = frontmatter.split(text)
    yield from _bare(text[:body_start])
    whole = folded(text)
    lines = whole[body_start:].split("\n")
    starts = line_starts(lines, body_start)
    found = blocks(lines)
    bare = prose(
        blanked(whole, [(0, body_start)], "\n"),
        [(starts[first], min(starts[after], len(text))) for first, after in found.code],
        [starts[line] for line in found.leaves],
    )
    done: list[Span] = []
    for pointer in pointers(bare):
        if pointer.kind == "web":
            done.append(pointer.hidden)
            begin = pointer.hidden[0]
            inside = destination(bare, begin) if pointer.hidden != pointer.span else None
            written = inside.written if inside else bare[slice(*pointer.hidden)]
            address = _ESCAPED.sub(r"\1", written.strip("<> ")).replace("&amp;", "&")
            if _ADDRESS.match(address) and not _PLACEHOLDER.search(address):
                yield begin, address
    yield from _bare(blanked(bare, done, " "))


def _bare(text: str) -> Iterator[tuple[int, str]]:
    """Addresses in the text without markup, and without adjacent punctuation."""
    for found in _ADDRESS.finditer(text):
        following = text[found.end() : found.end() + 1]
        address = _trimmed(found[0].partition("][")[0].replace("&amp;", "&"))
        if following not in {"{", "…"} and not _PLACEHOLDER.search(address) and len(address) > len("https://"):
            yield found.start(), address


def _trimmed(address: str) -> str:
    """The address without punctuation at its end, and without closing brackets that it does not open."""
    surplus = {mark: address.count(mark) - address.count(opening) for mark, opening in _CLOSING.items()}
    end = len(address)
    while end and ((last := address[end - 1]) in _AFTER or surplus.get(last, 0) > 0):
        end -= 1
        if last in surplus:
            surplus[last] -= 1
    return address[:end]
