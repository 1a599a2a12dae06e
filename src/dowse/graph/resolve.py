"""A link as written to the document it means, as Obsidian reads links.

Targets and names are compared folded and not by their name keys, so that `[[a.b]]` does not mean `A B.md`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol

from ..model.document import Head, Link
from ..model.edge import LinkRule
from ..model.hit import made_of
from ..model.lazy_pattern import lazy_pattern
from .addresses import (
    is_index,
    joined_path,
    label_key,
    page_of,
    tidy,
)
from .link_keys import (
    is_address,
    is_beside,
    keys_of_address,
    keys_of_folders,
    name_keys,
)
from .name_rules import (
    LinkScope,
    NameRule,
    above,
    aliased,
    around,
    beside,
    coded,
    flat_page,
    former_in_module,
    from_root,
    in_module,
    labelled,
    manual_page,
    named,
    of_pages,
    titled,
    titled_page,
    unnumbered,
)
from .name_table import HOME, NameTable, as_written, name_form
from .site_folders import current_target, released_page, site_of
from .site_roots import NO_ROOTS, SiteRoots
from .site_versions import current_first, in_version, paths_in_version, version_folder
from .translated_pages import in_original_language, original_at


class NameLookup(Protocol):
    """Look up documents by name."""

    def called(self, keys: Iterable[str], /) -> Mapping[str, tuple[Head, ...]]:
        """For each name_key the documents that have a name with it."""


class LinkCandidates(NamedTuple):
    """A link in its document, with the documents that it may mean, best first."""

    source: str
    link: Link
    meant: tuple[str, ...]  # none: the link is broken; several: it is ambiguous
    rule: LinkRule = ""

    @property
    def target(self) -> str:
        """The document that the link is taken to mean; empty when it is broken."""
        return self.meant[0] if self.meant else ""


def resolve(link: Link, source: str, names: NameTable, roots: SiteRoots = NO_ROOTS) -> LinkCandidates:
    """The link in `source` with the documents that it may mean, best first, and the rule that found them.

    All documents of the first matching rule are candidates; the one with the fewest folders comes first, then the
    one beside the source, then by path.  A target that is only an anchor is the source itself.
    """
    if not link.target:
        return LinkCandidates(source, link, (source,), "self")
    folder, version = source.rpartition("/")[0], version_folder(source)
    own = name_form(folder)
    site = site_of(own, roots.sites) if roots.sites else None
    target = name_form(link.target)
    if site is not None and (current := current_target(target, site)) != target:
        target, site = current, site._replace(released="")
    place = LinkScope(own, page_of(source), roots, version, site)
    found, rule = _by_rules(link, target, place, names)
    if found:
        found = as_written(link.target, current_first(found, version)) or found
        return LinkCandidates(source, link, _nearest_first(found, folder), rule)
    if _is_elsewhere(link.target, link.kind):
        return LinkCandidates(source, link, (), "outside")
    is_outside = link.kind in _ADDRESSED and target.startswith("/") and roots.is_outside(tidy(target), own)
    return LinkCandidates(source, link, (), "outside" if is_outside else "")


def _by_rules(link: Link, target: str, place: LinkScope, names: NameTable) -> tuple[Sequence[Head], LinkRule]:
    """What the first rule finds; in a document of a version what the first rule finds in this version, if any does.

    A document of that name with other accents is found only if no rule finds one with these.
    """
    kind = link.kind
    other: tuple[Sequence[Head], LinkRule] = (), ""
    is_path = (
        place.site is not None and place.site.is_by_path and kind == "markdown" and not is_address(target)
    )  # `/x` is one
    tiers = _BY_PATH if is_path else _TIERS.get(kind, ())
    for rule, tier in (*tiers, *_IN_VERSION.get(kind, ())) if place.version else ():
        if found := in_version(tier(target, place, names), place.version):
            return found, rule
    for rule, tier in tiers:
        found = tier(target, place, names)
        if found and place.roots.sites:
            found = [head for head in found if not place.roots.is_no_page(head.path, target)]
        if found and as_written(link.target, found):
            return found, rule
        other = other if other[0] or not found else (found, rule)
    return other


def resolved(
    pointers: Iterable[tuple[str, Link]], register: NameLookup, roots: SiteRoots = NO_ROOTS
) -> list[LinkCandidates]:
    """Each (source, link) with its targets; one look-up for all."""
    listed = list(pointers)
    targets = {(target, _may_be_address(target, kind)) for _, (target, kind, _, _, _) in listed}
    own_keys = {target: name_keys(target) for target, _ in targets}
    lookup_keys = set(chain.from_iterable(own_keys.values()))
    lookup_keys.update(label_key(target) for _, (target, kind, _, _, _) in listed if _may_be_label(target, kind))
    lookup_keys.update(key for target, may_be in targets if may_be for key in keys_of_address(target, roots))
    indexes = {(source, link.target) for source, link in listed if link.kind in _PAGED and is_beside(link.target)}
    lookup_keys.update(key for source, target in indexes for key in keys_of_folders(source, target))
    called = register.called(lookup_keys) if lookup_keys else {}
    names = NameTable.of(chain.from_iterable(called.values()), with_addresses=any(may_be for _, may_be in targets))
    # No document has these names, and most links of some notes are broken.
    unknown = {target for target, keys in own_keys.items() if target and called.keys().isdisjoint(keys)}
    known: dict[tuple[str, str, str], tuple[tuple[str, ...], LinkRule]] = {}  # many links of a folder say the same
    found = []
    here, folder = None, ""
    for source, link in listed:
        target, kind, _, _, _ = link
        if target in unknown and _is_name(target, kind):
            found.append(made_of(LinkCandidates, (source, link, (), "outside" if _is_elsewhere(target, kind) else "")))
            continue
        if source is not here:
            here, folder = source, source.rpartition("/")[0]
        # A link of a page may be relative to the page itself, and any other link is relative to its folder.
        is_own = not target or (kind in _PAGED and not target.startswith("/"))
        question = (kind, target, source if is_own else folder)
        if question not in known:
            known[question] = resolve(link, source, names, roots)[2:]
        found.append(made_of(LinkCandidates, (source, link, *known[question])))
    return found


def _is_elsewhere(target: str, kind: str) -> bool:
    """Whether the target, which no document has, may well be outside of the vault."""
    is_person = kind == "markdown" and "@" in target and _PERSON.fullmatch(target) is not None
    return is_person or kind in _OFTEN_OUTSIDE or _OUTSIDE.fullmatch(target) is not None


def _may_be_address(target: str, kind: str) -> bool:
    return (kind in _PAGED and is_address(target)) or (kind == "parent" and target.startswith("/"))


def _may_be_label(target: str, kind: str) -> bool:
    return kind in _LABELLED or (kind == "markdown" and is_address(target) and not target.startswith("/"))


def _is_name(target: str, kind: str) -> bool:
    """Whether the target of a link of that kind means a document by a name alone, and not by an address."""
    if kind in _PAGED or kind in _LABELLED:
        return kind in _PAGED and not is_address(target)
    if _may_be_address(target, kind):
        return False
    is_plain = target.isascii() and target[:1].isalnum()
    return is_plain or not is_address(target) or not name_form(target).startswith("/")


def _below_root(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its address from the root of the site."""
    if not target.startswith("/"):
        return ()
    return _first_of(target, place, lambda path: names.pages_at(path, target))


