"""Index: bring the index of a vault up to date, now or whenever files change."""

from __future__ import annotations

import os
import time
from dataclasses import KW_ONLY, field
from pathlib import Path
from typing import Annotated

from ..filesystem.worktrees import worktree_top
from ..formats.code.grammars import uninstalled_grammars
from ..indexing.grammar_migration import new_missing_grammars_remark
from ..model.value_class import dataclass
from .location import Progress, location_of, silent
from .options import check
from .results.json_fields import INTERNAL, OPTIONAL, WORKTREE, Description, Result
from .results.search_result import FreshnessResult
from .sessions.deleted_worktrees import remove_deleted
from .sessions.index_placement import adopt
from .sessions.vault_session import VaultSession, open_session


@dataclass(frozen=True, slots=True)
class IndexRequest:
    """How much work an update does."""

    _: KW_ONLY
    full: bool = False  # read every file again
    similar: bool = False  # compare all passages for similarity
    file: str = ""  # read only this file of the vault, even if it is unchanged

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexResult(Result):
    """The size of the index after it was brought up to date."""

    vault: Annotated[str, Description("the name of the vault, or of its folder if it has no name")]
    worktree: Annotated[str | None, Description(WORKTREE)] = field(default=None, metadata=OPTIONAL)
    documents: Annotated[int, Description("documents in the index")]
    chunks: Annotated[int, Description("chunks of the documents")]
    embedded: Annotated[int, Description("chunks with a vector")]
    seconds: Annotated[float, Description("duration")]
    index: Annotated[FreshnessResult, Description("as in `search`")]
    made: int = field(default=0, metadata=INTERNAL)  # chunks embedded by this job, those of one text once
    has_failed: bool = field(default=False, metadata=INTERNAL)  # whether the embedding model failed
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncResult(Result):
    """The files that an update read or removed after a change on disk."""

    vault: Annotated[str, Description("the name of the folder")]
    worktree: Annotated[str | None, Description(WORKTREE)] = field(default=None, metadata=OPTIONAL)
    added: Annotated[tuple[str, ...], Description("new files, at most a thousand")]
    changed: Annotated[tuple[str, ...], Description("changed files, at most a thousand")]
    removed: Annotated[tuple[str, ...], Description("deleted files, at most a thousand")]
    seconds: Annotated[float, Description("duration")]
    index: Annotated[FreshnessResult, Description("as above; `index.changed` counts all of them")]
    counts: tuple[int, int, int] = field(default=(0, 0, 0), metadata=INTERNAL)  # files added, changed, removed


def open_to_index(
    folder: Path | None, *, index_dir: Path | None, chunker: str = "", embedder: str = "", force: bool = False
) -> VaultSession:
    """The vault, with another chunker or embedding model where they are named.

    With `force` an index that was built for another folder becomes the index of this one, with a remark on the
    documents that it loses. Removes the indexes of deleted git worktrees, with a remark on each.  Raises as
    `open_session`.
    """
    remarks = adopt(location_of(folder, index_dir=index_dir)) if force else ()
    session = open_session(folder, index_dir=index_dir, chunker=chunker, embedder=embedder)
    session.add_remarks(*remarks, *remove_deleted(os.environ))
    return session


def index_vault(vault: VaultSession, request: IndexRequest, *, progress: Progress = silent) -> IndexResult:
    """Brings the index up to date, however long that takes. Raises IndexBusyError while another process writes."""
    started, made = time.perf_counter(), vault.embeddings.made
    state = vault.sync(full=request.full, similar=request.similar, file=request.file, progress=progress)
    seconds = time.perf_counter() - started
    counts = vault.counts()
    return IndexResult(
        vault=vault.name,
        worktree=worktree_top(vault.root),
        documents=counts.documents,
        chunks=counts.chunks,
        embedded=counts.embedded,
        seconds=round(seconds, 2),
        index=FreshnessResult.of(state),
        made=vault.embeddings.made - made,
        has_failed=vault.config.has_failed(vault.engine),
        remarks=(*state.remarks, *filter(None, (_missing_grammars(vault),))),
    )


def _missing_grammars(vault: VaultSession) -> str:
    """The remark on source files whose symbols need an extra, which the first update has; empty for others."""
    endings = vault.peek(lambda reader: reader.vocabulary("ext"))
    return new_missing_grammars_remark(vault.engine, endings, uninstalled_grammars())
