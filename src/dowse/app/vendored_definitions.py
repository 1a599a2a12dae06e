"""Remarks on names of symbols that only vendored code defines, which no search finds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..analysis.code.symbol_names import parts_of_name
from ..analysis.folding import fold
from ..filesystem.read import FileContent, read
from ..formats.detect import parse_file, refused
from ..query.ast import Expr, FieldEquals, walk
from .sessions.vault_session import VaultSession

_FIELDS = frozenset({"symbol", "calls", "imports", "extends"})
_MOST_READ, _MOST_BYTES = 2_000, 256 * 1024  # files, and bytes of each; half a second
_MOST_PARSED = 10  # of the files that contain a name


def named_symbols(where: Expr) -> tuple[str, ...]:
    """The simple names of symbols that fields of the query have."""
    leaves = (leaf for leaf in walk(where) if isinstance(leaf, FieldEquals) and leaf.field in _FIELDS)
    return tuple(dict.fromkeys(parts[-1] for leaf in leaves if (parts := parts_of_name(leaf.value))))


def vendored_remarks(vault: VaultSession, names: Iterable[str]) -> tuple[str, ...]:
    """A remark on each of the simple names that vendored code defines and no document does."""
    skipped = vault.vendored()
    if not skipped or not (wanted := [name for name in names if name.isidentifier()]):
        return ()
    known = vault.peek(lambda reader: reader.definitions({fold(name) for name in wanted}))
    lacking = [name for name in wanted if fold(name) not in known]
    found = ((name, _definition(vault.root, name, [path for path, _ in skipped])) for name in lacking)
    why = dict(skipped)
    return tuple(f"{path} defines {name!r} and is not indexed: {why[path]}" for name, path in found if path)


def _definition(root: Path, name: str, paths: Sequence[str]) -> str:
    """The first of the files that defines a symbol of the name, those that are called like it first; else empty."""
    key = _joined(name)
    likely = sorted(paths, key=lambda path: (key not in _joined(path), path))
    for parsed, (path, data) in enumerate(_containing(root, name, likely[:_MOST_READ])):
        if parsed == _MOST_PARSED:
            break
        if any(unit.label.rpartition(".")[2] == name for unit in parse_file(path, data, modified=0.0).units):
            return path
    return ""


def _containing(root: Path, name: str, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Those of the files that have the name, with their content."""
    for path in paths:
        got = read(root, path, now=time.time(), most=_MOST_BYTES)
        if isinstance(got, FileContent) and name.encode() in got.data and not refused(path, got.data):
            yield path, got.data


def _joined(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
