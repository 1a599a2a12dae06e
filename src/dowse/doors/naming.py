"""References that say which vault they are of: `work:plans/Q3.md` is plans/Q3.md in the vault work."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TypeVar

from ..model.address import inward
from ..model.errors import RefError

T = TypeVar("T")


def at_ref(vault: str, ref: str, vaults: Collection[str], ask: Callable[[str, str], T]) -> tuple[str, T]:
    """What `ask(vault, ref)` gives, after the vault that the reference itself names; empty when it names none.

    It does only when no vault is chosen beside it. A note may be called like a vault: what is not there is looked for
    in the default vault, as it is written.  Raises what `ask` raises.
    """
    named, inside = ("", ref) if vault else inward(ref, vaults)
    if not named:
        return "", ask(vault, ref)
    try:
        return named, ask(named, inside)
    except RefError:
        with suppress(RefError):
            return "", ask("", ref)
        raise
