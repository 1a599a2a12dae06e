"""What a search says beside its hits: that the index is empty or stale, and which files it left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ..analysis.folding import fold
from ..formats.detect import is_read
from ..formats.registry import readable_files
from ..indexing.freshness import staleness
from ..model.qualified_path import outward

if TYPE_CHECKING:
    from ..indexing.freshness import IndexState
    from ..model.hit import Hits
    from ..search.execute import Answer
    from .search_request import SearchRequest
    from .sessions.federation import SearchableVault

_FILE_NAME = re.compile(r"[^\n:*?\"<>|]*\w\.[A-Za-z]\w{0,9}")  # img/harbor map.png
_UNASKED = "the index has no document; a search with a query updates it"
_UNINDEXED = "the vault is not indexed yet; search without --no-heal, or run `dowse index`"


def with_search_remarks(
    state: IndexState,
    vault: SearchableVault,
    request: SearchRequest,
    answer: Answer,
    *,
    is_empty: bool,
    is_for_files: bool,
) -> IndexState:
    """The state with remarks on the index, which may be empty, and on files that the answer lacks.

    Files by their paths alone are in the answer if the search is for files.
    """
    remarks = [*state.remarks]
    if is_empty:
        remarks += _remarks_on_empty(vault, request, is_stale=state.state == "stale")
        state = replace(state, state="stale") if request.is_asked and not request.heal else state
    elif not state.is_first and (unread := staleness(state)):  # a first index has a remark of its own
        remarks.append(unread)
    if not is_for_files:
        remarks += _unread_file_remarks(vault, request.query, answer.hits)
    if vendored := _vendored_remarks(vault, answer):
        remarks += vendored
    elif request.query.strip() and not (answer.total or answer.query.communities or _is_mistaken(answer)):
        text = " ".join((request.query, *(f"kind:{kind}" for kind in request.kind), *request.path))
        is_corrected = bool(answer.unknown.corrected) and not state.is_partial
        remarks += vault.omission_remarks(text, is_corrected=is_corrected)
    return replace(state, remarks=tuple(dict.fromkeys(remarks)))


def _remarks_on_empty(vault: SearchableVault, request: SearchRequest, *, is_stale: bool) -> Iterator[str]:
    """The remark on an index without a document, unless the state of a stale one says it."""
    if not request.is_asked:
        yield _UNASKED
    elif not request.heal:
        yield _UNINDEXED
    elif not is_stale:
        folders = ", ".join(map(str, vault.roots.values()))
        yield f"0 documents in {folders}; dowse indexes {readable_files()}"


def _unread_file_remarks(vault: SearchableVault, query: str, hits: Hits) -> Iterator[str]:
    """The remark on the file, such as an image or a minified script, whose name or path is the query."""
    name = query.strip().removeprefix("!").removeprefix("[[").removesuffix("]]").strip('"')
    wanted = f"/{fold(name).removeprefix('./').removeprefix('/')}"
    is_found = is_read(name) and any(f"/{fold(hit.ref.doc)}".endswith(wanted) for hit in hits)
    if _FILE_NAME.fullmatch(name) and not is_found:
        found = (
            (vault_name, head.path)
            for vault_name, each in vault.vaults.items()
            for head in each.unread_files()
            if f"/{fold(head.path)}".endswith(wanted)
        )
        is_alone = len(vault.vaults) == 1
        if paths := [path if is_alone else outward(vault_name, path) for vault_name, path in found]:
            where = "" if is_alone else " in a search of that vault alone"
            others = f" and {len(paths) - 1:,} more" if len(paths) > 1 else ""
            yield f"dowse knows the file {paths[0]}{others} by path alone; kind:file {name} finds it{where}"


def _vendored_remarks(vault: SearchableVault, answer: Answer) -> tuple[str, ...]:
    """The remarks on symbols that the query names and only source code of others defines."""
    from .vendored_definitions import named_symbols, vendored_remarks  # noqa: PLC0415  # parses files

    names = () if answer.total and not answer.notes else named_symbols(answer.query.where)
    found = (remark for each in vault.vaults.values() for remark in vendored_remarks(each, names))
    return tuple(dict.fromkeys(found)) if names else ()


def _is_mistaken(answer: Answer) -> bool:
    """Whether the query has a syntax error or an unknown name, which is not that of a symbol or a file."""
    from .sessions.omission_remarks import has_code_field  # noqa: PLC0415  # loaded with the vault

    return bool(answer.query.notes) and not has_code_field(answer.query.text)
