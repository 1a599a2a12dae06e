"""The vocabulary of the query language, once: the parser, the help text and the documentation read it here."""

from __future__ import annotations

import difflib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A word before a colon that selects documents."""

    name: str
    about: str
    example: str


FIELDS: tuple[Field, ...] = (
    Field("tag", "has the tag, or a tag nested under it; `#x` for short", "tag:finance"),
    Field("path", "lies in the folder, or is the file", "path:2-Areas/Finance"),
    Field("file", "file name or path holds the text or matches the pattern with * and ?", "file:IRS-*"),
    Field("title", "title holds the text", "title:meeting"),
    Field("ext", "file name ends so", "ext:md"),
    Field("kind", "kind of document: note doc task skill knowledge code file", "kind:task"),
    Field("type", "frontmatter type", "type:daily"),
    Field("status", "frontmatter status", "status:draft"),
    Field("phase", "frontmatter phase", "phase:active"),
)
# Named in the language, not built yet: a query that uses them is told so.
_PLANNED = """
modified created under children links linked archived in lang similar like related depth communities
weights limit profile
"""
PLANNED = frozenset(_PLANNED.split())
FIELD_NAMES = frozenset(field.name for field in FIELDS)


def near_miss(name: str) -> str | None:
    """The field that was probably meant by a name that is none: `tags` → `tag`."""
    close = difflib.get_close_matches(name.casefold(), sorted(FIELD_NAMES), n=1, cutoff=0.7)
    return close[0] if close else None
