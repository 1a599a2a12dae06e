"""Hundreds of clients of one server at once: each gets an answer, or is told to come back."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from http_server import served
from subject import Subject
from vaults import make

_FEWEST, _MOST = 300, 500  # clients; a server has a limit of 512 connections
_SECONDS = 120.0  # for all answers
_REQUEST = b"GET /search?q=river HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_ANSWERS = frozenset({"200", "503"})

_Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is a crowd of clients that are all connected before the first of them sends its request.

    A server that accepts them all before it reads from any has to keep those that have sent nothing yet.
    """
    vault = make(place / "vault", 20, chance)
    with served(subject, vault) as (server, port):
        if port is None:
            yield "the server did not start"
            return
        while server.poll() is None:
            answers = asyncio.run(_asked(port, chance.randint(_FEWEST, _MOST)))
            said = ", ".join(f"{number} × {answer}" for answer, number in sorted(answers.items()))
            yield "" if answers.keys() <= _ANSWERS else f"{answers.total()} clients at once: {said}"
        yield f"the server ended with {server.poll()}"


async def _asked(port: int, number: int) -> Counter[str]:
    """How often each status is the answer to one of so many clients, or what happened instead."""
    clients = await asyncio.gather(*(_connected(port) for _ in range(number)))
    return Counter(await asyncio.gather(*map(_answer, clients)))


async def _connected(port: int) -> _Client | str:
    try:
        return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), _SECONDS)
    except OSError as error:
        return f"no connection ({type(error).__name__})"


async def _answer(client: _Client | str) -> str:
    """The status; or why there is none."""
    if isinstance(client, str):
        return client
    reader, writer = client
    try:
        writer.write(_REQUEST)
        line = await asyncio.wait_for(reader.readline(), _SECONDS)
    except TimeoutError:
        return "no answer in time"
    except ConnectionError:
        return "no answer (reset)"
    finally:
        writer.close()
    return line.split()[1].decode("latin-1") if line.startswith(b"HTTP/") else "no answer (closed)"
