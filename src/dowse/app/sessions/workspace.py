"""The vaults of a server, each opened with its first request."""

from __future__ import annotations

import difflib
import itertools
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.errors import DowseError, VaultError
from ...settings.config_files import user_file
from ...settings.vaults import ALL
from ..client_scope import EVERYTHING, ClientScope
from ..location import Progress, VaultLocation, in_a_vault, location_of, locations_named, registered_names

if TYPE_CHECKING:
    from ...filesystem.walk import WalkResult
    from .background_indexing import BackgroundIndexing
    from .federation import SearchableVault
    from .vault_session import VaultSession

_SETTINGS = "dowse.toml"
_MOST_OPEN = 3  # vaults in memory
_LONGEST_SHOWN = 60  # characters of a name in a message

SettingsStamp = tuple[int, int] | None


class ServerStoppingError(DowseError):
    """The server is stopping."""


def going_on(is_over: threading.Event) -> Progress:
    """Progress that raises ServerStoppingError when the server stops: indexing takes minutes. Keeps indexed files."""

    def go_on(_what: str, _done: int, _total: int) -> None:
        if is_over.is_set():
            raise ServerStoppingError("the server is stopping; repeat the request after a restart")

    return go_on


@dataclass(slots=True)
class _Open:
    """A vault with the state of its settings files when it was opened."""

    vault: VaultSession
    settings: tuple[SettingsStamp, SettingsStamp]
    is_empty: Callable[[], bool] | None  # whether it still has no document; None for a vault with an index

    def is_current(self, settings: tuple[SettingsStamp, SettingsStamp]) -> bool:
        """Whether its settings and its index are unchanged."""
        is_same = self.settings == settings and self.vault.engine.is_current
        return is_same and (self.is_empty is None or self.is_empty())


