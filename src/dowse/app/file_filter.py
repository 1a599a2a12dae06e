"""Whether a filter selects a file: by its path and time, by the index where it is current, or by the content."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..analysis.folding import fold
from ..filesystem.read import FileContent, read
from ..filesystem.walk import FoundPath
from ..formats.detect import first_bytes, is_read, kind_of, parse_file, refused, unread_head
from ..formats.folder_kinds import KindRules
from ..formats.lazy_formats import NO_ATTRIBUTES
from ..formats.markdown import frontmatter
from ..formats.registry import format_of
from ..formats.text_encoding import decode
from ..indexing.size_limit import most_bytes
from ..model.document import Head
from ..model.kinds import UNREAD
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp
from ..ports.store_location import IndexedState
from ..query.ast import Expr
from ..query.prefilter import UnparsedFile, may_select
from ..query.select import decided, selected_as
from .unread_files import is_in_vendored_folder


class SiteFacts(NamedTuple):
    """What the configuration of a site gives a document: a title if it states none, and attributes of AsciiDoc."""

    title: str = ""
    attributes: Mapping[str, str] = NO_ATTRIBUTES


_NOTHING = SiteFacts()


@dataclass(frozen=True, slots=True)
class FileFilter:
    """The checks of each file."""

    root: Path
    where: Expr
    indexed: IndexedState | None  # of the file in the index
    now: float
    kinds: KindRules
    is_scoped: bool = False  # then no file is read: its content may have left the scope

    def unread(self, file: FoundPath) -> bool | None:
        """Whether the file is selected; None when the check needs the content."""
        if not is_read(file.path, self.kinds) or file.size > most_bytes(file.path):
            return _selects_unread(self.where, unread_head(file.path, modified=_modified(file), kinds=self.kinds))
        if self.is_scoped:
            return self.indexed is not None and file.path in self.indexed.selected
        if is_in_vendored_folder(file.path) and not (self.indexed and file.path in self.indexed.documents):
            return _selects_unread(self.where, unread_head(file.path, modified=_modified(file), kinds=self.kinds))
        if self.indexed is None:
            return None
        if is_same(file, self.indexed.documents.get(file.path)):
            return file.path in self.indexed.selected
        if is_same(file, self.indexed.skipped.get(file.path)):
            return _selects_unread(self.where, unread_head(file.path, modified=_modified(file), kinds=self.kinds))
        return None

    def reading(self, file: FoundPath) -> bool:
        """Whether the file is selected by its content."""
        content = _content(self.root, file, self.now)
        if content is None:
            return _selects_unread(self.where, _parsed(file, content, self.kinds))
        if _is_rendered(file) or may_select(self.where, _unparsed(file, content, self.kinds)):
            return selects(self.where, _parsed(file, content, self.kinds))
        return False


def head_of(root: Path | None, file: FoundPath, now: float, kinds: KindRules, given: SiteFacts = _NOTHING) -> Head:
    """The head of the file; without `root` that of its path alone."""
    if root is None or not is_read(file.path, kinds) or file.size > most_bytes(file.path):
        return _parsed(file, None, kinds)
    return _parsed(file, _content(root, file, now), kinds, given)


def _content(root: Path, file: FoundPath, now: float) -> FileContent | None:
    """The content of a text file; None for a file that cannot be read or that indexing skips."""
    got = None if is_in_vendored_folder(file.path) else read(root, file.path, now=now, first=first_bytes(file.path))
    return got if isinstance(got, FileContent) and not refused(file.path, got.data) else None


def _is_rendered(file: FoundPath) -> bool:
    """Whether the decoded file may lack words of the document."""
    spec = format_of(file.path)
    return spec is not None and spec.is_rendered


def _unparsed(file: FoundPath, content: FileContent, kinds: KindRules) -> UnparsedFile:
    """The text for a prefilter, which takes a tenth of the time of parsing."""
    text, _ = decode(content.data)
    return UnparsedFile(fold(text), fold(frontmatter.split(text)[0]), kind_of(file.path, {}, kinds))


def _parsed(file: FoundPath, content: FileContent | None, kinds: KindRules, given: SiteFacts = _NOTHING) -> Head:
    if content is None:
        return unread_head(file.path, modified=_modified(file), kinds=kinds)
    parsed = parse_file(file.path, content.data, modified=content.modified, kinds=kinds, **given._asdict())
    return parsed.head


def _selects_unread(where: Expr, head: Head) -> bool:
    return selected_as(where, head, text=lambda _: False) is not None


def selects(where: Expr, head: Head) -> bool:
    """Whether the filter selects a document with this head, of whose text nothing is known."""
    return decided(where, head, text=lambda _: False)


def named_head(file: FoundPath) -> Head:
    """A head with path and time only: there may be a hundred thousand."""
    return Head(file.path, file.path, UNREAD, "", modified=_modified(file))


def _modified(file: FoundPath) -> float:
    return file.mtime_ns / 1e9


def is_same(file: FoundPath, stamp: FileStamp | None) -> bool:
    """Whether the file is unchanged since it was read; a time of -1 means unknown."""
    return stamp is not None and (stamp.size, stamp.mtime_ns) == (file.size, file.mtime_ns) != (file.size, -1)
