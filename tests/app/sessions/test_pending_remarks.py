"""Remarks on an index are reported once, in the context in which they were added."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from threading import Barrier

from dowse.app.sessions.pending_remarks import PendingRemarks

_THREADS = 4


def test_another_context_does_not_take_a_remark() -> None:
    remarks = PendingRemarks()
    first, second = copy_context(), copy_context()
    first.run(remarks.add, "rebuilt")
    assert second.run(remarks.take) == ()
    assert first.run(remarks.take) == ("rebuilt",)


def test_a_remark_is_taken_once() -> None:
    remarks = PendingRemarks()
    remarks.add("rebuilt", "moved")
    assert remarks.take() == ("rebuilt", "moved")
    assert remarks.take() == ()


def test_a_call_after_a_failed_one_in_the_same_context_takes_its_remarks() -> None:
    remarks, context = PendingRemarks(), copy_context()

    def failed() -> None:
        remarks.add("rebuilt")
        raise OSError

    try:
        context.run(failed)
    except OSError:
        assert context.run(remarks.take) == ("rebuilt",)


def test_each_index_has_its_own_remarks() -> None:
    one, other = PendingRemarks(), PendingRemarks()
    one.add("rebuilt")
    assert other.take() == ()
    assert one.take() == ("rebuilt",)


def test_a_context_does_not_keep_an_index_in_memory() -> None:
    remarks, context = PendingRemarks(), Context()
    context.run(remarks.add, "rebuilt")
    reference = weakref.ref(remarks)
    del remarks
    gc.collect()
    assert reference() is None


def test_threads_that_add_at_the_same_time_take_their_own_remarks() -> None:
    remarks, ready = PendingRemarks(), Barrier(_THREADS)

    def added(thread: int) -> tuple[str, ...]:
        ready.wait(timeout=10)
        for number in range(100):
            remarks.add(f"{thread} {number}")
        return remarks.take()

    with ThreadPoolExecutor(_THREADS) as pool:
        taken = list(pool.map(added, range(_THREADS)))
    assert taken == [tuple(f"{thread} {number}" for number in range(100)) for thread in range(_THREADS)]
