"""`dowse profiles`."""

from __future__ import annotations

import click

from ...pipeline.profiles import PROFILES
from .terminal import echo_lines


@click.command("profiles")
def profiles_command() -> None:
    """List the ways to rank, each with its pipeline."""
    for profile in PROFILES.values():
        echo_lines([f"{profile.name}: {profile.about}"])
        for part in (*profile.retrievers, profile.fusion, *profile.stages):
            echo_lines([f"  {part!r}"])
