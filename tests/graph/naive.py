"""The scopes once more, without an index: every question is put to every document."""

from __future__ import annotations

from collections.abc import Sequence

from dowse.analysis.folding import fold, without_ending
from dowse.graph.name_table import NameTable
from dowse.graph.resolve import resolve
from dowse.model.document import Document, Link


def links(vault: Sequence[Document], path: str) -> set[str]:
    """The others with a link that means the document."""
    return {each.head.path for each in vault if path in _meant(vault, each, each.links)} - {path}


def linked(vault: Sequence[Document], path: str) -> set[str]:
    """The others that the document's links mean."""
    (document,) = (each for each in vault if each.head.path == path)
    return _meant(vault, document, document.links) - {path}


def children(vault: Sequence[Document], path: str) -> set[str]:
    """The others whose parent is the document."""
    return {each.head.path for each in vault if path in _parents(vault, each)} - {path}


def under(vault: Sequence[Document], path: str) -> set[str]:
    """All from whom parents lead to the document, followed one by one until nothing is new."""
    found = {path}
    while more := {each.head.path for each in vault if found & _parents(vault, each)} - found:
        found |= more
    return found - {path}


def _meant(vault: Sequence[Document], document: Document, some: Sequence[Link]) -> set[str]:
    names = NameTable.of(each.head for each in vault)
    return {meant[0] for link in some if (meant := resolve(link, document.head.path, names).meant)}


def _parents(vault: Sequence[Document], document: Document) -> set[str]:
    stated = [link for link in document.links if link.kind == "parent"]
    if stated:
        return _meant(vault, document, stated)
    parts = document.head.path.split("/")[:-1]
    for depth in range(len(parts), -1, -1):
        note = _note(vault, parts[:depth])
        if note and note != document.head.path:
            return {note}
    return set()


def _note(vault: Sequence[Document], parts: list[str]) -> str:
    """The first of the files that may be the note of a folder, in the order of the rule."""
    folder = fold("/".join(parts))
    name = fold(parts[-1]) if parts else ""
    paths = sorted(each.head.path for each in vault)
    codes = {each.head.path: fold(str(each.head.facts.get("short_code", ""))) for each in vault}
    inside = [path for path in paths if fold("/".join(path.split("/")[:-1])) == folder]
    stems = {path: without_ending(fold(path.split("/")[-1])) for path in paths}
    ways = [
        [path for path in inside if parts and stems[path] == name],
        [path for path in inside if parts and codes[path] == name],
        *([path for path in inside if stems[path] == index] for index in ("index", "_index", "readme")),
        [path for path in paths if parts and without_ending(fold(path)) == folder and fold(path) != folder],
    ]
    return next((found[0] for found in ways if found), "")
