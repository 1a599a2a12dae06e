"""Look up the unit that the anchor of a link names in its document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from ..analysis.folding import fold
from ..analysis.passages import passages
from ..analysis.spelling.transliteration import TRANSLITERATED, latin_letters
from ..model.document import Document, Span, Unit
from ..model.lazy_pattern import lazy_pattern

_LINES = lazy_pattern(r",\d+$")  # Dendron's: so many lines below the heading
_PAGE = lazy_pattern(r"page=(\d{1,6})(?![^&])")  # of a PDF: `paper.pdf#page=3`, with more parameters behind it
_LINE = lazy_pattern(r"L(\d{1,9})(?:C\d{1,9})?(?:-L?(\d{1,9})(?:C\d{1,9})?)?")  # as on GitHub
_COUNTED = lazy_pattern(r"_(?=\d+\Z)")  # MkDocs counts headings of one title as `x_1`; AsciiDoc as `_x_2`
_TOP = "top"  # of a page, which HTML defines for any
_README = "readme"  # of a folder, which GitHub shows below the list of its files
_NO_LETTER = lazy_pattern(r"[\W_]+")
_BLOCK_ID = lazy_pattern(r"(?m)(?:^|(?<=\s))\^([\w-]+)[ \t\r]*$")
_IN_LIST = lazy_pattern(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]|[ \t]+\S")  # the beginning of a block in a list
_ITEM = lazy_pattern(r"([ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]")


class UnitNames:
    """The units of a document by name and by title; made once for the many links that lead to it."""

    def __init__(self, units: Iterable[Unit]) -> None:
        listed = list(units)
        self._units = listed
        self._names = {unit.name for unit in listed}
        self._by_title = {_letters(unit.title): unit.name for unit in reversed(listed) if unit.title}

    def named(self, anchor: str) -> str:
        """The unit whose name or title the anchor is; empty for all of the document, for a block, and for none.

        Of nested headings, `Plan#Costs`, the last is meant: one below the others, if there is one.
        """
        return self._nested(anchor) or next(filter(None, map(self._named, _readings(anchor))), "")

    def _nested(self, anchor: str) -> str:
        parts = [_letters(part) for part in anchor.split("#")] if "#" in anchor and ":#" not in anchor else []
        at, end = -1, len(self._units) if all(parts) else 0
        for part in parts:
            places = self._places.get(part, ())
            n = bisect_right(places, at)
            if n == len(places) or places[n] >= end:
                return ""
            at, end = places[n], self._ends[places[n]]
        return self._units[at].name if parts else ""

    @cached_property
    def _places(self) -> Mapping[str, Sequence[int]]:
        """The positions of the units by title and by name."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for n, unit in enumerate(self._units):
            for spelt in {_letters(unit.title), _letters(unit.name)}:
                found[spelt].append(n)
        return found

    @cached_property
    def _ends(self) -> Sequence[int]:
        """For each unit the position of the first one after it that is not below it."""
        ends, around = [len(self._units)] * len(self._units), list[int]()
        for n, unit in enumerate(self._units):
            while around and self._units[around[-1]].level >= unit.level:
                ends[around.pop()] = n
            around.append(n)
        return ends

    def _named(self, wanted: str) -> str:
        if wanted in {"", "*"} or wanted.startswith("^"):
            return ""
        if wanted in self._names:
            return wanted
        page = _PAGE.match(wanted)
        if page and (name := f"p{int(page[1])}") in self._names:
            return name
        numbered = wanted[1:].replace("_", "-") if wanted.startswith("_") else _COUNTED.sub("-", wanted)
        named = self._by_title.get(_letters(wanted), "") or (numbered if numbered in self._names else "")
        return named or (self._by_latin_letters.get(latin_letters(wanted), "") if wanted.isascii() else "")

    @cached_property
    def _by_latin_letters(self) -> Mapping[str, str]:
        """The units with titles in other letters, which a site generator may transliterate."""
        others = [unit for unit in reversed(self._units) if TRANSLITERATED.search(unit.title.casefold())]
        return {latin_letters(unit.title): unit.name for unit in others}


def names_heading(anchor: str, names: UnitNames) -> bool:
    """Whether the anchor is surely one of the document, whose text need not be read: all of it, or a unit."""
    *_, wanted = _readings(anchor)
    return wanted in {"", "*"} or (not wanted.startswith("^") and bool(names.named(anchor)))


