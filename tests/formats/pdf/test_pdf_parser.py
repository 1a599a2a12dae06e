"""A PDF as a document: a unit for each page, the title, and files that cannot be read."""

from __future__ import annotations

import random
import zlib

import pytest

from dowse.formats.detect import parse_file, refused
from dowse.formats.pdf.page_texts import page_texts, read_pages
from dowse.formats.pdf.pdf_parser import sensible_title
from tests.formats.pdf.making_pdf import pages_of, pdf, pdf_of, stream

_KIDS_LOOP = pdf_of([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>"])
_PASSWORD = b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>/ID[<00><00>]" % (b"11" * 32, b"22" * 32)


def test_each_page_with_text_is_a_unit_with_its_number() -> None:
    document = parse_file("docs/a.pdf", pdf("Ferry timetable", "", "Harbour METIS-T-0001"), modified=0.0)
    assert [(unit.name, unit.kind, document.text[unit.start : unit.end].strip()) for unit in document.units] == [
        ("p1", "page", "Ferry timetable"),
        ("p3", "page", "Harbour METIS-T-0001"),
    ]
    assert [(link.target, link.section, link.line) for link in document.links] == [("METIS-T-0001", "p3", 3)]
    assert document.odd == ()


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Ferry timetable", "Ferry timetable"),
        ("船の\n時刻表", "船の 時刻表"),
        ("", ""),
        ("untitled", ""),
        ("Microsoft Word - x", ""),
        ("Report.DOCX", ""),
        ("2024-01", ""),
        ("x" * 201, ""),
    ],
)
def test_the_title_is_that_of_the_metadata_unless_a_program_made_it_up(stated: str, title: str) -> None:
    assert sensible_title(stated) == title


def test_a_document_has_the_title_of_the_metadata() -> None:
    assert parse_file("a.pdf", pdf("x", title="Ferries"), modified=0.0).head.title == "Ferries"


def test_a_file_without_the_mark_of_a_pdf_is_refused() -> None:
    assert (refused("a.pdf", b"hello"), refused("a.pdf", pdf("x"))) == ("not a PDF file", None)


def test_pages_without_text_are_told() -> None:
    assert read_pages(pdf("", "")).odd == ("no text; its pages may be scanned",)


def test_a_file_with_a_password_is_told() -> None:
    data = pdf("x").replace(b"/Info 4 0 R", _PASSWORD)
    assert read_pages(data).odd == ("encrypted with a password; no page is indexed",)


def test_a_page_that_expands_without_bound_is_left_out() -> None:
    bomb = zlib.compress(bytes(80_000_000), 1)
    data = pages_of([stream(bomb, b"/Filter/FlateDecode"), stream(b"BT /F1 12 Tf (kept) Tj ET")])
    found = read_pages(data)
    assert (found.pages, found.odd) == (("", "kept"), ("1 of its pages cannot be read",))


def test_pages_beyond_the_limit_are_told() -> None:
    assert read_pages(pdf("a", "b"), most_pages=1).odd == ("1 of its 2 pages are indexed",)


def test_a_file_that_takes_too_long_is_given_up() -> None:
    assert page_texts(pdf("x"), seconds=0.001).odd == (
        "reading its pages takes longer than 0.001 s; no page is indexed",
    )


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.4",
        _KIDS_LOOP,
        pdf("x", "y")[:300],
        b"%PDF-1.4\n" + random.Random(1).randbytes(50_000),  # noqa: S311  # the same bytes each time
        pdf_of([b"<</Type/Catalog/Pages " + b"[" * 100_000]),
        pages_of([stream(b"q " * 20_000 + b"[ " * 20_000)]),
    ],
    ids=["empty", "loop", "cut", "noise", "brackets", "operators"],
)
def test_a_broken_file_has_a_warning(data: bytes) -> None:
    found = read_pages(data)
    assert found.odd
    assert not any(found.pages)
