"""The index file of a vault under several threads: damage is repaired once, and remarks are told once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest

from dowse.app.sessions import index_store
from dowse.app.sessions.index_store import IndexStore
from dowse.engines.registry import storage_at
from dowse.engines.sqlite.file.index_files import FILE
from dowse.model.errors import IndexDamagedError
from dowse.ports.storage import Store
from tests.contract.earlier import tables_9
from tests.contract.engines import fill
from tests.making import make

_THREADS = 4


class Owner:
    """Owns an index, and counts how often it had to be filled again."""

    def __init__(self, folder: Path) -> None:
        self.filled = 0
        place = storage_at(folder)
        self.index = IndexStore(place, place.lock(), refill=self.refill)

    def refill(self) -> None:
        self.filled += 1


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    owner = Owner(tmp_path)
    yield owner
    owner.index.engine.close()


def test_threads_that_meet_the_same_damage_rebuild_the_index_once(owner: Owner) -> None:
    damaged, met = owner.index.engine, Barrier(_THREADS)

    def step() -> Store:
        if owner.index.engine is damaged:
            met.wait(timeout=10)
            raise IndexDamagedError("a page is damaged")
        return owner.index.engine

    def with_repair(_: int) -> tuple[Store, int]:
        return owner.index.with_repair(step), len(owner.index.remarks.take())

    with ThreadPoolExecutor(_THREADS) as pool:
        found, remarks = zip(*pool.map(with_repair, range(_THREADS)), strict=True)
    assert found == (owner.index.engine,) * _THREADS
    assert (owner.filled, sum(remarks)) == (1, 1)


def test_threads_that_find_the_file_replaced_open_it_once(owner: Owner, tmp_path: Path) -> None:
    replaced = owner.index.engine
    storage_at(tmp_path).discard()
    storage_at(tmp_path).open().close()
    ready = Barrier(_THREADS)

    def renewed(_: int) -> Store:
        ready.wait(timeout=10)
        owner.index.renew()
        return owner.index.engine

    with ThreadPoolExecutor(_THREADS) as pool:
        found = set(pool.map(renewed, range(_THREADS)))
    assert found == {owner.index.engine}
    assert owner.index.engine is not replaced


def test_an_index_of_an_earlier_version_is_reported_once(tmp_path: Path) -> None:
    earlier = tables_9(tmp_path)
    first, second = Owner(tmp_path), Owner(tmp_path)
    assert [str(earlier) in remark for remark in first.index.remarks.take()] == [True]
    assert second.index.remarks.take() == ()
    for owner in (first, second):
        owner.index.engine.close()


def test_an_answer_says_why_a_large_index_took_a_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_store, "_REMARKABLE_BYTES", 1)
    with closing(storage_at(tmp_path).open()):
        pass
    os.utime(tmp_path / FILE, ns=(1, 1))
    owner = Owner(tmp_path)
    owner.index.engine.close()
    (remark,) = owner.index.remarks.take()
    assert remark.startswith("the structure of the index was checked once")
    owner = Owner(tmp_path)
    owner.index.engine.close()
    assert owner.index.remarks.take() == ()


def test_another_thread_reads_the_repaired_index_only_when_it_is_filled(tmp_path: Path) -> None:
    """A thread that asks for the index during the repair waits, and so does one that repeats its own step."""
    asked, read = Event(), list[tuple[int, int]]()

    class Refilling(Owner):
        def refill(self) -> None:
            reader.start()
            assert asked.wait(timeout=10)
            for n in range(3):
                reader.join(timeout=0.01)  # the chance to read too early
                fill(self.index.engine, make(f"{n}.md", "wool"))

    owner = Refilling(tmp_path)

    def count() -> None:
        asked.set()
        read.append((owner.index.engine.counts().documents, owner.index.with_repair(documents)))

    def documents() -> int:
        return owner.index.engine.counts().documents

    damaged, reader = owner.index.engine, Thread(target=count)

    def step() -> int:
        if owner.index.engine is damaged:
            raise IndexDamagedError("a page is damaged")
        return documents()

    assert owner.index.with_repair(step) == 3
    reader.join(timeout=10)
    assert read == [(3, 3)]
    owner.index.engine.close()


def test_an_index_that_another_process_left_damaged_is_filled_again(owner: Owner, tmp_path: Path) -> None:
    storage_at(tmp_path).discard()
    (tmp_path / FILE).write_bytes(b"noise" * 2000)
    owner.index.renew()
    assert (owner.filled, owner.index.engine.counts().documents) == (1, 0)
    assert owner.index.remarks.take() == ("the index was damaged and is built again from the notes",)


@pytest.mark.parametrize("is_damaged", [True, False])
def test_an_unexpected_error_is_one_of_a_damaged_index_only_if_that_is_damaged(
    owner: Owner, tmp_path: Path, *, is_damaged: bool
) -> None:
    fill(owner.index.engine, *(make(f"{n}.md", f"wool number{n} " * 200) for n in range(40)))
    owner.index.engine.forget_unused()  # writes the log into the file
    if is_damaged:
        content = (tmp_path / FILE).read_bytes()
        pages = [content[start : start + 4096] for start in range(0, len(content), 4096)]
        (tmp_path / FILE).write_bytes(b"".join((pages[0], *reversed(pages[1:]))))
    errors = [TypeError("'<' not supported between instances of 'int' and 'NoneType'")]

    def step() -> int:
        if errors:
            raise errors.pop()
        return owner.index.engine.counts().documents

    if is_damaged:
        assert (owner.index.with_repair(step), owner.filled) == (0, 1)
    else:
        with pytest.raises(TypeError):
            owner.index.with_repair(step)
        assert owner.filled == 0
