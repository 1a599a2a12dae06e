"""`dowse vault`: the vaults that have a name."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path

import click

from ...app.location import location_of
from ...model.errors import VaultError
from ...settings.vault_lookup import registry
from ...settings.vaults_file import change
from ..presenters.vault_tables import entry_json, entry_lines
from .shared_flags import index_dir_option
from .terminal import echo_json, echo_lines, remark, style_for

_NONE = "no vault has a name yet; `dowse vault add ~/notes` gives one"


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
    """Give vaults names, so that they can be searched from anywhere.

    A vault needs no name to be searched. One that has one is meant by -v NAME with any command, and the default vault
    by commands that are called outside of any vault without saying which. Notes and indexes are not touched.

    \b
      dowse vault add ~/notes
      dowse vault add ~/work/docs --name work
      dowse search "key rotation" -v work
      dowse vault default work
    """


@vault_group.command("add")
@click.argument("folder", type=click.Path(path_type=Path, readable=False))
@click.argument("more", nargs=-1, metavar="")
@click.option("--name", default="", metavar="NAME", help="What to call it; otherwise it is called like its folder.")
def add_command(folder: Path, more: tuple[str, ...], name: str) -> None:
    """Give a folder a name. The first one is the default vault.

    \b
      dowse vault add ~/notes
      dowse vault add ~/work/docs --name work
    """
    if more:
        raise click.UsageError(
            "One folder at a time; a name comes after --name, as in: dowse vault add ~/docs --name work"
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


@vault_group.command("list", epilog="Exit code 0: there are some, 1: there are none, 2: error.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON list.")
@index_dir_option
def list_command(as_json: bool, index_dir: Path | None) -> None:
    """List the vaults that have a name: the default marked with *, folder, documents, and how the index stands.

    \b
      dowse vault list
      dowse vault list --json
    """
    from ...app.vault import Vault  # noqa: PLC0415  # here, with numpy and SQLite, which the others do without
    from ...app.vault_listing import vault_summaries  # noqa: PLC0415  # as above

    known = registry(os.environ)
    entries = list(vault_summaries(known, Vault.status, index_dir=index_dir))
    if as_json:
        echo_json([entry_json(entry) for entry in entries])
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
    """Take the name from a vault. Its notes stay, and so does its index.

    \b
      dowse vault remove work
    """
    before, after = change(os.environ, lambda known: known.removing(name))
    gone = before.named(name)
    echo_lines(
        [f"{gone.name} is no name of a vault any more; the notes in {gone.folder} stay, and so does their index"]
    )
    if after.default != before.default:
        remark(f"the default vault is {after.default} now" if after.default else "there is no default vault now")


@vault_group.command("default")
@click.argument("name", required=False)
def default_command(name: str | None) -> None:
    """Choose the vault that is meant where none is named, or say which it is. DOWSE_VAULT goes before it.

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
    """Call a vault otherwise.

    \b
      dowse vault rename docs work
    """
    before, after = change(os.environ, lambda known: known.renaming(old, new))
    renamed = after.named(new)
    echo_lines([f"{before.named(old).name} is called {renamed.name} now: {renamed.folder}"])


def _near(folder: Path) -> str:
    """The folder that was probably meant, if there is one beside it."""
    try:
        beside = [path.name for path in folder.parent.iterdir() if path.is_dir()]
    except OSError:
        return ""
    close = difflib.get_close_matches(folder.name, beside, n=1, cutoff=0.6)
    return f"; did you mean {folder.with_name(close[0])}?" if close else ""
