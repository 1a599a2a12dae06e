"""Search: the ranked hits of a query in one vault or in several."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from ..filesystem.worktrees import worktree_top
from ..indexing.garbage_collection import without_collection
from ..model.kinds import UNREAD
from ..model.value_class import dataclass
from ..query.ast import MatchAll, Note
from .client_remarks import for_client
from .location import Progress, silent
from .options import MOST_OVER_WIRE
from .results.json_fields import Json
from .results.search_result import (
    CommunityResult,
    FreshnessResult,
    HitResult,
    NoteResult,
    SearchResult,
    title_of,
)
from .results.trace_result import FilterResult, SettingResult, StepResult, UnusedStepResult
from .search_remarks import with_search_remarks
from .search_request import SearchRequest, selects_files

if TYPE_CHECKING:
    from ..formats.code.syntax import SyntaxSpan
    from ..indexing.freshness import IndexState
    from ..model.hit import Hits
    from ..model.ref import Ref
    from ..ports.storage import Reader
    from ..search.execute import Answer, Execution, Request
    from ..search.graph_analytics import Community
    from ..search.profile import Profile
    from .sessions.federation import SearchableVault

_MOST_FILES = 50  # candidates of each list in a search for files
_SO_FAR = "no match so far"


@without_collection()  # the answer holds the hits of each step until it ends
def search(vault: SearchableVault, request: SearchRequest, *, progress: Progress = silent) -> SearchResult:
    """The hits for the query. Changed files are read first, as far as time allows.

    The query itself never fails: its mistakes are notes. Raises SettingsError for an unknown profile, and StorageError
    or ModelError when index or model cannot be used.
    """
    started = time.perf_counter()
    asked, profile = request.planned(vault.settings)
    is_alone = len(vault.vaults) == 1 and profile is vault.settings.default_profile
    if is_for_files := is_alone and selects_files(request):
        profile = _profile_of_files(vault, asked)
    reads = partial(_with_reads, syntax=request.syntax)
    heal = request.heal and request.is_asked
    (answer, extra), state = vault.execute(asked, profile, reads, heal=heal, progress=progress)
    state = with_search_remarks(state, vault, request, answer, is_empty=extra.is_empty, is_for_files=is_for_files)
    took_ms = (time.perf_counter() - started) * 1e3
    return result_of(answer, state, vault, request, extra, took_ms=took_ms)


def _profile_of_files(vault: SearchableVault, request: Request) -> Profile:
    """The profile for files that are known by their paths alone."""
    from ..retrieval.file_texts import UnreadFiles  # noqa: PLC0415  # they bring numpy
    from ..search.kind_profiles import file_profile  # noqa: PLC0415

    wanted = request.offset + (request.limit or request.default_limit or _MOST_FILES)
    listing = UnreadFiles(vault.unread_files)
    return file_profile((UNREAD,), request.mode, candidates=max(wanted, _MOST_FILES), least=0.0, listing=listing)


@dataclass(frozen=True, slots=True)
class _Extra:
    """Facts beside an answer that are read from the same snapshot."""

    communities: tuple[CommunityResult, ...] = ()
    is_empty: bool = False  # whether the index has no document
    dead: frozenset[str] = frozenset()  # documents among the hits whose address was dead at the last check
    syntax: Mapping[Ref, tuple[SyntaxSpan, ...]] = field(default_factory=dict)  # of the snippets in source code


_NO_EXTRA = _Extra()


def _with_reads(execution: Execution, *, syntax: bool) -> tuple[Answer, _Extra]:
    answer, reader = execution.answer, execution.run.reader
    communities = tuple(communities_of(answer.communities, reader)) if answer.communities else ()
    is_empty = not answer.hits and not communities and not reader.count(MatchAll())
    from ..search.dead_sources import dead_among  # noqa: PLC0415  # a handshake does without it

    shown = (*answer.hits, *(answer.nearest or ()))
    dead = dead_among((hit.head for hit in shown), reader)
    if not syntax:
        return answer, _Extra(communities, is_empty, dead)
    from .code_syntax import snippet_syntax  # noqa: PLC0415  # for one interface

    return answer, _Extra(communities, is_empty, dead, snippet_syntax(shown, reader))


def communities_of(found: tuple[Community, ...], reader: Reader) -> Iterator[CommunityResult]:
    """The communities with the titles of their central documents."""
    heads = reader.heads([path for each in found for path in each.central])
    for each in found:
        yield CommunityResult(
            id=each.id,
            size=each.size,
            label=each.label,
            members=each.members,
            central=each.central,
            titles=tuple((path, title_of(heads[path])) for path in each.central if path in heads),
        )


def result_of(
    answer: Answer,
    state: IndexState,
    vault: SearchableVault,
    request: SearchRequest,
    extra: _Extra = _NO_EXTRA,
    *,
    took_ms: float,
) -> SearchResult:
    """The answer as a result, with as much explanation as the request asks for."""
    explain, vaults = request.explain or request.pipeline, vault.names

    def results(hits: Hits) -> tuple[HitResult, ...]:
        return tuple(
            HitResult.of(
                hit,
                vaults=vaults,
                explain=explain,
                marks=request.marks,
                syntax=extra.syntax.get(hit.ref),
                is_dead=hit.head.path in extra.dead,
            )
            for hit in hits
        )

    return SearchResult(
        query=answer.query.text,
        vault=vault.name,
        worktree=worktree_top(*vault.roots.values()),
        profile=answer.profile,
        mode=answer.mode,
        took_ms=round(took_ms, 1),
        total=answer.total,
        total_is_minimum=answer.hit_count.is_minimum or None,
        folded=answer.folded or None,
        index=FreshnessResult.of(state),
        notes=tuple(
            NoteResult(at=note.at, hint=for_client(note.hint, request.interface))
            for note in (*_limit_notes(answer, request), *_notes(answer, state))
        ),
        hits=results(answer.hits[request.offset or 0 : request.most]),
        nearest=None if answer.nearest is None else results(answer.nearest),
        did_you_mean=None if state.is_partial else answer.unknown.corrected or None,
        searched_for=answer.searched_for or None,
        is_weak=answer.is_weak,
        absence=_SO_FAR if state.is_partial else answer.absence,
        nearest_of=answer.nearest_of,
        asks_nothing=not answer.query.text.strip() and answer.options == MatchAll(),
        communities=extra.communities if answer.query.communities else None,
        reading=answer.reading if explain else None,
        filters=tuple(map(FilterResult.of, answer.filters)) if explain else None,
        settings=tuple(SettingResult.of(each) for each in answer.settings) if explain else None,
        steps=tuple(map(StepResult.of, answer.steps)) if explain else None,
        unused=tuple(UnusedStepResult(name=each.name, reason=each.reason) for each in answer.unused)
        if explain
        else None,
        pipeline=_pipeline(answer, vault, request, took_ms),
        toml=_toml(request),
        remarks=state.remarks,
        mistakes=tuple(NoteResult(at=note.at, hint=note.hint) for note in _lasting(answer.query.notes, answer, state)),
        is_list=answer.is_list,
        by_word=answer.hit_count.by_word,
        query_limit=answer.query.limit,
        unknown_words=answer.unknown.words,
    )


def _limit_notes(answer: Answer, request: SearchRequest) -> Iterator[Note]:
    """The note on a limit in the query above that of the interface, if it leaves out hits."""
    most = MOST_OVER_WIRE if request.most is None and request.offset is not None else request.most
    if most and answer.total > most < (answer.query.limit or 0):
        at = answer.query.text.casefold().find("limit:")
        yield Note(
            max(at, 0), f"limit: is at most {most} here; the answer has the first {most} of {answer.total:,} hits"
        )


def _notes(answer: Answer, state: IndexState) -> tuple[Note, ...]:
    """The notes and then the remarks; the remarks first while they say that files or symbols may not be read yet."""
    notes, remarks = _lasting(answer.notes, answer, state), tuple(Note(0, remark) for remark in state.remarks)
    return (*remarks, *notes) if _may_change(answer, state) else (*notes, *remarks)


def _lasting(notes: tuple[Note, ...], answer: Answer, state: IndexState) -> tuple[Note, ...]:
    """The notes, without those that become untrue once all files are read, or all symbols."""
    if not _may_change(answer, state):
        return notes
    return tuple(
        replace(note, hint=note.so_far) if note.so_far else note
        for note in notes
        if note.so_far or not note.is_about_index
    )


def _may_change(answer: Answer, state: IndexState) -> bool:
    """Whether files are missing, or symbols for which the query asks."""
    from .sessions.omission_remarks import has_code_field  # noqa: PLC0415  # loaded with the vault

    return state.is_partial or bool(state.without_symbols and has_code_field(answer.query.text))


def _pipeline(answer: Answer, vault: SearchableVault, request: SearchRequest, took_ms: float) -> dict[str, Json] | None:
    if not request.pipeline:
        return None
    from .pipeline_trace import pipeline_json  # noqa: PLC0415  # for one interface

    return pipeline_json(replace(answer, hits=answer.hits[: request.most]), vault=vault.name, took_ms=took_ms)


def _toml(request: SearchRequest) -> str | None:
    if request.mix is None:
        return None
    from ..settings.toml_writer import toml_of  # noqa: PLC0415  # for one interface

    return toml_of(request.mix, request.mix_name)
