"""Lazy patterns find what compiled regular expressions find."""

from __future__ import annotations

import gc
import pickle
import re
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from importlib import import_module
from pathlib import Path

import pytest

import dowse
from dowse.model import lazy_pattern as module
from dowse.model.lazy_pattern import lazy_pattern

_ROOT = Path(dowse.__file__).parent


def test_each_method_answers_as_that_of_the_compiled_expression() -> None:
    text = "one Two three"
    for method, arguments in (
        *((name, ()) for name in ("search", "match", "fullmatch", "split", "findall", "finditer")),
        *((name, ("-",)) for name in ("sub", "subn")),
    ):
        ours, theirs = lazy_pattern(r"t(\w)\w+", re.IGNORECASE), re.compile(r"t(\w)\w+", re.IGNORECASE)
        for _ in range(2):
            assert _plain(getattr(ours, method)(*arguments, text)) == _plain(getattr(theirs, method)(*arguments, text))
    assert lazy_pattern(rb"\d").findall(b"a1") == [b"1"]


def _plain(found: object) -> object:
    if isinstance(found, re.Match):
        return found.span(), found.groups()
    return [_plain(each) for each in found] if isinstance(found, Iterator) else found


def test_the_attributes_are_those_of_the_compiled_expression() -> None:
    ours, theirs = lazy_pattern(r"(?P<x>a)|(b)", re.DOTALL), re.compile(r"(?P<x>a)|(b)", re.DOTALL)
    assert (ours.flags, ours.groups, ours.groupindex) == (theirs.flags, theirs.groups, theirs.groupindex)
    assert (ours.pattern, lazy_pattern(rb"a").pattern) == (theirs.pattern, rb"a")


def test_the_pattern_is_compiled_once_and_when_it_is_used() -> None:
    faulty = lazy_pattern("(")
    assert faulty.pattern == "("
    with pytest.raises(re.error):
        faulty.search("a")
    used = lazy_pattern("a")
    assert used.search("a")
    assert used.search is used.search


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda pattern: pickle.loads(pickle.dumps(pattern))])  # noqa: S301  # our own
def test_a_copy_finds_the_same(copied: Callable[[re.Pattern[str]], re.Pattern[str]]) -> None:
    fresh, used = lazy_pattern("A", re.IGNORECASE), lazy_pattern("A", re.IGNORECASE)
    assert used.search("a")
    assert [copied(each).findall("aAb") for each in (fresh, used)] == [["a", "A"], ["a", "A"]]


def test_every_lazy_pattern_of_the_package_is_valid() -> None:
    for path in sorted(_ROOT.rglob("*.py")):
        if "import lazy_pattern" in path.read_text("utf-8"):
            import_module(".".join(("dowse", *path.relative_to(_ROOT).with_suffix("").parts)))
    gc.unfreeze()  # what a command of another test has imported
    patterns = [each for each in gc.get_objects() if isinstance(each, module._LazyPattern)]
    assert len(patterns) > 200
    for pattern in patterns:
        assert re.compile(pattern.pattern, pattern._flags)
