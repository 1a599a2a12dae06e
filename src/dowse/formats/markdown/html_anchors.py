"""The ids in Markdown that links name as they name headings: those of HTML elements, `<a id="costs"></a>`, those in
attributes, `{: #costs }`, those that pages give footnotes, `fn:1`, and the labels of equations, `\\label{eq:costs}`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from operator import attrgetter

from ...model.document import Document, Unit
from ..line_offsets import folded, line_starts
from .blocks import blocks
from .prose import prose

# All quantifiers are possessive, and no tag reaches the next `<`: the search is linear.
_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9-]*+)(\s[^<>]*+)>")
_ANY_TAG = re.compile(r"<[^<>]*+>")
_ATTRIBUTE = re.compile(r"(?<=[\s\"'])(id|name)\s*+=\s*+(?:\"([^\"]++)\"|'([^']++)'|([^\s\"'=<>`]++))", re.IGNORECASE)
# kramdown, MkDocs; the name in `{#if …}` of a template does no harm.
_STATED = re.compile(r"\{:?[ \t]{0,9}#([A-Za-z][\w.:-]{0,200}+)[^{}\n]{0,500}+\}")
_FOOTNOTE = re.compile(r"(?m)^[ ]{0,3}\[\^([^\]\s]{1,100}+)\]:")
_LABEL = re.compile(r"\\label\{([^{}\s]{1,100}+)\}")
_OF_FOOTNOTE = ("fn", "fnref")  # Goldmark, kramdown, Python-Markdown: the note, and where the text refers to it
_start = attrgetter("start")


def html_section(document: Document, anchor: str) -> Unit | None:
    """The section that contains the HTML element with the id, or that begins behind it; None without one."""
    text, units = document.text, document.units
    at = None if document.is_source else html_anchors(text[document.body_start :]).get(anchor.casefold())
    if at is None:
        return None
    at += document.body_start
    n = bisect_right(units, at, key=_start)
    begins_below = n < len(units) and not _ANY_TAG.sub("", text[at : units[n].start]).strip()
    return units[n] if begins_below else units[n - 1]


def html_anchors(text: str) -> Mapping[str, int]:
    """The ids in a text of Markdown without frontmatter, case-folded, with the offsets of their elements: `id` of any
    element, and `name` of `<a>`; in attributes in braces; of footnotes; of equations.

    Those in code and in comments are none.
    """
    if not _ids(text):
        return {}
    whole = folded(text)
    lines = whole.split("\n")
    starts = line_starts(lines)
    found = blocks(lines)
    code = [(starts[first], min(starts[after], len(text))) for first, after in found.code]
    return _ids(prose(whole, code, [starts[line] for line in found.leaves]))


def _ids(text: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for tag in _TAG.finditer(text):
        for key, *values in _ATTRIBUTE.findall(tag[2]):
            if key.lower() == "id" or tag[1].lower() == "a":
                found.setdefault(next(filter(None, values)).casefold(), tag.start())
    for stated in _STATED.finditer(text):
        found.setdefault(stated[1].casefold(), stated.start())
    for label in _LABEL.finditer(text):
        found.setdefault(label[1].casefold(), label.start())
    for note in _FOOTNOTE.finditer(text):
        for prefix in _OF_FOOTNOTE:
            found.setdefault(f"{prefix}:{note[1]}".casefold(), note.start())
    return found
