"""The state of a store: facts, files and waiting work, as the single reads have them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dowse.model.edge import MOST_ALIKE
from dowse.model.kinds import Kind
from dowse.ports.storage import VectorPolicy, keeps_spaces
from tests.contract.engines import Engine, fill
from tests.making import make


def _use_space(engine: Engine) -> None:
    engine.use_space("one", chunking="c")


def _use_coming_space(engine: Engine) -> None:
    engine.use_space("one", chunking="c")
    engine.use_space("two", chunking="c", others="answer")


def _link(engine: Engine) -> None:
    engine.link({"a.md": (), "b.md": ()})


def _compare(engine: Engine) -> None:
    engine.alike(0.5, MOST_ALIKE)
    engine.remember("root", "/notes")


@pytest.mark.parametrize("change", [lambda _: None, _use_space, _use_coming_space, _link, _compare])
def test_the_state_of_a_store_agrees_with_the_single_reads(engine: Engine, change: Callable[[Engine], None]) -> None:
    fill(engine, make("a.md", "wool"), make("b.md", "yarn"))
    change(engine)
    for _ in range(2):  # a store may have noted that no work is left
        state = engine.state()
        assert state.known == engine.known()
        assert (state.is_embedded, state.is_linked) == (not engine.pending(1), not engine.unlinked(1))
        assert state.uncompared == engine.uncompared()
        assert (state.similarity == (0.5, MOST_ALIKE)) is engine.agreed(0.5, MOST_ALIKE)
        for key in ("fingerprint", "coming", "chunking", "root", "unknown"):
            assert state.facts.get(key, "") == engine.recalled(key)


def test_the_state_of_an_empty_store_has_no_waiting_work(engine: Engine) -> None:
    state = engine.state()
    assert (state.known, state.is_embedded, state.is_linked, state.uncompared) == ({}, True, True, 0)


def test_documents_are_counted_by_what_they_are(engine: Engine) -> None:
    kinds: dict[str, Kind] = {"a.md": "note", "b.md": "doc", "c.md": "doc", "d.py": "code", "e.md": "task"}
    fill(engine, *(make(path, "text", kind=kind) for path, kind in kinds.items()))
    counts = engine.counts()
    assert (counts.documents, counts.pages, counts.sources) == (5, 2, 1)


def test_a_state_without_files_has_the_facts(engine: Engine) -> None:
    fill(engine, make("a.md", "wool"))
    engine.remember("root", "/notes")
    state = engine.state(files=False)
    assert (state.known, state.facts["root"]) == ({}, "/notes")


@pytest.mark.parametrize("others", ["drop", "answer", "aside", "keep"])
@pytest.mark.parametrize("wanted", ["", "one", "two", "three"])
@pytest.mark.parametrize("change", [lambda _: None, _use_space, _use_coming_space])
def test_a_choice_that_keeps_the_spaces_changes_nothing(
    engine: Engine, change: Callable[[Engine], None], wanted: str, others: VectorPolicy
) -> None:
    fill(engine, make("a.md", "wool"))
    change(engine)
    before = engine.state()
    engine.use_space(wanted, chunking="c", others=others)
    if keeps_spaces(before.facts, wanted, chunking="c", others=others):
        assert engine.state() == before
