"""`dowse search`."""

from __future__ import annotations

import csv
import io
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal
from unicodedata import combining, east_asian_width

import click

from ...app.federation import SearchableVault, on_disk, opened, roots_of
from ...indexing.freshness import IndexState
from ...model.errors import QueryError
from ...query.ast import Note
from ...query.parse import parse
from ...search.execute import Answer
from ..presenters.graph_tables import communities_lines
from ..presenters.qualified_paths import all_apart, apart
from ..presenters.to_json import Json, answer_json, community_json, hit_json, paths
from ..presenters.to_markdown import answer_markdown
from ..presenters.to_text import answer_lines, counted
from .help_sections import HelpSections, Sections
from .search_flags import asked, asking_options, text_of
from .shared_flags import folder_or_vaults, index_dir_option, places_asked
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for

SearchFormat = Literal["text", "json", "jsonl", "files", "md", "csv"]
_FORMS: tuple[SearchFormat, ...] = ("text", "json", "jsonl", "files", "md", "csv")
_UNINDEXED = "the vault is not indexed yet; search without --no-heal, or run `dowse index`"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes a formula to begin with
_COLUMNS = ("score", "path", "line", "title", "section", "snippet")


class _OneQuery(HelpSections):
    """The search command: explains an unquoted query, and lists its options in sections."""

    sections: ClassVar[Sections] = {
        "Filters": ("path", "tag", "type", "kind", "exclude_type", "min_score"),
        "Ranking": ("profile", "mode", "weights", "rerank", "expand", "time_boost"),
        "Output": ("limit", "form", "explain"),
        "Vault and index": ("vaults", "index_dir", "no_heal"),
    }

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if isinstance(error, click.NoSuchOption) and not error.option_name.startswith("--"):
                advice = 'Put -- before a query that begins with a minus: dowse search -- "-draft tax"'
                raise click.UsageError(f"{error.message} {advice}", ctx) from error
            if "unexpected extra argument" not in error.message:
                raise
            advice = 'Put a query of several words in quotes: dowse search "two words" [FOLDER]'
            raise click.UsageError(f"{error.message}. {advice}", ctx) from error


@click.command(
    "search", cls=_OneQuery, epilog="Exit code 0: found, 1: nothing found, 2: error. Query language: dowse help query"
)
@click.argument("query")
@folder_or_vaults
@asking_options
@click.option("--explain", is_flag=True, help="Show the scores behind each hit and the effect of each step.")
@click.option("--strict", is_flag=True, help="Treat a mistake in the query as an error, not as a note.")
@click.option("--no-heal", is_flag=True, help="Do not check for changed files before the search.")
@click.option("--json", "form", flag_value="json", help="Print one JSON object, with notes and index state.")
@click.option("--jsonl", "form", flag_value="jsonl", help="Print one JSON object per hit.")
@click.option("--files", "form", flag_value="files", help="Print paths only.")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    type=click.Choice(_FORMS),
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
    form: SearchFormat,
    index_dir: Path | None,
    **options: Any,
) -> None:
    """Search a folder by keyword and by meaning.

    QUERY is natural language and may contain operators: "exact phrase", +must, -not, AND OR NOT ( ), tag:x #x,
    path:dir. FOLDER is the vault, or --vault its name; without either, the nearest enclosing folder with .dowse,
    .obsidian or dowse.toml, or else the default vault.

    \b
      dowse search "people who do design" ~/notes
      dowse search 'taxes #finance -draft' -v work --json
      dowse search 'taxes in:work' -v all
      dowse search '"carbon intensity" path:3-Resources' --explain
    """
    query = text_of(query)
    if strict:
        _refuse(query, parse(query).notes)  # before anything is indexed for it
    vault = opened(places_asked(folder, vaults, index_dir=index_dir), partial(on_disk, index_dir=index_dir))
    request, profile = asked(vault, **options).of(query, vault)
    request = replace(request, explain=explain)
    started = time.perf_counter()
    with ProgressLine(vault.root) as progress:
        answer, state = vault.search(request, profile, heal=not no_heal, progress=progress)
    if strict:
        _refuse(answer.query.text, answer.query.notes)
    if no_heal and not answer.hits and not vault.engine.counts().documents:
        state = replace(state, state="stale", remarks=(*state.remarks, _UNINDEXED))
    took_ms = (time.perf_counter() - started) * 1e3
    _show(answer, state, vault, form=form, took_ms=took_ms, explain=explain)
    sys.exit(0 if answer.hits or answer.communities else 1)


