"""Ignore files: git itself is the oracle, and what it cannot answer is written out."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dowse.filesystem.ignore import ignored, read_rules, rules_for
from dowse.filesystem.walk import walk

_FOLDERS = ("", "a/", "a/b/", "a/b/ab/", "b/", "b/a/", "a b/", "ab.md/", "ab.md/a/")
_NAMES = ("a", "b", "ab", "a.md", "b.md", "aab.md", ".a", "[a", "]", "!a", "#a", "a ", "a\\b", "a\t", "-", "^", "A")
_TEXT = ("a", "b", "ab", ".md", "md", "!", "#", " ", "\\", "\\ ", "\\*", "\t", "-", "]", "^")
_WILD = ("*", "**", "?", "/", "/**/", "**/", "/**")
_SETS = ("[ab]", "[!a]", "[^b]", "[a-b]", "[b-a]", "[]a]", "[]-a]", "[!]]", "[a-]", "[\\]a]", "[\\a-b]", "[--a]", "[^]")
_CLASSES = ("[[:alpha:]]", "[[:punct:]b]", "[![:upper:]]", "[[:nope:]]", "[[::]]", "[[:a]", "[:a:]", "[]", "[", "[a")
_PIECES = st.sampled_from([*_TEXT, *_WILD, *_SETS, *_CLASSES])
_PATTERNS = st.lists(_PIECES, min_size=1, max_size=6).map("".join)
_LINES = st.one_of(_PATTERNS, _PATTERNS.map("!{}".format), _PATTERNS.map("{}/".format), st.just("*"), st.just("!*/"))
_IGNORE_FILES = st.dictionaries(
    st.sampled_from(["", "a/", "a/b/", "b/"]),
    st.tuples(st.lists(_LINES, max_size=5), st.sampled_from(["\n", "\r\n"])).map(lambda file: file[1].join(file[0])),
    max_size=3,
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with names that patterns trip over; git ignores nothing in it of its own accord."""
    root = tmp_path_factory.mktemp("repository")
    for folder in _FOLDERS:
        (root / folder).mkdir(exist_ok=True)
    for path in {folder + name for folder in _FOLDERS for name in _NAMES}:
        if not (root / path).is_dir():
            (root / path).touch()
    _git(root, "init", "--quiet")
    return root


