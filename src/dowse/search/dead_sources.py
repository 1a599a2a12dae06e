"""Documents whose web address was dead when the links of the vault were last checked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import urldefrag

from ..model.document import Head
from ..model.qualified_path import outward
from ..ports.storage import FactLookup, Reader
from ..query.ast import Or, Property
from .scopes import FederatedLookup

DEAD_ADDRESSES = "dead_addresses"  # the fact of an index: a JSON list of addresses without fragments
SOURCE_KEYS = ("url", "source", "link")  # properties with the address of what a document is about

_AT_ONCE = 100  # addresses of one query
_MOST = 1_000_000  # documents


def to_fact(addresses: Iterable[str]) -> str:
    """The addresses as the value of the fact; empty without any."""
    listed = sorted(set(addresses))
    return json.dumps(listed, ensure_ascii=False) if listed else ""


def dead_addresses(reader: Reader) -> frozenset[str]:
    """The dead addresses of the last check; of several vaults those of all."""
    if isinstance(reader, FederatedLookup):
        return frozenset[str]().union(*map(dead_addresses, reader.vaults.values()))
    written = reader.recalled(DEAD_ADDRESSES) if isinstance(reader, FactLookup) else ""
    try:
        found = json.loads(written) if written else []
    except (ValueError, RecursionError):  # whoever writes into the vault can change the index
        return frozenset()
    return frozenset(each for each in found if isinstance(each, str)) if isinstance(found, list) else frozenset()


def dead_documents(reader: Reader) -> frozenset[str]:
    """The documents that name a dead address in a property of SOURCE_KEYS."""
    if isinstance(reader, FederatedLookup):
        vaults = reader.vaults.items()
        return frozenset(outward(vault, path) for vault, own in vaults for path in dead_documents(own))
    addresses = iter(sorted(dead_addresses(reader)))
    found: set[str] = set()
    while batch := list(islice(addresses, _AT_ONCE)):
        where = Or(tuple(Property(key, address) for address in batch for key in SOURCE_KEYS))
        found |= {hit.head.path for hit in reader.select(where, _MOST)}
    return frozenset(found)


def is_dead(head: Head, addresses: frozenset[str]) -> bool:
    """Whether a property of the document has one of the addresses."""
    return bool(addresses) and any(urldefrag(source).url in addresses for source in _sources(head))


def _sources(head: Head) -> Iterator[str]:
    return (value for key in SOURCE_KEYS if isinstance(value := head.facts.get(key), str))
