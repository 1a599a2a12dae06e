"""Documents by the names and addresses that a link may use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..analysis.folding import fold, without_ending
from ..model.document import Head
from ..model.normal_form import normal_form
from ..model.value_class import dataclass
from .addresses import INDEX_NAMES, addresses, is_index, names_index, page_id, page_name, page_of, unnumbered_name
from .site_versions import version_folders

HOME = "/"  # the address of the page at the root


@dataclass(frozen=True, slots=True)
class NameTable:
    """Documents by the names that a link may use, folded: paths and file names with and without extension."""

    paths: Mapping[str, Sequence[Head]]
    files: Mapping[str, Sequence[Head]]
    aliases: Mapping[str, Sequence[Head]]
    codes: Mapping[str, Sequence[Head]]
    titles: Mapping[str, Sequence[Head]]
    labels: Mapping[str, Sequence[Head]]
    versions: Sequence[str]  # the folders of versions of a site
    pages: Mapping[str, Sequence[Head]]  # by the address that the folders give
    stated: Mapping[str, Sequence[Head]]  # by the address that the frontmatter states
    former: Mapping[str, Sequence[Head]]  # by a former address
    below: Mapping[str, Sequence[Head]]  # by a slug, in each folder that the site may serve under an address
    unnumbered: Mapping[str, Sequence[Head]]  # by the file name without the number before it

    @classmethod
    def of(cls, heads: Iterable[Head], *, with_addresses: bool = True) -> NameTable:
        """The names of these documents."""
        listed = list({head.path: head for head in heads}.values())
        return cls(
            _by(path_forms, listed),
            _by(lambda head: (path.rpartition("/")[2] for path in path_forms(head)), listed),
            _by(lambda head: map(name_form, head.aliases), listed),
            _by(lambda head: (name_form(head.short_code),), listed),
            _by(lambda head: (name_form(head.title),), listed),
            _by(lambda head: map(name_form, head.labels), listed),
            version_folders(listed),
            *(_by_address(listed) if with_addresses else ({}, {}, {}, {}, {})),
        )

    def pages_at(self, path: str, target: str) -> Sequence[Head]:
        """The documents of that page address; a folder has one index page, by the order of their names, then by path.

        A target that names an index page means no other page.
        """
        found = self.pages.get(path or HOME, ())
        indexes = [head for head in found if is_index(head.path) and page_of(head.path) == path]
        if names_index(target):
            found = indexes
        if len(indexes) < 2:
            return found
        best = min(
            indexes,
            key=lambda head: (INDEX_NAMES.index(page_name(head.path)), head.path),
        )
        return [head for head in found if head is best or head not in indexes]

    def published_at(self, path: str, target: str) -> Sequence[Head]:
        """The documents of that page address in a site of Docusaurus, by folders, by the id and by the slug."""
        found = {head.path: head for head in (*self.pages_at(path, target), *self.below.get(path, ()))}
        if len(found) < 2:
            return list(found.values())
        name = path.rpartition("/")[2]
        return [head for head in found.values() if page_id(head) in {"", name}] or list(found.values())


def path_forms(head: Head) -> Iterator[str]:
    """The path of the document in that form, with and without its ending."""
    path = name_form(head.path)
    yield path
    yield without_ending(path)


def name_form(text: str) -> str:
    """A target, path or name in the form for comparisons."""
    return fold(text).replace("\\", "/")


def as_written(target: str, heads: Sequence[Head]) -> Sequence[Head]:
    """Of documents that a target means those with the same accents in their name: `là` and `la` are two words.

    All of them where no name has accents, or the target is no name of theirs.
    """
    if target.isascii() and all(head.path.isascii() for head in heads):
        return heads
    last = target.replace("\\", "/").rpartition("/")[2]
    written, folded = {with_accents(last), with_accents(target)}, {name_form(last), name_form(target)}
    exact = [head for head in heads if not written.isdisjoint(map(with_accents, head.names))]
    is_named = not exact and any(not folded.isdisjoint(map(name_form, head.names)) for head in heads)
    return exact if exact or is_named else heads


def with_accents(text: str) -> str:
    """A name in the form for comparisons in which accents count."""
    return normal_form("NFC", text).casefold()


def _by(names: Callable[[Head], Iterable[str]], heads: Sequence[Head]) -> Mapping[str, Sequence[Head]]:
    found: defaultdict[str, list[Head]] = defaultdict(list)
    for head in heads:
        for name in dict.fromkeys(names(head)):
            if name:
                found[name].append(head)
    return found


def _by_address(heads: Sequence[Head]) -> tuple[Mapping[str, Sequence[Head]], ...]:
    of = {head.path: addresses(head) for head in heads}
    return (
        _by(lambda head: (page or HOME for page in of[head.path].pages), heads),
        _by(lambda head: (address or HOME for address in of[head.path].stated), heads),
        _by(lambda head: (address or HOME for address in of[head.path].former), heads),
        _by(lambda head: of[head.path].below, heads),
        _by(lambda head: (unnumbered_name(head.path),), heads),
    )
