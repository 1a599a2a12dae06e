"""Which folders the patterns of one workspace select, such as `packages/*`, `apps/**` and `!**/fixtures`.

The patterns are of any origin: how many of them count, and of how many parts, is limited, so that the work for one
folder is. A list of folders without `*` has any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_MOST = 64  # patterns with `*`; a workspace has a few of them
_MOST_PARTS = 16  # of a pattern with `*`
_DEEPEST = 64  # parts of a folder that such a pattern selects


class WorkspacePatterns:
    """The patterns of a workspace, which remember the folders that they have been compared with."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._selected = _Folders(each for each in patterns if not each.startswith("!"))
        self._excluded = _Folders(each[1:] for each in patterns if each.startswith("!"))

    def selects(self, folder: str) -> bool:
        """Whether a pattern selects the folder, whose path begins at the workspace."""
        return folder in self._selected

    def excludes(self, folder: str) -> bool:
        """Whether a pattern with `!` leaves the folder out."""
        return folder in self._excluded


class _Folders:
    def __init__(self, patterns: Iterable[str]) -> None:
        split = list(dict.fromkeys(map(_parts, patterns)))
        self._named = {"/".join(parts) for parts in split if not any("*" in part for part in parts)}
        self._patterns = [parts for parts in split if len(parts) <= _MOST_PARTS and any("*" in part for part in parts)][
            :_MOST
        ]
        self._known: dict[str, bool] = {}

    def __contains__(self, folder: str) -> bool:
        if folder not in self._known:
            self._known[folder] = folder in self._named or self._has_fitting(folder.split("/"))
        return self._known[folder]

    def _has_fitting(self, parts: Sequence[str]) -> bool:
        return len(parts) <= _DEEPEST and any(_fits(pattern, parts) for pattern in self._patterns)


def _parts(pattern: str) -> tuple[str, ...]:
    """The parts of the pattern; `**` after `**` means nothing more."""
    parts = [each for each in pattern.split("/") if each not in {"", "."}]
    return tuple(each for number, each in enumerate(parts) if each != "**" or parts[number - 1 : number] != ["**"])


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the pattern selects the folder, after at most as many steps as the product of the lengths.

    Only the last `**` needs to take more parts when a later one does not fit: what fits before it fits at its first
    place, too.
    """
    at, number = 0, 0
    stars, resumed = -1, 0  # the last `**`, and the first part after those that it takes
    while number < len(parts):
        wanted = pattern[at] if at < len(pattern) else ""
        if wanted == "**":
            stars, resumed = at, number
            at += 1
        elif wanted and _fits_name(wanted, parts[number]):
            at, number = at + 1, number + 1
        elif stars >= 0:
            resumed += 1
            at, number = stars + 1, resumed
        else:
            return False
    return all(each == "**" for each in pattern[at:])


def _fits_name(pattern: str, name: str) -> bool:
    """Whether the name is that of the pattern, which has at most one `*`."""
    before, star, after = pattern.partition("*")
    if not star:
        return pattern == name
    return len(name) >= len(before) + len(after) and name.startswith(before) and name.endswith(after)
