"""Migration of links: after a change of what counts as a link or as an address, affected documents are read again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from ..analysis.folding import target_key
from ..analysis.translated_paths import ORIGINAL, translations_at
from ..formats.markdown.myst_links import myst_labels
from ..formats.markdown.quarto_links import is_of_quarto
from ..formats.markdown.wikilinks import CONTENTS, NOWHERE, WIKILINK, wikilink
from ..formats.metadata import texts
from ..formats.plaintext.adoc_blocks import line_kinds, literal_lines
from ..graph.addresses import PAGE_ENDING, REDIRECTS, page_id
from ..graph.anchors import UnitNames
from ..graph.link_keys import is_address, link_keys
from ..graph.name_rules import JOPLIN
from ..graph.site_roots import NO_ROOTS, SITE_ROOTS
from ..graph.site_versions import version_folder
from ..model.document import Document, Head, Link
from ..model.edge import ResolvedLink
from ..model.errors import StorageError
from ..model.lazy_pattern import lazy_pattern
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts
from .stored_documents import DocumentSource, stored_documents
from .word_migration import WITH_LETTER, WITH_PERSIAN, number_of

REMEMBERED = "links"  # key in the index: the stamp
# An index without one has no slugs below a folder, one of "1" targets with `#` at their ends, one of "2" those with a
# query, and links in escaped brackets, one of "3" no links of HTML, one of "4" backticks in place of code in wikilinks,
# one of "5" no links to the stated parent from other properties, one of "6" not all of these, one of "7" no links
# of Org, one of "8" none of AsciiDoc, one of "9" no aliases of headings of Org, one of "10" none of AsciiDoc below
# titles with a line below, one of "11" links of AsciiDoc that is passed through, and no second section of a title,
# one of "12" no labels of code of reStructuredText, and no links by `numref`, one of "13" links from one version of a
# site to another, one of "14" no links to headings that MkDocs counts, and some to another than the nested heading,
# one of "15" no links to pages of Docusaurus by their id or to its released version, one of "16" links in formulas,
# one of "17" no links right behind formulas, one of "18" no roots of small sites, one of "19" no links of macros,
# one of "20" links to names with letters such as `ł` by these, and to the nearest of names with other accents, one of
# "21" links to originals of pages that are not translated by the rule `path`, one of "22" none by `pep` and `rfc`,
# one of "23" none to headings by their transliteration, one of "24" none to pages such as `x.html.md`, by a former
# address in `redirect_from`, to labels of MyST, and to `01-x.md` by `x`, one of "25" none to sections of Quarto, one
# of "26" none to figures, tables and equations of MyST, one of "27" links to contents that `[[_TOC_]]` puts in, one
# of "28" links to names with letters of Persian by these, one of "29" links in literal paragraphs of AsciiDoc, and
# broken ones to `#_`, to attachments of Joplin and to pages at addresses without `/` at the end, one of "30" links
# in such paragraphs of `.asciidoc`, one of "31" none to notes of Joplin by their IDs, one of "32" links to notes
# for addresses of the web in wikilinks and for abbreviations of Org, one of "33" none in RDoc, one of "34" links for
# commands of Templater, and none to pages of Logseq by their titles, one of "35" links to code, as ExDoc writes
# them, in verbatim text of Org and for tests of a shell, and none to pages that ExDoc publishes in one folder, one of
# "36" links of definitions that nothing refers to, one of "37" wikilinks that are the text of a link in brackets, and
# one of "38" links to `[[page]]` for the wikilink to which a label of Logseq leads.
_STAMP = "39"
_BY_PATH_OF_ORIGINAL = "21"
_BY_OTHER_LETTERS = "20"
_WITHOUT_MACROS = "19"
_WITHOUT_SMALL_SITES = "18"
_WITHOUT_LINKS_BEHIND = "17"
_WITH_FORMULAS = "16"
_WITHOUT_IDS = "15"
_ACROSS_VERSIONS = "13"
_UNCOUNTED = "14"
_AFFECTED_ANCHOR = lazy_pattern(r"_\d+\Z|#")
_WITHOUT_NUMBERED = ("10", "11", "12")  # of which the last has the links of AsciiDoc
_NUMBERED = lazy_pattern(r"numref[:}]`|:name:")
_HTML_SOURCE = lazy_pattern(r"(?i)\.html?\.\w+\Z")
_PROPOSAL = lazy_pattern(r":(?:pep|rfc):`")
_NEW_FORMATS = (".org", ".adoc")  # whose links, tags and properties an earlier version did not read
_AFFECTED_TARGET = lazy_pattern(r"[?`]|#\Z")
_NO_LINKS = lazy_pattern(
    r"\$\$|\$[^$\n]*\[\[|\[\[(?::|\s+[!$\"-]|[^\[\]\n]*(?:\{\{|\]\]\(http))"
)  # texts, with `[[x]]` in a formula
_BEHIND_FORMULA = "$[["
_VERBATIM = lazy_pattern(r"[=~]\S[^\n]*\[\[")  # in a text of Org
_OWN_PLACE = lazy_pattern(r"\]:[ \t]*#")
_OF_LOGSEQ = lazy_pattern(r"(?:^|/)(?:pages|journals)/[^/]+\Z")
_MACRO = lazy_pattern(r"[\w-]:\w[\w./-]*+\[")
_AFFECTED = lazy_pattern(r"\\\[\[|<(?:a|img)\s|numref[:}]`|:name:")  # texts


class LinkedIndex(DocumentSource, IndexFacts, Protocol):
    """The part of a store that the migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore."""

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:
        """See LinkStore."""

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:
        """See LinkStore."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""

    def unlink_root_relative(self) -> None:
        """See LinkQueue."""


