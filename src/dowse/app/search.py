"""Search: the ranked hits of a query in one vault or in several."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, field, replace
from functools import partial
from typing import TYPE_CHECKING

from ..analysis.folding import fold
from ..filesystem.worktrees import worktree_top
from ..formats.detect import is_read
from ..formats.registry import readable_files
from ..indexing.freshness import staleness
from ..indexing.garbage_collection import without_collection
from ..model.kinds import UNREAD
from ..model.option_spelling import Interface
from ..model.qualified_path import outward
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..query.ast import And, Expr, FieldEquals, MatchAll, Not, Note
from ..query.extract import conjunction, selecting
from .client_remarks import for_client
from .location import Progress, silent
from .options import MOST_OVER_WIRE, check
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
from .search_filter import narrowing

if TYPE_CHECKING:
    from ..formats.code.syntax import SyntaxSpan
    from ..indexing.freshness import IndexState
    from ..model.hit import Hits
    from ..model.ref import Ref
    from ..ports.storage import Reader
    from ..search.execute import Answer, Execution, Request
    from ..search.graph_analytics import Community
    from ..search.profile import Profile
    from ..settings.layer import Settings
    from .sessions.federation import SearchableVault

_MOST_FILES = 50  # candidates of each list in a search for files
_FILE_NAME = re.compile(r"[^\n:*?\"<>|]*\w\.[A-Za-z]\w{0,9}")  # img/harbor map.png
_SO_FAR = "no match so far"
_UNASKED = "the index has no document; a search with a query updates it"
_UNINDEXED = "the vault is not indexed yet; search without --no-heal, or run `dowse index`"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A query with its options; None leaves an option to the settings of the vault or to the profile.

    Raises OptionError for an option of a wrong type or out of its range.
    """

    query: str
    _: KW_ONLY
    limit: int | None = None  # hits; of a page, when there is an `offset`
    path: tuple[str, ...] = ()  # relative to the vault
    tag: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    exclude_type: tuple[str, ...] = ()
    archived: bool = False  # whether to include archived documents
    all: bool = False  # whether near-duplicates are hits of their own
    profile: str | None = None
    mode: Mode | None = None
    min_score: float | None = None  # in [0, 1]; in vector mode a cosine
    min_similarity: float | None = None  # a cosine in [0, 1]
    weights: tuple[float, ...] | None = None  # of the keyword, the semantic and the graph list
    rerank: bool | None = None
    expand: bool | None = None
    time_boost: bool | None = None
    time_limit: float | None = None  # seconds, after which a search leaves out optional steps
    explain: bool = False
    one_per_file: bool = False  # whether only the first hit of a file counts
    marks: bool = False  # whether hits say which words of their snippets match
    syntax: bool = False  # whether hits in source code have spans for syntax colours
    pipeline: bool = False  # whether the steps are also given in the form of Temoa's viewer
    heal: bool = True  # whether changed files are read first
    offset: int | None = None  # hits to skip; with it, at most MOST_OVER_WIRE hits are counted
    most: int | None = None  # hits at most, whatever the query says
    mix: Mapping[str, object] | None = None  # a profile as a table of settings; it replaces `profile`
    mix_name: str = "mixed"
    interface: Interface = "library"  # for the names of options in notes

    def __post_init__(self) -> None:
        check(self)

    @property
    def where(self) -> Expr:
        """The filter that the options make."""
        only = narrowing(path=self.path, tag=self.tag, type=self.type, kind=self.kind)
        return conjunction(only, *(Not(FieldEquals("type", value)) for value in self.exclude_type))

    @property
    def is_asked(self) -> bool:
        """Whether the query or an option selects anything; without, the answer needs no index."""
        return bool(self.query.strip()) or self.where != MatchAll()

    def planned(self, settings: Settings) -> tuple[Request, Profile]:
        """The request and the profile for these settings. Raises SettingsError for an unknown or a wrong profile."""
        from ..search.execute import Request  # noqa: PLC0415  # it brings numpy, and requests are made before that

        if self.mix is None:
            profile = settings.profile_for(self.query, self.profile)
        else:
            from ..settings.adhoc_profile import mixed  # noqa: PLC0415  # few searches mix a profile

            profile = mixed(self.mix, name=self.mix_name, known=settings.profiles)
        request = Request(
            self.query,
            self.limit,
            self.mode or settings.mode,
            self.where,
            self.weights,
            self.min_score,
            default_limit=settings.limit,
            offset=self.offset or 0,
            most=None if self.offset is None else MOST_OVER_WIRE,
            archived=self.archived,
            all=self.all or settings.all,
            rerank=self.rerank,
            expand=self.expand,
            time_boost=self.time_boost,
            time_limit=self.time_limit or settings.time_limit,
            explain=self.explain or self.pipeline,
            one_per_file=self.one_per_file,
            marks=self.marks,
            min_similarity=self.min_similarity,
            interface=self.interface,
        )
        return request, profile


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
    if extra.is_empty and not request.is_asked:
        state = replace(state, remarks=(*state.remarks, _UNASKED))
    elif extra.is_empty and request.heal and state.state != "stale":
        state = replace(state, remarks=(*state.remarks, _no_documents(vault)))
    elif extra.is_empty and not request.heal:
        state = replace(state, state="stale", remarks=(*state.remarks, _UNINDEXED))
    is_known = state.is_first or extra.is_empty  # another remark says it
    if not is_known and (unread := staleness(state)) and unread not in state.remarks:
        state = replace(state, remarks=(*state.remarks, unread))
    if not is_for_files:
        state = replace(state, remarks=(*state.remarks, *_unread_file_remarks(vault, request.query, answer.hits)))
    if vendored := _vendored_remarks(vault, answer):
        state = replace(state, remarks=(*state.remarks, *vendored))
    elif request.query.strip() and not (answer.total or answer.query.communities or _is_mistaken(answer)):
        text = " ".join((request.query, *(f"kind:{kind}" for kind in request.kind), *request.path))
        omitted = vault.omission_remarks(text, is_corrected=bool(answer.unknown.corrected) and not state.is_partial)
        state = replace(state, remarks=(*dict.fromkeys((*state.remarks, *omitted)),))
    took_ms = (time.perf_counter() - started) * 1e3
    return result_of(answer, state, vault, request, extra, took_ms=took_ms)


