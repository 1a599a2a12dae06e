"""`dowse help query`: the query language on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import click

from ...query.fields import HELP_TABLES
from .terminal import echo_lines


@click.command("help")
@click.argument("topic", required=False, default="", metavar="[query]")
@click.pass_context
def help_command(ctx: click.Context, topic: str) -> None:
    """Explain the query language: dowse help query."""
    assert ctx.parent is not None, "help is a command of dowse"
    match topic:
        case "":
            echo_lines([ctx.parent.get_help()])
        case "query":
            echo_lines(query_reference())
        case _:
            group = cast("click.Group", ctx.parent.command)
            is_command = topic in group.list_commands(ctx.parent)
            about = f"For the command, run: dowse {topic} --help" if is_command else f"There is no command {topic!r}"
            raise click.UsageError(f"{about}. For the query language: dowse help query")


def query_reference() -> Iterator[str]:
    """Every form of a query with its meaning."""
    width = max(len(row.example) for rows in HELP_TABLES.values() for row in rows)
    for title, rows in HELP_TABLES.items():
        yield f"{title}:"
        yield ""
        yield from (f"  {row.example:<{width}}  {row.about}" for row in rows)
        yield ""
    yield "Quote a value with spaces: path:\"My Notes\". Combine fields and words: 'tax #finance -type:daily'."
    yield "Times: 2026, 2026-01, 2026-01-31, 2026-W05, today, yesterday; ages: 36h 30d 2w 6m 1y; ranges: from..to."
    yield "Put the query in single quotes, so that the shell does not interpret it. More in docs/query.md."
