"""Puts together what `dowse serve` runs."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from urllib.parse import quote

from ...app.gc_tuning import collect_seldom
from ...app.workspace import Workspace
from .application import application
from .middleware import guarded
from .pages import PAGES
from .server_loop import BoundSocket, run
from .server_state import ServerState

_OPEN = frozenset({"/health"})


def serve(
    shelf: Workspace,
    listening: BoundSocket,
    *,
    token: str,
    hosts: Sequence[str],
    is_up: Callable[[str, str], None],
    beside: Callable[[threading.Event], None],
) -> None:
    """Answers for the vaults until it is stopped; `is_up` is told the address to show and the one to open.

    `beside` is called in a thread of its own, with what says that it is over.

    Where others can reach the port and there is no token, one is made.  The address to open has the token in it; the
    one to show has it only when it was made, since nobody knows it yet.
    """
    made = "" if token or listening.is_private else secrets.token_urlsafe(24)
    work = ServerState(shelf)
    gate = listening.gate(token=token or made, hosts=hosts, pages=PAGES, opened=_OPEN)

    def begin() -> None:
        is_up(_with_token(listening.address, made), _with_token(listening.address, token or made))
        threading.Thread(target=warm, name="warm").start()

    def warm() -> None:
        beside(work.is_over)
        shelf.warm(work.go_on)
        collect_seldom()

    run(guarded(application(work), gate), listening, is_up=begin, give_up=work.is_over.set)


def _with_token(address: str, token: str) -> str:
    return f"{address}?token={quote(token, safe='')}" if token else address