def _vendored_remarks(vault: SearchableVault, answer: Answer) -> tuple[str, ...]:
    """The remarks on symbols that the query names and only source code of others defines."""
    from .vendored_definitions import named_symbols, vendored_remarks  # noqa: PLC0415  # parses files

    names = () if answer.total and not answer.notes else named_symbols(answer.query.where)
    found = (remark for each in vault.vaults.values() for remark in vendored_remarks(each, names))
    return tuple(dict.fromkeys(found)) if names else ()


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


def _is_mistaken(answer: Answer) -> bool:
    """Whether the query has a syntax error or an unknown name, which is not that of a symbol or a file."""
    from .sessions.omission_remarks import has_code_field  # noqa: PLC0415  # loaded with the vault

    return bool(answer.query.notes) and not has_code_field(answer.query.text)


def selects_files(request: SearchRequest) -> bool:
    """Whether the query or an option selects the kind `file`, of files without a text, and no other kind."""
    if UNREAD not in request.query.casefold() and request.where == MatchAll():
        return False  # without parsing the query twice
    from ..query.parse import parse  # noqa: PLC0415  # a handshake does without it

    selection = conjunction(selecting(parse(request.query).where), request.where)
    return FieldEquals("kind", UNREAD) in (selection.items if isinstance(selection, And) else (selection,))


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

    dead = dead_among((hit.head for hit in answer.hits), reader)
    if not syntax:
        return answer, _Extra(communities, is_empty, dead)
    from .code_syntax import snippet_syntax  # noqa: PLC0415  # for one interface

    return answer, _Extra(communities, is_empty, dead, snippet_syntax(answer.hits, reader))


def _no_documents(vault: SearchableVault) -> str:
    """The remark on a vault without a document."""
    folders = ", ".join(map(str, vault.roots.values()))
    return f"0 documents in {folders}; dowse indexes {readable_files()}"


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
