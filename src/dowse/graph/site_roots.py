"""The folders of a vault that a site publishes, and the addresses below which it does.

A root-relative link such as `/docs/concepts/x/` means `content/en/docs/concepts/x.md` where the address `/` is the
folder `content/en`.  No file of the vault states that in a form that all generators share, but the links do: the pages
of a folder link to each other.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Protocol, runtime_checkable

from ..analysis.folding import fold, name_key
from ..model.document import Head
from ..model.value_class import dataclass
from .addresses import address_key, addresses, tidy
from .site_folders import GENERATORS, SiteFolder, site_of

SITE_ROOTS = "site_roots"  # the fact of the index
MINIMUM_ADDRESSES = 5  # that a root must resolve; fewer agree by accident
_FEWEST_LONG, _LONG = 3, 2  # or of addresses below its base of so many parts and more, as in a small site
_SHARE = 4  # one in four addresses below a root has to resolve: generated pages and files are in no vault
_RUNNER_UP = 2  # a folder with half as many as the best counts too, so that its addresses are ambiguous
_MOST_PAGES = 50  # with one name; `overview` of a hundred folders says nothing about the root
_MOST_ROOTS = 100  # and beginnings of addresses outside; of a stored fact, too, which a vault may bring along
_MOST_CHECKED = 200  # of the roots with enough addresses, best first; a site has one or two
_FOREIGN = 10  # addresses below one first part, none of them in the vault, are of another part of the site


@dataclass(frozen=True, slots=True)
class SiteRoot:
    """The addresses below `base` are the pages in `folder`; both folded, without `/` at the ends."""

    base: str
    folder: str

    def path(self, address: str) -> str | None:
        """The page at the tidy address, as a path without ending; None for an address that is not below the base."""
        if self.base and address != self.base and not address.startswith(f"{self.base}/"):
            return None
        rest = address[len(self.base) :].strip("/")
        return "/".join(filter(None, (self.folder, rest)))

    def holds(self, folder: str) -> bool:
        """Whether the folder, folded, is inside of that of the root."""
        return not self.folder or folder == self.folder or folder.startswith(f"{self.folder}/")


@dataclass(frozen=True, slots=True)
class SiteRoots:
    """The roots of the sites in a vault, and the addresses that no page of the vault has."""

    roots: tuple[SiteRoot, ...] = ()
    outside: tuple[str, ...] = ()  # beginnings of addresses of other parts of the site
    is_configured: bool = field(default=False, compare=False)
    documents: int = field(default=0, compare=False)  # of the vault when the roots were inferred
    changes: int = field(default=0, compare=False)  # documents linked since then
    sites: tuple[SiteFolder, ...] = ()  # whose configuration is in the vault

    @classmethod
    def parsed(cls, written: str) -> SiteRoots:
        """The roots from a fact of the index, which is not trusted: whatever has another form is left out."""
        try:
            values = json.loads(written) if written else {}
        except (ValueError, RecursionError):
            values = {}
        facts = values if isinstance(values, dict) else {}
        return cls(
            tuple(
                SiteRoot(*pair)
                for pair in _list(facts, "roots")
                if isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, str) for each in pair)
            ),
            tuple(each for each in _list(facts, "outside") if isinstance(each, str)),
            facts.get("configured") is True,
            _number(facts, "documents"),
            _number(facts, "changes"),
            sites_in(_list(facts, "sites")),
        )

    def written(self) -> str:
        """The roots as a fact of the index."""
        roots = [[root.base, root.folder] for root in self.roots]
        facts = {"roots": roots, "outside": self.outside, "configured": self.is_configured}
        sites = {"sites": self.sites} if self.sites else {}
        return json.dumps({**facts, "documents": self.documents, "changes": self.changes, **sites}, ensure_ascii=False)

    def bases_of(self, page: str) -> Iterator[str]:
        """The addresses of roots whose folder has this page address: they end in another name than the folder."""
        return (root.base for root in self.roots if root.folder == page)

    def paths(self, address: str, folder: str) -> Iterator[tuple[str, ...]]:
        """The pages that the tidy address may mean in a document of the folder; those of the longest base first.

        A document inside of a root means its own site.
        """
        by_base: defaultdict[str, list[SiteRoot]] = defaultdict(list)
        for root in self.roots:
            if root.path(address) is not None:
                by_base[root.base].append(root)
        for base in sorted(by_base, key=len, reverse=True):
            own = [root for root in by_base[base] if root.holds(folder)]
            deepest = max((len(root.folder) for root in own), default=0)
            chosen = [root for root in own if len(root.folder) == deepest] or by_base[base]
            yield tuple(path for root in chosen if (path := root.path(address)) is not None)

    def is_outside(self, address: str, folder: str = "") -> bool:
        """Whether the tidy address, in a document of the folder, is of a part of the site that is not in the vault.

        The home of a site of Docusaurus is no document as a rule.
        """
        if not address and (site := site_of(folder, self.sites)) and site.generator == "docusaurus":
            return True
        if any(address == each or address.startswith(f"{each}/") for each in self.outside):
            return True
        return bool(self.roots) and all(root.path(address) is None for root in self.roots)

    def is_no_page(self, path: str, target: str) -> bool:
        """Whether the target is the address of a home, and the document at the path none although it seems to be.

        The home of a site of Docusaurus is a file of source code; `slug: /` is that of its documents, at `/docs/`.
        """
        if not self.sites or not target.startswith("/") or tidy(target):
            return False
        site = site_of(fold(path).rpartition("/")[0], self.sites)
        return site is not None and site.generator == "docusaurus"


NO_ROOTS = SiteRoots()


@runtime_checkable
class _FactLookup(Protocol):
    """An index with facts about itself."""

    def recalled(self, key: str, /) -> str:
        """The fact; empty when it was never stored."""


def site_roots_of(index: object) -> SiteRoots:
    """The roots that the index stores; none for several indexes read as one."""
    return SiteRoots.parsed(index.recalled(SITE_ROOTS)) if isinstance(index, _FactLookup) else NO_ROOTS


def sites_in(listed: Iterable[object]) -> tuple[SiteFolder, ...]:
    """The sites of a stored fact, without whatever has another form."""
    return tuple(
        SiteFolder(each[0], generator, *each[2:])
        for each in listed
        if isinstance(each, list) and 2 <= len(each) <= 4 and all(isinstance(part, str) for part in each)
        for generator in GENERATORS
        if each[1] == generator
    )


def _list(facts: Mapping[str, object], key: str) -> list[object]:
    value = facts.get(key)
    return value[:_MOST_ROOTS] if isinstance(value, list) else []


def _number(facts: Mapping[str, object], key: str) -> int:
    value = facts.get(key)
    return value if type(value) is int and value >= 0 else 0


def page_keys(links: Iterable[tuple[str, str]]) -> set[str]:
    """The look-up keys of the documents that root-relative links may mean."""
    names = {tidy(target).rpartition("/")[2] for _, target in links}
    return {key for name in names for key in (name_key(name), address_key(name))}


def inferred(links: Collection[tuple[str, str]], heads: Iterable[Head]) -> SiteRoots:
    """The roots that most of the root-relative links agree on; `links` are pairs of a document and a target.

    `heads` are the documents that `page_keys` names.  A link counts for the folders that it is in, each distinct
    address once.  A pair of base and folder is a root when at least MINIMUM_ADDRESSES addresses, or three of two parts
    or more below the base, and a quarter of those below the base, are pages of the folder.
    """
    pages: defaultdict[str, set[str]] = defaultdict(set)
    for page in {page for head in heads for page in addresses(head).pages}:
        pages[page.rpartition("/")[2]].add(page)
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for source, target in links:
        if _is_page(target) and (address := tidy(target)):
            sources[address].add(fold(source).rpartition("/")[0])
    pairs = {address: _pairs(address, folders, pages) for address, folders in sources.items()}
    voting: defaultdict[SiteRoot, list[str]] = defaultdict(list)
    for address, found in pairs.items():
        for root in found:
            voting[root].append(address)
    roots: list[SiteRoot] = []
    left = dict(pairs)
    candidates = [root for root, own in voting.items() if _are_enough(own, root)]
    candidates.sort(key=lambda root: (-len(voting[root]), root.base, root.folder))
    for best in candidates[:_MOST_CHECKED]:
        own = [address for address in voting[best] if address in left]
        if not _are_enough(own, best) or len(own) * _SHARE < _below(best, sources):
            continue
        most = len(voting[best])
        tied = [root for root in candidates if root.base == best.base and len(voting[root]) * _RUNNER_UP >= most]
        roots += sorted(set(tied) - set(roots), key=lambda root: root.folder)
        left = {address: found for address, found in left.items() if found.isdisjoint(tied)}
    return SiteRoots(tuple(roots[:_MOST_ROOTS]), () if roots else tuple(_foreign(pairs))[:_MOST_ROOTS])


def _are_enough(addresses: Sequence[str], root: SiteRoot) -> bool:
    """Whether so many addresses are pages of the root that it is none by accident."""
    least = _LONG + (root.base.count("/") + 1 if root.base else 0)
    is_long = (address.count("/") + 1 >= least for address in addresses)
    return len(addresses) >= MINIMUM_ADDRESSES or sum(is_long) >= _FEWEST_LONG


def _is_page(target: str) -> bool:
    """Whether the target is the address of a page and not of a file, by its ending."""
    name = target.partition("?")[0].rpartition("/")[2]
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    return ending in {"", "html", "htm", "md", "mdx"} or not ending.isalpha()


def _pairs(address: str, folders: Collection[str], pages: Mapping[str, Collection[str]]) -> frozenset[SiteRoot]:
    """The roots under which the address is a page of the vault, of those that one of the linking folders is inside."""
    found = pages.get(address.rpartition("/")[2], ())
    if len(found) > _MOST_PAGES:
        return frozenset()
    roots = (_without_common_end(address.split("/"), page.split("/")) for page in found)
    return frozenset(root for root in roots if any(map(root.holds, folders)))


def _without_common_end(address: Sequence[str], page: Sequence[str]) -> SiteRoot:
    same = 0
    while same < min(len(address), len(page)) and address[-same - 1] == page[-same - 1]:
        same += 1
    return SiteRoot("/".join(address[: len(address) - same]), "/".join(page[: len(page) - same]))


def _below(root: SiteRoot, sources: Mapping[str, Collection[str]]) -> int:
    """The number of addresses below the base that documents inside of the folder link to."""
    return sum(root.path(address) is not None and any(map(root.holds, folders)) for address, folders in sources.items())


def _foreign(pairs: Mapping[str, Collection[SiteRoot]]) -> Iterator[str]:
    """The first parts of many addresses none of which is a page, even by its last two parts."""
    counts = Counter(address.partition("/")[0] for address in pairs)
    known = {
        address.partition("/")[0]
        for address, found in pairs.items()
        if any(not root.base or address.count("/") - root.base.count("/") > 1 for root in found)
    }
    yield from sorted(first for first, count in counts.items() if count >= _FOREIGN and first not in known)
