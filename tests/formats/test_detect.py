"""Bytes to text: formats, encodings, and what is refused."""

from __future__ import annotations

import base64
from hashlib import blake2b

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.registry import format_of
from dowse.formats.text_encoding import decode, refusal

NOISE = b"".join(blake2b(number.to_bytes(2, "big")).digest() for number in range(1000))  # as a picture has


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/x.md", "markdown"),
        ("X.MD", "markdown"),
        ("x.markdown", "markdown"),
        ("x.mdx", "markdown"),
        ("x.txt", "text"),
        ("lib/CMakeLists.txt", "cmake"),
        ("meson_options.txt", "meson"),
        ("docker/Dockerfile.dev", "dockerfile"),
        ("Dockerfile.md", "markdown"),
        ("Makefile.in", None),
        ("x.rst", "restructuredtext"),
        ("x.org", "org"),
        ("x.ADOC", "asciidoc"),
        ("x.png", None),
        ("md", "script"),  # if its first line names an interpreter
        (".md", None),
        ("a.md/x", "script"),
    ],
)
def test_the_ending_of_the_name_says_the_format(path: str, expected: str | None) -> None:
    spec = format_of(path)
    assert (spec.name if spec else None) == expected


def test_a_byte_order_mark_is_dropped_without_a_word() -> None:
    assert decode("\ufeff# Käse".encode()) == ("# Käse", ())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_text_with_a_byte_order_mark_is_read(encoding: str) -> None:
    data = "# Käse 🎉\n".encode(encoding)
    assert refusal(data) is None
    assert decode(data) == ("# Käse 🎉\n", ())


def test_text_that_is_not_utf_8_is_read_as_windows_1252() -> None:
    assert decode("Käse “fein”".encode("cp1252")) == ("Käse “fein”", ("not UTF-8; read as Windows-1252",))


def test_bytes_that_windows_1252_does_not_know_do_not_fail() -> None:
    assert decode(b"a\x81b")[0] == "a\ufffdb"


def test_one_cut_character_does_not_make_a_utf_8_file_windows_1252() -> None:
    """Else a note in Chinese that was cut in the middle of a character could not be found by any word."""
    text, odd = decode("检索笔记".encode()[:-1])
    assert text.startswith("检索笔")
    assert odd == ("contains bytes that are not valid UTF-8; the rest is read as UTF-8",)


def test_nul_becomes_a_blank_and_is_told() -> None:
    """SQLite's full-text search ends a string at NUL."""
    assert decode(b"carbon\0tax") == ("carbon tax", ("contains NUL characters",))


def test_an_encoded_surrogate_never_becomes_one() -> None:
    text, _ = decode(b"\xed\xa0\x80 x")
    assert text.encode()


def test_line_ends_are_left_alone() -> None:
    assert decode(b"a\r\nb\rc\n") == ("a\r\nb\rc\n", ())


def test_many_control_bytes_mean_binary() -> None:
    assert refusal(NOISE[:4000]) == "binary"
    assert refusal("wide without a mark".encode("utf-16-le")) == "binary"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"carbon\0tax",
        b"\x1b[31mred\x1b[0m log\n" * 50,
        b"one long line of prose with blanks " * 1000,
        ("长" * 20_000).encode(),
        b"word\n" * 5000,
    ],
)
def test_text_is_not_refused(data: bytes) -> None:
    assert refusal(data) is None


def test_encoded_and_minified_data_are_refused() -> None:
    assert refusal(base64.b64encode(NOISE)) == "generated or encoded data"
    assert refusal(b"function a(b){return b+1};var c=a(2);" * 1000) == "generated or encoded data"
    assert refusal(("x" * 9000).encode("utf-16")) == "generated or encoded data"


def test_the_digest_is_of_the_bytes() -> None:
    plain, marked = b"x", b"\xef\xbb\xbfx"
    documents = [parse_file("x.md", data, modified=0) for data in (plain, marked)]
    assert documents[0].text == documents[1].text
    assert documents[0].digest != documents[1].digest
    assert len(documents[0].digest) == 32


def test_what_was_odd_comes_with_the_document() -> None:
    assert parse_file("x.md", b"K\xe4se\0", modified=0).odd == (
        "not UTF-8; read as Windows-1252",
        "contains NUL characters",
    )


def test_a_file_of_unknown_format_is_read_as_plain_text() -> None:
    document = parse_file("Makefile", b"# not a heading\n", modified=5.0)
    assert document.headings == ()
    assert document.head.title == "Makefile"
    assert document.head.modified == 5.0


def test_an_inlined_image_is_left_out_and_the_text_around_it_kept() -> None:
    data = b"# Note\n\nbefore ![x](data:image/png;base64," + b"QUJD" * 100_000 + b") after\n"
    assert refusal(data) is None
    document = parse_file("a.md", data, modified=0.0)
    assert len(document.text) == len(data)
    assert "QUJD" not in document.text
    assert document.body.split()[:3] == ["#", "Note", "before"]
    assert document.odd == ("contains an inlined file, which is not indexed",)
