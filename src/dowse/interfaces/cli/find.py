"""`dowse find`."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ...app.find import FindRequest, FindResult, find
from ...app.find_filters import FilterError
from ...app.location import PathOutsideError, VaultLocation, is_folder_of_vault
from ...app.results.json_fields import as_json as to_json
from ...app.results.symbol_result import SymbolResult
from ...model.qualified_path import outward
from ..presenters.sanitize import path_line, visible, visible_line
from .shared_flags import (
    OneOutputFormat,
    filter_options,
    folder_or_vaults,
    index_dir_option,
    limit_option,
    selected_locations,
)
from .terminal import ProgressLine, echo_json, echo_json_lines, echo_remark, echo_styled, style_for

if TYPE_CHECKING:  # they open the index
    from ...app.sessions.vault_session import VaultSession

FindFormat = Literal["text", "json", "jsonl"]


@click.command("find", cls=OneOutputFormat, epilog="Exit code 0: found, 1: nothing found, 2: error.")
@click.argument("pattern", required=False, default="")
@folder_or_vaults
@limit_option(50)
@filter_options
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="K=V",
    help="Only files with the frontmatter property K, or with this value of it: V, >3, <=2026-01-31, 1..5.",
)
@click.option("--modified", metavar="WHEN", help="Only files modified then: <30d, >2026-01-31, 2026-W05, today, a..b.")
@click.option("--json", "output_format", flag_value="json", help="Print one JSON list.")
@click.option("--jsonl", "output_format", flag_value="jsonl", help="Print one JSON object per file.")
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
    output_format: FindFormat | None,
    index_dir: Path | None,
) -> None:
    """List files and folders by name, folder, time and frontmatter.

    The newest files come first, the folders last, with a slash at the end; any option but --path selects files only.
    `dowse search` searches the contents.

    PATTERN is part of a name, or a glob with * ? [ab] {a,b}; a glob with a slash is matched against the whole path. A
    name that contains brackets or braces is found as written, too. A single argument is PATTERN. It is FOLDER if it
    names a folder and an option selects files, it is . or has a slash, or the working folder is in no vault.
    The command neither needs nor creates an index, except for symbols of source code, which it lists with their line
    and signature: symbol:NAME, --kind function, or a name such as Class.method that no file has.

    \b
      dowse find weekly
      dowse find '2026-*.md' --path Daily
      dowse find --tag recipe --property 'rating=>3'
      dowse find --tag recipe ~/notes
      dowse find '*.pdf' --modified '<30d'
      dowse find 'parse* kind:function'
    """
    with_filters = bool(path or tag or type or kind or properties or modified)
    if folder is None and not vaults and is_folder_of_vault(pattern, with_filters=with_filters):
        pattern, folder = "", Path(pattern)
    locations = selected_locations(folder, vaults, index_dir=index_dir)
    request = FindRequest(
        pattern,
        path=path,
        tag=tag,
        type=type,
        kind=kind,
        properties=properties,
        modified=modified,
        limit=limit,
        here=Path.cwd(),
        details=output_format is not None,
    )
    try:
        with ProgressLine(locations[0].root) as progress:
            result = find(locations, request, opened=partial(_opened, index_dir), progress=progress)
    except FilterError as error:
        raise click.BadParameter(error.detail, param_hint=f"--{error.name}") from error
    except PathOutsideError as error:
        raise click.BadParameter(str(error), param_hint="--path") from error
    match output_format:
        case "json":
            echo_json(to_json(result.listed))
        case "jsonl":
            echo_json_lines(result.listed)
        case _ if result.symbols is None:
            _show(result)
        case _:
            echo_styled(
                visible_line(f"{_place(each)}  {each.kind} {each.symbol}  {each.signature}") for each in result.symbols
            )
    echo_remark(*result.summary(limit), *result.remarks)
    sys.exit(0 if result.listed else 1)


def _opened(index_dir: Path | None, place: VaultLocation) -> AbstractContextManager[VaultSession]:
    from ...app.sessions.memory_vault import on_disk_unless_empty  # noqa: PLC0415  # here, since files need no index

    return closing(on_disk_unless_empty(place, index_dir=index_dir))


def _place(symbol: SymbolResult) -> str:
    return f"{outward(symbol.vault, symbol.path) if symbol.vault else symbol.path}:{symbol.line}"


def _show(result: FindResult) -> None:
    """One path per line, quoted if a program could not read the line back."""
    roots = {location.name: location.root for location in result.vaults}
    styles = {name: style_for(root) for name, root in roots.items()}
    first = result.vaults[0].name
    rows = [
        (styles[file.vault or first], file.path, outward(file.vault, file.path) if file.vault else file.path)
        for file in result.files
    ]
    echo_styled(
        style.link(visible(path_line(shown)), path) if style.width else path_line(shown) for style, path, shown in rows
    )
