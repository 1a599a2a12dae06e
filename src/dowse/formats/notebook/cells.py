"""The JSON of a Jupyter notebook: the sources of its cells and its programming language, without outputs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Literal, NamedTuple, cast

from ..code.detect_language import language_of
from ..code.languages import LANGUAGES, LanguageSpec
from ..json_values import load_json, objects_in, storable, with_line_feeds
from ..text_encoding import decode

MOST_SOURCE = 4 * 1024 * 1024  # bytes of a notebook without its outputs, as of a text

# A quotation mark in a string has a backslash before it: in a source no colon follows these words.
_LEFT_OUT = re.compile(rb'"(?:outputs|attachments|widgets)"\s*+:\s*+(?=[\[{])')
_NEXT_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}])', re.DOTALL)
_MOST_BRACKETS = 2_000_000  # in all outputs: two seconds
_DEEPEST_HEADING = 6
_NOT_IN_NAME = re.compile(r"[^\w+#.-]")
_LONGEST_NAME = 40  # characters of a language
_OTHER_NAMES = {"ir": "r", "c++": "cpp", "c#": "csharp", "f#": "fsharp", "ipython": "python", "shell": "bash"}

CellType = Literal["code", "markdown", "raw"]


class Cell(NamedTuple):
    """The source of a cell, with line feeds between its lines."""

    type: CellType
    source: str


class Notebook(NamedTuple):
    """The content of a notebook: its cells in order."""

    language: LanguageSpec  # of the cells of code; one that dowse does not know has its name alone
    cells: tuple[Cell, ...] = ()


def without_outputs(data: bytes) -> bytes:
    """The JSON with `null`, and as many line feeds as before, in place of outputs, attachments and states of widgets.

    Nothing is decoded for it, so that pictures of any size take no memory.  Raises ValueError if such a part never
    ends, or if all have millions of brackets.
    """
    kept, at, left = bytearray(), 0, _MOST_BRACKETS
    while found := _LEFT_OUT.search(data, at):
        end, left = _end_of_value(data, found.end(), left)
        kept += data[at : found.end()] + b"null" + b"\n" * data.count(b"\n", found.end(), end)
        at = end
    return bytes(kept + data[at:]) if kept else data


def refusal(data: bytes) -> str | None:
    """Why a notebook is not indexed, as a message for the user; None when it is, or when it has no readable JSON."""
    if len(data) <= MOST_SOURCE:
        return None
    with suppress(ValueError):
        if len(without_outputs(data)) > MOST_SOURCE:
            return f"larger than {MOST_SOURCE // (1024 * 1024)} MiB without its outputs"
    return None


def _end_of_value(data: bytes, start: int, left: int) -> tuple[int, int]:
    """The end of the list or object that begins there, and how many more brackets are read."""
    at, depth = start, 0
    while found := _NEXT_BRACKET.match(data, at):
        depth += 1 if found[1] in b"[{" else -1
        at, left = found.end(), left - 1
        if depth == 0:
            return at, left
        if left <= 0:
            raise ValueError("its outputs have too many brackets")
    raise ValueError("an output never ends")


def read_notebook(data: bytes) -> tuple[Notebook, tuple[str, ...]]:
    """The notebook of format 2, 3 or 4, and the oddities of its encoding; one without cells for an empty file.

    Parts without the expected type are left out.  Raises ValueError with the place of the error when the bytes are not
    the JSON of a notebook.
    """
    text, odd = decode(without_outputs(data))
    if not text.strip():
        return Notebook(LANGUAGES["python"]), odd
    stated = load_json(text)
    if not isinstance(stated, dict) or not isinstance(stated.get("cells", stated.get("worksheets")), list):
        raise ValueError("a JSON object with a list of cells is expected")  # the content of the file, not an argument
    sheets = (stated, *objects_in(stated.get("worksheets")))
    cells = [cell for sheet in sheets for cell in objects_in(sheet.get("cells"))]
    found = (Cell(*each) for cell in cells for each in _sources(cell) if each[1].strip())
    return Notebook(_language(stated, cells), tuple(found)), odd


def _sources(cell: Mapping[str, object]) -> Iterator[tuple[CellType, str]]:
    """The source of a cell; that of a cell of code was called its input before format 4."""
    source = _text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "code":
            yield "code", source
        case "raw":
            yield "raw", source
        case "heading":
            level = cell.get("level")
            marks = min(max(level, 1), _DEEPEST_HEADING) if isinstance(level, int) else 1
            yield "markdown", f"{'#' * marks} {' '.join(source.split())}" if source.strip() else ""
        case _:  # markdown, and the html and text of early formats
            yield "markdown", source


def _language(stated: Mapping[str, object], cells: Iterable[Mapping[str, object]]) -> LanguageSpec:
    """The language that the notebook states, or its first cell; Python, as of most notebooks, if none does."""
    metadata = _object(stated.get("metadata"))
    info, kernel = _object(metadata.get("language_info")), _object(metadata.get("kernelspec"))
    first = next((cell["language"] for cell in cells if isinstance(cell.get("language"), str)), "")
    names = [_name(each) for each in (info.get("name"), kernel.get("language"), metadata.get("language"), first)]
    for name in names:
        if known := LANGUAGES.get(_OTHER_NAMES.get(name, name)):
            return known
    ending = info.get("file_extension")
    if isinstance(ending, str) and (known := language_of(f"x{ending}")):
        return known
    name = next(filter(None, (*names, _name(kernel.get("name")))), "python").rstrip("0123456789.-")
    return LANGUAGES.get(_OTHER_NAMES.get(name, name)) or LanguageSpec(name or "unknown", (), comments="hashes")


def _name(value: object) -> str:
    return _NOT_IN_NAME.sub("", value).lower()[:_LONGEST_NAME] if isinstance(value, str) else ""


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """A source as one text: it is stated as a text or as a list of lines with their ends."""
    lines = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    text = "".join(line for line in lines if isinstance(line, str))
    return with_line_feeds(storable(text))