def migrate_links(index: LinkedIndex) -> None:
    """Marks the documents as changed that another version may have read or linked in another way.

    These have a link without a target or with one of another form, state a slug with folders, or are Org or AsciiDoc.
    Links from the root of a site are resolved again.  A later run reads the documents if this one does not.
    """
    if (stamp := index.recalled(REMEMBERED)) == _STAMP:
        return
    with suppress(StorageError):  # a read-only index keeps the old links
        known = index.known()
        if known:
            number = number_of(stamp)
            again = {path for below, affected in _AFFECTED_BELOW if number < below for path in affected(known, index)}
            again.update(_outdated(stamp, known, index) if number <= int(_BY_PATH_OF_ORIGINAL) else ())
            index.read_again(sorted(again))
            index.remember(SITE_ROOTS, "")
            index.unlink_root_relative()
        index.remember(REMEMBERED, _STAMP)


def _outdated(stamp: str, paths: Collection[str], index: LinkedIndex) -> Iterator[str]:
    """The documents that an index with the stamp has with other links, the changes of the last versions first."""
    yield from (source for source, _, aim in index.aimed() if aim.rule == "path" and _is_original(aim.target))
    if stamp == _BY_PATH_OF_ORIGINAL:
        return
    yield from _by_other_letters(paths, index)
    if stamp == _BY_OTHER_LETTERS:
        return
    yield from _with_macros(paths, index)
    if stamp in {_WITHOUT_MACROS, _WITHOUT_SMALL_SITES}:
        return
    if stamp == _WITHOUT_LINKS_BEHIND:
        yield from (each.head.path for each in stored_documents(paths, index) if _BEHIND_FORMULA in each.text)
        return
    yield from _with_formulas(index)
    if stamp == _WITH_FORMULAS:
        return
    yield from _with_ids(paths, index)
    if stamp == _WITHOUT_IDS:
        return
    yield from (source for source, link, _ in index.aimed() if _AFFECTED_ANCHOR.search(link.anchor))
    if stamp == _UNCOUNTED:
        return
    yield from _beside_versions(paths, index)
    if stamp in _WITHOUT_NUMBERED:
        endings = (".adoc",) if stamp != _WITHOUT_NUMBERED[-1] else ()
        yield from (path for path in paths if path.lower().endswith(endings))
        yield from _numbered(paths, index)
    elif stamp != _ACROSS_VERSIONS:
        yield from _affected(paths, index)


def _with_other_addresses(paths: Iterable[str], index: LinkedIndex) -> Iterator[str]:
    """The documents with an address or a former one that another version did not know, and with broken links."""
    for path, head in index.heads(paths).items():
        if REDIRECTS in head.facts or _HTML_SOURCE.search(path):
            yield path
    broken = ((source, link) for source, link, aim in index.aimed() if not aim.target and link.kind == "markdown")
    yield from (source for source, link in broken if is_address(link.target) or link.target.endswith("#"))


def _with_broken(index: LinkedIndex) -> Iterator[str]:
    """The documents with a link to `#_`, or with a broken one that may be no longer."""
    for source, link, aim in index.aimed():
        leads_nowhere = link.anchor == NOWHERE[1:] and not link.target
        if leads_nowhere or (not aim.target and link.target.startswith((JOPLIN, "../"))):
            yield source


def _with_addresses(index: LinkedIndex) -> Iterator[str]:
    """The documents with a wikilink to an address of the web, or with an abbreviation of Org."""
    for source, link, _ in index.aimed():
        is_abbreviated = "::" in link.target and source.lower().endswith(".org")
        if link.kind in {"wikilink", "embed"} and (is_abbreviated or link.target.lower().startswith("http")):
            yield source


