"""`dowse why-not`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ...app.client_remarks import with_notes
from ...app.location import VaultLocation
from ...app.results.search_result import WhyNotResult
from ...app.sessions.vault_session import VaultSession
from ...app.why_not import WhyNotRequest, why_not
from ..presenters.explain import why_not_lines
from .ref_argument import at_ref_argument
from .search_flags import search_options, search_request, text_of
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_remark, echo_result, style_for


@click.command("why-not", epilog="Exit code 0: the document is a hit, 1: it is not, 2: error.")
@click.argument("ref")
@click.argument("query")
@folder_argument
@search_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@index_dir_option
def why_not_command(
    ref: str,
    query: str,
    folder: Path | None,
    as_json: bool,
    index_dir: Path | None,
    **options: Any,
) -> None:
    """Explain why a query does not find a document.

    REF is a path, a title, an alias or a short code, as for `dowse get`. The command also suggests changes that would
    make the document a hit; each suggestion was tested.

    \b
      dowse why-not "2-Areas/People/April Jane.md" "people who do design"
      dowse why-not METIS-T-0066 "ranking #search" --path 1-Projects
    """

    def explain(vault: VaultSession, local_ref: str) -> tuple[WhyNotResult, VaultSession]:
        with ProgressLine(vault.root) as progress:
            request = WhyNotRequest(local_ref, search_request(text_of(query), [VaultLocation(vault.root)], **options))
            return why_not(vault, request, progress=progress), vault

    verdict, vault = at_ref_argument(ref, folder, explain, index_dir=index_dir)
    echo_result(with_notes(verdict, "cli"), why_not_lines(verdict, style_for(vault.root)), as_json=as_json)
    echo_remark(*verdict.remarks)
    sys.exit(0 if verdict.rank is not None else 1)
