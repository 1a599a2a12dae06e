"""The place of an index: opened, locked, checked, shrunk and discarded alike, on every engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dowse.engines.memory.memory_location import MemoryLocation
from dowse.engines.registry import storage_at
from dowse.model.errors import IndexBusyError, StorageError
from dowse.model.ref import Ref
from dowse.ports.indexed_document import UNCOMPARED, FileStamp, SkippedFile, WriteBatch
from dowse.ports.store_location import StoreLocation
from dowse.query.ast import FieldEquals
from tests.contract.engines import fill, matching, paths
from tests.making import indexed, make, whole

PLACES: Mapping[str, Callable[[Path], Path | str]] = {
    "memory": lambda _: "memory:",
    "folder": lambda folder: folder,
    "url": lambda folder: f"sqlite://{folder.as_uri().removeprefix('file://')}",
}


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StoreLocation:
    """A place without an index."""
    folder = tmp_path / "an index"
    folder.mkdir()
    return storage_at(PLACES[request.param](folder))


@pytest.fixture
def other(place: StoreLocation, tmp_path: Path) -> StoreLocation:
    """Another place of the same engine."""
    folder = tmp_path / "another index"
    folder.mkdir()
    return storage_at("memory:" if isinstance(place, MemoryLocation) else folder)


def test_an_index_exists_once_it_was_opened(place: StoreLocation) -> None:
    assert (place.exists(), place.has_current()) == (False, False)
    place.open().close()
    assert (place.exists(), place.has_current()) == (True, True)


def test_an_index_that_is_opened_again_holds_what_was_written(place: StoreLocation) -> None:
    store = place.open()
    fill(store, make("a.md", "wool"))
    store.close()
    again = place.open()
    assert again.counts().documents == 1
    again.close()


def test_a_discarded_index_is_gone_and_its_store_is_not_current(place: StoreLocation) -> None:
    store = place.open()
    fill(store, make("a.md", "wool"))
    before = store.is_current
    place.discard()
    assert not place.exists()
    assert (before, store.is_current) == (True, False)
    store.close()
    made = place.open()
    assert made.counts().documents == 0
    made.close()


def test_nothing_can_be_discarded_without_an_index(place: StoreLocation) -> None:
    place.discard()
    assert not place.exists()


def test_a_check_of_a_sound_index_has_no_faults(place: StoreLocation) -> None:
    assert place.examine() is None
    store = place.open()
    store.remember("root", "/notes")
    report = place.examine()
    assert report is not None
    assert (report.faults, report.root, report.schema) == ((), "/notes", report.newest_schema)
    store.close()


def test_an_index_takes_room_once_it_holds_text(place: StoreLocation) -> None:
    assert place.size() == 0
    store = place.open()
    fill(store, make("a.md", "wool"))
    assert place.size() > 0
    store.close()


def test_a_vacuumed_index_answers_as_before(place: StoreLocation) -> None:
    store = place.open()
    fill(store, make("a.md", "wool"))
    place.vacuum()
    assert store.counts().documents == 1
    store.close()


def test_a_lock_that_another_thread_holds_is_busy(place: StoreLocation) -> None:
    is_held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with place.lock().held(patience=0.0):
            is_held.set()
            may_end.wait(timeout=10)

    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait(timeout=10)
    with pytest.raises(IndexBusyError), place.lock().held(patience=0.0):
        pass
    with place.lock("embed").held(patience=0.0):
        may_end.set()
    holder.join()
    with place.lock().held(patience=0.0):
        pass


def test_a_lock_is_taken_again_inside_its_block(place: StoreLocation) -> None:
    lock = place.lock()
    with lock.held(patience=0.0), lock.held(patience=0.0):
        pass
    with lock.held(patience=0.0):
        pass


def test_a_readonly_index_has_files_and_selected_documents(place: StoreLocation) -> None:
    store = place.open()
    skipped = SkippedFile("b.pdf", "unknown format", FileStamp(7, 8))
    items = tuple(map(indexed, (make("a.md", "wool", tags=("x",)), make("c.md", "silk"))))
    store.write(WriteBatch(indexed=items, skipped=(skipped,)))
    store.remember("root", "/notes")
    store.close()
    found, readonly = place.readonly().indexed_state(FieldEquals("tag", "x")), place.readonly()
    assert (set(found.documents), set(found.skipped), set(found.selected)) == ({"a.md", "c.md"}, {"b.pdf"}, {"a.md"})
    assert {path: head.title for path, (head, _) in readonly.stamped_heads(["c.md", "gone.md"]).items()} == {
        "c.md": make("c.md", "silk").head.title
    }
    assert (list(readonly.vocabulary("tag")), readonly.recalled("root")) == (["x"], "/notes")


def test_a_readonly_index_that_is_missing_is_an_error_and_is_not_made(place: StoreLocation) -> None:
    readonly = place.readonly()
    with pytest.raises(StorageError):
        readonly.recalled("root")
    assert not place.exists()


def test_the_largest_documents_have_most_chunks(place: StoreLocation) -> None:
    store = place.open()
    long = make("b.md", "wool and silk")
    parts = tuple(replace(whole(long), ref=Ref("b.md", part=n), digest=bytes([n]) * 16) for n in range(3))
    items = (indexed(make("a.md", "wool")), indexed(long, chunks=parts), indexed(make("c.md", "flax")))
    store.write(WriteBatch(indexed=items))
    found = [(each.path, each.chunks, each.size) for each in store.largest(2)]
    assert found == [("b.md", 3, len(long.text)), ("a.md", 1, 4)]
    store.close()


def test_a_copy_answers_as_the_original_and_has_facts_of_its_own(place: StoreLocation, other: StoreLocation) -> None:
    store = place.open()
    fill(store, make("a.md", "wool"), make("b.md", "silk"))
    store.remember("root", "/notes")
    store.remember("note", "kept")
    assert other.copy_from(place, {"root": "/copy", "made": "today"})
    copy = other.open()
    assert [copy.recalled(key) for key in ("root", "note", "made")] == ["/copy", "kept", "today"]
    assert paths(matching(copy, "wool")) == ["a.md"]
    assert copy.known() == {path: stamp._replace(mtime_ns=UNCOMPARED) for path, stamp in store.known().items()}
    assert copy.heads(["a.md"]) == store.heads(["a.md"])
    fill(copy, make("c.md", "wool"))
    assert (len(matching(copy, "wool")), len(matching(store, "wool"))) == (2, 1)
    assert store.recalled("root") == "/notes"
    store.close()
    copy.close()


def test_a_copy_shares_no_vector_file_with_the_original(place: StoreLocation, other: StoreLocation) -> None:
    """The generation names the vector file, which may outlive an index that is copied again."""
    store = place.open()
    fill(store, make("a.md", "wool"))
    if generation := store.recalled("generation"):
        assert other.copy_from(place, {})
        copy = other.open()
        assert copy.recalled("generation") != generation
        copy.close()
    store.close()


def test_nothing_is_copied_over_an_index_or_from_a_place_without_one(
    place: StoreLocation, other: StoreLocation
) -> None:
    assert not other.copy_from(place, {})
    assert not other.exists()
    place.open().close()
    store = other.open()
    fill(store, make("a.md", "wool"))
    assert not other.copy_from(place, {})
    assert store.counts().documents == 1
    store.close()


def test_an_index_of_another_engine_is_not_copied(tmp_path: Path) -> None:
    memory, folder = storage_at("memory:"), storage_at(tmp_path)
    memory.open()
    assert not folder.copy_from(memory, {})
    folder.open().close()
    assert not storage_at("memory:").copy_from(folder, {})


def test_the_address_of_an_unknown_engine_is_refused() -> None:
    with pytest.raises(StorageError, match=r"no storage engine opens postgres://x; use a folder"):
        storage_at("postgres://x")
