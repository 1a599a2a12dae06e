"""Rank tests, benchmarks, examples and generated files below the code that they are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, Literal, Self

from ...analysis.code.source_paths import Part, is_test_path, parts_aside
from ...analysis.code.symbol_names import words_of_name
from ...analysis.tokens import words
from ...formats.code.reexports import gathers_others
from ...model.document import DEFINES, GENERATED, REEXPORTS, Head
from ...model.hit import Hit, Hits, ranked
from ...model.lazy_pattern import lazy_pattern
from ...model.parameter import Slider, check, parameter
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...ports.storage import Question
from ...query.ast import And, Expr
from ...query.extract import natural_text, selecting
from ...retrieval.messages import has_message
from .code_hits import are_instructions_asked, has_code
from .symbol_tests import IS_TEST, asks_for_tests, questions_of_tests, tested_symbols, tests_of
from .translated_texts import translated_texts

_Role = Literal["aside", "reexport", "declaration", ""]

PATH_PENALTY = "path_penalty"  # evidence: the factor
TESTS_FIRST = "tests_first"  # evidence: the score of the best hit behind a test that has the name in the query

_DECLARATIONS = lazy_pattern(r"\.d\.[cm]?ts$")
_ASKED_FOR: Mapping[Part, frozenset[str]] = {
    "test": frozenset({"test", "tests", "testing", "spec", "specs", "fixture", "fixtures"}),
    "benchmark": frozenset({"bench", "benches", "benchmark", "benchmarks", "benchmarking", "jmh"}),
    "example": frozenset({"example", "examples", "sample", "samples", "demo", "demos"}),
    "completion": frozenset({"completion", "completions", "bash", "fish", "nushell", "powershell", "shell", "zsh"}),
    "migration": frozenset(
        {"column", "columns", "index", "indexes", "migrate", "migration", "migrations", "schema", "table", "tables"}
    ),
    "legacy": frozenset({"legacy", "compat"}),
}
# "run jobs at once in tests" asks for what tests use, "where is it used in tests" for them.
_IN_TESTS = lazy_pattern(
    r"(?i)(?P<of_tests>\b(?:called|checked|covered|tested|used|verified)\s+)?"
    r"\b(?:during|for|in|inside|when|while|within)\s+(?:(?:an?|integration|my|our|the|unit|your)\s+){0,3}"
    r"(?:tests?|testing|specs?)\b"
)
# "login tests" and "unit tests that need a server" ask for tests, "kill a test that takes too long" for what runs them.
_NAMES_TESTS = r"(?:tests?|testing|specs?|fixtures?)"
_ABOUT_TESTS = lazy_pattern(
    rf"(?i)^\W*(?:(?:all|an?|my|our|the|which)\s+){{0,2}}{_NAMES_TESTS}\b"
    rf"|(?<!\ba)(?<!\ban)(?<!\beach)(?<!\bone)(?<!\bevery)\s{_NAMES_TESTS}\W*$"
    rf"|\b(?:unit|integration|functional|acceptance|regression|smoke|system|e2e|end.to.end)\s+{_NAMES_TESTS}\b"
    rf"|\b{_NAMES_TESTS}\s+(?:for|of)\b|^how\s+(?:to|(?:can|do|should|would)\s+(?:i|one|we|you))\s+test\b"
    r"|\btests?\s+(?:that|which)\s+(?:asserts?|checks?|covers?|ensures?|exercises?|proves?|shows?|verif(?:ies|y))\b"
)
_FEW_WORDS = 3  # of a query without an order of words that tells more
_OF_OTHERS = frozenset[Part]({"test", "test support", "benchmark"})  # for a file that is an example, too, its part


@dataclass(frozen=True, slots=True)
class PathPenalty:
    """`score · aside` for tests, benchmarks, examples, compatibility code, scripts by which shells complete commands,
    numbered migrations of databases, source code in `docs/`, generated files and pages, and translated texts of the
    program whose original has the words of the query as well, `score · reexport` for files that only gather others
    such as an `__init__.py` without a public function or class, and `score · declaration` for TypeScript declarations
    and files with nothing but imports.

    A file that gathers others keeps its score for a message that it contains. The filter `test:yes` asks for tests. A
    query with a word such as "test", "benchmark", "example", "completion" or "migration" asks for these, too, which
    keep their scores then, but for a question for instructions, such as "how to test websockets", if other documents
    are hits. "kill a test that takes too long" asks for what does so, not for tests. What tests use is asked for in
    "run jobs at once in tests", helpers in their folders, too, not they. A query for tests alone, such as "tests for
    the parser", lowers source files that are no tests in place of them, unless no test has the symbol that the query
    names. Tests that have that name come first, those called after it before others, then its definition. The constants
    are semble's, measured on its public benchmark of code search; docs/quality.md.
    """

    position: ClassVar[int] = 39  # see ports.Stage

    aside: float = parameter(
        0.3,
        "factor for tests, benchmarks, examples, compatibility code, completions of shells, numbered migrations of "
        "databases, source code in `docs/`, generated files, and translated texts of the program",
        minimum=0,
        maximum=1,
        slider=Slider("tests", 0.05),
    )
    reexport: float = parameter(0.5, "factor for files that gather others, such as __init__.py", minimum=0, maximum=1)
    declaration: float = parameter(
        0.7, "factor for TypeScript declaration files, and for files with nothing but imports", minimum=0, maximum=1
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if has_code(hits):
            yield from questions_of_tests(run)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factors as evidence."""
        if not has_code(hits):
            return hits
        text = natural_text(run.query.where)
        besides = _IN_TESTS.sub(_unless_of_tests, text)
        asked = frozenset[str]().union(*map(words_of_name, words(besides)))
        is_for_tests = asks_for_tests(run)
        symbols = tested_symbols(run) if is_for_tests else None
        tests = tests_of(symbols, run, hits) if symbols else {}
        if symbols and (tests or not symbols.is_whole):
            lowered_code = ranked([hit if _is_test(hit.head) else _lowered(hit, self.aside) for hit in hits])
            return _tests_first(lowered_code, tests, symbols.paths) if tests else lowered_code
        free = frozenset(part for part, of_part in _ASKED_FOR.items() if asked & of_part)
        if "test" in free and not _is_about_tests(besides):
            free -= {"test"}
        free |= frozenset[Part](() if besides == text else ("test support",))
        if is_for_tests or (free and are_instructions_asked(hits, run)):
            free = frozenset()
        factors: Mapping[_Role, float] = {
            "aside": 1.0 if _selects_tests(run.query.where) else self.aside,
            "reexport": self.reexport,
            "declaration": self.declaration,
            "": 1.0,
        }
        translated = translated_texts(hits, text, asked)
        lowered = list[Hit]()
        for hit in hits:
            role: _Role = _role(hit.head, free) if hit.head.kind == "code" else ""
            is_generated_page = not role and hit.head.kind != "code" and hit.head.facts.get(GENERATED) is True
            role = "aside" if is_generated_page or hit.ref.doc in translated else role
            factor = 1.0 if role == "reexport" and has_message(hit) else factors[role]
            lowered.append(hit if factor == 1 else _lowered(hit, factor))
        return ranked(lowered)


