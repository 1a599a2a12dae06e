"""`dowse pagerank`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.missing_index import open_or_empty
from ...app.pagerank import PagerankRequest, rank_documents
from ..presenters.graph_tables import ranked_lines
from .shared_flags import folder_argument, index_dir_option, limit_option
from .terminal import ProgressLine, echo_remark, echo_result, style_for


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
    vault = open_or_empty(folder, index_dir=index_dir)
    with ProgressLine(vault.root) as progress:
        ranking = rank_documents(vault, PagerankRequest(limit), progress=progress)
    echo_result(ranking.documents, ranked_lines(ranking.documents, style_for(vault.root)), as_json=as_json)
    if ranking.omission:
        echo_remark(ranking.omission)
    elif not ranking.total:
        echo_remark("the vault has no documents")
    if ranking.total > limit:
        echo_remark(f"{limit:,} of {ranking.total:,}; use --limit for more")
    echo_remark(*ranking.remarks)
    sys.exit(0 if ranking.total else 1)
