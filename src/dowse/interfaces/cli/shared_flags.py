"""Arguments and options that several commands share."""

from __future__ import annotations

import functools
import os
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

import click

from ...app.client_scope import ClientScope
from ...app.location import (
    PathOutsideError,
    VaultLocation,
    folders_in,
    is_folder,
    location_around,
    location_of,
    locations_named,
    relative_path,
)
from ...app.options import DEFAULTS, LIMIT, NumberOption
from ...model.document import SYMBOL_KINDS
from ...model.errors import MissingFolderError, OptionError, SettingsError
from ...model.kinds import KINDS
from ...model.search_mode import MODE_SYNONYMS, MODES
from .terminal import echo_remark

_FORM_OPTIONS = frozenset({"--json", "--jsonl", "--files", "--format"})

F = TypeVar("F", bound=Callable[..., Any])  # click's own decorators are typed so


class PathType(click.Path):
    """A path, which is not empty: pathlib reads an empty path as the working folder, which would be indexed."""

    def __init__(self, *, readable: bool = True) -> None:
        super().__init__(path_type=Path, readable=readable)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if value == "":
            self.fail("the path is empty; write . for the working folder", param, ctx)
        return super().convert(value, param, ctx)


class OneOutputFormat(click.Command):
    """A command with one output format: of several options for it click takes the last."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments that are left; raises UsageError for two formats."""
        options = args[: args.index("--")] if "--" in args else args
        forms = dict.fromkeys(name for arg in options if (name := arg.partition("=")[0]) in _FORM_OPTIONS)
        if len(forms) > 1:
            of_command = f"`dowse {self.name}` has one output format"
            raise click.UsageError(f"{' and '.join(forms)} cannot be combined: {of_command}.", ctx)
        return super().parse_args(ctx, args)


_FOLDER = click.argument("folder", required=False, type=PathType(readable=False))


