"""Find: files and folders of one vault or of several by name, place, time and frontmatter, without an index; or the
symbols of source code, which the index has.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import KW_ONLY, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..analysis.code.symbol_names import is_symbol_name
from ..filesystem.worktrees import worktree_top
from ..model.document import SYMBOL_KINDS, Head
from ..model.errors import DowseError
from ..model.qualified_path import outward
from ..model.value_class import dataclass
from ..query.ast import Expr, FieldEquals
from ..query.extract import conjunction
from ..query.relative_time import at
from ..query.select import is_pattern
from ..search.clock import search_time
from .find_filters import property_filter, time_filter
from .location import Progress, VaultLocation, folders_in, silent
from .options import MOST_FILES, check
from .results.document_result import FileResult
from .results.symbol_result import SymbolResult
from .search_filter import narrowing
from .symbol_request import SymbolRequest, fallback_request, fields_beside, is_of_ruby, may_be_part, symbol_request

if TYPE_CHECKING:
    from .find_files import FileListing, FoundPath
    from .sessions.vault_session import VaultSession

Opened = Callable[[VaultLocation], "AbstractContextManager[VaultSession]"]

_MEANT = "did you mean"  # in a remark with a proposal
_UNINDEXED = "symbols of source code were not looked for: not every vault is wholly indexed yet, a search indexes it"


@dataclass(frozen=True, slots=True)
class FindRequest:
    """Filters for files; those for the pattern and the path select folders too, without any other.

    Raises OptionError for an option of a wrong type or out of its range.
    """

    pattern: str = ""  # part of a name, or a glob
    _: KW_ONLY
    path: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    properties: tuple[str | tuple[str, str | None], ...] = ()  # "K=V", or (K, V)
    modified: str | None = None
    limit: int = 50
    offset: int = 0  # results to skip
    here: Path | None = None  # the folder that relative paths such as ./x start from; None: no such paths
    details: bool = True  # whether the files are read for title, tags and kind

    def __post_init__(self) -> None:
        check(self)

    @property
    def where(self) -> Expr:
        """The filter without its paths. Raises FilterError."""
        return conjunction(*([FieldEquals("file", self.pattern)] if self.pattern else []), self.filters)

    @property
    def filters(self) -> Expr:
        """The filter without its paths, its pattern and its kinds of symbols. Raises FilterError."""
        kinds = tuple(kind for kind in self.kind if kind not in SYMBOL_KINDS)
        return conjunction(
            narrowing(tag=self.tag, type=self.type, kind=kinds),
            *map(property_filter, self.properties),
            *([time_filter(self.modified)] if self.modified is not None else []),
        )

    def without_fields(self) -> FindRequest:
        """The request with the fields in the pattern as options: `close kind:method`, `modified:<1d`."""
        pattern, stated = fields_beside(self.pattern)
        if not stated:
            return self
        return replace(
            self,
            pattern=pattern,
            path=(*self.path, *stated.get("path", ())),
            tag=(*self.tag, *stated.get("tag", ())),
            type=(*self.type, *stated.get("type", ())),
            kind=(*self.kind, *stated.get("kind", ())),
            modified=next(reversed(stated.get("modified", ())), self.modified),
        )


@dataclass(frozen=True, slots=True)
class FindResult:
    """The newest files that the filters select, and then the folders; or the symbols that the pattern selects."""

    files: tuple[FileResult, ...]  # after the offset; without details only path, size and time of a file
    vaults: tuple[VaultLocation, ...]
    total: int  # files and folders that were checked and selected; or symbols
    folders: int = 0  # folders of the total
    is_whole: bool = True  # whether all files were checked
    remarks: tuple[str, ...] = ()
    symbols: tuple[SymbolResult, ...] | None = None  # after the offset; None for files

    def summary(self, limit: int) -> list[str]:
        """How many there are, and how to see the others, for a list that was limited; empty for a whole one."""
        if self.symbols is not None:
            return list(self._of_symbols(self.symbols))
        listed = f"{len(self.files):,} file{'' if len(self.files) == 1 else 's'}"
        total = f"{self.total:,} files{' and folders' if self.folders else ''}"
        advice = "use --limit for more" if limit < MOST_FILES else "add filters to see others"
        if not self.files:
            return ["nothing found"]
        if not self.is_whole:
            return [f"the newest {listed}; older files were not checked, {advice}"]
        return [f"{len(self.files):,} of {total}; {advice}"] if self.total > len(self.files) else []

    def _of_symbols(self, symbols: Sequence[SymbolResult]) -> Iterator[str]:
        if not symbols:
            yield "no symbol found; `dowse find` without a kind of symbols lists files"
        elif len(symbols) < self.total:
            yield f"{len(symbols):,} of {self.total:,} symbols; use --limit for more"

    @property
    def listed(self) -> tuple[FileResult | SymbolResult, ...]:
        """The files or the symbols."""
        return self.files if self.symbols is None else self.symbols

    @property
    def worktree(self) -> str | None:
        """The git worktree of the files."""
        return worktree_top(*(place.root for place in self.vaults))


def find(
    places: Sequence[VaultLocation],
    request: FindRequest,
    *,
    opened: Opened | None = None,
    progress: Progress = silent,
) -> FindResult:
    """The files, newest first, and the folders, by path; or symbols, those of tests last, by path and place.

    Fields in the pattern are options: `close kind:method`, `modified:<1d`.  `symbol:NAME`, a kind of symbols, or the
    name of one that no file has selects symbols; `opened` opens their vaults.
    An optional vault that cannot be read is left out, with a remark.
    Raises FilterError, and VaultError for a missing folder.
    """
    request, limit, opening = request.without_fields(), request.offset + request.limit, opened or _session
    if len(places) > 1:
        request = replace(request, path=folders_in(places, request.path, request.here), here=None)
    if symbols := symbol_request(request.pattern, request.kind, limit=limit):
        found = _symbols(places, symbols, request, opening, progress)
        if found.total or found.remarks or not symbols.pattern:
            return found
        return replace(found, remarks=(_unnamed(places, symbols, request, opening, progress),))
    files = _files(places, request, progress)
    if request.tag or request.type or request.kind or request.properties or request.modified is not None:
        return files
    symbols = fallback_request(request.pattern, places, limit=limit)
    if symbols is None:
        is_lacking = opened is not None and not files.total and is_symbol_name(request.pattern)
        return replace(files, remarks=(*files.remarks, _UNINDEXED)) if is_lacking else files
    if files.total:
        is_name = not request.path and is_symbol_name(request.pattern)
        return replace(files, remarks=(*files.remarks, *_symbol_remarks(places, symbols))) if is_name else files
    return _instead_of_files(files, places, symbols, request, opening, progress)


def _instead_of_files(
    files: FindResult,
    places: Sequence[VaultLocation],
    symbols: SymbolRequest,
    request: FindRequest,
    opened: Opened,
    progress: Progress,
) -> FindResult:
    """The symbols that have the name of no file, or a name with it as a part; the empty list of files without any."""
    found = _symbols(places, symbols, request, opened, progress)
    if is_of_ruby(symbols.pattern) and not all(
        each.symbol.endswith(symbols.pattern[-1]) for each in found.symbols or ()
    ):
        return files  # the sign stands for a letter
    longer = None if found.total else _within(places, symbols, request, opened, progress)
    if longer:
        about = (each for each in found.remarks if _MEANT not in each and each not in longer.remarks)
        found = replace(longer, remarks=(*longer.remarks, *about, _contained(symbols)))
    if found.total:
        return found
    both_propose = all(any(_MEANT in remark for remark in each.remarks) for each in (files, found))
    return files if both_propose else replace(files, remarks=found.remarks or files.remarks)


def _within(
    places: Sequence[VaultLocation], symbols: SymbolRequest, request: FindRequest, opened: Opened, progress: Progress
) -> FindResult | None:
    """The symbols whose names contain that of the request; None without any."""
    if not may_be_part(symbols.pattern):
        return None
    found = _symbols(places, replace(symbols, pattern=f"*{symbols.pattern}*"), request, opened, progress)
    return found if found.total else None


def _unnamed(
    places: Sequence[VaultLocation], symbols: SymbolRequest, request: FindRequest, opened: Opened, progress: Progress
) -> str:
    """The remark on a name that no selected symbol has: that others have it, or that symbols have it as a part."""
    name, of_any_kind = symbols.pattern, SymbolRequest(symbols.pattern)
    if excluded := _symbols(places, of_any_kind, FindRequest(), opened, progress).total:
        counted = "the symbol" if excluded == 1 else f"the {excluded:,} symbols"
        return f"the filters exclude {counted} {name!r}"
    longer = _within(places, symbols, request, opened, progress)
    lacks = f"no symbol {'matches' if is_pattern(name) else 'has the name'} {name!r}"
    count = f"{longer.total:,} symbol{'' if longer.total == 1 else 's'}" if longer else ""
    return f"{lacks}; " + (f"symbol:*{name}* finds {count}" if longer else "`search` searches the contents")


def _contained(symbols: SymbolRequest) -> str:
    return f"no file or symbol has the name {symbols.pattern!r}; these symbols have it as a part of theirs"


def _session(place: VaultLocation) -> AbstractContextManager[VaultSession]:
    from .sessions.vault_session import open_session  # noqa: PLC0415  # here, since files need no index

    assert not place.scope, "a vault with a scope is opened by its workspace"
    return closing(open_session(place.root))


def _symbols(
    places: Sequence[VaultLocation], symbols: SymbolRequest, request: FindRequest, opened: Opened, progress: Progress
) -> FindResult:
    from .find_symbols import find_symbols  # noqa: PLC0415  # as above

    filters = at(request.filters, search_time(time.time()))
    found: list[SymbolResult] = []
    total, remarks, hints = 0, list[str](), list[str]()
    for place in places:
        try:
            paths = narrowing(path=_own_folders(place, request, is_several=len(places) > 1))
            with opened(place) as session:
                listing = find_symbols(
                    session,
                    symbols,
                    where=conjunction(paths, filters),
                    vault=place.name if len(places) > 1 else None,
                    progress=progress,
                )
        except DowseError as error:
            if not place.is_optional:
                raise
            remarks += _left_out(place, error).remarks
            continue
        found += listing.symbols
        total += listing.total
        hints += filter(None, (listing.hint,))
        remarks += filter(None, (listing.incompleteness,))
    remarks += () if total else hints
    shown = tuple(found[request.offset : request.offset + request.limit])
    return FindResult((), tuple(places), total, remarks=tuple(remarks), symbols=shown)


def _symbol_remarks(places: Sequence[VaultLocation], symbols: SymbolRequest) -> Iterator[str]:
    """A remark on symbols that have the name of files."""
    from .find_files import count_selected  # noqa: PLC0415  # as above

    count = sum(count_selected(place, symbols.condition) for place in places)
    if count:
        define = "1 file defines" if count == 1 else f"{count:,} files define"
        yield f"{define} a symbol {symbols.pattern}; the pattern symbol:{symbols.pattern} lists symbols"


def _files(places: Sequence[VaultLocation], request: FindRequest, progress: Progress) -> FindResult:
    now, where = time.time(), request.where
    shared = _shared(places) if len(places) > 1 else {}
    listings: dict[VaultLocation, FileListing] = {}
    for place in places:
        try:
            own = conjunction(where, narrowing(path=_own_folders(place, request, is_several=len(places) > 1)))
            listings[place] = _look(place, own, request, now, shared.get(place, frozenset()), progress)
        except DowseError as error:
            if not place.is_optional:
                raise
            listings[place] = _left_out(place, error)
    every = listings.values()
    rows = (*_newest(listings), *_folders(listings))[request.offset : request.offset + request.limit]
    folders = sum(listing.total_folders for listing in every)
    return FindResult(
        tuple(_results(rows, request, now, is_several=len(places) > 1)),
        tuple(places),
        sum(listing.total for listing in every) + folders,
        folders,
        all(listing.is_whole for listing in every),
        _remarks(every),
    )


def _remarks(listings: Collection[FileListing]) -> tuple[str, ...]:
    """The remarks of all vaults: why nothing was found only if none has a file, and each reason once."""
    hints = dict.fromkeys(hint for listing in listings for hint in listing.hints)
    is_found = any(listing.total or listing.total_folders for listing in listings)
    told: dict[str, str] = {}
    for hint in () if is_found else sorted(hints, key=lambda each: not each.endswith("?")):
        told.setdefault(hint.partition(";")[0], hint)
    others = (remark for listing in listings for remark in listing.remarks if remark not in listing.hints)
    return (*dict.fromkeys(others), *told.values())


def _shared(places: Sequence[VaultLocation]) -> Mapping[VaultLocation, frozenset[str]]:
    """For each vault the paths of the files and folders that a vault inside it lists."""
    from ..engines.federated.overlap import overlaps  # noqa: PLC0415  # of several vaults alone

    named = {place.name: place for place in places}
    found: dict[VaultLocation, frozenset[str]] = {}
    for each in overlaps({name: place.root for name, place in named.items()}):
        inner = named[each.inner]
        with suppress(DowseError):  # its own listing reports the error
            walked = inner.listed(inner.files)
            paths = (*(file.path for file in walked.found), *walked.folders)
            outer = named[each.outer]
            found[outer] = found.get(outer, frozenset()) | {f"{each.folder}/{path}" for path in paths}
    return found


def _look(
    place: VaultLocation,
    where: Expr,
    request: FindRequest,
    now: float,
    shared: frozenset[str],
    progress: Progress,
) -> FileListing:
    from .find_files import find as find_in  # noqa: PLC0415  # here, with the parsers: a server greets before that

    if place.is_optional:
        place.present()
    return find_in(place, where, request.offset + request.limit, now=now, without=shared, progress=progress)


def _own_folders(place: VaultLocation, request: FindRequest, *, is_several: bool) -> tuple[str, ...]:
    """The folders to select in the vault; of several, without its name before them."""
    name = outward(place.name, "") if is_several else ""
    return place.folders((path.removeprefix(name) for path in request.path), request.here)


def _left_out(place: VaultLocation, error: DowseError) -> FileListing:
    from .find_files import FileListing  # noqa: PLC0415  # as above

    return FileListing((), 0, remarks=(f"{place.name} was left out: {error}",))


def _newest(listings: Mapping[VaultLocation, FileListing]) -> list[tuple[VaultLocation, FoundPath]]:
    """The files of all vaults, newest first; the files of one vault keep their order."""
    rows = [(place, file) for place, listing in listings.items() for file in listing.files]
    return sorted(rows, key=lambda row: -row[1].mtime_ns) if len(listings) > 1 else rows


def _folders(listings: Mapping[VaultLocation, FileListing]) -> Iterator[tuple[VaultLocation, FoundPath]]:
    """The folders, vault by vault."""
    return ((place, folder) for place, listing in listings.items() for folder in listing.folders)


def _results(
    rows: Sequence[tuple[VaultLocation, FoundPath]], request: FindRequest, now: float, *, is_several: bool
) -> Iterator[FileResult]:
    files = [row for row in rows if not _is_folder(row[1])]
    heads = _heads(files, now) if request.details else {}
    for place, file in rows:
        vault = place.name if is_several else None
        if _is_folder(file):
            yield FileResult.of_folder(file.path, file.mtime_ns / 1e9, vault=vault)
            continue
        head = heads.get((place, file)) or Head(file.path, file.path, "file", "", modified=file.mtime_ns / 1e9)
        yield FileResult.of(head, file.size, vault=vault)


def _is_folder(found: FoundPath) -> bool:
    return found.path.endswith("/")


def _heads(rows: Iterable[tuple[VaultLocation, FoundPath]], now: float) -> dict[tuple[VaultLocation, FoundPath], Head]:
    from .find_files import heads  # noqa: PLC0415  # as above

    own: dict[VaultLocation, list[FoundPath]] = {}
    for place, file in rows:
        own.setdefault(place, []).append(file)
    return {
        (place, file): head
        for place, files in own.items()
        for head, file in zip(heads(place, files, now=now), files, strict=True)
    }
