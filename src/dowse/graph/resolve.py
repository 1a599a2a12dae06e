"""A link as written to the document it means, as Obsidian reads links.

Targets and names are compared folded and not by their name keys, so that `[[a.b]]` does not mean `A B.md`.
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from ..analysis.folding import fold, name_key, without_ending
from ..model.document import Head, Link
from ..model.value_class import dataclass


class NameLookup(Protocol):
    """Look up documents by name."""

    def called(self, keys: Iterable[str], /) -> Mapping[str, tuple[Head, ...]]:
        """For each name_key the documents that have a name with it."""


class LinkCandidates(NamedTuple):
    """A link in its document, with the documents that it may mean, best first."""

    source: str
    link: Link
    meant: tuple[str, ...]  # none: the link is broken; several: it is ambiguous

    @property
    def target(self) -> str:
        """The document that the link is taken to mean; empty when it is broken."""
        return self.meant[0] if self.meant else ""


@dataclass(frozen=True, slots=True)
class NameTable:
    """Documents by the names that a link may use, folded: paths and file names with and without extension."""

    paths: Mapping[str, Sequence[Head]]
    files: Mapping[str, Sequence[Head]]
    aliases: Mapping[str, Sequence[Head]]
    codes: Mapping[str, Sequence[Head]]
    titles: Mapping[str, Sequence[Head]]

    @classmethod
    def of(cls, heads: Iterable[Head]) -> NameTable:
        """The names of these documents."""
        listed = list({head.path: head for head in heads}.values())
        return cls(
            _by(_paths, listed),
            _by(lambda head: (path.rpartition("/")[2] for path in _paths(head)), listed),
            _by(lambda head: map(_key, head.aliases), listed),
            _by(lambda head: (_key(head.short_code),), listed),
            _by(lambda head: (_key(head.title),), listed),
        )


_Tier = Callable[[str, str, NameTable], Sequence[Head]]  # of a target and the folder of its document, both folded


def resolve(link: Link, source: str, names: NameTable) -> tuple[str, ...]:
    """The documents that the link in `source` may refer to, best first: none for a broken link, several for an
    ambiguous one.

    All documents of the first matching kind of name are candidates; the one with the fewest folders comes first, then
    the one beside the source, then by path.  A target that is only an anchor is the source itself.
    """
    if not link.target:
        return (source,)
    folder = source.rpartition("/")[0]
    target, seen_from = _key(link.target), _key(folder)
    for tier in _TIERS.get(link.kind, ()):
        if found := tier(target, seen_from, names):
            return _nearest_first(_as_written(link.target, found), folder)
    return ()


def resolved(pointers: Iterable[tuple[str, Link]], register: NameLookup) -> list[LinkCandidates]:
    """Each (source, link) with its targets; one look-up for all."""
    listed = list(pointers)
    lookup_keys = {key for target in {link.target for _, link in listed} for key in _lookup_keys(target)}
    names = (
        NameTable.of(head for heads in register.called(lookup_keys).values() for head in heads)
        if lookup_keys
        else NameTable.of(())
    )
    known: dict[tuple[str, str, str], tuple[str, ...]] = {}  # many links of a folder say the same
    found = []
    for source, link in listed:
        question = (link.kind, link.target, source.rpartition("/")[0] if link.target else source)
        meant = known.get(question)
        if meant is None:
            meant = known[question] = resolve(link, source, names)
        found.append(LinkCandidates(source, link, meant))
    return found


def _by(names: Callable[[Head], Iterable[str]], heads: Sequence[Head]) -> Mapping[str, Sequence[Head]]:
    found: defaultdict[str, list[Head]] = defaultdict(list)
    for head in heads:
        for name in dict.fromkeys(names(head)):
            if name:
                found[name].append(head)
    return found


def _paths(head: Head) -> Iterator[str]:
    path = _key(head.path)
    yield path
    yield without_ending(path)


def _key(text: str) -> str:
    """A target, path or name in the form for comparisons."""
    return fold(text).replace("\\", "/")


def _lookup_keys(target: str) -> Iterator[str]:
    """The names to look up: a document may have the whole target as a name, or the last part of its path."""
    yield name_key(target)
    last = target.replace("\\", "/").rpartition("/")[2]
    if last != target:
        yield name_key(last)


def _beside(target: str, folder: str, names: NameTable) -> Sequence[Head]:
    """By its path, seen from the folder of the source."""
    return () if target.startswith("/") else names.paths.get(_joined(folder, target), ())


def _from_root(target: str, folder: str, names: NameTable) -> Sequence[Head]:
    """By its whole path, unless it is written as seen from the folder of the source."""
    if target.startswith(("./", "../")):
        return _beside(target, folder, names)
    return names.paths.get(_joined("", target.lstrip("/")), ())


def _named(target: str, _folder: str, names: NameTable) -> Sequence[Head]:
    """By the end of its path: the file name, perhaps with folders before it."""
    if target.startswith(("/", "./", "../")):
        return ()
    path = _joined("", target)
    found = names.files.get(path.rpartition("/")[2], ())
    if "/" not in path:
        return found
    return [head for head in found if any(own.endswith(f"/{path}") for own in _paths(head))]


def _aliased(target: str, _folder: str, names: NameTable) -> Sequence[Head]:
    return names.aliases.get(target, ())


def _coded(target: str, _folder: str, names: NameTable) -> Sequence[Head]:
    return names.codes.get(target, ())


def _titled(target: str, _folder: str, names: NameTable) -> Sequence[Head]:
    return names.titles.get(target, ())


_WIKILINK: tuple[_Tier, ...] = (_from_root, _named, _aliased, _coded)
_TIERS: Mapping[str, tuple[_Tier, ...]] = {
    "wikilink": _WIKILINK,
    "embed": _WIKILINK,
    "markdown": (_beside, *_WIKILINK),
    "id": (_coded, _named),
    "parent": (_coded, _from_root, _named, _aliased, _titled),
}


def _joined(folder: str, target: str) -> str:
    """The path from the root of the vault, beginning with `../` when it leads out of it; empty for a folder."""
    return "" if target.rpartition("/")[2] in {"", ".", ".."} else posixpath.normpath(posixpath.join(folder, target))


def _as_written(target: str, found: Sequence[Head]) -> Sequence[Head]:
    """The documents with the same accents in their name, if any: `là` and `la` are two words."""
    if len(found) < 2 or (target.isascii() and all(head.path.isascii() for head in found)):
        return found
    last = _cased(target.replace("\\", "/").rpartition("/")[2])
    exact = [head for head in found if any(_cased(name) in {last, _cased(target)} for name in head.names)]
    return exact or found


def _cased(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _nearest_first(heads: Sequence[Head], folder: str) -> tuple[str, ...]:
    paths = (head.path for head in heads)
    return tuple(sorted(paths, key=lambda path: (path.count("/"), path.rpartition("/")[0] != folder, path)))
