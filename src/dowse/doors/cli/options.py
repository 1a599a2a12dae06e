"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ...model.kinds import KINDS

F = TypeVar("F", bound=Callable[..., Any])  # click's own decorators are typed so

MOST_HITS = 1000


def folder_argument(command: F) -> F:
    """[FOLDER]: the vault."""
    return click.argument("folder", required=False, type=click.Path(path_type=Path, readable=False))(command)


def index_dir_option(command: F) -> F:
    """--index-dir: where indexes are kept."""
    return click.option(
        "--index-dir",
        type=click.Path(path_type=Path),
        help="Keep the index below this folder instead of in the vault (also DOWSE_INDEX_DIR).",
    )(command)


def limit_option(default: int | None) -> Callable[[F], F]:
    """-n/--limit. Without a default it is what the settings say."""
    return click.option(
        "-n",
        "--limit",
        default=default,
        show_default="10, or as the profile says" if default is None else True,
        type=click.IntRange(1, MOST_HITS),
        help="Most results to show.",
    )


def narrowing_options(command: F) -> F:
    """--path, --tag, --type, --kind: filters that can also be written into a query."""
    kinds = click.Choice(KINDS, case_sensitive=False)
    command = click.option("--kind", multiple=True, metavar="X", type=kinds, help=f"Only {', '.join(KINDS)}.")(command)
    for name, about in (
        ("--type", "Only documents of this frontmatter type."),
        ("--tag", "Only documents with this tag or one nested in it."),
        ("--path", "Only files below this folder."),
    ):
        command = click.option(name, multiple=True, metavar="X", help=about)(command)
    return command


def within(path: str, root: Path, *, here: Path, of: str = "--path") -> str:
    """The path as the vault knows it: one that is written from the working folder (`.`, `../x`) or from the root of the
    disk is turned into one from the vault's folder. `of` is the option or argument that it is of.
    """
    if not path.startswith(("/", "./", "../", "~")) and path not in {".", ".."}:
        return path
    target = Path(os.path.normpath(here / Path(path).expanduser()))
    for base in (root, root.resolve()):
        if target.is_relative_to(base):
            inside = target.relative_to(base).as_posix()
            return "" if inside == "." else inside
    raise click.BadParameter(f"{path} is not in the vault {root}", param_hint=of)
