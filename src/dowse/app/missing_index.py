"""Commands in a folder without an index: the ones about an index make none, and no question makes an empty one."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from ..formats.registry import readable_files
from ..model.errors import MissingFolderError, VaultError
from ..settings.load_settings import settings_of
from .location import VaultLocation, location_of
from .results.search_result import FreshnessResult
from .results.vault_result import LinkCountsResult, ReferenceCountsResult, StatusResult
from .sessions.index_folders import foreign_index, is_indexed
from .sessions.memory_vault import in_memory, is_empty
from .sessions.vault_session import VaultSession, open_session
from .status import NO_DOCUMENTS, skipped_results, status
from .unread_files import frequent_endings
from .vault_files import FolderFiles, unread_files, unread_remarks

_NO_DOCUMENTS = f"has no index and no documents; dowse indexes {readable_files()}"


def open_with_documents(folder: Path | None, *, index_dir: Path | None) -> VaultSession:
    """As `open_session`, for a question about a document. Raises VaultError in a folder without documents and index."""
    place = location_of(folder, index_dir=index_dir)
    if is_empty(place):
        raise VaultError(f"{place.root} {_NO_DOCUMENTS}; name the folder of your notes")
    return open_session(folder, index_dir=index_dir)


def open_or_empty(folder: Path | None, *, index_dir: Path | None, of_document: str = "") -> VaultSession:
    """As `open_session`, for a question about all documents: in a folder without documents and index, the answer comes
    from an empty index in memory, with a remark.

    `of_document` is the command for one document, for the error on a missing folder.
    """
    try:
        place = location_of(folder, index_dir=index_dir)
    except MissingFolderError as error:
        raise error.beside_document(of_document) from error
    if not is_empty(place):
        return open_session(folder, index_dir=index_dir)
    session = in_memory(place)
    session.add_remarks(f"{place.root} {_NO_DOCUMENTS}")
    return session


def open_indexed(folder: Path | None, *, index_dir: Path | None) -> VaultSession:
    """As `open_session`, for work on an index. Raises VaultError where there is none."""
    place = location_of(folder, index_dir=index_dir)
    if not is_indexed(place):
        raise VaultError(f"{place.root} has no index yet; {_advice(place)}")
    return open_session(folder, index_dir=index_dir)


def status_of_folder(folder: Path | None, *, index_dir: Path | None) -> StatusResult:
    """The status of the vault in `folder`, or of the one that the working folder selects; creates no index."""
    place = location_of(folder, index_dir=index_dir)
    if is_indexed(place):
        return status(open_session(folder, index_dir=index_dir, repairs=False))
    settings = settings_of(place.root, environment=os.environ)
    files = FolderFiles(place.root, settings.files)
    walked, listed = files.documents_and_listed()
    count = len(walked.found)
    unread = unread_files(listed, settings.files, dict(walked.skipped))
    remarks = (
        *(place.selection_remarks if folder is None else ()),
        *_foreign_remarks(place.root),
        *unread_remarks(listed),
        f"no index yet; {_advice(place)}" if count else NO_DOCUMENTS,
    )
    return StatusResult(
        vault=place.name,
        folder=str(place.root),
        documents=0,
        pages=0,
        sources=0,
        chunks=0,
        embedded=0,
        embedder=settings.embedder,
        size_bytes=0,
        index=FreshnessResult(state="stale" if count else "fresh", changed=count),
        skipped=skipped_results(walked.skipped),
        odd=(),
        links=LinkCountsResult(total=0, broken=0, ambiguous=0, broken_anchors=0),
        references=ReferenceCountsResult(total=0, resolved=0),
        refused=0,
        coming="",
        coming_embedded=0,
        unconfirmed=(),
        unread=len(unread),
        unread_endings=frequent_endings(unread),
        remarks="; ".join(remarks),
        remark_list=remarks,
    )


def _advice(place: VaultLocation) -> str:
    where = [str(place.root), *(["--index-dir", str(place.index_dir)] if place.index_dir else [])]
    return f"the first search makes one, and so does `{shlex.join(['dowse', 'index', *where])}`"


def _foreign_remarks(root: Path) -> Iterator[str]:
    if (found := foreign_index(root, os.environ)) is not None:
        inside, objection = found
        yield f"the index in {inside} {objection}, so it is not used; `dowse doctor` tells what to do about it"