def _is_about_tests(query: str) -> bool:
    """Whether the query asks for tests, of all that have a word such as "test", or has a name with one."""
    return (
        len(query.split()) <= _FEW_WORDS
        or _ABOUT_TESTS.search(query) is not None
        or any(len(parts := words_of_name(word)) > 1 and parts & _ASKED_FOR["test"] for word in words(query))
    )


def _unless_of_tests(found: re.Match[str]) -> str:
    return found[0] if found["of_tests"] else " "


def _tests_first(hits: Hits, tests: Mapping[str, Head], defining: Collection[str]) -> Hits:
    """The tests in their order, then the files that define the symbols, then the other hits.

    A hit gets the score of the best one behind it if that is more.
    """
    listed = {hit.ref.doc for hit in hits}
    added = (Hit(Ref(path), head, 0.0) for path, head in tests.items() if path not in listed)
    places = {path: n for n, path in enumerate(tests)}
    last = len(places)
    ordered = sorted(
        ranked((*hits, *added)),
        key=lambda hit: places.get(hit.ref.doc, last if hit.ref.doc in defining else last + 1),
    )
    best, raised = 0.0, list[Hit]()
    for hit in reversed(ordered):
        is_first = hit.ref.doc in places or hit.ref.doc in defining
        raised.append(hit.scored(best, TESTS_FIRST, best) if is_first and hit.score < best else hit)
        best = max(best, hit.score)
    return tuple(reversed(raised))


def _lowered(hit: Hit, factor: float) -> Hit:
    return hit.scored(hit.score * factor, PATH_PENALTY, factor)


def _is_test(head: Head) -> bool:
    """Whether the document may tell of tests: it is no source code, or that of a test."""
    return head.kind != "code" or is_test_path(head.path)


def _selects_tests(where: Expr) -> bool:
    """Whether all hits are source files of tests."""
    return IS_TEST in (required.items if isinstance(required := selecting(where), And) else (required,))


def _role(head: Head, free: frozenset[Part]) -> _Role:
    """The parameter for the file; `free` are the parts for which the query asks."""
    if head.facts.get(GENERATED) is True:
        return "aside"
    role = _role_of_path(head.path, free)
    if role == "reexport" and head.facts.get(DEFINES) is True:
        return ""
    return role or ("declaration" if head.facts.get(REEXPORTS) is True else "")


@lru_cache(4096)  # as for parts_aside
def _role_of_path(path: str, free: frozenset[Part]) -> _Role:
    parts = parts_aside(path)
    if parts and not (parts & _OF_OTHERS or parts) & free:
        return "aside"
    if gathers_others(path):
        return "reexport"
    return "declaration" if _DECLARATIONS.search(path) else ""
