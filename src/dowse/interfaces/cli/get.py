"""`dowse get`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...search.reference import found
from ..presenters.document_links import linked
from ..presenters.link_tables import linked_json
from ..presenters.to_json import passage_json
from .ref_argument import vault_of_ref
from .shared_flags import folder_argument, index_dir_option
from .terminal import ProgressLine, echo_json, echo_lines, remark


@click.command("get")
@click.argument("ref")
@folder_argument
@click.option("-N", "--numbers", is_flag=True, help="Print line numbers.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with outgoing links and backlinks.")
@index_dir_option
def get_command(ref: str, folder: Path | None, numbers: bool, as_json: bool, index_dir: Path | None) -> None:
    """Print a document, a section or a range of lines.

    REF is a path, path#section, a title, an alias or a short code such as METIS-I-0018:goals;
    REF:FROM:COUNT prints COUNT lines, starting at line FROM. NAME:REF, as printed by a search of several vaults, is
    REF in the vault NAME.

    \b
      dowse get "2-Areas/People/April Jane.md"
      dowse get METIS-I-0018
      dowse get projects/x.md:40:20 --numbers
      dowse get "April Jane" --json
    """
    vault, ref = vault_of_ref(ref, folder, index_dir=index_dir)
    with ProgressLine(vault.root) as progress:
        passage, state = vault.get(ref, progress=progress)
    if as_json:
        text = passage_json(passage.document, passage.ref, list(passage.lines))
        echo_json({**text, **linked_json(linked(passage.document.head.path, vault))})
    else:
        width = len(str(passage.lines[-1][0])) if passage.lines else 1
        echo_lines(f"{number:>{width}}  {text}" if numbers else text for number, text in passage.lines)
    named = found(ref, vault.engine)
    if named is not None and named.hint:  # that others are called so too
        remark(named.hint)
    for line in state.remarks:
        remark(line)
    if not passage.lines and passage.document.text:
        remark(f"{passage.document.head.path} has fewer lines")
        sys.exit(1)
