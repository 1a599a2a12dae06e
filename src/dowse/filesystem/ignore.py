"""Ignore files: `.gitignore` and `.dowseignore`, with the semantics of git."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from re import compile as compile_pattern

from ..model.value_class import dataclass
from .glob import GlobError, plain, regex

GIT_IGNORE = ".gitignore"
IGNORE_FILES = (GIT_IGNORE, ".dowseignore")  # the later one overrides
_MOST_KEPT = 64  # ignore files whose rules are kept between the walks of a process
_LONGEST_KEPT = 16 * 1024  # bytes of one


@dataclass(frozen=True, slots=True)
class IgnoreRule:
    """One line of an ignore file.

    Most lines are a name (`build/`) or an ending (`*.log`), which need no regular expression.
    """

    exact: str = ""  # the whole name, or the whole path
    ending: str = ""  # of the name
    pattern: str = ""  # a regular expression for all of the name, or all of the path
    by_name: bool = True  # or by the path from the ignore file's folder
    folders_only: bool = False
    negated: bool = False
    is_of_git: bool = False  # a line of `.gitignore`

    def matches(self, name: str, path: str) -> bool:
        """Whether the rule matches this name, at this path from the ignore file's folder."""
        if self.exact:
            return self.exact == (name if self.by_name else path)
        if self.ending:
            return name.endswith(self.ending)
        return re.fullmatch(self.pattern, name if self.by_name else path, re.DOTALL) is not None


