"""`dowse help query`: the query language on one screen."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...query.fields import FIELDS
from .terminal import echo_lines

_FORMS = (
    ("carbon tax", "natural words: more and rarer ones rank higher"),
    ('"carbon tax"', "exactly this text; case and accents do not matter"),
    ("tax AND rebate", "both words, by stem; also OR, NOT and ( )"),
    ("+word -word", "must and must not be there; also before a phrase or a field"),
)


@click.command("help")
@click.argument("topic", required=False, default="", metavar="[query]")
@click.pass_context
def help_command(ctx: click.Context, topic: str) -> None:
    """Explain the query language: dowse help query."""
    match topic:
        case "":
            assert ctx.parent is not None, "help is a command of dowse"
            echo_lines([ctx.parent.get_help()])
        case "query":
            echo_lines(query_reference())
        case _:
            raise click.UsageError(f"To read about a command: dowse {topic} --help. About queries: dowse help query")


def query_reference() -> Iterator[str]:
    """Every form of a query with what it means."""
    rows = [*_FORMS, *((field.example, field.about) for field in FIELDS)]
    width = max(len(form) for form, _ in rows)
    yield "A query is words, a question, or a combination of:"
    yield ""
    yield from (f"  {form:<{width}}  {about}" for form, about in rows)
    yield ""
    yield "A value with blanks is quoted: path:\"My Notes\". Fields and words combine: 'tax #finance -type:daily'."
    yield "Put the query between single quotes, so that the shell leaves it alone. More in docs/query.md."
