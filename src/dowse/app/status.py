"""Status: the size and the state of an index, its links and the files that were skipped."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..engines.registry import storage_at
from ..formats.code.grammars import uninstalled_grammars
from ..formats.registry import is_no_text, readable_files
from ..indexing.grammar_migration import missing_grammars_remark
from ..model.errors import DowseError, IndexDamagedError, VaultError
from ..model.value_class import dataclass
from ..ports.questions import VocabularyQuestion
from ..settings.vault_lookup import registry
from ..settings.vaults import RegisteredVault
from .link_report import NONE_DOUBTFUL, doubtful_counts
from .location import location_of
from .options import check
from .results.search_result import FreshnessResult
from .results.server_result import ServedVaultResult
from .results.vault_result import (
    FileWarningResult,
    LinkCountsResult,
    ReferenceCountsResult,
    RegisteredVaultResult,
    SkippedFileResult,
    StatusResult,
)
from .sessions.index_folders import is_indexed
from .sessions.index_placement import cache_remark
from .sessions.vault_session import VaultSession, open_session
from .sessions.workspace import Workspace
from .unread_files import frequent_endings
from .vault_files import FileLookup, others_in

NO_DOCUMENTS = f"no index and no documents; dowse indexes {readable_files()}"
_UNINDEXED = "not indexed yet; the first search indexes it"


@dataclass(frozen=True, slots=True)
class StatusRequest:
    """The facts to report."""

    links: bool = True  # whether broken links are counted

    def __post_init__(self) -> None:
        check(self)


_EVERYTHING = StatusRequest()
_ENDINGS = VocabularyQuestion("ext")


def status(vault: VaultSession, request: StatusRequest = _EVERYTHING) -> StatusResult:
    """The state of the index; indexes nothing."""
    found = vault.status()
    counts, index = found.counts, found.index
    files = FileLookup(partial(others_in, found.listed, vault.settings.files), vault.files.has)
    wrong, endings = vault.peek(
        lambda reader: (
            doubtful_counts(reader, files=files) if request.links else NONE_DOUBTFUL,
            reader.vocabulary("ext"),
        ),
        (_ENDINGS,),
    )
    missing = missing_grammars_remark(endings, uninstalled_grammars())
    stored = storage_at(found.index_folder)
    is_stored = stored.exists()  # not that of a vault without documents
    place = cache_remark(vault.root, vault.folder, os.environ) if is_stored else NO_DOCUMENTS
    remarks = (*index.remarks, *filter(None, (missing, place)))
    return StatusResult(
        vault=found.vault,
        folder=str(found.folder),
        documents=counts.documents,
        pages=counts.pages,
        sources=counts.sources,
        chunks=counts.chunks,
        embedded=counts.embedded,
        embedder=found.embedder,
        size_bytes=stored.size() or counts.size_bytes,
        index=FreshnessResult.of(index),
        skipped=skipped_results(found.skipped),
        odd=tuple(FileWarningResult(path=path, what=what) for path, what in found.odd),
        links=LinkCountsResult(
            total=counts.links,
            broken=wrong.broken,
            ambiguous=wrong.ambiguous,
            broken_anchors=wrong.broken_anchors,
        ),
        references=ReferenceCountsResult(total=counts.references, resolved=counts.resolved),
        refused=counts.refused,
        coming=found.next_embedder,
        coming_embedded=found.next_embedded,
        unconfirmed=found.unconfirmed,
        unread=len(found.unread),
        unread_endings=frequent_endings(found.unread),
        remarks="; ".join(remarks),
        index_folder=str(found.index_folder) if is_stored else "",
        remark_list=remarks,
    )


def skipped_results(skipped: Iterable[tuple[str, str]]) -> tuple[SkippedFileResult, ...]:
    """The skipped files with the reasons, without those that nobody takes for text."""
    return tuple(SkippedFileResult(path=path, why=why) for path, why in skipped if not is_no_text(path, why))


def served_vaults(workspace: Workspace) -> tuple[ServedVaultResult, ...]:
    """The vaults of a server, the first of them the default. Opens no index."""
    default = workspace.name_of()
    return tuple(
        ServedVaultResult(name=name, folder=str(place.root), default=name == default)
        for name, place in workspace.places.items()
    )


def served_statuses(workspace: Workspace, names: str) -> tuple[tuple[StatusResult, ...], tuple[str, ...]]:
    """The status of each selected vault of a server, or of all, and the optional vaults left out, with the reason.

    Raises VaultError when all are left out.
    """
    found: list[StatusResult] = []
    omissions: list[str] = []
    for place in workspace.selected(names) if names else workspace.optional_places:
        try:
            found.append(replace(status(workspace.vault(place.name)), vault=place.name))
        except DowseError as error:
            if not place.is_optional:
                raise
            omissions.append(f"{place.name} was left out: {error}")
    if not found:
        raise VaultError("\n".join(omissions))
    return tuple(found), tuple(omissions)


def registered_vaults(*, index_dir: Path | None, links: bool = False) -> tuple[RegisteredVaultResult, ...]:
    """Every registered vault with its status; creates no index."""
    known = registry(os.environ)
    return tuple(_entry(each, index_dir, is_default=each.name == known.default, links=links) for each in known.vaults)


def _entry(each: RegisteredVault, index_dir: Path | None, *, is_default: bool, links: bool) -> RegisteredVaultResult:
    found, state, why = _asked(each, index_dir, links=links)
    return RegisteredVaultResult(
        name=each.name,
        folder=str(each.folder),
        default=is_default,
        documents=found.documents if found else None,
        state=found.index.state if found else state,
        why=why,
        status=found,
    )


def _asked(each: RegisteredVault, index_dir: Path | None, *, links: bool) -> tuple[StatusResult | None, str, str]:
    try:
        each.present()
    except VaultError as error:
        return None, "gone", str(error)
    try:
        if not is_indexed(location_of(each.folder, index_dir=index_dir)):
            return None, "unindexed", _UNINDEXED
        with closing(open_session(each.folder, index_dir=index_dir, repairs=False)) as vault:
            return status(vault, StatusRequest(links=links)), "indexed", ""
    except IndexDamagedError as error:
        return None, "damaged", str(error)
    except DowseError as error:
        return None, "refused", str(error)
