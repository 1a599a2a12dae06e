"""Help pages with commands and options grouped under headings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

import click

Sections = Mapping[str, Collection[str]]  # heading → names of commands or parameters


class HelpSections(click.Command):
    """A command whose options are listed under `sections`; all others come last, under "Options"."""

    sections: ClassVar[Sections] = {}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        rows = [(param.name, row) for param in options if (row := param.get_help_record(ctx)) is not None]
        listed = {name for names in self.sections.values() for name in names}
        for heading, names in self.sections.items():
            _write(formatter, heading, [row for name, row in rows if name in names])
        _write(formatter, "Options", [row for name, row in rows if name not in listed])


def write_commands(group: click.Group, sections: Sections, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The commands of the group under `sections`, each with a summary that fits into the line."""
    width = max(len(name) for name in group.list_commands(ctx))
    for heading, names in sections.items():
        commands = ((name, group.get_command(ctx, name)) for name in names)
        rows = [
            (name.ljust(width), command.get_short_help_str(formatter.width - 6 - width))
            for name, command in commands
            if command is not None
        ]
        _write(formatter, heading, rows)


def _write(formatter: click.HelpFormatter, heading: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(heading):
            formatter.write_dl(rows)
