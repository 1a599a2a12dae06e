"""Queries for the tests of a symbol, and the test files that have its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ...analysis.code.source_paths import is_test_path
from ...analysis.code.symbol_names import parts_of_name, symbol_names_in, words_of_name
from ...analysis.folding import fold
from ...model.document import Document, Head
from ...model.hit import Hits
from ...model.lazy_pattern import lazy_pattern
from ...model.symbol import SymbolDefinition
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...ports.questions import DefinitionsQuestion, MatchQuestion, SelectQuestion
from ...ports.storage import FieldWeights, Question
from ...query.ast import Expr, FieldEquals, MatchCase, OneOf, Or, Word
from ...query.extract import conjunction, natural_text

IS_TEST = FieldEquals("test", "yes")
_MOST = 50  # tests with a name that are read
_WITH_TESTS, _TEST_INSIDE = ".rs", lazy_pattern(r"#\[(?:[\w:]{1,50}::)?test\b|#\[cfg\(test\)\]")
_TESTS = r"(?:tests?|specs?)"
# "unit tests of the parser", "which tests cover it", "where is the parser tested"
_ASKED = lazy_pattern(
    rf"(?i)^(?:the\s+)?(?:unit|integration|regression)?\s*{_TESTS}\s+(?:for|of|that)\b|^which\s+(?:\w+\s+)?{_TESTS}\b"
    r"|^(?:where|how)\s+(?:is|are)\s.*\stested\b"
)
# The same for a word that may be no name: "tests for accept", "where is accept tested".
_ONE_WORD = lazy_pattern(
    rf"(?i)^(?:the\s+)?(?:unit|integration|regression)?\s*{_TESTS}\s+(?:for|of)\s+(\w+[?!]?)(?:\(\))?$"
    r"|^(?:where|how)\s+(?:is|are)\s+(\w+[?!]?)(?:\(\))?\s+tested\W*$"
)
# "parse_date tests", "test parseDate": asks for the tests of a symbol if there is one of the name.
_BESIDE = lazy_pattern(r"(?i)^(?:tests?|specs?)\s+(\S+)$|^(\S+)\s+(?:unit\s+)?(?:tests|specs)$")
_OF_TESTS = frozenset({"test", "tests", "spec", "specs"})
_NAMES_OF_TESTS = (
    "test_{}", "test{}", "tests_{}", "spec_{}", "{}_test", "{}test", "{}tests", "{}_tests", "{}_spec", "{}spec",
)  # fmt: skip
_SIGNS = lazy_pattern(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class TestedSymbols:
    """The symbols for whose tests a query asks; none if it asks for other tests."""

    names: tuple[str, ...]  # simple ones
    owners: tuple[str, ...]  # the names before them, such as classes
    defined: tuple[SymbolDefinition, ...]
    is_whole: bool  # whether all of them are names that only code has, and are defined

    @property
    def paths(self) -> frozenset[str]:
        """The files that define them."""
        return frozenset(symbol.head.path for symbol in self.defined)


def asks_for_tests(run: Run) -> bool:
    """Whether the query asks for tests alone."""
    text = natural_text(run.query.where)
    return _ASKED.search(text) is not None or (_BESIDE.search(text) is not None and bool(tested_symbols(run).defined))


def tested_symbols(run: Run) -> TestedSymbols:
    """The symbols that a query for tests names; a word that texts have, too, is one if a symbol is called so."""
    text = natural_text(run.query.where).strip()
    written = _names_in(text)
    split = [parts_of_name(name) for name in written or _words_in(text)]
    names = tuple(dict.fromkeys(parts[-1] for parts in split))
    found = run.reader.definitions(_keys(names)) if names else {}
    defined = {name: [each for key in _keys((name,)) for each in found.get(key, ())] for name in names}
    if not written:  # as it stands there: a word of texts in another case is no name
        defined = {name: [each for each in same if _title(each) == name] for name, same in defined.items()}
        names = tuple(name for name in names if defined[name])
    owners = tuple(dict.fromkeys(part for parts in split for part in parts[:-1]))
    symbols = tuple(symbol for name in names for symbol in defined[name])
    return TestedSymbols(names, owners, symbols, is_whole=bool(written) and all(defined.values()))


def questions_of_tests(run: Run) -> Iterator[Question]:
    """What `tests_of` asks."""
    text = natural_text(run.query.where).strip()
    if names := [parts_of_name(name)[-1] for name in _names_in(text) or _words_in(text)]:
        yield DefinitionsQuestion(_keys(names))
        if (asked := tested_symbols(run)).names:
            yield DefinitionsQuestion(_keys_of_tests(asked))
            yield _question(asked, run)


def tests_of(asked: TestedSymbols, run: Run, hits: Hits) -> Mapping[str, Head]:
    """The test files that the filters select and that contain one of the names as a word, by path: the hits that are
    named as the symbol first, then those with such a test, then the best matches of the names.
    """
    if not asked.names:
        return {}
    found = _question(asked, run).of(run.reader)
    documents = run.reader.documents(tuple(hit.head.path for hit in found)) if found else {}
    names = [
        re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", 0 if _is_as_written(name, asked) else re.IGNORECASE)
        for name in asked.names
    ]
    of_tests = frozenset(map(_plain, _keys_of_tests(asked)))
    heads = (hit.head for hit in hits if hit.head.kind == "code" and is_test_path(hit.head.path))
    listed = {head.path: head for head in heads if _plain(head.name) in of_tests}
    read = [document for hit in found if (document := documents.get(hit.head.path))]
    called = [document for document in read if _is_called(document, of_tests)]
    others = [each for each in read if each not in called and any(name.search(each.text) for name in names)]
    return listed | {document.head.path: document.head for document in (*called, *others)}


def untested_names(run: Run) -> Sequence[str]:
    """The symbols for whose tests the query asks, if the vault defines them and no test has the name of any."""
    asked = tested_symbols(run) if asks_for_tests(run) else None
    return asked.names if asked and asked.is_whole and not tests_of(asked, run, ()) else ()


def has_tests(names: Sequence[str], run: Run) -> bool:
    """Whether a test that the filters exclude has one of the names, or a file that defines one has tests itself."""
    if any(SelectQuestion(conjunction(IS_TEST, Word(name)), 1).of(run.reader) for name in names):
        return True
    defined = run.reader.definitions(tuple(map(fold, names)))
    paths = {symbol.head.path for symbols in defined.values() for symbol in symbols}
    inside = run.reader.documents({path for path in paths if path.endswith(_WITH_TESTS)})
    return any(_TEST_INSIDE.search(document.text) for document in inside.values())


def _names_in(text: str) -> Sequence[str]:
    """The names in a query for tests that only code has."""
    if _ASKED.search(text):
        return symbol_names_in(text)
    beside = _BESIDE.search(text)
    name = (beside[1] or beside[2]).removesuffix("()") if beside else ""
    return (name,) if symbol_names_in(name) == [name] and _OF_TESTS.isdisjoint(words_of_name(name)) else ()


def _words_in(text: str) -> Sequence[str]:
    word = _ONE_WORD.search(text)
    return ((word[1] or word[2]).rstrip("?!"),) if word else ()


def _keys(names: Iterable[str]) -> tuple[str, ...]:
    """The folded names, as methods of Ruby have them, too."""
    return tuple(f"{fold(name)}{sign}" for name in names for sign in ("", "?", "!"))


def _title(symbol: SymbolDefinition) -> str:
    return symbol.unit.title.rstrip("?!")


def _keys_of_tests(asked: TestedSymbols) -> tuple[str, ...]:
    """The folded names of tests that are called as the symbols."""
    return tuple(form.format(fold(name)) for name in asked.names for form in _NAMES_OF_TESTS)


def _question(asked: TestedSymbols, run: Run) -> MatchQuestion:
    called = chain.from_iterable(run.reader.definitions(_keys_of_tests(asked)).values())
    tests = OneOf(frozenset(each.head.path for each in called if is_test_path(each.head.path)))
    containing = (conjunction(Word(name), _written(name, asked)) for name in asked.names)
    where = conjunction(run.where, IS_TEST, Or((tests, *containing)))
    return MatchQuestion((*asked.names, *asked.owners), where, _MOST, FieldWeights())


def _written(name: str, asked: TestedSymbols) -> Expr:
    return MatchCase(name) if _is_as_written(name, asked) else Word(name)


def _is_as_written(name: str, asked: TestedSymbols) -> bool:
    return name in map(_title, asked.defined)


def _is_called(document: Document, names: frozenset[str]) -> bool:
    """Whether the file or a test in it has one of the names of tests: `test_parse.py`, `TestParse`, `testParse`."""
    return not names.isdisjoint(map(_plain, (document.head.name, *(unit.title for unit in document.units))))


def _plain(name: str) -> str:
    return _SIGNS.sub("", fold(name))
