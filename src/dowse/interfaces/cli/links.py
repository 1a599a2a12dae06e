"""`dowse links`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from ...app.find_files import other_files
from ...app.link_report import LinkStatus, mentions, orphans, standings
from ...app.vault_session import VaultSession, open_session
from ...graph.export import graph_json, graphml
from ...model.errors import RefError
from ...search.all_documents import all_heads
from ...search.reference import reference
from ..presenters import link_tables as view
from ..presenters.document_links import linked
from ..presenters.to_text import counted
from .search_flags import text_of
from .shared_flags import folder_argument, index_dir_option, within
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for

_EPILOG = """\b
Exit code 0: results are listed, 1: no results, 2: error.
With --broken and --ambiguous, for use as a check: 0: no such links, 1: links are listed."""


@click.command("links", epilog=_EPILOG)
@folder_argument
@click.option("--of", metavar="REF", help="Only this document: its links and backlinks.")
@click.option("--broken", is_flag=True, help="List links without a target.")
@click.option("--ambiguous", is_flag=True, help="List links that match several documents.")
@click.option("--orphans", "alone", is_flag=True, help="List documents without links or backlinks.")
@click.option("--mentions", "named", is_flag=True, help="List unlinked mentions of documents.")
@click.option("--export", type=click.Choice(("graphml", "json")), help="Export the whole graph, with similarity edges.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@index_dir_option
def links_command(
    folder: Path | None,
    of: str | None,
    broken: bool,
    ambiguous: bool,
    alone: bool,
    named: bool,
    export: str | None,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """Count links; list broken ones, or all of one document.

    A link is a wikilink, an embed, a Markdown link, an id in the text, or a parent in the frontmatter.

    \b
      dowse links ~/notes
      dowse links --of "April Jane"
      dowse links --broken
      dowse links --mentions --of METIS-I-0018
      dowse links --export graphml > notes.graphml
    """
    _refuse(("--broken", broken or ambiguous), ("--orphans", alone), ("--mentions", named), ("--export", export))
    _refuse(("--of", of is not None), ("--orphans", alone), ("--export", export))
    vault = open_session(folder, index_dir=index_dir)
    with ProgressLine(vault.root) as progress:
        _, state = vault.ask(lambda _: None, likeness=export is not None, progress=progress)
    path = "" if of is None else _path(of, vault)
    faults = [name for name, given in (("broken", broken), ("ambiguous", ambiguous)) if given]
    if export:
        is_listed = _export(vault, export)
    elif faults:
        is_listed = _faults(vault, path, faults, as_json=as_json)
    elif alone:
        is_listed = _orphans(vault, as_json=as_json)
    elif named:
        is_listed = _mentions(vault, path, as_json=as_json)
    elif path:
        is_listed = _of(vault, path, as_json=as_json)
    else:
        is_listed = _all(vault, _typed(folder, index_dir), as_json=as_json)
    for line in state.remarks:
        remark(line)
    sys.exit(0 if is_listed != bool(faults) else 1)


def _refuse(*given: tuple[str, object]) -> None:
    """Raises UsageError when more than one of the options is given."""
    names = [name for name, value in given if value]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(names)} cannot be combined")


def _path(of: str, vault: VaultSession) -> str:
    """The document that the reference names."""
    text = within(text_of(of), vault.root, here=Path.cwd(), of="--of")
    meant, _ = vault.ask(lambda reader: reference(text, reader))
    if meant.head is None:
        raise RefError(meant.hint)
    if meant.hint:
        remark(meant.hint)
    return meant.head.path


def _all(vault: VaultSession, again: str, *, as_json: bool) -> bool:
    found = _standings(vault, "")
    if as_json:
        echo_json([view.standing_json(each) for each in found])
    else:
        alone, _ = vault.ask(orphans)
        echo_lines(view.summary_lines(found, len(alone), vault.engine.counts().documents, again=again))
    return bool(found)


def _of(vault: VaultSession, path: str, *, as_json: bool) -> bool:
    both = linked(path, vault)
    if as_json:
        own = {(each.source, each.line, each.target) for each in both.out}
        back = [each for each in both.back if (each.source, each.line, each.target) not in own]
        echo_json([view.standing_json(each) for each in (*both.out, *back)])
    else:
        echo_lines(view.linked_lines(both, style_for(vault.root)))
    return bool(both.out or both.back)


def _faults(vault: VaultSession, path: str, states: Sequence[str], *, as_json: bool) -> bool:
    found = [each for each in _standings(vault, path) if each.state in states]
    if as_json:
        echo_json([view.standing_json(each) for each in found])
    else:
        echo_lines(view.standing_lines(found, style_for(vault.root)))
    what = f"{' or '.join(states)} link"
    sources = counted(len({each.source for each in found}), "document")
    remark(f"{counted(len(found), what)} in {sources}" if found else f"no {what}")
    return bool(found)


def _standings(vault: VaultSession, path: str) -> list[LinkStatus]:
    files = partial(other_files, vault.root, vault.settings.files.ignored)
    return vault.ask(lambda reader: standings(reader, [path] if path else None, files=files))[0]


def _orphans(vault: VaultSession, *, as_json: bool) -> bool:
    found, _ = vault.ask(orphans)
    if as_json:
        echo_json([view.orphan_json(head) for head in found])
    else:
        echo_lines(view.orphan_lines(found, style_for(vault.root)))
    remark(f"{counted(len(found), 'document')} without links" if found else "every document has links")
    return bool(found)


def _mentions(vault: VaultSession, path: str, *, as_json: bool) -> bool:
    found, _ = vault.ask(lambda reader: list(mentions(reader, path)))
    ranked = view.by_target(found)
    if as_json:
        echo_json([view.mention_json(each) for each in found])
    elif path:
        echo_lines(view.mention_lines(found, style_for(vault.root)))
    else:
        heads, _ = vault.ask(lambda reader: reader.heads(target for target, _ in ranked[: view.MOST_MENTIONED]))
        echo_lines(view.mentioned_lines(found, heads, style_for(vault.root)))
    if not found:
        remark(f"no unlinked mentions{f' of {path}' if path else ''}")
    elif not path and not as_json:
        more = f"the first {view.MOST_MENTIONED} of " if len(ranked) > view.MOST_MENTIONED else ""
        remark(f"{more}{counted(len(ranked), 'document')}; use --of REF to list the places of one document")
    return bool(found)


def _export(vault: VaultSession, form: str) -> bool:
    (everything, edges), _ = vault.ask(lambda reader: (all_heads(reader), reader.edges()))
    heads = list(everything.values())
    if form == "json":
        echo_json(graph_json(heads, edges))
    else:
        click.echo("".join(graphml(heads, edges)).encode(), nl=False)  # the file says that it is UTF-8
    return bool(heads)


def _typed(folder: Path | None, index_dir: Path | None) -> str:
    """The command as it was typed, without what it lists."""
    where = [str(folder)] if folder else []
    index = ["--index-dir", str(index_dir)] if index_dir else []
    return shlex.join(["dowse", "links", *where, *index])
