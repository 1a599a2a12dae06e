"""The names of files that a text writes with their endings, `config.c`, `src/config.c`, and of folders with a slash."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from ..model.lazy_pattern import lazy_pattern
from ..model.qualified_path import inward
from .tokens import stem, words

_WRITTEN = lazy_pattern(
    r"(?<![\w./\\@:+-])(?:\.{1,2}/)*+((?:[\w.@+-]++/)*+\.?[\w@+-]++(?:\.[\w@+-]+)*?\.[A-Za-z][A-Za-z0-9]{0,11})"
    r"(?![\w/\\(@+-]|\.\w|:[^\W\d]|::)"  # but with the number of a line, `tide.c:42`
)
_FOLDER = lazy_pattern(
    r"(?<![\w./\\@:+-])(?:\.{1,2}/)*+((?:\.?[\w@+-][\w.@+-]*+/)++(?:[\w@+-][\w.@+-]*+(?<!\.))?)(?![\w/\\(@+:-])"
)
_LONGEST = 1_000  # characters of a text in which files and folders are named
_MOST = 4
# What programs do with files of data.
_VERBS = """
    build calculate change check compile compute convert create delete detect edit emit export extract fetch find format
    generate get handle import load locate merge modify parse produce read remove rename render resolve rewrite save
    search serialize split update validate write written
"""


@lru_cache(64)
def file_names_in(text: str) -> Sequence[str]:
    """The first names in the text that may be those of files, as written, with the folders that it states."""
    if "." not in text or len(text) > _LONGEST:
        return ()
    return tuple(dict.fromkeys(found[1] for found in _WRITTEN.finditer(text)))[:_MOST]


@lru_cache(64)
def folder_names_in(text: str) -> Sequence[str]:
    """The first names in the text that may be those of folders, with a slash inside or at the end: `src/tide`."""
    if "/" not in text or len(text) > _LONGEST:
        return ()
    return tuple(dict.fromkeys(found[1].strip("/") for found in _FOLDER.finditer(text)))[:_MOST]


def in_folders(names: Sequence[str], paths: Iterable[str], vaults: Sequence[str] = ()) -> Collection[str]:
    """Those of the paths that have one of the folders above their name; with several vaults, in one of these.

    A name in small letters is that of a folder in any case.
    """
    return {path for path in paths if any(f"/{name}/" in _cased(_inside(path, vaults), name) for name in names)}


def is_processed(text: str) -> bool:
    """Whether the text asks what a program does with a file, "read options from tsconfig.json", by its verbs."""
    return not _processing().isdisjoint(map(stem, words(text)))


def is_place(text: str, name: str) -> bool:
    """Whether the text begins with the name or says "in" before it: "parse in tide.c", and not "parse tide.c"."""
    return re.search(rf"(?:^|(?i:\bin\s))\W*{re.escape(name)}", text) is not None


def files_named(names: Sequence[str], paths: Iterable[str], vaults: Sequence[str] = ()) -> Mapping[str, Sequence[str]]:
    """By each of the names that files have, the paths of these in their order; with several vaults, those in them.

    A name in small letters is that of a file in any case; `Node.js` is none of `node.js`.
    """
    wanted: dict[str, list[str]] = {}
    for name in names:
        wanted.setdefault(_last(name).lower(), []).append(name)
    found: dict[str, list[str]] = {}
    for path in paths:
        inside = _inside(path, vaults)
        for name in wanted.get(_last(inside).lower(), ()):
            if _cased(inside, name).endswith(f"/{name}"):
                found.setdefault(name, []).append(path)
    return found


@cache
def _processing() -> frozenset[str]:
    return frozenset(map(stem, _VERBS.split()))


def _inside(path: str, vaults: Sequence[str]) -> str:
    return inward(path, vaults)[1] if len(vaults) > 1 else path


def _cased(path: str, name: str) -> str:
    """The path behind a slash, in small letters for a name in such."""
    return f"/{path.lower() if name.islower() else path}"


def _last(path: str) -> str:
    return path.rpartition("/")[2]
