"""Passages: the best parts of the hits that fit into a number of tokens, for a language model to read."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Collection, Iterator
from functools import cache, partial

from ..model.chunk import CountTokens
from ..model.qualified_path import inward
from ..model.value_class import dataclass
from ..search.execute import Answer, Execution
from ..search.packing import Excerpt, PackedPassages, pack
from .location import Progress, silent
from .options import check
from .results.passage_result import ExcerptResult, OmittedResult, PassagesResult
from .results.trace_result import evidence_of
from .search import SearchRequest, result_of
from .sessions.federation import SearchableVault

_MAX_CANDIDATES = 30  # documents whose passages are candidates, and
_CANDIDATE_TOKENS = 150  # one more for so many tokens of the budget, since a passage has about 200
_MIN_CANDIDATES = 10
_MOST_AS_DATA = 7_000  # tokens of all passages in an answer
_AROUND = 90  # tokens of a passage besides its text, including a reason or two
_ESCAPED = re.compile(r'["\\\x00-\x1f]')  # characters that JSON escapes
_ESCAPE_TOKENS = 8
_LESS = 50  # tokens by which the budget shrinks at least, when the passages are too long as JSON


@dataclass(frozen=True, slots=True)
class PassagesRequest:
    """A search, and the number of tokens that the passages of its hits may have together."""

    search: SearchRequest
    budget: int

    def __post_init__(self) -> None:
        check(self)


def passages(vault: SearchableVault, request: PassagesRequest, *, progress: Progress = silent) -> PassagesResult:
    """The best passages of the hits that fit into the budget. Raises as `search`."""
    started = time.perf_counter()
    asked, profile = request.search.planned(vault.settings)
    within = partial(_packed, budget=request.budget, count=cache(vault.count_tokens))
    (answer, packed), state = vault.execute(asked, profile, within, progress=progress)
    took_ms = (time.perf_counter() - started) * 1e3
    return PassagesResult(
        answer=result_of(answer, state, vault, request.search, took_ms=took_ms),
        passages=tuple(_results(packed, vault.names, explain=request.search.explain)),
        tokens=packed.tokens,
        left_out=OmittedResult(passages=packed.left_out, tokens=packed.left_out_tokens),
    )


def candidate_limit(budget: int) -> int:
    """The number of documents whose passages are candidates for the budget, for a request without a limit."""
    return min(_MAX_CANDIDATES, max(_MIN_CANDIDATES, budget // _CANDIDATE_TOKENS))


def _packed(execution: Execution, *, budget: int, count: CountTokens) -> tuple[Answer, PackedPassages]:
    answer, run = execution.answer, execution.run
    packed = pack(answer.hits, run, budget, count)
    if sum(map(_most_as_data, packed.excerpts)) <= _MOST_AS_DATA:
        return answer, packed
    while packed.excerpts and (over := _as_data(packed, count) - _MOST_AS_DATA) > 0:
        budget -= over + _LESS
        packed = pack(answer.hits, run, budget, count)
    return answer, packed


def _as_data(packed: PackedPassages, count: CountTokens) -> int:
    """Tokens of the passages as JSON, where quotation marks and names of fields count."""
    return sum(count(json.dumps(each.text, ensure_ascii=False)) + _AROUND for each in packed.excerpts)


def _most_as_data(excerpt: Excerpt) -> int:
    """At least the tokens of the passage as JSON: an escape adds some, and joins a letter to the word behind it."""
    return excerpt.tokens + _ESCAPE_TOKENS * len(_ESCAPED.findall(excerpt.text)) + _AROUND


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
