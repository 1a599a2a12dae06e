"""The texts of the pages of a PDF, read by pypdf in a process of its own, which is bounded in time and memory.

A few kilobytes of a PDF may expand to gigabytes or take hours, which no check of the bytes detects.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

SECONDS = 20.0  # of a file; pypdf reads 200 full pages in 1 s
MOST_PAGES = 2_000
MOST_CHARACTERS = 4 * 1024 * 1024  # as the largest text file has
_MOST_MEMORY = 1024 * 1024 * 1024  # bytes of address space; a file of 200 pages takes 40 MB of memory
# Passes on sys.path, since dowse may have been imported through it.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from dowse.formats.pdf.page_texts import serve; serve({seconds!r})"


class PageTexts(NamedTuple):
    """The title that the metadata state, the text of each page, and warnings for the user."""

    title: str = ""
    pages: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


def page_texts(data: bytes, *, seconds: float = SECONDS) -> PageTexts:
    """The texts of the pages; without pages, and with a warning, if the file cannot be read within the limits."""
    try:
        done = subprocess.run(  # noqa: S603  # this interpreter, with our own program
            [sys.executable, "-c", _PROGRAM.format(path=sys.path, seconds=seconds)],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=True,
        )
        title, pages, odd = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return PageTexts(odd=(f"reading its pages takes longer than {seconds:g} s; no page is indexed",))
    except (OSError, subprocess.CalledProcessError, ValueError, TypeError):
        return PageTexts(odd=("reading its pages ended with an error; no page is indexed",))
    return PageTexts(str(title), tuple(map(str, pages)), tuple(map(str, odd)))


def serve(seconds: float) -> None:
    """The process: reads a PDF from standard input and writes the texts to standard output as JSON."""
    _limit_resources(seconds)
    found = read_pages(sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(found))


def _limit_resources(seconds: float) -> None:
    if sys.platform == "win32":
        return  # the caller ends the process in time; memory has no limit there
    import resource  # noqa: PLC0415  # Windows has none

    for limit, most in ((resource.RLIMIT_AS, _MOST_MEMORY), (resource.RLIMIT_CPU, int(seconds) + 1)):
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def read_pages(data: bytes, *, most_pages: int = MOST_PAGES) -> PageTexts:
    """The texts of the first pages; a page that pypdf cannot read is empty."""
    from pypdf import PdfReader  # noqa: PLC0415  # an optional dependency

    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            return PageTexts(odd=("encrypted with a password; no page is indexed",))
        title = str(reader.metadata.title or "") if reader.metadata else ""
        count = len(reader.pages)
    except Exception as error:  # noqa: BLE001  # the edge to a library that raises any error for a broken file
        return PageTexts(odd=(f"not a readable PDF ({type(error).__name__}); no page is indexed",))
    pages: list[str] = []
    failed, left = 0, MOST_CHARACTERS
    for number in range(min(count, most_pages)):
        try:
            text = reader.pages[number].extract_text()[:left]
        except Exception:  # noqa: BLE001  # as above
            text, failed = "", failed + 1
        pages.append(text)
        left -= len(text)
        if left <= 0:
            break
    return PageTexts(title, tuple(pages), _warnings(pages, count, failed))


def _warnings(pages: Sequence[str], count: int, failed: int) -> tuple[str, ...]:
    found = []
    if len(pages) < count:
        found.append(f"{len(pages):,} of its {count:,} pages are indexed")
    if failed:
        found.append(f"{failed:,} of its pages cannot be read")
    elif not any(text.strip() for text in pages):
        found.append("no text; its pages may be scanned")
    return tuple(found)
