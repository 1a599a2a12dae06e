"""`dowse links`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from ...app.links import LinksRequest, export_graph, linked_document, list_links, list_mentions, list_orphans
from ...app.location import Progress, reference_of_other_vault
from ...app.missing_index import open_or_empty
from ...app.options import LIMIT, LinkState
from ...app.results.json_fields import Result
from ...app.results.json_fields import as_json as to_json
from ...app.sessions.vault_session import VaultSession
from ...model.value_class import dataclass
from ..presenters import link_tables as view
from ..presenters.text_style import pluralize
from .search_flags import text_of
from .shared_flags import folder_argument, index_dir_option, number_type, place_arguments, ref_in_vault
from .terminal import ProgressLine, echo_json, echo_lines, echo_remark, echo_styled, json_text, style_for

_MOST_MENTIONED = 50  # documents of --mentions without --limit; the others have fewer mentions
_LIMIT_HELP = "Maximum number of results, with --of alone of links and of backlinks (default: all)."
_EPILOG = """\b
Exit code 0: results are listed, 1: no results, 2: error.
With --broken and --ambiguous, for use as a check: 0: no such links, 1: links are listed."""


@click.command("links", epilog=_EPILOG)
@folder_argument
@click.option("--of", "document", metavar="REF", help="Only this document or symbol: its links and backlinks.")
@click.option("--broken", is_flag=True, help="List links without a target.")
@click.option("--ambiguous", is_flag=True, help="List links that match several documents.")
@click.option("--orphans", is_flag=True, help="List documents without links or backlinks.")
@click.option("--mentions", is_flag=True, help="List unlinked mentions of documents.")
@click.option("-n", "--limit", metavar="N", type=number_type(LIMIT), help=_LIMIT_HELP)
@click.option("--export", type=click.Choice(("graphml", "json")), help="Export the whole graph, with similarity edges.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@index_dir_option
def links_command(
    folder: Path | None,
    document: str | None,
    broken: bool,
    ambiguous: bool,
    orphans: bool,
    mentions: bool,
    limit: int | None,
    export: str | None,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """Count links; list broken ones, or all of one document.

    A link is a wikilink, an embed, a link of Markdown, Sphinx, Org, AsciiDoc or LaTeX, an id, or a parent in the
    frontmatter.

    \b
      dowse links ~/notes
      dowse links --of "April Jane"
      dowse links --of Harbour.moor
      dowse links --broken
      dowse links --mentions --of METIS-I-0018
      dowse links --export graphml > notes.graphml
    """
    _reject_combination(
        ("--broken", broken or ambiguous), ("--orphans", orphans), ("--mentions", mentions), ("--export", export)
    )
    _reject_combination(("--of", document is not None), ("--orphans", orphans), ("--export", export))
    is_list = broken or ambiguous or orphans or mentions
    if limit and not (is_list or document is not None):
        raise click.UsageError("--limit needs --of, --broken, --ambiguous, --orphans or --mentions.")
    asked = "" if document is None else text_of(document)
    root, inside = (None if folder else reference_of_other_vault(asked)) or (folder, asked)
    vault = open_or_empty(root, index_dir=index_dir, of_document="dowse links --of")
    ref = ref_in_vault(inside, vault.root, option="--of") if inside else ""
    flags: tuple[tuple[LinkState, bool], ...] = (("broken", broken), ("ambiguous", ambiguous))
    states = tuple(state for state, given in flags if given)
    with ProgressLine(vault.root) as progress:
        if export:
            output = _export(vault, export, progress)
        elif states:
            output = _faulty_links(vault, ref, states, progress)
        elif orphans:
            output = _orphans(vault, progress)
        elif mentions:
            output = _mentions(vault, ref, progress)
        elif ref:
            output, limit = _document_links(vault, ref, limit, progress), None
        else:
            output = _link_counts(vault, f"dowse links{place_arguments(folder, index_dir)}", progress)
    if export:
        _echo_graph(output, export)
    else:
        is_overview = mentions and document is None and not as_json
        _echo_list(output, limit or (_MOST_MENTIONED if is_overview else None), as_json=as_json, of_links=bool(states))
    sys.exit(0 if output.is_found != bool(states) else 1)


@dataclass(frozen=True, slots=True)
class _LinksOutput:
    """The lines of the text output, and the results of the JSON output."""

    lines: Iterable[str]
    results: Sequence[Result]
    remarks: Sequence[str]
    is_found: bool


def _echo_graph(output: _LinksOutput, graph_format: str) -> None:
    if graph_format == "graphml":
        click.echo("".join(output.lines).encode(), nl=False)  # the file declares UTF-8
    else:
        echo_lines(output.lines)
    echo_remark(*filter(None, output.remarks))


def _echo_list(output: _LinksOutput, limit: int | None, *, as_json: bool, of_links: bool) -> None:
    """Prints the results, or their lines, up to the limit, and how many there are; lines `of_links` have equal ones
    once.
    """
    lines = [] if as_json else list(output.lines)
    count = len(output.results if as_json else lines)
    if as_json:
        echo_json(to_json(output.results[:limit]))
    else:
        echo_styled(lines[:limit])
    noun = " lines" if of_links and lines and len(output.results) > count else ""
    is_cut = limit is not None and count > limit
    echo_remark(
        *filter(None, output.remarks), *([f"{limit:,} of {count:,}{noun}; use --limit for more"] if is_cut else ())
    )


def _reject_combination(*options: tuple[str, object]) -> None:
    """Raises UsageError when more than one of the options is given."""
    names = [name for name, value in options if value]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(names)} cannot be combined")


def _link_counts(vault: VaultSession, base_command: str, progress: Progress) -> _LinksOutput:
    result = list_links(vault, LinksRequest(), progress=progress, is_whole=True)
    lines = view.summary_lines(result.links, result.orphans, result.documents, base_command=base_command)
    return _LinksOutput(lines, result.links, result.remarks, bool(result.links))


def _document_links(vault: VaultSession, ref: str, limit: int | None, progress: Progress) -> _LinksOutput:
    result = linked_document(vault, ref, progress=progress)
    shown = replace(result, out=result.out[:limit], back=result.back[:limit])
    lines = view.document_link_lines(result, style_for(vault.root), limit)
    counts = {"links": len(result.out), "backlinks": len(result.back)}
    cut = [f"{limit:,} of {count:,} {noun}" for noun, count in counts.items() if limit and count > limit]
    remarks = [result.hint, *result.remarks, f"{', '.join(cut)}; use --limit for more" if cut else ""]
    return _LinksOutput(lines, shown.both, remarks, bool(result.both))


def _faulty_links(vault: VaultSession, ref: str, states: tuple[LinkState, ...], progress: Progress) -> _LinksOutput:
    result = list_links(vault, LinksRequest(of=ref, states=states), progress=progress, is_whole=not ref)
    noun = f"{' or '.join(states)} link"
    sources = pluralize(len({link.source for link in result.links}), "document")
    summary = f"{pluralize(len(result.links), noun)} in {sources}" if result.links else f"no {noun}"
    lines = view.link_status_lines(result.links, style_for(vault.root))
    remarks = [result.hint, summary, view.missing_target_line(result.links), *result.remarks]
    return _LinksOutput(lines, result.links, remarks, bool(result.links))


def _orphans(vault: VaultSession, progress: Progress) -> _LinksOutput:
    result = list_orphans(vault, progress=progress)
    count = len(result.documents)
    summary = f"{pluralize(count, 'document')} without links" if count else "every document has links"
    lines = view.orphan_lines(result.documents, style_for(vault.root))
    return _LinksOutput(lines, result.documents, [summary, *result.remarks], bool(count))


def _mentions(vault: VaultSession, ref: str, progress: Progress) -> _LinksOutput:
    result = list_mentions(vault, of=ref, progress=progress)
    style, count = style_for(vault.root), len(result.counts)
    lines = view.mention_lines(result.mentions, style) if ref else view.mentioned_document_lines(result, style)
    summary = "" if ref else f"{pluralize(count, 'document')}; use --of REF to list the places of one document"
    if not result.mentions:
        summary = f"no unlinked mentions{f' of {result.path}' if ref else ''}"
    return _LinksOutput(lines, result.mentions, [result.hint, summary, *result.remarks], bool(result.mentions))


def _export(vault: VaultSession, graph_format: str, progress: Progress) -> _LinksOutput:
    result = export_graph(vault, as_graphml=graph_format == "graphml", progress=progress)
    lines = [result.text] if graph_format == "graphml" else [json_text(result.data)]
    return _LinksOutput(lines, (), result.remarks, bool(result.documents))
