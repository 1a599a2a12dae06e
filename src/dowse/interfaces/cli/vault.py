"""`dowse vault`: the registered vaults."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import click

from ...app.registered_vaults import RegistryChange, add_vault, default_vault, remove_vault, rename_vault
from ..presenters.vault_tables import entry_lines
from .shared_flags import PathType, index_dir_option
from .terminal import echo_lines, echo_remark, echo_result, style_for

_NONE = "no vault is registered; register one with `dowse vault add ~/notes`"


class _SuggestingGroup(click.Group):
    """A group that suggests the nearest command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            matches = difflib.get_close_matches(args[0], self.commands, n=1, cutoff=0.6)
            advice = (
                f"Did you mean: dowse vault {matches[0]}"
                if matches
                else f"The commands are {', '.join(self.commands)}."
            )
            raise click.UsageError(f"{error.message} {advice}", ctx) from error


@click.group("vault", cls=_SuggestingGroup)
def vault_group() -> None:
    """Register vaults by name, to search them from any folder.

    A vault can be searched without a name. -v NAME selects a registered vault in any command; the default vault is used
    outside of any vault when no vault is named. These commands do not change notes or indexes.

    \b
      dowse vault add ~/notes
      dowse vault add ~/work/docs --name work
      dowse search "key rotation" -v work
      dowse vault default work
    """


@vault_group.command("add")
@click.argument("folder", type=PathType(readable=False))
@click.argument("more", nargs=-1, metavar="")
@click.option("--name", default="", metavar="NAME", help="Name of the vault (default: the name of its folder).")
def add_command(folder: Path, more: tuple[str, ...], name: str) -> None:
    """Register a folder as a vault. The first one becomes the default vault.

    \b
      dowse vault add ~/notes
      dowse vault add ~/work/docs --name work
    """
    if more:
        raise click.UsageError(
            "Only one folder can be added at a time; give a name with --name, as in: dowse vault add ~/docs --name work"
        )
    added = add_vault(folder, name)
    known = " already" if added.is_known else ""
    default = "; it is the default vault" if added.is_default else ""
    echo_lines([f"{added.name} is {added.folder}{known}{default}"])
    if added.moved_from is not None:
        echo_remark(f"{added.name} was {added.moved_from}, which no longer exists")


@vault_group.command("list", epilog="Exit code 0: vaults are registered, 1: none are, 2: error.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@index_dir_option
def list_command(as_json: bool, index_dir: Path | None) -> None:
    """List registered vaults with documents, state and folder.

    A * marks the default vault.

    \b
      dowse vault list
      dowse vault list --json
    """
    from ...app.status import registered_vaults  # noqa: PLC0415  # it brings numpy and the storage engine

    entries = registered_vaults(index_dir=index_dir)
    echo_result(entries, entry_lines(entries, style_for(Path.cwd())), as_json=as_json)
    echo_remark(*(entry.why for entry in entries if entry.state != "unindexed" and entry.why))
    if not entries:
        echo_remark(_NONE)
    sys.exit(0 if entries else 1)


@vault_group.command("remove")
@click.argument("name")
def remove_command(name: str) -> None:
    """Remove a vault from the list. Its notes and index are kept.

    \b
      dowse vault remove work
    """
    removed = remove_vault(name)
    echo_lines([f"Removed {removed.name} from the vault list. {_kept(removed)}"])
    if removed.default is not None:
        echo_remark(
            f"{removed.default} is now the default vault" if removed.default else "there is now no default vault"
        )


def _kept(removed: RegistryChange) -> str:
    """What there is still of a removed vault."""
    folder, index = removed.folder, removed.index
    if not folder.exists():
        return f"The folder {folder} does not exist" + (f"; its index in {index} was kept." if index else ".")
    if index is None:
        return f"The notes in {folder} were kept; they have no index."
    if index.is_relative_to(folder):
        return f"Notes and index in {folder} were kept."
    return f"The notes in {folder} and their index in {index} were kept."


@vault_group.command("default")
@click.argument("name", required=False)
def default_command(name: str | None) -> None:
    """Set or show the default vault. The variable DOWSE_VAULT overrides it.

    \b
      dowse vault default work
    """
    default = default_vault(name)
    if default is None:
        echo_remark(_NONE)
        sys.exit(1)
    echo_lines([f"{default.name} is the default vault: {default.folder}"])


@vault_group.command("rename")
@click.argument("old")
@click.argument("new")
def rename_command(old: str, new: str) -> None:
    """Rename a vault.

    \b
      dowse vault rename docs work
    """
    renamed = rename_vault(old, new)
    echo_lines([f"{renamed.before} is now called {renamed.name}: {renamed.folder}"])
