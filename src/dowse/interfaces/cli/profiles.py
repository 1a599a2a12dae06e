"""`dowse profiles`."""

from __future__ import annotations

from pathlib import Path

import click

from ...app.profiles import profiles_around
from ...app.results.json_fields import as_json as to_json
from ..presenters.profile_tables import profile_lines
from .shared_flags import PathType, selected_folder, vault_option
from .terminal import echo_json, echo_lines, echo_remark


@click.command("profiles")
@click.argument("name", required=False)
@click.option(
    "--folder",
    type=PathType(readable=False),
    help="Include the profiles of this folder's dowse.toml.",
)
@vault_option(several=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def profiles_command(name: str | None, folder: Path | None, vaults: tuple[str, ...], as_json: bool) -> None:
    """List ranking profiles with their pipelines, or show one.

    Includes the profiles of your own settings and of the vault that a search from the working folder uses.

    \b
      dowse profiles
      dowse profiles rrf
      dowse search "people who do design" --profile rrf
    """
    profiles, remarks = profiles_around(selected_folder(folder, vaults), name or "")
    if as_json:
        echo_json(to_json(profiles))
    else:
        echo_lines(profile_lines(profiles))
    echo_remark(*remarks)
