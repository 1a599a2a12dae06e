"""The kinds of document that a vault holds, one row each.

How a kind is recognised, whether a search looks into documents of that kind unless told otherwise, which fields of the
query language read their properties, and which tools search for them follows from these rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Literal

from .value_class import dataclass
from .version_folder import DOCUMENTS_FOLDER, VERSIONS_FOLDER

Kind = Literal["note", "doc", "task", "skill", "knowledge", "code", "file"]

ORDINARY: Kind = "note"  # of a document of which nothing says another kind
UNREAD: Kind = "file"  # of a file whose content is not read
# Values of the property `level` that state the type of a document; Metis's planning documents have no `type`.
TYPE_LEVELS = frozenset({"vision", "strategy", "initiative", "task", "adr", "specification"})
PHASE_TAG = "phase/"  # a tag below it states the phase of a document without the property `phase`, as in Metis


@dataclass(frozen=True, slots=True)
class FactField:
    """A property with a field of its own in the query language: `status:draft`."""

    name: str
    about: str
    example: str
    sentence: str  # as a described query says it; {} is the value


@dataclass(frozen=True, slots=True)
class KindTool:
    """A search for documents of a kind that an agent gets as a tool of its own."""

    name: str
    about: str
    by: Literal["content", "file"] = "content"
    min_score: float = 0.5
    beside: tuple[Kind, ...] = ()  # kinds that the tool searches too
    is_for_all: bool = False  # whether the tool searches documents of all kinds

    def kinds(self, own: Kind) -> tuple[Kind, ...]:
        """The kinds that the tool of that kind searches; none is given for all."""
        return () if self.is_for_all else (own, *self.beside)


_STATE = (
    FactField("type", "frontmatter type, or level of a Metis document", "type:daily", "of the type {}"),
    FactField("status", "frontmatter status", "status:draft", "with the status {}"),
    FactField("phase", "frontmatter phase, or a tag phase/active", "phase:active", "in the phase {}"),
)
STATE_FIELDS = tuple(fact.name for fact in _STATE)  # keyword search knows no words of them but those of links
# The frontmatter may name them; else they are folders of PARA.
_PLACE = (
    FactField("area", "PARA area: the folder below the category, or frontmatter", "area:Finance", "in the area {}"),
    FactField(
        "category", "PARA category: a folder as 2-Areas, or frontmatter", "category:2-Areas", "in the category {}"
    ),
)
# Properties that other fields cover, or that describe the bookkeeping of a document and not its subject.
_BOOKKEEPING = frozenset(
    (
        *("title", "alias", "aliases", "tag", "tags", "summary", "description", "desc", "category", "area"),
        *("id", "short_code", "parent", "kind", "level", "archived", "draft", "publish"),
        *("created", "created_at", "updated", "updated_at", "modified", "cssclass", "cssclasses", "permalink"),
    )
)
_FRONTMATTER = "add the line `kind: {kind}` to the frontmatter of a note"


@dataclass(frozen=True, slots=True)
class KindSpec:
    """A kind: how documents of the kind are recognised, searched and called."""

    name: Kind
    types: tuple[str, ...] = ()  # values of the property `type` that state the kind
    file_names: tuple[str, ...] = ()  # lower-case, whose documents are of the kind unless they say more
    folders: tuple[str, ...] = ()  # names of folders, lower-case, whose documents are of the kind unless they say more
    how: str = _FRONTMATTER  # how a document becomes one, for a vault that has none; {kind} is the name
    facts: tuple[FactField, ...] = (*_STATE, *_PLACE)
    unsearched: frozenset[str] = _BOOKKEEPING  # properties outside of keyword search
    embedded: tuple[str, ...] = ()  # properties that are a part of the summary before each embedded text
    is_searched: bool = True  # whether a search looks into such documents unless the query asks for another kind
    tools: tuple[KindTool, ...] = ()


KIND_SPECS: tuple[KindSpec, ...] = (
    KindSpec("note", tools=(KindTool("notes_search", "notes and knowledge entries", beside=("knowledge",)),)),
    KindSpec(
        "doc",
        folders=("doc", DOCUMENTS_FOLDER, VERSIONS_FOLDER),
        how=f"{_FRONTMATTER}, or put notes into a folder docs",
        tools=(
            KindTool("docs_search", "documentation and notes", beside=("note",)),
            KindTool("docs_search_files", "documentation files by path and title", "file", 0.3, beside=("note",)),
        ),
    ),
    KindSpec(
        "task",
        types=("task",),
        folders=("task", "tasks"),
        how=f"{_FRONTMATTER}, or put notes into a folder tasks",
        tools=(KindTool("tasks_search", "tasks"),),
    ),
    KindSpec(
        "skill",
        types=("skill",),
        file_names=("skill.md",),
        folders=("skill", "skills"),
        how=f"{_FRONTMATTER}, or put notes into a folder skills",
        embedded=("triggers",),
        tools=(
            KindTool("skills_search", "skills, by what they are for and what triggers them"),
            KindTool("skills_recall", "skills that may help with the task at hand", min_score=0.3),
        ),
    ),
    KindSpec("knowledge", types=("knowledge",), folders=("knowledge",)),
    KindSpec(
        "code",
        how="dowse indexes source code in files such as main.py, index.ts and lib.rs",
        tools=(
            KindTool("code_search", "functions, classes and other symbols of source code"),
            KindTool("code_search_files", "source files by path, exported symbols and imports", "file", 0.3),
        ),
    ),
    KindSpec(
        "file",
        tools=(
            KindTool(
                "files_search", "all files, images and archives too, by path and title", "file", 0.3, is_for_all=True
            ),
        ),
    ),
)

KINDS: tuple[Kind, ...] = tuple(spec.name for spec in KIND_SPECS)
SPEC_OF = {spec.name: spec for spec in KIND_SPECS}
_OF_FILE_NAME = {file_name: spec.name for spec in KIND_SPECS for file_name in spec.file_names}
_OF_FOLDER = {folder: spec.name for spec in KIND_SPECS for folder in spec.folders}


def fact_fields(specs: Sequence[KindSpec] = KIND_SPECS) -> tuple[FactField, ...]:
    """The properties of any kind that have fields of their own, each once."""
    return tuple(dict.fromkeys(fact for spec in specs for fact in spec.facts))


def stated_types(specs: Sequence[KindSpec] = KIND_SPECS) -> dict[str, Kind]:
    """The kind that each value of the property `type` states."""
    return {value: spec.name for spec in specs for value in spec.types}


def kind_of_place(path: str) -> Kind | None:
    """The kind of a document by the name of its file, else by the nearest folder with a kind; None without one."""
    *folders, name = path.lower().split("/")
    return _OF_FILE_NAME.get(name) or next((_OF_FOLDER[each] for each in reversed(folders) if each in _OF_FOLDER), None)


def fingerprint(specs: Sequence[KindSpec] = KIND_SPECS) -> str:
    """A digest of all that recognises kinds, types and phases: an index with another one may have others."""
    rules = repr(
        [*((spec.name, spec.types, spec.file_names, spec.folders) for spec in specs), sorted(TYPE_LEVELS), PHASE_TAG]
    )
    return blake2b(rules.encode(), digest_size=8).hexdigest()


FACT_FIELDS: tuple[FactField, ...] = fact_fields()
FACT_NAMES = frozenset(fact.name for fact in FACT_FIELDS)
