"""Documents whose kind is another one since the settings speak otherwise of their folders: they are read again."""

from __future__ import annotations

from contextlib import suppress
from typing import cast

from ..formats.folder_kinds import KindRules, by_folder
from ..model.errors import StorageError
from ..model.kinds import Kind
from ..ports.storage import Writer

REMEMBERED = "kinds"  # what the index calls them


def as_text(rules: KindRules) -> str:
    """The rules as an index remembers them: one line a folder."""
    return "\n".join(f"{kind} {folder}" for folder, kind in rules)


def heed_kinds(rules: KindRules, index: Writer) -> None:
    """Has the documents read again of which the rules say something else than those that the index remembers.

    The index says so of each, so that it is done later if nobody gets so far this time.
    """
    before = index.recalled(REMEMBERED)
    if before == as_text(rules):
        return
    old = _read(before)
    again = [path for path in index.known() if by_folder(path, old) != by_folder(path, rules)]
    with suppress(StorageError):  # then the kinds of before are searched, as all else that cannot be written
        if again:
            index.read_again(again)
        index.remember(REMEMBERED, as_text(rules))


def _read(text: str) -> KindRules:
    pairs = (line.partition(" ") for line in text.split("\n") if line)
    return tuple((folder, cast("Kind", kind)) for kind, _, folder in pairs)
