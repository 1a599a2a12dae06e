"""`dowse pagerank`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.vault_session import open_session
from ...query.ast import MatchAll
from ...search.graph_analytics import ranks
from ...search.visibility import omission
from ..presenters.graph_tables import ranked_json, ranked_lines
from .shared_flags import folder_argument, index_dir_option, limit_option
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for


@click.command("pagerank", epilog="Exit code 0: documents listed, 1: none, 2: error.")
@folder_argument
@limit_option(20)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@index_dir_option
def pagerank_command(folder: Path | None, limit: int, as_json: bool, index_dir: Path | None) -> None:
    """Rank documents by incoming links (PageRank).

    A link from a highly ranked document counts more. The scores of all documents sum to 1, including archived,
    inactive and hidden documents, which are not listed.

    \b
      dowse pagerank ~/notes
      dowse pagerank -n 100 --json
    """
    vault = open_session(folder, index_dir=index_dir)
    with ProgressLine(vault.root) as progress:
        (found, left_out), state = vault.ask(
            lambda reader: (ranks(reader), omission(MatchAll(), reader)), progress=progress
        )
    shown = found[:limit]
    if as_json:
        echo_json([ranked_json(each) for each in shown])
    else:
        echo_lines(ranked_lines(shown, style_for(vault.root)))
    if left_out:
        remark(left_out)
    elif not found:
        remark("the vault has no documents")
    if len(found) > limit:
        remark(f"{limit:,} of {len(found):,}; use --limit for more")
    for line in state.remarks:
        remark(line)
    sys.exit(0 if found else 1)
