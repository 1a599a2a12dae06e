"""PDFs as bytes, written object by object."""

from __future__ import annotations

from collections.abc import Sequence


def pdf_of(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A file of these objects, numbered from 1; the first is the catalog."""
    data, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n" % (size, table)
    return data + head + b"<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF" % (size, trailer, len(data))


def stream(data: bytes, keys: bytes = b"") -> bytes:
    """A stream object."""
    return b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(data), keys, data)


def pages_of(contents: Sequence[bytes], *, title: str = "") -> bytes:
    """A file with a page for each stream of drawing operators."""
    first = 5
    kids = b" ".join(b"%d 0 R" % (first + 2 * n) for n in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(contents)),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Title(%s)>>" % title.encode(),
    ]
    for n, content in enumerate(contents):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>"
            % (first + 2 * n + 1)
        )
        objects.append(content)
    return pdf_of(objects, b"/Info 4 0 R")


def pdf(*pages: str, title: str = "") -> bytes:
    """A file with a line of text on each page; a page without text for an empty one."""
    drawn = [b"BT /F1 12 Tf 50 700 Td (%s) Tj ET" % page.encode("cp1252") if page else b"" for page in pages]
    return pages_of([stream(each) for each in drawn], title=title)
