"""Check the web links of a vault: request each address once and remember the verdict."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import field
from functools import partial
from typing import Annotated

from ...model.errors import DowseError
from ...model.value_class import dataclass
from ...search.dead_sources import DEAD_ADDRESSES, to_fact
from ..location import Progress, silent
from ..results.json_fields import INTERNAL, Description, Result
from ..search_filter import narrowing
from ..sessions.vault_session import VaultSession
from .check import CheckPlan, LinkCheckReport, addresses, check, remembered
from .http_probe import HttpProbe
from .probe_cache import keep
from .verdict import Verdict

_LISTED = ("dead", "unsure")


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Which addresses are requested, and how."""

    path: tuple[str, ...] = ()  # folders
    again: bool = False  # also those with a recent verdict
    days: float = 7.0  # age of a verdict from which the address is requested again
    limit: int | None = None  # requests at most
    timeout: float = 10.0  # seconds for a request
    private: bool = False  # also hosts on this machine and in its network


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLocationResult(Result):
    """A place of an address."""

    path: Annotated[str, Description("the file")]
    line: Annotated[int, Description("the line")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressResult(Result):
    """An address with its verdict."""

    url: Annotated[str, Description("the address without the fragment")]
    state: Annotated[
        str,
        Description(
            "`dead`, `unsure` (no answer in time, or a possibly temporary error), `back` (dead in the previous run) or "
            "`moved` (redirects permanently)"
        ),
    ]
    status: Annotated[int, Description("HTTP status; 0 without an answer")]
    reason: Annotated[str, Description("the problem; empty if there is none")]
    moved: Annotated[str, Description("the address that it redirects to permanently; empty if it does not")]
    places: Annotated[tuple[LinkLocationResult, ...], Description("the places of the address")]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult(Result):
    """The verdicts on the addresses of a vault."""

    vault: Annotated[str, Description("the name of the folder")]
    addresses: Annotated[int, Description("number of different addresses in the notes")]
    asked: Annotated[int, Description("addresses requested in this run")]
    unasked: Annotated[int, Description("addresses not requested because of `--limit` or Ctrl-C")]
    ok: Annotated[int, Description("addresses that worked when last requested")]
    links: Annotated[
        tuple[AddressResult, ...],
        Description("dead, unsure and moved addresses, and addresses that work again, each group by note"),
    ]
    skipped: int = field(default=0, metadata=INTERNAL)  # addresses on this machine or in its network
    is_stopped: bool = field(default=False, metadata=INTERNAL)  # whether Ctrl-C ended the run
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)

    def count(self, state: str) -> int:
        """The number of listed addresses with that state."""
        return sum(each.state == state for each in self.links)


def check_links(vault: VaultSession, request: CheckRequest, *, progress: Progress = silent) -> CheckResult:
    """Requests the addresses in the notes, and keeps the verdicts beside the index. Ctrl-C ends it with those it has.

    Raises DowseError when no address can be reached at all.
    """
    places, state = vault.read(partial(addresses, where=narrowing(path=request.path)), progress=progress)
    report, is_stopped = LinkCheckReport(places), False
    plan = CheckPlan(time.time(), request.days, request.again, request.limit)
    try:
        probe = HttpProbe(request.timeout, request.private)
        check(report, vault.folder, plan, probe, lambda done, total: progress("addresses", done, total))
    except KeyboardInterrupt:
        is_stopped = True
    if report.is_cut_off:
        raise DowseError("no address could be reached; check the network connection, then run the command again")
    unkept = tuple(_keep(report, vault, is_whole=not request.path))
    return CheckResult(
        vault=vault.name,
        addresses=len(places),
        asked=report.asked,
        unasked=report.unasked,
        ok=len(report.of("ok")),
        links=tuple(_result(each, report) for each in (*report.of(*_LISTED), *report.back, *report.moved)),
        skipped=len(report.of("skipped")),
        is_stopped=is_stopped,
        remarks=(*unkept, *state.remarks),
    )


def _keep(report: LinkCheckReport, vault: VaultSession, *, is_whole: bool) -> Iterator[str]:
    verdicts = list(remembered(report, vault.folder, is_whole=is_whole))
    try:
        keep(vault.folder, verdicts)
        dead = [each.url for each in verdicts if each.state == "dead"]
        vault.engine.remember(DEAD_ADDRESSES, vault.peek(lambda reader: to_fact(dead, reader)))
    except DowseError as error:
        yield str(error)


def _result(verdict: Verdict, report: LinkCheckReport) -> AddressResult:
    return AddressResult(
        url=verdict.url,
        state="back" if verdict.is_back else "moved" if verdict.moved else verdict.state,
        status=verdict.status,
        reason=verdict.reason,
        moved=verdict.moved,
        places=tuple(LinkLocationResult(path=place.path, line=place.line) for place in report.places[verdict.url]),
    )
