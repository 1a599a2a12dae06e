"""`dowse communities`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.communities import CommunitiesRequest, communities
from ...app.missing_index import open_or_empty
from ...app.options import SIZE
from ..presenters.to_text import communities_lines
from .shared_flags import (
    filter_options,
    folder_argument,
    index_dir_option,
    limit_option,
    number_option,
    path_in_vault,
    place_arguments,
)
from .terminal import ProgressLine, echo_remark, echo_result, style_for


@click.command("communities", epilog="Exit code 0: communities found, 1: none found, 2: error.")
@folder_argument
@limit_option(20)
@filter_options
@number_option("--least", "min_size", option=SIZE, default=2, about="Minimum number of documents in a community.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list, with all members.")
@index_dir_option
def communities_command(
    folder: Path | None,
    limit: int,
    path: tuple[str, ...],
    tag: tuple[str, ...],
    type: tuple[str, ...],  # noqa: A002  # the name of the option
    kind: tuple[str, ...],
    min_size: int,
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
    vault = open_or_empty(folder, index_dir=index_dir)
    folders = tuple(path_in_vault(pattern, vault.root) for pattern in path)
    request = CommunitiesRequest(path=folders, tag=tag, type=type, kind=kind, least=min_size, limit=limit)
    with ProgressLine(vault.root) as progress:
        result = communities(vault, request, progress=progress)
    echo_result(result.communities, communities_lines(result.communities, style_for(vault.root)), as_json=as_json)
    if not result.total:
        echo_remark(f"no community has {min_size} selected documents; see the links with `dowse links`")
    if result.omission:
        where = place_arguments(folder, index_dir)
        echo_remark(f"{result.omission}; to include them: dowse search 'communities: archived:yes'{where}")
    if result.total > limit:
        echo_remark(f"{limit:,} of {result.total:,}; use --limit for more")
    echo_remark(*result.remarks)
    sys.exit(0 if result.total else 1)
