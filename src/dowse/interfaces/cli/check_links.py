"""`dowse check-links`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ...app.link_checker.check_links import CheckRequest, CheckResult, check_links
from ...app.missing_index import open_with_documents
from ..presenters.sanitize import visible
from ..presenters.text_style import TextStyle
from .shared_flags import folder_argument, index_dir_option, path_in_vault
from .terminal import ProgressLine, echo_remark, echo_result, style_for

_COLOURS = {"dead": "31", "unsure": "33"}
_EPILOG = "Exit code 0: no dead links, 1: dead links found, 2: error, 130: stopped by Ctrl-C."


@click.command("check-links", epilog=_EPILOG)
@folder_argument
@click.option("--path", multiple=True, metavar="X", help="Only check links in files below this folder.")
@click.option("--again", is_flag=True, help="Check every address, even those with a recent result.")
@click.option(
    "--days",
    metavar="N",
    default=7,
    show_default=True,
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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

    Lists each dead, unsure or permanently moved address with the files and lines that contain it.

    This command connects to the web servers that the notes link to: one request for each address, without its body,
    at most two at a time for a host. The results are stored beside the index. Notes are never changed.

    \b
      dowse check-links ~/notes
      dowse check-links ~/notes --path Clippings --limit 200
      dowse check-links --again --json
    """
    vault = open_with_documents(folder, index_dir=index_dir)
    folders = tuple(path_in_vault(pattern, vault.root) for pattern in path)
    with ProgressLine(vault.root) as progress:
        result = check_links(vault, CheckRequest(folders, again, days, limit, timeout, private), progress=progress)
    echo_result(result, _lines(result, style_for(vault.root)), as_json=as_json)
    echo_remark(*result.remarks, _summary(result))
    sys.exit(130 if result.is_stopped else 1 if result.count("dead") else 0)


def _lines(result: CheckResult, style: TextStyle) -> Iterator[str]:
    for link in result.links:
        reason = f"  {f'{link.status} ' if link.status else ''}{visible(link.reason)}" if link.reason else ""
        redirect = f" → {visible(link.moved)}" if link.moved else ""
        yield f"{style.paint(link.state, _COLOURS.get(link.state, '32'))}  {visible(link.url)}{redirect}{reason}"
        for place in link.places:
            yield f"    {style.link(style.paint(f'{place.path}:{place.line}', '36'), place.path, place.line)}"


def _summary(result: CheckResult) -> str:
    states = (
        (result.count("dead"), "dead"),
        (result.count("unsure"), "unsure"),
        (result.skipped, "skipped: hosts on this machine or its local network"),
        (result.unasked, "not checked yet"),
        (result.count("moved"), "moved permanently"),
    )
    counts = [f"{count:,} {label}" for count, label in states if count]
    addresses = f"{result.addresses:,} address{'' if result.addresses == 1 else 'es'}"
    return "; ".join([addresses, f"{result.asked:,} checked now", *counts])
