"""Passages: the best parts of the hits that fit into a number of tokens, for a language model to read."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial

from ..indexing.garbage_collection import without_collection
from ..model.chunk import CountTokens
from ..model.qualified_path import inward
from ..model.value_class import dataclass
from ..query.parse import parse
from ..search.execute import Answer, Execution
from ..search.passages.packing import Excerpt, OmittedPassage, PackedPassages, pack
from ..search.passages.passage_budget import AnswerLimit
from .location import Progress, silent
from .options import BUDGET, check
from .results.passage_result import ExcerptResult, OmittedResult, PassagesResult
from .results.search_result import NoteResult
from .results.trace_result import evidence_of
from .search import result_of
from .search_request import SearchRequest, selects_files
from .sessions.federation import SearchableVault

_MAX_CANDIDATES = 15  # documents whose passages are candidates: an answer has room for passages of so many
_CANDIDATE_TOKENS = 200  # one more for so many tokens of the budget, which a passage has
_MIN_CANDIDATES = 10
_MOST_AS_DATA = 7_000  # tokens of all passages in an answer
_ESCAPED = ('"', "\\", "\n", "\t")  # in JSON
_ESCAPE_TOKENS = 3
_AROUND = 90  # tokens of a passage besides its text, including a reason or two


@dataclass(frozen=True, slots=True)
class PassagesRequest:
    """A search, and the number of tokens that the passages of its hits may have together."""

    search: SearchRequest
    budget: int

    def __post_init__(self) -> None:
        check(self)


@without_collection()  # as in a search
def passages(vault: SearchableVault, request: PassagesRequest, *, progress: Progress = silent) -> PassagesResult:
    """The best passages of the hits that fit into the budget. Raises as `search`."""
    started = time.perf_counter()
    asked, profile = request.search.planned(vault.settings)
    within = partial(_packed, budget=request.budget, count=cache(vault.count_tokens))
    (answer, packed), state = vault.execute(asked, profile, within, progress=progress)
    took_ms = (time.perf_counter() - started) * 1e3
    found = result_of(answer, state, vault, request.search, took_ms=took_ms)
    return PassagesResult(
        answer=replace(found, notes=(*_notes(packed, request.budget), *found.notes)),
        passages=tuple(_results(packed, vault.names, explain=request.search.explain)),
        tokens=packed.tokens,
        left_out=OmittedResult(passages=packed.left_out, tokens=packed.left_out_tokens),
    )


def has_passages(request: SearchRequest) -> bool:
    """Whether the hits of the search are passages: those of `communities:` and of `kind:file` are not."""
    return not (selects_files(request) or parse(request.query).communities)


def candidate_limit(budget: int) -> int:
    """The number of documents whose passages are candidates for the budget, for a request without a limit."""
    return min(_MAX_CANDIDATES, max(_MIN_CANDIDATES, budget // _CANDIDATE_TOKENS))


def fit_twice(passages: Iterable[ExcerptResult], most: int) -> bool:
    """Whether a result of so many tokens has room for the passages as data and as quoted text."""
    return (
        sum(each.tokens + _tokens_as_data(each.text, each.tokens) + each.text.count("\n") for each in passages) <= most
    )


def _packed(execution: Execution, *, budget: int, count: CountTokens) -> tuple[Answer, PackedPassages]:
    answer, run = execution.answer, execution.run
    return answer, pack(answer.hits, run, budget, count, written=AnswerLimit(_MOST_AS_DATA, _tokens_as_data))


def _notes(packed: PackedPassages, budget: int) -> Iterator[NoteResult]:
    """The note that nothing fits, or that the best passage does not."""
    best = packed.omitted_best
    if best is None:
        return
    is_for_data = best.tokens <= budget and best.written_tokens > _MOST_AS_DATA
    if not packed.excerpts and not is_for_data:
        found = "1 passage" if packed.left_out == 1 else f"{packed.left_out:,} passages"
        yield NoteResult(at=0, hint=f"{found} found, none fits into {budget} tokens; raise or remove the budget")
    elif is_for_data or best.tokens > budget:
        size = f"has {best.tokens:,} tokens with its headings and does not fit into {budget:,}"
        if is_for_data:
            size = f"takes about {best.written_tokens:,} of the {_MOST_AS_DATA:,} tokens that an answer has as data"
        fits = best.tokens <= (BUDGET.maximum or budget) and best.written_tokens <= _MOST_AS_DATA
        remedy = "raise the budget" if fits else "a search without a budget shows a part of it"
        yield NoteResult(at=0, hint=f"the best passage, {best.path}, {_lines(best)}, {size}; {remedy}")


def _lines(passage: OmittedPassage) -> str:
    is_one = passage.line == passage.end_line
    return f"line {passage.line}" if is_one else f"lines {passage.line}-{passage.end_line}"


def _tokens_as_data(text: str, tokens: int) -> int:
    """About the tokens of the passage as JSON, whose escapes add some, and join a letter to the word behind them."""
    return tokens + _ESCAPE_TOKENS * sum(map(text.count, _ESCAPED)) + _AROUND


def _results(packed: PackedPassages, vaults: Collection[str], *, explain: bool) -> Iterator[ExcerptResult]:
    for each in packed.excerpts:
        vault, path = inward(each.hit.head.path, vaults) if len(vaults) > 1 else (None, each.hit.head.path)
        yield ExcerptResult(
            vault=vault,
            ref=_ref(each),
            path=path,
            title=each.hit.head.title,
            headings=each.headings,
            line=each.line,
            end_line=each.end_line,
            score=round(each.score, 4),
            tokens=each.tokens,
            text=each.text,
            why=evidence_of(each.hit) if explain else None,
        )


def _ref(excerpt: Excerpt) -> str:
    path = excerpt.hit.head.path
    return f"{path}#{excerpt.section}" if excerpt.section else path
