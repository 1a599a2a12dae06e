"""Words that a query excludes by mistake, since they are options of a command."""

from __future__ import annotations

import pytest

from dowse.query.parse import parse
from dowse.search.answer_notes.option_exclusions import option_exclusion_notes
from dowse.search.execute import Request, search
from dowse.search.profiles import PROFILES
from tests.contract.engines import Engine, fill
from tests.making import make


def _named(text: str) -> list[str]:
    return [note.hint.partition(" ")[0] for note in option_exclusion_notes(parse(text))]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("git commit -m", ["-m"]),
        ("ls -la", ["-la"]),
        ("kill -9 process", ["-9"]),
        ("curl -X POST", ["-X"]),
        ("find . -name", ["-name"]),
        ("find ~/notes -name -type", ["-name", "-type"]),
        ("tar -x -file", ["-x", "-file"]),
        ("-m", ["-m"]),
        ("-L follow redirects", ["-L"]),
        ("-draft tax -x", ["-x"]),
        ("run with -Dkotlinx.coroutines.debug", ["-Dkotlinx.coroutines.debug"]),
        ("-Dkotlinx.coroutines.debug", ["-Dkotlinx.coroutines.debug"]),
        ("tax -draft -Dname=value", ["-Dname=value"]),
        ("(build -DCMAKE_BUILD_TYPE=Release)", ["-DCMAKE_BUILD_TYPE=Release"]),
        ("c++ -std=c++17", ["-std=c++17"]),
        ("heap -Xmx512m -XX:+UseSerialGC", ["-Xmx512m", "-XX:+UseSerialGC"]),
        ("logger -org.slf4j.simple", ["-org.slf4j.simple"]),
    ],
)
def test_an_excluded_word_that_reads_like_an_option_is_named(text: str, named: list[str]) -> None:
    assert _named(text) == named


@pytest.mark.parametrize(
    "text",
    [
        "tax -draft",
        "tax NOT m",
        '"git commit -m"',
        'git commit "-m"',
        "git commit -tag:m",
        "e-m",
        "-draft",
        "notes -node.js",
        "people -Xavier",
        "release -3.5.1",
        "letters -ann@example.org",
        "#food -aa -bb",
        "cards path:3-Resources -sync",
    ],
)
def test_no_other_excluded_word_is_named(text: str) -> None:
    assert _named(text) == []


def test_an_answer_names_the_option_and_how_to_search_for_it(engine: Engine) -> None:
    fill(engine, make("git.md", "git commit -m message"), make("svn.md", "svn commit"))
    answer = search(Request("git commit -m", mode="fulltext"), PROFILES["default"], engine, now=0.0)
    said = "-m excludes documents with 'm'; write \"-m\" to search for this text"
    assert [hit.head.path for hit in answer.hits] == ["svn.md"]
    assert [(note.at, note.hint) for note in answer.notes] == [(11, said)]
