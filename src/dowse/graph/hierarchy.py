"""The documents of the scopes `under:`, `children:`, `links:` and `linked:`.

The parents of a document with a `parent` link are the targets of that link, none for a broken link.  The parent of any
other document is the nearest folder note upwards: that of its own folder, or for a folder note that of the folder
above.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from ..analysis.folding import fold, name_key, target_key, without_ending
from ..model.document import Head, Link
from ..query.select import path_key
from .addresses import INDEX_NAMES
from .link_keys import link_keys
from .resolve import NameLookup, resolved
from .site_roots import site_roots_of


class LinkLookup(NameLookup, Protocol):
    """The queries to the index; each takes many documents at once."""

    def heads(self, docs: Iterable[str], /) -> Mapping[str, Head]:
        """The heads of the documents."""

    def inside(self, folders: Iterable[str], /) -> Sequence[str]:
        """The documents in any of the folders, however deep."""

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = (), /) -> Mapping[str, tuple[Link, ...]]:
        """The links of the documents as written."""

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = (), /) -> Sequence[tuple[str, Link]]:
        """The links of any document whose target has one of the target_keys."""


_PARENT = ("parent",)
_CODED, _BESIDE = 1, 9  # ranks of a folder note; 0: has the name of the folder; a note beside the folder is last


def links(doc: Head, index: LinkLookup) -> frozenset[str]:
    """The other documents with a link that means the document."""
    roots = site_roots_of(index)
    keys = {key for way, _, key in link_keys(doc, roots) if way != "title"}
    by_title = {target_key(doc.title)} - keys
    pointers = [*index.pointing(keys), *index.pointing(by_title, _PARENT)]
    return frozenset(each.source for each in resolved(pointers, index, roots) if each.target == doc.path) - {doc.path}


def linked(doc: Head, index: LinkLookup) -> frozenset[str]:
    """The other documents that the links of the document mean."""
    own = index.pointers((doc.path,)).get(doc.path, ())
    roots = site_roots_of(index)
    found = resolved(((doc.path, link) for link in own), index, roots)
    return frozenset(each.target for each in found) - {doc.path, ""}


def links_of_missing(name: str, index: LinkLookup) -> frozenset[str]:
    """The documents with a broken link to a document of this name."""
    return _broken(index.pointing({target_key(name)}), name, index)


def children(doc: Head, index: LinkLookup) -> frozenset[str]:
    """The documents whose parent is the document."""
    return frozenset((_by_link((doc,), index) | _Folders(index).children((doc,))) - {doc.path})


def under(doc: Head, index: LinkLookup) -> frozenset[str]:
    """The children of the document, theirs, and so on; parents in a circle are each under the others."""
    return frozenset(_with_descendants((doc,), index) - {doc.path})


def children_of_missing(name: str, index: LinkLookup) -> frozenset[str]:
    """The documents that state a parent of this name where their links mean nothing."""
    return _broken(index.pointing({target_key(name)}, _PARENT), name, index)


def under_missing(name: str, index: LinkLookup) -> frozenset[str]:
    """The documents that state a parent of this name which there is not, and those below them."""
    return frozenset(_with_descendants(index.heads(children_of_missing(name, index)).values(), index))


def _broken(pointers: Iterable[tuple[str, Link]], name: str, index: LinkLookup) -> frozenset[str]:
    """The sources of those of the links that mean nothing and may call it by the name."""
    found = resolved(pointers, index, site_roots_of(index))
    return frozenset(each.source for each in found if not each.meant and may_be_one(each.link.target, name))


def inside(folder: str, index: LinkLookup) -> frozenset[str]:
    """The documents in a folder, however deep."""
    return frozenset(index.inside((folder,)))


def directly_inside(folder: str, index: LinkLookup) -> frozenset[str]:
    """The documents in a folder and in no folder below it."""
    key = path_key(folder)
    return frozenset(path for path in index.inside((folder,)) if _folder(fold(path)) == key)


OF_DOCUMENT: Mapping[str, Callable[[Head, LinkLookup], frozenset[str]]] = {
    "under": under,
    "children": children,
    "links": links,
    "linked": linked,
}
OF_FOLDER: Mapping[str, Callable[[str, LinkLookup], frozenset[str]]] = {"under": inside, "children": directly_inside}
OF_MISSING: Mapping[str, Callable[[str, LinkLookup], frozenset[str]]] = {
    "under": under_missing,
    "children": children_of_missing,
    "links": links_of_missing,
}


def scoped(index: LinkLookup, name: str, of: str, *, is_missing: bool) -> frozenset[str]:
    """The documents in a scope: of the document at the path `of`, or of a missing one that links call `of`."""
    if is_missing:
        return OF_MISSING[name](of, index) if name in OF_MISSING else frozenset()
    head = index.heads((of,)).get(of)
    return OF_DOCUMENT[name](head, index) if head is not None else frozenset()


def _with_descendants(tops: Collection[Head], index: LinkLookup) -> set[str]:
    folders = _Folders(index)
    found = {head.path for head in tops}
    level = tops
    while level:
        below = (_by_link(level, index) | folders.children(level)) - found
        found |= below
        level = index.heads(below).values()
    return found


def may_be_one(target: str, name: str) -> bool:
    """Whether both may call one document: `../plans/x.md` and `x` may, `a/x` and `b/x` may not."""
    ours, theirs = _steps(target), _steps(name)
    known = min(len(ours), len(theirs))
    return known > 0 and ours[-known:] == theirs[-known:]


def _steps(path: str) -> list[str]:
    """The folders and the file of a path, as they are compared."""
    folders = fold(path).replace("\\", "/").split("/")[:-1]
    return [*(name_key(folder) for folder in folders if folder not in {"", ".", ".."}), target_key(path)]


def _by_link(parents: Collection[Head], index: LinkLookup) -> set[str]:
    """The documents with a `parent` link that means one of the parents."""
    wanted, roots = {head.path for head in parents}, site_roots_of(index)
    keys = {key for head in parents for _, _, key in link_keys(head, roots)}
    pointers = index.pointing(keys, _PARENT)
    return {each.source for each in resolved(pointers, index, roots) if each.target in wanted} if pointers else set()


class _Folders:
    """Parents by folders, computed once per folder."""

    def __init__(self, index: LinkLookup) -> None:
        self._index = index
        self._seen: set[str] = set()
        self._children: defaultdict[str, set[str]] = defaultdict(set)

    def children(self, parents: Collection[Head]) -> set[str]:
        """The documents without a `parent` link whose nearest folder note is one of the parents."""
        claimed = {folder for head in parents for folder, _ in _claims(head.path, head.short_code)}
        self._look({folder for folder in claimed if self._seen.isdisjoint(_upwards(folder))})
        return {path for head in parents for path in self._children.get(head.path, ())}

    def _look(self, folders: Collection[str]) -> None:
        """Adds the documents below the folders to the children of their nearest folder note in `folders` or below."""
        self._seen.update(folders)
        below = self._index.inside(folders)
        if not below:
            return
        stated = self._index.pointers(below, _PARENT)
        notes = _folder_notes(below, folders, self._index)
        for path in below:
            if path not in stated:
                self._children[_nearest_note(path, notes)].add(path)


def _claims(path: str, short_code: str = "") -> Iterator[tuple[str, int]]:
    """The folders, folded, whose note the document may be, each with the rank of the claim; 0 is the best."""
    key = fold(path)
    stem = without_ending(key)
    folder, name = _folder(key), _last(stem)
    if folder and name == _last(folder):
        yield folder, 0
    elif folder and fold(short_code) == _last(folder):
        yield folder, _CODED
    elif name in INDEX_NAMES:
        yield folder, _CODED + 1 + INDEX_NAMES.index(name)
    if stem != key:
        yield stem, _BESIDE


def _folder_notes(paths: Sequence[str], tops: Collection[str], index: LinkLookup) -> Mapping[str, str]:
    """The notes of the `tops` and of the folders below them; `paths` are all paths below `tops`."""
    above = {each for folder in {_folder(fold(path)) for path in paths} for each in _upwards(folder)}
    folders = {folder for folder in above if any(each in tops for each in _upwards(folder))}
    called = index.called({name_key(_last(folder)) for folder in folders})
    claims = [
        *((claim, path) for path in paths if _stem(path) in INDEX_NAMES for claim in _claims(path)),
        *((claim, head.path) for heads in called.values() for head in heads
          for claim in _claims(head.path, head.short_code)),
    ]  # fmt: skip
    best: dict[str, tuple[int, str]] = {}
    for (folder, rank), path in claims:
        best[folder] = min(best.get(folder, (rank, path)), (rank, path))
    return {folder: best[folder][1] for folder in folders & best.keys()}


def _nearest_note(path: str, notes: Mapping[str, str]) -> str:
    """The folder note that is the parent of the document by folders; empty when there is none."""
    upwards = (notes.get(folder, path) for folder in _upwards(_folder(fold(path))))
    return next((note for note in upwards if note != path), "")


def _upwards(folder: str) -> Iterator[str]:
    """The folder and those above it, up to the root."""
    while folder:
        yield folder
        folder = _folder(folder)
    yield ""


def _stem(path: str) -> str:
    return _last(without_ending(fold(path)))


def _folder(key: str) -> str:
    return key.rpartition("/")[0]


def _last(key: str) -> str:
    return key.rpartition("/")[2]
