"""Paths which say that a file is a copy of another one: `Note copy.md`, `Note (1).md`, `backup/Note.md`."""

from __future__ import annotations

import re

from ..model.lazy_pattern import lazy_pattern

# Behind a name: in English, German, French, Spanish and Italian, Portuguese, Russian.
COPY_MARK = lazy_pattern(
    r"(?:(?<![\s_-])[\s_-]++|(?=\())(?:\(\d{1,3}\)|(?:copy|kopie|copie|copia|cópia|копия)(?:[\s_-]{0,9}+\d+)?)\Z",
    re.IGNORECASE,
)
_FOLDER = lazy_pattern(
    r"(?:^|/)(?:\d+[\s_.-]+)?[._]?(?:archived?|archives|archiv|archivio|archivo|arquivo|backups?|bak|old|trash)/",
    re.IGNORECASE,
)


def is_copy_path(path: str) -> bool:
    """Whether the file name ends as that of a copy, or a folder is one of archives or backups."""
    name, dot, _ = path.rpartition("/")[2].rpartition(".")
    return COPY_MARK.search(name if dot else path) is not None or _FOLDER.search(path) is not None