def _first_of(target: str, place: LinkScope, found_at: Callable[[str], Sequence[Head]]) -> Sequence[Head]:
    """The documents at the first of the paths that the address from the root of the site may mean."""
    address, site = tidy(target), place.site
    published = (posixpath.join(site.folder, address),) if site and site.generator == "starlight" else ()
    for paths in (*place.roots.paths(address, place.folder), (address,) if address else (), published):
        if found := [head for path in paths for head in found_at(path)]:
            return found
    return ()


def _below_docs(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path from the root of the documents: the outermost folder around the source that has such a document."""
    if not target.startswith("/"):
        return ()
    parts = place.folder.split("/") if place.folder else []
    folders = ("/".join(parts[:depth]) for depth in range(len(parts) + 1))
    paths = (joined_path(folder, target.lstrip("/")) for folder in folders)
    return next((found for path in paths if (found := names.paths.get(path, ()))), ())


def _below_content(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path from the root of the content, as in links of Zola: `@/guide/intro.md`."""
    return _below_docs(target[1:], place, names) if target.startswith("@/") else ()


def _in_own_version(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path, or its address without `/` before it, from the root of the version that the source belongs to."""
    if target.endswith((".md", ".mdx")):
        return names.paths.get(joined_path(place.version, target.lstrip("/")), ())
    if target.startswith("/") or ".." in target.split("/"):
        return ()
    return names.published_at(tidy(posixpath.join(place.version, target)), target)


def _of_release(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its address from the root of the site, where that is in the released version."""
    if place.site is None or not target.startswith("/") or target.endswith((".md", ".mdx")):
        return ()
    page = released_page(tidy(target), place.site)
    return names.published_at(page, target) if page else ()


def _below_site(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its address from the root of the site, whose first part is a folder of a site of Docusaurus; a file also by
    its path from the folder of the documents.
    """
    if place.site is None or place.site.generator != "docusaurus" or not (target.startswith("/") and tidy(target)):
        return ()
    found = names.published_at(posixpath.join(place.site.home, tidy(target)), target)
    return found or (_in_site(target.lstrip("/"), place, names) if target.endswith((".md", ".mdx")) else ())


def _of_version(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its address with the label of a version, from the root of the site."""
    if not target.startswith("/") or not names.versions:
        return ()
    paths = paths_in_version(tidy(target), place.folder, names.versions)
    return [head for path in paths for head in names.published_at(path, target)]


def _in_site(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path in the site, seen from a folder that its generator looks into."""
    assert place.site is not None
    if target.startswith(("./", "../")):
        return ()
    paths = (joined_path(base, target) for base in place.site.bases(place.folder))
    return next((found for path in paths if (found := names.paths.get(path, ()))), ())


def _in_english(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By the path of a page that is not translated: the English page."""
    path = joined_path(place.folder, target)
    same = names.files.get(path.rpartition("/")[2], ()) if path else ()
    return in_original_language(path, [(name_form(head.path), head) for head in same])


def _stated(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By an address in the frontmatter, which is relative to the site, to the base of a root, or to a folder that the
    site serves under an address.
    """
    if not target.startswith("/"):
        return ()
    return _by_statement(target, place, names.stated) or _first_of(
        target, place, lambda path: names.below.get(path, ())
    )


def _untranslated(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its address, where Starlight shows the original of a page that is not translated."""
    if place.site is None or place.site.generator != "starlight" or not is_address(target):
        return ()
    if target.startswith("/"):
        return _first_of(target, place, lambda page: original_at(page, target, place.folder, names))
    return original_at(tidy(posixpath.join(place.page, target)), target, place.folder, names)


def _former(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By a former address in the frontmatter."""
    return _by_statement(target, place, names.former)


def _by_statement(target: str, place: LinkScope, listed: Mapping[str, Sequence[Head]]) -> Sequence[Head]:
    if not target.startswith("/"):
        return ()
    address = tidy(target)
    below = [root for root in place.roots.roots if root.base and root.path(address) is not None]
    found = [
        *listed.get(address or HOME, ()),
        *(
            head
            for root in below
            for head in listed.get(address[len(root.base) :].strip("/") or HOME, ())
            if root.holds(page_of(head.path).rpartition("/")[0])
        ),
    ]
    return list({head.path: head for head in found}.values())


def _relative(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its address, relative to the folder, where it is an HTML file or a folder, or to the page of the source."""
    if target.startswith("/") or not is_address(target) or target.rstrip("/").rpartition("/")[2] in {"", ".", ".."}:
        return ()
    at_folder, below = (posixpath.normpath(posixpath.join(each, target)) for each in (place.folder, place.page))
    is_file = target.endswith((".html", ".htm"))
    if place.site is not None and place.site.generator == "docusaurus":
        published = names.published_at(tidy(at_folder), target)
    else:
        published = [head for head in names.pages_at(tidy(at_folder), target) if is_file or is_index(head.path)]
    # A browser reads `x` as relative to the folder, but the addresses of pages of Hugo and Zola end in `/`.
    is_of_page = target.startswith("../") and not published and _CONTENT in place.folder.split("/")
    is_below = (target.endswith("/") or is_of_page) and not below.startswith("../")
    pages = names.pages_at(tidy(below), target) if is_below else ()
    return list({head.path: head for head in (*published, *pages)}.values())


_CONTENT = "content"  # the folder of the pages of Hugo and of Zola
_OUTSIDE = lazy_pattern(r":/[0-9a-f]{32}|(?:[A-Z]\w*\.){2,}html")  # an attachment of Joplin, a module in ExDoc
# Who is meant, where the target of a link in Markdown is none: `[Ada](@ada)` on GitHub, `[Ada](ada@example.org)`.
# `logo@2x.png` and `call@home.md` are files.
_NO_FILE = r"(?!.*\.(?:md|txt|html|pdf|png|jpe?g|gif|svg|webp)\Z)"
_PERSON = lazy_pattern(rf"(?i)@[\w-]+|{_NO_FILE}[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PAGED = frozenset({"markdown", "xref"})  # whose targets may be relative to the address of the page
_LABELLED = frozenset({"ref", "node", "man"})
# A label of another project or of a docstring, what is no page, manual pages, and proposals.
_OFTEN_OUTSIDE = frozenset({"ref", "macro", "man", "pep", "rfc"})
_ADDRESSED = frozenset({"markdown", "embed"})
_WIKILINK: tuple[tuple[LinkRule, NameRule], ...] = (
    ("path", from_root), ("name", named), ("alias", aliased), ("code", coded)
)  # fmt: skip
_TIERS: Mapping[str, tuple[tuple[LinkRule, NameRule], ...]] = {
    **dict.fromkeys(("wikilink", "embed"), (*_WIKILINK, ("root", _below_docs), ("title", titled_page))),
    "markdown": (
        ("root", _of_release),
        ("relative", beside),
        *_WIKILINK,
        ("root", _below_root),
        ("address", _stated),
        ("root", _of_version),
        ("root", _below_site),
        ("root", _below_content),
        ("alias", _former),
        ("page", _relative),
        ("original", _untranslated),
        ("label", labelled),
        ("page", unnumbered),
        ("page", flat_page),
    ),
    "doc": (("relative", beside), ("root", _below_docs)),
    "ref": (("label", labelled),),
    **dict.fromkeys(("pep", "rfc"), (("name", named),)),
    "file": (("relative", beside), ("path", around)),
    "node": (("label", labelled),),
    "man": (("label", manual_page),),
    "xref": (
        ("root", in_module),
        ("relative", beside),
        ("page", _relative),
        ("alias", former_in_module),
        ("page", of_pages(above)),
    ),
    "macro": (("relative", of_pages(beside)), ("name", of_pages(named))),
    "id": (("code", coded), ("name", named)),
    "parent": (
        ("code", coded),
        ("path", from_root),
        ("name", named),
        ("alias", aliased),
        ("title", titled),
        ("root", _below_root),
        ("root", _below_docs),
    ),
}


_BY_PATH: tuple[tuple[LinkRule, NameRule], ...] = (
    ("relative", beside),
    ("path", _in_site),
    ("original", _in_english),
)  # of a file in a site
_IN_VERSION: Mapping[str, tuple[tuple[LinkRule, NameRule], ...]] = {"markdown": (("root", _in_own_version),)}


def _nearest_first(heads: Sequence[Head], folder: str) -> tuple[str, ...]:
    paths = (head.path for head in heads)
    return tuple(sorted(paths, key=lambda path: (path.count("/"), path.rpartition("/")[0] != folder, path)))
