"""The result of a search with a budget: passages for a language model."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...model.value_class import dataclass
from .json_fields import OPTIONAL, Description, Result
from .search_result import SearchResult
from .trace_result import EvidenceResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcerptResult(Result):
    """A part of a document."""

    vault: Annotated[str | None, Description("the vault of the document")] = field(default=None, metadata=OPTIONAL)
    ref: Annotated[str, Description("a reference to the section, for `get`")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    headings: Annotated[tuple[str, ...], Description("the headings above the text, from the outside in")]
    line: Annotated[int, Description("the first line")]
    end_line: Annotated[int, Description("the last line")]
    score: Annotated[float, Description("from 0 to 1")]
    tokens: Annotated[int, Description("tokens of the text with its headings")]
    text: Annotated[str, Description("the text")]
    why: Annotated[tuple[EvidenceResult, ...] | None, Description("the evidence for the score of the document")] = (
        field(default=None, metadata=OPTIONAL)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OmittedResult(Result):
    """The passages that were found and do not fit."""

    passages: Annotated[int, Description("their number")]
    tokens: Annotated[int, Description("their tokens")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassagesResult(Result):
    """The passages that fit into the budget, and the search that found them."""

    answer: Annotated[SearchResult, Description("the search")]
    passages: Annotated[tuple[ExcerptResult, ...], Description("by document in the order of the hits, then by line")]
    tokens: Annotated[int, Description("of all passages")]
    left_out: Annotated[OmittedResult, Description("the passages that do not fit")]
