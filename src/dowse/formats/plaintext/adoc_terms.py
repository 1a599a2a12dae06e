"""The terms of description lists that are names, such as `core.fsmonitor::`: each is a section, as the settings that
Sphinx describes are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.lazy_pattern import lazy_pattern
from .adoc_blocks import LineKind, counted

# A name has a dot or an underscore between letters.  Of prose and of the options of a program there are too many.
_TERM = lazy_pattern(
    r"(?:\[\[[\w:.-]{1,200}+\]\])?(?P<mark>`?)(?=[^\s:]*[\w>}*][._][\w<{*])(?P<name>[A-Za-z][\w.<>{}*-]{2,100}+)(?P=mark)"
    r"::(?=\s|\Z)"
)
_OTHER_TERM = lazy_pattern(r"[^\s:][^\n]{0,300}?(?<!:)::(?=\s|\Z)")
_ITEM = lazy_pattern(r"(?:[*.-]{1,6}|\d{1,3}\.|[a-z]\.|<\d{1,3}>)[ \t]")
_UNSEEN = lazy_pattern(r"//|(?:ifdef|ifndef|endif)::|\[.*\]\Z")  # a comment, a condition, attributes of what follows


def described_names(lines: Sequence[str], kinds: Sequence[LineKind]) -> Iterator[tuple[int, str]]:
    """The line and the name of each term outside of blocks whose description goes on to the next one or to a heading.

    Text of the page, or a term that is no name, would else be a part of the section.
    """
    found = {
        at: match["name"]
        for at, (line, kind) in enumerate(zip(lines, kinds, strict=True))
        if "::" in line and kind == "text" and (match := _TERM.match(line))
    }
    described = -1  # the line of the last term, if all text since belongs to it
    is_apart = False  # whether a line without indentation is no part of the description
    for at, line, kind in _outside_of_blocks(lines, kinds) if found else ():
        if kind in {"heading", "title"} or at in found:
            if described >= 0:
                yield described, found[described]
            described, is_apart = (at if at in found else -1), False
        elif not line:
            is_apart = True
        elif line == "+" or line[0].isspace() or _ITEM.match(line):
            is_apart = False
        elif kind == "fence":
            described = -1 if is_apart else described
        elif (is_apart and not _UNSEEN.match(line)) or _OTHER_TERM.match(line):
            described = -1
    if described >= 0:
        yield described, found[described]


def _outside_of_blocks(lines: Sequence[str], kinds: Sequence[LineKind]) -> Iterator[tuple[int, str, LineKind]]:
    """The lines without those in code and in blocks, of which the first one is a fence."""
    blocks = list[str]()
    for at, (written, kind) in enumerate(zip(lines, kinds, strict=True)):
        line, is_inside = written.rstrip(), bool(blocks)
        is_delimiter = kind == "text" and counted(blocks, line)
        if not is_inside and kind not in {"code", "underline"}:
            yield at, line, "fence" if is_delimiter else kind
