"""The ids of HTML elements in Markdown, which links name as they name headings: `<a id="costs"></a>`."""

from __future__ import annotations

import re

from ..line_offsets import folded, line_starts
from .blocks import blocks
from .prose import prose

# All quantifiers are possessive, and no tag reaches the next `<`: the search is linear.
_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9-]*+)(\s[^<>]*+)>")
_ATTRIBUTE = re.compile(r"(?<=[\s\"'])(id|name)\s*+=\s*+(?:\"([^\"]++)\"|'([^']++)'|([^\s\"'=<>`]++))", re.IGNORECASE)


def html_anchors(text: str) -> frozenset[str]:
    """The ids in a text of Markdown without frontmatter, case-folded: `id` of any element, and `name` of `<a>`.

    Those in code and in comments are none.
    """
    if not _ids(text):
        return frozenset()
    whole = folded(text)
    lines = whole.split("\n")
    starts = line_starts(lines)
    found = blocks(lines)
    code = [(starts[first], min(starts[after], len(text))) for first, after in found.code]
    return _ids(prose(whole, code, [starts[line] for line in found.leaves]))


def _ids(text: str) -> frozenset[str]:
    return frozenset(
        next(filter(None, values)).casefold()
        for tag, attributes in _TAG.findall(text)
        for key, *values in _ATTRIBUTE.findall(attributes)
        if key.lower() == "id" or tag.lower() == "a"
    )
