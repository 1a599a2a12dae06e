"""Names come from docs/GLOSSARY.md: the words of packages, modules, public classes and public type aliases."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import dowse

_ROOT = Path(dowse.__file__).parent
_GLOSSARY = Path(__file__).parents[1] / "docs" / "GLOSSARY.md"
_HEADER = ("term", "meaning here", "source")

_GLUE = frozenset({"all", "and", "by", "not", "of", "one", "per", "to"})
# Ordinary English beside a term: what qualifies the term, and verbs that need no explanation.
_PLAIN = """
    call choice cut detail expected expressible external form former found item known large list listing mix name pair
    outside part raw shared small unparsed unreadable use
"""
_EXEMPT = _GLUE | frozenset(_PLAIN.split())
_IRREGULAR = {"canvas": "canvas", "leaves": "leaf"}

# Names that modules had before the terms of the field replaced them. `links` and `find` are names of commands.
_RETIRED = """
    answers around asking atlas by_kind charting choice connection crowd cuts described doors files finding finding_by
    fitting fold garbage glance guarded guide intake judged judging kept kept_index kinds_changed knobs lately
    left_out lines linked made_for map meaning mixing modelling named naming narrowing nearest obstacles opening
    outcome over_http parts place places pointers pointing ranges reading remarks roll said scope second_reader
    several shelf shown side_by_side space switching telling timing together upkeep weighed whole written
"""
_RETIRED_NAMES = frozenset(_RETIRED.split())
_TYPE_VARIABLES = frozenset({"TypeVar", "TypeVarTuple", "ParamSpec"})
_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z]+[0-9]*")


@dataclass(frozen=True, slots=True)
class Module:
    """A module of ours: its name below `dowse`, as parts, and the public classes and type aliases that it defines."""

    parts: tuple[str, ...]  # ("engines", "sqlite", "rows"); the last is "__init__" for a package
    types: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join(self.parts)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table in the glossary."""

    table: str
    cells: tuple[str, ...]

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of the first column."""
        return tuple(term.strip() for term in self.cells[0].split(",")) if self.cells else ()


@cache
def modules() -> tuple[Module, ...]:
    """All modules of the package."""
    return tuple(
        Module(path.relative_to(_ROOT).with_suffix("").parts, tuple(public_types(path.read_text("utf-8"))))
        for path in sorted(_ROOT.rglob("*.py"))
    )


@cache
def glossary() -> tuple[Row, ...]:
    """The rows of docs/GLOSSARY.md."""
    return tuple(rows(_GLOSSARY.read_text("utf-8")))


def public_types(text: str) -> Iterator[str]:
    """The public classes and type aliases that a module defines at its top level."""
    for node in ast.parse(text).body:
        match node:
            case ast.ClassDef(name):
                public = not name.startswith("_")
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                public = name[0].isupper() and not name.isupper() and not _is_type_variable(value)
            case _:
                continue
        if public:
            yield name


def rows(page: str) -> list[Row]:
    """The rows of all tables of a Markdown page, without headers and rulers."""
    found, table = [], ""
    for line in page.splitlines():
        if line.startswith("## "):
            table = line[3:]
        elif line.startswith("|"):
            cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
            if cells != _HEADER and not set(line) <= set("|-"):
                found.append(Row(table, cells))
    return found


def words(name: str) -> list[str]:
    """The words of a name in snake case or in camel case, in lower case and singular."""
    return [singular(word.lower()) for word in _WORDS.findall(name)]


def singular(word: str) -> str:
    """The singular of an English plural, as far as names need it."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith(("ss", "x", "sh", "tch")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def term_words(term: str) -> set[str]:
    """The words of a term, each of them whole and, where it is in camel case, in its parts."""
    whole = re.split(r"[\s_-]+", term)
    return {singular(word.lower()) for word in whole} | {part for word in whole for part in words(word)}


def names(package: Iterable[Module]) -> dict[str, str]:
    """Each name that the glossary has to cover, with the first module that has the name."""
    found: dict[str, str] = {}
    for module in package:
        for name in (*(part for part in module.parts if not part.startswith("__")), *module.types):
            found.setdefault(name, str(module))
    return found


