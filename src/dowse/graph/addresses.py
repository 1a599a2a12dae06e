"""The addresses under which a site generator publishes a document, from the path and the frontmatter of the document.

Hugo, MkDocs, Docusaurus and Jekyll leave out endings, the names of index pages and the numbers before names.
Middleman makes `x.html` of `x.html.md`, of `x.html.erb` and of `x.html.md.erb`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import accumulate

from ..analysis.folding import fold, name_key, target_key, without_ending, without_html
from ..model.document import Head
from ..model.lazy_pattern import lazy_pattern
from ..model.value_class import dataclass

INDEX_NAMES = ("index", "_index", "readme")  # file names of the page of a folder, best first
_NUMBER = lazy_pattern(r"\A\d+\s*[-_.]+\s*(?=[^-_.\s\d])")  # Docusaurus's: `01-intro`, but neither a date nor a version
_ID = lazy_pattern(r"[a-z]{1,60}|[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+")  # Docusaurus's: `set-up`, but no random one
REDIRECTS = "redirect_from"  # Jekyll's property of former addresses
# A page of HTML that a template engine makes, and the ending of the template behind that of the page.
_TEMPLATE = lazy_pattern(r"(?i)(.+\.html(?:\.md)?)\.(?:erb|haml|slim)")
_TEMPLATE_ENDINGS = (".erb", ".haml", ".slim")
_DATED = lazy_pattern(r"(\d{4})-(\d\d)-(\d\d)-(.+)")  # a post
_POSTS = "_posts"  # Jekyll's folder, which is in no address
PAGE_ENDING = ".adoc"  # of pages of AsciiDoc; the aliases of those of Antora are paths
_KEY = "/ {}"  # of a look-up by address: no name_key has this form
_LABEL_KEY = "/_ {}"  # of one by a label of Sphinx or an ID of Org
_LINK_TYPE = lazy_pattern(r"(?i:id|denote):(?=\S)")  # before an ID in a link of Org


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of a document, folded, without `/` at their ends."""

    pages: tuple[str, ...]  # from the folders, relative to the vault: `guide/intro`, for an index page the folder
    stated: tuple[str, ...] = ()  # `url`, `permalink` and `slug` of the frontmatter, relative to the site
    former: tuple[str, ...] = ()  # `aliases` that are paths, and `redirect_from`
    below: tuple[str, ...] = ()  # `slug: /x` in each folder around the document: Docusaurus serves one under an address

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.pages, *self.stated, *self.former, *self.below)


def addresses(head: Head) -> Addresses:
    """The addresses of the document."""
    own = page_of(head.path)
    slug = head.fact("slug")
    pages = dict.fromkeys((own, "/".join(_NUMBER.sub("", part, count=1) for part in own.split("/"))))
    folder, _, name = own.rpartition("/")
    if post := _DATED.fullmatch(name):
        parts = [part for part in folder.split("/") if part not in {"", _POSTS}]
        pages["/".join((*parts, *post.groups()))] = None
    if _is_address(slug) and not slug.startswith("/") and not is_index(head.path):
        page = tidy(posixpath.join(folder, slug))
        if not page.startswith(".."):
            pages[page] = None
    if stated_id := page_id(head):
        pages[f"{folder}/{stated_id}".lstrip("/")] = None
    written = (head.fact("url"), head.fact("permalink"), slug)
    below = (page for address in _stated((slug,)) for page in _below(head.path, address))
    return Addresses(tuple(pages), tuple(_stated(written)), tuple(_stated(_former(head))), tuple(below))


def _former(head: Head) -> tuple[str, ...]:
    redirected = head.facts.get(REDIRECTS, ())
    return (*head.aliases, *(redirected if isinstance(redirected, tuple) else (str(redirected),)))


def _below(path: str, slug: str) -> tuple[str, ...]:
    """The slug in each folder around the document, without the vault itself."""
    folders = accumulate(page_of(f"{path.rpartition('/')[0]}/page").split("/")[:-1], "{}/{}".format)
    return tuple(f"{folder}/{slug}".rstrip("/") for folder in folders)


def page_id(head: Head) -> str:
    """The `id` in the frontmatter that Docusaurus puts in the place of the file name; empty for none."""
    stated = head.fact("id")
    return stated if _ID.fullmatch(stated) and not head.fact("slug") else ""