def _git(root: Path, *words: str, given: bytes = b"") -> bytes:
    """What git prints when no settings of this machine can reach it."""
    environment = {"PATH": "/usr/bin:/bin:/usr/local/bin", "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(root)}
    options = ("-c", "core.excludesFile=/dev/null", "-c", "core.ignoreCase=false")
    run = subprocess.run(
        ["git", *options, *words], cwd=root, env=environment, input=given, capture_output=True, check=False
    )
    assert run.returncode in {0, 1}, run.stderr  # check-ignore says 1 when nothing is ignored
    return run.stdout


def _kept_by_git(root: Path) -> set[str]:
    paths = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    paths = {path for path in paths if not path.startswith(".git/")}
    printed = _git(root, "check-ignore", "--no-index", "--stdin", "-z", given="\0".join(paths).encode())
    return paths - set(printed.decode().split("\0"))


def _kept(root: Path) -> set[str]:
    return {file.path for file in walk(root, lambda _path: True).found}


def _write(root: Path, files: Mapping[str, str], name: str = ".gitignore") -> None:
    for old in root.rglob(name):
        old.unlink()
    for folder, text in files.items():
        (root / folder / name).write_text(text, newline="")


@pytest.mark.slow
@settings(max_examples=80, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=_IGNORE_FILES)
def test_the_walk_keeps_what_git_keeps(repository: Path, files: Mapping[str, str]) -> None:
    _write(repository, files)
    assert _kept(repository) == _kept_by_git(repository)


@pytest.mark.parametrize(
    "lines",
    [
        ["*.md", "!a.md"],  # wanted back
        ["a/", "!a/a.md"],  # not wanted back: nobody looks into an ignored folder
        ["/*", "!/a", "/a/*", "!/a/b"],  # all but one branch
        ["*", "!*/", "!*.md"],  # only notes
        ["b/"],  # folders, not files
        ["/a.md"],  # here only
        ["b/a"],  # a slash in the middle anchors too
        ["**/b/a.md"],
        ["a/**/a.md"],
        ["a/**"],
        ["**"],
        ["a**/a.md"],  # the literal start is cut off first, so the stars cross folders
        ["*.md", "!ab.md/"],  # a folder that is wanted back does not bring its files
        ["\\#a", "\\!a", "a\\ ", "#a", "[[]a", "a\\\\b"],
        ["a   ", "b\t"],
        ["/a[.-0]b", "/a[!x]b/", "/b?a"],  # a set holds no slash, whatever lies between its ends
        ["/", "//", "!", "", "   ", "//a"],
    ],
)
def test_common_and_curious_lines_mean_what_they_mean_to_git(repository: Path, lines: list[str]) -> None:
    _write(repository, {"": "\n".join(lines)})
    assert _kept(repository) == _kept_by_git(repository)


def test_the_nearest_file_wins(repository: Path) -> None:
    _write(repository, {"": "*.md\n!b.md\n", "a/": "!a.md\nb.md\n", "a/b/": "*\n"})
    kept = _kept(repository)
    assert kept == _kept_by_git(repository)
    assert kept & {"a.md", "a/a.md", "a/b.md", "b/b.md", "a/b/a.md"} == {"a/a.md", "b/b.md"}


def test_a_path_in_an_ignore_file_starts_at_its_own_folder(repository: Path) -> None:
    _write(repository, {"a/": "/a.md\nb/b.md\n", "b/": "a/*.md\n!a/a.md\n"})
    assert _kept(repository) == _kept_by_git(repository)


def test_a_dowseignore_adds_to_the_gitignore_beside_it_and_takes_back_from_it(tmp_path: Path) -> None:
    for name in ("notes.md", "diary.md", "draft.md"):
        (tmp_path / name).touch()
    (tmp_path / ".gitignore").write_text("diary.md\n")
    (tmp_path / ".dowseignore").write_text("!diary.md\ndraft.md\n")
    assert _kept(tmp_path) == {"notes.md", "diary.md", ".gitignore", ".dowseignore"}


def test_a_dowseignore_can_want_back_a_folder_that_git_ignores(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "diary.md").touch()
    (tmp_path / ".gitignore").write_text("private/\n")
    assert "private/diary.md" not in _kept(tmp_path)
    (tmp_path / ".dowseignore").write_text("!private/\n")
    assert "private/diary.md" in _kept(tmp_path)


def _ignores(line: str, name: str) -> bool:
    rules, wrong = read_rules(line.encode())
    assert not wrong
    return ignored(name, name, (rules_for("", rules),), folder=False)


def test_a_question_mark_stands_for_a_character_where_git_counts_bytes() -> None:
    assert _ignores("?.md", "é.md")
    assert _ignores("[à-ü].md", "é.md")
    assert not _ignores("??.md", "é.md")


def test_a_newline_in_a_name_is_a_character_like_any_other() -> None:
    assert _ignores("a*z", "a\nz")
    assert _ignores("notes/**", "notes/a\nz")
    assert not _ignores("a", "a\n")


def test_a_byte_order_mark_is_not_part_of_the_first_pattern() -> None:
    assert _ignores("\ufeffa.md", "a.md")


def test_a_line_that_is_not_utf_8_matches_nothing_and_stops_nothing() -> None:
    rules, wrong = read_rules(b"caf\xe9\na.md\n")
    assert not wrong
    assert ignored("a.md", "a.md", (rules_for("", rules),), folder=False)


def test_a_pattern_is_compiled_once_and_not_before_a_name_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def compile_pattern(pattern: str, flags: int) -> re.Pattern[str]:
        compiled.append(pattern)
        return re.compile(pattern, flags)

    monkeypatch.setattr("dowse.filesystem.ignore.compile_pattern", compile_pattern)
    chain = (rules_for("", read_rules(b"a?c\n/d/e?f\ng?i/\n")[0]),)
    assert not compiled
    assert ignored("abc", "abc", chain, folder=False)
    assert len(compiled) == 1
    assert not ignored("ghi", "ghi", chain, folder=False)
    assert ignored("ghi", "ghi", chain, folder=True)
    assert ignored("abc", "abc", chain, folder=True)
    assert ["".join(compiled).count(letter) for letter in "adg"] == [1, 1, 1]


def test_many_stars_take_no_time() -> None:
    """With plain backtracking this does not end within a lifetime."""
    assert not _ignores("*a" * 40 + "b", "a" * 250)
    assert not _ignores("x/" + "**/a/" * 30 + "b", "x/" + "a/" * 200 + "c")
    assert _ignores("*a" * 40 + "*b", "a" * 250 + "b")
    assert _ignores("x/" + "**/a/" * 30 + "b", "x/" + "a/" * 200 + "b")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("draft[", "line 2 is not a valid pattern: [ is never closed; dowse ignores that line"),
        ("[a-\\", "line 2 is not a valid pattern: [ is never closed; dowse ignores that line"),
        ("draft\\", "line 2 is not a valid pattern: \\ at the end escapes nothing; dowse ignores that line"),
        ("[[:word:]]", "line 2 is not a valid pattern: [:word:] is not a character class; dowse ignores that line"),
    ],
)
def test_a_line_that_is_no_pattern_is_named_and_the_others_hold(line: str, why: str) -> None:
    rules, wrong = read_rules(f"a.md\n{line}\nb.md".encode())
    assert wrong == [why]
    assert [rule.exact for rule in rules] == ["a.md", "b.md"]
