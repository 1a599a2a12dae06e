"""`dowse check-links`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from ...app.link_checker.check import CheckPlan, LinkCheckReport, addresses, check, remembered
from ...app.link_checker.http_probe import HttpProbe
from ...app.link_checker.probe_cache import keep
from ...app.link_checker.verdict import Verdict
from ...app.search_filter import narrowing
from ...app.vault_session import VaultSession, open_session
from ...model.errors import DowseError
from ..presenters.sanitize import visible
from ..presenters.text_style import TextStyle
from ..presenters.to_json import Json
from .shared_flags import folder_argument, index_dir_option, within
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for

_LISTED = ("dead", "unsure")
_COLOURS = {"dead": "31", "unsure": "33"}
_EPILOG = "Exit code 0: no dead links, 1: dead links found, 2: error, 130: stopped by Ctrl-C."


@click.command("check-links", epilog=_EPILOG)
@folder_argument
@click.option("--path", multiple=True, metavar="X", help="Only check links in files below this folder.")
@click.option("--again", is_flag=True, help="Check every address, even those with a recent result.")
@click.option(
    "--days",
    metavar="N",
    default=7.0,
    show_default="7",
    type=click.FloatRange(0, 3650),
    help="Check an address again after this many days.",
)
@click.option("-n", "--limit", metavar="N", type=click.IntRange(0), help="Maximum number of addresses to check.")
@click.option(
    "--timeout",
    metavar="SECONDS",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0.1, 300),
    help="Timeout for each request.",
)
@click.option("--private", is_flag=True, help="Also check hosts on this machine and its local network.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@index_dir_option
def check_links_command(
    folder: Path | None,
    path: tuple[str, ...],
    again: bool,
    days: float,
    limit: int | None,
    timeout: float,
    private: bool,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """Find dead web links in the notes.

    Lists each dead address with the files and lines that contain it.

    This command connects to the web servers that the notes link to: one request for each address, without its body,
    at most two at a time for a host. The results are stored beside the index. Notes are never changed.

    \b
      dowse check-links ~/notes
      dowse check-links ~/notes --path Clippings --limit 200
      dowse check-links --again --json
    """
    vault = open_session(folder, index_dir=index_dir)
    inside = tuple(within(each, vault.root, here=Path.cwd()) for each in path)
    with ProgressLine(vault.root) as progress:
        places, state = vault.ask(lambda reader: addresses(reader, narrowing(path=inside)), progress=progress)
        report, is_stopped = LinkCheckReport(places), False
        try:
            checking = CheckPlan(time.time(), days, again, limit)
            asking = HttpProbe(timeout, private)
            check(report, vault.folder, checking, asking, lambda done, total: progress("addresses", done, total))
        except KeyboardInterrupt:
            is_stopped = True
    if report.is_cut_off:
        raise DowseError("no address could be reached; check the network connection, then run the command again")
    _keep(report, vault, is_whole=not path)
    _show(report, vault, as_json=as_json)
    for line in (*state.remarks, *_summary(report)):
        remark(line)
    sys.exit(130 if is_stopped else 1 if report.of("dead") else 0)


def _keep(report: LinkCheckReport, vault: VaultSession, *, is_whole: bool) -> None:
    try:
        keep(vault.folder, remembered(report, vault.folder, is_whole=is_whole))
    except DowseError as error:
        remark(str(error))


def _show(report: LinkCheckReport, vault: VaultSession, *, as_json: bool) -> None:
    if as_json:
        echo_json(
            {
                "vault": vault.name,
                "addresses": len(report.places),
                "asked": report.asked,
                "unasked": report.unasked,
                "ok": len(report.of("ok")),
                "links": [_json(each, report) for each in (*report.of(*_LISTED), *report.back)],
            }
        )
    else:
        echo_lines(_lines(report, style_for(vault.root)))


def _lines(report: LinkCheckReport, style: TextStyle) -> Iterator[str]:
    for each in (*report.of(*_LISTED), *report.back):
        state = "back" if each.is_back else each.state
        why = f"  {f'{each.status} ' if each.status else ''}{visible(each.reason)}" if each.reason else ""
        yield f"{style.paint(state, _COLOURS.get(state, '32'))}  {visible(each.url)}{why}"
        for place in report.places[each.url]:
            yield f"    {style.linked(style.paint(f'{place.path}:{place.line}', '36'), place.path)}"


def _summary(report: LinkCheckReport) -> Iterator[str]:
    states = (
        (len(report.of("dead")), "dead"),
        (len(report.of("unsure")), "unsure"),
        (len(report.of("skipped")), "skipped: hosts on this machine or its local network"),
        (report.unasked, "not checked yet"),
    )
    found = [f"{count:,} {what}" for count, what in states if count]
    moved = sum(bool(each.moved) for each in report.of("ok"))
    if moved:
        found.append(f"{moved:,} moved permanently")
    known = f"{report.asked:,} checked now"
    yield "; ".join([f"{len(report.places):,} address{'' if len(report.places) == 1 else 'es'}", known, *found])


def _json(verdict: Verdict, report: LinkCheckReport) -> dict[str, Json]:
    return {
        "url": verdict.url,
        "state": "back" if verdict.is_back else verdict.state,
        "status": verdict.status,
        "reason": verdict.reason,
        "places": [{"path": place.path, "line": place.line} for place in report.places[verdict.url]],
    }
