"""Changes of the reference engine, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class SerializedWriter(Protocol):
    """What is changed by one thread at a time."""

    writing: RLock  # held by a transaction, and by each change alone
    has_ended: bool  # of a transaction


P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W", bound=SerializedWriter)


def serialized(change: Callable[Concatenate[W, P], T]) -> Callable[Concatenate[W, P], T]:
    """The change, made once no transaction of another thread is under way."""

    def alone(self: W, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.has_ended:
            raise RuntimeError("the transaction has ended")
        with self.writing:
            return change(self, *args, **kwargs)

    alone.__doc__ = change.__doc__
    return alone