def page_of(path: str) -> str:
    """The address of the document at the path, relative to the vault; for an index page the folder."""
    page = _without_endings(fold(path).replace("\\", "/"))
    folder, _, name = page.rpartition("/")
    return (folder if name in INDEX_NAMES else page).replace(" ", "-")  # as Hugo and Jekyll write blanks


def is_index(path: str) -> bool:
    """Whether the document at the path is the page of its folder."""
    return page_name(path) in INDEX_NAMES


def page_name(path: str) -> str:
    """The file name of the document in an address."""
    return _without_endings(fold(path).rpartition("/")[2])


def _without_endings(path: str) -> str:
    """The folded path without the endings of a template, of a text and of a page."""
    template = _TEMPLATE.fullmatch(path) if path.endswith(_TEMPLATE_ENDINGS) else None
    return without_html(without_ending(template[1] if template else path))


def unnumbered_name(path: str) -> str:
    """The file name of the document in an address, without the number before it; empty for one without a number."""
    name = page_name(path)
    own = _NUMBER.sub("", name, count=1)
    return own if own != name else ""


def names_index(target: str) -> bool:
    """Whether the folded target means an index page and no other: `guide/index.html` may mean `guide.md`, too."""
    folder, _, name = target.rstrip("/").rpartition("/")
    if (page := without_html(name)) != name and folder.rpartition("/")[2] not in {"", ".", ".."}:
        return False
    return is_index(page)


def tidy(address: str) -> str:
    """An address as written in the form for comparisons: no query, no ending, no index page, no `/` at the ends."""
    path = fold(address).replace("\\", "/")
    if path.startswith("/"):
        path = path.partition("?")[0]
    page = page_of(without_html(path.rstrip("/"))).strip("/")
    normal = posixpath.normpath(page) if page else ""
    return "" if normal == "." else normal


def address_keys(head: Head) -> set[str]:
    """The keys under which `called` finds the document by an address that is not its name."""
    own = _KEY.format(name_key(head.name))
    found = {key for address in addresses(head).all if (key := address_key(address)) != own}
    found.update(former_key(alias) for alias in head.aliases if alias.lower().endswith(PAGE_ENDING))
    found.update(map(label_key, head.labels))
    return found


def label_key(label: str) -> str:
    """The key of a label of Sphinx or an ID of Org."""
    return _LABEL_KEY.format(fold(label))


def stated_label(text: str) -> str:
    """The label as which the text may name a place: `id:8f2a-1`, as in links of Org, or the label alone."""
    written = text.strip()
    return written[found.end() :] if (found := _LINK_TYPE.match(written)) else written


def former_key(path: str) -> str:
    """The key of a former page of Antora: that of its file name."""
    return _KEY.format(target_key(path))


def address_key(address: str) -> str:
    """The key of a tidy address: that of its last part."""
    return _KEY.format(name_key(address.rpartition("/")[2]))


def _stated(written: tuple[str, ...]) -> Iterator[str]:
    """The addresses among the values: paths from the root of the site, without placeholders such as `:title`."""
    for value in written:
        if value.startswith("/") and not value.startswith("//") and _is_address(value):
            yield tidy(value)


def _is_address(value: str) -> bool:
    return bool(value) and ":" not in value and "{" not in value


def path_in_module(target: str, folder: str) -> str:
    """The path that a target in a document of the folder has in a module of Antora: of `/modules/MODULE/FAMILY/…`,
    where `.` is the own module, or else below its pages.  Empty where the folder is in no module.
    """
    around, found, inside = f"/{folder}/".rpartition("/modules/")
    if not found or target.startswith(("./", "../")):
        return ""
    own = inside.partition("/")[0]
    written = target if target.startswith("/modules/") else f"/modules/./pages/{target}"
    path = f"{around}/modules/{written.removeprefix('/modules/')}".replace("/modules/./", f"/modules/{own}/")
    return path.lstrip("/")


def joined_path(folder: str, target: str) -> str:
    """The path from the root of the vault, beginning with `../` when it leads out of it; empty for a folder."""
    if target.rpartition("/")[2] in {"", ".", ".."}:
        return ""
    if not folder and "/" not in target:
        return target
    return posixpath.normpath(posixpath.join(folder, target))
