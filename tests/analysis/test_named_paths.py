"""The names of files that a text writes with their endings, and of folders with a slash."""

from __future__ import annotations

import pytest

from dowse.analysis.named_paths import file_names_in, files_named, folder_names_in, in_folders, is_place, is_processed


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("ferry.conf moorings", ("ferry.conf",)),
        ("where is the tide in src/tide.c?", ("src/tide.c",)),
        ("a rule of .gitlab-ci.yml, and ferry.config.js", (".gitlab-ci.yml", "ferry.config.js")),
        ("in `harbour.md`.", ("harbour.md",)),
        ("moor in ./tide.c or ../../src/tide.c", ("tide.c", "src/tide.c")),
        ("tide.c:42: no moorings, src/bow.c:7:1", ("tide.c", "src/bow.c")),
        ("tide.c:ferry", ()),
        ("version 1.2.3 of the ferry", ()),
        ("https://harbour.example/tide.html", ()),
        ("ferry.moor() and Ferry.moor::bow", ()),
        ("ferry " * 200 + "tide.c", ()),
    ],
)
def test_a_name_with_an_ending_may_be_that_of_a_file(text: str, names: tuple[str, ...]) -> None:
    assert tuple(file_names_in(text)) == names


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("tide.c", ["src/tide.c", "lib/tide.c"]),
        ("src/tide.c", ["src/tide.c"]),
        ("rc/tide.c", []),
        ("readme.md", ["README.md"]),
        ("Readme.md", []),
    ],
)
def test_a_file_has_the_name_with_its_folders_and_small_letters_are_any(name: str, paths: list[str]) -> None:
    assert files_named((name,), ("src/tide.c", "lib/tide.c", "README.md", "tide.cc")).get(name, []) == paths


def test_the_files_of_several_vaults_are_named_without_these() -> None:
    assert files_named(("tide.c",), ("boats:tide.c", "boats:tide.cc"), ("boats", "ports")) == {
        "tide.c": ["boats:tide.c"]
    }


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("read options from tsconfig.json", True),
        ("where is the lock file written", True),
        ("computes the hash of composer.json", True),
        ("scripts in package.json", False),
        ("redis.conf maxmemory", False),
    ],
)
def test_what_a_program_does_with_a_file_is_known_by_the_verb(text: str, claim: bool) -> None:
    assert is_processed(text) == claim


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tide in src/boats/", ("src/boats",)),
        ("src/boats tide?", ("src/boats",)),
        ("the moor of tests/", ("tests",)),
        (".github/workflows", (".github/workflows",)),
        ("../src/boats", ("src/boats",)),
        ("bow / stern", ()),
        ("https://harbour.example/src/boats", ()),
        ("/etc/boats", ()),
    ],
)
def test_a_name_with_a_slash_may_be_that_of_a_folder(text: str, names: tuple[str, ...]) -> None:
    assert tuple(folder_names_in(text)) == names


def test_what_is_in_a_folder_has_its_whole_name_in_its_path() -> None:
    paths = ("src/boats/tide.c", "src/boats.c", "lib/src/boats/a/b.c", "asrc/boats/c.c", "ports:src/boats/d.c")
    assert sorted(in_folders(("src/boats",), paths)) == ["lib/src/boats/a/b.c", "src/boats/tide.c"]
    assert in_folders(("src/boats",), ("Src/Boats/tide.c",)) == {"Src/Boats/tide.c"}
    assert not in_folders(("Src/boats",), ("Src/Boats/tide.c", "src/boats/tide.c"))
    assert in_folders(("src/boats",), paths[-1:], ("boats", "ports")) == {"ports:src/boats/d.c"}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("where is it parsed in tide.c", True),
        ("tide.c parse", True),
        ("In `tide.c`, parse", True),
        ("get steps out of tide.c", False),
        ("begin tide.c", False),
    ],
)
def test_a_name_at_the_beginning_or_behind_in_is_a_place(text: str, claim: bool) -> None:
    assert is_place(text, "tide.c") == claim
