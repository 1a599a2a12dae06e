"""Related: the documents around one document, over links, parents, similarity and shared tags."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, replace
from functools import partial

from ..filesystem.worktrees import worktree_top
from ..model.document import Head
from ..model.edge import SIMILAR_TO, Edge
from ..model.qualified_path import addressed
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..search.names.reference import Reference, find_reference, resolve_reference
from .link_neighbours import KINDS, SHARES_TAG, USUAL, RelatedDocument, neighbours, related, unseen
from .location import Progress, silent
from .options import RelationName, check
from .results.document_result import RelatedDocumentResult, RelatedResult, RelationResult
from .results.search_result import FreshnessResult, title_of
from .sessions.similarity_comparison import similarity_threshold
from .sessions.vault_session import VaultSession
from .skipped_files import explaining_files, paths_in

_BOTH_WAYS = frozenset({SIMILAR_TO, SHARES_TAG})


@dataclass(frozen=True, slots=True)
class RelatedRequest:
    """A document, and how far its connections are followed.

    Raises OptionError for an option of a wrong type or out of its range.
    """

    ref: str
    _: KW_ONLY
    depth: int = 2  # hops
    via: tuple[RelationName, ...] = ()  # all but `tags` when empty
    limit: int = 20  # documents

    def __post_init__(self) -> None:
        check(self)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of edges to follow."""
        return frozenset(kind for name in self.via for kind in KINDS[name]) or USUAL

    @property
    def follows_similarity(self) -> bool:
        """Whether similar passages connect documents."""
        return SIMILAR_TO in self.kinds

    @property
    def similarity_query(self) -> str:
        """The query that ranks all documents by their similarity with the given one."""
        return 'like:"{}"'.format(self.ref.replace('"', '\\"'))


def related_documents(vault: VaultSession, request: RelatedRequest, *, progress: Progress = silent) -> RelatedResult:
    """The documents that are connected with the one of the request. Raises RefError for an unknown reference.

    With similarity, passages that were not compared yet are compared first.
    """
    with explaining_files(vault, request.ref):
        found, state = vault.read(
            partial(_related, request, vault.settings.alike),
            shown=lambda found: (found.path,),
            named=[*paths_in(request.ref)],
            similar=request.follows_similarity,
            progress=progress,
        )
    index = FreshnessResult.of(state)
    return replace(
        found,
        vault=vault.name,
        worktree=worktree_top(vault.root),
        index=index,
        remarks=(*state.remarks, *found.remarks),
    )


def _related(request: RelatedRequest, alike: float | None, reader: Snapshot) -> RelatedResult:
    edges = neighbours(reader, request.kinds)
    head, found = related(
        request.ref, reader, depth=request.depth, kinds=request.kinds, limit=request.limit + 1, edges=edges
    )
    shown, named = found[: request.limit], resolve_reference(request.ref, reader)
    left_out = unseen(head, reader, depth=request.depth, kinds=request.kinds, edges=edges)
    return RelatedResult(
        ref=head.path,
        path=head.path,
        title=head.title,
        related=tuple(_results(shown, reader, head.path)),
        index=FreshnessResult(state="fresh", changed=0),
        hint=named.hint,
        is_cut=len(found) > request.limit,
        least_similar=similarity_threshold(reader, alike),
        remarks=tuple(filter(None, [_widening(named), left_out])),
    )


def _widening(named: Reference) -> str:
    """A remark on a reference to a part of a document: its relations are those of the whole document."""
    if named.head is None or named.ref is None or not named.ref.section:
        return ""
    command = f"; `dowse links --of {shlex.quote(str(named.ref))}` lists those that refer to the symbol"
    links = command if named.head.kind == "code" else ""
    rest = f"{named.head.path}, not to {named.ref.section} alone{links}"
    return addressed("these documents are related to the whole of ", rest)


def _results(found: Sequence[RelatedDocument], reader: Snapshot, start: str) -> Iterator[RelatedDocumentResult]:
    between = reader.heads({each.through for each in found})
    names = {path: _plain_name(head, reader) for path, head in between.items()}
    for each in found:
        yield RelatedDocumentResult(
            ref=str(each.ref),
            path=each.head.path,
            title=each.head.title,
            distance=each.distance,
            score=round(each.score, 4),
            via=each.via,
            relations=tuple(_relations(each.edges, start)),
            name=title_of(each.head),
            edges=each.edges,
            through=names.get(each.through, ""),
        )


def _relations(edges: Sequence[Edge], start: str) -> Iterator[RelationResult]:
    """The types of the edges with their directions from the document at the path `start`, each once."""
    found = {(edge.relation, edge.relation in _BOTH_WAYS or edge.source.doc == start) for edge in edges}
    for relation, is_outgoing in sorted(found, reverse=True):
        if relation in _BOTH_WAYS:
            yield RelationResult(relation=relation, direction="both")
        else:
            yield RelationResult(relation=relation, direction="outgoing" if is_outgoing else "incoming")


def _plain_name(head: Head, reader: Snapshot) -> str:
    """The title, or the path where the title may mean another document."""
    title = title_of(head)
    named = find_reference(title, reader, renamed=False)
    return title if named and named.head and named.head.path == head.path and not named.others else head.path
