from __future__ import annotations

import anyio
import pytest

from dowse.serving.request_queue import RequestQueue, ServerBusyError


def test_requests_have_their_turns_in_order() -> None:
    order: list[int] = []

    async def request(queue: RequestQueue, number: int) -> None:
        async with queue.turn():
            order.append(number)
            await anyio.lowlevel.checkpoint()
            order.append(number)

    async def requests() -> None:
        queue = RequestQueue(max_running=1)
        async with anyio.create_task_group() as group:
            for number in range(4):
                group.start_soon(request, queue, number)
                await anyio.lowlevel.checkpoint()

    anyio.run(requests)
    assert order == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("queue", [{"max_waiting": 0}, {"seconds": 0.02}], ids=str)
def test_a_request_without_a_place_or_too_long_in_the_queue_is_refused(queue: dict[str, float]) -> None:
    async def requests() -> None:
        turns = RequestQueue(max_running=1, **queue)  # type: ignore[arg-type]  # of two types
        async with turns.turn():
            with pytest.raises(ServerBusyError):
                async with turns.turn():
                    pytest.fail("two turns at a time")
        async with turns.turn():  # the refused one holds nothing
            pass

    anyio.run(requests)