def has_anchor(document: Document, anchor: str, names: UnitNames) -> bool:
    """Whether there is a heading of that text or slug, a block of that id (`^id`), or such a place.

    `names` are those of the document.  Of `Costs#Heating` the last heading counts, of a range
    (`a:b`, unless that is a heading) the first end; `*` is all of it.
    """
    *_, wanted = _readings(anchor)
    if names_heading(anchor, names) or is_place(document, wanted):
        return True
    return wanted.startswith("^") and _block_mark(document.text, wanted[1:]) is not None


def without_range(anchor: str) -> str:
    """The anchor, or the first end of a range of Dendron (`a:#b`, `a,1`): the name of a heading or a block."""
    first, _, rest = anchor.partition(":")
    return _LINES.sub("", first if rest.startswith("#") else anchor)


def names_place(anchor: str) -> bool:
    """Whether the anchor is the top of a page, or lines of a file."""
    return anchor.lower() == _TOP or _LINE.fullmatch(anchor) is not None


def is_place(document: Document, anchor: str) -> bool:
    """Whether the anchor names no part but a place that a page has: the top, or lines of it (`L2`, `L2-L10`); of the
    page of a folder on GitHub its README, too.
    """
    lines = _LINE.fullmatch(anchor)
    if not lines:
        return names_place(anchor) or (anchor.lower() == _README == document.head.name.lower())
    return int(lines[1]) > 0 and max(map(int, filter(None, lines.groups()))) <= document.text.count("\n") + 1


def line_span(document: Document, anchor: str) -> Span | None:
    """The lines that the anchor names, `L2` or `L2-L10`; None for another anchor, and for lines that the file lacks."""
    lines = _LINE.fullmatch(anchor)
    if not lines or not is_place(document, anchor):
        return None
    first, last = sorted(int(each or lines[1]) for each in lines.groups())
    starts = [0, *(mark.end() for mark in re.finditer("\n", document.text)), len(document.text) + 1]
    return starts[first - 1], starts[last] - 1


def block_span(document: Document, block_id: str) -> Span | None:
    """The block with the id: the paragraph or list item, with the items inside it, that ends with ` ^id`; or the
    paragraph, list, table or code block before a line that holds only `^id`.
    """
    text = document.text
    mark = _block_mark(text, block_id)
    if mark is None:
        return None
    sections = [unit.start for unit in document.units if unit.title]
    spans = [_trimmed(text, *span) for span in passages("block", text, (document.body_start, len(text)), sections)]
    at = next((n for n, (start, end) in enumerate(spans) if start <= mark.start() < end), None)
    if at is None:  # in the frontmatter
        return None
    start, end = spans[at]
    if text[start:end].strip() != mark[0].strip() or not at:
        return start, max(_ends_inside(text, spans[at:]), default=end)
    start, end = spans[at - 1]
    for earlier, _ in reversed(spans[: at - 1]):  # the rest of a list
        if not _IN_LIST.match(text, start) or not _IN_LIST.match(text, earlier):
            break
        start = earlier
    return start, end


def block_ids(document: Document) -> list[str]:
    """The ids of the blocks of the document, in order."""
    return list(dict.fromkeys(_BLOCK_ID.findall(document.text, document.body_start)))


def _block_mark(text: str, block_id: str) -> re.Match[str] | None:
    return re.search(rf"(?m)\^{re.escape(block_id)}\s*$", text)


def _trimmed(text: str, start: int, end: int) -> Span:
    """The whole lines of the span, without blank ones around them."""
    first = end - len(text[start:end].lstrip())
    return text.rfind("\n", 0, first) + 1, start + len(text[start:end].rstrip())


def _ends_inside(text: str, spans: Iterable[Span]) -> Iterator[int]:
    """The ends of the blocks inside of the list item that is the first of the blocks."""
    (start, _), *following = spans
    item = _ITEM.match(text, start)
    inside = re.compile(rf"{re.escape(item[1])}[ \t]+\S") if item else None
    yield from (last for _, last in takewhile(lambda span: inside and inside.match(text, span[0]), following))


def _readings(anchor: str) -> Iterator[str]:
    """The heading with the colons in its text, unless that is a range of two anchors, and the first end of a range."""
    first, _, rest = anchor.partition(":")
    if rest and "#" not in rest:
        yield anchor.rpartition("#")[2].strip()
    yield _LINES.sub("", first.rpartition("#")[2].strip())


def _letters(text: str) -> str:
    """The common form of spellings of a heading: `Task Complete-Status` and `taskcompletestatus`."""
    return _NO_LETTER.sub("", fold(text)) or text.strip()
