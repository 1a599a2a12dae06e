"""The results about documents: files, passages and related documents."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Annotated, Literal

from ...model.document import Head
from ...model.edge import LEAST_ALIKE, Edge
from ...model.kinds import Kind
from ...model.qualified_path import outward, outward_in
from ...model.timestamp import iso
from ...model.value_class import dataclass
from .json_fields import INTERNAL, OPTIONAL, WORKTREE, Description, Result
from .link_result import LINK_ANCHOR, LINK_KINDS, LINK_RULE, LINK_SECTION, LINK_STATE
from .search_result import SYNTAX, FreshnessResult, NoteResult


@dataclass(frozen=True, slots=True, kw_only=True)
class FileResult(Result):
    """A file or a folder."""

    vault: Annotated[str | None, Description("the name of the vault of the file")] = field(
        default=None, metadata=OPTIONAL
    )
    path: Annotated[str, Description("the file; the path of a folder ends in `/`")]
    size: Annotated[int, Description("bytes; 0 for a folder")]
    modified: Annotated[str, Description("modification time of the file")]
    tags: Annotated[tuple[str, ...], Description("in alphabetical order")]
    title: Annotated[str, Description("its title; for folders, images, PDFs and similar files the name")]
    kind: Annotated[
        Kind | Literal["folder"],
        Description("as in `search`; for images, PDFs and similar files `file`; for a folder `folder`"),
    ]

    @classmethod
    def of(cls, head: Head, size: int, *, vault: str | None = None) -> FileResult:
        """The file of that head; of several vaults with the name of its own."""
        return cls(
            vault=vault,
            path=head.path,
            size=size,
            modified=iso(head.modified),
            tags=tuple(sorted(head.tags)),
            title=head.title,
            kind=head.kind,
        )

    @classmethod
    def of_folder(cls, path: str, modified: float, *, vault: str | None = None) -> FileResult:
        """The folder at that path, which ends in `/`."""
        name = path.rstrip("/").rpartition("/")[2]
        return cls(vault=vault, path=path, size=0, modified=iso(modified), tags=(), title=name, kind="folder")


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklinkResult(Result):
    """A link to the document."""

    path: Annotated[str, Description("the document that contains the link")]
    title: Annotated[str, Description("its title")]
    line: Annotated[int, Description("the line")]
    kind: Annotated[str, Description("as above")]
    state: Annotated[str, Description(LINK_STATE)]
    hint: Annotated[str, Description("the problem; empty for `ok`")]
    section: Annotated[str, Description(LINK_SECTION)]
    anchor: Annotated[str, Description(LINK_ANCHOR)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingLinkResult(Result):
    """A link of the document."""

    path: Annotated[str, Description("the target document; for a broken link the target as written")]
    title: Annotated[str, Description("the title of the target document; empty for a broken link")]
    line: Annotated[int, Description("the line of the link")]
    kind: Annotated[str, Description(LINK_KINDS)]
    state: Annotated[str, Description(LINK_STATE)]
    hint: Annotated[str, Description("the problem; empty for `ok`")]
    rule: Annotated[str, Description(LINK_RULE)]
    section: Annotated[str, Description(LINK_SECTION)]
    anchor: Annotated[str, Description(LINK_ANCHOR)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageResult(Result):
    """A document, a section or a range of lines."""

    vault: Annotated[str | None, Description("the vault that the reference named")] = field(
        default=None, metadata=OPTIONAL
    )
    ref: Annotated[str, Description("the full reference")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    line: Annotated[int, Description("the first line")]
    end_line: Annotated[int, Description("the last line")]
    text: Annotated[str, Description("the lines between them, joined by `\\n`")]
    worktree: Annotated[str | None, Description(WORKTREE)] = field(default=None, metadata=OPTIONAL)
    links: Annotated[
        tuple[OutgoingLinkResult, ...] | None, Description("the links of the document or of the symbol, by line")
    ] = field(default=None, metadata=OPTIONAL)
    backlinks: Annotated[
        tuple[BacklinkResult, ...] | None,
        Description("the links to it, by path and line, those in tests and examples last"),
    ] = field(default=None, metadata=OPTIONAL)
    syntax: Annotated[tuple[tuple[int, int, str], ...] | None, Description(SYNTAX)] = field(
        default=None, metadata=OPTIONAL
    )
    html: Annotated[
        str | None,
        Description(
            "the text as HTML, of Markdown with at most 100,000 characters; it loads nothing and runs nothing, and "
            "links to notes have their reference in `data-ref`"
        ),
    ] = field(default=None, metadata=OPTIONAL)
    notes: Annotated[
        tuple[NoteResult, ...] | None, Description("remarks on the reference and on the index, if any")
    ] = field(default=None, metadata=OPTIONAL)
    lines: tuple[tuple[int, str], ...] = field(default=(), metadata=INTERNAL)  # number in the file, text
    of_vault: str = field(default="", metadata=INTERNAL)  # the name of its vault
    index: FreshnessResult = field(default=FreshnessResult(state="fresh", changed=0), metadata=INTERNAL)
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # on the reference, then on the index

    def qualified(self, vault: str) -> PassageResult:
        """The same with the vault that the reference named, if any."""
        if not vault:
            return self
        remarks = tuple(outward_in(each, vault) for each in self.remarks)
        return replace(self, vault=vault, ref=outward(vault, self.ref), remarks=remarks)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationResult(Result):
    """A relation between the given document and a related one."""

    relation: Annotated[str, Description("an edge type, as in `via`")]
    direction: Annotated[
        Literal["outgoing", "incoming", "both"],
        Description("`outgoing`: from the given document; `both`: similar passages and shared tags, which have none"),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedDocumentResult(Result):
    """A document that is connected with the given one."""

    vault: Annotated[str | None, Description("the vault that the reference named")] = field(
        default=None, metadata=OPTIONAL
    )
    ref: Annotated[str, Description("the document, for `get`")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    distance: Annotated[int, Description("number of hops")]
    score: Annotated[
        float,
        Description(
            "from 0 to 1: 0.8 for each hop, 0.7 over an import, 0.85 to a base class; over similar passages multiplied "
            "by their similarity"
        ),
    ]
    via: Annotated[
        tuple[str, ...],
        Description(
            "the edge types of the hops, starting at the given document: `REFERENCES`, `PARENT_OF`, `SIMILAR_TO`, "
            "`SHARES_TAG`, and of source code `imports`, `extends`, `implements`, `calls`, `mentions`"
        ),
    ]
    relations: Annotated[
        tuple[RelationResult, ...],
        Description("all edge types between the two documents, with their directions; empty for more than one hop"),
    ] = ()
    name: str = field(default="", metadata=INTERNAL)  # the title, or the name of the file
    edges: tuple[Edge, ...] = field(default=(), metadata=INTERNAL)  # between the two documents
    through: str = field(default="", metadata=INTERNAL)  # name of the last document before it on this path, or its path

    def qualified(self, vault: str) -> RelatedDocumentResult:
        """The same with the vault that the reference named, if any."""
        return replace(self, vault=vault, ref=outward(vault, self.ref)) if vault else self


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedResult(Result):
    """The documents around one document, the nearest first."""

    ref: Annotated[str, Description("the given document, for `get`")]
    path: Annotated[str, Description("its file")]
    title: Annotated[str, Description("its title")]
    related: Annotated[tuple[RelatedDocumentResult, ...], Description("the nearest first; then by path")]
    index: Annotated[FreshnessResult, Description("the freshness of the index")]
    worktree: str | None = field(default=None, metadata=INTERNAL)
    hint: str = field(default="", metadata=INTERNAL)  # on the reference
    is_cut: bool = field(default=False, metadata=INTERNAL)  # whether the limit left some out
    least_similar: float = field(default=LEAST_ALIKE, metadata=INTERNAL)  # cosine from which passages are similar
    vault: str = field(default="", metadata=INTERNAL)
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)

    @property
    def similarity_bound(self) -> str:
        """The bound from which passages connect documents, for a remark."""
        return f"similar passages have a cosine of at least {self.least_similar:g}"

    def qualified(self, vault: str) -> RelatedResult:
        """The same with the vault that the reference named, if any; `related` as it is."""
        if not vault:
            return self
        remarks = tuple(outward_in(each, vault) for each in self.remarks)
        return replace(self, ref=outward(vault, self.ref), hint=outward_in(self.hint, vault), remarks=remarks)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedDocumentResult(Result):
    """A document with its PageRank."""

    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    score: Annotated[float, Description("its share of 1")]
    name: str = field(default="", metadata=INTERNAL)  # the title, or the name of the file
