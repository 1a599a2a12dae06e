"""Sockets of other users than that of the tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

OTHER = 54_321  # a user without an account
needs_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root can have sockets of other users"
)


@contextmanager
def as_user(user: int | None) -> Iterator[None]:
    """Sockets that are made meanwhile belong to the user."""
    if user is None:
        yield
        return
    before = os.geteuid()
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(before)
