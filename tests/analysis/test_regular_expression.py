"""Regular expressions in linear time."""

from __future__ import annotations

import sys
import time

import pytest

from dowse.analysis.regular_expression import PatternError, searcher

pytest.importorskip("re2", reason="google-re2 is not installed: pip install -e '.[dev]'")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\d{4}-\d{2}", "on 2026-01-31"),
        (r"^## to", "# A\n## Todo\n"),
        (r"end$", "the end\nof it"),
        (r"a\/b", "a/b"),
        (r"caf\u00e9", "Café"),
        (r"\p{Lu}X", "ÄX"),
        (r"(?<year>\d+)", "7"),
        (r"日.語", "日本語"),
        (r"a.b", "a\0b"),
        (r"\\user", "\\user"),
    ],
)
def test_a_pattern_matches(pattern: str, text: str) -> None:
    assert searcher(pattern)(text)


@pytest.mark.parametrize(("pattern", "text"), [(r"a.b", "a\nb"), (r"^b", "ab"), (r"\bx", "ax")])
def test_a_pattern_does_not_match(pattern: str, text: str) -> None:
    assert not searcher(pattern)(text)


def test_case_matters_when_the_caller_says_so() -> None:
    assert (searcher("ikea")("IKEA"), searcher("ikea", match_case=True)("IKEA")) == (True, False)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("[a", "missing ]: [a"),
        ("a)", "unexpected ): a)"),
        ("(?=a)b", "look-ahead, (?=…), is not supported"),
        ("(?<!a)b", "look-behind, (?<!…), is not supported"),
        (r"(a)\1", r"references to groups, as \1, are not supported"),
        ("(a{1000}){1000}", "invalid repetition size: {1000}"),
        ("*a", "no argument for repetition operator: *"),
    ],
)
def test_an_invalid_pattern_has_a_message(pattern: str, message: str) -> None:
    with pytest.raises(PatternError) as error:
        searcher(pattern)
    assert str(error.value) == f"invalid regular expression, {message}"


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(.*)*x", "(a?){50}a{50}b", "(.*a){20}b", "(x+x+)+y"])
def test_a_pattern_that_takes_a_backtracking_engine_for_ever_takes_milliseconds(pattern: str) -> None:
    text = "ax" * 20_000 + "!"
    started = time.process_time()
    searcher(pattern)(text)
    assert time.process_time() - started < 0.4


def test_the_message_names_the_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    searcher.cache_clear()
    with pytest.raises(PatternError, match=r"pip install 'dowse\[regex\]'"):
        searcher("a")
