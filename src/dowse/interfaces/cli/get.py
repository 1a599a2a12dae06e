"""`dowse get`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app.client_remarks import with_notes
from ...app.get import GetRequest, get
from ...app.outline import OutlineRequest, outline
from ...app.results.document_result import PassageResult
from ...app.results.outline_result import OutlineResult
from ...app.sessions.vault_session import VaultSession
from .ref_argument import at_ref_argument
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_json, echo_lines, echo_remark


@click.command("get")
@click.argument("ref")
@folder_argument
@click.option("-N", "--numbers", is_flag=True, help="Print line numbers.")
@click.option("--outline", "is_outline", is_flag=True, help="Print only headings or symbols, with line numbers.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with outgoing links and backlinks.")
@index_dir_option
def get_command(
    ref: str, folder: Path | None, numbers: bool, is_outline: bool, as_json: bool, index_dir: Path | None
) -> None:
    """Print a document, a section or a range of lines.

    REF is a path, path#section, path#^block, a title, an alias or a short code such as METIS-I-0018:goals;
    path#_preamble is the text before the first heading, or below the title before the first ## heading;
    the path of a folder is its page, such as its README;
    path#Class.method, Class.method or the name of a function is a definition in source code;
    REF@2 is part 2 of a document or of a section, counted from 0;
    REF:FROM:COUNT prints COUNT lines, starting at line FROM of the file, also of a section. NAME:REF, as printed by a
    search of several vaults, is REF in the vault NAME.

    \b
      dowse get "2-Areas/People/April Jane.md"
      dowse get METIS-I-0018
      dowse get projects/x.md:40:20 --numbers
      dowse get projects/x.md --outline
      dowse get "April Jane" --json
    """

    def get_from(vault: VaultSession, local_ref: str) -> PassageResult | OutlineResult:
        with ProgressLine(vault.root) as progress:
            if is_outline:
                return outline(vault, OutlineRequest(local_ref), progress=progress)
            return get(vault, GetRequest(local_ref, links=as_json), progress=progress)

    result = at_ref_argument(ref, folder, get_from, index_dir=index_dir)
    passage = result.passage if isinstance(result, OutlineResult) else result
    if as_json:
        echo_json(with_notes(result, "cli").to_dict())
    else:
        width = len(str(passage.end_line))
        echo_lines(f"{number:>{width}}  {text}" if numbers or is_outline else text for number, text in passage.lines)
    if not as_json and passage.ref != passage.path and not any(mark in ref for mark in "#:/@"):  # a symbol by its name
        echo_remark(f"{passage.path}:{passage.line}")
    echo_remark(*passage.remarks)
    sys.exit(1 if is_outline and not passage.lines else 0)