def uncovered(package: Iterable[Module], page: Iterable[Row]) -> list[str]:
    """Words of names that are in no term of the glossary."""
    known = {word for row in page for term in row.terms for word in term_words(term)} | _EXEMPT
    missing = defaultdict(list)
    for name, module in names(package).items():
        for word in words(name):
            if known.isdisjoint(_forms(word)):
                missing[word].append(f"{name} ({module})")
    return [f"no term has the word {word!r} of {', '.join(found)}" for word, found in sorted(missing.items())]


def ambiguous(package: Iterable[Module]) -> list[str]:
    """Public classes and aliases that two modules define."""
    where = defaultdict(list)
    for module in package:
        for name in module.types:
            where[name].append(str(module))
    return [f"{name} is defined in {', '.join(found)}" for name, found in sorted(where.items()) if len(found) > 1]


def retired(package: Iterable[Module]) -> list[str]:
    """Packages and modules with a name that a term of the field has replaced."""
    return [f"{module} has a retired name" for module in package if not _RETIRED_NAMES.isdisjoint(module.parts)]


def unused(package: Iterable[Module], page: Iterable[Row]) -> list[str]:
    """Terms of which no word occurs in a name."""
    used = _used(package)
    return [f"the term {term!r} is in no name" for row in page for term in row.terms if not term_words(term) & used]


def superfluous(package: Iterable[Module]) -> list[str]:
    """Exempt words that no name needs."""
    return [f"the exempt word {word!r} is in no name" for word in sorted(_EXEMPT - _used(package))]


def untidy(page: Iterable[Row]) -> list[str]:
    """Rows without three full columns, rows out of order and terms that occur twice."""
    page = list(page)
    faults = [
        f"{' | '.join(row.cells)}: not three full columns" for row in page if len(row.cells) != 3 or not all(row.cells)
    ]
    for above, below in pairwise(page):
        if above.table == below.table and above.cells[0].casefold() > below.cells[0].casefold():
            faults.append(f"{below.cells[0]!r} stands below {above.cells[0]!r}")
    counted = Counter(term.casefold() for row in page for term in row.terms)
    return faults + [f"the term {term!r} occurs {count} times" for term, count in counted.items() if count > 1]


def _is_type_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _TYPE_VARIABLES


def _used(package: Iterable[Module]) -> set[str]:
    return {form for name in names(package) for word in words(name) for form in _forms(word)}


def _forms(word: str) -> set[str]:
    """A word and, of a participle, what the verb may be: indexed, index; stored, store; skipped, skip."""
    return {word, word[:-1], word[:-2], word[:-3]} if word.endswith("ed") and len(word) > 4 else {word}


def test_each_word_of_a_name_is_in_the_glossary() -> None:
    faults = uncovered(modules(), glossary())
    assert not faults, "\n".join(faults)


def test_each_public_type_name_is_defined_once() -> None:
    faults = ambiguous(modules())
    assert not faults, "\n".join(faults)


def test_no_module_has_a_retired_name() -> None:
    faults = retired(modules())
    assert not faults, "\n".join(faults)


def test_each_term_of_the_glossary_and_each_exempt_word_is_in_a_name() -> None:
    faults = unused(modules(), glossary()) + superfluous(modules())
    assert not faults, "\n".join(faults)


def test_the_tables_of_the_glossary_are_complete_and_sorted() -> None:
    assert glossary()
    faults = untidy(glossary())
    assert not faults, "\n".join(faults)


def _row(term: str, table: str = "Graph") -> Row:
    return Row(table, (term, "a meaning", "a source"))


