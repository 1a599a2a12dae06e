"""The filters that keep one document out of a search, and the search without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..query.ast import And, ExactPhrase, Expr, FieldEquals, MatchAll, Not, OneOf, Or, Query, Word
from ..query.describe import condition
from ..query.extract import conjunction, selecting
from .binding import bind
from .clock import search_time
from .execute import Execution
from .plan import Request
from .visibility import ARCHIVED, INACTIVE


@dataclass(frozen=True, slots=True)
class ExclusionReason:
    """A condition that a document does not meet."""

    reason: str
    change: str  # the change of the search that removes the condition, for the user
    where: Expr
    of_profile: bool = False


def find_exclusion_reasons(
    path: str, request: Request, query: Query, execution: Execution
) -> tuple[ExclusionReason, ...]:
    """The conditions of the query, the options, the profile and the default visibility that exclude the document."""
    return tuple(_exclusion_reasons(path, request, query, execution))


def remove_conditions(reasons: Sequence[ExclusionReason], request: Request, query: Query) -> tuple[Request, Query]:
    """The search without these conditions."""
    conditions = {reason.where for reason in reasons}
    if any(reason.of_profile for reason in reasons):
        request = replace(request, unfiltered=True)
    if ARCHIVED.where in conditions:
        query = replace(query, archived=True)
    where = _without(request.where, conditions)
    if INACTIVE.where in conditions:  # a query that names the status includes them
        where = conjunction(where, Or((INACTIVE.where, Not(INACTIVE.where))))
    return replace(request, where=where), replace(query, where=_without(query.where, conditions))


def _exclusion_reasons(path: str, request: Request, query: Query, execution: Execution) -> Iterator[ExclusionReason]:
    answer, run = execution.answer, execution.run
    reader, document = run.reader, OneOf(frozenset({path}))

    def is_met(where: Expr) -> bool:
        """Whether the condition selects the document, archived or not."""
        single = replace(query, where=where, archived=None)
        selection = bind(single, reader=reader, time=search_time(run.now), vaults=request.vaults, archived=True).where
        return bool(reader.select(conjunction(selection, document), 1))

    for where, change in (
        (selecting(query.where), "remove {} from the query"),
        (request.where, "remove the option for documents {}"),
        (answer.planned.where, f"use a profile other than {answer.profile}"),
    ):
        for item in where.items if isinstance(where, And) else (where,):
            if item != MatchAll() and not is_met(item):
                of_profile = where is answer.planned.where
                yield ExclusionReason(
                    f"the filter “{condition(item)}” excludes the document",
                    change.format(_query_text(item)),
                    item,
                    of_profile,
                )
    for reason in (ARCHIVED, INACTIVE):
        if reason.what in answer.reading and reader.select(conjunction(reason.where, document), 1):
            yield ExclusionReason(
                f"{reason.what} documents are excluded by default", f"add {reason.remedy}", reason.where
            )


def _without(where: Expr, conditions: set[Expr]) -> Expr:
    if isinstance(where, And):
        return conjunction(*(item for item in where.items if item not in conditions))
    return MatchAll() if where in conditions else where


def _query_text(item: Expr) -> str:
    match item:
        case Word(text):
            return f"+{text}"
        case ExactPhrase(text):
            return f'"{text}"'
        case FieldEquals(field, value):
            return f"{field}:{value}"
        case _:
            return f"“{condition(item)}”"