def _with_names(index: LinkedIndex) -> Iterator[str]:
    """The documents with a wikilink that has a command of Templater, and pages of Logseq with broken ones."""
    for source, link, aim in index.aimed():
        is_broken = link.kind in {"wikilink", "embed"} and not aim.target
        if is_broken and ("<%" in link.target or _OF_LOGSEQ.search(source)):
            yield source


def _with_code(index: LinkedIndex) -> Iterator[str]:
    """The documents with a broken link that is code, or that may mean a page in another folder."""
    of_org = set[str]()
    for source, link, aim in index.aimed():
        is_code = link.kind == "wikilink" and "$" in link.target
        is_page = link.kind == "markdown" and (link.target.endswith(".html") or not link.target.strip("`"))
        if not aim.target and (is_code or is_page):
            yield source
        elif not aim.target and link.kind == "wikilink" and source.lower().endswith(".org"):
            of_org.add(source)
    yield from (each.head.path for each in stored_documents(sorted(of_org), index) if _VERBATIM.search(each.text))


def _with_definitions(index: LinkedIndex) -> list[str]:
    """The documents that define labels for places of their own."""
    sources = {source for source, link, _ in index.aimed() if link.kind == "markdown" and not link.target}
    return [each.head.path for each in stored_documents(sorted(sources), index) if _OWN_PLACE.search(each.text)]


def _with_bracketed(index: LinkedIndex) -> list[str]:
    """The documents with a link whose text is in brackets, `[[paper]](https://…)`."""
    sources = {source for source, link, _ in index.aimed() if link.kind in {"wikilink", "embed"}}
    return [each.head.path for each in stored_documents(sorted(sources), index) if "]](http" in each.text]


def _with_wikilinks_behind(index: LinkedIndex) -> Iterator[str]:
    """The documents with a wikilink as the address of a label, `[label]([[page]])`."""
    return (source for source, link, _ in index.aimed() if link.kind != "wikilink" and link.target.startswith("[["))


def _with_literal(paths: Iterable[str], index: LinkedIndex) -> Iterator[str]:
    """The documents of AsciiDoc with a literal paragraph."""
    for each in stored_documents([path for path in paths if path.lower().endswith((".adoc", ".asciidoc"))], index):
        lines = each.text.split("\n")
        if next(literal_lines(lines, line_kinds(lines)), None) is not None:
            yield each.head.path


def _to_persian(paths: Iterable[str], index: LinkedIndex) -> list[str]:
    """The documents with a link to a name with a letter of Persian."""
    keys = {
        key
        for head in index.heads(paths).values()
        for _, name, key in link_keys(head, NO_ROOTS)
        if WITH_PERSIAN.search(name)
    }
    return [source for source, link, _ in index.aimed() if target_key(link.target) in keys] if keys else []


def _with_contents(index: LinkedIndex) -> Iterator[str]:
    """The documents with a link to the contents of a page."""
    return (source for source, link, _ in index.aimed() if link.target == CONTENTS)


def _with_figures(paths: Iterable[str], index: LinkedIndex) -> Iterator[str]:
    """The pages of Markdown with a directive or an equation that may define a label."""
    pages = [path for path in paths if path.lower().endswith(".md")]
    return (each.head.path for each in stored_documents(pages, index) if myst_labels("", each.text))


def _to_transliterations(index: LinkedIndex) -> Iterator[str]:
    """The documents with a link to a part of another by the transliteration of its title."""
    linked: defaultdict[str, list[ResolvedLink]] = defaultdict(list)
    for each in index.aimed():
        if each.aim.target and not each.aim.unit and each.link.anchor.isascii() and each.link.anchor:
            linked[each.aim.target].append(each)
    for document in stored_documents(linked, index):
        names = UnitNames(document.units)
        yield from (each.source for each in linked[document.head.path] if names.named(each.link.anchor))


def _with_proposals(paths: Iterable[str], index: LinkedIndex) -> list[str]:
    """The documents of reStructuredText with links to proposals by their numbers."""
    pages = [path for path in paths if path.lower().endswith(".rst")]
    return [each.head.path for each in stored_documents(pages, index) if _PROPOSAL.search(each.text)]


def _is_original(path: str) -> bool:
    return any(each.language == ORIGINAL for each in translations_at(path))


