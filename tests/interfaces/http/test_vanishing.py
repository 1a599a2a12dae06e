from __future__ import annotations

import errno
import shutil
import time
from itertools import count
from pathlib import Path

import pytest

from dowse.engines.sqlite.file.index_files import FILE
from tests.interfaces.desk import Desk
from tests.interfaces.http.server import PATIENCE, Server, serving

pytestmark = pytest.mark.slow  # a server of its own for each of them

_TARGETS = (
    "/search?q=design",
    "/get?ref=April%20Jane",
    "/facets",
    "/status",
    "/find?pattern=2026*",
    "/related?ref=April%20Jane",
    "/communities",
    "/map",
    "/why-not?ref=April%20Jane&q=tax",
)


def test_a_folder_that_vanishes_is_told_and_found_again(fresh_desk: Desk) -> None:
    away = fresh_desk.folder / "away"
    assert fresh_desk.dowse("index", "notes").code == 0
    with serving(fresh_desk, "notes", "own") as server:
        for target in _TARGETS:
            assert server.ask(target).status == 200, target
            fresh_desk.notes.rename(away)
            reply = server.ask(target)
            assert reply.status == 503, (target, reply)
            assert str(fresh_desk.notes) in reply.problem["detail"]
            assert reply.headers["retry-after"]
            assert server.ask("/search?q=design&vault=own").status == 200
            away.rename(fresh_desk.notes)
            assert server.ask(target).status == 200, target


def test_an_index_that_is_deleted_is_made_again(fresh_desk: Desk) -> None:
    """What is asked first is answered, whatever it is, or is told to ask again; nothing has to be started again."""
    desk = fresh_desk.with_variables(DOWSE_INDEX_DIR="")
    assert desk.dowse("index", "notes").code == 0
    with serving(desk, "notes") as server:
        assert server.ask("/search?q=design").json["hits"]
        for target in _TARGETS:
            assert server.ask(target).status == 200, target
            _delete(fresh_desk.notes / ".dowse")
            replies = (server.ask(target) for _ in count())
            reply = next(each for each in replies if each.status != 404 or "ask again" not in each.problem["detail"])
            assert reply.status == 200, (target, reply)
            assert _finds(server), target
            assert (fresh_desk.notes / ".dowse" / FILE).is_file(), target


def _delete(folder: Path) -> None:
    """Deletes the folder, and what the server writes into it meanwhile."""
    is_there = folder.exists()
    while is_there:
        try:
            shutil.rmtree(folder)
            is_there = False
        except OSError as error:
            if error.errno not in {errno.ENOTEMPTY, errno.ENOENT}:
                raise
            is_there = folder.exists()


def _finds(server: Server) -> bool:
    """Whether something is found in the end: the folder is looked at once in a while."""
    until = time.monotonic() + PATIENCE
    while not (found := bool(server.ask("/search?q=design").json["hits"])) and time.monotonic() < until:
        pass
    return found
