"""The walk, on real folders."""

from __future__ import annotations

import inspect
import os
import socket
import sys
import unicodedata
from pathlib import Path

import pytest

from dowse.filesystem.ignored_names import IGNORED_FOLDERS
from dowse.filesystem.read import ONLINE_ONLY
from dowse.filesystem.walk import FoundPath, WalkResult, folder_exclusion, walk
from dowse.model.errors import VaultError

from .nobody import as_nobody

_INSIDE = "symbolic link; its target is indexed at its own path"
_OUTSIDE = "symbolic link to a target outside of the vault; not followed"
_NOTHING = "broken symbolic link"


def _walked(root: Path) -> WalkResult:
    return walk(root, lambda path: path.endswith(".md"))


def _paths(root: Path) -> list[str]:
    return [file.path for file in _walked(root).found]


def _put(root: Path, *paths: str, text: str = "") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def test_files_are_found_with_size_and_time_in_the_order_of_their_paths(tmp_path: Path) -> None:
    """`a-b/` comes before `a/`, though the folder `a` comes before `a-b`."""
    _put(tmp_path, "a/x.md", "a-b/x.md", "z.md", "B.md", text="four")
    for file in tmp_path.rglob("*.md"):
        os.utime(file, ns=(1, 1_234_567_890_123_456_789))
    time = 1_234_567_890_123_456_789
    assert _walked(tmp_path) == WalkResult(
        found=tuple(FoundPath(path, 4, time) for path in ("B.md", "a-b/x.md", "a/x.md", "z.md")),
        skipped=(),
        folders=("a", "a-b"),
    )


