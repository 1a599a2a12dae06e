"""The indexes in the user's cache folder that no vault uses: of vaults that do not exist, and of scopes of servers."""

from __future__ import annotations

import itertools
import os
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from ...engines.registry import storage_at
from ...model.errors import DowseError
from ...model.value_class import dataclass
from ...settings.paths import cache_folder, cached_folders
from ..location import VaultLocation
from ..sessions.index_folders import index_folders
from ..sessions.index_ownership import owner_of
from .issue import Issue, megabytes

_MOST = 2_000  # folders that are looked at
_MOST_NAMED = 20  # in the command that removes them
_GONE, _ELSEWHERE, _SCOPE, _EARLIER = (
    "of vaults that do not exist, or whose disk is not connected",
    "of vaults that have an index elsewhere",
    "of scopes of servers (`--only`, `--never`), which a server makes again when it needs one",
    "of earlier versions of dowse",
)


@dataclass(frozen=True, slots=True)
class _Leftover:
    """An index that may be left over: the reason, what to remove, its bytes, and the vault that it belongs to."""

    reason: str
    path: Path
    size: int
    vault: Path


def cached_indexes(environment: Mapping[str, str]) -> Iterator[Issue]:
    """A hint for each reason why indexes in the cache folder may be left over; removes nothing."""
    found: dict[str, list[_Leftover]] = defaultdict(list)
    folders = list(itertools.islice(cached_folders(), _MOST))
    for folder in folders:
        with suppress(DowseError, OSError):
            for each in _left(folder, environment):
                found[each.reason].append(each)
    for reason, left in found.items():
        count = f"{len(left):,} indexes" if len(left) > 1 else "1 index"
        named, rest = left[:_MOST_NAMED], len(left) - _MOST_NAMED
        vaults = ", ".join(f"{each.vault} ({megabytes(each.size)})" for each in named)
        size = megabytes(sum(each.size for each in left))
        others = f", and {rest:,} more" if rest > 0 else ""
        what = f"{count} ({size}) in {folders[0].parent} {reason}: {vaults}{others}"
        flag = ("rm", "-r") if reason != _EARLIER else ("rm",)
        more = f"; doctor then names the other {rest:,}" if rest > 0 else ""
        yield Issue("index", "hint", what, shlex.join([*flag, *(str(each.path) for each in named)]) + more)


def _left(folder: Path, environment: Mapping[str, str]) -> Iterator[_Leftover]:
    """What in the folder may be left over."""
    place = storage_at(folder)
    if not place.exists():
        return
    root = owner_of(place)
    if root is None:
        return
    if not os.path.lexists(root):
        yield _Leftover(_GONE, folder, _bytes(folder), root)
    elif folder != (own := cache_folder(root)):
        if folder.name.startswith(f"{own.name}-"):
            yield _Leftover(_SCOPE, folder, _bytes(folder), root)
    elif (first := next(index_folders(VaultLocation(root), environment), own)) != own and storage_at(first).exists():
        yield _Leftover(_ELSEWHERE, folder, _bytes(folder), root)
    else:
        yield from (_Leftover(_EARLIER, Path(file), size, root) for file, size in place.earlier())


def _bytes(folder: Path) -> int:
    with os.scandir(folder) as entries:
        return sum(each.stat(follow_symlinks=False).st_size for each in entries)