@dataclass(slots=True)
class Workspace:
    """Vaults by name, the first of them the default. Safe to use from several threads."""

    places: Mapping[str, VaultLocation]
    index_dir: Path | None = None
    registered: frozenset[str] = frozenset()  # the names that the user has registered
    on_open: Callable[[str], None] = lambda _name: None  # called with the name of each vault that is opened
    report: Callable[[str], None] = lambda _remark: None  # called with each remark that belongs to no request
    check: Progress | None = None  # called by long work in the background, may end it; None: requests wait for it
    _opened: dict[str, _Open] = field(default_factory=dict)
    _background: dict[str, BackgroundIndexing] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)  # for `_opened` and `_background`; held briefly
    _opening: Mapping[str, threading.Lock] = field(init=False)

    def __post_init__(self) -> None:
        self._opening = {name: threading.Lock() for name in self.places}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the vaults; the first is the default."""
        return tuple(self.places)

    def name_of(self, name: str = "") -> str:
        """The name itself, or that of the default vault. Raises VaultError, with a suggestion, for an unknown name."""
        found = self._known(name)
        if found:
            return found
        shown = repr(name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…")
        if self._is_several(name):
            raise VaultError(f"expected one vault, got {shown}; choose one of {', '.join(self.names)}")
        near = difflib.get_close_matches(name, self.names, n=1, cutoff=0.6)
        offer = f"did you mean {near[0]}?" if near else f"the vaults are {', '.join(self.names)}"
        raise VaultError(f"unknown vault {shown}; {offer}")

    def selected(self, names: str = "") -> tuple[VaultLocation, ...]:
        """The selected vaults: the default one for an empty text, else names separated by commas, or `all`.

        Vaults that only `all` selects are optional. A vault with a scope lists the files in the scope alone.
        Raises VaultError as `name_of`.
        """
        return tuple(self._with_listing(place) if place.scope else place for place in self._selected(names))

    def _selected(self, names: str) -> tuple[VaultLocation, ...]:
        if not self._known(names):
            names = names.strip(" ,") or names
        if self._known(names) or not self._is_several(names):
            return (self.place(names),)
        parts = [part.strip() for part in names.split(",") if part.strip()]
        named = dict.fromkeys(self.name_of(part) for part in parts if not self._is_all(part))
        has_all = any(map(self._is_all, parts))
        others = [place for place in self.optional_places if has_all and place.name not in named]
        return (*(self.places[name] for name in named), *others)

    @property
    def optional_places(self) -> tuple[VaultLocation, ...]:
        """All vaults, each of them optional."""
        return tuple(replace(place, is_optional=True) for place in self.places.values())

    def _known(self, name: str) -> str:
        if not name or name in self.places:
            return name or self.names[0]
        same = [each for each in self.names if each.casefold() == name.casefold()]
        return same[0] if len(same) == 1 else ""

    def _is_several(self, names: str) -> bool:
        return "," in names.strip(" ,") or self._is_all(names)

    def _is_all(self, name: str) -> bool:
        return name.casefold() == ALL and not self._known(name)

    def place(self, name: str = "") -> VaultLocation:
        """The location of the vault; does not open it."""
        return self.places[self.name_of(name)]

    def located(self, path: str, names: str = "") -> tuple[str, str]:
        """The vault and the path in it of a path from the root of the file system, in one of the selected vaults, or of
        all where none is selected; `names` and the path as they are otherwise.

        Raises VaultError as `selected`.
        """
        if not os.path.isabs(path):  # noqa: PTH117  # a text, not yet a path
            return names, path
        written = path.replace(os.sep, "/")
        places = self._selected(names) if names else tuple(self.places.values())
        roots = [(root.as_posix(), place.name) for place in places for root in (place.root, place.root.resolve())]
        around = [(root, name) for root, name in roots if f"{written}/".startswith(f"{root}/")]
        root, name = max(around, default=("", names), key=lambda each: len(each[0]))
        return (name, written[len(root) :].lstrip("/")) if root else (names, path)

    def vault(self, name: str = "") -> VaultSession:
        """The vault, opened; opened again after a change of its settings or the deletion of its index.

        Raises VaultError when it is unknown or its folder is missing, SettingsError for a mistake in its settings.
        """
        name = self.name_of(name)
        root = self.present(name)
        with self._opening[name]:  # opening may take long; requests for other vaults do not wait for it
            stamp = _stamps(root)
            with self._lock:
                entry = self._opened.get(name)
            is_new = entry is None
            if entry is None or not entry.is_current(stamp):
                entry = self._open(name, stamp)
            self._keep(name, entry)
        if is_new:
            self.on_open(name)
        return entry.vault

    def _keep(self, name: str, entry: _Open) -> None:
        with self._lock:
            self._opened.pop(name, None)
            self._opened[name] = entry  # in the order of use
            # A vault that is evicted is not closed here: other requests may use it. It closes when they are done.
            for longest in list(self._opened)[:-_MOST_OPEN]:
                del self._opened[longest]

    def searched(self, names: str = "") -> SearchableVault:
        """The vaults of `selected`, opened as one; vaults beyond the size of the cache are opened for this call only.

        Raises VaultError as `selected` and `vault`; an optional vault is left out, with a note on the answers.
        """
        from .federation import opened  # noqa: PLC0415  # here, so that a server greets before numpy and the engines are there

        places = self.selected(names)
        return opened(places, self._lent) if len(places) > 1 else self.vault(places[0].name)

    def _with_listing(self, place: VaultLocation) -> VaultLocation:
        """The vault with the index and the files of its scope."""

        def files_in_scope() -> WalkResult:
            session = self.vault(place.name)
            session.freshen()
            return session.files.listed()

        return replace(place, index_dir=self.index_dir, listing=files_in_scope)

    def _lent(self, place: VaultLocation) -> VaultSession:
        with self._lock:
            is_kept = place.name in self._opened or len(self._opened) < _MOST_OPEN
        return self.vault(place.name) if is_kept else self._open(place.name, (None, None)).vault

    def lent(self, place: VaultLocation) -> AbstractContextManager[VaultSession]:
        """One of the vaults for a request, opened. Raises VaultError and SettingsError as `vault`."""
        return nullcontext(self._lent(place))

    def _open(self, name: str, settings: tuple[SettingsStamp, SettingsStamp]) -> _Open:
        """A vault without documents and index gets an index in memory until it has a document; of a registered one
        the folder may be an empty mount point.
        """
        from .memory_vault import in_memory, is_empty  # noqa: PLC0415  # here, so that a server greets before numpy and the engines are there
        from .vault_session import open_session, scoped_session  # noqa: PLC0415  # as above

        root, scope = self.present(name), self.places[name].scope
        place = replace(self.places[name], index_dir=self.index_dir)
        is_passing = is_empty(place)
        if is_passing and name in self.registered:
            place.present()
        vault = in_memory(place) if is_passing else open_session(root, index_dir=self.index_dir)
        vault.name = name
        if self.check is not None and not is_passing:
            vault.work_in_background(self._background_of(name, self.check))
        if scope:
            vault = scoped_session(vault, scope, index_dir=self.index_dir, report=self._report)
        return _Open(vault, settings, partial(is_empty, place) if is_passing else None)

    def _report(self, remark: str) -> None:
        self.report(remark)  # the function that is set by then

    def _background_of(self, name: str, check: Progress) -> BackgroundIndexing:
        from .background_indexing import BackgroundIndexing  # noqa: PLC0415  # as above

        with self._lock:  # one for all sessions of the vault: an evicted session may still be indexing
            return self._background.setdefault(name, BackgroundIndexing(check))

    def present(self, name: str) -> Path:
        """The folder of the vault. Raises VaultError when it is missing."""
        root = self.places[name].root
        if not root.is_dir():
            raise VaultError(f"the folder {root} is missing; restore it, or restart without this vault")
        return root

    def holds(self, name: str) -> bool:
        """Whether the vault is in memory."""
        with self._lock:
            return name in self._opened

    def cached(self, name: str) -> VaultSession | None:
        """As `vault`, if the vault is in memory; does not count as a use."""
        with self._lock:
            entry = self._opened.get(name)
        if entry is None:
            return None
        return entry.vault if entry.is_current(_stamps(self.places[name].root)) else self.vault(name)

    def warm(self, go_on: Progress) -> None:
        """Opens the vaults and updates their indexes, so that the first request does not wait for that.

        Calls `report` with each remark on an index, after the name of its vault.  An error of a vault is reported with
        the first request to it.  `go_on` may raise ServerStoppingError, which ends it.
        """
        for name in self.names:
            try:
                state = self.vault(name).freshen(progress=go_on, is_whole=True)
            except ServerStoppingError:
                return
            except DowseError:
                continue
            for remark in state.remarks:
                self.report(f"{name}: {remark}")


def workspace_of(
    folders: Sequence[Path],
    names: Sequence[str] = (),
    *,
    index_dir: Path | None = None,
    scope: ClientScope = EVERYTHING,
) -> Workspace:
    """The vaults in the folders, or of these names; else the one around the working folder, else all registered ones.

    Each has its registered name, or that of its folder. Of several with the same name, the first keeps the name, and
    the others get a number that makes it unique.  `scope` limits what is seen of
    each.  Raises VaultError for an unknown name, also in the scope, or a missing folder.
    """
    places = _places(folders, names, index_dir)
    own = {place.name for place in places}
    named: dict[str, VaultLocation] = {}
    for place in {place.root: place for place in places}.values():
        name = place.name or "vault"
        if name in named:
            made = (f"{name}-{number}" for number in itertools.count(2))
            name = next(each for each in made if each not in own and each not in named)
        # A request for the vault alone reports its errors.
        named[name] = replace(place, registered=name, is_optional=False, scope=scope)
    registered = {place.root for place in places if place.registered}
    workspace = Workspace(
        named, index_dir, frozenset(name for name, place in named.items() if place.root in registered)
    )
    for vault in sorted(scope.vaults):
        workspace.name_of(vault)
    return workspace


def _places(folders: Sequence[Path], names: Sequence[str], index_dir: Path | None) -> Sequence[VaultLocation]:
    if folders and names:
        raise VaultError(f"FOLDER and --vault both name vaults; remove {folders[0]} or --vault")
    if names:
        return locations_named(names, index_dir=index_dir)
    if not folders and registered_names() and not in_a_vault(Path.cwd()):
        return locations_named(("all",), index_dir=index_dir)
    return [location_of(folder, index_dir=index_dir) for folder in folders or (None,)]


def _stamps(root: Path) -> tuple[SettingsStamp, SettingsStamp]:
    """The state of the settings files of the vault and of the user."""
    return _stamp(root / _SETTINGS), _stamp(user_file(os.environ))


def _stamp(path: Path) -> SettingsStamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
