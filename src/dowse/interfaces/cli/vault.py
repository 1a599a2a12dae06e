"""`dowse vault`: the vaults that have a name."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path

import click

from ...app.location import location_of
from ...app.results.json_fields import as_json as to_json
from ...model.errors import VaultError
from ...settings.vault_lookup import registry
from ...settings.vaults_file import change
from ..presenters.vault_tables import entry_lines
from .shared_flags import index_dir_option
from .terminal import echo_json, echo_lines, remark, style_for

_NONE = "no vault is registered; register one with `dowse vault add ~/notes`"


class _NearMiss(click.Group):
    """A group that says what was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            close = difflib.get_close_matches(args[0], self.commands, n=1, cutoff=0.6)
            advice = f"Did you mean: dowse vault {close[0]}" if close else f"There are {', '.join(self.commands)}."
            raise click.UsageError(f"{error.message} {advice}", ctx) from error


@click.group("vault", cls=_NearMiss)
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
@click.argument("folder", type=click.Path(path_type=Path, readable=False))
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
    if not folder.expanduser().exists():
        raise VaultError(f"there is no folder {folder}{_near(folder.expanduser())}")
    root = location_of(folder).root
    before, after = change(os.environ, lambda known: known.adding(root, name))
    added = after.holding(root)
    assert added is not None, "it was added just now"
    known = " already" if before == after else ""
    default = "; it is the default vault" if added.name == after.default else ""
    echo_lines([f"{added.name} is {added.folder}{known}{default}"])


@vault_group.command("list", epilog="Exit code 0: vaults are registered, 1: none are, 2: error.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@index_dir_option
def list_command(as_json: bool, index_dir: Path | None) -> None:
    """List registered vaults: default (*), documents, index state and folder.

    \b
      dowse vault list
      dowse vault list --json
    """
    from ...app.status import registered_vaults  # noqa: PLC0415  # it brings numpy and the storage engine

    entries = registered_vaults(index_dir=index_dir)
    if as_json:
        echo_json(to_json(entries))
    else:
        echo_lines(entry_lines(entries, style_for(Path.cwd())))
    for why in (entry.why for entry in entries if entry.state != "unindexed" and entry.why):
        remark(why)
    if not entries:
        remark(_NONE)
    sys.exit(0 if entries else 1)


@vault_group.command("remove")
@click.argument("name")
def remove_command(name: str) -> None:
    """Remove a vault from the list. Its notes and index are kept.

    \b
      dowse vault remove work
    """
    before, after = change(os.environ, lambda known: known.removing(name))
    gone = before.named(name)
    echo_lines([f"Removed {gone.name} from the vault list. Notes and index in {gone.folder} were kept."])
    if after.default != before.default:
        remark(f"{after.default} is now the default vault" if after.default else "there is now no default vault")


@vault_group.command("default")
@click.argument("name", required=False)
def default_command(name: str | None) -> None:
    """Set or show the default vault. The variable DOWSE_VAULT overrides it.

    \b
      dowse vault default work
    """
    known = registry(os.environ) if name is None else change(os.environ, lambda known: known.preferring(name))[1]
    if known.usual is None:
        remark(_NONE)
        sys.exit(1)
    echo_lines([f"{known.usual.name} is the default vault: {known.usual.folder}"])


@vault_group.command("rename")
@click.argument("old")
@click.argument("new")
def rename_command(old: str, new: str) -> None:
    """Rename a vault.

    \b
      dowse vault rename docs work
    """
    before, after = change(os.environ, lambda known: known.renaming(old, new))
    renamed = after.named(new)
    echo_lines([f"{before.named(old).name} is now called {renamed.name}: {renamed.folder}"])


def _near(folder: Path) -> str:
    """The folder that was probably meant, if there is one beside it."""
    try:
        beside = [path.name for path in folder.parent.iterdir() if path.is_dir()]
    except OSError:
        return ""
    close = difflib.get_close_matches(folder.name, beside, n=1, cutoff=0.6)
    return f"; did you mean {folder.with_name(close[0])}?" if close else ""
