"""The results about links: their states, documents without links, and mentions without a link."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import Annotated

from ...model.document import Head
from ...model.value_class import dataclass
from .json_fields import INTERNAL, Description, Result

LINK_KINDS = (
    "`wikilink`, `embed`, `markdown`, `doc`, `ref` (of Sphinx), `pep` and `rfc` (of docutils), `file` and "
    "`node` (of Org), `xref` and "
    "`macro` (of AsciiDoc), `id` (in the text) or `parent` (in the frontmatter); "
    "with `--of`, and of the links of one document, also `imports`, `extends`, `implements`, `calls` or `mentions`"
)
LINK_SECTION = "the symbol or the section that contains the link; empty if none"
LINK_ANCHOR = "the heading or block in the link, or the symbol that is meant; empty if none"
LINK_STATE = "`ok`, `broken` or `ambiguous`, as is a call or a mention of a name that several definitions have"
LINK_RULE = (
    "the [rule](graph.md#how-links-are-resolved) that found the target, or that of a "
    "[reference](graph.md#code-and-notes); empty for a broken link"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStatusResult(Result):
    """A link and its state."""

    source: Annotated[str, Description("the file that contains the link")]
    target: Annotated[str, Description("the resolved target file; for a broken link the target as written")]
    kind: Annotated[str, Description(LINK_KINDS)]
    state: Annotated[str, Description(LINK_STATE)]
    line: Annotated[int, Description("the line of the link")]
    section: Annotated[str, Description(LINK_SECTION)]
    anchor: Annotated[str, Description(LINK_ANCHOR)]
    written: Annotated[str, Description("the target as written in the note")]
    hint: Annotated[str, Description("the problem; empty for `ok`")]
    rule: Annotated[str, Description(LINK_RULE)]
    syntax: str = field(default="", metadata=INTERNAL)  # the whole Markdown link as written, with its text
    lacks_anchor: bool = field(default=False, metadata=INTERNAL)  # the document exists, but not the heading or block


@dataclass(frozen=True, slots=True, kw_only=True)
class OrphanResult(Result):
    """A document without links."""

    path: Annotated[str, Description("a document without links and backlinks")]
    title: Annotated[str, Description("its title")]

    @classmethod
    def of(cls, head: Head) -> OrphanResult:
        """The document of that head."""
        return cls(path=head.path, title=head.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionResult(Result):
    """A mention of a document without a link to it."""

    source: Annotated[str, Description("the file that mentions a document without a link to it")]
    target: Annotated[str, Description("the document")]
    name: Annotated[str, Description("the name as written in the file")]
    line: Annotated[int, Description("the line")]


@dataclass(frozen=True, slots=True)
class LinkList(Result):
    """Links of a vault or of one document."""

    links: tuple[LinkStatusResult, ...]  # by path and line
    path: str = ""  # of the one document
    hint: str = ""  # on the reference to it
    documents: int = 0  # in the vault
    orphans: int = 0  # documents without links
    remarks: tuple[str, ...] = ()  # on the index


@dataclass(frozen=True, slots=True)
class LinkedDocument(Result):
    """The links of one document, and the links to it."""

    path: str
    symbol: str  # of source code, if the links are those of a symbol and its members alone
    out: tuple[LinkStatusResult, ...]  # by line
    back: tuple[LinkStatusResult, ...]  # by path and line, those in tests and examples last
    titles: dict[str, str]  # of the documents at the other ends
    hint: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def both(self) -> tuple[LinkStatusResult, ...]:
        """The links in both directions, a link of the document to itself once."""
        own = {(each.source, each.line, each.target) for each in self.out}
        return (*self.out, *(each for each in self.back if (each.source, each.line, each.target) not in own))


@dataclass(frozen=True, slots=True)
class OrphanList(Result):
    """Documents without links and backlinks, by path."""

    documents: tuple[OrphanResult, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MentionList(Result):
    """Mentions of documents without a link, by path and position."""

    mentions: tuple[MentionResult, ...]
    path: str = ""  # of the one document that is mentioned
    hint: str = ""
    titles: dict[str, str] = field(default_factory=dict)  # of the documents that are mentioned
    remarks: tuple[str, ...] = ()

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Documents and the number of their mentions, the highest first, then by path."""
        return sorted(Counter(each.target for each in self.mentions).items(), key=lambda each: (-each[1], each[0]))
