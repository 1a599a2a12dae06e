"""Several clients with a process each, and an indexer, on one vault."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.interfaces.desk import COMMAND, Desk
from tests.interfaces.mcp.calling import Agent, agent

_NOTES = 400


@pytest.fixture
def vault(tmp_path: Path) -> Desk:
    """Notes of which every one holds a word that no other has."""
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    for n in range(_NOTES):
        write(desk, n, 0)
    return desk


def write(desk: Desk, n: int, edition: int) -> None:
    """The note with that number; another word in each edition."""
    (desk.notes / f"note {n}.md").write_text(
        f"# Note {n}\n\n## Part\n\nIt says zz{n}e{edition} and links [[note {n + 1}]].\n"
    )


def keep_indexing(desk: Desk, over: threading.Event, troubles: list[str]) -> None:
    """Notes above the first hundred change all the time, and `dowse index` runs beside the clients."""
    edition = 0
    while not over.is_set():
        edition += 1
        for n in range(100, _NOTES, 7):
            write(desk, n, edition)
        shown = desk.dowse("index", "notes")
        if shown.code:
            troubles.append(shown.err)


def wrong_answers(client: Agent, number: int, rounds: int) -> Iterator[str]:
    """What is wrong with what the client is answered."""
    for turn in range(rounds):
        n = (number * 23 + turn * 5) % 100
        found = client.call("search", query=f"+zz{n}e0")
        if [hit["path"] for hit in found["hits"]] != [f"note {n}.md"]:
            yield f"{n}: {found}"
        if f"zz{n}e0" not in client.call("get", ref=f"note {n}")["text"]:
            yield f"{n} reads otherwise"
        around = client.call("related", ref=f"note {n}", via=["references"], depth=1)
        if not around["related"]:
            yield f"{n} is related to nothing"
        if client.call("find", pattern=f"note {n}.md")["total"] != 1:
            yield f"{n} is not there"
        client.call("search", query="what does it say", limit=3)
        client.call("status")


def listen_to(client: Agent, number: int, rounds: int, troubles: list[str]) -> None:
    """Adds what is wrong, or what happens, to the troubles."""
    try:
        troubles.extend(wrong_answers(client, number, rounds))
    except Exception as error:  # noqa: BLE001  # told by the test, not lost in a thread
        troubles.append(repr(error))


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [5, pytest.param(40, marks=pytest.mark.exhaustive)])
def test_four_clients_and_an_indexer_at_once_give_right_answers_and_no_error(vault: Desk, rounds: int) -> None:
    over = threading.Event()
    troubles: list[str] = []
    assert vault.dowse("index", "notes").code == 0  # what is asked for is there and does not change
    with ExitStack() as stack:
        clients = [stack.enter_context(agent(vault, "notes")) for _ in range(4)]
        indexer = threading.Thread(target=keep_indexing, args=(vault, over, troubles))
        indexer.start()
        callers = [
            threading.Thread(target=listen_to, args=(client, n, rounds, troubles)) for n, client in enumerate(clients)
        ]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        over.set()
        indexer.join()
    assert troubles == []


@pytest.mark.slow
def test_a_search_while_another_process_indexes_answers_from_what_is_there_and_says_so(big_desk: Desk) -> None:
    """The indexer is stopped in its middle, so that it holds the index for as long as the test wants."""
    for number in range(4_000):  # so many that there are some left when the first are in the index
        (big_desk.notes / f"more-{number}.md").write_text(f"# More {number}\n\nA number, {number}.\n", encoding="utf-8")
    with subprocess.Popen(
        [COMMAND, "index", "notes"],
        cwd=big_desk.folder,
        env=big_desk.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as indexer:
        try:
            with agent(big_desk, "notes") as client:
                documents = 0
                while not documents:
                    documents = client.call("status")["vaults"][0]["documents"]
                subprocess.run(["kill", "-STOP", str(indexer.pid)], check=True)
                found = client.call("search", query="number")
                if found["index"]["state"] != "stale":
                    pytest.fail(json.dumps(found["index"]))
                assert found["hits"]
                assert any("index" in note["hint"] for note in found["notes"])
        finally:
            subprocess.run(["kill", "-CONT", str(indexer.pid)], check=True)
            indexer.wait()
