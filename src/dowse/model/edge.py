"""A resolved link between two documents."""

from __future__ import annotations

from dataclasses import dataclass

from .ref import Ref


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` points to `target`; `kind` is `PARENT_OF`, `REFERENCES`, `SIMILAR_TO` or one of code's."""

    source: Ref
    target: Ref
    kind: str
    weight: float = 1.0  # in [0, 1]
