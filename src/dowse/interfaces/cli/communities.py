"""`dowse communities`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.communities import CommunitiesRequest, communities
from ...app.results.json_fields import as_json as to_json
from ...app.sessions.vault_session import open_session
from ..presenters.to_text import communities_lines
from .shared_flags import folder_argument, index_dir_option, limit_option, narrowing_options, within
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for


@click.command("communities", epilog="Exit code 0: communities found, 1: none found, 2: error.")
@folder_argument
@limit_option(20)
@narrowing_options
@click.option(
    "--least",
    metavar="N",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    help="Minimum number of documents in a community.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list, with all members.")
@index_dir_option
def communities_command(
    folder: Path | None,
    limit: int,
    path: tuple[str, ...],
    tag: tuple[str, ...],
    type: tuple[str, ...],  # noqa: A002  # the name of the option
    kind: tuple[str, ...],
    least: int,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """List clusters of closely linked and similar documents.

    Each community has a label (words that its titles and tags share), a size, and its most connected documents.
    --path, --tag, --type and --kind select the members to list; communities are computed over the whole vault.

    \b
      dowse communities ~/notes
      dowse communities --path 1-Projects --least 5
      dowse communities --json
    """
    vault = open_session(folder, index_dir=index_dir)
    inside = tuple(within(each, vault.root) for each in path)
    with ProgressLine(vault.root) as progress:
        found = communities(vault, CommunitiesRequest(inside, tag, type, kind, least, limit), progress=progress)
    if as_json:
        echo_json(to_json(found.communities))
    else:
        echo_lines(communities_lines(found.communities, style_for(vault.root)))
    if not found.total:
        remark(f"no community has {least} selected documents; see the links with `dowse links`")
    if found.omission:
        remark(f"{found.omission}; to include them: dowse search 'communities: archived:yes'")
    if found.total > limit:
        remark(f"{limit:,} of {found.total:,}; use --limit for more")
    for line in found.remarks:
        remark(line)
    sys.exit(0 if found.total else 1)
