"""PARA folders: the category and the area in a path such as `2-Areas/Finance/Taxes/x.md`."""

from __future__ import annotations

import re

from ..model.lazy_pattern import lazy_pattern

_NUMBERED = lazy_pattern(r"\d{1,3}[-_. ]+(?:projects|areas|resources|archives?)", re.IGNORECASE)
_PLAIN = frozenset(("projects", "areas", "resources", "archive", "archives"))


def para(path: str) -> tuple[str, str]:
    """Category and area of a path, as written, or empty: `2-Areas` and `Finance`.

    A numbered folder counts at any depth, a plain `Areas` only at the top of the vault.
    """
    folders = path.split("/")[:-1]
    for depth, folder in enumerate(folders):
        if _NUMBERED.fullmatch(folder) or (depth == 0 and folder.lower() in _PLAIN):
            return folder, folders[depth + 1] if depth + 1 < len(folders) else ""
    return "", ""
