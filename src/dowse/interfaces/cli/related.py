"""`dowse related`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ...app.options import DEPTH, RELATION_NAMES, RelationName
from ...app.related import RelatedRequest, related_documents
from ...app.results.document_result import RelatedResult
from ...app.results.json_fields import as_json as to_json
from ...app.sessions.vault_session import VaultSession
from ..presenters.graph_tables import related_lines
from ..presenters.text_style import pluralize
from .ref_argument import at_ref_argument
from .search_flags import text_of
from .shared_flags import OneOutputFormat, folder_argument, index_dir_option, limit_option, number_option
from .terminal import ProgressLine, echo_json, echo_paths, echo_remark, echo_styled, style_for


@click.command("related", cls=OneOutputFormat, epilog="Exit code 0: related documents found, 1: none found, 2: error.")
@click.argument("ref")
@folder_argument
@limit_option(20)
@number_option("--depth", option=DEPTH, default=2, about="Maximum number of hops.", metavar="HOPS")
@click.option(
    "--via",
    multiple=True,
    metavar="X",
    type=click.Choice(RELATION_NAMES),
    help=f"Only follow {', '.join(RELATION_NAMES)}; repeatable.  [default: all but tags]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@click.option("--files", is_flag=True, help="Print paths only.")
@index_dir_option
def related_command(
    ref: str,
    folder: Path | None,
    limit: int,
    depth: int,
    via: tuple[RelationName, ...],
    as_json: bool,
    files: bool,
    index_dir: Path | None,
) -> None:
    """List documents related by links, parents and similarity.

    REF is a path, a title, an alias or a short code, as for `dowse get`. The nearest documents come first: each hop
    multiplies the score by 0.8, and a hop over similar passages also by their similarity. The first calls compare the
    passages of the vault, for 1.5 seconds each; `dowse index --similar` compares all of them.

    \b
      dowse related "April Jane"
      dowse related METIS-I-0018 --via parents --depth 1
      dowse related projects/x.md ~/notes --via similar --files
    """

    def find_related(vault: VaultSession, local_ref: str) -> tuple[RelatedResult, VaultSession]:
        with ProgressLine(vault.root) as progress:
            request = RelatedRequest(local_ref, depth=depth, via=via, limit=limit)
            return related_documents(vault, request, progress=progress), vault

    result, vault = at_ref_argument(text_of(ref), folder, find_related, index_dir=index_dir)
    if as_json:
        echo_json(to_json(result.related))
    elif files:
        echo_paths(document.path for document in result.related)
    else:
        echo_styled(related_lines(result, style_for(vault.root)))
    echo_remark(*_remarks(result, RelatedRequest(ref, depth=depth, via=via, limit=limit)))
    sys.exit(0 if result.related else 1)


def _remarks(result: RelatedResult, request: RelatedRequest) -> Iterator[str]:
    if result.hint:
        yield result.hint
    if not result.related:
        yield f"no documents related to {result.path} within {pluralize(request.depth, 'hop')}"
        if request.follows_similarity:
            query = shlex.quote(request.similarity_query)
            yield f"{result.similarity_bound}; `dowse search {query}` ranks all documents"
    if result.is_cut:
        yield f"the nearest {request.limit:,}; use --limit for more"
    yield from result.remarks
