"""The names of options in the interfaces, for messages that name an option."""

from __future__ import annotations

from typing import Literal, get_args

Interface = Literal["cli", "http", "mcp", "library"]
INTERFACES: tuple[Interface, ...] = get_args(Interface)


def spelled(option: str, interface: Interface) -> str:
    """The name of the option in that interface: `min_score` is `--min-score` on the command line, `minScore` in MCP."""
    if interface == "cli":
        return f"--{option.replace('_', '-')}"
    if interface != "mcp":
        return option
    first, *others = option.split("_")
    return first + "".join(each.capitalize() for each in others)
