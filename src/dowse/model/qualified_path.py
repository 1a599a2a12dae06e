"""Documents of several vaults: `notes:projects/x.md` is projects/x.md in the vault notes."""

from __future__ import annotations

import re
from collections.abc import Collection


def outward(vault: str, path: str) -> str:
    """The address, from outside of the vault."""
    return f"{vault}:{path}"


def outward_in(message: str, vault: str, paths: Collection[str]) -> str:
    """The message with the addresses of the paths in it, from outside of the vault."""
    if not paths:
        return message
    longest_first = "|".join(map(re.escape, sorted(paths, key=len, reverse=True)))
    return re.sub(rf"(?<=[ ])(?:{longest_first})(?=[,;#: ]|\Z)", lambda found: outward(vault, found[0]), message)


def inward(address: str, vaults: Collection[str]) -> tuple[str, str]:
    """The vault and the path in it; an empty vault when the address names none of them."""
    fitting = [name for name in vaults if address.startswith(f"{name}:")]
    vault = max(fitting, key=len, default="")
    return vault, address[len(vault) + 1 :] if vault else address
