"""The ids of blocks in Logseq, `id:: 63bc…` below a block, references to them, `((63bc…))`, and hidden properties."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from .wikilinks import RawLink

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_ID = lazy_pattern(rf"^[ \t]*(?:[-*+][ \t]+)?id::[ \t]+({_UUID})[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_REFERENCE = lazy_pattern(rf"\(\(({_UUID})\)\)", re.IGNORECASE)
# What Logseq writes below a block for itself; a page does not show it.
_OF_BLOCK = lazy_pattern(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:id|collapsed|(?:created|updated)-at|heading|background-color|query-[a-z-]+|card-[a-z-]+"
    r"|ls-type|hl-[a-z-]+|logseq\.[\w.-]+)::[ \t][^\n]*$",
    re.MULTILINE,
)

# The name of a page that is embedded is shown; the id of a block says nothing.
_EMBEDDED = lazy_pattern(
    rf"(?<![`{{])(?:(?P<before>\{{\{{embed[ \t]+)\[\[[^\[\]\n]+\]\](?P<after>[ \t]*\}}\}})"
    rf"|(?:\{{\{{embed[ \t]+)?\(\({_UUID}\)\)(?:[ \t]*\}}\}})?)",
    re.IGNORECASE,
)
# The page or the block to which a label leads: `[label]([[page]])`, `[label](((63bc…)))`.
_LABEL_TARGET = lazy_pattern(rf"\]\([ \t]*(?:\[\[[^\[\]\n]+\]\]|\(\({_UUID}\)\))[ \t]*\)", re.IGNORECASE)
# Macros in place of which a page shows a list, a moment of a film or what a plugin makes.
_MACRO = lazy_pattern(r"(?<![`{])\{\{(?:youtube-timestamp|namespace|query|renderer|cards|function)\b[^{}\n]*\}\}")


def block_ids(text: str) -> tuple[str, ...]:
    """The ids that the text states, each once."""
    return tuple(dict.fromkeys(each[1].lower() for each in _ID.finditer(text))) if "id:: " in text else ()


def block_references(prose: str) -> Iterator[RawLink]:
    """The references to blocks in a text without code, in order, also those with a label: `[label](((63bc…)))`."""
    if "((" in prose:
        for found in _REFERENCE.finditer(prose):
            yield RawLink("node", found[1].lower(), "", found.span(), found.span())


def hidden_properties(text: str, start: int, end: int) -> list[Span]:
    """The lines in the part that state a property of a block which a page does not show, in order."""
    if text.find("::", start, end) < 0:
        return []
    return [found.span() for found in _OF_BLOCK.finditer(text, start, end)]


def hidden_references(text: str, start: int, end: int) -> list[Span]:
    """The references to blocks in the part, the macros around pages that are embedded, and those that show others."""
    if text.find("((", start, end) < 0 and text.find("{{", start, end) < 0:
        return []
    found = _EMBEDDED.finditer(text, start, end)
    spans = [each.span(name) for each in found for name in (("before", "after") if each["before"] else (0,))]
    return [*spans, *(each.span() for each in _MACRO.finditer(text, start, end))]


def label_target(text: str, at: int) -> Span | None:
    """From the end of a label at the offset the page or the block in brackets to which it leads."""
    found = _LABEL_TARGET.match(text, at)
    return found.span() if found else None
