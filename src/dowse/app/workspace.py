"""The vaults that a server answers from, opened when they are first wanted and never before."""

from __future__ import annotations

import difflib
import itertools
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import DowseError, VaultError
from ..settings.config_files import user_file
from ..settings.vaults import ALL
from .location import Progress, VaultLocation, in_a_vault, location_of, locations_named, registered_names

if TYPE_CHECKING:
    from .federation import SearchableVault
    from .vault_session import VaultSession

_SETTINGS = "dowse.toml"
_MOST_OPEN = 3  # vaults in memory
_LONGEST_SHOWN = 60  # characters of a name in a message

SettingsStamp = tuple[int, int] | None


class ServerStoppingError(DowseError):
    """The server is to end."""


def going_on(is_over: threading.Event) -> Progress:
    """Progress that raises StoppedError when the server is to end: indexing may take minutes. What is indexed stays."""

    def go_on(_what: str, _done: int, _total: int) -> None:
        if is_over.is_set():
            raise ServerStoppingError("the server is stopping; ask again when it is back")

    return go_on


@dataclass(slots=True)
class _Open:
    """A vault with the state of its settings files when it was opened."""

    vault: VaultSession
    settings: tuple[SettingsStamp, SettingsStamp]

    def is_current(self, settings: tuple[SettingsStamp, SettingsStamp]) -> bool:
        """Whether neither its settings nor its index are others since."""
        return self.settings == settings and self.vault.engine.is_current


