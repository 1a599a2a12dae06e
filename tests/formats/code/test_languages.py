"""The language of a file."""

from __future__ import annotations

import pytest

from dowse.formats.code.detect_language import language_of
from dowse.formats.code.languages import LANGUAGES


def _name(path: str, text: str = "") -> str:
    spec = language_of(path, text)
    return spec.name if spec else ""


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("src/app.py", "python"),
        ("App.PY", "python"),
        ("stubs/app.pyi", "python"),
        ("web/App.tsx", "tsx"),
        ("index.d.ts", "typescript"),
        ("lib/app.mjs", "javascript"),
        ("main.cc", "cpp"),
        ("main.c", "c"),
        ("Gemfile", "ruby"),
        (".bashrc", "bash"),
        ("build/Makefile", "makefile"),
        ("Dockerfile.dev", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        ("main.kt", "kotlin"),
        ("data.json", "json"),
        ("notes.md", ""),
        ("notes.txt", ""),
        (".py", ""),
        ("py", ""),
        ("", ""),
    ],
)
def test_a_language_is_known_by_the_name_of_the_file(path: str, name: str) -> None:
    assert _name(path) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("#!/usr/bin/python3\n", "python"),
        ("#!/usr/bin/env python3.11\n", "python"),
        ("#!/usr/bin/env -S python3 -u\n", "python"),
        ("#!/usr/bin/perl -w\n", "perl"),
        ("#!/bin/sh\n", "bash"),
        ("#!/usr/bin/env node\n", "javascript"),
        ("#!/usr/bin/env nodejs\n", "javascript"),
        ("#!/usr/bin/env -S uv run --script\n", "python"),
        ("#! /usr/bin/awk -f", "awk"),
        ("# /usr/bin/python", ""),
        ("#!/bin/unknown\n", ""),
        ("#!", ""),
    ],
)
def test_a_language_is_known_by_the_interpreter_when_the_name_has_no_ending(line: str, name: str) -> None:
    assert _name("bin/tool", line) == name


def test_an_ending_counts_over_the_interpreter() -> None:
    assert _name("notes.txt", "#!/usr/bin/python3\n") == ""


@pytest.mark.parametrize("name", ["json", "yaml", "toml", "html", "css"])
def test_a_data_format_is_no_source(name: str) -> None:
    assert not LANGUAGES[name].is_source


def test_a_language_with_symbols_is_source() -> None:
    assert all(spec.is_source for spec in LANGUAGES.values() if spec.grammar)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("struct a { int x; };\n", "c"),
        ("/* a class of wheels */\nint f(void);\n", "c"),
        ("namespace a {\n}\n", "cpp"),
        ("#pragma once\ntemplate <class T> T f(T a);\n", "cpp"),
        ("class A : public B {\n};\n", "cpp"),
        ("struct A {\n public:\n  int x;\n};\n", "cpp"),
        ("#pragma once\nenum class Knot { bowline, hitch };\n", "cpp"),
        ("#include <stdint.h>\n#include <string>\n", "cpp"),
        ("struct Rope {\n  virtual int length() = 0;\n};\n", "cpp"),
        ("struct Rope : Line {\n};\n", "cpp"),
        ("static constexpr int kKnots = 3;\n", "cpp"),
        ("int ropes(std::vector<int> knots);\n", "cpp"),
        ("int length(const Rope& rope);\n", "cpp"),
        ("/* The\n virtual tide table.\n*/\nstruct tide { int level; };\n", "c"),
        ("/*\n * As std::string, but for C.\n */\nstruct rope { unsigned knots : 3; };\n", "c"),
        ("// const Rope& in C++\n#include <sys/types.h>\nint f(const char *a, int b);\n", "c"),
    ],
)
def test_a_header_file_is_cpp_when_its_text_is(text: str, name: str) -> None:
    assert _name("include/a.h", text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("#import <Foundation/Foundation.h>\n", "objectivec"),
        ("// The pier.\n@implementation Pier\n@end\n", "objectivec"),
        ("- (void)wait:(NSString *)ferry {\n}\n", "objectivec"),
        ('    label = @"tide";\n', "objectivec"),
        ("% The pier.\nfunction x = wait(a)\n  x = @(t) a - (t)*2; y = {1, ...\n", "matlab"),
        ("# a comment of Octave\nx = 1;\n", "matlab"),
        ("# define the tide\n  # if it is low\n", "matlab"),
        ("#ifdef LOW_TIDE\n#define PIER 1\n#endif\n", "objectivec"),
        ('Needs@"Tides`"\n', "matlab"),
        ("", "matlab"),
    ],
)
def test_a_file_that_ends_in_m_is_objective_c_when_its_text_is(text: str, name: str) -> None:
    assert _name("src/a.m", text) == name
