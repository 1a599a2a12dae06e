"""Remarks on an index in the responses of an HTTP application that runs in the process of the test."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import quote

import anyio.to_thread
import pytest
from starlette.types import ASGIApp, Message, Scope

from dowse.app.sessions.vault_session import open_session
from dowse.app.sessions.workspace import Workspace, workspace_of
from dowse.engines.sqlite.file.index_files import FILE
from dowse.interfaces.http.application import application
from dowse.interfaces.http.server_state import ServerState

_PATIENCE = 20  # seconds
_REBUILT = "the index was damaged and is built again from the notes"


def damaged_vault(folder: Path) -> Workspace:
    """A workspace of one vault whose index, which dowse made, is no longer a database."""
    (folder / "a.md").write_text("# A\n\nhoney\n")
    with closing(open_session(folder)) as vault:
        vault.sync()
    for path in (folder / ".dowse").glob(f"{FILE}*"):
        path.unlink()
    (folder / ".dowse" / FILE).write_bytes(b"noise" * 1000)
    return workspace_of([folder])


async def answered(app: ASGIApp, path: str, query: bytes) -> Any:
    """The response to a request, as data."""
    sent: list[Message] = []
    body: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if not body:
            await asyncio.Event().wait()  # the client stays connected
        return body.pop()

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "scheme": "http",
        "headers": [(b"host", b"localhost")],
        "server": ("127.0.0.1", 7717),
    }
    await app(scope, receive, send)
    return json.loads(b"".join(each.get("body", b"") for each in sent[1:]))


async def searched(app: ASGIApp) -> Any:
    """The response to a search, as data."""
    return await answered(app, "/search", b"q=honey")


def hints(response: Any) -> list[str]:
    """The notes of a response."""
    return [note["hint"] for note in response["notes"]]


def test_the_request_that_opens_a_damaged_index_reports_the_repair_and_a_concurrent_one_does_not(
    tmp_path: Path,
) -> None:
    workspace = damaged_vault(tmp_path)
    opened, answered = Event(), Event()

    def wait_for_the_other(_name: str) -> None:
        opened.set()
        assert answered.wait(_PATIENCE)

    workspace.on_open = wait_for_the_other
    app = application(ServerState(workspace))

    async def both() -> tuple[list[str], list[str]]:
        opening = asyncio.create_task(searched(app))
        assert await anyio.to_thread.run_sync(opened.wait, _PATIENCE)
        other = await searched(app)
        answered.set()
        return hints(await opening), hints(other)

    first, second = asyncio.run(both())
    workspace.vault().close()
    assert (_REBUILT in first, _REBUILT in second) == (True, False)


@pytest.mark.parametrize("path", ["/get", "/outline"])
def test_the_response_for_an_ambiguous_name_has_the_other_documents_in_a_note(tmp_path: Path, path: str) -> None:
    for name in ("b.md", "sub/c.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# A\n")
    workspace = workspace_of([tmp_path])
    app = application(ServerState(workspace))
    first, second = (asyncio.run(answered(app, path, query)) for query in (b"ref=A", b"ref=sub/c.md"))
    workspace.vault().close()
    assert hints(first) == [
        "2 documents have the name 'A'; dowse takes b.md; write the path of another one to choose it: sub/c.md"
    ]
    assert "notes" not in second


@pytest.mark.parametrize("path", ["/get", "/outline"])
def test_a_note_names_other_documents_with_the_vault_that_the_reference_named(tmp_path: Path, path: str) -> None:
    answer = _answer_of_two_vaults(tmp_path, path, "A", {"b.md": "# A\n", "sub/c.md": "# A\n"})
    assert hints(answer) == [
        "2 documents have the name 'A'; dowse takes one:b.md; write the path of another one to choose it: one:sub/c.md"
    ]


@pytest.mark.parametrize(
    ("ref", "hint"),
    [
        ("Boat", "the file one:Boat.py has the name 'Boat', too"),
        ("Boat.row", "'Boat.row' is inherited: it is one:ships.py#Ship.row"),
        ("tide", "a symbol has the name 'tide', too: one:ships.py#tide"),
        ("Sloop", "'Sloop' is another name of one:ships.py#Ship"),
        ("Boat.py#Boat:1:1", "lines are numbered in the file; one:Boat.py#Boat is lines 4 to 5"),
    ],
)  # fmt: skip
def test_a_note_names_the_vault_at_each_address_and_nowhere_else(tmp_path: Path, ref: str, hint: str) -> None:
    files = {
        "tide.py": "high = 1\n",
        "ships.py": "class Ship:\n    def row(self): ...\n\ndef tide(): ...\n",
        "Boat.py": "from ships import Ship\nfrom ships import Ship as Sloop\n\nclass Boat(Ship):\n    oars = 2\n",
    }
    assert hints(_answer_of_two_vaults(tmp_path, "/get", ref, files)) == [hint]


def _answer_of_two_vaults(folder: Path, path: str, ref: str, files: Mapping[str, str]) -> Any:
    """The response on a document of the vault `one`, which has the files."""
    for name, text in {**{f"one/{name}": text for name, text in files.items()}, "two/b.md": "# A\n"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    workspace = workspace_of([folder / "one", folder / "two"])
    answer = asyncio.run(answered(application(ServerState(workspace)), path, f"ref={quote(f'one:{ref}')}".encode()))
    workspace.vault("one").close()
    return answer