@dataclass(slots=True)
class Workspace:
    """Vaults by name, the first of them the default. Safe to use from several threads."""

    places: Mapping[str, VaultLocation]
    index_dir: Path | None = None
    on_open: Callable[[str], None] = lambda _name: None  # is told the name of a vault that comes into memory
    _opened: dict[str, _Open] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)  # of `_opened`, and never held for long
    _opening: Mapping[str, threading.Lock] = field(init=False)

    def __post_init__(self) -> None:
        self._opening = {name: threading.Lock() for name in self.places}

    @property
    def names(self) -> tuple[str, ...]:
        """What the vaults are called; the first is the default."""
        return tuple(self.places)

    def name_of(self, name: str = "") -> str:
        """The name itself, or the default for none. Raises VaultError with the near miss when there is none such."""
        found = self._known(name)
        if found:
            return found
        shown = repr(name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…")
        if self._is_several(name):
            raise VaultError(f"this is asked of one vault, not of {shown}; there is {', '.join(self.names)}")
        near = difflib.get_close_matches(name, self.names, n=1, cutoff=0.6)
        offer = f"did you mean {near[0]}?" if near else f"there is {', '.join(self.names)}"
        raise VaultError(f"there is no vault {shown} here; {offer}")

    def meant(self, names: str = "") -> tuple[VaultLocation, ...]:
        """The vaults that are meant: the default one for nothing, one by its name, several between commas, or `all`.

        Those that only `all` stands for are optional.  Raises VaultError as `name_of`.
        """
        if not self._known(names):
            names = names.strip(" ,") or names
        if self._known(names) or not self._is_several(names):
            return (self.place(names),)
        parts = [part.strip() for part in names.split(",") if part.strip()]
        named = dict.fromkeys(self.name_of(part) for part in parts if not self._is_all(part))
        others = [place for place in self.everyone if place.name not in named] if any(map(self._is_all, parts)) else ()
        return (*(self.places[name] for name in named), *others)

    @property
    def everyone(self) -> tuple[VaultLocation, ...]:
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
        """Where the vault lies; it is not opened for that."""
        return self.places[self.name_of(name)]

    def vault(self, name: str = "") -> VaultSession:
        """The vault, opened; and opened again when its settings have changed since, or its index was thrown away.

        Raises VaultError when it is unknown or its folder has vanished, SettingsError when its settings are wrong.
        """
        name = self.name_of(name)
        root = self.present(name)
        with self._opening[name]:  # opening may take long; requests for other vaults do not wait for it
            stamp = _stamps(root)
            with self._lock:
                held = self._opened.get(name)
            is_new = held is None
            if held is None or not held.is_current(stamp):
                held = _Open(self._open(name), stamp)
            self._keep(name, held)
        if is_new:
            self.on_open(name)
        return held.vault

    def _keep(self, name: str, held: _Open) -> None:
        with self._lock:
            self._opened.pop(name, None)
            self._opened[name] = held  # the last is the one that was asked last
            # One that is left out is not closed: others may be asking it. It goes when they are done.
            for longest in list(self._opened)[:-_MOST_OPEN]:
                del self._opened[longest]

    def searched(self, names: str = "") -> SearchableVault:
        """The vaults that `meant` means, opened as one; where they are more than are kept, some for this question only.

        Raises VaultError as `meant` and `vault`; one that is optional is left out, and the answers say so.
        """
        from .federation import opened  # noqa: PLC0415  # here, so that a server greets before numpy and the engines are there

        places = self.meant(names)
        return opened(places, self._lent) if len(places) > 1 else self.vault(places[0].name)

    def _lent(self, place: VaultLocation) -> VaultSession:
        with self._lock:
            is_kept = place.name in self._opened or len(self._opened) < _MOST_OPEN
        return self.vault(place.name) if is_kept else self._open(place.name)

    def _open(self, name: str) -> VaultSession:
        from .vault_session import open_session  # noqa: PLC0415  # here, so that a server greets before numpy and the engines are there

        root = self.present(name)
        vault = open_session(root, index_dir=self.index_dir)
        vault.name = name
        return vault

    def present(self, name: str) -> Path:
        """The folder of the vault. Raises VaultError when it has vanished."""
        root = self.places[name].root
        if not root.is_dir():
            raise VaultError(f"the folder {root} is gone; put it back, or start again without it")
        return root

    def holds(self, name: str) -> bool:
        """Whether the vault is in memory."""
        with self._lock:
            return name in self._opened

    def held(self, name: str) -> VaultSession | None:
        """The vault as `vault` gives it, if it is in memory; that does not count as a question."""
        with self._lock:
            held = self._opened.get(name)
        if held is None:
            return None
        return held.vault if held.is_current(_stamps(self.places[name].root)) else self.vault(name)

    def warm(self, go_on: Progress) -> None:
        """Opens the vaults and brings their indexes up to date, so that the first question need not wait for it.

        What is wrong with one of them is told to whoever asks for it.  `go_on` may raise StoppedError, which ends it.
        """
        for name in self.names:
            try:
                self.vault(name).freshen(progress=go_on)
            except ServerStoppingError:
                return
            except DowseError:
                continue


def workspace_of(folders: Sequence[Path], names: Sequence[str] = (), *, index_dir: Path | None = None) -> Workspace:
    """The vaults in the folders, or of these names; else the one around the working folder, else all that have a name.

    Each has the name that the user has given it, or that of its folder. Of several alike the first has it, and the
    others a number that makes no name that another one has.  Raises VaultError when there is none of a name, or a
    folder is not there.
    """
    places = _places(folders, names, index_dir)
    own = {place.name for place in places}
    named: dict[str, VaultLocation] = {}
    for place in {place.root: place for place in places}.values():
        name = place.name or "vault"
        if name in named:
            made = (f"{name}-{number}" for number in itertools.count(2))
            name = next(each for each in made if each not in own and each not in named)
        named[name] = replace(place, registered=name, is_optional=False)  # who asks for it alone is told what is wrong
    return Workspace(named, index_dir)


def _places(folders: Sequence[Path], names: Sequence[str], index_dir: Path | None) -> Sequence[VaultLocation]:
    if folders and names:
        raise VaultError(f"FOLDER and --vault both name vaults; leave out {folders[0]} or --vault")
    if names:
        return locations_named(names, index_dir=index_dir)
    if not folders and registered_names() and not in_a_vault(Path.cwd()):
        return locations_named(("all",), index_dir=index_dir)
    return [location_of(folder, index_dir=index_dir) for folder in folders or (None,)]


def _stamps(root: Path) -> tuple[SettingsStamp, SettingsStamp]:
    """How the files of settings stand that count for the vault: its own and the user's."""
    return _stamp(root / _SETTINGS), _stamp(user_file(os.environ))


def _stamp(path: Path) -> SettingsStamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
