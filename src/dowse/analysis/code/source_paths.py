"""The part that a source file plays, by its path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from ...model.document import GENERATED, Head
from ...model.lazy_pattern import lazy_pattern
from .symbol_names import words_of_name

Part = Literal["test", "test support", "benchmark", "example", "legacy", "completion", "migration"]

_KINDS_OF_TESTS = r"(?:unit|integration|functional|acceptance|regression|smoke|system|e2e|end[-_]to[-_]end)"
_FOR_TESTS = (
    r"(?:apps?|bed|cases?|common|data|env|files?|fixtures?|harness|helpers?|lib|resources?|suites?|support|utils?)"
)
_TEXTS = r"(?:mdx?|markdown|rst|adoc|org|txt)"
_NOT_OF_TEXTS = rf"(?:specs?|testing)(?=/)(?!.*\.{_TEXTS}$)"  # specifications and guides there
_TEST_FOLDER = (
    r"(?:^t|(?:^|/)(?:[Tt]ests|test|__tests__|__mocks__|mocks|e2e|regress|fuzz(?:ing|ers?)?|(?:__)?fixtures?(?:__)?|__snapshots__"
    rf"|{_NOT_OF_TEXTS}"
    rf"|(?:[^/]*[-_. ])?(?i:{_KINDS_OF_TESTS}[-_ ]?test(?:s|ing)?)|[^/]*[-_ ]tests|[^/]+\.Tests?(?:\.[^/]*)?"
    rf"|tests?[-_]?(?i:{_FOR_TESTS})|[a-z][A-Za-z\d]*Tests?|features/(?:step_definitions|support)))/"
)  # `t` as in Perl, at the top alone; `androidTest` and the like are source sets of Gradle; `features` of Cucumber
_SCRIPT = r"[cm]?[jt]sx?"
_NO_TESTS = r"(?!(?:[^/]*[-_.])?(?:a-?b|hit|depth|t)-test\.)"  # features of this name, and a test of statistics
_TEST_FILE = (
    r"(?:^|/)(?:test_[^/]*\.(?:py|cpp|cc|c|lua|rb|ml|nim|cr)"
    r"|[^/]*_test\.(?:py|go|rb|rs|cpp|cc|c|dart|lua|exs|erl|clj[cs]?|ml|[cm]?[jt]sx?)"
    r"|(?:[^/]*_)?tests\.(?:py|rs|erl)|[^/]*_spec\.(?:rb|lua|cr)|[^/]*_unittest\.(?:cpp|cc|c|py)|[^/]*_SUITE\.erl"
    rf"|[^/]*\.(?:test|spec)(?:-d)?\.{_SCRIPT}|[^/]*(?<!config)\.(?:cy|e2e|e2e-spec)\.{_SCRIPT}"  # `-d` of types
    rf"|{_NO_TESTS}[^/]+-test\.(?:{_SCRIPT}|cpp|cc|c)|test-[^/]*\.(?:[cm]?js|cpp|cc|c|R)"  # as Node looks for
    rf"|setup-?[tT]ests\.{_SCRIPT}|(?:jest|vitest)[.-]setup[^/]*\.{_SCRIPT}"
    r"|[^/]*(?:Tests?|[^/]TestCase)\.(?:java|kt|swift|cs|php|scala|groovy)|[^/]*[a-z\d]IT\.(?:java|kt)"
    r"|[^/]*[a-z\d]Tests\.(?:cpp|cc|mm?|fs)|[^/]*\.Tests\.ps1"
    r"|[^/]*Spec\.(?:kt|swift|scala|groovy|hs)|[^/]*Suite\.scala|(?:[^/]*_spec|spec|rails)_helper\.rb"
    rf"|(?:[^/]*[-_])?test[-_]?(?:helpers?|utils?|vectors?)[^/]*\.(?!{_TEXTS}$)\w+"  # rather than a guide to them
    r"|conftest\.py|runtests\.jl|[^/]*\.(?:bats|feature|phpt|t)|features/step_definitions\.\w+)$"
    rf"|^test\.{_SCRIPT}$"
)
# What each path of a test has, in small letters; to look for it takes a sixth of the time of the pattern.
_WORDS_OF_TESTS = (
    "test", "spec", "fixture", "mock", "e2e", "snapshots", "suite", "setup", "rails_helper", "it.", ".cy.", "bats",
    "phpt", ".t", "regress/", "fuzz", "feature",
)  # fmt: skip
_OF_SHELLS = r"(?:(?:ba|fi|z)?sh|elv|nu|ps1)"
_MAIN_SOURCES = lazy_pattern(  # of Maven and Gradle, as `commonMain`, of gems and of Mix
    r"(?:^|/)(?:src/(?:main|[a-z]\w*Main)/|lib/(?=.*\.(?:rb|ex)$)(?!.*_(?:spec|test)\.rb$))"
)
_PARTS: Mapping[Part, re.Pattern[str]] = {
    "test": lazy_pattern(f"{_TEST_FOLDER}|{_TEST_FILE}"),
    "benchmark": lazy_pattern(
        r"(?:^|/)(?:(?i:(?:[^/]*[-_. ])?(?:micro)?bench(?:es|marks?|marking)?"
        r"|perf(?:ormance)?[-_ ](?:measure(?:ment)?s?|tests?))|jmh)/"
        r"|(?:^|/)(?:(?:[^/]*[-_.])?bench(?:marks?)?\.\w+|bench(?:mark)?_[^/]*\.\w+"
        r"|[^/]+Bench(?:marks?)?\.(?:java|kt|cs|php|scala|swift))$"  # a class of this name alone measures
    ),
    "example": lazy_pattern(
        r"(?:^|/)(?:_?(?:[^/]*[-_. ])?[Ee]xamples?|[Ss]amples|[Dd]emos?|[Pp]layground|docs?_src)/|^docs/"
    ),
    "completion": lazy_pattern(
        rf"(?:^|/)(?:completions?/(?:.*/)?(?:_[^/.]*|[^/]*\.{_OF_SHELLS})|[^/]+[-_.]completions?\.{_OF_SHELLS})$"
    ),
    "migration": lazy_pattern(  # of a database, numbered: `0002_user.py`, `V2__user.sql`, `v02.ex`, `2024_user/up.sql`
        r"(?:^|/)(?:[^/]*[-_.])?[Mm]igrat(?:e|ions?)/(?:.*/)?(?:(?:[vV]|Version)?\d+|[0-9a-f]{8,})(?:[-_.][^/]*)?(?:/[^/]*)?"
        rf"\.(?!{_TEXTS}$)\w+$"
    ),
    "legacy": lazy_pattern(r"(?:^|/)(?:_?compat|legacy)/"),
}
_TESTS = frozenset({"spec", "specs", "test", "tests"})  # words of names
_NAMED_OTHERWISE = lazy_pattern(  # without such a word: `cart.t`, `CartIT.java`, `CartSuite.scala`, `cart_unittest.cc`
    rf"(?:\.(?:bats|feature|phpt|t)|[a-z\d]IT\.(?:java|kt)|Suite\.scala|_SUITE\.erl|_unittest\.\w+|\.(?:cy|e2e)\.{_SCRIPT})$"
)
_SUPPORT = lazy_pattern(r"(?i)(?:spec_helper|tests?[-_]?(?:helpers?|utils?|support|setup))(?:\.\w+)*(?<!\.py)$")
CHANGELOG_WORDS = ("change", "history", "news", "release", "relnotes")  # each path of a list of changes has one
_CHANGELOG = lazy_pattern(  # `NEWS`, `CHANGELOG-3.md`, `changelogs/3.0.md`
    r"(?:^|/)(?:(?:change-?logs?|release[-_]?notes|relnotes)(?:/|[-_. ][^/]*$|$)"
    r"|(?:changes|history|news|releases)(?:\.\w+)?$)",
    re.IGNORECASE,
)
# `LICENSE-MIT.txt`, `COPYING.LESSER`; of names in small letters only those of licences, as `authors.md` may be a page.
_LICENCE = lazy_pattern(
    r"(?:^|/)(?:(?i:licen[cs]es?|copying|copyright)|NOTICES?|PATENTS|AUTHORS|CONTRIBUTORS|MAINTAINERS|CREDITS|THANKS"
    r"|CODE[-_]OF[-_]CONDUCT)(?:[-_.][\w-]+)*$"
)


def is_test_path(path: str) -> bool:
    """Whether the path is that of a test: in a folder of tests or of their data, or named as tests of its language.

    Main sources are none, unless their module is for tests: `test-utils/src/main/Base.kt`; those of Ruby and Elixir are
    in `lib`, with what a package offers to the tests of others.
    """
    folded = path.lower()
    if not folded.startswith("t/") and not any(word in folded for word in _WORDS_OF_TESTS):
        return False
    found = _PARTS["test"].search(path)
    if found is None or not ("src/" in path or "lib/" in path):
        return found is not None
    main = _MAIN_SOURCES.search(path)
    return main is None or found.start() < main.start()


@lru_cache(4096)  # a search reads the paths of some hundred files, most of them those of the search before
def parts_aside(path: str) -> frozenset[Part]:
    """What the file is beside the application: a test, a benchmark, an example, which source code of the documentation
    is, too, what tests use, compatibility code, a script by which a shell completes a command, or a numbered migration
    of a database.
    """
    parts = {
        part
        for part, pattern in _PARTS.items()
        if (is_test_path(path) if part == "test" else pattern.search(path) is not None)
    }
    if "test" in parts and not _is_named_as_test(path):
        parts.add("test support")
    return frozenset(parts)


def _is_named_as_test(path: str) -> bool:
    """Whether the name of a file of tests is that of a test, and not of what tests use: helpers, mocks, factories."""
    name = path.removesuffix("/__init__.py").rpartition("/")[2]  # of a package that of its folder
    if words_of_name(name).isdisjoint(_TESTS):
        return _NAMED_OTHERWISE.search(name) is not None
    return not _SUPPORT.match(name)


def is_aside_path(path: str) -> bool:
    """Whether the path is that of a file beside the application."""
    return bool(parts_aside(path))


@lru_cache(4096)  # as above
def is_changelog(path: str) -> bool:
    """Whether the file lists the changes of each version, by its name."""
    return _CHANGELOG.search(path) is not None


@lru_cache(4096)  # as above
def is_licence(path: str) -> bool:
    """Whether the file states the licence, the authors or the code of conduct, by its name."""
    return _LICENCE.search(path) is not None


def is_aside(head: Head) -> bool:
    """Whether the document is source code, but not that of the application: a test, an example, a generated file."""
    return head.kind == "code" and (head.facts.get(GENERATED) is True or is_aside_path(head.path))