class _AnyPattern:
    """Whether any of some patterns matches. They are compiled when the first text asks: 190 kB of them take 0.3 s."""

    __slots__ = ("_compiled", "_patterns")

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = patterns
        self._compiled: re.Pattern[str] | None = None

    def fullmatch(self, text: str) -> bool:
        """Whether a pattern matches the whole text."""
        if self._compiled is None:
            self._compiled = compile_pattern("|".join(f"(?:{pattern})" for pattern in self._patterns), re.DOTALL)
        return self._compiled.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class _AnyRule:
    """Whether any of some rules matches: a few look-ups for any number of rules."""

    names: frozenset[str]
    endings: tuple[str, ...]
    name_pattern: _AnyPattern | None
    paths: frozenset[str]
    path_pattern: _AnyPattern | None

    def matches(self, name: str, here: str) -> bool:
        """Whether a rule matches this name, at this path from the ignore file's folder."""
        return (
            name in self.names
            or name.endswith(self.endings)
            or here in self.paths
            or (self.name_pattern is not None and self.name_pattern.fullmatch(name))
            or (self.path_pattern is not None and self.path_pattern.fullmatch(here))
        )


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules of one folder, the last line first."""

    start: int  # the offset of a path below that folder: the length of `folder/`
    rules: tuple[IgnoreRule, ...]
    for_all: _AnyRule
    for_folders: _AnyRule  # alone

    def verdict(self, name: str, here: str, *, folder: bool) -> bool | None:
        """Ignored or re-included, by the last rule that matches; None when no rule does."""
        for rule in self.rules:
            if (folder or not rule.folders_only) and rule.matches(name, here):
                return not rule.negated
        return None


def ignored(name: str, path: str, chain: Iterable[IgnoreRules], *, folder: bool) -> bool:
    """Whether the rules, nearest folder first, ignore the file or folder.

    The walk calls this from the top down and does not enter an ignored folder, so the folders above need no check;
    as in git, nothing inside an ignored folder can be re-included.
    """
    for rules in chain:
        here = path[rules.start :]
        if rules.for_all.matches(name, here) or (folder and rules.for_folders.matches(name, here)):
            verdict = rules.verdict(name, here, folder=folder)
            if verdict is not None:
                return verdict
    return False


def is_asked_for(name: str, path: str, chain: Iterable[IgnoreRules]) -> bool:
    """Whether the rules, nearest folder first, include a folder that is left out by its name.

    Only a rule for dowse does: `.gitignore` says with `!.github/` that git has the folder.
    """
    for rules in chain:
        here = path[rules.start :]
        for rule in rules.rules:
            if rule.matches(name, here) and not (rule.negated and rule.is_of_git):
                return rule.negated
    return False


def rules_in(folder: str, text: bytes, *, is_of_git: bool) -> tuple[IgnoreRules, Sequence[str]]:
    """The rules of the ignore file of a folder, prepared as by `rules_for`, and the errors as from `read_rules`."""
    return (_rules_in if len(text) <= _LONGEST_KEPT else _rules_in.__wrapped__)(folder, text, is_of_git)


@lru_cache(_MOST_KEPT)  # a warm search lists the files, too, and reading the rules took a fourth of that
def _rules_in(folder: str, text: bytes, is_of_git: bool) -> tuple[IgnoreRules, Sequence[str]]:  # of a cache
    rules, wrong = read_rules(text, is_of_git=is_of_git)
    return rules_for(folder, rules), tuple(wrong)


def read_rules(text: bytes, *, is_of_git: bool = False) -> tuple[Sequence[IgnoreRule], Sequence[str]]:
    """The rules of an ignore file in its order, and the errors of the lines that are not patterns."""
    rules, wrong = [], []
    lines = text.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").split("\n")
    for number, line in enumerate(lines, start=1):
        try:
            rule = _rule(line)
        except GlobError as error:
            wrong.append(f"line {number} is not a valid pattern: {error}; dowse ignores that line")
        else:
            rules += [replace(rule, is_of_git=is_of_git)] if rule else []
    return rules, wrong


def fault(pattern: str) -> str:
    """The error in a line of an ignore file; empty for a valid one."""
    try:
        _rule(pattern)
    except GlobError as error:
        return str(error)
    return ""


def rules_for(folder: str, rules: Iterable[IgnoreRule]) -> IgnoreRules:
    """The rules, prepared for the paths below `folder` (empty, or ending in `/`); in the order of their file."""
    rules = tuple(rules)[::-1]
    for_all, for_folders = (_any_rule([rule for rule in rules if rule.folders_only is only]) for only in (False, True))
    return IgnoreRules(len(folder), rules, for_all, for_folders)


def rules_of(patterns: Iterable[str]) -> tuple[IgnoreRules, ...]:
    """The patterns as the rules of a file above a vault; none for no patterns."""
    rules, _ = read_rules("\n".join(patterns).encode("utf-8", "surrogateescape"))
    return (rules_for("", rules),) if rules else ()


def _any_rule(rules: Sequence[IgnoreRule]) -> _AnyRule:
    by_name = [rule for rule in rules if rule.by_name]
    by_path = [rule for rule in rules if not rule.by_name]
    return _AnyRule(
        names=frozenset(rule.exact for rule in by_name if rule.exact),
        endings=tuple(rule.ending for rule in by_name if rule.ending),
        name_pattern=_any([rule.pattern for rule in by_name if rule.pattern]),
        paths=frozenset(rule.exact for rule in by_path if rule.exact),
        path_pattern=_any([rule.pattern for rule in by_path if rule.pattern]),
    )


def _any(patterns: Sequence[str]) -> _AnyPattern | None:
    return _AnyPattern(patterns) if patterns else None


def _rule(line: str) -> IgnoreRule | None:
    """The rule of a line; None for a comment, a blank line, or a pattern that no path can match."""
    glob = _without_trailing_blanks(line.removesuffix("\r").partition("\0")[0])
    if line.startswith("#"):
        return None
    negated = glob.startswith("!")
    glob = glob[negated:]
    folders_only = glob.endswith("/")
    glob = glob[: len(glob) - folders_only]
    by_name = "/" not in glob
    glob = glob.removeprefix("/")
    if not glob:
        return None
    if plain(glob):
        return IgnoreRule(exact=glob, by_name=by_name, folders_only=folders_only, negated=negated)
    if by_name and glob[0] == "*" and len(glob) > 1 and plain(glob[1:]):
        return IgnoreRule(ending=glob[1:], folders_only=folders_only, negated=negated)
    return IgnoreRule(pattern=regex(glob), by_name=by_name, folders_only=folders_only, negated=negated)


def _without_trailing_blanks(line: str) -> str:
    """The line without trailing blanks; one after a backslash is kept."""
    bare = line.rstrip(" ")
    backslashes = len(bare) - len(bare.rstrip("\\"))
    return bare + " " if backslashes % 2 and len(bare) < len(line) else bare
