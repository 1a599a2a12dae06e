"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ...query.ast import Anything, Expr, Is, Or
from ...query.reading import conjunction

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


def limit_option(default: int) -> Callable[[F], F]:
    """-n/--limit."""
    return click.option(
        "-n",
        "--limit",
        default=default,
        show_default=True,
        type=click.IntRange(1, MOST_HITS),
        help="Most results to show.",
    )


def narrowing_options(command: F) -> F:
    """--path, --tag, --type, --kind: filters that can also be written into a query."""
    for name, about in (
        ("--kind", "Only this kind of document: note, doc, task, …"),
        ("--type", "Only documents of this frontmatter type."),
        ("--tag", "Only documents with this tag or one nested in it."),
        ("--path", "Only files below this folder."),
    ):
        command = click.option(name, multiple=True, metavar="X", help=about)(command)
    return command


def narrowing(**values: tuple[str, ...]) -> Expr:
    """What the options select: all tags, any of several paths, types or kinds."""
    parts: list[Expr] = []
    for field, given in values.items():
        leaves = tuple(Is(field, value) for value in given)
        if not leaves:
            continue
        parts.append(conjunction(*leaves) if field == "tag" else Or(leaves) if len(leaves) > 1 else leaves[0])
    return conjunction(*parts) if parts else Anything()