def test_an_unwanted_ending_is_silent(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", "photo.jpg")
    assert _walked(tmp_path).skipped == ()
    assert _paths(tmp_path) == ["a.md"]


def test_files_that_configure_others_are_listed_on_their_own(tmp_path: Path) -> None:
    _put(
        tmp_path,
        "a.md",
        "web/package.json",
        "web/node_modules/x/package.json",
        "gone/package.json",
        "huge/package.json",
    )
    _put(tmp_path, ".gitignore", text="gone\n")
    _put(tmp_path, "huge/package.json", text=" " * (4 * 1024 * 1024 + 1))
    (tmp_path / "package.json").symlink_to("web/package.json")
    walked = walk(tmp_path, lambda path: path.endswith(".md"), configures=lambda path: path.endswith("package.json"))
    assert [file.path for file in walked.configuring] == ["web/package.json"]
    assert [file.path for file in walked.found] == ["a.md"]


def test_programs_own_folders_are_left_out(tmp_path: Path) -> None:
    _put(tmp_path, *(f"deep/{folder}/x.md" for folder in IGNORED_FOLDERS), ".hidden.md", "dist.md")
    (tmp_path / ".dowseignore").write_text("!.git/\n!node_modules/\n")
    assert _paths(tmp_path) == [".hidden.md", "dist.md"]
    assert (_walked(tmp_path).skipped, _walked(tmp_path).dot_folders) == ((), ())


def test_earlier_versions_of_pages_of_logseq_are_left_out(tmp_path: Path) -> None:
    _put(tmp_path, "logseq/bak/a.md", "deep/logseq/bak/pages/b.md", "logseq/c.md", "bak/d.md", "mylogseq/bak/e.md")
    assert _paths(tmp_path) == ["bak/d.md", "logseq/c.md", "mylogseq/bak/e.md"]


@pytest.mark.parametrize(
    ("files", "is_listed"),
    [
        (("overview.md", "toc.yml", "reference/x.md"), True),  # pages about the build
        (("Source.java", "Pool.java"), True),  # a package of that name
        (("build.ts", "remove.ts", "remove.test.ts"), True),
        (("index.md", "data.json"), True),
        (("index.d.ts", "index.d.mts"), False),
        (("index.md", "index.html"), False),
        (("README.md", "package.json", "index.js"), False),
        (("debug/x.rs", "CACHEDIR.TAG"), False),
        (("lib/tides/x.py",), False),
        (("cmake_install.cmake", "CMakeCache.txt", "x.c"), False),
        (("harbour.html", "harbour.css", "a.md", "b.md"), False),
        (("picture.png",), False),
    ],
)
@pytest.mark.parametrize("name", ["build", "dist", "target"])
def test_a_folder_of_output_is_listed_where_people_have_written_its_files(
    tmp_path: Path, name: str, files: tuple[str, ...], is_listed: bool
) -> None:
    _put(tmp_path, *(f"docs/{name}/{file}" for file in files))
    found = [each.path for each in walk(tmp_path, lambda _: True).found]
    assert found == (sorted(f"docs/{name}/{file}" for file in files) if is_listed else [])
    assert bool(folder_exclusion(tmp_path, f"docs/{name}")) != is_listed


@pytest.mark.parametrize(
    ("git", "dowse", "is_included"),
    [
        ("", "!docs/build/", True),
        ("", "!build", True),
        ("!build/", "", False),
        ("build/", "", False),
        ("build/", "!docs/build/", True),
        ("", "!dist/", False),
    ],
)
def test_a_folder_of_output_is_included_by_a_rule_for_dowse(
    tmp_path: Path, git: str, dowse: str, is_included: bool
) -> None:
    _put(tmp_path, "docs/build/html/x.md")
    (tmp_path / ".gitignore").write_text(git)
    (tmp_path / ".dowseignore").write_text(dowse)
    assert _paths(tmp_path) == (["docs/build/html/x.md"] if is_included else [])
    assert bool(folder_exclusion(tmp_path, "docs/build")) != is_included


def test_dot_folders_are_left_out_and_named_but_for_planning_documents(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", ".github/x.md", "deep/.claude/y.md", ".metis/z.md", ".metis/.old/z.md")
    assert _paths(tmp_path) == [".metis/z.md", "a.md"]
    assert _walked(tmp_path).dot_folders == (".github", ".metis/.old", "deep/.claude")


@pytest.mark.parametrize(
    ("git", "dowse", "settings", "is_included"),
    [
        ("", "!.github/\n", (), True),
        ("", "", ("!.github/",), True),
        ("!.github/\n", "", (), False),
        ("!.github/\n", "", ("!.github/",), True),
        (".github/\n", "", ("!.github/",), False),
        (".github/\n", "!.github/\n", (), True),
        ("", "!.*\n.github/\n", (), False),
    ],
)
def test_a_dot_folder_is_included_by_a_rule_for_dowse_and_not_by_one_of_git(
    tmp_path: Path, git: str, dowse: str, settings: tuple[str, ...], is_included: bool
) -> None:
    _put(tmp_path, ".github/x.md")
    (tmp_path / ".gitignore").write_text(git)
    (tmp_path / ".dowseignore").write_text(dowse)
    found = walk(tmp_path, lambda path: path.endswith(".md"), ignoring=settings).found
    assert [each.path for each in found] == ([".github/x.md"] if is_included else [])
    assert bool(folder_exclusion(tmp_path, ".github", ignoring=settings)) != is_included


def _of_source(path: str) -> bool:
    return path.endswith(".go")


@pytest.mark.parametrize(
    ("git", "dowse", "settings", "found"),
    [
        ("", "", (), []),
        ("", "!vendor/\n", (), ["lib/vendor/own/x.go", "vendor/x.go"]),
        ("", "!lib/vendor/\n", (), ["lib/vendor/own/x.go"]),
        ("", "!lib/vendor/own/\n", (), ["lib/vendor/own/x.go"]),
        ("", "!third_party/\n", (), ["third_party/x.go"]),
        ("", "", ("!vendor/",), ["lib/vendor/own/x.go", "vendor/x.go"]),
        ("!vendor/\n", "", (), []),
        ("vendor/\n", "!vendor/\n", (), ["lib/vendor/own/x.go", "vendor/x.go"]),
    ],
)
def test_source_code_of_others_is_included_by_a_rule_for_dowse_on_its_folder(
    tmp_path: Path, git: str, dowse: str, settings: tuple[str, ...], found: list[str]
) -> None:
    _put(tmp_path, "lib/vendor/own/x.go", "third_party/x.go", "vendor/vendor.go/a.md", "vendor/x.go", "src/vendor.go")
    (tmp_path / ".gitignore").write_text(git)
    (tmp_path / ".dowseignore").write_text(dowse)
    walked = walk(tmp_path, lambda path: path.endswith((".md", ".go")), is_code=_of_source, ignoring=settings)
    own = ["src/vendor.go", *([] if "vendor" in git and not dowse and git[0] != "!" else ["vendor/vendor.go/a.md"])]
    assert [each.path for each in walked.found] == sorted([*found, *own])


def test_the_reason_for_source_code_of_others_names_the_line_that_includes_it(tmp_path: Path) -> None:
    _put(tmp_path, "lib/vendor/own/x.go", "vendor/a.md")
    walked = walk(
        tmp_path, lambda path: path.endswith((".md", ".go")), is_code=_of_source, beside=lambda path: "." in path
    )
    why = "source code of others; the line !lib/vendor/ in .dowseignore includes lib/vendor"
    assert walked.skipped == (("lib/vendor/own/x.go", why),)
    assert [each.path for each in walked.beside] == ["lib/vendor/own/x.go"]


def test_a_folder_is_left_out_with_the_one_above_it(tmp_path: Path) -> None:
    _put(tmp_path, "a/b/x.md", ".claude/b/x.md", "old/b/x.md")
    (tmp_path / ".gitignore").write_text("/old/\n")
    assert [bool(folder_exclusion(tmp_path, path)) for path in ("a", "a/b", ".claude/b", "old/b", "gone")] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_a_vault_may_itself_have_the_name_of_an_ignored_folder(tmp_path: Path) -> None:
    _put(tmp_path, "build/a.md")
    assert _paths(tmp_path / "build") == ["a.md"]


def test_an_empty_vault_holds_nothing(tmp_path: Path) -> None:
    assert _walked(tmp_path) == WalkResult((), ())


@pytest.mark.parametrize(
    "name",
    ["#1.md", 'it\'s "so".md', "🌲.md", "two\nlines.md", "\\.md", "[[x]].md", " .md", "%20.md", "a:b.md", "*.md"],
)
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    _put(tmp_path, name)
    assert _paths(tmp_path) == [name]


@pytest.mark.skipif(sys.platform == "darwin", reason="there the file system takes both for one")
def test_two_ways_to_write_an_umlaut_are_two_files(tmp_path: Path) -> None:
    twins = [unicodedata.normalize(form, "Übung.md") for form in ("NFC", "NFD")]
    _put(tmp_path, *twins)
    assert _paths(tmp_path) == sorted(twins)


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="there the file system refuses such names")
def test_a_name_that_is_not_utf_8_is_skipped_under_one_that_can_be_printed(tmp_path: Path) -> None:
    _put(tmp_path, "a.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).touch()
    (tmp_path / os.fsdecode(b"caf\xe9.jpg")).touch()
    (tmp_path / os.fsdecode(b"na\xefve")).mkdir()
    (tmp_path / os.fsdecode(b"na\xefve/x.md")).touch()
    (tmp_path / os.fsdecode(b"l\xefnk.md")).symlink_to("a.md")
    why = "name is not UTF-8"
    assert _walked(tmp_path).skipped == (("caf\\xe9.md", why), ("l\\xefnk.md", why), ("na\\xefve", why))
    assert _paths(tmp_path) == ["a.md"]


def test_four_mebibytes_are_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    _put(tmp_path, "just.md", "over.md")
    os.truncate(tmp_path / "just.md", 4 * 1024 * 1024)
    os.truncate(tmp_path / "over.md", 4 * 1024 * 1024 + 1)
    assert _walked(tmp_path).skipped == (("over.md", "larger than 4 MiB"),)
    assert _paths(tmp_path) == ["just.md"]


@pytest.mark.parametrize(
    ("link", "target", "why"),
    [
        ("again.md", "a.md", _INSIDE),
        ("folder", "notes", _INSIDE),
        ("notes/up", "..", _INSIDE),  # a loop, if it were followed
        ("here", ".", _INSIDE),
        ("out.md", "../outside.md", _OUTSIDE),
        ("out", "..", _OUTSIDE),
        ("twin", "../vault-2", _OUTSIDE),  # begins like the vault's own name
        ("gone.md", "no such file.md", _NOTHING),
        ("through.md", "a.md/x.md", _NOTHING),
        ("self.md", "self.md", _NOTHING),
    ],
)
def test_a_symbolic_link_is_named_and_not_followed(tmp_path: Path, link: str, target: str, why: str) -> None:
    vault = tmp_path / "vault"
    _put(tmp_path, "vault/a.md", "vault/notes/b.md", "outside.md", "vault-2/c.md")
    (vault / link).symlink_to(target)
    assert _walked(vault).skipped == ((link, why),)
    assert _paths(vault) == ["a.md", "notes/b.md"]


def test_a_link_to_a_file_of_an_unwanted_ending_or_ignored_by_name_is_silent(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", "photo.jpg")
    (tmp_path / "again.jpg").symlink_to("photo.jpg")
    (tmp_path / "node_modules").symlink_to("/")
    (tmp_path / "draft.md").symlink_to("a.md")
    (tmp_path / ".gitignore").write_text("draft.md\n")
    assert _walked(tmp_path).skipped == ()


def test_a_vault_behind_a_link_knows_what_lies_inside_it(tmp_path: Path) -> None:
    _put(tmp_path, "vault/a.md")
    (tmp_path / "vault" / "again.md").symlink_to("a.md")
    (tmp_path / "link").symlink_to("vault")
    assert _walked(tmp_path / "link").skipped == (("again.md", _INSIDE),)


def test_what_is_neither_file_nor_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.md")
        assert _walked(tmp_path).skipped == (("pipe.md", "not a regular file"), ("socket.md", "not a regular file"))


def test_a_folder_that_may_not_be_listed_is_named_and_the_rest_is_found(open_folder: Path) -> None:
    _put(open_folder, "a.md", "private/b.md")
    (open_folder / "private").chmod(0o300)
    expected = str(walk(open_folder, lambda path: path == "a.md").found[0])
    printed = as_nobody("walk(root, lambda path: True)", open_folder)
    (open_folder / "private").chmod(0o755)
    skipped = "skipped=(('private', 'permission denied'),)"
    rest = "folders=('private',), configuring=(), beside=(), dot_folders=(), closed=('private',), ignore_files=()"
    assert printed == f"WalkResult(found=({expected},), {skipped}, {rest})"


def test_a_file_that_may_be_listed_but_not_looked_at_is_named(open_folder: Path) -> None:
    _put(open_folder, "private/b.md")
    (open_folder / "private").chmod(0o744)
    printed = as_nobody("walk(root, lambda path: True)", open_folder)
    (open_folder / "private").chmod(0o755)
    skipped = "skipped=(('private/b.md', 'permission denied'),)"
    rest = "folders=('private',), configuring=(), beside=(), dot_folders=(), closed=('private/b.md',), ignore_files=()"
    assert printed == f"WalkResult(found=(), {skipped}, {rest})"


def test_an_ignore_file_that_may_not_be_read_is_named(open_folder: Path) -> None:
    _put(open_folder, ".gitignore")
    (open_folder / ".gitignore").chmod(0)
    printed = as_nobody("walk(root, lambda path: False).skipped", open_folder)
    assert printed == "(('.gitignore', 'permission denied; its rules are not applied'),)"


def test_an_ignore_file_with_bad_lines_is_named_once(tmp_path: Path) -> None:
    _put(tmp_path, "notes/a.md", "notes/b.md")
    (tmp_path / "notes" / ".gitignore").write_text("[\na.md\n\\\n")
    first = "line 1 is not a valid pattern: [ is never closed; dowse ignores that line"
    third = "line 3 is not a valid pattern: \\ at the end escapes nothing; dowse ignores that line"
    assert _walked(tmp_path).skipped == (("notes/.gitignore", f"{first}. {third}"),)
    assert _paths(tmp_path) == ["notes/b.md"]


def test_an_ignore_file_that_is_huge_or_no_file_is_named(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", ".gitignore")
    os.truncate(tmp_path / ".gitignore", 1024 * 1024 + 1)
    os.mkfifo(tmp_path / ".dowseignore")
    assert _walked(tmp_path).skipped == (
        (".dowseignore", "not a regular file; its rules are not applied"),
        (".gitignore", "larger than 1 MiB; its rules are not applied"),
    )
    assert _paths(tmp_path) == ["a.md"]


def test_what_vanishes_during_the_walk_is_not_there(tmp_path: Path) -> None:
    """The folder is listed, then `wanted` is asked, then the file is looked at."""
    _put(tmp_path, "a.md", "notes/b.md")

    def removing(path: str) -> bool:
        (tmp_path / path).unlink()
        if (tmp_path / "notes" / "b.md").exists():
            (tmp_path / "notes" / "b.md").unlink()
            (tmp_path / "notes").rmdir()
        return True

    walked = walk(tmp_path, removing)
    assert (walked.found, walked.skipped) == ((), ())


def test_a_folder_that_moves_during_the_walk_does_not_look_emptied(tmp_path: Path) -> None:
    """The root is listed before it moves; its subfolders are missing at their old paths."""
    root = tmp_path / "vault"
    _put(root, "a.md", "notes/b.md")

    def moving(_path: str) -> bool:
        root.rename(tmp_path / "away")
        return True

    with pytest.raises(VaultError, match="was moved or unmounted while its files were listed"):
        walk(root, moving)


def test_folders_may_be_nested_deeper_than_python_recurses(tmp_path: Path) -> None:
    """The limit comes down to the tree and not the tree up to the limit, or pytest could not clear it away."""
    depth = 100
    _put(tmp_path, "d/" * depth + "a.md")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + depth)
    try:
        assert _paths(tmp_path) == ["d/" * depth + "a.md"]
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", "does not exist; check the path, or connect its disk"),
        ("a.md", "is not a folder; name the folder that contains it"),
        ("a.md/below", "is not a folder; name the folder that contains it"),
    ],
)
def test_a_root_that_is_no_folder_is_an_error_that_says_what_to_do(tmp_path: Path, name: str, message: str) -> None:
    _put(tmp_path, "a.md")
    with pytest.raises(VaultError) as caught:
        _walked(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name} {message}"


def test_a_root_that_may_not_be_listed_is_an_error_that_says_what_to_do(open_folder: Path) -> None:
    open_folder.chmod(0o300)
    printed = as_nobody("walk(root, lambda path: True)", open_folder)
    open_folder.chmod(0o755)
    hint = "make the folder readable, or name another one"
    assert printed == f"cannot list {open_folder}: permission denied; {hint}"


def test_a_file_that_is_only_in_icloud_is_named(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in (".a.md.icloud", "sub/.b.md.icloud", ".c.png.icloud", "d.icloud", ".icloud"):
        (tmp_path / name).write_bytes(b"bplist00")
    walked = walk(tmp_path, lambda path: path.endswith(".md"))
    assert walked.found == ()
    assert walked.skipped == (("a.md", ONLINE_ONLY), ("sub/b.md", ONLINE_ONLY))


def test_files_of_passwords_are_listed_only_if_dowse_is_asked_for_them(tmp_path: Path) -> None:
    for name in (".env", ".env.local", ".netrc", "a.env", "env"):
        (tmp_path / name).write_text("KEY=1\n")
    (tmp_path / ".gitignore").write_text("!.netrc\n")

    def names() -> list[str]:
        return [found.path for found in walk(tmp_path, lambda path: not path.endswith("ignore")).found]

    assert names() == ["a.env", "env"]
    (tmp_path / ".dowseignore").write_text("!.env\n")
    assert names() == [".env", "a.env", "env"]
