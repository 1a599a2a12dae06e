"""`dowse related`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from ...app.related import KINDS, USUAL, related, unseen
from ...model.edge import SIMILAR_TO
from ...query.leaf_parser import MOST_DEPTH
from ...search.reference import reference
from ..presenters.graph_tables import related_json, related_lines
from ..presenters.to_text import counted
from .ref_argument import vault_of_ref
from .search_flags import text_of
from .shared_flags import folder_argument, index_dir_option, limit_option
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for


@click.command("related", epilog="Exit code 0: related documents found, 1: none found, 2: error.")
@click.argument("ref")
@folder_argument
@limit_option(20)
@click.option(
    "--depth",
    metavar="HOPS",
    default=2,
    show_default=True,
    type=click.IntRange(1, MOST_DEPTH),
    help="Maximum number of hops.",
)
@click.option(
    "--via",
    multiple=True,
    metavar="X",
    type=click.Choice(tuple(KINDS)),
    help=f"Only follow {', '.join(KINDS)}; repeatable.  [default: all but tags]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@click.option("--files", is_flag=True, help="Print paths only.")
@index_dir_option
def related_command(
    ref: str,
    folder: Path | None,
    limit: int,
    depth: int,
    via: tuple[str, ...],
    as_json: bool,
    files: bool,
    index_dir: Path | None,
) -> None:
    """List documents related by links, parents and similarity.

    REF is a path, a title, an alias or a short code, as for `dowse get`. The nearest documents come first: each hop
    multiplies the score by 0.8, and a hop over similar passages also by their similarity. The first call compares all
    passages of the vault.

    \b
      dowse related "April Jane"
      dowse related METIS-I-0018 --via parents --depth 1
      dowse related projects/x.md ~/notes --via similar --files
    """
    vault, ref = vault_of_ref(text_of(ref), folder, index_dir=index_dir)
    kinds = frozenset(KINDS[name] for name in via) or USUAL
    with ProgressLine(vault.root) as progress:
        (head, found), state = vault.ask(
            lambda reader: related(ref, reader, depth=depth, kinds=kinds, limit=limit + 1),
            likeness=SIMILAR_TO in kinds,
            progress=progress,
        )
        found, is_cut = found[:limit], len(found) > limit
        between = {each.through for each in found}
        (named, titles), _ = vault.ask(lambda reader: (reference(ref, reader), reader.heads(between)))
        left_out, _ = vault.ask(lambda reader: unseen(head, reader, depth=depth, kinds=kinds))
    if as_json:
        echo_json([related_json(each) for each in found])
    elif files:
        echo_lines(each.head.path for each in found)
    else:
        echo_lines(related_lines(head, found, titles, style_for(vault.root)))
    if named.hint:
        remark(named.hint)
    if not found:
        remark(f"nothing is related to {head.path} within {counted(depth, 'hop')}")
        if kinds == {SIMILAR_TO}:
            ask = shlex.quote(f'like:"{ref}"')
            remark(f"similar passages have a cosine of at least 0.8; `dowse search {ask}` ranks all documents")
    if is_cut:
        remark(f"the nearest {limit:,}; use --limit for more")
    if left_out:
        remark(left_out)
    for line in state.remarks:
        remark(line)
    sys.exit(0 if found else 1)
