"""The options of commands that listen on a port."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...app.sessions.workspace import Workspace
from .terminal import echo_remark

F = TypeVar("F", bound=Callable[..., Any])  # click's own decorators are typed so


def _token(_ctx: click.Context, _option: click.Parameter, text: str | None) -> str:
    if text and not (text.isascii() and text.isprintable() and " " not in text):
        raise click.BadParameter("a token consists of printable ASCII characters without spaces")
    return text or ""


def server_options(port: int) -> Callable[[F], F]:
    """--host, --port, --token, --no-watch, --allow-host; `port` is the default port."""
    options = (
        click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on."),
        click.option(
            "--port",
            default=port,
            show_default=True,
            type=click.IntRange(0, 65_535),
            metavar="N",
            help="Port; 0 picks a free one.",
        ),
        click.option(
            "--token",
            envvar="DOWSE_TOKEN",
            callback=_token,
            help="Bearer token that clients must send (env: DOWSE_TOKEN).",
        ),
        click.option("--no-watch", is_flag=True, help="Check for changed files only on requests."),
        click.option(
            "--allow-host", "hosts", multiple=True, metavar="NAME", help="Also accept this Host header; repeatable."
        ),
    )

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def watcher_starter(workspace: Workspace, *, is_enabled: bool) -> Callable[[threading.Event], None]:
    """Watches the vaults of a server until it stops, unless --no-watch is given or watchfiles is not installed."""

    def start_watchers(is_over: threading.Event) -> None:
        from ...app.vault_watchers import VaultWatchers, can_watch  # noqa: PLC0415  # here, with numpy and the engines, once the port answers

        if is_enabled and can_watch():
            VaultWatchers(workspace, is_over, echo_remark).begin()

    return start_watchers
