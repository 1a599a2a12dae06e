"""Rules by which a link finds documents by a name of theirs: a path, a file name, an alias, an id or a title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..model.document import Head
from .addresses import PAGE_ENDING, joined_path, names_index, path_in_module, tidy
from .name_table import NameTable, name_form, path_forms
from .site_folders import SiteFolder
from .site_roots import SiteRoots


class LinkScope(NamedTuple):
    """The place of a link, folded."""

    folder: str  # of its document
    page: str  # the address of its document, relative to which a browser reads a link
    roots: SiteRoots
    version: str = ""  # the folder of the version that its document belongs to
    site: SiteFolder | None = None  # that its document belongs to


_JOPLIN = ":/"  # before the ID of a note or an attachment in a note of Joplin, whose folder may not have it
_LATEX = (".tex", ".ltx")
NameRule = Callable[[str, LinkScope, NameTable], Sequence[Head]]  # of a folded target


def beside(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path, seen from the folder of the source."""
    return () if target.startswith("/") else names.paths.get(joined_path(place.folder, target), ())


def around(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path, seen from the nearest folder around that of the source with such a file of LaTeX, which reads paths
    as seen from the main file.
    """
    if target.startswith(("/", "./", "../")):
        return ()
    parts = place.folder.split("/") if place.folder else []
    folders = ("/".join(parts[:depth]) for depth in reversed(range(len(parts))))
    listed = (names.paths.get(joined_path(folder, target), ()) for folder in folders)
    return next((found for heads in listed if (found := [head for head in heads if head.path.endswith(_LATEX)])), ())


def from_root(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its whole path, unless it is written as seen from the folder of the source."""
    if target.startswith(("./", "../")):
        return beside(target, place, names)
    return names.paths.get(joined_path("", target.lstrip("/")), ())


def in_module(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path in a module of Antora; see path_in_module."""
    path = path_in_module(target, place.folder)
    return names.paths.get(joined_path("", path), ()) if path else ()


def former_in_module(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By the path of a former page in a module of Antora, or relative to the folder."""
    if not target.endswith(PAGE_ENDING):
        return ()
    path = path_in_module(target, place.folder)
    return names.aliases.get(joined_path("", path), ()) or names.aliases.get(joined_path(place.folder, target), ())


def named(target: str, _place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By the end of its path: the file name, perhaps with folders before it, or an ID of Joplin, which names its files
    by them.  A note `setup.md` comes before a script `bin/setup`.
    """
    target = target.removeprefix(_JOPLIN)
    if target.startswith(("/", "./", "../")):
        return ()
    path = joined_path("", target)
    found = names.files.get(path.rpartition("/")[2], ())
    found = [head for head in found if head.kind != "code"] or found
    if "/" not in path:
        return found
    return [head for head in found if any(own.endswith(f"/{path}") for own in path_forms(head))]


def above(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its path from the nearest folder above: in AsciiDoc a part of a page has the links of the page that includes
    it, `book/parts/low.asc` that of `book.asc`.
    """
    if target.startswith(("/", "./", "../")):
        return ()
    parts = place.folder.split("/") if place.folder else []
    folders = ("/".join(parts[:depth]) for depth in range(len(parts) - 1, -1, -1))
    return next((found for folder in folders if (found := names.paths.get(joined_path(folder, target), ()))), ())


def of_pages(tier: NameRule) -> NameRule:
    """What the rule finds among pages of AsciiDoc, which its macros mean."""
    return lambda *asked: [head for head in tier(*asked) if head.path.lower().endswith((PAGE_ENDING, ".asc"))]


def aliased(target: str, _place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By an alias."""
    return names.aliases.get(target, ())


def coded(target: str, _place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By a short code."""
    return names.codes.get(target, ())


def titled(target: str, _place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By a title."""
    return names.titles.get(target, ())


def titled_page(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By the title of a page of Logseq, `title::`, which is the name of the page there, from another page or a day."""
    if place.folder.rpartition("/")[2] not in {"pages", "journals"}:
        return ()
    return [head for head in names.titles.get(target, ()) if head.path.rpartition("/")[0].rpartition("/")[2] == "pages"]


def labelled(target: str, _place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By a label that it defines."""
    return names.labels.get(target, ())


def manual_page(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By the name and the section in its title, or else by those of another function that it describes."""
    found = labelled(target, place, names)
    return [head for head in found if head.title.casefold() == target.casefold()] or found


def unnumbered(target: str, _place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By its file name without the number before it, in any folder, if one document has it."""
    found = names.unnumbered.get(tidy(target), ())
    return found if len(found) == 1 else ()


def flat_page(target: str, place: LinkScope, names: NameTable) -> Sequence[Head]:
    """By the name of its page, in any folder, as ExDoc publishes all pages in one, if one document has it, or one in
    the same folder of the root.
    """
    if "/" in target or not target.endswith(".html") or names_index(target):
        return ()
    found = [head for head in names.files.get(target.removesuffix(".html"), ()) if head.kind != "code"]
    top = place.folder.partition("/")[0]
    near = [head for head in found if name_form(head.path).partition("/")[0] == top]
    return next((heads for heads in (found, near) if len(heads) == 1), ())
