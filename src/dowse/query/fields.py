"""The vocabulary of the query language, for the parser, the help text and the documentation."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from ..analysis.spelling.spelling_correction import distance
from ..formats.code.languages import LANGUAGES as PROGRAMMING_LANGUAGES
from ..formats.registry import FORMATS
from ..model.kinds import FACT_FIELDS, KINDS
from ..model.value_class import dataclass

FieldKind = Literal["value", "date", "scope", "near", "passage", "case"]
"""The meaning of the value of a field: `value`, compared with a fact of a document; `date`, a range of time; `scope`, a
document that defines a set of others; `near`, a text or a document to be similar to; `passage`, a condition that one
passage of the text meets; `case`, a condition in which case matters.  The value of the last two is a word, a phrase, a
regular expression or a group."""


@dataclass(frozen=True, slots=True)
class QueryForm:
    """A syntax without a field."""

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
    """A word before a colon that controls the search."""

    name: str
    about: str
    example: str


FORMS: tuple[QueryForm, ...] = (
    QueryForm("carbon tax", "natural words: documents with more and rarer words rank higher"),
    QueryForm('"carbon tax"', "the exact phrase; case and accents do not matter"),
    QueryForm("tax AND rebate", "both words, by stem; also OR, NOT and ( )"),
    QueryForm("+word -word", "required and excluded words; also before a phrase or a field"),
    QueryForm(r"/\d{4}-\d\d/", "a regular expression; needs the extra regex"),
    QueryForm("[due]", "the frontmatter has the property"),
    QueryForm("[due:soon]", "the property has this value"),
    QueryForm("[rating:>=4]", "a comparison with a number or a date: > >= < <= or from..to"),
)
FIELDS: tuple[Field, ...] = (
    Field("tag", "a tag, or a tag nested under it; `#x` for short", "tag:finance"),
    Field("path", "a folder with its subfolders, or a file", "path:2-Areas/Finance"),
    Field("file", "text in the file name or path, or a pattern with * ? [ab] {a,b}", "file:IRS-*"),
    Field("title", "text in the title", "title:meeting"),
    Field("ext", "file extension", "ext:md"),
    Field(
        "kind",
        f"kind: {' '.join(KINDS)}; of a symbol: function class …",
        "kind:task",
    ),
    *(Field(fact.name, fact.about, fact.example) for fact in FACT_FIELDS),
    Field("lang", "programming language or format of the file", "lang:python"),
    Field("symbol", "defines a symbol of that name, Class.method or pattern with * ?", "symbol:parse*"),
    Field("test", "whether a source file is a test, by its path", "test:no"),
    Field("calls", "calls a symbol", "calls:Flask.run", "scope"),
    Field("called", "is called by a symbol or a file", "called:Flask.run", "scope"),
    Field("imports", "imports a file, a symbol or a module", "imports:flask.json", "scope"),
    Field("imported", "is imported by a file", "imported:src/app.py", "scope"),
    Field("extends", "extends or implements a class", "extends:Scaffold", "scope"),
    Field("explains", "names a symbol or a file in a code span", "explains:Flask.run", "scope"),
    Field("explained", "is named in a code span of a document", 'explained:"How to run"', "scope"),
    Field("section", "all of these in one section, from a heading to the next", "section:(dog cat)", "passage"),
    Field("block", "all of these in one paragraph, list item or code block", "block:(dog cat)", "passage"),
    Field("line", "all of these in one line", "line:(mix flour)", "passage"),
    Field("task", 'all of these in one task of a list; task:"" finds any task', "task:call", "passage"),
    Field("task-todo", "the same in an open task, - [ ]", "task-todo:call", "passage"),
    Field("task-done", "the same in a completed task, - [x]", "task-done:call", "passage"),
    Field("match-case", "these words in upper and lower case as written", "match-case:HappyCat", "case"),
    Field("modified", "modification time of the file; <30d: within the last 30 days", "modified:<30d", "date"),
    Field("created", "date in the frontmatter: created, created_at or date", "created:2026-01..2026-03", "date"),
    Field(
        "under",
        "descendants of a document; words beside it rank, +word requires the word",
        "under:METIS-I-0018",
        "scope",
    ),
    Field("children", "direct children of a document", "children:METIS-I-0018", "scope"),
    Field("links", "documents that link to a document", 'links:"April Jane"', "scope"),
    Field("linked", "documents that a document links to", "linked:METIS-T-0012", "scope"),
    Field("dead", "whether `url`, `source` or `link` was dead at the last dowse check-links", "dead:yes"),
    Field("in", "a vault, if several vaults are searched", "in:notes", "scope"),
    Field("similar", "semantically similar to a text", 'similar:"save energy"', "near"),
    Field("like", "semantically similar to a document or section", "like:METIS-T-0012", "near"),
    Field("related", "connected with a document by links or similarity", "related:METIS-I-0018", "scope"),
)
DIRECTIVES: tuple[Directive, ...] = (
    Directive("archived", "include archived documents", "archived:yes"),
    Directive("weights", "weights of the keyword, semantic and graph lists", "weights:0.5,0.3,0.2"),
    Directive("limit", "maximum number of results", "limit:20"),
    Directive("profile", "ranking profile; see dowse profiles", "profile:rrf"),
    Directive("depth", "maximum number of links in a row for related:, 1 to 6; default 2", "depth:2"),
    Directive("communities", "clusters of documents instead of hits; takes no value", "communities:"),
)
BY_NAME = {field.name: field for field in FIELDS}
PREFIXES = tuple(field.name for field in FIELDS if field.kind in {"passage", "case"})
DIRECTIVE_NAMES = frozenset(directive.name for directive in DIRECTIVES)
FIELD_NAMES = frozenset(BY_NAME)

# File extensions of programming and markup languages.
LANGUAGES: dict[str, tuple[str, ...]] = {
    **{spec.name: spec.extensions for spec in PROGRAMMING_LANGUAGES.values()},
    **{spec.name: spec.endings for spec in FORMATS if spec.name not in PROGRAMMING_LANGUAGES},
}
_PARTS = {"typescript": ("tsx",)}  # languages that a name means as well
_OTHER_NAMES = {
    "c++": "cpp", "c#": "csharp", "f#": "fsharp", "golang": "go", "objc": "objectivec", "objective-c": "objectivec",
    "sh": "bash", "shell": "bash",
}  # fmt: skip


def languages_named(value: str) -> tuple[str, ...]:
    """The names of the languages that a folded name or file extension means; empty for an unknown language."""
    name = _OTHER_NAMES.get(value, value)
    if name not in LANGUAGES:
        name = next((language for language, endings in LANGUAGES.items() if name in endings), "")
    return (name, *_PARTS.get(name, ())) if name else ()


def endings_of(languages: Iterable[str]) -> tuple[str, ...]:
    """The file extensions of languages with these names."""
    return tuple(ending for language in languages for ending in LANGUAGES[language])


def near_miss(name: str) -> str | None:
    """The field or directive with the most similar name or that meaning, for an unknown name: `tags` → `tag`."""
    if name.casefold() in _SAME_MEANING:
        return _SAME_MEANING[name.casefold()]
    return _nearest(name.casefold()) if len(name) <= _LONGEST_NEAR else None


@lru_cache(256)
def _nearest(name: str) -> str | None:
    letters = _letters(name)
    near = [field for field, own in _LETTERS.items() if 2 * len(letters & own) >= _NEAR * (len(name) + len(field))]
    return closest_name(name, near)


def closest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name of which the name is probably a misspelling, another form or a part."""
    close = difflib.get_close_matches(name, [each for each in known if _is_likely(name, each)], n=1, cutoff=_NEAR)
    return close[0] if close else None


