"""Notes on text of the form of a field, on every engine."""

from __future__ import annotations

import pytest

from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill
from tests.making import make


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("room:x", "room: is not a field; [room:x] is the property room; searched as words"),
        ("rooom:x", "rooom: is not a field; did you mean the property [room:x]? searched as words"),
        ("root:x", "root: is not a field; searched as words"),
        ("statuss:x", "statuss: is not a field; did you mean status:? searched as words"),
        ("tags:x", "tags: is not a field; did you mean tag:? searched as words"),
        ("types:x", "types: is not a field; [types:x] is the property types; searched as words"),
        ("room:>6", "room: is not a field; [room:>6] is the property room; searched as words"),
        ("root:>=6", "root: is not a field; searched as words"),
    ],
)
def test_only_properties_of_the_vault_are_proposed(engine: Engine, query: str, hint: str) -> None:
    fill(engine, make("a.md", "a kettle", room="kitchen", types="tin"))
    answer = search(Request(f"kettle {query}"), DEFAULT, engine, now=0.0)
    assert [note.hint for note in answer.notes if note.at == 7] == [hint]