def _by_other_letters(paths: Iterable[str], index: LinkedIndex) -> list[str]:
    """The documents with a link to a name whose letters fold to others since, or that several have by other accents."""
    folded, accented = set[str](), set[str]()
    heads = index.heads(paths).values()
    for head in heads:
        if not all(name.isascii() for name in (head.path, head.title, *head.aliases)):
            for _, name, key in link_keys(head, NO_ROOTS):
                if not name.isascii():
                    (folded if WITH_LETTER.search(name) else accented).add(key)
    if accented:
        named = Counter(key for head in heads for key in {key for _, _, key in link_keys(head, NO_ROOTS)})
        folded |= {key for key in accented if named[key] > 1}
    return [source for source, link, _ in index.aimed() if target_key(link.target) in folded] if folded else []


def _with_macros(paths: Iterable[str], index: LinkedIndex) -> list[str]:
    """The documents of AsciiDoc with a macro whose target may name another one."""
    pages = [path for path in paths if path.lower().endswith(PAGE_ENDING)]
    return [each.head.path for each in stored_documents(pages, index) if _MACRO.search(each.text)]


def _with_formulas(index: LinkedIndex) -> list[str]:
    """The documents whose wikilinks may be in a formula or none, such as `[[:alpha:]]`."""
    linking = {source for source, link, _ in index.aimed() if link.kind in {"wikilink", "embed"}}
    return [each.head.path for each in stored_documents(sorted(linking), index) if _NO_LINKS.search(each.text)]


def _with_ids(paths: Collection[str], index: LinkedIndex) -> list[str]:
    """The documents with an id in the place of the file name, and those whose broken links may name one."""
    found = [path for path, head in index.heads(paths).items() if page_id(head) not in {"", head.name}]
    return [*found, *(source for source, _, aim in index.aimed() if not aim.target)] if found else []


def _beside_versions(paths: Collection[str], index: LinkedIndex) -> list[str]:
    """The documents of versions of a site, and those with a link that may mean one of several documents."""
    versions = [path for path in paths if version_folder(path)]
    if not versions:
        return []
    return sorted({*versions, *(source for source, _, aim in index.aimed() if aim.candidates > 1)})


def _numbered(paths: Iterable[str], index: LinkedIndex) -> list[str]:
    """The documents of Sphinx with a name of code, or a link to a number."""
    of_sphinx = [path for path in paths if path.lower().endswith((".rst", ".md"))]
    return [each.head.path for each in stored_documents(of_sphinx, index) if _NUMBERED.search(each.text)]


def _affected(paths: Collection[str], index: LinkedIndex) -> list[str]:
    doubtful = {source for source, link, aim in index.aimed() if not aim.target or _is_affected(link)}
    slugs = {path for path, head in index.heads(paths).items() if "/" in head.fact("slug")}
    parents = {source for source, link, _ in index.aimed() if link.kind == "parent"}
    read = {
        each.head.path
        for each in stored_documents(paths, index)
        if _AFFECTED.search(each.text) or (each.head.path in parents and _links_parent_twice(each))
    }
    new = {path for path in paths if path.lower().endswith(_NEW_FORMATS)}
    return sorted(doubtful | slugs | index.unresolved(paths) | read | new)


def _links_parent_twice(document: Document) -> bool:
    """Whether the frontmatter links to a stated parent from another property."""
    stated = texts(document.head.facts.get("parent", ""))
    front = document.text[: document.body_start]
    for labels_first in (False, True):
        linked = Counter(wikilink(found[1], labels_first=labels_first)[0] for found in WIKILINK.finditer(front))
        for text in stated:
            whole = WIKILINK.search(text)
            target = wikilink(whole[1], labels_first=labels_first)[0] if whole else text
            if linked[target] > (whole is not None):
                return True
    return False


def _is_affected(link: Link) -> bool:
    return _AFFECTED_TARGET.search(link.target) is not None or "`" in link.anchor


# The stamps below which an index has the links of such documents in another way; see `_outdated` for those before.
_AFFECTED_BELOW: tuple[tuple[int, Callable[[Collection[str], LinkedIndex], Iterable[str]]], ...] = (
    (39, lambda _, index: _with_wikilinks_behind(index)),
    (38, lambda _, index: _with_bracketed(index)),
    (37, lambda _, index: _with_definitions(index)),
    (36, lambda _, index: _with_code(index)),
    (35, lambda _, index: _with_names(index)),
    (34, lambda paths, _: (path for path in paths if path.lower().endswith(".rdoc"))),
    (33, lambda _, index: _with_addresses(index)),
    (32, lambda _, index: _with_broken(index)),
    (31, _with_literal),
    (29, _to_persian),
    (28, lambda _, index: _with_contents(index)),
    (27, _with_figures),
    (26, lambda paths, _: filter(is_of_quarto, paths)),
    (25, _with_other_addresses),
    (24, lambda _, index: _to_transliterations(index)),
    (23, _with_proposals),
)
