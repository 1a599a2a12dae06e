"""The markup of Markdown that is not content."""

from __future__ import annotations

import re

from ...model.lazy_pattern import lazy_pattern
from ..outline import Outline
from .markup import markup_in
from .property_layout import property_layout
from .tags import INLINE_TAG

OUTLINE = Outline(
    heading=lazy_pattern("#"),
    heading_mark=lazy_pattern(r"(^| )#{1,6} "),
    underline=lazy_pattern(r"\n {0,3}(?:=+|-+)[ \t]*\r?(?=\n|\Z)"),
    properties=lazy_pattern(
        r"\ufeff?\s*(?:---|\+\+\+)[ \t]*(?:\r\n?|\n)(.*)(?<=[\r\n])(?:---|\.\.\.|\+\+\+)\s*", re.DOTALL
    ),
    property_key=lazy_pattern(r"(?m)^[ \t]*(?:-[ \t]+)?[^:\r\n]+:(?=\s|\Z)|^[\w.-]+[ \t]*=(?=[ \t])"),
    property_link=lazy_pattern(
        r"([\"']?)!?\[(?:\[(?:[^\[\]|\n]*\|)?|(?=[^\[\]\n]+\]\())(?P<shown>[^\[\]|\n]+)(?:\]\]|\]\([^\s()]+\))\1"
    ),
    property_hidden=lazy_pattern(
        r"(?mi)^[^:\s][^:\r\n]*:[ \t]*([\"']?)https?://[^\s\"']+\.(?:png|jpe?g|gif|svg|webp|avif)"
        r"(?:\?[^\s\"']*)?\1[ \t]*(?:[\r\n]+|\Z)"
    ),
    property_layout=property_layout,
    tags=INLINE_TAG,
    markup=markup_in,
)
