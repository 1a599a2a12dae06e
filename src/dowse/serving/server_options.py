"""The options of a server that listens on a port."""

from __future__ import annotations

from ..model.value_class import dataclass


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The address of a server, and what it accepts."""

    host: str
    port: int  # 0 picks a free one
    token: str = ""  # empty: the server generates one when other machines can reach the port
    hosts: tuple[str, ...] = ()  # accepted Host headers besides its own names
    watch: bool = True  # whether changed files are indexed at once, if watchfiles is installed
