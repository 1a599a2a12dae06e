"""The vocabulary of the query language, once: the parser, the help text and the documentation read it here."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

FieldKind = Literal["value", "date", "scope", "near"]
"""How the value of a field is read: compared with a fact, as a range of time, as the document that a set of others is
named after, as a place in meaning, or as a question to the graph of links."""


@dataclass(frozen=True, slots=True)
class QueryForm:
    """A way to write a query that needs no field."""

    example: str
    about: str


@dataclass(frozen=True, slots=True)
class Field:
    """A word before a colon that selects or ranks documents."""

    name: str
    about: str
    example: str
    kind: FieldKind = "value"


@dataclass(frozen=True, slots=True)
class Directive:
    """A word before a colon that says how to search."""

    name: str
    about: str
    example: str


FORMS: tuple[QueryForm, ...] = (
    QueryForm("carbon tax", "natural words: more and rarer ones rank higher"),
    QueryForm('"carbon tax"', "exactly this text; case and accents do not matter"),
    QueryForm("tax AND rebate", "both words, by stem; also OR, NOT and ( )"),
    QueryForm("+word -word", "must and must not be there; also before a phrase or a field"),
    QueryForm("[due]", "the frontmatter has the property"),
    QueryForm("[due:soon]", "the property has this value"),
    QueryForm("[rating:>=4]", "the property compared: > >= < <= or from..to, with numbers and dates"),
)
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
    Field("lang", "programming language, by the file's ending", "lang:python"),
    Field("modified", "file changed then; <30d means younger than 30 days", "modified:<30d", "date"),
    Field("created", "frontmatter created, created_at or date lies then", "created:2026-01..2026-03", "date"),
    Field("under", "below the document: by parent links, else by folders", "under:METIS-I-0018", "scope"),
    Field("children", "directly below the document", "children:METIS-I-0018", "scope"),
    Field("links", "links to the document", 'links:"April Jane"', "scope"),
    Field("linked", "the document links to it", "linked:METIS-T-0012", "scope"),
    Field("in", "lies in the vault of that name, when several are searched", "in:notes", "scope"),
    Field("similar", "near in meaning to the text", 'similar:"save energy"', "near"),
    Field("like", "near in meaning to that document or section", "like:METIS-T-0012", "near"),
    Field("related", "reached from the document over links and likeness", "related:METIS-I-0018", "scope"),
)
DIRECTIVES: tuple[Directive, ...] = (
    Directive("archived", "archived documents too; they are left out otherwise", "archived:yes"),
    Directive("weights", "weights of keyword, semantic and graph", "weights:0.5,0.3,0.2"),
    Directive("limit", "most results to show", "limit:20"),
    Directive("profile", "the way to rank; see dowse profiles", "profile:rrf"),
    Directive("depth", "how many links related: may follow, 1 to 6; 2 otherwise", "depth:2"),
    Directive("communities", "clusters of documents instead of hits; takes no value", "communities:"),
)
BY_NAME = {field.name: field for field in FIELDS}
DIRECTIVE_NAMES = frozenset(directive.name for directive in DIRECTIVES)
FIELD_NAMES = frozenset(BY_NAME)

# Endings of the files of a programming or markup language, and its other names.
LANGUAGES: dict[str, tuple[str, ...]] = {
    "python": ("py", "pyi", "pyw"),
    "javascript": ("js", "mjs", "cjs", "jsx"),
    "typescript": ("ts", "tsx", "mts", "cts"),
    "go": ("go",),
    "rust": ("rs",),
    "java": ("java",),
    "kotlin": ("kt", "kts"),
    "c": ("c", "h"),
    "cpp": ("cc", "cpp", "cxx", "hh", "hpp", "hxx"),
    "csharp": ("cs",),
    "ruby": ("rb",),
    "php": ("php",),
    "swift": ("swift",),
    "scala": ("scala",),
    "shell": ("sh", "bash", "zsh"),
    "sql": ("sql",),
    "html": ("html", "htm"),
    "css": ("css",),
    "markdown": ("md", "markdown", "mdx"),
}
_OTHER_NAMES = {"c++": "cpp", "c#": "csharp", "golang": "go", "bash": "shell", "sh": "shell"}


def endings_of(language: str) -> tuple[str, ...]:
    """The endings of the files of a language, given by its folded name or one of them; empty when it is unknown."""
    name = _OTHER_NAMES.get(language, language)
    if name in LANGUAGES:
        return LANGUAGES[name]
    return next((endings for endings in LANGUAGES.values() if name in endings), ())


def near_miss(name: str) -> str | None:
    """The field that was probably meant by a name that is none: `tags` → `tag`."""
    return _nearest(name.casefold()) if len(name) <= _LONGEST_NEAR else None


@lru_cache(256)
def _nearest(name: str) -> str | None:
    letters = _letters(name)
    near = [field for field, own in _LETTERS.items() if 2 * len(letters & own) >= _NEAR * (len(name) + len(field))]
    close = difflib.get_close_matches(name, near, n=1, cutoff=_NEAR)
    return close[0] if close else None


def _letters(name: str) -> frozenset[tuple[str, int]]:
    """The letters of a name, equal ones numbered; difflib would take ten times as long to see that few are shared."""
    return frozenset((letter, name[:at].count(letter)) for at, letter in enumerate(name))


_NEAR = 0.7  # of difflib's ratio: twice the letters in common to all letters of both
_LETTERS = {name: _letters(name) for name in sorted(FIELD_NAMES | DIRECTIVE_NAMES)}
_LONGEST_NEAR = 2 * max(map(len, _LETTERS))
