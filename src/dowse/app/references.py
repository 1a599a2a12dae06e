"""References that say which vault they are of: `work:plans/Q3.md` is plans/Q3.md in the vault work."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TypeVar

from ..model.errors import RefError, VaultError
from ..model.qualified_path import inward

T = TypeVar("T")


def at_ref(vault: str, ref: str, vaults: Collection[str], ask: Callable[[str, str], T]) -> tuple[str, T]:
    """What `ask(vault, ref)` gives, after the vault that the reference itself names, in upper or lower case; empty when
    it names none.

    It does only when no vault is chosen beside it. A note may be called like a vault: what is not there is looked for
    in the default vault, as it is written.  Raises what `ask` raises.
    """
    named, inside = ("", ref) if vault else _apart(ref, vaults)
    if not named:
        return "", ask(vault, ref)
    try:
        return named, ask(named, inside)
    except RefError:
        with suppress(RefError, VaultError):
            return "", ask("", ref)
        raise


def _apart(ref: str, vaults: Collection[str]) -> tuple[str, str]:
    fitting = (name for name in vaults if ref[: len(name) + 1].casefold() == f"{name}:".casefold())
    named = inward(ref, vaults)[0] or max(fitting, key=len, default="")
    return named, ref[len(named) + 1 :] if named else ref
