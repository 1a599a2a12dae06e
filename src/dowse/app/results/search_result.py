"""The result of a search: hits with their evidence, and the steps that ranked them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

from ...model.document import Head
from ...model.hit import Evidence, Hit
from ...model.kinds import Kind
from ...model.qualified_path import inward, outward
from ...model.timestamp import iso
from ...search.removal_reasons import MOST_REMOVED, removal_reason
from .json_fields import INTERNAL, OPTIONAL, Description, Json, Result

if TYPE_CHECKING:  # these bring numpy, which a server's handshake and `find` do without
    from ...indexing.freshness import IndexState
    from ...search.effective_settings import EffectiveSetting
    from ...search.filter_counts import FilterCount
    from ...search.trace import HitEffect, RankChange, TraceStep

_MOST_NAMED = 20  # hits of a step; Temoa's viewer shows as many

_Ref = Annotated[str, Description("the hit")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshnessResult(Result):
    """How the index compares to the files."""

    state: Annotated[
        Literal["fresh", "healed", "stale"],
        Description("`fresh`; `healed`: changed files were read first; `stale`: some changed files are not read yet"),
    ]
    changed: Annotated[int, Description("number of changed files")]

    @classmethod
    def of(cls, state: IndexState) -> FreshnessResult:
        """The same of a state of the index."""
        return cls(state=state.state, changed=state.changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteResult(Result):
    """A correction of the query, or another remark."""

    at: Annotated[int, Description("the character offset in the query; 0 also for a note on the whole query")]
    hint: Annotated[str, Description("the mistake and how to correct it")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceResult(Result):
    """One contribution to a score."""

    source: Annotated[str, Description("the step that added the evidence")]
    value: Annotated[float, Description("the value that the step measured")]
    rank: Annotated[int | None, Description("the rank in that step's list, from 1")]
    names: Annotated[tuple[str, ...] | None, Description("what the value counts, such as the matching tags")] = field(
        default=None, metadata=OPTIONAL
    )

    @classmethod
    def of(cls, evidence: Evidence) -> EvidenceResult:
        """The same of a piece of evidence."""
        source, value, rank, names = evidence
        return cls(source=source, value=round(value, 4), rank=rank, names=names or None)


@dataclass(frozen=True, slots=True, kw_only=True)
class HitResult(Result):
    """A document at its best passage."""

    vault: Annotated[str | None, Description("the name of the vault of the hit")] = field(
        default=None, metadata=OPTIONAL
    )
    ref: Annotated[str, Description("a reference to the best passage, for `dowse get`")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    section: Annotated[str, Description("the heading above the snippet")]
    line: Annotated[int, Description("first line of the snippet")]
    end_line: Annotated[int, Description("last line of the passage that contains the snippet")]
    score: Annotated[float, Description("from 0 to 1", least=0, most=1)]
    snippet: Annotated[str, Description("the best passage, at most 240 characters")]
    kind: Annotated[Kind, Description("`note`, `doc`, `task`, `skill`, `knowledge`, `code` or `file`")]
    type: Annotated[str, Description("`type` in the frontmatter, or the level of a Metis document; empty if missing")]
    status: Annotated[str, Description("`status` in the frontmatter; empty if missing")]
    tags: Annotated[tuple[str, ...], Description("in alphabetical order")]
    modified: Annotated[str, Description("modification time of the file")]
    matched_chunks: Annotated[int, Description("number of chunks of the document among the candidates")]
    short_code: Annotated[str, Description("the short code of the document, as METIS-T-0066; empty if missing")]
    part: Annotated[int, Description("number of the part (chunk) of the file that contains the snippet, from 0")]
    parts: Annotated[int, Description("number of parts of the file")]
    start: Annotated[int, Description("the character of the file with which that part begins, from 0")]
    end: Annotated[int, Description("the character of the file before which that part ends")]
    dead_link: Annotated[
        bool | None, Description("true: the address of the document was dead at the last `dowse check-links`")
    ] = field(default=None, metadata=OPTIONAL)
    marks: Annotated[
        tuple[tuple[int, int], ...] | None, Description("the matched words in the snippet: from and to, in characters")
    ] = field(default=None, metadata=OPTIONAL)
    why: Annotated[
        tuple[EvidenceResult, ...] | None, Description("the evidence for the score, in the order of the pipeline")
    ] = field(default=None, metadata=OPTIONAL)

    @classmethod
    def of(
        cls,
        hit: Hit,
        *,
        vaults: Collection[str] = (),
        explain: bool = False,
        marks: bool = False,
        is_dead: bool = False,
    ) -> HitResult:
        """The hit; of several `vaults` with its own, and with path and reference relative to that."""
        head, snippet = hit.head, hit.snippet
        vault, path = inward(head.path, vaults) if len(vaults) > 1 else (None, head.path)
        ref = str(hit.spot or hit.ref)
        return cls(
            vault=vault,
            ref=inward(ref, vaults)[1] if vault is not None else ref,
            path=path,
            title=head.title,
            section=snippet.heading if snippet else "",
            line=snippet.line if snippet else 1,
            end_line=snippet.end_line if snippet else 1,
            score=round(hit.score, 4),
            snippet=snippet.text if snippet else "",
            kind=head.kind,
            type=head.fact("type"),
            status=head.fact("status"),
            tags=tuple(sorted(head.tags)),
            modified=iso(head.modified),
            matched_chunks=hit.matched_chunks,
            short_code=head.short_code,
            part=snippet.part if snippet else 0,
            parts=snippet.parts if snippet else 0,
            start=snippet.start if snippet else 0,
            end=snippet.end if snippet else 0,
            dead_link=is_dead or None,
            marks=(snippet.marks if snippet else ()) if marks else None,
            why=evidence_of(hit) if explain else None,
        )

    @property
    def address(self) -> str:
        """The path, with the vault before it when several vaults were searched."""
        return self.path if self.vault is None else outward(self.vault, self.path)

    @property
    def position(self) -> str:
        """The place of the snippet among the parts of the file, such as "part 3 of 6"; empty in a file of one part."""
        return f"part {self.part + 1:,} of {self.parts:,}" if self.parts > 1 else ""

    @property
    def name(self) -> str:
        """The title with the short code and the type, as in "METIS-I-0018: Search (initiative)"."""
        return document_name(self.title or self.address, self.short_code, self.type)

    @property
    def qualified_ref(self) -> str:
        """The reference, with the vault before it when several vaults were searched."""
        return self.ref if self.vault is None else outward(self.vault, self.ref)


def document_name(title: str, short_code: str, type_: str) -> str:
    """The title of a document with its short code before it, unless the title has the code, and its type after it."""
    code, kind = (" ".join(text.split()) for text in (short_code, type_))
    before = f"{code}: " if code and code not in title else ""
    return f"{before}{title}{f' ({kind})' if kind else ''}"


def evidence_of(hit: Hit) -> tuple[EvidenceResult, ...]:
    """The evidence behind the score of a hit."""
    return tuple(map(EvidenceResult.of, hit.why))


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityResult(Result):
    """Documents that are linked closely or are similar."""

    id: Annotated[int, Description("its position in the list, from 1; may change when the vault changes")]
    size: Annotated[int, Description("number of documents")]
    label: Annotated[str, Description("words that the titles and tags of its documents share")]
    members: Annotated[tuple[str, ...], Description("the files, the most connected first")]
    central: Annotated[tuple[str, ...], Description("the first three members")]
    titles: tuple[tuple[str, str], ...] = field(default=(), metadata=INTERNAL)  # (path, title) of the central documents


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedDocumentResult(Result):
    """A document that a filter excludes."""

    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    values: Annotated[
        str, Description("its values that the filter reads, as in `type: daily`; empty for a filter on paths or texts")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterResult(Result):
    """One filter of a search."""

    what: Annotated[str, Description("the filter, in a sentence")]
    before: Annotated[int, Description("number of documents before the filter")]
    after: Annotated[int, Description("number of documents after the filter")]
    excluded: Annotated[
        tuple[ExcludedDocumentResult, ...],
        Description("up to a hundred documents that the filter excludes, the best matches of the query first"),
    ]

    @classmethod
    def of(cls, count: FilterCount) -> FilterResult:
        """The filter as it was counted."""
        excluded = (ExcludedDocumentResult(path=e.path, title=e.title, values=e.values) for e in count.excluded)
        return cls(what=count.what, before=count.before, after=count.after, excluded=tuple(excluded))


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingResult(Result):
    """One setting of a search."""

    name: Annotated[
        str,
        Description(
            "`types`, `modified`, `archived`, `limit`, `min_score`, `min_similarity`, `weights`, `rerank`, `expand` or "
            "`time_boost`"
        ),
    ]
    value: Annotated[str, Description("the value that applied")]
    source: Annotated[
        Literal["query", "option", "settings", "profile"],
        Description("what states the value: `query`, `option`, `settings` or `profile`"),
    ]
    replaced: Annotated[str, Description("the value of the profile that the source replaced; empty if none")]

    @classmethod
    def of(cls, setting: EffectiveSetting) -> SettingResult:
        """The same of a setting of the search."""
        return cls(name=setting.name, value=setting.value, source=setting.source, replaced=setting.replaced)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedStepResult(Result):
    """A step of the profile, or one that an option could add, that had no part in the search."""

    name: Annotated[str, Description("the step")]
    reason: Annotated[str, Description("why the step had no part")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRefResult(Result):
    """A hit of a step."""

    ref: _Ref
    score: Annotated[float, Description("its score after the step; in [0, 1] from the fusion on")]
    score_before: Annotated[
        float | None, Description("its score before the step; null for a list, for a fusion and for a new hit")
    ]
    why: Annotated[tuple[EvidenceResult, ...], Description("the evidence that the step added, as in `hits[].why`")]

    @classmethod
    def of(cls, effect: HitEffect) -> ScoredRefResult:
        """The hit of an effect."""
        before = effect.score_before
        return cls(
            ref=str(effect.hit.ref),
            score=round(effect.hit.score, 4),
            score_before=None if before is None else round(before, 4),
            why=tuple(map(EvidenceResult.of, effect.evidence)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHitResult(Result):
    """A hit that a step removed."""

    ref: _Ref
    score: Annotated[float, Description("its score before the step")]
    why: Annotated[str, Description("the reason")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChangeResult(Result):
    """A hit that a step moved."""

    ref: _Ref
    before: Annotated[int, Description("its rank before, among the hits that stayed; from 1")]
    after: Annotated[int, Description("its rank after")]
    score_before: Annotated[float, Description("its score before")]
    score_after: Annotated[float, Description("its score after")]

    @classmethod
    def all(cls, moves: Iterable[RankChange]) -> tuple[RankChangeResult, ...]:
        """The first moves."""
        return tuple(
            cls(
                ref=str(move.ref),
                before=move.before,
                after=move.after,
                score_before=round(move.score_before, 4),
                score_after=round(move.score_after, 4),
            )
            for move in islice(moves, _MOST_NAMED)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult(Result):
    """One step of the pipeline."""

    name: Annotated[str, Description("the step")]
    before: Annotated[int, Description("number of hits before the step")]
    after: Annotated[int, Description("number of hits after the step")]
    ms: Annotated[float, Description("milliseconds")]
    top: Annotated[tuple[ScoredRefResult, ...], Description("the first twenty after the step")]
    about: Annotated[str, Description("the parameters of the step, or its effect")]
    rose: Annotated[
        tuple[RankChangeResult, ...], Description("up to twenty hits that the step moved up, the largest moves first")
    ]
    fell: Annotated[tuple[RankChangeResult, ...], Description("up to twenty hits that the step moved down")]
    removed: Annotated[
        tuple[ScoredHitResult, ...], Description("up to a hundred hits that the step removed, best first")
    ]
    changes: tuple[int, int, int] = field(default=(0, 0, 0), metadata=INTERNAL)  # hits that rose, fell, were removed

    @classmethod
    def of(cls, step: TraceStep) -> StepResult:
        """The step as it was recorded."""
        moves, removed = step.moves, step.removed
        rose = [move for move in moves if move.after < move.before]
        fell = [move for move in reversed(moves) if move.after > move.before]
        return cls(
            name=step.name,
            before=step.before,
            after=step.after,
            ms=round(step.ms, 2),
            top=tuple(map(ScoredRefResult.of, step.effects(_MOST_NAMED))),
            about=step.about,
            rose=RankChangeResult.all(rose),
            fell=RankChangeResult.all(fell),
            removed=tuple(
                ScoredHitResult(ref=str(h.ref), score=round(h.score, 4), why=removal_reason(h, step))
                for h in removed[:MOST_REMOVED]
            ),
            changes=(len(rose), len(fell), len(removed)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult(Result):
    """The ranked hits of a query, with everything that explains them."""

    query: Annotated[str, Description("the query as typed")]
    vault: Annotated[str, Description("the name of the vault, or of its folder if it has no name")]
    profile: Annotated[str, Description("the profile that ranked the hits")]
    mode: Annotated[Literal["hybrid", "vector", "fulltext"], Description("`hybrid`, `vector` or `fulltext`")]
    took_ms: Annotated[float, Description("milliseconds, including the time to read changed files")]
    total: Annotated[int, Description("number of candidates before `--limit`")]
    index: Annotated[FreshnessResult, Description("the freshness of the index")]
    notes: Annotated[tuple[NoteResult, ...], Description("corrections of the query, and other remarks")]
    hits: Annotated[tuple[HitResult, ...], Description("best first")]
    communities: Annotated[
        tuple[CommunityResult, ...] | None, Description("instead of hits, for a query with `communities:`")
    ] = field(default=None, metadata=OPTIONAL)
    reading: Annotated[str | None, Description("the parsed query, in a sentence")] = field(
        default=None, metadata=OPTIONAL
    )
    filters: Annotated[
        tuple[FilterResult, ...] | None, Description("the filters of the query, the options and the profile, in order")
    ] = field(default=None, metadata=OPTIONAL)
    steps: Annotated[tuple[StepResult, ...] | None, Description("the pipeline, in order")] = field(
        default=None, metadata=OPTIONAL
    )
    settings: Annotated[
        tuple[SettingResult, ...] | None, Description("the settings that an option or the query can change")
    ] = field(default=None, metadata=OPTIONAL)
    unused: Annotated[
        tuple[UnusedStepResult, ...] | None,
        Description("steps of the profile that had no part, and steps that an option could add"),
    ] = field(default=None, metadata=OPTIONAL)
    pipeline: Annotated[dict[str, Json] | None, Description("the steps in the form of Temoa's viewer")] = field(
        default=None, metadata=OPTIONAL
    )
    toml: Annotated[str | None, Description("the mixed profile, as a settings file has it")] = field(
        default=None, metadata=OPTIONAL
    )
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # of `notes`, those on the index
    mistakes: tuple[NoteResult, ...] = field(default=(), metadata=INTERNAL)  # of `notes`, those in the query
    is_list: bool = field(default=False, metadata=INTERNAL)  # whether all that the filters select belongs to the answer
    query_limit: int | None = field(default=None, metadata=INTERNAL)  # of `limit:` in the query


def title_of(head: Head) -> str:
    """The title of a document, or the name of its file."""
    return head.title or head.name


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedChangeResult(Result):
    """A tested change of the search."""

    change: Annotated[str, Description("the change")]
    rank: Annotated[int, Description("its rank after the change")]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNotResult(Result):
    """The rank of a document for a query, or the step that dropped the document."""

    path: Annotated[str, Description("the document of the reference")]
    rank: Annotated[int | None, Description("its rank among the hits, from 1; null if it is not a hit")]
    step: Annotated[
        str, Description("the step that dropped it: `filter`, `lists` (in no candidate list) or the name of a stage")
    ]
    reasons: Annotated[tuple[str, ...], Description("the reasons, with numbers")]
    remedies: Annotated[
        tuple[SuggestedChangeResult, ...],
        Description("changes to the search that make it a hit, as tested; the smallest first"),
    ]
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # on the index
