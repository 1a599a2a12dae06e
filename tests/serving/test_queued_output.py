from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click
import pytest

from dowse.serving.queued_output import QueuedOutput, queued_stderr


@contextmanager
def piped() -> Iterator[tuple[int, TextIO]]:
    """The end of a pipe that nobody reads yet, and a stream of the other end."""
    ours, theirs = os.pipe()
    with os.fdopen(theirs, "w", encoding="ascii") as stream:
        yield ours, stream
        os.close(ours)  # ends a write that waits


def test_a_pipe_that_nobody_reads_keeps_no_writer() -> None:
    with piped() as (_, stream):
        queued = QueuedOutput(stream, most=10)
        for _ in range(100):
            assert queued.write("x" * 10_000) == 10_000
        assert not queued.drain(0.0)


def test_texts_arrive_in_their_order() -> None:
    with piped() as (ours, stream):
        queued = QueuedOutput(stream)
        for number in range(100):
            print(number, file=queued)
        print("\u00e9", file=queued)
        assert queued.drain(60)
        assert os.read(ours, 65_536).decode().split() == [*map(str, range(100)), "\\xe9"]


def test_a_pipe_without_a_reader_is_no_error() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as stream:
        queued = QueuedOutput(stream)
        queued.write("lost\n")
        assert queued.drain(60)


def test_remarks_and_tracebacks_pass_through(monkeypatch: pytest.MonkeyPatch) -> None:
    with piped() as (ours, stream):
        monkeypatch.setattr(sys, "stderr", stream)
        with queued_stderr():
            click.echo("a remark", err=True)
            traceback.print_exception(ValueError("an error"))
        assert sys.stderr is stream
        assert os.read(ours, 65_536) == b"a remark\nValueError: an error\n"
