"""The process that forks: it has imported dowse and the modules that it is called with, and listens on a socket."""

from __future__ import annotations

import atexit
import marshal
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module

from dowse.embedders.static import bundled_embedder
from dowse.interfaces.cli import main
from tests.interfaces.fork_client import LENGTH, STREAMS

_SIGNALS = 16  # bytes, one for each signal


@dataclass(frozen=True, slots=True)
class _Fork:
    """A command that runs, and the client that waits for it."""

    pid: int
    ended: int  # a descriptor that is readable when the process has ended
    channel: socket.socket

    def forward(self) -> None:
        """Sends the process the signals that arrived, and SIGKILL when the client has gone."""
        numbers = b""
        with suppress(ConnectionError):
            numbers = self.channel.recv(_SIGNALS)
        for number in numbers or (signal.SIGKILL,):
            os.kill(self.pid, number)

    def finish(self) -> None:
        """Sends the exit code to the client."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        with suppress(ConnectionError):  # the client was killed
            self.channel.sendall(code.to_bytes(LENGTH, signed=True))
        self.close()

    def close(self) -> None:
        """Closes the descriptors, and nothing else."""
        self.channel.close()
        os.close(self.ended)


def fork_and_run(descriptor: str, *modules: str) -> None:
    """Listens on the socket with this descriptor; in a fork, runs the command and ends the process."""
    commands = (f"dowse.interfaces.cli.{module}" for module, _ in main.COMMANDS.values())
    for needed in (*commands, "filelock", "numpy.ma", *modules):
        import_module(needed)
    bundled_embedder()  # its tokenizer, which takes longer to load than most commands take
    with socket.socket(fileno=int(descriptor)) as listening:
        _serve(listening)
    _leave(main.run)


def _serve(listening: socket.socket) -> None:
    """Forks for every order; returns in each fork, which is the process of a command from there on."""
    forks: set[_Fork] = set()
    while True:
        waiting = [fork.ended for fork in forks] + [fork.channel.fileno() for fork in forks]
        ready, _, _ = select.select([sys.stdin.fileno(), listening.fileno(), *waiting], [], [])
        if sys.stdin.fileno() in ready:  # the tests have ended
            for fork in forks:
                os.kill(fork.pid, signal.SIGKILL)
            sys.exit()
        forks -= _finished(forks, ready)
        if listening.fileno() in ready:
            channel, _ = listening.accept()
            length, streams, _, _ = socket.recv_fds(channel, LENGTH, STREAMS)
            order = marshal.loads(channel.recv(int.from_bytes(length), socket.MSG_WAITALL))  # noqa: S302  # of the tests
            if not (pid := os.fork()):
                for fork in forks:
                    fork.close()
                channel.close()
                return _become(streams, *order)
            forks.add(_Fork(pid, os.pidfd_open(pid), channel))
            for stream in streams:
                os.close(stream)


def _finished(forks: Iterable[_Fork], ready: Container[int]) -> set[_Fork]:
    """The forks that have ended, once their clients know; the others get the signals that have arrived for them."""
    finished = {fork for fork in forks if fork.ended in ready}
    for fork in forks:
        if fork in finished:
            fork.finish()
        elif fork.channel.fileno() in ready:
            fork.forward()
    return finished


def _become(
    streams: Sequence[int], arguments: Sequence[str], folder: str, environment: Mapping[str, str], before: str
) -> None:
    for standard, ours in enumerate(streams):
        os.dup2(ours, standard)
        os.close(ours)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv[:] = arguments
    exec(before, {"__name__": "__main__", "sys": sys})  # noqa: S102  # the statements of a test


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
