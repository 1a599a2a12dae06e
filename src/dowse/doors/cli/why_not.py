"""`dowse why-not`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from ...app import open_vault
from ...pipeline.search import MODES, Mode, Request
from ..render.explain import why_not_lines
from ..render.json import why_not_json
from .options import folder_argument, index_dir_option, limit_option, narrowing, narrowing_options, within
from .terminal import Progress, echo_json, echo_lines, remark, style_for


@click.command("why-not", epilog="Exit code 0: it is a hit, 1: it is not, 2: error.")
@click.argument("ref")
@click.argument("query")
@folder_argument
@limit_option(None)
@narrowing_options
@click.option("--profile", show_default="default", help="How to rank; see `dowse profiles`.")
@click.option("--mode", type=click.Choice(MODES), show_default="hybrid", help="Words, meaning or both.")
@click.option("--min-score", type=click.FloatRange(0, 1), help="Only hits with at least this score.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@index_dir_option
def why_not_command(
    ref: str,
    query: str,
    folder: Path | None,
    limit: int | None,
    path: tuple[str, ...],
    tag: tuple[str, ...],
    type: tuple[str, ...],  # noqa: A002  # the option's name
    kind: tuple[str, ...],
    profile: str | None,
    mode: Mode | None,
    min_score: float | None,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """Say why a document is not among the hits of a query, and what would bring it back.

    REF is what `dowse get` takes: a path, a title, an alias, a short code. Every change that is named was tried.

    \b
      dowse why-not "2-Areas/People/April Jane.md" "people who do design"
      dowse why-not METIS-T-0066 "ranking #search" --path 1-Projects
    """
    query = os.fsencode(query).decode("utf-8", "replace")  # a terminal may hand over bytes of another encoding
    vault = open_vault(folder, index_dir=index_dir)
    inside = tuple(within(each, vault.root, here=Path.cwd()) for each in path)
    where = narrowing(path=inside, tag=tag, type=type, kind=kind)
    settings = vault.settings
    chosen = settings.named(profile) if profile else None
    request = Request(query, limit or settings.limit, mode or settings.mode, where, min_score=min_score)
    with Progress(vault.root) as progress:
        verdict, state = vault.why_not(
            within(ref, vault.root, here=Path.cwd(), of="REF"), request, chosen, progress=progress
        )
    if as_json:
        echo_json(why_not_json(verdict))
    else:
        echo_lines(why_not_lines(verdict, style_for(vault.root)))
    for line in state.remarks:
        remark(line)
    sys.exit(0 if verdict.rank is not None else 1)
