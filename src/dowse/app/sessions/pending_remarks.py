"""Remarks on an opened index that are reported once, by the request in whose context they arise.

A server runs each request in a context of its own, so no other request reports its remarks, and nothing outlives it.  A
command or a user of the library has one context: the next call reports the remarks of one that failed.
"""

from __future__ import annotations

from contextvars import ContextVar
from weakref import ReferenceType, ref

_Pending = tuple[tuple["ReferenceType[PendingRemarks]", str], ...]

# Immutable, since a context begins as a copy of another one and shares its values.
_PENDING: ContextVar[_Pending] = ContextVar("pending remarks", default=())


class PendingRemarks:
    """The remarks of one index. Safe to use from several threads: each has its own context.

    The context has a weak reference to the index, so that it does not keep a closed one in memory.
    """

    def add(self, *remarks: str) -> None:
        """Keeps the remarks for `take` in the same context."""
        kept = tuple(pending for pending in _PENDING.get() if pending[0]() is not None)
        _PENDING.set((*kept, *((ref(self), remark) for remark in remarks)))

    def take(self) -> tuple[str, ...]:
        """Removes and returns the remarks that were added in this context."""
        pending = _PENDING.get()
        own = tuple(remark for owner, remark in pending if owner() is self)
        if own:
            _PENDING.set(tuple(each for each in pending if each[0]() is not self))
        return own
