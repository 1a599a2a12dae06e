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


def cached_indexes(environment: Mapping[str, str]) -> Iterator[Issue]:
    """A hint for each reason why indexes in the cache folder may be left over; removes nothing."""
    found: dict[str, list[tuple[Path, int]]] = defaultdict(list)
    folders = list(itertools.islice(cached_folders(), _MOST))
    for folder in folders:
        with suppress(DowseError, OSError):
            for reason, path, size in _left(folder, environment):
                found[reason].append((path, size))
    for reason, left in found.items():
        count = f"{len(left):,} indexes" if len(left) > 1 else "1 index"
        what = f"{count} ({megabytes(sum(size for _, size in left))}) in {folders[0].parent} {reason}"
        flag = ("rm", "-r") if reason != _EARLIER else ("rm",)
        more = f"; doctor then names the other {len(left) - _MOST_NAMED:,}" if len(left) > _MOST_NAMED else ""
        yield Issue("index", "hint", what, shlex.join([*flag, *(str(path) for path, _ in left[:_MOST_NAMED])]) + more)


def _left(folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[str, Path, int]]:
    """What in the folder may be left over: the reason, what to remove, and its bytes."""
    place = storage_at(folder)
    if not place.exists():
        return
    root = owner_of(place)
    if root is None:
        return
    if not os.path.lexists(root):
        yield _GONE, folder, _bytes(folder)
    elif folder != (own := cache_folder(root)):
        if folder.name.startswith(f"{own.name}-"):
            yield _SCOPE, folder, _bytes(folder)
    elif (first := next(index_folders(VaultLocation(root), environment), own)) != own and storage_at(first).exists():
        yield _ELSEWHERE, folder, _bytes(folder)
    else:
        yield from ((_EARLIER, Path(file), size) for file, size in place.earlier())


def _bytes(folder: Path) -> int:
    with os.scandir(folder) as entries:
        return sum(each.stat(follow_symlinks=False).st_size for each in entries)
