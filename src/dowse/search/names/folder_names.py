"""Folders by their names: which folder a reference names, the page of a folder, and the documents in it."""

from __future__ import annotations

from ...analysis.folding import fold
from ...graph.addresses import INDEX_NAMES, page_name
from ...model.document import Head
from ...model.ref import Ref
from ...ports.storage import Reader
from ...query.select import path_key

_MOST_LISTED = 20  # documents and folders of a folder


def folder_named(name: str, reader: Reader) -> str:
    """The folder at the path, as on disk; empty without a document inside."""
    key = path_key(name)
    inside = reader.inside((key,)) if key else ()
    return "/".join(inside[0].split("/")[: key.count("/") + 1]) if inside else ""


def folder_page(folder: str, reader: Reader) -> Head | None:
    """The document that stands for the folder: of its name, else `index`, `_index` or `README`; no source code."""
    ranks = {name: rank for rank, name in enumerate((fold(folder.rpartition("/")[2]), *INDEX_NAMES))}
    names = {path: page_name(path) for path in reader.inside((path_key(folder),))}
    own = {path: ranks[name] for path, name in names.items() if name in ranks and _parent(path) == folder}
    heads = reader.heads(own)
    pages = [heads[path] for path in sorted(own, key=lambda path: (own[path], path)) if path in heads]
    return next((head for head in pages if head.kind != "code"), None)


def folder_message(folder: str, reader: Reader) -> str:
    """The message that the reference names a folder without a page, with what is in the folder."""
    start = len(folder) + 1
    parts = (path[start:].partition("/") for path in reader.inside((path_key(folder),)))
    names = sorted({f"{name}{slash}" for name, slash, _ in parts}, key=lambda name: (not name.endswith("/"), name))
    rest = f" and {len(names) - _MOST_LISTED:,} more" if len(names) > _MOST_LISTED else ""
    return f"{folder!r} is a folder, not a document; it has {', '.join(names[:_MOST_LISTED])}{rest}"


def is_around(folder: str, ref: Ref) -> bool:
    """Whether the document is beside the folder or directly inside of it, where a page of the folder may be."""
    parent = fold(_parent(ref.doc))
    return parent in {fold(folder), fold(_parent(folder))}


def _parent(path: str) -> str:
    return path.rpartition("/")[0]
