"""What a door adds to a search, how a server bears a minute of questions, and how soon an agent is greeted.

    python benchmarks/doors.py --notes 10000
    python benchmarks/doors.py --notes 10000 --seconds 60 --rate 50

The same queries are asked of the library in this process and, over HTTP and MCP, of servers that the installed command
runs, ten of each in turn, so that a noisy moment hits all alike; medians in ms, and what each adds to the
library's.  Under load, questions are sent at their times whether earlier ones are answered or not, over four
connections; memory is that of the server, read every five seconds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from urllib.parse import quote

import anyio
import mcp
from anyio.from_thread import start_blocking_portal
from generated import Writer, queries
from mcp.client.stdio import StdioServerParameters

from dowse.app.sessions.vault_session import open_session
from dowse.search.execute import Request

_COMMAND = Path(sys.executable).parent / "dowse"
_CONNECTIONS = 4
_CLIENTS = 4
_WARMING = 20  # queries
_IN_A_ROW = 10  # of one door: a process that has been idle is slower, whatever it does
_LOOK_SECONDS = 5.0
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}},
}

Ask = Callable[[str], object]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=60.0, help="of load; 0 leaves it out")
    parser.add_argument("--rate", type=float, default=50.0, help="questions a second")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "notes"
        lay_out(vault, given.notes)
        subprocess.run([_COMMAND, "index", vault], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        print(f"{given.notes:,} notes\n")
        starts(vault)
        latencies(vault, queries(given.queries + _WARMING, seed=5))
        if given.seconds:
            load(vault, queries(400, seed=6), seconds=given.seconds, rate=given.rate)
            crowd(vault, seconds=given.seconds)


def lay_out(vault: Path, notes: int) -> None:
    """Notes as the other benchmarks have them."""
    writer = Writer(seed=1)
    for number in range(notes):
        path = vault / f"folder-{number // 100:04}" / f"note-{number:06}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(writer.note(2_600), "utf-8")


def starts(vault: Path, times: int = 7) -> None:
    """From the start of the process to the answer to the handshake, and what an idle client costs."""
    took, idle, held = [], [], []
    for _ in range(times):
        started = time.perf_counter()
        with subprocess.Popen([_COMMAND, "mcp", vault], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin
            assert process.stdout
            _send(process.stdin, _HELLO)
            process.stdout.readline()
            took.append(time.perf_counter() - started)
            idle.append(resident(process.pid))
            _send(process.stdin, {"jsonrpc": "2.0", "method": "notifications/initialized"})
            called = {"name": "search", "arguments": {"query": "what is there"}}
            _send(process.stdin, {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": called})
            process.stdout.readline()
            held.append(resident(process.pid))
            process.stdin.close()
    print(
        f"MCP handshake after        {statistics.median(took) * 1e3:8.0f} ms"
        f"   {min(took) * 1e3:.0f}-{max(took) * 1e3:.0f}"
    )
    print(f"memory of an idle client   {statistics.median(idle):8.0f} MB")
    print(f"  after its first search   {statistics.median(held):8.0f} MB; vectors and index are mapped, once for all\n")


def latencies(vault: Path, asked: Sequence[str]) -> None:
    """The same queries through every door in turn."""
    with served("serve", vault) as web, served("mcp", vault, "--http") as over_http:
        took = anyio.run(_asked_in_turn, vault, http_asker(web.port), over_http.port, asked)
    base = statistics.median(took["library"])
    print("door          p50 ms   p95 ms   adds at p50")
    for name, each in took.items():
        middle, high = statistics.median(each), statistics.quantiles(each, n=20)[-1]
        print(f"{name:<12}{middle:8.1f} {high:8.1f} {middle - base:+10.1f}")
    print()


async def _asked_in_turn(vault: Path, over_http: Ask, port: int, asked: Sequence[str]) -> dict[str, list[float]]:
    opened = open_session(vault)
    started = StdioServerParameters(command=str(_COMMAND), args=["mcp", str(vault)])
    async with mcp.Client(started) as by_stdio, mcp.Client(f"http://127.0.0.1:{port}/mcp") as by_http:

        async def library(query: str) -> object:
            return opened.search(Request(query))

        async def web(query: str) -> object:
            return over_http(query)

        doors: dict[str, Callable[[str], Awaitable[object]]] = {
            "library": library,
            "HTTP": web,
            "MCP, stdio": lambda query: by_stdio.call_tool("search", {"query": query}),
            "MCP, HTTP": lambda query: by_http.call_tool("search", {"query": query}),
        }
        took: dict[str, list[float]] = {name: [] for name in doors}
        for start in range(0, len(asked), _IN_A_ROW):
            for name, ask in doors.items():
                for query in asked[start : start + _IN_A_ROW]:
                    begun = time.perf_counter()
                    await ask(query)
                    took[name].append((time.perf_counter() - begun) * 1e3)
    return {name: each[_WARMING:] for name, each in took.items()}


@dataclass
class Load:
    """What came of the questions."""

    took: list[float] = field(default_factory=list)  # ms, from when the question was due
    failed: int = 0


def load(vault: Path, asked: Sequence[str], *, seconds: float, rate: float) -> None:
    """So many questions a second over HTTP for so long."""
    with served("serve", vault) as server:
        http_asker(server.port)("warm up")
        due: SimpleQueue[tuple[float, str] | None] = SimpleQueue()
        came = Load()
        callers = [threading.Thread(target=_answered, args=(server.port, due, came)) for _ in range(_CONNECTIONS)]
        for caller in callers:
            caller.start()
        memory = [resident(server.pid)]
        begun = time.perf_counter()
        look_at = begun + _LOOK_SECONDS
        for n in range(round(seconds * rate)):
            at = begun + n / rate
            time.sleep(max(0.0, at - time.perf_counter()))
            due.put((at, asked[n % len(asked)]))
            if time.perf_counter() >= look_at:
                memory.append(resident(server.pid))
                look_at += _LOOK_SECONDS
        for _ in callers:
            due.put(None)
        for caller in callers:
            caller.join()
        took = time.perf_counter() - begun
        memory.append(resident(server.pid))
    high = statistics.quantiles(came.took, n=100)
    print(f"{len(came.took) / took:.1f} questions a second over HTTP for {took:.0f} s, {came.failed} failed")
    print(f"  p50 {statistics.median(came.took):.1f} ms, p95 {high[94]:.1f}, p99 {high[98]:.1f}")
    print(f"  memory of the server, MB: {' '.join(f'{each:.0f}' for each in memory)}\n")


def crowd(vault: Path, *, seconds: float) -> None:
    """Four agents with a process each, and an indexer that always has something to do."""
    for n in range(100):
        (vault / f"told {n}.md").write_text(f"# Told {n}\n\nIt says zz{n}zz.\n")
    until, counted, wrong, rounds = time.monotonic() + seconds, [0] * _CLIENTS, list[str](), 0

    def asking(number: int) -> None:
        started = StdioServerParameters(command=str(_COMMAND), args=["mcp", str(vault)])
        with agent(started, whole=True) as call:
            while time.monotonic() < until:
                n = (number * 31 + counted[number]) % 100
                found: Any = call(f"+zz{n}zz")
                if [hit["path"] for hit in found["hits"]] != [f"told {n}.md"] and found["index"]["state"] != "stale":
                    wrong.append(json.dumps(found)[:300])
                call("what is there")
                counted[number] += 2

    callers = [threading.Thread(target=asking, args=(n,)) for n in range(_CLIENTS)]
    for caller in callers:
        caller.start()
    writer = Writer(seed=9)
    while time.monotonic() < until:
        rounds += 1
        for n in range(20):
            (vault / f"changing {n}.md").write_text(writer.note(2_600), "utf-8")
        ran = subprocess.run([_COMMAND, "index", vault], capture_output=True, text=True, check=False)
        if ran.returncode:
            wrong.append(ran.stderr)
    for caller in callers:
        caller.join()
    print(f"{_CLIENTS} agents and an indexer for {seconds:.0f} s: {sum(counted)} answers, {rounds} indexings")
    print(f"  {len(wrong)} errors or wrong answers {wrong[:3] or ''}")


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    pid: int
    port: int


@contextmanager
def served(command: str, vault: Path, *options: str) -> Iterator[Server]:
    """The command on a port that is free."""
    with subprocess.Popen(
        [_COMMAND, command, vault, "--port", "0", *options], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr
            said = process.stderr.readline()
            port = re.search(r":(\d+)/", said)
            assert port, said
            yield Server(process.pid, int(port[1]))
        finally:
            process.terminate()


def http_asker(port: int) -> Ask:
    """Asks over one connection that stays open."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(query: str) -> object:
        connection.request("GET", f"/search?q={quote(query)}")
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, body
        return json.loads(body)

    return ask


@contextmanager
def agent(server: StdioServerParameters | str, *, whole: bool = False) -> Iterator[Ask]:
    """Asks as an agent does."""
    with start_blocking_portal() as portal:
        client = mcp.Client(server)
        with portal.wrap_async_context_manager(client):

            def ask(query: str) -> object:
                result = portal.call(client.call_tool, "search", {"query": query})
                assert not result.is_error, result.content
                return result.structured_content if whole else result

            yield ask


def resident(pid: int) -> float:
    """Megabytes that a process has for itself; pages of files are shared and given back when others want them."""
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"RssAnon:\s+(\d+) kB", text)
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def _answered(port: int, due: SimpleQueue[tuple[float, str] | None], came: Load) -> None:
    ask = http_asker(port)
    while (next_ := due.get()) is not None:
        at, query = next_
        try:
            ask(query)
        except (AssertionError, OSError):
            came.failed += 1
            ask = http_asker(port)
        came.took.append((time.perf_counter() - at) * 1e3)


def _send(pipe: Any, message: object) -> None:
    pipe.write(json.dumps(message).encode() + b"\n")
    pipe.flush()


if __name__ == "__main__":
    main()
