"""The properties of a file of reStructuredText: the list of fields at its top or below its title, `:Author: Jane`.

docutils calls those below the title bibliographic fields, Sphinx those at the top file-wide metadata; Pelican reads
either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

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
    fields = list(_as_properties(lines[at : at + _MOST_LINES]))
    facts = facts_by_line("\n".join(fields))
    for name, repeated in _repeated(fields).items():
        found = [value for text in repeated for value in stated_facts(facts_by_line(text)).values()]
        facts[name] = tuple(item for each in found for item in (each if isinstance(each, tuple) else (str(each),)))
    return stated_facts(facts)


def _repeated(lines: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """The fields of each name that several have, by lower-case name."""
    fields: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if line[:1] in (" ", "\t") and name:
            fields[name][-1] += f"\n{line}"
        else:
            name = line.partition(":")[0].lower()
            fields.setdefault(name, []).append(line)
    return {name: own for name, own in fields.items() if len(own) > 1}


def _as_properties(lines: Sequence[str]) -> Iterator[str]:
    """The lines of the fields, `:name: value` as `name: value`, up to the first other line."""
    for line in lines:
        if found := _FIELD.fullmatch(line.rstrip()):
            yield f"{found[1]}: {found[2] or ''}"
        elif line[:1] in (" ", "\t") and line.strip():
            yield line
        else:
            return
