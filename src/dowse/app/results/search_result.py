"""The result of a search: hits, with the explanation of their ranking."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal

from ...formats.code.detect_language import language_of
from ...model.document import Head
from ...model.hit import Hit
from ...model.kinds import Kind
from ...model.qualified_path import inward, outward
from ...model.timestamp import iso
from ...model.value_class import dataclass
from ...query.select import without_brackets
from .json_fields import INTERNAL, OPTIONAL, WORKTREE, Description, Json, Result
from .trace_result import EvidenceResult, FilterResult, SettingResult, StepResult, UnusedStepResult, evidence_of

if TYPE_CHECKING:  # these bring numpy, which a server's handshake and `find` do without
    from ...indexing.freshness import IndexState

SYNTAX = (
    "in source code: from, to, in characters, and `comment`, `string`, `number`, `keyword`, `type` or `name` (of a "
    "definition)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshnessResult(Result):
    """How the index compares to the files."""

    state: Annotated[
        Literal["fresh", "healed", "stale"],
        Description(
            "`fresh`: no changed file is known; `healed`: changed files were read first; `stale`: some changed files "
            "are not read yet"
        ),
    ]
    changed: Annotated[int, Description("number of changed files")]
    is_partial: bool = field(default=False, metadata=INTERNAL)  # whether the first indexing is not over
    is_reread: bool = field(default=False, metadata=INTERNAL)  # whether a remark says that all files are read again

    @classmethod
    def of(cls, state: IndexState) -> FreshnessResult:
        """The same of a state of the index."""
        is_reread = bool(state.rereads)
        return cls(state=state.state, changed=state.changed, is_partial=state.is_partial, is_reread=is_reread)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteResult(Result):
    """A correction of the query, or another remark."""

    at: Annotated[int, Description("the character offset in the query; 0 also for a note on the whole query")]
    hint: Annotated[str, Description("the mistake and how to correct it")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HitResult(Result):
    """A document at its best passage."""

    vault: Annotated[str | None, Description("the name of the vault of the hit")] = field(
        default=None, metadata=OPTIONAL
    )
    ref: Annotated[str, Description("a reference to the best passage, for `get`")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    section: Annotated[str, Description("the heading above the snippet; in source code the symbol, as `Class.method`")]
    line: Annotated[
        int,
        Description(
            "first line of the snippet; in source code the first line with a match, for a match in the comment above a "
            "definition the line of the definition"
        ),
    ]
    end_line: Annotated[
        int,
        Description("last line of the passage that contains the snippet; in source code the last line with a match"),
    ]
    score: Annotated[float, Description("from 0 to 1", least=0, most=1)]
    snippet: Annotated[str, Description("the best passage, at most 240 characters; in source code with line breaks")]
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
    symbol_kind: Annotated[
        str | None,
        Description("the kind of the symbol in `section`: `class`, `function`, `method` and so on"),
    ] = field(default=None, metadata=OPTIONAL)
    dead_link: Annotated[
        bool | None, Description("true: the address of the document was dead at the last `dowse check-links`")
    ] = field(default=None, metadata=OPTIONAL)
    empty: Annotated[bool | None, Description("true: the document has no text")] = field(
        default=None, metadata=OPTIONAL
    )
    duplicates: Annotated[
        tuple[str, ...] | None,
        Description("references to near-duplicates, versions and translations of the document, which are no hits"),
    ] = field(default=None, metadata=OPTIONAL)
    marks: Annotated[
        tuple[tuple[int, int], ...] | None, Description("the matched words in the snippet: from and to, in characters")
    ] = field(default=None, metadata=OPTIONAL)
    syntax: Annotated[
        tuple[tuple[int, int, str], ...] | None,
        Description(SYNTAX),
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
        syntax: tuple[tuple[int, int, str], ...] | None = None,
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
            type=without_brackets(head.fact("type")),
            status=without_brackets(head.fact("status")),
            tags=tuple(sorted(head.tags)),
            modified=iso(head.modified),
            matched_chunks=hit.matched_chunks,
            short_code=head.short_code,
            part=snippet.part if snippet else 0,
            parts=snippet.parts if snippet else 0,
            start=snippet.start if snippet else 0,
            end=snippet.end if snippet else 0,
            symbol_kind=(snippet.symbol_kind or None) if snippet else None,
            dead_link=is_dead or None,
            empty=(snippet is not None and not snippet.text and snippet.start == snippet.end) or None,
            duplicates=tuple(each if vault is None else inward(each, vaults)[1] for each in hit.duplicates) or None,
            marks=(snippet.marks if snippet else ()) if marks else None,
            syntax=syntax,
            why=evidence_of(hit) if explain else None,
        )

    @property
    def language(self) -> str:
        """The programming language of source code, as in `lang:`; empty for other documents."""
        language = language_of(self.path, self.snippet or "") if self.kind == "code" else None
        return language.name if language else ""

    @property
    def address(self) -> str:
        """The path, with the vault before it when several vaults were searched."""
        return self.path if self.vault is None else outward(self.vault, self.path)

    @property
    def position(self) -> str:
        """The place of the snippet among the parts of the file, such as "part 3 of 6"; empty in a file of one part."""
        return f"part {self.part + 1:,} of {self.parts:,}" if self.parts > 1 else ""

    @property
    def folded(self) -> str:
        """The number of near-duplicates, as in "and 3 more like it"; empty without any."""
        return f"and {len(self.duplicates):,} more like it" if self.duplicates else ""

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
    code, kind = (" ".join(text.split()) for text in (short_code, without_brackets(type_)))
    before = f"{code}: " if code and code not in title else ""
    return f"{before}{title}{f' ({kind})' if kind else ''}"


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
class SearchResult(Result):
    """The ranked hits of a query, with everything that explains them."""

    query: Annotated[str, Description("the query as typed")]
    vault: Annotated[str, Description("the name of the vault, or of its folder if it has no name")]
    worktree: Annotated[str | None, Description(WORKTREE)] = field(default=None, metadata=OPTIONAL)
    profile: Annotated[str, Description("the profile that ranked the hits")]
    mode: Annotated[Literal["hybrid", "vector", "fulltext"], Description("`hybrid`, `vector` or `fulltext`")]
    took_ms: Annotated[float, Description("milliseconds, including the time to read changed files")]
    total: Annotated[
        int,
        Description(
            "number of hits before `--limit`, by keyword, by meaning and by link, without folded near-duplicates"
        ),
    ]
    total_is_minimum: Annotated[
        bool | None, Description("true: `total` is the number of ranked candidates, and more documents may match")
    ] = field(default=None, metadata=OPTIONAL)
    folded: Annotated[
        int | None, Description("number of near-duplicates, versions and translations that are folded into hits")
    ] = field(default=None, metadata=OPTIONAL)
    index: Annotated[FreshnessResult, Description("the freshness of the index")]
    notes: Annotated[tuple[NoteResult, ...], Description("corrections of the query, and other remarks")]
    hits: Annotated[tuple[HitResult, ...], Description("best first")]
    nearest: Annotated[
        tuple[HitResult, ...] | None,
        Description(
            "without hits, if no document has a word of the query: up to five hits of its correction, or documents "
            "nearest in meaning"
        ),
    ] = field(default=None, metadata=OPTIONAL)
    did_you_mean: Annotated[
        str | None, Description("the query with each word that no document contains replaced by the most similar word")
    ] = field(default=None, metadata=OPTIONAL)
    searched_for: Annotated[
        str | None,
        Description("the query with corrected words whose hits these are; absent: they are those of `query`"),
    ] = field(default=None, metadata=OPTIONAL)
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
    by_word: int | None = field(default=None, metadata=INTERNAL)  # of `total`, hits that contain a word of the query
    is_weak: bool = field(default=False, metadata=INTERNAL)  # whether no hit is likely to answer the query
    query_limit: int | None = field(default=None, metadata=INTERNAL)  # of `limit:` in the query
    absence: str = field(default="", metadata=INTERNAL)  # which words no document contains, if there are nearest ones
    nearest_of: str = field(default="", metadata=INTERNAL)  # see Answer
    unknown_words: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # of the query, that no document contains
    asks_nothing: bool = field(default=False, metadata=INTERNAL)  # an empty query, without a filter

    @property
    def counted_hits(self) -> str:
        """The total, as in "1 hit", "at least 200 hits", or "1 hit or more" if there may be others than these."""
        counted = f"{self.total:,} hit{'' if self.total == 1 else 's'}"
        if not self.total_is_minimum:
            return counted
        return f"at least {counted}" if self.total > len(self.hits) else f"{counted} or more"

    @property
    def nearest_heading(self) -> str:
        """The line above the documents nearest in meaning, or above the hits of the corrected query."""
        which = f"hits for {self.nearest_of!r}" if self.nearest_of else "nearest in meaning"
        return f"{self.absence[:1].upper()}{self.absence[1:]}; {which}:"


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
    notes: Annotated[tuple[NoteResult, ...] | None, Description("remarks on the index, if any")] = field(
        default=None, metadata=OPTIONAL
    )
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # on the index
