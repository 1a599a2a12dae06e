"""The options of a server that listens on a port."""

from __future__ import annotations

from ..model.value_class import dataclass
from .connection_limits import REQUEST_SECONDS


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The address of a server, and what it accepts."""

    host: str
    port: int  # 0 picks a free one
    token: str = ""  # empty: the server generates one where clients need one
    hosts: tuple[str, ...] = ()  # accepted Host headers besides its own names
    any_user: bool = False  # whether every user of this machine needs no token
    watch: bool = True  # whether changed files are indexed at once, if watchfiles is installed
    request_seconds: float = REQUEST_SECONDS  # for the head of a request, and as many for its body
