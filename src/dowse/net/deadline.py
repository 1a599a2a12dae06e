"""Time limits of requests."""

from __future__ import annotations

import time
from math import inf

from ..model.value_class import dataclass


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Seconds that a request may take; at least one of the two is finite."""

    total: float = inf  # from the look-up of the host to the last byte of the response
    idle: float = inf  # for one step: look-up, connection, handshake, or the wait for the next bytes

    def started(self) -> Deadline:
        """The deadline of a request that starts now."""
        return Deadline(time.monotonic() + self.total, self.idle)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a request has to be complete."""

    end: float  # by time.monotonic
    idle: float  # seconds

    def left(self) -> float:
        """The seconds that the next step may take. Raises TimeoutError when none are left."""
        left = min(self.end - time.monotonic(), self.idle)
        if left <= 0:
            raise TimeoutError("the time limit of the request is reached")
        return left
