"""Manual pages, written with the macros of man(7) or mdoc(7): what a page shows, its names and its sections."""

from __future__ import annotations

import time

import pytest

from dowse.formats.detect import parse_file, refused
from dowse.formats.plaintext.manpage_files import NO_MANPAGE, is_no_manpage
from dowse.formats.plaintext.manpage_text import ManpageText
from dowse.formats.plaintext.roff_escapes import unescaped
from dowse.model.document import GENERATED, LABELS, Document

_PAGE = r""".\" Written by the harbour office
.TH TIDES 7 2026-03-22 "Harbour" "Manual of the Harbour"
.SH NAME
tides, tidetable, ebb \- when the water comes and goes
.SH SYNOPSIS
.BI "int tides(int " quay \
", int " day );
.SH "HIGH AND LOW"
The table is in
.BR /etc/tides.conf ,
see
.BR moor (2)
and \fIharbour\fP\|(7).
.de xx
never shown
..
.SS Settings
.TP
.BR low_water " (since Tides 2.1)"
The depth in the \(oqold\(cq harbour.
.RS
.PP
Still of the setting.
.RE
.TP
.B high_water
.UR https://example.org
The table
.UE .
.TP
.B rope
A word is no name.
.PP
No more of a setting.
.TS
tab(|) l l.
quay|depth
east|T{
4 m
T}
.TE
"""


def _read(text: str, path: str = "man7/tides.7") -> Document:
    return parse_file(path, text.encode(), modified=0.0)


def _shown(text: str) -> list[str]:
    return [line for line in ManpageText(text).lines if line]


def test_a_page_has_its_names_as_title_and_aliases_and_says_what_it_describes() -> None:
    head = _read(_PAGE).head
    assert (head.title, head.aliases, head.kind) == ("tides(7)", ("tides", "tidetable", "ebb"), "doc")
    assert head.fact("summary") == "when the water comes and goes"


def test_headings_and_the_names_of_settings_are_sections() -> None:
    units = [(unit.level, unit.title) for unit in _read(_PAGE).units]
    assert units == [
        *[(2, "NAME"), (2, "SYNOPSIS"), (2, "HIGH AND LOW"), (3, "Settings"), (4, "low_water")],
    ]


def test_a_page_is_read_as_it_is_shown_with_its_lines_in_their_places() -> None:
    lines = _read(_PAGE).text.split("\n")
    assert len(lines) == len(_PAGE.split("\n"))
    assert [lines[at] for at in (0, 1, 3, 5, 6, 9, 12, 13, 14)] == [
        "",
        "",
        "tides, tidetable, ebb - when the water comes and goes",
        "",
        "int tides(int quay, int day);",
        "/etc/tides.conf,",
        "and harbour(7).",
        "",
        "",
    ]
    assert [line for line in lines[16:] if line] == [
        *["Settings", "low_water (since Tides 2.1)", "The depth in the 'old' harbour.", "Still of the setting."],
        *["high_water", "https://example.org", "The table", ".", "rope", "A word is no name.", "No more of a setting."],
        *["quay  depth", "east", "4 m"],
    ]


def test_names_with_a_section_are_links_to_other_pages_and_labels_of_the_own_one() -> None:
    page = _read(_PAGE + "tidetable(7) calls f(x), f(0), g(12) and ebb(7)\n")
    assert [(link.kind, link.target, link.line) for link in page.links] == [
        ("man", "moor(2)", 12),
        ("man", "harbour(7)", 13),
    ]
    assert page.head.facts[LABELS] == ("tides(7)", "tidetable(7)", "ebb(7)")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (".Op Fl a Ar file", "[-a file]"),
        (".Op Fl Fl long Ns = Ns Ar size", "[--long=size]"),
        (".Nm Fl v", "moor -v"),
        (".Xr tides 7 .", "tides(7)."),
        ('.Fn moor "int quay" "int day"', "moor(int quay, int day)"),
        (".Pq see Sx FILES", "(see FILES)"),
        (".Dq Li low ,", '"low",'),
        (".Pf ( Ar depth )", "(depth)"),
        (".Op Pf no- Ar depth", "[no-depth]"),
        (".Pf moor Pf ing s", "moorings"),
        (".Xr tides 7 , Xr ebb 7 .", "tides(7), ebb(7)."),
        (".Fn moor quay Ns , Fn bow", "moor(quay), bow()"),
        (".Op Oo Fl a Oc Ar x", "[[-a] x]"),
        (".Pq Oo Fl a Oc .", "([-a])."),
        (".Op Fl f Ar", "[-f file ...]"),
        (".In boats.h", "<boats.h>"),
        (".It Fl q", "-q"),
        (".Nd keeps boats", "— keeps boats"),
        (".Fx 14", "FreeBSD 14"),
        (".Bl -tag -width Ds", ""),
    ],
)
def test_the_macros_of_mdoc_show_their_arguments(written: str, shown: str) -> None:
    lines = ManpageText(f".Dd May 1, 2026\n.Dt MOOR 1\n.Sh NAME\n.Nm moor\n{written}").lines
    assert lines[-1] == shown


