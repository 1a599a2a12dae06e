"""Runs commands in forks of a process that has imported dowse: a start costs milliseconds, not half a second or more.

A fork is a process of its own: environment, folder, streams, signals, caches and exit belong to one command.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.interfaces import fork_client
from tests.interfaces.fork_client import exit_code, ordered

_HAS_FORKS = sys.platform == "linux"  # elsewhere libraries that numpy uses do not survive a fork
_ROOT = Path(__file__).parents[2]
_BACKLOG = 16  # commands that wait for their fork
_AT_START = ("LANG", "LC_", "PYTHON")  # variables that the interpreter reads when it starts
# Runs its first argument, then dowse with the others.
_START = "import sys; exec(sys.argv.pop(1)); from dowse.interfaces.cli.main import run; run()"
# Commands do without the folder of the tests in their path.
_FORK = (
    "import sys; from tests.interfaces.fork_server import fork_and_run; del sys.path[0]; fork_and_run(*sys.argv[1:])"
)
_CLIENT = [sys.executable, "-I", "-S", fork_client.__file__]  # without site-packages: 0.03 s
_SERVER_COMMANDS = frozenset({"mcp", "serve"})
# Modules of servers, which other commands do without.
_SERVERS = (
    "dowse.interfaces.http.serve_http",
    "dowse.interfaces.http.server_loop",
    "dowse.interfaces.mcp.http_transport",
    "dowse.interfaces.mcp.server",
    "watchfiles",
)


@dataclass(frozen=True, slots=True)
class Order:
    """A command and where it runs; `before` is Python that its process executes first."""

    arguments: Sequence[str]  # with the command itself
    folder: str
    environment: Mapping[str, str]
    before: str = ""


Runner = Callable[[Order, int, int], int]


def run(order: Order, out: int, err: int) -> int:
    """The exit code of a command that writes to these descriptors; it runs in a fork where the system allows that."""
    if not _HAS_FORKS:
        return start(order, out, err)
    # Statements of a test run with only the modules imported that every command needs.
    is_server = not (order.before or _SERVER_COMMANDS.isdisjoint(order.arguments[1:2]))
    forks = _forks(_starting(order.environment), _SERVERS if is_server else ())
    with Path(os.devnull).open("rb") as nothing:
        streams = (nothing.fileno(), out, err)
        with ordered(forks.address, order.arguments, order.folder, order.environment, streams, order.before) as channel:
            return exit_code(channel)


def start(order: Order, out: int, err: int) -> int:
    """The same in a new interpreter."""
    command, *arguments = order.arguments
    ran = subprocess.run(
        [sys.executable, "-c", _START, order.before, *arguments] if order.before else [command, *arguments],
        cwd=order.folder,
        env=order.environment,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        check=False,
    )
    return ran.returncode


def server_command(command: Sequence[str], environment: Mapping[str, str], before: str = "") -> list[str]:
    """A command line that runs this one in a fork that has the modules of servers too, where the system allows that.

    `before` is Python that its process executes first.
    """
    if not _HAS_FORKS:
        return [sys.executable, "-c", _START, before, *command[1:]] if before else list(command)
    return [*_CLIENT, _forks(_starting(environment), _SERVERS).address, before, *command]


def _starting(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, value) for name, value in environment.items() if name.startswith(_AT_START)))


class _Forks:
    """The process that forks. It ends when its stdin closes."""

    def __init__(self, environment: Mapping[str, str], modules: Sequence[str]) -> None:
        self._folder = TemporaryDirectory(prefix="dowse-forks-")  # for its owner alone
        self.address = str(Path(self._folder.name) / "socket")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(self.address)
            listening.listen(_BACKLOG)
            self._process = subprocess.Popen(
                [sys.executable, "-c", _FORK, str(listening.fileno()), *modules],
                cwd=_ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                env=dict(environment),
                pass_fds=[listening.fileno()],
            )

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()


@cache
def _forks(environment: tuple[tuple[str, str], ...], modules: tuple[str, ...]) -> _Forks:
    """The process that forks: one for each worker of the tests, environment in which Python starts, and modules."""
    made = _Forks(dict(environment), modules)
    atexit.register(made.close)
    return made
