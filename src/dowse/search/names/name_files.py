"""The source files of an index whose text has a name, read in groups until they have too many names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.symbol import SourceOutline
from ...ports.storage import Reader
from ...query.ast import IS_CODE, And, Expr, MatchAll, Not, Word
from ...query.extract import conjunction
from ..selected_pages import selected_pages

_MOST_NAMES = 200_000  # symbols and references of the files that are read
_NAMES_OF_FILE = 20  # whose time it takes to read a file without any
_MOST_SELECTED = 1_000  # files at once
_GROUP = 32  # files whose references are in memory at once


class NameFiles:
    """The source files with all parts of a name; `is_whole` and `has_all_selected` tell which of them were read."""

    def __init__(self, reader: Reader, parts: Sequence[str]) -> None:
        self._reader, self._last = reader, parts[-1]
        self._where = And((IS_CODE, *map(Word, parts)))
        self.count = 0  # files that were read
        self.has_all_selected = self.is_whole = False  # whether those that meet the filters were read; all

    def read(self, filters: Expr) -> Iterator[tuple[str, SourceOutline]]:
        """The files whose references may have the last part of the name, in groups until they have too many names.

        Files that meet the filters come first, newest first, and then the others.
        """
        names = 0
        for where in (filters,) if filters == MatchAll() else (filters, Not(filters)):
            for paths in self._groups(conjunction(self._where, where)):
                if names >= _MOST_NAMES:
                    return
                outlines = self._reader.source_outlines(paths, self._last)
                names += _NAMES_OF_FILE * len(paths) + sum(map(_size, outlines.values()))
                self.count += len(paths)
                yield from outlines.items()
            self.has_all_selected = True
        self.is_whole = True

    @property
    def unread(self) -> str:
        """What a list of places lacks, if files that meet the filters were not read."""
        if self.has_all_selected:
            return ""
        return (
            f"only the {self.count:,} newest files with the name were read: places in older files are not listed, "
            "and NOT does not exclude them; a filter such as path: limits the files"
        )

    def _groups(self, where: Expr) -> Iterator[list[str]]:
        for hits in selected_pages(self._reader, where, _MOST_SELECTED):
            for start in range(0, len(hits), _GROUP):
                yield [hit.head.path for hit in hits[start : start + _GROUP]]


def _size(outline: SourceOutline) -> int:
    """The number of names in the file."""
    references = outline.references
    return len(outline.symbols) + len(references.imports) + len(references.bases) + len(references.calls)
