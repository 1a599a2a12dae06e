"""`dowse find`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...app import in_a_vault, open_vault
from ...query.ast import Is
from ...query.reading import conjunction
from ..render.json import found_json
from .options import folder_argument, index_dir_option, limit_option, narrowing, within
from .terminal import Progress, echo_json, echo_lines, remark, style_for


@click.command("find", epilog="Exit code 0: found, 1: nothing found, 2: error.")
@click.argument("pattern", required=False, default="")
@folder_argument
@click.option("--path", multiple=True, metavar="X", help="Only files below this folder.")
@click.option("--tag", multiple=True, metavar="X", help="Only files with this tag or one nested in it.")
@limit_option(50)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@index_dir_option
def find_command(
    pattern: str,
    folder: Path | None,
    path: tuple[str, ...],
    tag: tuple[str, ...],
    limit: int,
    as_json: bool,
    index_dir: Path | None,
) -> None:
    """List files by name, folder or tag, newest first; `dowse search` looks into them.

    PATTERN is part of a file name, or a pattern with * and ?; with a slash it is compared with the whole path.

    \b
      dowse find weekly
      dowse find '2026-*.md' --path Daily
      dowse find --tag recipe
    """
    if folder is None and _is_meant_as_folder(pattern):
        pattern, folder = "", Path(pattern)
    vault = open_vault(folder, index_dir=index_dir)
    path = tuple(within(each, vault.root, here=Path.cwd()) for each in path)
    named = [Is("file", pattern)] if pattern else []
    with Progress(vault.root) as progress:
        hits, state = vault.find(conjunction(*named, narrowing(path=path, tag=tag)), limit, progress=progress)
    if as_json:
        echo_json([found_json(hit.head, vault.size_of(hit.head.path)) for hit in hits])
    else:
        style = style_for(vault.root)
        echo_lines(style.linked(hit.head.path, hit.head.path) for hit in hits)
    for line in state.remarks:
        remark(line)
    if not hits and not as_json:
        remark("nothing found")
    sys.exit(0 if hits else 1)


def _is_meant_as_folder(pattern: str) -> bool:
    """Whether the only argument names the vault: it is a folder, and written as one or the only way to find a vault."""
    if not pattern or not Path(pattern).expanduser().is_dir():
        return False
    return "/" in pattern or pattern in {".", "..", "~"} or not in_a_vault(Path.cwd())
