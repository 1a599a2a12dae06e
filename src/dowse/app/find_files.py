"""Files by name, folder, time and frontmatter, and folders: from disk, with an index where it is current; read-only."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from heapq import nlargest
from typing import TypeVar

from ..engines.registry import storage_at
from ..filesystem.read import NO_PERMISSION
from ..filesystem.walk import FoundPath as FoundPath  # noqa: PLC0414  # also for who lists files of several vaults
from ..filesystem.walk import WalkResult
from ..formats.detect import is_read, with_kind
from ..formats.folder_kinds import KindRules
from ..formats.plaintext.antora_attributes import attributes_of
from ..indexing.antora_configuration import attributes_around
from ..indexing.kind_migration import REMEMBERED, stamp
from ..indexing.site_configuration import titles_around
from ..indexing.size_limit import most_bytes
from ..model.document import Head
from ..model.errors import DowseError
from ..model.kinds import FACT_NAMES, UNREAD
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp
from ..ports.store_location import IndexedState, ReadonlyStore
from ..query.ast import And, Compare, Expr, FieldEquals, MatchAll, Not, Or, Property
from ..query.ast import walk as nodes
from ..query.prefilter import split_by_path
from ..query.relative_time import at
from ..query.select import is_under, path_key, values
from ..search.clock import search_time
from ..search.names.suggest import missing_path_message, unknown_value_message
from .file_filter import FileFilter, SiteFacts, head_of, is_same, named_head, selects
from .find_notes import empty_notes
from .location import Progress, VaultLocation, silent
from .sessions.index_folders import index_folders
from .vault_files import path_inside

T = TypeVar("T")
_HINTED = FACT_NAMES | {"tag"}
_OF_FOLDERS = frozenset({"file", "path"})  # fields that a folder has
_SAMPLE = 500  # files to read for a hint without an index; a tenth of a second


@dataclass(frozen=True, slots=True)
class FileListing:
    """The newest of the selected files, files of the same time by path; and the selected folders by path."""

    files: tuple[FoundPath, ...]
    total: int  # selected files, including those beyond the limit
    is_whole: bool = True  # whether all files were checked
    folders: tuple[FoundPath, ...] = ()  # with a `/` at the end; at most the limit
    total_folders: int = 0  # selected folders, including those beyond the limit
    remarks: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()  # those of the remarks that tell why there is none


def find(
    place: VaultLocation,
    where: Expr,
    limit: int,
    *,
    now: float,
    without: Collection[str] = (),
    progress: Progress | None = None,
) -> FileListing:
    """The files and folders that `where` selects, without these paths; words and phrases in `where` do not filter.

    Folders have a name and a place alone: a filter by anything else, such as a tag or a time, selects none.
    Names and times are checked first.  Metadata comes from an index that is current for the file; other files are
    read, the newest first, until there are `limit` files.
    Raises VaultError when the folder cannot be listed.
    """
    files = place.files
    walked = _without(without, place.listed(files))
    by_name, by_text = split_by_path(at(where, search_time(now)))
    named = [file for file in walked.found if by_name == MatchAll() or selects(by_name, named_head(file))]
    named.sort(key=lambda file: (-file.mtime_ns, file.path))
    remarks = tuple(_closed(walked.skipped))
    hints = () if named else tuple(_nowhere(place, where, walked))
    if by_text == MatchAll():
        folders = [path for path in walked.folders if _selects_folder(where, path)]
        first = tuple(_folders(place, folders[:limit], walked.found))
        listing = FileListing(tuple(named[:limit]), len(named), folders=first, total_folders=len(folders))
    else:
        file_filter = _file_filter(place, by_text, now)
        listing = _through(named, file_filter, limit, progress or silent)
        if not listing.total:
            hints += tuple(dict.fromkeys(_hints(place, file_filter, walked.found, is_all=by_name == MatchAll())))
    if not (listing.total or listing.total_folders or hints):
        paths = (*(file.path for file in walked.found), *walked.folders)
        hints = tuple(empty_notes(where, paths, partial(_count, place, walked, now)))
    return replace(listing, remarks=(*remarks, *hints), hints=hints)


def _file_filter(place: VaultLocation, where: Expr, now: float) -> FileFilter:
    kinds = place.files.kinds
    return FileFilter(place.root, where, _indexed(place, where, kinds), now, kinds, is_scoped=bool(place.scope))


def _count(place: VaultLocation, walked: WalkResult, now: float, where: Expr) -> int | None:
    """The number of files that match one filter; None if files would have to be read."""
    by_name, by_text = split_by_path(at(where, search_time(now)))
    if by_text == MatchAll():
        return sum(selects(by_name, named_head(file)) for file in walked.found)
    file_filter = _file_filter(place, by_text, now)
    found = [file_filter.unread(file) for file in walked.found]
    return None if None in found else sum(map(bool, found))


def _without(paths: Collection[str], walked: WalkResult) -> WalkResult:
    if not paths:
        return walked
    return replace(
        walked,
        found=tuple(file for file in walked.found if file.path not in paths),
        folders=tuple(folder for folder in walked.folders if folder not in paths),
    )


def heads(place: VaultLocation, files: Sequence[FoundPath], *, now: float) -> tuple[Head, ...]:
    """The current head of each file."""
    known, kinds = _known_heads(place, files), place.files.kinds
    root = None if place.scope else place.root  # in a scope no file is read: its content may have left the scope
    unknown = [file.path for file in files if file not in known]
    titles = titles_around(root, unknown) if root and unknown else {}
    stated = attributes_around(root, unknown) if root and unknown else {}

    def current(file: FoundPath) -> Head:
        if file in known:
            return with_kind(known[file], kinds)
        return head_of(root, file, now, kinds, SiteFacts(titles.get(file.path, ""), attributes_of(file.path, stated)))

    return tuple(map(current, files))


def _through(named: Sequence[FoundPath], file_filter: FileFilter, limit: int, progress: Progress) -> FileListing:
    found: list[FoundPath] = []
    total = left = 0
    for count, file in enumerate(named, start=1):
        is_selected = file_filter.unread(file)
        if is_selected is None and len(found) == limit:
            left += 1
            continue
        if is_selected is None:
            progress("words", count, len(named))
            is_selected = file_filter.reading(file)
        total += is_selected
        if is_selected and len(found) < limit:
            found.append(file)
    return FileListing(tuple(found), total, is_whole=left == 0)


def _hints(place: VaultLocation, file_filter: FileFilter, files: Sequence[FoundPath], *, is_all: bool) -> Iterator[str]:
    """Hints on values that no file has; empty when that is not certain.

    It is certain when one value filters all files, and when an index is current for every file.
    """
    is_known = all(file_filter.unread(file) is not None for file in files)
    for leaf in file_filter.where.items if isinstance(file_filter.where, And) else (file_filter.where,):
        match leaf:
            case FieldEquals(field, value) if field in _HINTED:
                is_alone = is_all and leaf == file_filter.where
            case Property(value, wanted):
                field, is_alone = "property", is_all and leaf == file_filter.where and wanted is None
            case Compare(value) | Or((Compare(value), *_)) | And((Compare(value), *_)):
                field, is_alone = "property", False
            case _:
                continue
        known = _vocabulary(place, field)
        if known is None and is_alone and not place.scope:
            known = _values(field, file_filter, files)
        if known is not None and (is_alone or is_known) and (hint := unknown_value_message(field, value, known)):
            yield hint


def _nowhere(place: VaultLocation, where: Expr, walked: WalkResult) -> Iterator[str]:
    """Hints on folders that do not exist; an existing folder may be empty."""
    files = walked.found
    wanted = [leaf.value for leaf in nodes(where) if isinstance(leaf, FieldEquals) and leaf.field == "path"]
    missed = [path for path in dict.fromkeys(wanted) if not _is_there(place, path, walked)]
    if missed:
        known = Counter(path for file in files for path in values("path", named_head(file)))
        paths = [path for path, _ in known.most_common()]
        told = partial(missing_path_message, missing="no folder or file")
        yield from filter(None, (told(path, paths) for path in missed))


def _is_there(place: VaultLocation, path: str, walked: WalkResult) -> bool:
    """Whether the vault, or its scope, has such a file or folder; always False outside of the vault."""
    inside = path_inside(place.root, path)
    if inside is None:
        return False
    if place.scope:
        relative = inside.relative_to(place.root).as_posix()
        return relative in {".", *walked.folders} or any(file.path == relative for file in walked.found)
    return os.path.lexists(inside)


def _values(field: str, file_filter: FileFilter, files: Iterable[FoundPath]) -> Sequence[str]:
    """The values of a field in the newest files, most frequent first."""
    kinds = file_filter.kinds
    texts = (file for file in files if is_read(file.path, kinds) and file.size <= most_bytes(file.path))
    newest = nlargest(_SAMPLE, texts, key=lambda file: file.mtime_ns)
    counted = Counter(
        value
        for file in newest
        for value in values(field, head_of(file_filter.root, file, file_filter.now, file_filter.kinds))
    )
    return [value for value, _ in counted.most_common()]


def _selects_folder(where: Expr, path: str) -> bool:
    """Whether a filter by names and folders alone selects the folder; a folder is not below itself."""
    leaves = [node for node in nodes(where) if not isinstance(node, And | Or | Not | MatchAll)]
    if not all(isinstance(leaf, FieldEquals) and leaf.field in _OF_FOLDERS for leaf in leaves):
        return False
    above = [path_key(leaf.value) for leaf in leaves if isinstance(leaf, FieldEquals) and leaf.field == "path"]
    own = path_key(path)
    is_below = not above or any(own != key and is_under(own, key) for key in above)
    return is_below and selects(where, Head(path, path, UNREAD, ""))


def _folders(place: VaultLocation, paths: Iterable[str], files: Sequence[FoundPath]) -> Iterator[FoundPath]:
    for path in paths:
        name = f"{path}/"
        if place.scope:  # a folder changes with each file in it, also with those outside the scope
            yield FoundPath(name, 0, max(file.mtime_ns for file in files if file.path.startswith(name)))
            continue
        with suppress(OSError):  # deleted meanwhile
            yield FoundPath(name, 0, (place.root / path).stat().st_mtime_ns)


def _closed(skipped: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A remark on folders and files that cannot be read."""
    closed = [path for path, why in skipped if why == NO_PERMISSION or why.startswith("cannot be read")]
    if closed:
        more = f" and {len(closed) - 1:,} more" if len(closed) > 1 else ""
        yield f"cannot read {closed[0]}{more}; `dowse status` shows why"


