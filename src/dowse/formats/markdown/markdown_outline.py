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
    markup=markup_in,
)
