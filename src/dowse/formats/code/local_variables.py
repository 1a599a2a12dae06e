"""The parameters and variables of functions of C: a call of one is that of a pointer, not of a function of its name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from .definitions import ByteRange, CapturedReference, Definition

_FUNCTIONS = frozenset({"definition.function", "definition.method"})  # a prototype has parameters, too, and no calls


class LocalVariables:
    """The names of parameters and variables, by the function that declares them."""

    def __init__(self, read: Callable[[ByteRange], str], variables: Iterable[CapturedReference]) -> None:
        self._names: defaultdict[Definition, set[str]] = defaultdict(set)
        for capture, span, holder in variables:
            if capture == "variable.local" and holder is not None and holder.kind in _FUNCTIONS:
                self._names[holder].add(read(span))

    def has(self, name: str, holder: Definition | None) -> bool:
        """Whether a function around a place declares the name."""
        while holder is not None:
            if name in self._names.get(holder, ()):
                return True
            holder = holder.outer
        return False
