"""The options of commands that listen on a port."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, cast

import click

from ...serving.server_options import ServerOptions
from .shared_flags import F, decorated


def _token(_ctx: click.Context, _option: click.Parameter, text: str | None) -> str:
    if text and not (text.isascii() and text.isprintable() and " " not in text):
        raise click.BadParameter("a token consists of printable ASCII characters without spaces")
    return text or ""


def server_options(port: int) -> Callable[[F], F]:
    """--host, --port, --token, --any-user and more: the argument `server`; `port` is the default port."""

    def with_server(command: F) -> F:
        @functools.wraps(command)
        def run_command(*args: Any, **options: Any) -> Any:
            watch = not options.pop("no_watch")
            given = {name: options.pop(name) for name in ("host", "port", "token", "hosts", "any_user")}
            return command(*args, server=ServerOptions(**given, watch=watch), **options)

        return cast("F", run_command)

    return decorated(
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
        click.option(
            "--any-user",
            is_flag=True,
            envvar="DOWSE_ANY_USER",
            help="Answer every user of this machine without a token (env: DOWSE_ANY_USER).",
        ),
        click.option("--no-watch", is_flag=True, help="Check for changed files only on requests."),
        click.option(
            "--allow-host", "hosts", multiple=True, metavar="NAME", help="Also accept this Host header; repeatable."
        ),
        with_server,
    )
