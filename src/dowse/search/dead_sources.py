"""Documents whose web address was dead when the links of the vault were last checked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..model.document import Head
from ..ports.storage import FactLookup, Reader
from ..query.ast import Or, Property
from .federated_lookup import FederatedLookup

DEAD_ADDRESSES = "dead_addresses"  # the fact of an index: a JSON list of addresses without fragments

_KEYS = ("url", "source", "link")  # properties with the address of what a document is about
_MOST_ADDRESSES = 10_000
_LONGEST_FACT = 2_000_000  # characters; a longer one was not written by dowse
_MOST_DOCUMENTS = 1_000_000


def to_fact(dead: Iterable[str], reader: Reader) -> str:
    """Those of the dead addresses that a document names as its source, as the value of the fact."""
    addresses = frozenset(dead)
    found = {source for head in _with_sources(reader) for source in _sources(head) if source in addresses}
    listed = sorted(found)[:_MOST_ADDRESSES]
    return json.dumps(listed, ensure_ascii=False)


def is_checked(reader: Reader) -> bool:
    """Whether the links were ever checked; of several vaults those of any."""
    if isinstance(reader, FederatedLookup):
        return any(map(is_checked, reader.vaults.values()))
    return isinstance(reader, FactLookup) and bool(reader.recalled(DEAD_ADDRESSES))


def dead_documents(reader: Reader) -> frozenset[str]:
    """All documents whose source was dead."""
    addresses = _addresses(reader)
    return (
        frozenset(head.path for head in _with_sources(reader) if _is_dead(head, addresses))
        if addresses
        else frozenset()
    )


def dead_among(heads: Iterable[Head], reader: Reader) -> frozenset[str]:
    """Those of the documents whose source was dead, by path."""
    named = [head for head in heads if any(_sources(head))]
    addresses = _addresses(reader) if named else frozenset()
    return frozenset(head.path for head in named if _is_dead(head, addresses))


def _addresses(reader: Reader) -> frozenset[str]:
    """The dead addresses of the last check; of several vaults those of all."""
    if isinstance(reader, FederatedLookup):
        return frozenset[str]().union(*map(_addresses, reader.vaults.values()))
    written = reader.recalled(DEAD_ADDRESSES) if isinstance(reader, FactLookup) else ""
    if not written or len(written) > _LONGEST_FACT:
        return frozenset()
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):  # whoever writes into the vault can change the index
        return frozenset()
    return frozenset(each for each in found if isinstance(each, str)) if isinstance(found, list) else frozenset()


def _with_sources(reader: Reader) -> Iterator[Head]:
    found = reader.select(Or(tuple(map(Property, _KEYS))), _MOST_DOCUMENTS)
    return (hit.head for hit in found)


def _is_dead(head: Head, addresses: frozenset[str]) -> bool:
    return any(source in addresses for source in _sources(head))


def _sources(head: Head) -> Iterator[str]:
    """The addresses without their fragments."""
    for key in _KEYS:
        value = head.facts.get(key, ())
        for each in (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ():
            yield each.partition("#")[0]
