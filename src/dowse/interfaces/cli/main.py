"""The command `dowse`. Each command lives in a module of its own that is imported when it is called."""

from __future__ import annotations

import difflib
import errno
import gc
import io
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from ... import __version__
from ...model.blas_threads import one_blas_thread
from ...model.errors import DowseError
from ...model.option_equivalents import equivalent_advice
from ..presenters.sanitize import message, visible
from .help_sections import write_commands
from .terminal import discard, echo_error

# of a stdout that accepts no more text; errors of a file have its name
_OUTPUT_FAULTS = frozenset({errno.ENOSPC, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})

_USED_OPTION = re.compile(r"Use (--[\w-]+)")  # in the advice for another one

_SECTIONS = {
    "Search": ("search", "find", "get", "related", "why-not"),
    "Vaults and index": ("index", "vault", "status", "vacuum"),
    "Links": ("links", "communities", "pagerank", "cypher", "check-links"),
    "Models and ranking": ("model", "profiles", "eval"),
    "Servers": ("mcp", "serve"),
    "Help": ("doctor", "help"),
}
# modules and commands that are not named as the command
_OTHER_NAMES = {"eval": ("evaluate", "eval_command"), "vault": ("vault", "vault_group")}


def _place(name: str) -> tuple[str, str]:
    module = name.replace("-", "_")
    return _OTHER_NAMES.get(name, (module, f"{module}_command"))


# command → module and the click command in it
COMMANDS = {name: _place(name) for names in _SECTIONS.values() for name in names}


class _LazyGroup(click.Group):
    """A group that imports a command when it is called: importing numpy and the engines takes most of the start."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # as above
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        gc.disable()  # modules are no garbage, and looking for garbage takes a twentieth of the time of an import
        try:
            with one_blas_thread():
                command = getattr(import_module(f".{module}", __package__), name)
        finally:
            gc.enable()
            gc.freeze()  # later collections pass over what was imported
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_commands(self, _SECTIONS, ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(f"{error.message} {_advice(args)}", ctx) from error

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            if advice := _option_advice(error):
                raise click.UsageError(f"{error.message} {advice}", error.ctx) from error
            raise
        except BrokenPipeError:  # the reader of a pipe, such as `head`, has closed it; click would exit with 1
            discard(sys.stdout)
            sys.exit(0)
        except EOFError as error:  # from an import: Python 3.11 stores the part of a compiled file that fits
            folder = Path(__file__).parents[3]
            raise DowseError(f"a compiled file of Python is incomplete; delete `__pycache__` below {folder}") from error


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="dowse")
def dowse() -> None:
    """Search a folder of notes and docs by keyword and by meaning.

    \b
      dowse search "how do we rotate keys" ~/notes
      dowse search 'tax #finance -draft'
      dowse find '*.md' --tag meeting

    The first search of a folder indexes it; later searches detect changed files. Searches run on this machine, unless
    you configure a remote model. dowse does not modify your notes.
    """


def run() -> None:
    """The entry point: errors as one line on stderr, exit code 2; 130 after Ctrl-C."""
    _open_closed_streams()
    try:
        dowse.main(standalone_mode=False)
    except click.exceptions.Exit as exit_request:
        sys.exit(exit_request.exit_code)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        _exit(visible(shown.getvalue()).removesuffix("\n"), 2)
    except DowseError as error:
        _exit(f"dowse: {message(str(error))}", 2)
    except (click.Abort, KeyboardInterrupt) as stop:
        hints = () if sys.argv[1:2] == ["find"] else getattr(stop.__cause__ or stop, "__notes__", ())
        _exit("; ".join(("dowse: stopped", *hints)), 130)
    except Exception as error:  # a bug is one line too, unless DOWSE_DEBUG is set
        if os.environ.get("DOWSE_DEBUG"):
            raise
        _exit(f"dowse: {_failure(error)}", 2)


def _open_closed_streams() -> None:
    """Opens nothing in place of each stream that the caller has closed; stdin first, which a file would get else."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115  # it stays open
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115  # as above
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115  # as above


def _exit(text: str, code: int) -> NoReturn:
    echo_error(text)
    sys.exit(code)


def _failure(error: Exception) -> str:
    """The message for an unexpected error: output that cannot be written, or a bug."""
    if isinstance(error, OSError) and error.errno in _OUTPUT_FAULTS and error.filename is None:
        discard(sys.stdout)
        return f"the output cannot be written ({error.strerror}); write it to another place"
    if isinstance(error, FileNotFoundError) and error.filename is None and not _has_working_folder():
        return "the working folder is gone; change to a folder that exists"
    description = message(f"{type(error).__name__}: {error}")
    return f"a bug in dowse: {description}\n  set DOWSE_DEBUG=1 to see the traceback; please report it"


def _has_working_folder() -> bool:
    try:
        os.getcwd()  # noqa: PTH109  # as a question
    except FileNotFoundError:
        return False
    return True


def _option_advice(error: click.NoSuchOption) -> str:
    """Advice for an unknown option: the equivalent that the command has, and how an argument begins with a minus."""
    context = error.ctx or click.Context(dowse, info_name="dowse")
    command = context.command
    options = {option for parameter in command.params for option in parameter.opts}
    advice = equivalent_advice("option", error.option_name)
    parts = [f"{advice}."] if advice and options.issuperset(_USED_OPTION.findall(advice)) else []
    arguments = [parameter.human_readable_name for parameter in command.params if isinstance(parameter, click.Argument)]
    is_option = error.option_name.startswith("--") and " " not in error.option_name
    is_near = bool(parts) or bool(difflib.get_close_matches(error.option_name, options, n=1, cutoff=0.8))
    if arguments and (not is_option or (command.name == "search" and not is_near)):
        parts.append(
            f"Put -- before {arguments[0]} where it begins with a minus, and options before --: "
            f"{context.command_path} [OPTIONS] -- {arguments[0]}"
        )
    return " ".join(parts)


def _advice(args: list[str]) -> str:
    """Advice for an unknown command: the equivalent, the nearest name, or how to search."""
    if advice := equivalent_advice("command", args[0]):
        return advice
    if args[0] == "outline":
        return "To print the headings or symbols of a file: dowse get --outline FILE"
    matches = difflib.get_close_matches(args[0], COMMANDS, n=1, cutoff=0.6)
    return f"Did you mean: dowse {matches[0]}" if matches else f'To search: dowse search "{" ".join(args)}"'