# What is wrong, as a check finds it, and the message.
BAD: Mapping[str, tuple[list[str], str]] = {
    "a module with a word that no term has": (
        uncovered([Module(("graph", "gizmo_walk"))], [_row("graph, walk")]),
        "no term has the word 'gizmo' of gizmo_walk (graph.gizmo_walk)",
    ),
    "a package with a word that no term has": (
        uncovered([Module(("gizmos", "__init__"))], [_row("graph")]),
        "no term has the word 'gizmo' of gizmos (gizmos.__init__)",
    ),
    "a type with a word that no term has": (
        uncovered([Module(("graph",), ("GraphGizmo",))], [_row("graph")]),
        "no term has the word 'gizmo' of GraphGizmo (graph)",
    ),
    "a word that only the end of a term has": (
        uncovered([Module(("graph", "walk"))], [_row("graph, boardwalk")]),
        "no term has the word 'walk' of walk (graph.walk)",
    ),
    "a type that two modules define": (
        ambiguous([Module(("graph", "walk"), ("Walk",)), Module(("query",), ("Walk", "Query"))]),
        "Walk is defined in graph.walk, query",
    ),
    "a module with a retired name": (retired([Module(("app", "shelf"))]), "app.shelf has a retired name"),
    "a package with a retired name": (retired([Module(("doors", "cli"))]), "doors.cli has a retired name"),
    "a term that no name uses": (
        unused([Module(("graph",))], [_row("graph, posting list")]),
        "the term 'posting list' is in no name",
    ),
    "an exempt word that no name needs": (
        superfluous([Module((word,)) for word in sorted(_EXEMPT - {"per"})]),
        "the exempt word 'per' is in no name",
    ),
    "a row with two columns": (untidy([Row("Graph", ("edge", "a link"))]), "edge | a link: not three full columns"),
    "a row with an empty column": (
        untidy([Row("Graph", ("edge", "", "Newman"))]),
        "edge |  | Newman: not three full columns",
    ),
    "a row out of order": (untidy([_row("node"), _row("Edge")]), "'Edge' stands below 'node'"),
    "a term in two tables": (
        untidy([_row("edge, node"), _row("Node", table="Query")]),
        "the term 'node' occurs 2 times",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_the_checks_notice(bad: str) -> None:
    found, message = BAD[bad]
    assert found == [message]


GOOD: Mapping[str, list[str]] = {
    "plurals, participles and glue": uncovered(
        [Module(("communities", "batches_of_stored_indexes"), ("SkippedCaches", "OneOf"))],
        [_row("community"), _row("batch"), _row("cache, index, store, skip")],
    ),
    "terms in camel case": uncovered(
        [Module(("maxsim", "pagerank"), ("MaxSim", "OpenAIProtocol"))], [_row("MaxSim, PageRank, OpenAI protocol")]
    ),
    "a type that two packages import": ambiguous([Module(("graph",), ("Edge",)), Module(("query",))]),
    "a name that holds a retired one": retired([Module(("engines", "filter_counts"), ("Shelf",))]),
    "a term of which one word is used": unused([Module(("index_lock",))], [_row("index lock"), _row("lock table")]),
    "tables that are sorted each": untidy([_row("node"), _row("AND", table="Query"), _row("and so on", table="Query")]),
}


@pytest.mark.parametrize("good", GOOD)
def test_the_checks_let_pass(good: str) -> None:
    assert GOOD[good] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class Edge: ...", ["Edge"]),
        ("class _Edge: ...", []),
        ("Kind = Literal['a']\nCall = Callable[[], int]\nFact = str | float", ["Kind", "Call", "Fact"]),
        ("Vector: TypeAlias = 'NDArray'\nId = NewType('Id', int)", ["Vector", "Id"]),
        ("T = TypeVar('T')\nItem = TypeVar('Item', int, str)", []),
        ("LIMIT = 3\nlimit = 3\nLimit: int", []),
        ("def edge() -> None:\n    class Edge: ...", []),
    ],
)
def test_public_types_are_classes_and_aliases_at_the_top_level(text: str, found: list[str]) -> None:
    assert list(public_types(text)) == found


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("link_tables", ["link", "table"]),
        ("HTTPProbes", ["http", "probe"]),
        ("Bm25Indexes", ["bm25", "index"]),
        ("status_of_analysis", ["status", "of", "analysis"]),
        ("queries_caches_batches_leaves", ["query", "cache", "batch", "leaf"]),
    ],
)
def test_a_name_is_split_into_singular_words(name: str, found: list[str]) -> None:
    assert words(name) == found


def test_rows_leave_out_headers_and_rulers() -> None:
    page = "## Graph\n\n| term | meaning here | source |\n|---|---|---|\n| edge | a link | Newman |\n"
    assert rows(page) == [Row("Graph", ("edge", "a link", "Newman"))]
