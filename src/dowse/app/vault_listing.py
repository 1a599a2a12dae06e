"""The vaults that have a name, each with how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from ..model.errors import DowseError, VaultError
from ..settings.vaults import RegisteredVault, VaultRegistry
from .index_ownership import is_indexed
from .location import location_of
from .vault_session import VaultSession, open_session

T = TypeVar("T")

_UNINDEXED = "not indexed yet; the first search indexes it"


@dataclass(frozen=True, slots=True)
class VaultSummary(Generic[T]):
    """A vault and what it says of itself; where it says nothing, `why` has the reason."""

    name: str
    folder: Path
    is_default: bool
    said: T | None
    state: str  # "indexed", "unindexed", "gone", or "refused": it has an index that cannot be opened
    why: str = ""


def vault_summaries(
    known: VaultRegistry, question: Callable[[VaultSession], T], *, index_dir: Path | None
) -> Iterator[VaultSummary[T]]:
    """Every vault in turn; those that have no index say nothing, and none is made for it."""
    for each in known.vaults:
        said, state, why = _asked(each, question, index_dir)
        yield VaultSummary(each.name, each.folder, each.name == known.default, said, state, why)


def _asked(
    each: RegisteredVault, question: Callable[[VaultSession], T], index_dir: Path | None
) -> tuple[T | None, str, str]:
    try:
        each.present()
    except VaultError as error:
        return None, "gone", str(error)
    try:
        if not is_indexed(location_of(each.folder, index_dir=index_dir)):
            return None, "unindexed", _UNINDEXED
        with closing(open_session(each.folder, index_dir=index_dir)) as vault:
            return question(vault), "indexed", ""
    except DowseError as error:
        return None, "refused", str(error)
