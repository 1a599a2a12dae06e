"""Links: their states, the links of one document, documents without links, and mentions without a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, replace
from functools import cache, partial
from math import inf

from ..formats.markdown.wikilinks import pointers
from ..formats.plaintext.adoc_links import written_adoc_links
from ..formats.plaintext.org_links import written_org_links
from ..formats.plaintext.sphinx_links import written_roles
from ..graph.export import ExportedGraph, graph_json, graphml
from ..model.errors import RefError
from ..model.line_numbers import lines
from ..model.qualified_path import addressed, joined
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..search.all_documents import all_heads
from ..search.names.reference import Reference, hidden_symbol_hint, resolve_reference
from .get import DocumentLinks, files_beside, linked_part, links_of
from .link_report import doubtful, link_statuses, mentions, orphans
from .location import Progress, silent
from .options import LinkState, check
from .results.link_result import (
    LinkedDocument,
    LinkList,
    LinkStatusResult,
    MentionList,
    MentionResult,
    OrphanList,
    OrphanResult,
)
from .sessions.similarity_comparison import COMPARISON_SECONDS
from .sessions.vault_session import VaultSession
from .skipped_files import explaining_files, paths_in
from .vault_files import FileLookup

_MARKDOWN_KINDS = frozenset({"markdown", "embed"})
_SPHINX_KINDS = frozenset({"doc", "ref", "pep", "rfc"})
_ORG_KINDS = frozenset({"file", "node"})
_ADOC_KINDS = frozenset({"xref", "macro"})
_WRITTEN_KINDS = _MARKDOWN_KINDS | _SPHINX_KINDS | _ORG_KINDS | _ADOC_KINDS


@dataclass(frozen=True, slots=True)
class GraphExport:
    """The graph of a vault."""

    documents: int
    text: str = ""  # GraphML
    data: ExportedGraph | None = None  # node-link JSON
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinksRequest:
    """The links to list. Raises OptionError for an option of a wrong type, and for an unknown state."""

    _: KW_ONLY
    of: str = ""  # a reference to a document or to a symbol; all documents when empty
    states: tuple[LinkState, ...] = ()  # all when empty

    def __post_init__(self) -> None:
        check(self)


def list_links(
    vault: VaultSession, request: LinksRequest, *, progress: Progress = silent, is_whole: bool = False
) -> LinkList:
    """The links of the vault, or of one document. Raises RefError for an unknown reference.

    With `is_whole` all changed files are read first, however long that takes.
    """
    with explaining_files(vault, request.of):
        question = partial(_listed, request, files_beside(vault))
        found, state = vault.read(question, progress=progress, seconds=inf if is_whole else COMPARISON_SECONDS)
    return replace(found, remarks=state.remarks)


def _listed(request: LinksRequest, files: FileLookup, reader: Snapshot) -> LinkList:
    path, hint = _document(request.of, reader)
    states = request.states
    if path or not states or "ok" in states:
        links = link_statuses(reader, [path] if path else None, files=files)
    else:
        links = doubtful(reader, files=files)
    return LinkList(
        _with_syntax([each for each in links if not states or each.state in states], reader, is_of_wrong_ones=True),
        path,
        hint,
        documents=reader.counts().documents,
        orphans=0 if path or states else len(orphans(reader)),
    )


def linked_document(vault: VaultSession, of: str, *, progress: Progress = silent) -> LinkedDocument:
    """The links of a document in both directions. Raises RefError for an unknown reference."""
    with explaining_files(vault, of):
        (links, hint), state = vault.read(
            partial(_linked, of, files_beside(vault)),
            shown=lambda found: (found[0].path,),
            named=[*paths_in(of)],
            progress=progress,
        )
    return LinkedDocument(links.path, links.symbol, links.out, links.back, links.titles, hint, state.remarks)


def _linked(of: str, files: FileLookup, reader: Snapshot) -> tuple[DocumentLinks, str]:
    named = resolve_reference(of, reader)
    if named.head is None:
        raise RefError(named.hint)
    links = links_of(linked_part(named, named.head), reader, files)
    links = replace(links, out=_with_syntax(links.out, reader))
    return links, joined((named.hint, hidden_symbol_hint(named, reader), links.hint, _widening(named, links)))


def _widening(named: Reference, links: DocumentLinks) -> str:
    """The hint on a section of a note: its links are listed with those of the whole note."""
    section = named.ref.section if named.ref is not None and not links.symbol else ""
    return addressed("these are the links of the whole of ", f"{links.path}, not of {section} alone") if section else ""


def list_orphans(vault: VaultSession, *, progress: Progress = silent) -> OrphanList:
    """The documents without links, after all changed files were read; similarity is no link."""
    found, state = vault.read(orphans, progress=progress, seconds=inf)
    return OrphanList(tuple(map(OrphanResult.of, found)), state.remarks)


def list_mentions(vault: VaultSession, *, of: str = "", progress: Progress = silent) -> MentionList:
    """The places that name a document, or the one that `of` refers to, without a link to it."""
    with explaining_files(vault, of):
        found, state = vault.read(partial(_mentioned, of), progress=progress)
    return replace(found, remarks=state.remarks)


def _mentioned(of: str, reader: Snapshot) -> MentionList:
    path, hint = _document(of, reader)
    found = tuple(
        MentionResult(source=each.source, target=each.target, name=each.name, line=each.line)
        for each in mentions(reader, path)
    )
    heads = reader.heads({each.target for each in found})
    return MentionList(found, path, hint, {name: head.title for name, head in heads.items()})


def export_graph(vault: VaultSession, *, as_graphml: bool, progress: Progress = silent) -> GraphExport:
    """The whole graph, similarity included, as GraphML or as node-link data."""
    found, state = vault.read(partial(_exported, as_graphml=as_graphml), similar=True, seconds=inf, progress=progress)
    return replace(found, remarks=state.remarks)


def _exported(reader: Snapshot, *, as_graphml: bool) -> GraphExport:
    heads, edges = list(all_heads(reader).values()), reader.edges()
    if as_graphml:
        return GraphExport(len(heads), text="".join(graphml(heads, edges)))
    return GraphExport(len(heads), data=graph_json(heads, edges))


def _document(of: str, reader: Snapshot) -> tuple[str, str]:
    """The path of the document that the reference names, and a hint on the reference."""
    if not of:
        return "", ""
    named = resolve_reference(of, reader)
    if named.head is None:
        raise RefError(named.hint)
    return named.head.path, named.hint


def _with_syntax(
    links: Sequence[LinkStatusResult], reader: Snapshot, *, is_of_wrong_ones: bool = False
) -> tuple[LinkStatusResult, ...]:
    """The links, with their text except for wikilinks, which the index keeps in the documents alone.

    With `is_of_wrong_ones`, of links of a vault only those that are listed one by one.
    """
    shown = [each for each in links if each.kind in _WRITTEN_KINDS and not (is_of_wrong_ones and each.state == "ok")]
    documents = reader.documents({each.source for each in shown})
    texts = {path: lines(document.text) for path, document in documents.items()}

    @cache  # a line may have thousands of links
    def written(path: str, line: int) -> Mapping[tuple[str, str], str]:
        text = texts.get(path, ())
        return _markdown_links(text[line - 1]) if 0 < line <= len(text) else {}

    @cache
    def roles(path: str, line: int) -> Mapping[tuple[str, str], str]:
        return written_roles("\n".join(texts.get(path, ())[line - 1 : line + 1]))

    @cache
    def org_links(path: str, line: int) -> Mapping[tuple[str, str, str], str]:
        return written_org_links("\n".join(texts.get(path, ())[line - 1 : line + 1]))

    @cache
    def adoc_links(path: str, line: int) -> Mapping[tuple[str, str, str], str]:
        return written_adoc_links("\n".join(texts.get(path, ())[line - 1 : line + 1]))

    def syntax(each: LinkStatusResult) -> str:
        place = each.source, each.line
        if each.kind in _SPHINX_KINDS:
            return roles(*place).get((each.kind, each.written), "")
        if each.kind in _ORG_KINDS:
            return org_links(*place).get((each.kind, each.written, each.anchor), "")
        if each.kind in _ADOC_KINDS:
            return adoc_links(*place).get((each.kind, each.written, each.anchor), "")
        return written(*place).get((each.written, each.anchor), "")

    found = {each: syntax(each) for each in shown}
    return tuple(replace(each, syntax=found.get(each, "")) for each in links)


def _markdown_links(line: str) -> Mapping[tuple[str, str], str]:
    """The Markdown links and definitions of a line of text by target and anchor, without one of several lines."""
    found: dict[tuple[str, str], str] = {}
    for each in pointers(line):
        start, end = each.span
        if line[end - 1 : end] == ")":
            found.setdefault((each.target, each.anchor), line[start - (each.kind == "embed") : end])
        elif line.startswith(("<a ", "<img "), start):
            found.setdefault((each.target, each.anchor), line[start:end])
        elif line[:start].rstrip(" ").endswith("]:"):  # a definition, whose span is that of its target
            found.setdefault((each.target, each.anchor), line[:end].strip())
    return found
