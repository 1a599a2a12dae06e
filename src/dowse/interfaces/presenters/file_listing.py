"""Files of one vault or of several, as one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...app.find_files import FileListing, FoundPath, heads
from ...app.location import VaultLocation
from ...model.errors import DowseError
from .to_json import Json, found_json


@dataclass(frozen=True, slots=True)
class ListedFiles:
    """The newest files of all vaults, each with the vault that it lies in, and the listing that they make up."""

    rows: tuple[tuple[VaultLocation, FoundPath], ...]
    whole: FileListing
    is_of_several: bool

    def described(self, rows: Sequence[tuple[VaultLocation, FoundPath]], *, now: float) -> list[dict[str, Json]]:
        """Some of the rows as data; of several vaults each with the name of its own."""
        own: dict[VaultLocation, list[FoundPath]] = {}
        for place, file in rows:
            own.setdefault(place, []).append(file)
        known = {
            (place, file): found_json(head, file.size)
            for place, files in own.items()
            for head, file in zip(heads(place, files, now=now), files, strict=True)
        }
        return [{"vault": row[0].name, **known[row]} if self.is_of_several else known[row] for row in rows]


def listed(places: Iterable[VaultLocation], look: Callable[[VaultLocation], FileListing], limit: int) -> ListedFiles:
    """What `look` finds in each of the vaults; one that is optional is left out when that is an error, and said."""
    listings: dict[VaultLocation, FileListing] = {}
    for place in places:
        try:
            listings[place] = look(place)
        except DowseError as error:
            if not place.is_optional:
                raise
            listings[place] = FileListing((), 0, remarks=(f"{place.name} was left out: {error}",))
    rows = _newest(listings, limit)
    return ListedFiles(tuple(rows), _as_one(listings, rows), len(listings) > 1)


def _newest(listings: Mapping[VaultLocation, FileListing], limit: int) -> list[tuple[VaultLocation, FoundPath]]:
    """The files of all vaults, newest first; those of one vault in its order."""
    rows = [(place, file) for place, listing in listings.items() for file in listing.files]
    return sorted(rows, key=lambda row: -row[1].mtime_ns)[:limit] if len(listings) > 1 else rows


def _as_one(
    listings: Mapping[VaultLocation, FileListing], rows: Sequence[tuple[VaultLocation, FoundPath]]
) -> FileListing:
    each = listings.values()
    said = tuple(dict.fromkeys(remark for listing in each for remark in listing.remarks))
    total, is_whole = sum(listing.total for listing in each), all(listing.is_whole for listing in each)
    return FileListing(tuple(file for _, file in rows), total, is_whole, said)
