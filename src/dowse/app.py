"""A vault, opened: the only place that knows files, SQLite and models at once."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from .chunking.by_section import counting
from .embedders.static import Static
from .engines.sqlite.engine import SqliteEngine, discard
from .formats.detect import format_of
from .ingest import bring_in, compare, compared, coverage, waits
from .intake import Intake
from .model.errors import IndexBusyError, IndexDamagedError, StorageError
from .pipeline.freshness import IndexState, State, Status, differing
from .pipeline.indexing import Budget, without_collection
from .pipeline.passage import Passage, passage
from .pipeline.profile import Profile
from .pipeline.search import Answer, Request, asks_for_links, search
from .place import Progress
from .ports import Stamp
from .scorers.maxsim import MaxSim
from .settings.choice import REMEMBERED, Choice
from .settings.paths import index_folder, marked_vault, vault_root
from .settings.places import check_asked, settings_of
from .settings.said import Settings
from .vault.diff import Changes, changes
from .vault.lately import Lately
from .vault.walk import Walked, walk
from .writer_lock import WriterLock

if TYPE_CHECKING:
    from .chunking.chunker import Chunker
    from .pipeline.why_not import WhyNot

T = TypeVar("T")

HEALING_SECONDS = 0.3  # how long a search may spend on files that changed
_CUT_OTHERWISE = "the chunker has changed since this was indexed; the next search reads all files again"
_FIRST_PATIENCE = 60.0  # seconds that a search waits for the one that indexes first: there is nothing to answer from
_NO_PATIENCE = 0.5  # seconds for what can be done another time
_PATIENCE = 600.0  # seconds that `dowse index` waits for another one
_MASS_DELETION = 10  # documents; when more than this seem gone with the whole tree, ask before forgetting them


def open_vault(
    folder: Path | str | None = None, *, index_dir: Path | None = None, chunker: str = "", embedder: str = ""
) -> Vault:
    """The vault in `folder`, or the one around the working folder; its index is made when there is none.

    `chunker` and `embedder` go before what the settings say; the index remembers the chunker once it is brought up to
    date by `sync`.  Raises VaultError when there is no such folder, StorageError when the index has nowhere to be and
    SettingsError when a file of settings, or what is given here, says what cannot be.
    """
    root = vault_root(None if folder is None else Path(folder), here=Path.cwd())
    settings = settings_of(root, environment=os.environ)
    check_asked(chunker=chunker, embedder=embedder)
    return Vault(root, index_folder(root, chosen=index_dir, environment=os.environ), settings, chunker=chunker)


def settings_for(folder: Path | None = None) -> Settings:
    """What counts in `folder`, in the vault around the working folder, or outside of any; no index is opened."""
    root = marked_vault(Path.cwd()) if folder is None else vault_root(folder, here=Path.cwd())
    return settings_of(root, environment=os.environ)


class Vault:
    """A folder with its index. Safe to use from several threads; the files themselves are only read."""

    def __init__(self, root: Path, folder: Path, settings: Settings | None = None, *, chunker: str = "") -> None:
        self.root = root
        self.folder = folder
        self.settings = settings or Settings()
        self.embedder = Static()
        self._choice = Choice(self.settings, chunker)
        self._remembered = ""  # by the index, of an earlier choice
        self._intake = Intake(root, self._counting(self._choice.chunker(self._remembered)))
        self._remarks: list[str] = []
        self._looked, self._stood = Lately(), Lately()
        self._seen = IndexState()  # when it was looked at how the index stands
        self._lock = WriterLock(folder)
        self.engine = self._open_engine()

    @property
    def name(self) -> str:
        """What the vault is called."""
        return self.root.name

    def search(
        self, request: Request, profile: Profile | None = None, *, heal: bool = True, progress: Progress | None = None
    ) -> tuple[Answer, IndexState]:
        """The answer, and how the index stood. Changed files are read first, as far as time allows.

        Without a profile it is the one of the settings.
        """
        state = self.freshen(progress=progress) if heal else self._last_seen()
        if heal and asks_for_links(request.text):
            state = self._with_likeness(state, progress)
        asked = replace(request, vault=self.name)
        answer = self._mended(lambda: self._answer(asked, profile))
        return answer, replace(state, remarks=(*state.remarks, *self._said()))

    def why_not(
        self, ref: str, request: Request, profile: Profile | None = None, *, progress: Progress | None = None
    ) -> tuple[WhyNot, IndexState]:
        """Why the document is not among the hits, or at which rank it is; RefError when `ref` names nothing."""
        from .pipeline.why_not import why_not  # noqa: PLC0415  # here, since a search needs none of it

        asked = replace(request, vault=self.name)
        return self.ask(
            lambda reader: why_not(ref, asked, reader, lambda other: self._answer(other, profile)), progress=progress
        )

    def _answer(self, request: Request, profile: Profile | None) -> Answer:
        chosen, known = profile or self.settings.profile, self.settings.profiles
        found = partial(search, embedder=self.embedder, scorer=MaxSim(self.embedder), profiles=known)
        with without_collection():
            return found(request, chosen, self.engine, now=time.time())

    def get(self, ref: str, *, progress: Progress | None = None) -> tuple[Passage, IndexState]:
        """The text behind a reference; RefError when it names nothing."""
        return self.ask(lambda reader: passage(ref, reader), progress=progress)

    def ask(
        self, question: Callable[[SqliteEngine], T], *, likeness: bool = False, progress: Progress | None = None
    ) -> tuple[T, IndexState]:
        """What the question gives of the index as it is now; with `likeness`, after chunks were compared for it."""
        state = self.freshen(progress=progress)
        if likeness:
            state = self._with_likeness(state, progress)
        return self._mended(lambda: question(self.engine)), state

    def _with_likeness(self, state: IndexState, progress: Progress | None) -> IndexState:
        alone = partial(self._lock.held, patience=_NO_PATIENCE)
        said = compared(self.engine, alone, least=self.settings.alike, progress=progress or _silent)
        return replace(state, remarks=(*state.remarks, *said))

    def status(self) -> Status:
        """Counts, freshness and troubles; nothing is indexed for it."""
        walked = walk(self.root, _wanted)
        skipped, odd = self.engine.troubles()
        state, troubles = self._standing(walked), sorted({*walked.skipped, *skipped})
        return Status(self.root, self.folder, self.embedder.name, self.engine.counts(), state, troubles, odd)

    def _standing(self, walked: Walked) -> IndexState:
        """How the index stands to the files, without reading any of them or writing anything."""
        if self._is_cut_otherwise:
            count, said = len(walked.found), (*self._said(), _CUT_OTHERWISE)
        else:
            count, said = differing(*self._compared(walked)), self._said()
        return IndexState("stale" if count else "fresh", count, count, said)

    @property
    def _is_cut_otherwise(self) -> bool:
        """Whether the index was made with another chunker than the one that is chosen now."""
        made_with, remembered = self.engine.recalled("chunking"), self.engine.recalled(REMEMBERED)
        return made_with not in ("", self._counting(self._choice.chunker(remembered)).fingerprint)

    def freshen(self, *, progress: Progress | None = None) -> IndexState:
        """Brings the index up to date within HEALING_SECONDS; a first indexing runs to its end."""
        if self._looked.is_recent:
            return IndexState(remarks=self._said())
        found, known = self.look()
        if not found and not self._mended(lambda: waits(self.engine)):
            return IndexState(remarks=self._said())
        try:
            with self._lock.held(patience=_FIRST_PATIENCE if not known else 0.0):
                if not known:  # perhaps another process has indexed while this one waited
                    found, known = self.look()
                state = self._heal(found, known, progress or _silent)
        except (IndexBusyError, StorageError) as error:
            if isinstance(error, StorageError) and not known:
                raise  # there is nothing to search
            count = differing(found, known)  # 0 when nothing is left but to link and to embed
            state = IndexState("stale" if count or not found else "fresh", count, count, (*self._said(), str(error)))
        if state.state == "stale":
            self._looked.forget()
        return state

    def look(self) -> tuple[Changes, Mapping[str, Stamp]]:
        """What differs between the files and the index, and what the index knows; no file is read for it.

        An index that was made with another chunker or embedder is told so first, since then every file differs.
        """
        if not self.engine.is_current:  # another process has thrown the file away and built it again
            self.engine.close()
            self.engine = self._open_engine()
        self._mended(self._use_space)
        with self._looked.looking():
            return self._compared(walk(self.root, _wanted))

    def _last_seen(self) -> IndexState:
        """How the index stood a moment ago."""
        if not self._stood.is_recent:
            with self._stood.looking():
                self._seen = self._standing(walk(self.root, _wanted))
        return self._seen

    def _compared(self, walked: Walked) -> tuple[Changes, Mapping[str, Stamp]]:
        known = self._mended(self.engine.known)
        return changes(walked.found, known), known

    def _said(self) -> tuple[str, ...]:
        """What is still to be told about the index; it is told once."""
        remarks = tuple(self._remarks)
        self._remarks.clear()
        return remarks

    def sync(self, *, full: bool = False, similar: bool = False, progress: Progress | None = None) -> IndexState:
        """Brings the index up to date, however long it takes; `full` reads all files again, `similar` compares chunks.

        Raises IndexBusyError when another process indexes this vault for more than ten minutes.
        """
        with self._lock.held(patience=_PATIENCE):
            if self._choice.asked:
                self._mended(lambda: self.engine.remember(REMEMBERED, self._choice.to_remember))
            if full:
                self._mended(lambda: self.engine.use_space("", chunking=""))
            found, known = self.look()
            state = self._mended(lambda: self._apply(found, known, Budget(time.monotonic), progress or _silent))
            if similar:
                done = partial(compare, least=self.settings.alike, at_once=sys.maxsize, progress=progress or _silent)
                self._mended(lambda: done(self.engine))
            return state

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
        done = bring_in(found, known, self._intake, self.engine, self.embedder, budget=budget, progress=progress)
        state: State = "stale" if done.left or not done.is_linked else "healed" if done.changed else "fresh"
        return IndexState(state, done.changed, done.left, (*self._said(), *coverage(self.engine)))

    def _use_space(self) -> None:
        remembered = self.engine.recalled(REMEMBERED)
        if remembered != self._remembered:
            self._remembered = remembered
            self._intake = replace(self._intake, chunker=self._counting(self._choice.chunker(remembered)))
        fingerprint = f"{self.embedder.name}-{self.embedder.revision}-{self.embedder.dim}"
        self.engine.use_space(fingerprint, chunking=self._intake.chunker.fingerprint)
        if remembered and self._choice.overrules(remembered):
            with suppress(StorageError):  # it says nothing more, whether it can be erased or not
                self.engine.remember(REMEMBERED, "")

    def _counting(self, chunker: Chunker) -> Chunker:
        return counting(chunker, self.embedder.count_tokens, self.embedder.fits)

    def _open_engine(self) -> SqliteEngine:
        try:
            return SqliteEngine(self.folder)
        except IndexDamagedError:
            return self._built_anew()

    def _built_anew(self) -> SqliteEngine:
        with self._lock.held(patience=10.0):
            discard(self.folder)
            self._remarks.append("the index was damaged and has been built again")
            self._looked.forget()
            return SqliteEngine(self.folder)

    def _mended(self, step: Callable[[], T]) -> T:
        """What the step gives; a damaged index is thrown away and built again, then the step runs once more."""
        try:
            return step()
        except IndexDamagedError:
            self.engine.close()
            self.engine = self._built_anew()
            with self._lock.held(patience=_FIRST_PATIENCE):
                self._remarks += self._apply(*self.look(), Budget(time.monotonic), _silent).remarks
            return step()


def _wanted(path: str) -> bool:
    return format_of(path) is not None


def _silent(_what: str, _done: int, _total: int) -> None:
    pass
