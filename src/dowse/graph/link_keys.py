"""The keys by which documents and links are looked up for each other."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from ..analysis.folding import name_key, target_key
from ..model.document import Head, labelled_part
from .addresses import (
    INDEX_NAMES,
    PAGE_ENDING,
    address_key,
    addresses,
    former_key,
    is_index,
    names_index,
    page_of,
    tidy,
)
from .name_table import name_form
from .site_roots import SiteRoots
from .site_versions import folder_names, is_version_folder, labels_of

_INDEX_TARGETS = (*INDEX_NAMES, "./index.html", "../index.html")  # each key by which a link may name an index page


def is_address(target: str) -> bool:
    """Whether the target may be the address of a page on a site: from the root, or without the ending of a file."""
    name = target.rpartition("/")[2]
    return target.startswith("/") or "." not in name or name.endswith((".html", ".htm"))


def link_keys(head: Head, roots: SiteRoots) -> set[tuple[str, str, str]]:
    """The names and addresses by which a link can refer to the document: the kind, the name, and its target_key.

    A title that becomes an alias is another name, since wikilinks match aliases and not titles. So is another accent.
    """
    listed = addresses(head)
    bases = tuple(roots.bases_of(listed.pages[0]))
    is_home = not listed.pages[0] or "" in (*bases, *listed.stated)  # for `/`, which has no key
    named = (
        ("path", head.path),
        ("title", head.title),
        ("code", head.short_code),
        *(("alias", alias) for alias in head.aliases),
        *(("address", address) for address in listed.all),
        *(("address", base) for base in bases),
        *(("address", label) for page in listed.all if is_version_folder(page) for label in labels_of(_last(page))),
        *((("index", name) for name in _INDEX_TARGETS) if is_index(head.path) else ()),
    )
    home = [("address", "/", "")] if is_home else []
    labels = (("label", labelled_part(*each), target_key(each[0])) for each in head.labelled_parts)
    return {*home, *labels, *((way, name, key) for way, name in named if (key := target_key(name)))}


def name_keys(target: str) -> tuple[str, ...]:
    """The names to look up: a document may have the whole target as a name, or the last part of its path."""
    former = (former_key(target),) if target.lower().endswith(PAGE_ENDING) else ()
    if "/" not in target and "\\" not in target:
        return (name_key(target), *former)
    return name_key(target), name_key(target.replace("\\", "/").rpartition("/")[2]), *former


def keys_of_address(target: str, roots: SiteRoots) -> Iterator[str]:
    """The names to look up where the target is an address: its last part, or the folder of a root."""
    address = tidy(target)
    last = _last(address)
    yield name_key(last)
    yield address_key(last)
    yield from map(address_key, folder_names(last) if target.startswith("/") else ())
    yield from (address_key(root.folder) for root in roots.roots if root.base == address)


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def keys_of_folders(source: str, target: str) -> Iterator[str]:
    """The names to look up where the target is an index page beside the source: those of the folders it may mean."""
    for folder in (name_form(source).rpartition("/")[0], page_of(source)):
        yield address_key(tidy(posixpath.normpath(posixpath.join(folder, name_form(target)))))


def is_beside(target: str) -> bool:
    """Whether the target is the address of an index page relative to a folder that it does not name."""
    return not target.startswith("/") and is_address(target) and names_index(name_form(target))
