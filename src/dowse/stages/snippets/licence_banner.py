"""The comment with the licence at the beginning of a source file, which says nothing about the file."""

from __future__ import annotations

import re

from ...model.lazy_pattern import lazy_pattern

_MOST = 10_000  # characters that are looked at
_COMMENT = lazy_pattern(
    r"\s*+(?:/\*.*?\*/|<!--.*?-->|\(\*.*?\*\)|(?:[ \t]*+(?://|#|--|;|%)[^\n]*+(?:\n|\Z))+)", re.DOTALL
)  # no blanks are tried twice
_LICENCE = lazy_pattern(r"licen[cs]e|copyright|\(c\) \d{4}|SPDX", re.IGNORECASE)


def behind_licence(text: str) -> int:
    """The offset behind the comments at the beginning of a file up to the last one with a licence; 0 without one."""
    beginning, at, behind = text[:_MOST], 0, 0
    while found := _COMMENT.match(beginning, at):
        at = found.end()
        behind = at if _LICENCE.search(found[0]) else behind
    return behind