def _is_likely(name: str, other: str) -> bool:
    """Whether one begins with the other, or has few other letters; two names of four letters may differ in order."""
    shorter, longer = sorted((name, other), key=len)
    if name[:1] != other[:1]:
        return False
    if len(shorter) >= _SHORTEST and longer.startswith(shorter):
        return True
    if len(longer) <= _SHORT and len(name) == len(other) and sorted(name) != sorted(other):
        return False
    most = 1 + (len(shorter) >= 6) + (len(shorter) >= 8)
    return distance(name, other, most) <= most


def _letters(name: str) -> frozenset[tuple[str, int]]:
    """The letters of a name, equal letters numbered: a comparison ten times as fast as that of difflib."""
    return frozenset((letter, name[:at].count(letter)) for at, letter in enumerate(name))


_SAME_MEANING = {"implements": "extends", "inherits": "extends"}
_SHORTEST, _SHORT = 3, 4  # letters of a name
_NEAR = 0.65  # of difflib's ratio: twice the letters in common to all letters of both
_LETTERS = {name: _letters(name) for name in sorted(FIELD_NAMES | DIRECTIVE_NAMES)}
_LONGEST_NEAR = 2 * max(map(len, _LETTERS))

HELP_TABLES: Mapping[str, Sequence[QueryForm | Field | Directive]] = {
    "A query is words, a question, or a combination of": FORMS,
    "Fields": FIELDS,
    "How to search": DIRECTIVES,
}
