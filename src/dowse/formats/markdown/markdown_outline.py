"""The markup of Markdown that is not content."""

from __future__ import annotations

import re

from ..outline import Outline
from .markup import markup_in

OUTLINE = Outline(
    heading=re.compile("#"),
    heading_mark=re.compile(r"(^| )#{1,6} "),
    underline=re.compile(r"\n {0,3}(?:=+|-+)[ \t]*\r?(?=\n|\Z)"),
    properties=re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)(.*)(?<=[\r\n])(?:---|\.\.\.)\s*", re.DOTALL),
    property_key=re.compile(r"(?m)^[ \t]*(?:-[ \t]+)?[^:\r\n]+:(?=\s|\Z)"),
    property_link=re.compile(r"([\"']?)!?\[\[(?:[^\[\]|\n]*\|)?(?P<shown>[^\[\]|\n]+)\]\]\1"),
    property_image=re.compile(
        r"(?mi)^[^:\s][^:\r\n]*:[ \t]*([\"']?)https?://[^\s\"']+\.(?:png|jpe?g|gif|svg|webp|avif)"
        r"(?:\?[^\s\"']*)?\1[ \t]*(?:[\r\n]+|\Z)"
    ),
    markup=markup_in,
)
