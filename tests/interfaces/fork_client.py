"""Runs a command in a fork of the process that listens on a socket; as a script, a process that stands for the fork.

The script passes on its folder, environment, streams and signals, and exits as the fork does. It imports little, since
each server of the tests starts as such a script.
"""

from __future__ import annotations

import marshal
import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from types import FrameType

LENGTH = 8  # bytes of the length in front of an order, and of an exit code
STREAMS = 3  # stdin, stdout and stderr
_FORWARDED = (signal.SIGINT, signal.SIGTERM)


def ordered(
    address: str,
    arguments: Sequence[str],
    folder: str,
    environment: Mapping[str, str],
    streams: Sequence[int],
    before: str = "",
) -> socket.socket:
    """The channel to a fork that runs the command: it sends an exit code, and kills the fork when it is closed.

    `before` is Python that the fork executes first.
    """
    channel = socket.socket(socket.AF_UNIX)
    channel.connect(address)
    order = marshal.dumps((list(arguments), folder, dict(environment), before))
    socket.send_fds(channel, [len(order).to_bytes(LENGTH)], list(streams))
    channel.sendall(order)
    return channel


def exit_code(channel: socket.socket) -> int:
    """The exit code of the fork; negative after a signal, as in `subprocess`."""
    answer = channel.recv(LENGTH, socket.MSG_WAITALL)
    assert answer, "the process that forks has ended"
    return int.from_bytes(answer, signed=True)


def _main(address: str, before: str, *command: str) -> None:
    folder = os.getcwd()  # noqa: PTH109  # importing pathlib takes as long as all else here
    with ordered(address, command, folder, os.environ, range(STREAMS), before) as channel:

        def forward(number: int, _frame: FrameType | None) -> None:
            channel.sendall(bytes([number]))

        for number in _FORWARDED:
            signal.signal(number, forward)
        for stream in range(STREAMS):
            os.close(stream)  # the end of a stream is the fork's to decide
        code = exit_code(channel)
    if code < 0:
        if -code in _FORWARDED:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    _main(*sys.argv[1:])
