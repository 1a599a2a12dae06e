"""Folders of a vault that are vaults of their own: which of its documents another vault holds as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.ast import And, Expr, FieldEquals, Not, OneOf, Or


@dataclass(frozen=True, slots=True)
class Overlap:
    """A folder of the outer vault that is the folder of the inner one."""

    outer: str
    inner: str
    folder: str  # relative to the outer vault

    def shared(self, readers: Mapping[str, Reader]) -> Expr | None:
        """The documents of the outer vault that the inner one holds as well; None when there are none.

        Each vault has ignore rules of its own, so that either may lack files of the other.
        """
        listed = readers[self.outer].inside([self.folder])
        inner = {f"{self.folder}/{path}" for path in readers[self.inner].inside([""])}
        own = frozenset(listed) - inner
        if len(own) == len(listed):
            return None
        below = FieldEquals("path", self.folder)
        return And((below, Not(OneOf(own)))) if own else below


def shared_documents(found: Iterable[Overlap], readers: Mapping[str, Reader]) -> Mapping[str, Expr]:
    """The documents of each outer vault that an inner one holds as well."""
    selected: dict[str, Expr] = {}
    for each in found:
        if (shared := each.shared(readers)) is not None:
            selected[each.outer] = Or((selected[each.outer], shared)) if each.outer in selected else shared
    return selected


def overlaps(roots: Mapping[str, Path]) -> Iterator[Overlap]:
    """The pairs of vaults of which one lies inside the other."""
    real = {name: root.resolve() for name, root in roots.items()}
    for outer, root in real.items():
        for inner, folder in real.items():
            if folder != root and folder.is_relative_to(root):
                yield Overlap(outer, inner, folder.relative_to(root).as_posix())
