"""The properties of a file of reStructuredText: the list of fields at its top or below its title, `:Author: Jane`.

docutils calls those below the title bibliographic fields, Sphinx those at the top file-wide metadata; Pelican reads
either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...model.document import Fact
from ..header_fields import stated_facts
from ..markdown.frontmatter_lines import facts_by_line

_FIELD = re.compile(r":([A-Za-z][\w -]{0,60}):(?:[ \t]+(.*))?")
_MOST_LINES = 500


def rst_fields(lines: Sequence[str], below: int) -> dict[str, Fact]:
    """The facts by lower-case name of the fields that are first below the line, besides comments and targets."""
    at = below
    while at < len(lines) and (not lines[at].strip() or lines[at].startswith("..")):
        is_explicit = lines[at].startswith("..")
        at += 1
        while is_explicit and at < len(lines) and lines[at][:1] in (" ", "\t"):
            at += 1
    return stated_facts(facts_by_line("\n".join(_as_properties(lines[at : at + _MOST_LINES]))))


def _as_properties(lines: Sequence[str]) -> Iterator[str]:
    """The lines of the fields, `:name: value` as `name: value`, up to the first other line."""
    for line in lines:
        if found := _FIELD.fullmatch(line.rstrip()):
            yield f"{found[1]}: {found[2] or ''}"
        elif line[:1] in (" ", "\t") and line.strip():
            yield line
        else:
            return
