"""The filters that keep one document out of a search, and the search without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from ...model.value_class import dataclass
from ...query.ast import ExactPhrase, Expr, FieldEquals, MatchAll, Not, OneOf, Or, Query, Word
from ...query.describe import condition
from ...query.extract import conjunction, selecting
from ...query.select import values
from ..binding import bind
from ..clock import search_time
from ..execute import Execution
from ..overrides import conditions, is_of_types
from ..plan import Request
from ..visibility import ARCHIVED, INACTIVE


@dataclass(frozen=True, slots=True)
class ExclusionReason:
    """A condition that a document does not meet."""

    reason: str
    change: str  # the change of the search that removes the condition, for the user
    where: Expr
    of_profile: bool = False
    added: Expr = field(default_factory=MatchAll)  # the filter in the query that replaces a condition of the profile


def find_exclusion_reasons(
    path: str, request: Request, query: Query, execution: Execution
) -> tuple[ExclusionReason, ...]:
    """The conditions of the query, the options, the profile and the default visibility that exclude the document."""
    return tuple(_exclusion_reasons(path, request, query, execution))


def remove_conditions(reasons: Sequence[ExclusionReason], request: Request, query: Query) -> tuple[Request, Query]:
    """The search without these conditions."""
    unmet = {reason.where for reason in reasons}
    if any(reason.of_profile for reason in reasons):
        request = replace(request, unfiltered=True)
    if ARCHIVED.where in unmet:
        query = replace(query, archived=True)
    where = _without(request.where, unmet)
    if INACTIVE.where in unmet:  # a query that names the status includes them
        where = conjunction(where, Or((INACTIVE.where, Not(INACTIVE.where))))
    kept = _without(query.where, unmet)
    return replace(request, where=where), replace(query, where=conjunction(kept, *(each.added for each in reasons)))


def _exclusion_reasons(path: str, request: Request, query: Query, execution: Execution) -> Iterator[ExclusionReason]:
    answer, run = execution.answer, execution.run
    reader, document = run.reader, OneOf(frozenset({path}))

    def is_met(where: Expr) -> bool:
        """Whether the condition selects the document, archived or not."""
        single = replace(query, where=where, archived=None)
        time, vaults = search_time(run.now), request.vaults
        selection = bind(single, reader=reader, time=time, vaults=vaults, archived=True, roots=request.roots).where
        return bool(reader.select(conjunction(selection, document), 1))

    for where, change in (
        (selecting(query.where), "remove {} from the query"),
        (request.where, "remove the option for documents {}"),
    ):
        for item in conditions(where):
            if item != MatchAll() and not is_met(item):
                yield ExclusionReason(_reason(item), change.format(_query_text(item)), item)
    unmet = [each for each in conditions(answer.planned.where) if each != MatchAll() and not is_met(each)]
    types = [FieldEquals("type", each) for each in sorted(values("type", reader.heads((path,))[path]))]
    if types and all(map(is_of_types, unmet)):
        change = f"add {_query_text(types[0])} to the query"
        yield from (ExclusionReason(_reason(each), change, each, added=types[0]) for each in unmet)
    else:
        change = f"use a profile other than {answer.profile}"
        yield from (ExclusionReason(_reason(each), change, each, of_profile=True) for each in unmet)
    for reason in (ARCHIVED, INACTIVE):
        if reason.what in answer.reading and reader.select(conjunction(reason.where, document), 1):
            yield ExclusionReason(
                f"{reason.what} documents are excluded by default", f"add {reason.remedy}", reason.where
            )


def _reason(item: Expr) -> str:
    return f"the filter “{condition(item)}” excludes the document"


def _without(where: Expr, unmet: set[Expr]) -> Expr:
    return conjunction(*(item for item in conditions(where) if item not in unmet))


def _query_text(item: Expr) -> str:
    match item:
        case Word(text):
            return f"+{text}"
        case ExactPhrase(text):
            return f'"{text}"'
        case FieldEquals(name, value):
            return f'{name}:"{value}"' if " " in value else f"{name}:{value}"
        case Not(Word() | ExactPhrase() | FieldEquals() as excluded):
            return f"-{_query_text(excluded).removeprefix('+')}"
        case _:
            return f"“{condition(item)}”"
