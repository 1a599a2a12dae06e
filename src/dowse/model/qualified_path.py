"""Documents of several vaults: `notes:projects/x.md` is projects/x.md in the vault notes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate, pairwise
from types import MappingProxyType

NO_ROOTS: Mapping[str, str] = MappingProxyType({})


class AddressedText(str):
    """A message that knows at which offsets in it the addresses of documents begin."""

    __slots__ = ("starts",)
    starts: tuple[int, ...]


def addressed(*parts: str) -> AddressedText:
    """The message of these parts; every second one begins with an address."""
    message = AddressedText("".join(parts))
    message.starts = tuple(accumulate(map(len, parts)))[:-1:2]
    return message


def joined(messages: Iterable[str], between: str = "; ") -> AddressedText:
    """One message of several, which knows the addresses in all of them."""
    text, starts = "", list[int]()
    for message in filter(None, messages):
        text += between if text else ""
        starts += (len(text) + start for start in (message.starts if isinstance(message, AddressedText) else ()))
        text += message
    whole = AddressedText(text)
    whole.starts = tuple(starts)
    return whole


def outward(vault: str, path: str) -> str:
    """The address, from outside of the vault."""
    return f"{vault}:{path}"


def outward_in(message: str, vault: str) -> str:
    """The message with its addresses from outside of the vault; as it is, unless it is an AddressedText."""
    starts = message.starts if isinstance(message, AddressedText) else ()
    return outward(vault, "").join(message[start:end] for start, end in pairwise((0, *starts, len(message))))


def inward(address: str, vaults: Collection[str]) -> tuple[str, str]:
    """The vault and the path in it; an empty vault when the address names none of them."""
    fitting = [name for name in vaults if address.startswith(f"{name}:")]
    vault = max(fitting, key=len, default="")
    return vault, address[len(vault) + 1 :] if vault else address


def below_roots(path: str, roots: Mapping[str, str]) -> str:
    """The address of an absolute path in a vault, and any other path as it is.

    `roots` maps the folder of each vault to the beginning of the addresses of its documents.
    """
    root = max((root for root in roots if path.startswith(f"{root}/")), key=len, default="")
    return f"{roots[root]}{path[len(root) + 1 :]}" if root else path
