"""Rank tests, examples and generated files below the code that they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, Self

from ..analysis.folding import fold
from ..analysis.source_paths import is_aside_path, is_test_path
from ..analysis.symbol_names import parts_of_name, symbol_names_in, words_of_name
from ..analysis.tokens import words
from ..model.document import Head
from ..model.hit import Hit, Hits, ranked
from ..model.lazy_pattern import lazy_pattern
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..ports.questions import DefinitionsQuestion, SelectQuestion
from ..ports.storage import Question
from ..query.ast import And, Expr, FieldEquals, Word
from ..query.extract import conjunction, natural_text, selecting
from ..retrieval.messages import has_message
from .code_hits import are_instructions_asked, has_code

_Role = Literal["aside", "reexport", "declaration", ""]

PATH_PENALTY = "path_penalty"  # evidence: the factor

_REEXPORTS = lazy_pattern(r"(?:^|/)(?:__init__\.pyi?|package-info\.java)$")
_DECLARATIONS = lazy_pattern(r"\.d\.[cm]?ts$")
_WITH_TESTS, _TEST_INSIDE = ".rs", lazy_pattern(r"#\[(?:[\w:]{1,50}::)?test\b|#\[cfg\(test\)\]")
_IS_TEST = FieldEquals("test", "yes")
_ASKED_FOR = frozenset(
    {"test", "tests", "testing", "spec", "specs", "example", "examples", "fixture", "legacy", "compat"}
)
# "unit tests of the parser", "which tests cover it", "where is the parser tested"
_TESTS_ASKED = lazy_pattern(
    r"(?i)^(?:the\s+)?(?:unit|integration|regression)?\s*tests?\s+(?:for|of|that)\b|^which\s+(?:\w+\s+)?tests?\b"
    r"|^(?:where|how)\s+(?:is|are)\s.*\stested\b"
)


@dataclass(frozen=True, slots=True)
class PathPenalty:
    """`score · aside` for tests, examples, compatibility code and generated files, `score · reexport` for files that
    only gather others such as `__init__.py`, and `score · declaration` for TypeScript declarations.

    A file that gathers others keeps its score for a message that it contains.  The filter `test:yes` asks for tests.
    So does a query with a word such as "test" or "example", for which nothing changes, but for a question for
    instructions, such as "how to test websockets", if other documents are hits.  A query for tests alone,
    such as "tests for the parser", lowers source files that are no tests in place of them, unless no test has the
    symbol that the query names.
    The constants are semble's, measured on its public benchmark of code search; docs/quality.md.
    """

    position: ClassVar[int] = 39  # see ports.Stage

    aside: float = parameter(
        0.3,
        "factor for tests, examples, compatibility code and generated files",
        minimum=0,
        maximum=1,
        slider=Slider("tests", 0.05),
    )
    reexport: float = parameter(0.5, "factor for files that gather others, such as __init__.py", minimum=0, maximum=1)
    declaration: float = parameter(0.7, "factor for TypeScript declaration files", minimum=0, maximum=1)

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if has_code(hits) and (names := _tested_names(run)):
            yield DefinitionsQuestion(tuple(map(fold, names)))
            yield from (_question_of_tests(name, run) for name in names)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factors as evidence."""
        if not has_code(hits):
            return hits
        text = natural_text(run.query.where)
        asked = frozenset[str]().union(*map(words_of_name, words(text)))
        is_for_tests = _TESTS_ASKED.search(text) is not None
        if is_for_tests and not untested_names(run):
            return ranked([hit if _is_test(hit.head) else _lowered(hit, self.aside) for hit in hits])
        if asked & _ASKED_FOR and not is_for_tests and not are_instructions_asked(hits, run):
            return hits
        factors: Mapping[_Role, float] = {
            "aside": 1.0 if _selects_tests(run.query.where) else self.aside,
            "reexport": self.reexport,
            "declaration": self.declaration,
            "": 1.0,
        }
        lowered = list[Hit]()
        for hit in hits:
            role: _Role = _role(hit.head) if hit.head.kind == "code" else ""
            factor = 1.0 if role == "reexport" and has_message(hit) else factors[role]
            lowered.append(hit if factor == 1 else _lowered(hit, factor))
        return ranked(lowered)


def untested_names(run: Run) -> Sequence[str]:
    """The symbols for whose tests the query asks, if the vault defines them and no test has the name of any."""
    names = _tested_names(run)
    defined = run.reader.definitions(tuple(map(fold, names))) if names else {}
    if not names or not all(defined.get(fold(name)) for name in names):
        return ()
    return () if any(_question_of_tests(name, run).of(run.reader) for name in names) else names


def has_tests(names: Sequence[str], run: Run) -> bool:
    """Whether a test that the filters exclude has one of the names, or a file that defines one has tests itself."""
    if any(SelectQuestion(conjunction(_IS_TEST, Word(name)), 1).of(run.reader) for name in names):
        return True
    defined = run.reader.definitions(tuple(map(fold, names)))
    paths = {symbol.head.path for symbols in defined.values() for symbol in symbols}
    inside = run.reader.documents({path for path in paths if path.endswith(_WITH_TESTS)})
    return any(_TEST_INSIDE.search(document.text) for document in inside.values())


def _tested_names(run: Run) -> Sequence[str]:
    """The simple names of symbols in a query for tests alone."""
    text = natural_text(run.query.where)
    names = symbol_names_in(text) if _TESTS_ASKED.search(text) else ()
    return [parts_of_name(name)[-1] for name in names]


def _question_of_tests(name: str, run: Run) -> SelectQuestion:
    return SelectQuestion(conjunction(run.where, _IS_TEST, Word(name)), 1)


def _lowered(hit: Hit, factor: float) -> Hit:
    return hit.scored(hit.score * factor, PATH_PENALTY, factor)


def _is_test(head: Head) -> bool:
    """Whether the document may tell of tests: it is no source code, or that of a test."""
    return head.kind != "code" or is_test_path(head.path)


def _selects_tests(where: Expr) -> bool:
    """Whether all hits are source files of tests."""
    return _IS_TEST in (required.items if isinstance(required := selecting(where), And) else (required,))


def _role(head: Head) -> _Role:
    """The parameter for the file."""
    return "aside" if head.facts.get("generated") is True else _role_of_path(head.path)


@lru_cache(4096)  # as for is_aside
def _role_of_path(path: str) -> _Role:
    if is_aside_path(path):
        return "aside"
    if _REEXPORTS.search(path):
        return "reexport"
    return "declaration" if _DECLARATIONS.search(path) else ""
