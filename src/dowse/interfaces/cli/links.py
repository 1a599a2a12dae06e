"""`dowse links`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from ...app.links import export_graph, linked_document, list_links, list_mentions, list_orphans
from ...app.location import Progress
from ...app.results.json_fields import Result
from ...app.results.json_fields import as_json as to_json
from ...app.sessions.vault_session import VaultSession, open_session
from ..presenters import link_tables as view
from ..presenters.text_style import counted
from .search_flags import text_of
from .shared_flags import folder_argument, index_dir_option, within
from .terminal import ProgressLine, echo_json, echo_lines, json_text, remark, style_for

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
    ref = "" if of is None else within(text_of(of), vault.root, of="--of")
    faults = [name for name, given in (("broken", broken), ("ambiguous", ambiguous)) if given]
    with ProgressLine(vault.root) as progress:
        if export:
            output = _export(vault, export, progress)
        elif faults:
            output = _faults(vault, ref, faults, progress)
        elif alone:
            output = _orphans(vault, progress)
        elif named:
            output = _mentions(vault, ref, progress)
        elif ref:
            output = _of(vault, ref, progress)
        else:
            output = _all(vault, _typed(folder, index_dir), progress)
    if as_json and not export:
        echo_json(to_json(output.results))
    elif export == "graphml":
        click.echo("".join(output.lines).encode(), nl=False)  # the file declares UTF-8
    else:
        echo_lines(output.lines)
    for line in output.remarks:
        remark(line)
    sys.exit(0 if output.is_found != bool(faults) else 1)


@dataclass(frozen=True, slots=True)
class _Output:
    """The lines of the text output, and the results of the JSON output."""

    lines: Iterable[str]
    results: Sequence[Result]
    remarks: Sequence[str]
    is_found: bool


def _refuse(*given: tuple[str, object]) -> None:
    """Raises UsageError when more than one of the options is given."""
    names = [name for name, value in given if value]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(names)} cannot be combined")


def _all(vault: VaultSession, again: str, progress: Progress) -> _Output:
    found = list_links(vault, progress=progress)
    lines = view.summary_lines(found.links, found.orphans, found.documents, again=again)
    return _Output(lines, found.links, found.remarks, bool(found.links))


def _of(vault: VaultSession, ref: str, progress: Progress) -> _Output:
    found = linked_document(vault, ref, progress=progress)
    remarks = [*_noted(found.hint), *found.remarks]
    return _Output(view.linked_lines(found, style_for(vault.root)), found.both, remarks, bool(found.both))


def _faults(vault: VaultSession, ref: str, states: Sequence[str], progress: Progress) -> _Output:
    found = list_links(vault, of=ref, states=states, progress=progress)
    what = f"{' or '.join(states)} link"
    sources = counted(len({each.source for each in found.links}), "document")
    summary = f"{counted(len(found.links), what)} in {sources}" if found.links else f"no {what}"
    lines = view.link_status_lines(found.links, style_for(vault.root))
    return _Output(lines, found.links, [*_noted(found.hint), summary, *found.remarks], bool(found.links))


def _orphans(vault: VaultSession, progress: Progress) -> _Output:
    found = list_orphans(vault, progress=progress)
    count = len(found.documents)
    summary = f"{counted(count, 'document')} without links" if count else "every document has links"
    lines = view.orphan_lines(found.documents, style_for(vault.root))
    return _Output(lines, found.documents, [summary, *found.remarks], bool(count))


def _mentions(vault: VaultSession, ref: str, progress: Progress) -> _Output:
    found = list_mentions(vault, of=ref, progress=progress)
    style, count = style_for(vault.root), len({each.target for each in found.mentions})
    lines = view.mention_lines(found.mentions, style) if ref else view.mentioned_lines(found, style)
    remarks = list(_noted(found.hint))
    if not found.mentions:
        remarks.append(f"no unlinked mentions{f' of {found.path}' if ref else ''}")
    elif not ref:
        more = f"the first {view.MOST_MENTIONED} of " if count > view.MOST_MENTIONED else ""
        remarks.append(f"{more}{counted(count, 'document')}; use --of REF to list the places of one document")
    return _Output(lines, found.mentions, [*remarks, *found.remarks], bool(found.mentions))


def _export(vault: VaultSession, form: str, progress: Progress) -> _Output:
    found = export_graph(vault, as_graphml=form == "graphml", progress=progress)
    lines = [found.text] if form == "graphml" else [json_text(found.data)]
    return _Output(lines, (), found.remarks, bool(found.documents))


def _noted(hint: str) -> list[str]:
    return [hint] if hint else []


def _typed(folder: Path | None, index_dir: Path | None) -> str:
    """The command as typed, without the options that select a list."""
    where = [str(folder)] if folder else []
    index = ["--index-dir", str(index_dir)] if index_dir else []
    return shlex.join(["dowse", "links", *where, *index])
