"""One row for each format, from which endings, languages and outlines follow."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dowse.analysis.folding import target_key, without_ending
from dowse.formats.registry import FORMATS, PLAIN, FormatSpec, by_ending, format_of, optional_endings, outline_of
from dowse.query.fields import endings_of, languages_named


def test_no_ending_belongs_to_two_formats() -> None:
    endings = [ending for spec in FORMATS for ending in spec.endings]
    assert sorted(endings) == sorted(set(endings))


@pytest.mark.parametrize("spec", FORMATS, ids=lambda spec: spec.name)
def test_each_format_is_a_language_of_the_query(spec: FormatSpec) -> None:
    assert set(endings_of(languages_named(spec.name))) >= set(spec.endings)


@pytest.mark.parametrize("name", ["python", "rust", "kotlin"])
def test_the_kind_of_source_code_is_code(name: str) -> None:
    spec = next(spec for spec in FORMATS if spec.name == name)
    assert (spec.kind, spec.is_ending_optional) == ("code", False)


def test_a_file_without_an_ending_has_the_format_of_its_name() -> None:
    found = [format_of(path) for path in ("src/Makefile", "Dockerfile", "LICENSE")]
    assert [spec and spec.name for spec in found] == ["makefile", "dockerfile", None]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("README", "text"),
        ("docs/CodingGuidelines", "text"),
        ("RELEASE-NOTES", "text"),
        ("Dockerfile", "dockerfile"),
        ("MIT-LICENSE", None),
        ("Licence", None),
        ("COPYING", None),
        ("expected", "script"),  # if its first line names an interpreter
        ("README.orig", None),
        ("X", None),
    ],
)
def test_a_name_without_an_ending_that_begins_with_a_capital_letter_is_one_of_text(
    name: str, found: str | None
) -> None:
    spec = format_of(name)
    assert (spec and spec.name) == found


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("docs/tides.rst.inc", "restructuredtext"),
        ("docs/tides.md.in", "markdown"),
        ("source/tides.html.md.erb", "markdown"),
        ("book/tides.asc", "asciidoc"),
        ("man/tides.7", "man"),
        ("man/tides.3x", "man"),
        ("tides.v2.adoc.inc", "asciidoc"),
        ("tides.inc", "php"),
        ("rst.inc", "php"),
        ("tides.php.inc", "php"),
        ("CMakeLists.txt.in", None),
        ("tides.h.in", None),
        ("docs.md/tides.in", None),
    ],
)
def test_markup_that_others_include_or_a_build_fills_in_is_of_its_format(path: str, name: str | None) -> None:
    spec = format_of(path)
    assert (spec and spec.name) == name


@pytest.mark.parametrize("spec", [spec for spec in FORMATS if spec.is_ending_optional], ids=lambda spec: spec.name)
def test_a_link_may_leave_out_the_endings_of_each_format(spec: FormatSpec) -> None:
    assert {without_ending(f"a/b.{ending}") for ending in spec.endings} == {"a/b"}
    assert {target_key(f"a/b.{ending}") for ending in spec.endings} == {"b"}


def test_a_format_may_keep_its_endings_in_links() -> None:
    source = FormatSpec("c", "C", ("c",), PLAIN.parse, PLAIN.outline, is_ending_optional=False)
    assert optional_endings((PLAIN, source)) == (".txt", ".text", ".textile", ".pod")


def test_of_two_formats_with_one_ending_the_first_has_the_file() -> None:
    other = FormatSpec("log", "logs", ("txt",), PLAIN.parse, PLAIN.outline)
    assert by_ending((PLAIN, other)) == dict.fromkeys(PLAIN.endings, PLAIN)


@pytest.mark.parametrize(
    ("path", "line", "shown"),
    [
        ("x.md", "## Goals", "Goals"),
        ("x.org", "** Goals", "Goals"),
    ],
)
def test_an_outline_knows_the_marks_of_its_own_headings(path: str, line: str, shown: str) -> None:
    outline = outline_of(path)
    assert outline.is_heading(line)
    assert outline.unmarked(f"{line} {line}") == f"{shown} {shown}"


def test_the_signs_of_asciidoc_mark_headings_only_at_the_beginning_of_a_line() -> None:
    outline = outline_of("x.adoc")
    assert outline.is_heading("== Goals")
    assert outline.unmarked("Use x = 1 and a == b") == "Use x = 1 and a == b"


@pytest.mark.parametrize("path", ["x.txt", "x.rst", "x.unknown"])
def test_a_text_without_heading_marks_keeps_every_character(path: str) -> None:
    outline = outline_of(path)
    assert not outline.is_heading("# make install")
    assert outline.unmarked("# make install") == "# make install"


def test_a_file_of_an_unknown_format_has_no_row() -> None:
    assert format_of("x.png") is None


def test_the_registry_imports_no_parser() -> None:
    program = "import sys, dowse.formats.registry; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.startswith("dowse.formats.") and "parser" in name]


@pytest.mark.parametrize(
    ("language", "ending"),
    [
        ("objective-c", "mm"), ("objc", "mm"), ("matlab", "m"), ("golang", "go"), ("c#", "cs"), ("f#", "fs"),
        ("typescript", "tsx"), ("kt", "kt"),
    ],
)  # fmt: skip
def test_a_language_has_its_endings_by_each_of_its_names(language: str, ending: str) -> None:
    assert ending in endings_of(languages_named(language))
