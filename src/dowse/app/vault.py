"""The public API: a vault, opened, with a method for each question."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import Self

from ..model.errors import VaultError
from ..model.folder_path import expanded
from ..model.search_mode import ModeName, canonical_mode
from .communities import CommunitiesRequest, communities
from .cypher_query import CypherRequest, query_graph
from .facets import facets
from .find import FindRequest, find
from .get import GetRequest, get
from .index import IndexRequest, IndexResult, index_vault
from .links import LinksRequest, list_links
from .location import Progress, location_of, silent
from .options import LINK_STATES, RELATION_NAMES, choices, numbers, texts
from .outline import OutlineRequest, outline
from .pagerank import PagerankRequest, rank_documents
from .related import RelatedRequest, related_documents
from .results.document_result import FileResult, PassageResult, RelatedResult
from .results.graph_result import CommunityList, CypherResult, FacetsResult, RankedDocumentList
from .results.link_result import LinkList
from .results.outline_result import OutlineResult
from .results.search_result import SearchResult, WhyNotResult
from .results.symbol_result import SymbolResult
from .results.vault_result import StatusResult
from .search import search
from .search_request import SearchRequest
from .sessions.vault_session import VaultSession, open_session
from .status import status
from .why_not import WhyNotRequest, why_not


def open_vault(
    folder: Path | str | None = None,
    *,
    index_dir: Path | str | None = None,
    chunker: str = "",
    embedder: str = "",
    progress: Progress = silent,
) -> Vault:
    """Opens the vault in `folder`; without a folder the one around the working folder, or the default vault.

    The first search, or `index`, creates the index in the vault, unless `index_dir` names another folder. `chunker`
    and `embedder` override the settings.  `progress(what, done, total)` is called during long work.
    Raises VaultError for a missing folder, SettingsError for a mistake in the settings or an unknown name, and
    StorageError when the index cannot be written.
    """
    for name, path in (("folder", folder), ("index_dir", index_dir)):
        if path == "":  # pathlib reads it as the working folder
            raise VaultError(f"{name} is an empty path; pass '.' for the working folder")
    root = None if folder is None else expanded(folder)
    place = None if index_dir is None else Path(index_dir)
    return Vault(open_session(root, index_dir=place, chunker=chunker, embedder=embedder), progress)


class Vault:
    """An open vault. Safe to use from several threads; never writes notes. A context manager, which closes the index.

    Results are values with `to_dict()`, which returns the JSON that docs/output.md lists.  `find` reads the files and
    `status` the index as it is.  Every other question first updates the index, as far as a fraction of a second
    allows; the first such question indexes the whole vault.
    """

    def __init__(self, session: VaultSession, progress: Progress = silent) -> None:
        self._opened: VaultSession | None = session
        self._progress = progress

    @property
    def _session(self) -> VaultSession:
        if self._opened is None:
            raise VaultError("the vault is closed; open it again with open_vault")
        return self._opened

    @property
    def name(self) -> str:
        """The registered name of the vault, or the name of its folder."""
        return self._session.name

    @property
    def root(self) -> Path:
        """The folder of the vault."""
        return self._session.root

    def search(  # noqa: PLR0913  # the options of a search
        self,
        query: str,
        *,
        limit: int | None = None,
        path: str | Sequence[str] = (),
        tag: str | Sequence[str] = (),
        type: str | Sequence[str] = (),  # noqa: A002  # the name of the option everywhere
        kind: str | Sequence[str] = (),
        exclude_type: str | Sequence[str] = (),
        archived: bool = False,
        all: bool = False,  # noqa: A002  # as above
        profile: str | None = None,
        mode: ModeName | None = None,
        min_score: float | None = None,
        min_similarity: float | None = None,
        weights: Sequence[float] | None = None,
        rerank: bool | None = None,
        expand: bool | None = None,
        time_boost: bool | None = None,
        time_limit: float | None = None,
        explain: bool = False,
    ) -> SearchResult:
        """The hits for the query, best first; the options are those of `dowse search`, None is the profile's default.

        The query never fails: its mistakes are in `result.notes`.  Raises SettingsError for an unknown profile.
        """
        request = SearchRequest(
            query,
            limit=limit,
            path=texts("path", path),
            tag=texts("tag", tag),
            type=texts("type", type),
            kind=texts("kind", kind),
            exclude_type=texts("exclude_type", exclude_type),
            archived=archived,
            all=all,
            profile=profile,
            mode=canonical_mode(mode),
            min_score=min_score,
            min_similarity=min_similarity,
            weights=numbers("weights", weights),
            rerank=rerank,
            expand=expand,
            time_boost=time_boost,
            time_limit=time_limit,
            explain=explain,
            marks=True,
        )
        return search(self._session, request, progress=self._progress)

    def find(  # noqa: PLR0913  # as above
        self,
        pattern: str = "",
        *,
        path: str | Sequence[str] = (),
        tag: str | Sequence[str] = (),
        type: str | Sequence[str] = (),  # noqa: A002  # as above
        kind: str | Sequence[str] = (),
        properties: str | Sequence[str] = (),
        modified: str | None = None,
        limit: int = 50,
    ) -> tuple[FileResult | SymbolResult, ...]:
        """The files with that name or glob and these properties, newest first, and then the folders; without an index.

        With `symbol:NAME`, a kind of symbols, or the name of one that no file has: the symbols of source code.
        Raises FilterError for a property or a time that cannot be read.
        """
        request = FindRequest(
            pattern,
            path=texts("path", path),
            tag=texts("tag", tag),
            type=texts("type", type),
            kind=texts("kind", kind),
            properties=texts("properties", properties),
            modified=modified,
            limit=limit,
        )
        places = [location_of(self.root)]
        return find(places, request, opened=lambda _: nullcontext(self._session), progress=self._progress).listed

    def get(self, ref: str, *, links: bool = False) -> PassageResult:
        """The document, section or lines behind a reference; with `links`, also the links of the document.

        Raises RefError, with the nearest name, for an unknown reference.
        """
        return get(self._session, GetRequest(ref, links=links), progress=self._progress)

    def outline(self, ref: str) -> OutlineResult:
        """The headings or symbols behind a reference, with their lines. Raises RefError for an unknown reference."""
        return outline(self._session, OutlineRequest(ref), progress=self._progress)

    def related(self, ref: str, *, depth: int = 2, via: str | Sequence[str] = (), limit: int = 20) -> RelatedResult:
        """The documents within `depth` hops; `via` names `references`, `parents`, `similar` or `tags`.

        Raises RefError for an unknown reference.
        """
        request = RelatedRequest(ref, depth=depth, via=choices("via", via, RELATION_NAMES), limit=limit)
        return related_documents(self._session, request, progress=self._progress)

    def links(self, *, of: str = "", states: str | Sequence[str] = ()) -> LinkList:
        """The links of the vault, or of one document; only those that are `ok`, `broken` or `ambiguous`, as named."""
        request = LinksRequest(of=of, states=choices("states", states, LINK_STATES))
        return list_links(self._session, request, progress=self._progress)

    def why_not(
        self, ref: str, query: str, *, profile: str | None = None, mode: ModeName | None = None
    ) -> WhyNotResult:
        """Why the query does not find the document, and the changes that would. Raises RefError."""
        request = SearchRequest(query, profile=profile, mode=canonical_mode(mode))
        return why_not(self._session, WhyNotRequest(ref, request), progress=self._progress)

    def communities(self, *, path: str | Sequence[str] = (), least: int = 2, limit: int = 20) -> CommunityList:
        """The clusters of at least `least` linked and similar documents, the largest first."""
        request = CommunitiesRequest(path=texts("path", path), least=least, limit=limit)
        return communities(self._session, request, progress=self._progress)

    def pagerank(self, *, limit: int = 20) -> RankedDocumentList:
        """The documents with the highest PageRank."""
        return rank_documents(self._session, PagerankRequest(limit), progress=self._progress)

    def facets(self) -> FacetsResult:
        """The values of the fields by which documents can be filtered, the most frequent first."""
        return facets(self._session, progress=self._progress)

    def cypher(self, query: str, *, rows: int = 1000, seconds: float = 10.0) -> CypherResult:
        """The table of a Cypher query over the link graph. Raises CypherError for a mistake or a timeout."""
        return query_graph(self._session, CypherRequest(query, rows=rows, seconds=seconds), progress=self._progress)

    def status(self) -> StatusResult:
        """The size and the state of the index; indexes nothing."""
        return status(self._session)

    def index(self, *, full: bool = False, similar: bool = False) -> IndexResult:
        """Updates the index completely, however long that takes; `full` reads all files, `similar` compares passages.

        Raises IndexBusyError while another process writes the index.
        """
        return index_vault(self._session, IndexRequest(full=full, similar=similar), progress=self._progress)

    def close(self) -> None:
        """Closes the index; later calls raise VaultError."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.close()
