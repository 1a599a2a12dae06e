"""A vault, opened: the only place that knows files, SQLite and models at once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from .chunking.by_section import BySection
from .embedders.static import Static
from .engines.sqlite.engine import SqliteEngine, discard
from .formats.detect import format_of
from .intake import Intake
from .model.errors import IndexBusyError, IndexDamagedError, StorageError
from .pipeline.freshness import IndexState, State, Status, differing
from .pipeline.indexing import Budget, Done, Outcome, embed_pending, index_words, remove
from .pipeline.passage import Passage, passage
from .pipeline.profile import Profile
from .pipeline.profiles import DEFAULT
from .pipeline.search import Answer, Request, search
from .ports import Stamp
from .settings.paths import ELSEWHERE, index_folder, vault_root
from .vault.diff import Changes, changes
from .vault.walk import Walked, walk

if TYPE_CHECKING:
    from filelock import BaseFileLock

    from .pipeline.why_not import WhyNot

T = TypeVar("T")
Progress = Callable[[str, int, int], None]  # (what, done, of how many)

HEALING_SECONDS = 0.3  # how long a search may spend on files that changed
_LOOK_AGAIN = 10.0  # a look at the tree is good for ten times as long as it took
_FIRST_PATIENCE = 60.0  # seconds that a search waits for the one that indexes first: there is nothing to answer from
_PATIENCE = 600.0  # seconds that `dowse index` waits for another one
_WORTH_A_PROCESS = 1500  # files; a process takes as long to start as this one needs for some 300
_MASS_DELETION = 10  # documents; when more than this seem gone with the whole tree, ask before forgetting them


def open_vault(folder: Path | None = None, *, index_dir: Path | None = None) -> Vault:
    """The vault in `folder`, or the one around the working folder; its index is made when there is none.

    Raises VaultError when there is no such folder and StorageError when the index has nowhere to be.
    """
    root = vault_root(folder, here=Path.cwd())
    return Vault(root, index_folder(root, chosen=index_dir, environment=os.environ))


class Vault:
    """A folder with its index. Safe to use from several threads; the files themselves are only read."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        self.embedder = Static()
        self._intake = Intake(root, BySection(self.embedder.count_tokens, self.embedder.fits))
        self._remarks: list[str] = []
        self._looked_at, self._look_took = float("-inf"), 0.0
        self._seen = (float("-inf"), IndexState())  # until when it may be repeated
        self._lock: BaseFileLock | None = None
        self.engine = self._open_engine()

    @property
    def name(self) -> str:
        """What the vault is called."""
        return self.root.name

    def search(
        self,
        request: Request,
        profile: Profile = DEFAULT,
        *,
        heal: bool = True,
        progress: Progress | None = None,
    ) -> tuple[Answer, IndexState]:
        """The answer, and how the index stood. Changed files are read first, as far as time allows."""
        state = self.freshen(progress=progress) if heal else self._last_seen()
        request = replace(request, vault=self.name)
        answer = self._mended(lambda: self._answer(request, profile))
        return answer, replace(state, remarks=(*state.remarks, *self._said()))

    def why_not(
        self, ref: str, request: Request, profile: Profile = DEFAULT, *, progress: Progress | None = None
    ) -> tuple[WhyNot, IndexState]:
        """Why the document is not among the hits, or at which rank it is; RefError when `ref` names nothing."""
        from .pipeline.why_not import why_not  # noqa: PLC0415  # here, since a search needs none of it

        state = self.freshen(progress=progress)
        request = replace(request, vault=self.name)
        return self._mended(
            lambda: why_not(ref, request, self.engine, lambda other: self._answer(other, profile))
        ), state

    def _answer(self, request: Request, profile: Profile) -> Answer:
        return search(request, profile, self.engine, now=time.time(), embedder=self.embedder)

    def get(self, ref: str, *, progress: Progress | None = None) -> tuple[Passage, IndexState]:
        """The text behind a reference; RefError when it names nothing."""
        state = self.freshen(progress=progress)
        return self._mended(lambda: passage(ref, self.engine)), state

    def status(self) -> Status:
        """Counts, freshness and troubles; nothing is indexed for it."""
        walked = walk(self.root, _wanted)
        state = self._standing(walked)
        skipped, odd = self.engine.troubles()
        troubles = sorted({*walked.skipped, *skipped})
        return Status(self.root, self.folder, self.embedder.name, self.engine.counts(), state, troubles, odd)

    def _standing(self, walked: Walked) -> IndexState:
        """How the index stands to the files, without reading any of them or writing anything."""
        count = differing(*self._compared(walked))
        return IndexState("stale" if count else "fresh", count, count, self._said())

    def freshen(self, *, progress: Progress | None = None) -> IndexState:
        """Brings the index up to date within HEALING_SECONDS; a first indexing runs to its end."""
        if self._just_looked:
            return IndexState(remarks=self._said())
        found, known = self.look()
        if not found and not self._mended(lambda: self.engine.pending(1)):
            return IndexState(remarks=self._said())
        try:
            with self._writing(patience=_FIRST_PATIENCE if not known else 0.0):
                state = self._heal(found, known, progress or _silent)
        except (IndexBusyError, StorageError) as error:
            if isinstance(error, StorageError) and not known:
                raise  # there is nothing to search
            count = differing(found, known)
            state = IndexState("stale" if count else "fresh", count, count, (*self._said(), str(error)))
        if state.left:
            self._looked_at = float("-inf")  # the next search must not take the tree for done
        return state

    def look(self) -> tuple[Changes, Mapping[str, Stamp]]:
        """What differs between the files and the index, and what the index knows; no file is read for it.

        An index that was made with another chunker or embedder is told so first, since then every file differs.
        """
        if not self.engine.is_current:  # another process has thrown the file away and built it again
            self.engine.close()
            self.engine = self._open_engine()
        self._mended(self._use_space)
        started = time.monotonic()
        found, known = self._compared(walk(self.root, _wanted))
        self._looked_at = time.monotonic()
        self._look_took = self._looked_at - started
        return found, known

    @property
    def _just_looked(self) -> bool:
        return time.monotonic() - self._looked_at < _LOOK_AGAIN * self._look_took

    def _last_seen(self) -> IndexState:
        """How the index stood a moment ago: looking at the tree takes longer than a search."""
        until, state = self._seen
        if time.monotonic() >= until:
            started = time.monotonic()
            state = self._standing(walk(self.root, _wanted))
            now = time.monotonic()
            self._seen = (now + _LOOK_AGAIN * (now - started), state)
        return state

    def _compared(self, walked: Walked) -> tuple[Changes, Mapping[str, Stamp]]:
        known = self._mended(self.engine.known)
        return changes(walked.found, known), known

    def _said(self) -> tuple[str, ...]:
        """What is still to be told about the index; it is told once."""
        remarks = tuple(self._remarks)
        self._remarks.clear()
        return remarks

    def sync(self, *, full: bool = False, progress: Progress | None = None) -> IndexState:
        """Brings the index up to date, however long it takes; `full` reads every file again.

        Raises IndexBusyError when another process indexes this vault for more than ten minutes.
        """
        with self._writing(patience=_PATIENCE):
            if full:
                self._mended(lambda: self.engine.use_space("", chunking=""))
            found, known = self.look()
            return self._mended(lambda: self._apply(found, known, Budget(time.monotonic), progress or _silent))

    def close(self) -> None:
        """Lets go of the index file."""
        self.engine.close()

    def _heal(self, found: Changes, known: Mapping[str, Stamp], progress: Progress) -> IndexState:
        if len(found.removed) == len(known) > _MASS_DELETION:
            hint = f"{self.root} looks empty; the index is kept. Run `dowse index` if the notes are really gone"
            return IndexState("stale", len(known), len(known), (*self._said(), hint))
        first = len(found.added) + len(found.changed) > len(known) / 2 or self._mostly_unembedded()
        until = float("inf") if first else time.monotonic() + HEALING_SECONDS
        return self._mended(lambda: self._apply(found, known, Budget(time.monotonic, until), progress))

    def _mostly_unembedded(self) -> bool:
        counts = self._mended(self.engine.counts)
        return counts.embedded < counts.chunks / 2

    def _apply(self, found: Changes, known: Mapping[str, Stamp], budget: Budget, progress: Progress) -> IndexState:
        paths = (*found.added, *found.changed)
        remove(found.removed, self.engine)
        done = self._index_words(paths, known, budget, progress)
        chunks = self.engine.counts().chunks if paths else 0
        embed_pending(
            self.engine, self.embedder, budget=budget, progress=lambda count: progress("meaning", count, chunks)
        )
        left = len(paths) - done.files
        count = done.changed + len(found.removed) + left
        if count and not left:  # a renamed file that is yet to be read keeps its vectors
            self.engine.forget_unused()
        state: State = "stale" if left else "healed" if count else "fresh"
        return IndexState(state, count, left, (*self._said(), *self._coverage()))

    def _coverage(self) -> tuple[str, ...]:
        if not self.engine.pending(1):
            return ()
        counts = self.engine.counts()
        return (f"meaning covers {counts.embedded:,} of {counts.chunks:,} chunks so far; run `dowse index` to finish",)

    def _use_space(self) -> None:
        fingerprint = f"{self.embedder.name}-{self.embedder.revision}-{self.embedder.dim}"
        self.engine.use_space(fingerprint, chunking=self._intake.chunker.fingerprint)

    def _index_words(
        self, paths: tuple[str, ...], known: Mapping[str, Stamp], budget: Budget, progress: Progress
    ) -> Done:
        def told(count: int) -> None:
            progress("words", count, len(paths))

        def here(path: str) -> Outcome:
            return self._intake(path, known.get(path))

        if len(paths) < _WORTH_A_PROCESS or budget.until != float("inf") or (os.cpu_count() or 1) < 2:
            return index_words(paths, here, self.engine, budget=budget, progress=told)
        from .second_reader import SecondReader  # noqa: PLC0415  # here, since a search that reads little needs none

        with SecondReader(self._intake, paths, known) as there:
            return index_words(paths, there, self.engine, budget=budget, progress=told)

    def _open_engine(self) -> SqliteEngine:
        try:
            return SqliteEngine(self.folder)
        except IndexDamagedError:
            return self._built_anew()

    def _built_anew(self) -> SqliteEngine:
        with self._writing(patience=10.0):
            discard(self.folder)
            self._remarks.append("the index was damaged and has been built again")
            self._look_took = 0.0
            return SqliteEngine(self.folder)

    def _mended(self, step: Callable[[], T]) -> T:
        """What the step gives; a damaged index is thrown away and built again, then the step runs once more."""
        try:
            return step()
        except IndexDamagedError:
            self.engine.close()
            self.engine = self._built_anew()
            with self._writing(patience=_FIRST_PATIENCE):
                self._remarks += self._apply(*self.look(), Budget(time.monotonic), _silent).remarks
            return step()

    @contextmanager
    def _writing(self, *, patience: float) -> Iterator[None]:
        """One indexer at a time, across processes; the lock goes when its process ends, however it ends."""
        import filelock  # noqa: PLC0415  # here, since it costs 45 ms and most searches have nothing to write

        if self._lock is None:
            self._lock = filelock.FileLock(self.folder / "writer.lock")
        try:
            held = self._lock.acquire(timeout=patience)
        except filelock.Timeout as error:
            raise IndexBusyError("another dowse is indexing this vault; what is in the index is searched") from error
        except OSError as error:
            raise StorageError(f"{self.folder} cannot be written to ({error.strerror}); {ELSEWHERE}") from error
        with held:
            yield


def _wanted(path: str) -> bool:
    return format_of(path) is not None


def _silent(_what: str, _done: int, _total: int) -> None:
    pass