def test_a_page_of_mdoc_has_title_and_names() -> None:
    head = _read(
        ".Dd May 1, 2026\n.Dt MOOR 1\n.Os\n.Sh NAME\n.Nm moor\n.Nd keeps boats\n.Sh DESCRIPTION\nText", "m.1"
    ).head
    assert (head.title, head.aliases, head.fact("summary")) == ("moor(1)", ("moor",), "keeps boats")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (r"\fBlow\fR and \f[I]high\f[]", "low and high"),
        (r"\-\-all\ of\~it\&", "--all of it"),
        (r"a\(bub\[u2713]c\*(Aqd\s-1e\s0", "a•b✓c'de"),
        (r"C:\e\\new \" comment", "C:\\\\new "),
        (r"\h'1i'x\w'long'y\(zzz", "xyz"),
        ("end\\", "end"),
    ],
)
def test_escapes_are_shown_as_their_characters(written: str, shown: str) -> None:
    assert unescaped(written) == shown


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (_PAGE.encode(), None),
        (b"'\\\" t\n" + _PAGE.encode(), None),
        (b".so man7/tides.7\n", NO_MANPAGE),
        (b"2026-05-01 boat moored\n.TH X 1\n.SH A\n", NO_MANPAGE),  # a log
        (b".TH only a title\n", NO_MANPAGE),
        (b"\x7fELF\0\0", NO_MANPAGE),
        (b"", NO_MANPAGE),
    ],
)
def test_a_file_with_the_ending_of_a_page_is_one_by_its_content(data: bytes, why: str | None) -> None:
    assert refused("log/moorings.1", data) == why


def test_what_is_no_page_is_not_named_among_the_skipped_files() -> None:
    assert is_no_manpage("lib/x.so.1", NO_MANPAGE)
    assert is_no_manpage("log/moorings.1", "larger than 4 MiB")
    assert not is_no_manpage("notes/a.md", "larger than 4 MiB")
    assert not is_no_manpage("man1/moor.1", "no permission to read")


@pytest.mark.parametrize(
    ("above", "is_generated"),
    [
        (r".\" generated with Ronn/v0.7.3", True),
        (r".\" Automatically generated by Pod::Man 4.14", True),
        (r".\\" + '".\\"      Generator: DocBook XSL', False),
        (r".\" Generator: DocBook XSL Stylesheets", True),
        (".nh", True),
        (r".\" Written by hand", False),
    ],
)
def test_a_page_that_a_program_has_written_is_one_by_its_first_lines(above: str, is_generated: bool) -> None:
    page = _read(f"{above}\n.TH TIDES 7\n.SH NAME\ntides")
    assert (page.head.facts.get(GENERATED) is True) == is_generated


def test_any_text_is_read_in_linear_time() -> None:
    for part in (".IP \\(bu 2\n", '.B "', "\\f[", ".RS\n.TP\na_b\n", ".de x\n", "\\*[", ".Op ", "\\h'", ".TS\n"):
        _shown(f".TH A 1\n.SH B\n{part * 20_000}")


def test_the_title_of_a_section_may_be_on_the_next_line() -> None:
    page = ManpageText(".TH A 1\n.SH NAME\na\n.SS\nThe \\fIlow\\fP tide\n.PP\nebb\n.SH\n.B HIGH TIDE\nflood")
    assert page.headings == [(1, 2, "NAME"), (4, 3, "The low tide"), (8, 2, "HIGH TIDE")]


@pytest.mark.parametrize("section", ["low\\\n" * 60_000, f".Pf {'low Pf ' * 20_000}", f"{' ' * 60_000}low"])
def test_a_page_of_any_lines_is_read_in_linear_time(section: str) -> None:
    began = time.process_time()
    page = _read(f".TH A 1\n.SH NAME\n{section}\n.SH TIDES\nebb")
    assert time.process_time() - began < 1.0
    assert page.text.endswith("ebb")
