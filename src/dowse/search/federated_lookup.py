"""A reader of several vaults, which has one reader for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from ..ports.storage import Reader


@runtime_checkable
class FederatedLookup(Protocol):
    """The additional methods of a reader of several vaults."""

    @property
    def vaults(self) -> Mapping[str, Reader]:
        """The reader of each, by the name that addresses begin with."""