def _indexed(place: VaultLocation, where: Expr, kinds: KindRules) -> IndexedState | None:
    is_by_kind = any(isinstance(leaf, FieldEquals) and leaf.field == "kind" for leaf in nodes(where))
    if is_by_kind and _of_an_index(place, lambda index: index.recalled(REMEMBERED)) != stamp(kinds):
        return None  # built with other settings
    return _of_an_index(place, lambda index: index.indexed_state(where))


def count_selected(place: VaultLocation, where: Expr) -> int:
    """The number of documents of the index that the filter selects; 0 without an index."""
    state = _of_an_index(place, lambda index: index.indexed_state(where))
    return len(state.selected) if state else 0


def _known_heads(place: VaultLocation, files: Sequence[FoundPath]) -> Mapping[FoundPath, Head]:
    known = _of_an_index(place, lambda index: index.stamped_heads([file.path for file in files])) or {}
    is_current = is_same if not place.scope else _is_listed
    return {file: known[file.path][0] for file in files if file.path in known and is_current(file, known[file.path][1])}


def _is_listed(_file: FoundPath, _stamp: FileStamp) -> bool:
    """True: a listing in a scope has the files as indexed."""
    return True


def _vocabulary(place: VaultLocation, field: str) -> Sequence[str] | None:
    return _of_an_index(place, lambda index: index.vocabulary(field))


def _of_an_index(place: VaultLocation, question: Callable[[ReadonlyStore], T]) -> T | None:
    """The result from the first readable index; None without one: the files have the same data."""
    for folder in index_folders(place, os.environ):
        with suppress(DowseError):
            return question(storage_at(folder).readonly())
    return None
