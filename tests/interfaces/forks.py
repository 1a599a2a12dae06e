"""Runs commands in forks of one process that has imported dowse: a start costs milliseconds, not half a second.

A fork is a process of its own: environment, folder, streams, signals, caches and exit belong to one command.
"""

from __future__ import annotations

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module

_HAS_FORKS = sys.platform == "linux"  # elsewhere libraries that numpy uses do not survive a fork
_LENGTH = 8  # bytes of the length that stands before an order
_AT_START = ("LANG", "LC_", "PYTHON")  # variables that the interpreter reads when it starts
# Runs its first argument, then dowse with the others.
_START = "import sys; exec(sys.argv.pop(1)); from dowse.interfaces.cli.main import run; run()"


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
    starting = {name: value for name, value in order.environment.items() if name.startswith(_AT_START)}
    return _forks(tuple(sorted(starting.items()))).run(order, out, err)


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


class _Forks:
    """The process that forks. It ends when its end of the socket closes."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._channel, theirs = socket.socketpair()
        self._lock = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    __file__,
                    str(theirs.fileno()),
                ],  # -P: tests/interfaces has packages mcp and http
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=dict(environment),
                pass_fds=[theirs.fileno()],
            )

    def run(self, order: Order, out: int, err: int) -> int:
        """The exit code of a command that writes to these descriptors."""
        text = json.dumps(asdict(order)).encode()
        with self._lock:
            socket.send_fds(self._channel, [len(text).to_bytes(_LENGTH)], [out, err])
            self._channel.sendall(text)
            answer = self._channel.recv(_LENGTH)
        assert answer, "the process that forks has ended"
        return int.from_bytes(answer, signed=True)

    def close(self) -> None:
        """Ends the process."""
        self._channel.close()
        self._process.wait()


@cache
def _forks(environment: tuple[tuple[str, str], ...]) -> _Forks:
    """The process that forks, one for each worker of the tests and each environment in which Python starts."""
    made = _Forks(dict(environment))
    atexit.register(made.close)
    return made


def _serve(channel: socket.socket) -> None:
    """Forks for every order; returns in each fork, which is the process of a command from there on."""
    while True:
        length, descriptors, _, _ = socket.recv_fds(channel, _LENGTH, 2)
        if not length:
            sys.exit()
        text = channel.recv(int.from_bytes(length), socket.MSG_WAITALL)
        if not (child := os.fork()):
            return _become(Order(**json.loads(text)), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        channel.sendall(code.to_bytes(_LENGTH, signed=True))


def _become(order: Order, descriptors: Sequence[int]) -> None:
    for ours, standard in zip(descriptors, (1, 2), strict=True):
        os.dup2(ours, standard)
        os.close(ours)
    os.environ.clear()
    os.environ.update(order.environment)
    time.tzset()
    os.chdir(order.folder)
    sys.argv[:] = order.arguments
    exec(order.before, {"__name__": "__main__", "sys": sys})  # noqa: S102  # the statements of a test


def _leave(command: Callable[[], None]) -> None:
    """Runs the command and ends the process without taking the interpreter down, which costs more than most commands.

    An exception that the command lets through takes the usual way.
    """
    try:
        command()
        code: object = 0
    except SystemExit as ended:
        code = ended.code or 0
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    assert isinstance(code, int)
    os._exit(code)


if __name__ == "__main__":
    from dowse.interfaces.cli import main

    for needed in (*(f"dowse.interfaces.cli.{module}" for module, _ in main.COMMANDS.values()), "filelock", "numpy.ma"):
        import_module(needed)
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        _serve(channel)
    _leave(main.run)
