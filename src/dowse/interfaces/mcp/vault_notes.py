"""The notes of an answer without a vault on vaults other than the default one that have what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ...app.find import FindRequest, find
from ...app.location import Progress, VaultLocation
from ...app.results.search_result import SearchResult
from ...app.search import search
from ...app.search_request import SearchRequest
from ...app.sessions.workspace import Workspace
from ...model.errors import DowseError, VaultError

if TYPE_CHECKING:  # numpy is imported with the first call of a tool
    from ...app.sessions.vault_session import VaultSession

_MOST_WORDS = 3  # unknown words that are looked for


def files_elsewhere(workspace: Workspace, request: FindRequest, progress: Progress) -> str:
    """The note on the vaults that have files where the default one has none; empty for none."""
    found: list[str] = []
    for name in workspace.names[1:]:
        with suppress(DowseError):  # such as a mistake in its settings, which the request is not about
            result = find(workspace.selected(name), request, opened=partial(_if_open, workspace), progress=progress)
            found += [f"{name} ({result.total:,})"] if result.total else []
    return _note(found)


def words_elsewhere(workspace: Workspace, request: SearchRequest, result: SearchResult, progress: Progress) -> str:
    """The note on the open vaults with hits by word where the default one has none, or with words of the query that no
    document of the default one contains; empty for none.
    """
    if result.total and not result.unknown_words:
        return ""
    found: list[str] = []
    for name in workspace.names[1:]:
        with suppress(DowseError):  # as above
            if (session := workspace.cached(name)) is None:
                continue
            counts = list(_counts(session, request, result, progress))
            found += [f"{name} ({', '.join(counts)})"] if counts else []
    return _note(found)


def _counts(session: VaultSession, request: SearchRequest, result: SearchResult, progress: Progress) -> Iterator[str]:
    """The number of hits by word; of a query with hits elsewhere, that for each unknown word."""
    for word in result.unknown_words[:_MOST_WORDS] if result.total else ("",):
        asked = replace(request, query=word or request.query, limit=1, mode="fulltext", heal=False)
        if not (answer := search(session, asked, progress=progress)).searched_for and answer.total:
            yield f"{word!r} {answer.total:,}" if word else f"{answer.total:,}"


def _if_open(workspace: Workspace, place: VaultLocation) -> AbstractContextManager[VaultSession]:
    """The vault of the workspace if it is open: no vault is indexed for a note. Raises VaultError."""
    if session := workspace.cached(place.name):
        return nullcontext(session)
    raise VaultError(f"{place.name} is not open")


def _note(found: list[str]) -> str:
    return f"found in the vault {', '.join(found)}; pass its name as `vault`" if found else ""