def _show_communities(
    answer: Answer, state: IndexState, vault: SearchableVault, *, form: SearchFormat, took_ms: float
) -> None:
    """Clusters instead of hits: as text where the form is one for hits."""
    match form:
        case "json":
            echo_json(answer_json(answer, state, vault=vault.name, took_ms=took_ms, explain=False))
            return
        case "jsonl":
            _echo_all(map(community_json, answer.communities))
        case "files":
            echo_lines(member for each in answer.communities for member in each.members)
        case "md" | "csv":
            raise QueryError(f"communities: cannot be printed as {form}; choose text, json, jsonl or files")
        case "text":
            heads = vault.engine.heads(member for each in answer.communities for member in each.central)
            echo_lines(communities_lines(answer.communities, heads, style_for(vault.root, roots_of(vault))))
    for line in _remarks(answer, state):
        remark(line)
    if answer.total > len(answer.communities):
        remark(f"{len(answer.communities):,} of {answer.total:,}; use --limit for more")


def _show(
    answer: Answer, state: IndexState, vault: SearchableVault, *, form: SearchFormat, took_ms: float, explain: bool
) -> None:
    if answer.query.communities:
        _show_communities(answer, state, vault, form=form, took_ms=took_ms)
        return
    match form:
        case "json":
            shown = answer_json(answer, state, vault=vault.name, took_ms=took_ms, explain=explain)
            echo_json(all_apart(shown, roots_of(vault)))
            return
        case "jsonl":
            _echo_all(apart(hit_json(hit, explain=explain), roots_of(vault)) for hit in answer.hits)
        case "files":
            echo_lines(paths(answer))
        case "md":
            echo_lines(answer_markdown(answer))
        case "csv":
            echo_lines(_csv(answer))
        case "text":
            echo_lines(answer_lines(answer, state, style_for(vault.root, roots_of(vault)), explain=explain))
    for line in _remarks(answer, state):
        remark(line)
    if form != "text" and answer.is_list and answer.total > len(answer.hits):
        remark(f"{len(answer.hits):,} of {answer.total:,}; use --limit for more")


def _echo_all(rows: Iterable[Mapping[str, Json]]) -> None:
    for row in rows:
        echo_json(row, indent=None)


def _remarks(answer: Answer, state: IndexState) -> Iterator[str]:
    if not answer.hits and not answer.communities:
        yield "nothing found"
    yield from (note.hint if not note.at else f"at {note.at}: {note.hint}" for note in answer.notes)
    if state.state == "stale" and not state.remarks:
        yield f"{counted(state.changed, 'file')} changed since indexing; results come from the existing index"
    yield from state.remarks


def _csv(answer: Answer) -> list[str]:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for hit in answer.hits:
        row = hit_json(hit, explain=False)
        writer.writerow({column: _inert(row.get(column)) for column in _COLUMNS})
    return buffer.getvalue().removesuffix("\n").split("\n")


def _inert(value: Json) -> Json:
    """The value, with an apostrophe in front when a spreadsheet would run it as a formula (OWASP, CSV injection)."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _refuse(query: str, notes: Sequence[Note]) -> None:
    if notes:
        raise QueryError("\n".join(line for note in notes for line in _pointed_at(query, note)))


def _pointed_at(query: str, note: Note) -> list[str]:
    """The hint, the query and a caret below the mistake; of a long query only the surroundings."""
    start = max(0, note.at - 60)
    shown = query[start : note.at + 40].replace("\n", " ").replace("\t", " ")
    return [note.hint, f"  {shown}", "  " + " " * _columns(shown[: note.at - start]) + "^"]


def _columns(text: str) -> int:
    """How wide a terminal shows the text: Chinese, Japanese and Korean characters take two columns, marks none."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(combining(char) > 0 for char in text)
