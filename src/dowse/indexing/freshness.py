"""The freshness of an index: whether it is up to date with its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Literal

from ..filesystem.diff import Changes, changes
from ..filesystem.walk import WalkResult
from ..model.document import Head
from ..model.index_counts import IndexCounts
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp

Freshness = Literal["fresh", "healed", "stale"]

_OTHER_CHUNKER = "the chunker has changed since indexing; the next search reads all files again"
_EARLIER_VERSION = "an earlier version of dowse has read the files; the next search reads all of them again"


@dataclass(frozen=True, slots=True)
class IndexingProgress:
    """How far work on an index has come."""

    phase: str  # words, links, meaning or likeness
    done: int
    total: int  # of the phase

    @property
    def percent(self) -> int:
        """The part that is done, below 100 while the work goes on."""
        return min(99, 100 * self.done // self.total) if self.total else 0


@dataclass(frozen=True, slots=True)
class IndexState:
    """The freshness of the index: `changed` files differed, `left` of them are not indexed yet."""

    state: Freshness = "fresh"
    changed: int = 0
    left: int = 0
    remarks: tuple[str, ...] = ()
    progress: IndexingProgress | None = None  # of work that goes on after the answer
    is_first: bool = False  # whether the first indexing is not over
    rereads: str = ""  # why the next search reads all files again, though none may have changed; empty if it does not
    without_symbols: str = ""  # which source files wait for the symbols of a grammar, as a clause; empty for none
    changes: Changes = field(default=Changes(), compare=False)  # of a complete update: the files that differed

    @property
    def is_partial(self) -> bool:
        """Whether files or links are missing that the index never had, or is being given by a longer update."""
        return self.is_first or (self.progress is not None and self.progress.phase in _READING)


@dataclass(frozen=True, slots=True)
class VaultStatus:
    """The state of the index of a vault."""

    folder: Path
    index_folder: Path
    embedder: str
    counts: IndexCounts
    index: IndexState
    skipped: Sequence[tuple[str, str]]  # path, reason
    odd: Sequence[tuple[str, str]]  # path, warning
    vault: str = ""  # the name
    next_embedder: str = ""  # the embedder that will become active
    next_embedded: int = 0  # chunks with one of its vectors
    unread: Sequence[Head] = ()  # files that are known by their paths alone
    unconfirmed: tuple[str, ...] = ()  # models that the index or dowse.toml names, unused until the user confirms them
    listed: WalkResult = WalkResult((), ())  # all files and folders of the vault


_WORK = {
    "words": "the vault is being indexed: {done:,} of {total:,} files are read",
    "links": "the vault is being indexed: all files are read, the links of {done:,} of {total:,} are resolved",
    "meaning": "the vault is being indexed: all files are read, {done:,} of {total:,} passages are embedded",
    "likeness": "{done:,} of {total:,} passages are compared for similarity",
}
PHASES, _READING = frozenset(_WORK), frozenset({"words", "links"})


def progress_remark(progress: IndexingProgress) -> str:
    """How far the work has come, as the beginning of a remark."""
    about = _WORK.get(progress.phase, "the vault is being indexed")
    is_done = 0 < progress.total <= progress.done  # the rest, such as the last write, has no count
    percent = "" if is_done else f" ({progress.percent} %)"
    return f"{about.format(done=progress.done, total=progress.total)}{percent}"


def state_during(progress: IndexingProgress | None, remarks: Sequence[str]) -> IndexState:
    """The state while a first indexing goes on, with these remarks before that on its progress."""
    about = progress_remark(progress) if progress else "the index is being prepared"
    going_on = f"{about}; the answer covers what is indexed so far, ask again later for the rest"
    left = progress.total - progress.done if progress and progress.phase == "words" else 0
    is_first = progress is None or progress.phase in _READING
    return IndexState("stale", left, left, (*remarks, going_on), progress, is_first=is_first)


def state_after_error(
    found: Changes,
    known: Mapping[str, FileStamp],
    stored: Mapping[str, FileStamp],
    remarks: tuple[str, ...],
    progress: IndexingProgress | None,
) -> IndexState:
    """The state after an update with an error, which may have read some of the files: those have other stamps in
    `stored` than in `known`, by which the files differed.
    """
    left = Changes(
        tuple(path for path in found.added if path not in stored),
        tuple(path for path in found.changed if stored.get(path) == known[path]),
        tuple(path for path in found.removed if path in stored),
    )
    count = differing(left, known)  # 0 when only linking and embedding are left
    return IndexState("stale" if count or not left else "fresh", count, count, remarks, progress)


def state_of_scan(
    walked: WalkResult,
    known: Mapping[str, FileStamp],
    *,
    is_first: bool,
    is_cut_otherwise: bool,
    is_of_earlier_version: bool,
) -> IndexState:
    """The state of an index of the files `known`, without a look into the files.

    `is_first`: whether its first indexing is not over.  `is_cut_otherwise`: whether it has another chunker.
    `is_of_earlier_version`: whether an earlier version has read the files in another way.
    """
    total, found = len(walked.found), changes(walked.found, known, walked.closed)
    count, remark, rereads = differing(found, known), "", ""
    is_first = is_first and bool(found.added)
    if is_cut_otherwise:
        rereads = _OTHER_CHUNKER
    elif is_of_earlier_version and known:
        rereads = _EARLIER_VERSION
    if rereads:
        count, remark = total, rereads
    elif is_first:
        done = f"{total - len(found.added):,} of {total:,} files are indexed"
        remark = f"the first index was interrupted: {done}; the next search or `dowse index` continues"
    remarks = (remark,) if remark else ()
    return IndexState("stale" if count else "fresh", count, count, remarks, is_first=is_first, rereads=rereads)


def unwritable_remark(folder: Path) -> str:
    """The remark on an index in the folder that cannot be changed."""
    return (
        f"the index in {folder} is not writable, or its disk is full: changed files are not read; free some space, or "
        "choose another folder with --index-dir or DOWSE_INDEX_DIR"
    )


def staleness(state: IndexState) -> str:
    """Why something may be missing in an answer; empty for a state without a file to read."""
    if state.state != "stale":
        return ""
    left = state.left or state.changed
    if state.remarks and (state.progress is not None or not left):  # the last remark is on the work that goes on
        return state.remarks[-1]
    return f"{left:,} changed file{' is' if left == 1 else 's are'} not read yet" if left else ""


def incompleteness(state: IndexState) -> str:
    """Why a file or a symbol may be missing in an answer; empty where none is."""
    return "; ".join(filter(None, (staleness(state), waiting_remark(state.without_symbols))))


def waiting_remark(without_symbols: str) -> str:
    """The remark on the source files that wait for their symbols, see IndexState; empty for none."""
    return f"{without_symbols}; `dowse index` adds them" if without_symbols else ""


def other_process_remark(progress: IndexingProgress) -> str:
    """How far another process has come, as the beginning of a remark."""
    about = progress_remark(progress)
    _, _, indexing = about.partition("the vault is being indexed")
    return f"another process is indexing this vault{indexing or f': {about}'}"


def with_unread(state: IndexState, found: Changes, known: Mapping[str, FileStamp], *, read: str) -> IndexState:
    """The state after an update of the file `read` alone, with the other files that differ; of a new index as it is."""
    others = differing(found, known) - (read in {*found.added, *found.changed, *found.removed}) if known else 0
    return replace(state, state="stale", left=others) if others > 0 else state


def differing(found: Changes, known: Mapping[str, FileStamp]) -> int:
    """The number of files that differ, without racily clean ones."""
    again = sum(known[path].mtime_ns == -1 and known[path].digest != "" for path in found.changed)
    return len(found.added) + len(found.changed) + len(found.removed) - again