class ModeType(click.Choice[str]):
    """A mode of a search, by its name or by that of its list."""

    def __init__(self) -> None:
        super().__init__(MODES)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The mode; click reports an unknown one."""
        return super().convert(MODE_SYNONYMS.get(value, value), param, ctx)


def number_type(option: NumberOption) -> click.ParamType[Any]:
    """The type of a flag for an option of a request, with the range and the message of the option."""
    return _WholeNumber(option) if option.is_whole else _Number(option)


class _WholeNumber(click.IntRange):
    def __init__(self, option: NumberOption) -> None:
        super().__init__(int(option.minimum), None if option.maximum is None else int(option.maximum))
        self._option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _converted(value, int, self._option, partial(self.fail, param=param, ctx=ctx))


class _Number(click.FloatRange):
    def __init__(self, option: NumberOption) -> None:
        super().__init__(option.minimum, option.maximum)
        self._option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _converted(value, float, self._option, partial(self.fail, param=param, ctx=ctx))


def _converted(value: Any, number: type, option: NumberOption, fail: Callable[[str], NoReturn]) -> Any:
    with suppress(ValueError):
        value = number(value)
    if fault := option.fault(value):
        fail(fault)
    return value


def folder_argument(command: F) -> F:
    """[FOLDER] and -v/--vault: the vault. The command is called with its folder, or None when neither was given."""

    @functools.wraps(command)
    def run_command(*args: Any, folder: Path | None, vaults: tuple[str, ...], **options: Any) -> Any:
        folder = selected_folder(folder, vaults, index_dir=options.get("index_dir"))
        return command(*args, folder=folder, **options)

    return _FOLDER(vault_option(several=False)(cast("F", run_command)))


def folder_or_vaults(command: F) -> F:
    """[FOLDER], or -v/--vault any number of times: the arguments of `selected_locations`."""
    return _FOLDER(vault_option(several=True)(command))


def vault_option(*, several: bool) -> Callable[[F], F]:
    """-v/--vault: the names of registered vaults, always as a tuple."""
    repetition = "; repeatable, `all` selects every registered vault" if several else ""
    return click.option(
        "-v",
        "--vault",
        "vaults",
        metavar="NAME",
        multiple=True,
        help=f"Name of a registered vault, see `dowse vault`{repetition}.",
    )


def selected_folder(folder: Path | None, vaults: Sequence[str], *, index_dir: Path | None = None) -> Path | None:
    """The folder of the selected vault; None when none is named. One that is missing is an error of the command."""
    if not vaults and (folder is None or not is_folder(folder)):
        return folder
    try:
        locations = selected_locations(folder, vaults, index_dir=index_dir)
    except SettingsError:
        if folder is None:
            raise
        return folder  # an error of the command, which `dowse doctor` reports instead
    if len(locations) > 1:
        names = ", ".join(location.name for location in locations)
        raise click.UsageError(f"This command accepts one vault, not several: {names}.")
    is_own = folder is not None and not locations[0].within
    return folder if is_own else locations[0].root  # as the user wrote it, for commands in messages


def selected_locations(
    folder: Path | None, vaults: Sequence[str], *, index_dir: Path | None = None
) -> tuple[VaultLocation, ...]:
    """The selected vaults: the one of FOLDER, or those of -v; else the one of the working folder, or the default.

    A remark on stderr names a vault that is not named.
    """
    if folder is not None and vaults:
        if not is_folder(folder):
            raise MissingFolderError(folder, "--vault names the vault already")
        raise click.UsageError(f"FOLDER and --vault both name a vault; remove {folder} or --vault.")
    if vaults:
        return locations_named(vaults, index_dir=index_dir)
    location = location_of(index_dir=index_dir) if folder is None else location_around(folder, index_dir=index_dir)
    echo_remark(*location.selection_remarks)
    return (location,)


def index_dir_option(command: F) -> F:
    """--index-dir: the folder for indexes."""
    return click.option(
        "--index-dir",
        type=PathType(),
        help="Store the index below this folder instead of in the vault (env: DOWSE_INDEX_DIR).",
    )(command)


def scope_options(command: F) -> F:
    """--only and --never: the argument `scope`."""

    @functools.wraps(command)
    def run_command(*args: Any, only: tuple[str, ...], never: tuple[str, ...], **options: Any) -> Any:
        try:
            scope = ClientScope(only, never)
        except OptionError as error:
            raise click.BadParameter(error.fault, param_hint=f"--{error.name}") from error
        return command(*args, scope=scope, **options)

    about = "selects; repeatable, see `dowse help query`"
    return decorated(
        click.option("--only", multiple=True, metavar="QUERY", help=f"Serve only documents that QUERY {about}."),
        click.option("--never", multiple=True, metavar="QUERY", help=f"Serve no document that QUERY {about}."),
    )(cast("F", run_command))


def decorated(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """The decorators as one, in the order of help."""
    return lambda command: functools.reduce(lambda inner, decorator: decorator(inner), reversed(decorators), command)


def number_option(
    *names: str, option: NumberOption, default: float, about: str, metavar: str = "N"
) -> Callable[[F], F]:
    """A flag for an option of a request, with its range."""
    return click.option(
        *names, metavar=metavar, default=default, show_default=True, type=number_type(option), help=about
    )


def unset_option(*names: str, about: str, **attributes: Any) -> Callable[[F], F]:
    """A flag without a value of its own: the profile or the settings decide, and the help says how."""
    option = names[-1].partition("/")[0].strip("-").replace("-", "_")
    return click.option(*names, help=f"{about} (default: {DEFAULTS[option]}).", **attributes)


def limit_option(default: int | None) -> Callable[[F], F]:
    """-n/--limit. Without a default, the profile or the settings decide."""
    names, about = ("-n", "--limit"), "Maximum number of results"
    if default is None:
        return unset_option(*names, about=about, metavar="N", type=number_type(LIMIT))
    return number_option(*names, option=LIMIT, default=default, about=f"{about}.")


# --path, --tag, --type, --kind: filters that a query can contain too.
filter_options = decorated(
    click.option("--path", multiple=True, metavar="X", help="Only files below this folder."),
    click.option("--tag", multiple=True, metavar="X", help="Only documents with this tag or a nested one."),
    click.option("--type", multiple=True, metavar="X", help="Only documents of this frontmatter type."),
    click.option(
        "--kind",
        multiple=True,
        metavar="X",
        type=click.Choice((*KINDS, *sorted(SYMBOL_KINDS)), case_sensitive=False),
        help=f"Only this kind: {', '.join(KINDS)}; of symbols: {', '.join(sorted(SYMBOL_KINDS))}.",
    ),
)


def place_arguments(folder: Path | None, index_dir: Path | None) -> str:
    """The arguments that select the vault as typed, each after a blank, for a command in a message."""
    index_arguments = ["--index-dir", str(index_dir)] if index_dir else []
    return "".join(f" {shlex.quote(each)}" for each in ([str(folder)] if folder else []) + index_arguments)


def path_in_vault(path: str, root: Path, *, option: str = "--path") -> str:
    """The path relative to the vault, if it starts at the working folder, at home or at the root of the file system.

    `option` is named in the error message.
    """
    try:
        return relative_path(path, root, here=Path.cwd())
    except PathOutsideError as error:
        raise click.BadParameter(str(error), param_hint=option) from error


def ref_in_vault(ref: str, root: Path, *, option: str) -> str:
    """As `path_in_vault`; an address from the root of a site, as links have it, stays as it is: `/docs/setup/`, if no
    folder `/docs` exists.
    """
    first = ref.split("/", 2)[1] if ref.startswith("/") else ""
    is_address = bool(first) and not os.path.lexists(f"/{first}")
    return ref if is_address else path_in_vault(ref, root, option=option)


def folders_in_vaults(paths: Sequence[str], vaults: Sequence[VaultLocation]) -> tuple[str, ...]:
    """The folders of --path relative to the vault, below FOLDER where the vault is around that; see `folders_in`."""
    try:
        return folders_in(vaults, paths, Path.cwd())
    except PathOutsideError as error:
        raise click.BadParameter(str(error), param_hint="--path") from error
