"""The fences of code blocks, and of admonitions: runs of backticks or tildes, each at the beginning of its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern

FENCE = lazy_pattern(r"^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_RUN = lazy_pattern(r"`{3,}|~{3,}")
_FENCE_LINE = lazy_pattern(r"(?:[ \t>]|[-*+] |\d{1,9}[.)] )*\Z")  # before the run of a fence
_QUOTED = lazy_pattern(r"^[ \t]*(?:> ?)+", re.MULTILINE)  # before a line of a quotation
KINDS = frozenset(
    (
        "abstract", "attention", "bug", "caution", "check", "danger", "details", "error", "example", "failure", "hint",
        "important", "info", "note", "question", "quote", "seealso", "success", "summary", "tip", "todo", "warning",
    )
)  # fmt: skip
# What follows the run that begins an admonition: of MyST, of mdbook-admonish, and of Obsidian's plugin Admonition.
_ADMONITION = lazy_pattern(
    r"[ \t]*(?:\{(?:admonition|(?P<myst>[a-z]+))\}[ \t]*(?P<title>[^\n]*)"
    r"|admonish(?:[ \t]+(?P<kind>[a-z][\w-]*)(?!=))?(?:[ \t]+(?:title=)?\"(?P<quoted>[^\"\n]*)\")?(?:[ \t][^\n]*)?"
    r"|ad-(?P<plugin>[\w-]+))[ \t\r]*(?=\n|\Z)"
)
_PROPERTY = lazy_pattern(  # of an admonition, in its first lines; of Obsidian's plugin, and of MyST
    r"\n[ \t>]*(?:(?:collapse|icon|color):[^\n]*|:[a-z][a-z-]*:(?:[ \t][^\n]*)?|title:(?P<title>[^\n]*))(?=\n|\Z)"
)
_MOST_PROPERTIES = 8
_LONGEST_INDENT = 80  # characters before a sign of quotation
_LONGEST_LINE = 2_000  # characters of a line that are read for a fence or a table


class OpenFences(NamedTuple):
    """The blocks around an offset."""

    code: tuple[str, int] | None = None  # the run that opened the code block, and where it ends
    admonitions: tuple[str, ...] = ()  # the runs that opened admonitions, the outermost first


class AdmonitionFence(NamedTuple):
    """The lines that begin an admonition, from behind its run: that of the fence and those with properties."""

    title: str
    shown: Span  # of the title in these lines; empty for that of its kind
    end: int


def admonition_fence(text: str, after: int) -> AdmonitionFence | None:
    """The admonition whose run ends at the offset; None for code."""
    found = _ADMONITION.match(text, after)
    if found is None or (found["myst"] and found["myst"] not in KINDS):
        return None
    title, kind = found["title"] or found["quoted"] or "", found["myst"] or found["kind"] or found["plugin"] or ""
    start, end = found.start("title" if found["title"] else "quoted"), found.end()
    for _ in range(_MOST_PROPERTIES):
        if (stated := _PROPERTY.match(text, end)) is None:
            break
        end = stated.end()
        if stated["title"]:
            title, start = stated["title"], stated.start("title")
    begin = start + len(title) - len(title.lstrip())
    bare = title.strip()
    shown = (begin, begin + len(bare)) if bare else (end, end)
    return AdmonitionFence(bare or kind.capitalize(), shown, end)


def open_fences(text: str, floor: int, at: int) -> OpenFences:
    """The blocks that begin between the offsets and end behind them."""
    code, admonitions = None, list[str]()
    for found in _RUN.finditer(text, floor, at):
        start, after = found.start(), run_end(text, found.start())
        if not begins_fence(text, start, after):
            continue
        run = text[start:after]
        if code is not None:
            code = None if run.startswith(code[0]) else code
        elif admonitions and run.startswith(admonitions[-1]) and is_bare(text, after):
            admonitions.pop()
        elif admonition_fence(text, after):
            admonitions.append(run)
        else:
            code = run, after
    return OpenFences(code, tuple(admonitions))


def is_bare(text: str, after: int) -> bool:
    """Whether nothing follows the run that ends at the offset, as after a block."""
    return not text[after : line_end(text, after)].strip()


def closing_fence(text: str, run: str, at: int) -> int:
    """The offset of the run that closes a code block; -1 without one."""
    found = text.find(run, at)
    while found >= 0 and not begins_fence(text, found, run_end(text, found)):
        found = text.find(run, run_end(text, found))
    return found


def run_end(text: str, at: int) -> int:
    """The end of the run of the sign at the offset."""
    after = at
    while text.startswith(text[at], after):
        after += 1
    return after


def begins_fence(text: str, at: int, after: int) -> bool:
    """Whether the run between the offsets begins or ends a code block."""
    before = text[line_start(text, at) : at]
    return bool(_FENCE_LINE.match(before)) and (text[at] == "~" or "`" not in text[after : line_end(text, after)])


def line_start(text: str, at: int) -> int:
    """The start of the line; of a longer line, some place before the offset."""
    low = max(0, at - _LONGEST_LINE)
    return text.rfind("\n", low, at) + 1 or low


def line_end(text: str, at: int) -> int:
    """The end of the line; of a longer line, some place after the offset."""
    found = text.find("\n", at, at + _LONGEST_LINE)
    return found if found >= 0 else min(len(text), at + _LONGEST_LINE)


def quotation_marks(text: str, opening: int, start: int, end: int) -> Iterator[Span]:
    """The signs before lines of code in `text[start:end]` if the line that opens the block, at `opening`, has one."""
    if text[opening : opening + _LONGEST_INDENT].lstrip(" \t").startswith(">"):
        yield from (found.span() for found in _QUOTED.finditer(text, start, end))
