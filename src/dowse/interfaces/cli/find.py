"""`dowse find`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Literal

import click

from ...app.find_files import FileListing, find
from ...app.find_filters import by_property, by_time
from ...app.location import VaultLocation, in_a_vault
from ...app.search_filter import narrowing
from ...model.qualified_path import outward
from ...query.ast import Expr, FieldEquals
from ...query.extract import conjunction
from ..presenters.file_listing import ListedFiles, listed
from ..presenters.sanitize import visible
from ..presenters.to_text import counted
from .shared_flags import (
    MOST_HITS,
    folder_or_vaults,
    index_dir_option,
    limit_option,
    narrowing_options,
    places_asked,
    within,
)
from .terminal import ProgressLine, echo_json, echo_lines, remark, style_for

FindFormat = Literal["text", "json", "jsonl"]


@click.command("find", epilog="Exit code 0: found, 1: nothing found, 2: error.")
@click.argument("pattern", required=False, default="")
@folder_or_vaults
@limit_option(50)
@narrowing_options
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="K=V",
    help="Only files with the frontmatter property K, or with this value of it: V, >3, <=2026-01-31, 1..5.",
)
@click.option("--modified", metavar="WHEN", help="Only files modified then: <30d, >2026-01-31, 2026-W05, today, a..b.")
@click.option("--json", "form", flag_value="json", help="Print one JSON list.")
@click.option("--jsonl", "form", flag_value="jsonl", help="Print one JSON object per file.")
@index_dir_option
def find_command(
    pattern: str,
    folder: Path | None,
    vaults: tuple[str, ...],
    limit: int,
    path: tuple[str, ...],
    tag: tuple[str, ...],
    type: tuple[str, ...],  # noqa: A002  # the option's name
    kind: tuple[str, ...],
    properties: tuple[str, ...],
    modified: str | None,
    form: FindFormat | None,
    index_dir: Path | None,
) -> None:
    """List files by name, folder, time and frontmatter.

    The newest come first. `dowse search` searches their contents.

    PATTERN is part of a file name, or a glob with * and ?; a glob with a slash is matched against the whole path.
    The command neither needs nor creates an index.

    \b
      dowse find weekly
      dowse find '2026-*.md' --path Daily
      dowse find --tag recipe --property 'rating=>3'
      dowse find '*.pdf' --modified '<30d'
    """
    if folder is None and not vaults and _is_meant_as_folder(pattern):
        pattern, folder = "", Path(pattern)
    places, now = places_asked(folder, vaults, index_dir=index_dir), time.time()
    chosen = conjunction(
        *([FieldEquals("file", pattern)] if pattern else []),
        narrowing(tag=tag, type=type, kind=kind),
        *(_selecting(by_property(each), "--property") for each in properties),
        *([_selecting(by_time(modified), "--modified")] if modified is not None else []),
    )

    def look(place: VaultLocation) -> FileListing:
        if place.is_optional:
            place.present()
        inside = tuple(within(each, place.root, here=Path.cwd()) for each in path)
        with ProgressLine(place.root) as progress:
            return find(place, conjunction(chosen, narrowing(path=inside)), limit, now=now, progress=progress)

    found = listed(places, look, limit)
    match form:
        case "json":
            echo_json(found.described(found.rows, now=now))
        case "jsonl":
            for each in found.described(found.rows, now=now):
                echo_json(each, indent=None)
        case _:
            _show(found)
    for line in _remarks(found.whole, limit):
        remark(line)
    sys.exit(0 if found.rows else 1)


def _selecting(leaf: Expr | str, option: str) -> Expr:
    if isinstance(leaf, str):
        raise click.BadParameter(leaf, param_hint=option)
    return leaf


def _show(found: ListedFiles) -> None:
    """One path a line: as it is for another program, and with no control characters for a terminal."""
    styles = {place: style_for(place.root) for place, _ in found.rows}
    for_people = [
        (place, file, outward(place.name, file.path) if found.is_of_several else file.path)
        for place, file in found.rows
    ]
    echo_lines(
        styles[place].linked(visible(shown), file.path) if styles[place].width else shown
        for place, file, shown in for_people
    )


def _remarks(listing: FileListing, limit: int) -> list[str]:
    shown = counted(len(listing.files), "file")
    advice = "use --limit for more" if limit < MOST_HITS else "add filters to see others"
    if not listing.files:
        return ["nothing found", *listing.remarks]
    if not listing.is_whole:
        return [f"the newest {shown}; older files were not checked, {advice}", *listing.remarks]
    if listing.total > len(listing.files):
        return [f"{len(listing.files):,} of {counted(listing.total, 'file')}; {advice}", *listing.remarks]
    return list(listing.remarks)


def _is_meant_as_folder(pattern: str) -> bool:
    """Whether the only argument names the vault: it is a folder, and written as one or the only way to find a vault."""
    if not pattern or not Path(pattern).expanduser().is_dir():
        return False
    return "/" in pattern or pattern in {".", "..", "~"} or not in_a_vault(Path.cwd())
