"""The state of the links of a vault: broken and ambiguous links, documents without links, unlinked mentions."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ..analysis.folding import fold, name_key, without_ending
from ..formats.registry import PLAIN, SCRIPT, format_of
from ..graph.addresses import path_in_module
from ..graph.anchors import UnitNames, has_anchor, names_heading, without_range
from ..graph.mentions import Mention, MentionIndex
from ..graph.resolve import resolved
from ..graph.site_roots import site_roots_of
from ..graph.traversal import unit_of
from ..model.document import Document, Head, Link
from ..model.edge import STATED, LinkTarget, ResolvedLink
from ..model.ref import Ref
from ..ports.storage import Reader
from ..query.ast import MatchAll
from ..search.all_documents import all_heads
from .included_pages import IncludedPages
from .link_suggestions import suggestions
from .options import LinkState
from .results.link_result import LinkStatusResult
from .vault_files import FileLookup

_NO_FILES = FileLookup()
_FEW = 5  # documents
_ENDING = re.compile(r"\.([A-Za-z]\w{1,4})\Z")  # of a file name
_MEDIA = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "mp3", "mp4"}
)  # in a wikilink; Node.js is a note
_NAMING = frozenset({"wikilink", "embed", "markdown"})
_TOGETHER = 500  # documents whose texts are in memory at a time


class LinkCounts(NamedTuple):
    """The numbers of links that lead nowhere, of those to a document without the anchor, and of ambiguous ones."""

    broken: int
    broken_anchors: int
    ambiguous: int


NONE_DOUBTFUL = LinkCounts(0, 0, 0)


def doubtful(reader: Reader, *, files: FileLookup = _NO_FILES) -> list[LinkStatusResult]:
    """The broken and ambiguous links by path and line."""
    aimed, lost = _in_doubt(reader)
    statuses = _statuses(aimed, reader, lost, files, are_all=True)
    return [each for each in statuses if each.state != "ok"]


def doubtful_counts(reader: Reader, *, files: FileLookup = _NO_FILES) -> LinkCounts:
    """The numbers of the links in `doubtful`, without a hint on each."""
    aimed, lost = _in_doubt(reader)
    beside = _Files(files)
    states = [_state(each, _target(each, beside), lost=n in lost) for n, each in enumerate(aimed)]
    return LinkCounts(states.count("broken") - len(lost), len(lost), states.count("ambiguous"))


def _in_doubt(reader: Reader) -> tuple[list[ResolvedLink], Collection[int]]:
    """The links that may be broken or ambiguous, and the positions of those without the anchor.

    Most links of a vault are neither, and it has hundreds of thousands.
    """
    aimed = reader.aimed(None)
    missing = _without_anchor(aimed, reader)
    asked = [n for n, each in enumerate(aimed) if n in missing or not each.aim.target or each.aim.candidates > 1]
    return [aimed[n] for n in asked], {place for place, n in enumerate(asked) if n in missing}


def link_statuses(
    reader: Reader, docs: Iterable[str] | None = None, *, files: FileLookup = _NO_FILES, anchors: bool = True
) -> list[LinkStatusResult]:
    """The links of the documents, or of all documents, by path and line.

    `files` finds paths in the vault that are not in the index, such as images: a link to one is not broken.  They are
    listed at most once, for the first link without a target document.
    With `anchors`, a link to a missing heading or block is broken.  In a list of all links the hint on a broken one
    has the document with almost its name.
    """
    aimed = reader.aimed(docs)
    missing = _without_anchor(aimed, reader) if anchors else frozenset()
    return _statuses(aimed, reader, missing, files, are_all=docs is None)


def _statuses(
    aimed: Sequence[ResolvedLink], reader: Reader, missing: Collection[int], files: FileLookup, *, are_all: bool
) -> list[LinkStatusResult]:
    beside = _Files(files)
    named = _candidates([each for each in aimed if each.aim.candidates > 1], reader)
    titled = _titled(
        {each.link.target for each in aimed if each.link.kind == "wikilink" and not each.aim.target}, reader
    )
    moved = _moved([each for each in aimed if each.link.kind == "markdown" and not each.aim.target], reader)
    if are_all and (
        unknown := {(source, link.target) for source, link, aim in aimed if _names_note(link, aim, titled)}
    ):
        notes = (head for head in all_heads(reader).values() if head.kind != "code")
        near = suggestions({target for _, target in unknown}, notes)
        moved = {**{each: near[each[1]] for each in unknown if each[1] in near}, **moved}
    return [
        _status(each, beside, named.get((each.source, each.link), ()), titled, moved, lost=(n in missing))
        for n, each in enumerate(aimed)
    ]


def _status(
    each: ResolvedLink,
    files: _Files,
    named: Collection[str],
    titled: Mapping[str, str],
    moved: Mapping[tuple[str, str], str],
    *,
    lost: bool,
) -> LinkStatusResult:
    source, link, aim = each
    target, hint = _target(each, files), ""
    state = _state(each, target, lost=lost)
    rule = aim.rule if aim.target or not target else "file"
    if rule == "outside":
        target = link.target
    elif not target:
        called = f"; {titled[link.target]} has this title" if link.target in titled else ""
        called = f"; did you mean {at}?" if (at := moved.get((source, link.target))) else called
        target, hint = link.target, f"no such {_missing(link)}{called}"
    elif lost:
        hint = f"{target} has no heading or block {without_range(link.anchor)!r}"
    elif state == "ambiguous":
        hint = f"also matches {', '.join(path for path in named if path != target)}"
    return LinkStatusResult(
        source=source,
        target=target,
        kind=link.kind,
        state=state,
        line=link.line,
        section=unit_of(Ref(source, link.section)).section,
        anchor=link.anchor,
        written=link.target,
        hint=hint,
        rule="" if state == "broken" and not lost else rule,
        lacks_anchor=state == "broken" and lost,
    )


def _target(each: ResolvedLink, files: _Files) -> str:
    """The document or another file that the link leads to; empty for none in the vault."""
    return each.aim.target or _file(each.link, each.source, files)


def _state(each: ResolvedLink, target: str, *, lost: bool) -> LinkState:
    if not target:
        return "ok" if each.aim.rule == "outside" else "broken"
    if lost:
        return "broken"
    return "ambiguous" if each.aim.candidates > 1 else "ok"


def _names_note(link: Link, aim: LinkTarget, titled: Container[str]) -> bool:
    """Whether the link is broken and names a note that is no title of another."""
    is_missing = not aim.target and not aim.rule and link.kind in _NAMING
    return is_missing and link.target not in titled and _missing(link) == "note"


def _file(link: Link, source: str, files: _Files) -> str:
    """The file that is no document and that the link names; empty for none."""
    found = files.named(link.target, source)
    if found or link.kind != "xref":
        return found
    path = path_in_module(link.target, posixpath.dirname(source))
    return files.named(path, "") if path else ""


def _missing(link: Link) -> str:
    """The kind of path that the link names: a note, unless its ending says otherwise; or the ID of a node of Org."""
    if link.kind == "node":
        return "ID"
    if link.target.endswith("/"):
        return "folder"
    ending = _ENDING.search(link.target)
    spec = format_of(link.target)
    if spec is not None and spec is not SCRIPT:
        is_media = ending is not None and ending[1].lower() in _MEDIA
        return "file" if is_media or (spec.kind == "code" and link.kind != "wikilink") else "note"
    if ending is None or (link.kind == "wikilink" and ending[1].lower() not in _MEDIA):
        return "note"
    return "file"


def _candidates(ambiguous: list[ResolvedLink], reader: Reader) -> Mapping[tuple[str, Link], tuple[str, ...]]:
    found = resolved(((each.source, each.link) for each in ambiguous), reader, site_roots_of(reader))
    return {(each.source, each.link): each.meant for each in found}


def _titled(targets: Collection[str], reader: Reader) -> Mapping[str, str]:
    """Of each target that is the title of a document the first such path: links name files and aliases, not titles."""
    called = reader.called({name_key(target) for target in targets}) if targets else {}
    paths = {}
    for target in targets:
        heads = [head.path for head in called.get(name_key(target), ()) if fold(head.title) == fold(target)]
        if heads:
            paths[target] = min(heads)
    return paths


def _moved(broken: Collection[ResolvedLink], reader: Reader) -> Mapping[tuple[str, str], str]:
    """For each source and target with the ending of a file the nearest document of this file name."""
    names = {each.link.target: fold(each.link.target).rpartition("/")[2] for each in broken}
    names = {target: name for target, name in names.items() if _ENDING.search(name)}
    called = reader.called({name_key(name) for name in names.values()}) if names else {}
    found = {}
    for source, link, _ in broken:
        name = names.get(link.target, "")
        paths = [head.path for head in called.get(name_key(name), ()) if fold(head.path).rpartition("/")[2] == name]
        if name and paths:
            found[source, link.target] = min(paths, key=lambda path: (-len(posixpath.commonpath((source, path))), path))
    return found


def _without_anchor(aimed: Sequence[ResolvedLink], reader: Reader) -> frozenset[int]:
    """The positions in the list of links whose document lacks the heading, the block or another anchor."""
    asked: defaultdict[str, list[int]] = defaultdict(list)
    for n, each in enumerate(aimed):
        if each.link.anchor and each.aim.target:
            asked[each.aim.target].append(n)
    named = {path: {n: aimed[n].link.anchor for n in positions} for path, positions in asked.items()}
    unknown = dict(_without_heading(named, reader))
    lost: set[int] = set()
    pages = IncludedPages(reader)
    for document in _read(unknown, reader):
        missing = _missing_anchors(document, unknown[document.head.path])
        for beside in pages.around(document.head.path) if missing else ():
            missing = _missing_anchors(beside, missing)
        lost.update(missing)
    return frozenset(lost)


def _without_heading(asked: Mapping[str, Mapping[int, str]], reader: Reader) -> Iterator[tuple[str, Mapping[int, str]]]:
    """The documents with those of their anchors that name no heading, which texts need not be read for."""
    paths = list(asked)
    for start in range(0, len(paths), _TOGETHER):
        for path, units in reader.units(paths[start : start + _TOGETHER]).items():
            names = UnitNames(units)
            if others := {n: anchor for n, anchor in asked[path].items() if not names_heading(anchor, names)}:
                yield path, others


def _missing_anchors(document: Document, asked: Mapping[int, str]) -> dict[int, str]:
    """Those of the anchors that the document lacks, by the positions of their links."""
    names = UnitNames(document.units)
    missing = {n: anchor for n, anchor in asked.items() if not has_anchor(document, anchor, names)}
    spec = format_of(document.head.path) or PLAIN
    has_ids = spec.is_rendered or not document.is_source  # of source code a notebook alone
    ids = spec.anchors(document.body) if missing and has_ids else {}
    return {n: anchor for n, anchor in missing.items() if anchor.casefold() not in ids}


def _read(paths: Iterable[str], reader: Reader) -> Iterator[Document]:
    listed = list(paths)
    for start in range(0, len(listed), _TOGETHER):
        yield from reader.documents(listed[start : start + _TOGETHER]).values()


class _Files:
    """Files that are not documents, by path and by name; folders, whose paths end in `/`, by path."""

    def __init__(self, files: FileLookup) -> None:
        self._lookup = files

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(self._lookup.paths(), reverse=True)  # a directory scan

    @cached_property
    def _paths(self) -> Mapping[str, str]:
        return {fold(path): path for path in self._sorted}

    @cached_property
    def _names(self) -> Mapping[str, Sequence[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in reversed(self._sorted):
            if not path.endswith("/"):
                found[fold(path).rpartition("/")[2]].append(path)
        return found

    def named(self, target: str, source: str) -> str:
        """The file that the target names: from the root, relative to its source, or by file name; empty for none.

        A folder is named with or without `/` at the end, and the root is `./`.  A site may serve the source as a folder
        of its name, or in a folder above, as ExDoc does.
        """
        asked = fold(target).replace("\\", "/").lstrip("/")
        asked = f"{asked}/" if asked.rpartition("/")[2] in {".", ".."} else asked
        asked = asked.removeprefix("./")
        folder = fold(source).rpartition("/")[0]
        served = without_ending(fold(source))
        while asked.startswith("../"):
            asked, folder, served = asked[3:], folder.rpartition("/")[0], served.rpartition("/")[0]
        beside = f"{folder}/{asked}" if folder else asked
        if target and not beside.strip("/"):
            return "./"
        names: tuple[str, ...] = (beside, asked, f"{beside}/", f"{asked}/")
        if "/" in target and not target.startswith("/"):
            names += (f"{served}/{asked}", *(f"{above}/{asked}" for above in _folders_above(folder)))
        found = next((self._paths[name] for name in names if name in self._paths), "") or next(
            iter(self._names.get(asked, ())), ""
        )
        return found or (self._published(asked) if target.startswith("/") else "") or self._excluded(target, source)

    def _published(self, asked: str) -> str:
        """A file of that address from the root of a site, whose folder is somewhere in the vault."""
        paths = self._names.get(asked.rpartition("/")[2], ())
        return next((path for path in paths if fold(path).endswith(f"/{asked}")), "")

    def _excluded(self, target: str, source: str) -> str:
        """The file or folder that the target names by its path and that no list has, such as an ignored one."""
        written = target.replace("\\", "/")
        paths = (posixpath.join(posixpath.dirname(source), written).lstrip("/"), written.lstrip("/"))
        found = next(filter(self._lookup.has, map(posixpath.normpath, paths)), "")
        return f"{found}/" if found and written.endswith("/") else found


def _folders_above(folder: str) -> Iterator[str]:
    """The folders around this one, without the root, the next first."""
    while folder := folder.rpartition("/")[0]:
        yield folder


def orphans(reader: Reader) -> list[Head]:
    """The documents without links and backlinks, by path; similarity is no link."""
    linked = {end.doc for edge in reader.edges(None, STATED) for end in (edge.source, edge.target)}
    return [head for path, head in sorted(all_heads(reader).items()) if path not in linked]


def mentions(reader: Reader, of: str = "") -> list[Mention]:
    """The mentions of a document, or of all, without a link, by path and position.

    For all documents, names that are not specific are left out: those of several documents, and single words that
    occur in more than one document in fifty.
    """
    found = list(_mentions(reader, of))
    if of or not found:
        return found
    owners = Counter(name for head in all_heads(reader).values() for name in _folded_names(head))
    targets: defaultdict[str, set[str]] = defaultdict(set)
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for mention in found:
        name = fold(mention.name)
        targets[name].add(mention.target)
        sources[name].add(mention.source)
    common = max(_FEW, reader.count(MatchAll()) // 50)
    single = {name for name in targets if len(targets[name]) == 1 and owners[" ".join(name.split())] <= 1}
    telling = {name for name in single if " " in name or len(sources[name]) <= common}
    return [mention for mention in found if fold(mention.name) in telling]


def _folded_names(head: Head) -> set[str]:
    """The names by which texts mention the document, with blanks in place of underscores."""
    return {fold(" ".join(name.replace("_", " ").split())) for name in (head.title, head.name, *head.aliases)}


def _mentions(reader: Reader, of: str) -> Iterator[Mention]:
    heads = all_heads(reader)
    named = MentionIndex((reader.heads([of]) if of else heads).values())
    paths = sorted(heads)
    for start in range(0, len(paths), _TOGETHER):
        some = paths[start : start + _TOGETHER]
        links: defaultdict[str, set[str]] = defaultdict(set)
        for each in reader.aimed(some):
            links[each.source].add(each.aim.target)
        documents = reader.documents(some)
        for path in some:
            if path in documents:
                yield from named.of(documents[path], links[path])
