"""`dowse search`."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal, cast

import click

from ...app.location import extra_argument_advice, reject_folder
from ...app.results.json_fields import Json
from ...app.results.search_result import HitResult, NoteResult, SearchResult
from ...app.search import search
from ...app.sessions.federation import opened
from ...app.sessions.memory_vault import on_disk_unless_empty
from ...model.errors import MissingFolderError, QueryError
from ...query.ast import Note
from ...query.parse import parse
from ..presenters.text_style import TextStyle, pluralize
from ..presenters.text_table import width
from ..presenters.to_markdown import markdown_lines
from ..presenters.to_text import communities_lines, search_lines
from .help_sections import HelpSections, Sections
from .search_flags import search_options, search_request, text_of
from .shared_flags import OneOutputFormat, folder_or_vaults, index_dir_option, selected_locations
from .terminal import (
    ProgressLine,
    echo_json,
    echo_json_lines,
    echo_lines,
    echo_paths,
    echo_remark,
    echo_styled,
    style_for,
)

SearchFormat = Literal["text", "json", "jsonl", "files", "md", "csv"]
_FORMS: tuple[SearchFormat, ...] = ("text", "json", "jsonl", "files", "md", "csv")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # the first characters of a formula in a spreadsheet
_COLUMNS = ("score", "path", "line", "title", "section", "snippet")


class _SearchCommand(OneOutputFormat, HelpSections):
    """The search command: explains an unquoted query, and lists its options in sections."""

    sections: ClassVar[Sections] = {
        "Filters": ("path", "tag", "type", "kind", "exclude_type", "archived", "min_score", "min_similarity"),
        "Ranking": ("profile", "mode", "weights", "rerank", "expand", "time_boost", "time_limit"),
        "Output": ("limit", "all", "output_format", "explain"),
        "Vault and index": ("vaults", "index_dir", "no_heal"),
    }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = args[: args.index("--")] if "--" in args else args[:]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if "unexpected extra argument" not in error.message:
                raise
            raise click.UsageError(f"{error.message}. {extra_argument_advice(options)}", ctx) from error


@click.command(
    "search",
    cls=_SearchCommand,
    epilog="Exit code 0: found, 1: nothing found, 2: error. Query language: dowse help query",
)
@click.argument("query")
@folder_or_vaults
@search_options
@click.option("--explain", is_flag=True, help="Show the scores behind each hit and the effect of each step.")
@click.option("--strict", is_flag=True, help="Treat a mistake in the query as an error, not as a note.")
@click.option("--no-heal", is_flag=True, help="Do not check for changed files before the search.")
@click.option("--json", "output_format", flag_value="json", help="Print one JSON object, with notes and index state.")
@click.option("--jsonl", "output_format", flag_value="jsonl", help="Print one JSON object per hit.")
@click.option("--files", "output_format", flag_value="files", help="Print paths only.")
@click.option(
    "--format",
    "output_format",
    metavar="FORMAT",
    type=click.Choice(_FORMS, case_sensitive=False),
    default="text",
    help="text (default), json, jsonl, files, md or csv.",
)
@index_dir_option
def search_command(
    query: str,
    folder: Path | None,
    vaults: tuple[str, ...],
    explain: bool,
    strict: bool,
    no_heal: bool,
    output_format: SearchFormat,
    index_dir: Path | None,
    **options: Any,
) -> None:
    """Search a folder by keyword and by meaning.

    QUERY is natural language and may contain operators: "exact phrase", +must, -not, AND OR NOT ( ), tag:x #x,
    path:dir. FOLDER is the vault or a folder of it, or --vault the name of a vault; without either, the vault around
    the working folder, else its git repository or the folder itself if they hold notes, else the default vault.

    \b
      dowse search "people who do design" ~/notes
      dowse search 'taxes #finance -draft' -v work --json
      dowse search 'taxes in:work' -v all
      dowse search '"carbon intensity" path:3-Resources' --explain
    """
    query = text_of(query)
    output_format = cast("SearchFormat", output_format.lower())  # --json shares the value, as --format has it
    if strict:
        _reject_mistakes(query, parse(query).notes)  # before the index is updated
    reject_folder("" if folder or vaults else query)
    try:
        locations = selected_locations(folder, vaults, index_dir=index_dir)
    except MissingFolderError as error:
        raise error.beside_query from error
    request = replace(
        search_request(query, locations, **options),
        explain=explain,
        one_per_file=output_format == "files",
        marks=output_format == "text",
        heal=not no_heal,
    )
    vault = opened(locations, partial(on_disk_unless_empty, index_dir=index_dir, needs_index=request.is_asked))
    with ProgressLine(vault.root) as progress:
        result = search(vault, request, progress=progress)
    if strict:
        _reject_mistakes(result.query, result.mistakes)
    is_misspelt = bool(result.did_you_mean) and output_format == "text"  # the correction comes before the hits
    if is_misspelt:
        _show_remarks(result, output_format)
    if result.communities is None:
        _show_hits(result, output_format, style_for(vault.root, vault.roots), explain=explain)
    else:
        _show_communities(result, output_format, style_for(vault.root, vault.roots))
    if output_format != "json" and not is_misspelt:
        _show_remarks(result, output_format)
    sys.exit(0 if result.hits or result.communities else 1)


def _show_hits(result: SearchResult, output_format: SearchFormat, style: TextStyle, *, explain: bool) -> None:
    match output_format:
        case "json":
            echo_json(result.to_dict())
        case "jsonl":
            echo_json_lines(result.hits)
        case "files":
            echo_paths(dict.fromkeys(hit.address for hit in result.hits))
        case "md":
            echo_lines(markdown_lines(result))
        case "csv":
            echo_lines(_csv(result.hits))
        case "text":
            echo_styled(search_lines(result, style, explain=explain))


def _show_communities(result: SearchResult, output_format: SearchFormat, style: TextStyle) -> None:
    communities = result.communities or ()
    match output_format:
        case "json":
            echo_json(result.to_dict())
        case "jsonl":
            echo_json_lines(communities)
        case "files":
            echo_paths(member for community in communities for member in community.members)
        case "md" | "csv":
            raise QueryError(f"communities: cannot be printed as {output_format}; choose text, json, jsonl or files")
        case "text":
            echo_styled(communities_lines(communities, style))


def _show_remarks(result: SearchResult, output_format: SearchFormat) -> None:
    echo_remark(*_remarks(result, has_heading=output_format in {"text", "md"}))
    listed = len(result.hits if result.communities is None else result.communities)
    is_cut = result.total > listed and (result.communities is not None or (output_format != "text" and result.is_list))
    if is_cut:
        echo_remark(f"{listed:,} of {result.total:,}; use --limit for more")


def _remarks(result: SearchResult, *, has_heading: bool) -> Iterator[str]:
    """The notes; without what the heading above the documents nearest in meaning says."""
    headed = has_heading and bool(result.nearest)
    if not result.hits and not result.communities and not headed and not result.asks_nothing:
        yield f"nothing found{' so far' if result.index.is_partial else ''}"
    notes = [note for note in result.notes if not headed or note.hint != result.absence]
    yield from (note.hint if not note.at else f"at {note.at}: {note.hint}" for note in notes)
    if result.index.state == "stale" and not result.remarks:
        yield f"{pluralize(result.index.changed, 'file')} changed since indexing; results come from the existing index"


def _csv(hits: Iterable[HitResult]) -> list[str]:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    rows = ({**hit.to_dict(), "path": hit.address} for hit in hits)
    writer.writerows({column: _escape_formula(row.get(column)) for column in _COLUMNS} for row in rows)
    return buffer.getvalue().removesuffix("\n").split("\n")


def _escape_formula(value: Json) -> Json:
    """The value, with an apostrophe in front when a spreadsheet would run it as a formula (OWASP, CSV injection)."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value


def _reject_mistakes(query: str, notes: Sequence[Note | NoteResult]) -> None:
    if notes:
        raise QueryError("\n".join(line for note in notes for line in _mistake_lines(query, note)))


def _mistake_lines(query: str, note: Note | NoteResult) -> list[str]:
    """The hint, the query and a caret below the mistake; a long query is cut around the mistake."""
    start = max(0, note.at - 60)
    excerpt = query[start : note.at + 40].replace("\n", " ").replace("\t", " ")
    return [note.hint, f"  {excerpt}", "  " + " " * width(excerpt[: note.at - start]) + "^"]
