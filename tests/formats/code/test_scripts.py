"""Names and first lines of scripts without an ending."""

from __future__ import annotations

import time

import pytest

from dowse.filesystem.read import NOT_REGULAR, ONLINE_ONLY
from dowse.formats.code.scripts import NO_SCRIPT, has_name_of_script, is_no_script, refuse_no_script


@pytest.mark.parametrize("path", ["bin/git-effort", "run", "lib/is_git_repo", "hooks/pre-commit", "tools/g+wrapper1"])
def test_words_in_small_letters_without_an_ending_may_name_a_script(path: str) -> None:
    assert has_name_of_script(path)


@pytest.mark.parametrize(
    "path", ["README", "a.sh", ".profile", "configure", "gradlew", "objects/5d41402abc4b2a76", "0012", "a b", "x" * 41]
)
def test_other_names_are_those_of_no_script(path: str) -> None:
    assert not has_name_of_script(path)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"#!/usr/bin/env ruby\nputs 1\n", None),
        (b"#!/usr/bin/python3.12 -I\n", None),
        (b"#!/usr/bin/make -f\nall:\n", None),
        (b"#!/opt/own/interpreter\n", NO_SCRIPT),
        (b"echo 1\n", NO_SCRIPT),
        (b"# for others to include\n\nis_moored() {\n  true\n}\n", None),
        (b"#\n# for others to include\n#\nfunction is-moored\n{\n  true\n}\n", None),
        (b"is_moored() {\n  true\n}\n", NO_SCRIPT),
        (b"# a table\nmoor 1\nboat () 2\n", NO_SCRIPT),
        (b"", NO_SCRIPT),
        (b"#!/bin/sh\n" + b"\x00\x01\x02" * 500, "binary"),
        (b"#" + b"\x00\x01\x02" * 500, NO_SCRIPT),
    ],
)
def test_the_first_line_of_a_script_names_an_interpreter_of_a_known_language(data: bytes, why: str | None) -> None:
    assert refuse_no_script(data) == why


@pytest.mark.parametrize("why", ["larger than 4 MiB", NOT_REGULAR, ONLINE_ONLY])
def test_a_file_with_the_name_of_a_script_that_is_not_read_is_none(why: str) -> None:
    assert is_no_script("bin/ferry", why)
    assert not is_no_script("notes/log.md", why)


def test_a_long_line_takes_time_in_proportion_to_its_length() -> None:
    started = time.process_time()
    assert refuse_no_script(b"# a table\nfunction moor" + b" " * 1_000_000 + b"1\n") == NO_SCRIPT
    assert time.process_time() - started < 5
