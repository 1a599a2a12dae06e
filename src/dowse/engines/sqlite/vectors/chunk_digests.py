"""The digests of chunks and their numbers, by which chunks, vectors and rejections refer to them.

A digest is looked up for its number.  The reverse follows from the text of a chunk, so that no index serves it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import count

import apsw

from ....model.chunk import digest_of
from .. import meta

_LISTED = "select number, digest from digests where digest in (select unhex(value) from json_each(?))"
_GIVEN = "digests"  # the fact with the greatest number that a digest ever had


def add(connection: apsw.Connection, digests: Iterable[bytes]) -> None:
    """Gives a number to each digest without one."""
    listed = dict.fromkeys(digests)
    first, before = _greatest(connection) + 1, connection.total_changes()
    connection.executemany("insert or ignore into digests values (?, ?)", zip(listed, count(first)))
    if connection.total_changes() != before:
        meta.remember(connection, _GIVEN, first + len(listed) - 1)


def number_of(connection: apsw.Connection, digest: bytes) -> int | None:
    """The number of the digest, if it has one."""
    row = connection.execute("select number from digests where digest = ?", (digest,)).fetchone()
    return row[0] if row else None


def of(connection: apsw.Connection, chunks: Mapping[int, tuple[str, str]]) -> dict[int, bytes]:
    """The digest of each chunk, which has this number, this prefix and this text.

    All digests are read when the index has another digest than that of the text: an earlier version wrote it.
    """
    found = {number: digest_of(prefix, text) for number, (prefix, text) in chunks.items()}
    listed = json.dumps([digest.hex() for digest in found.values()])
    known = dict(connection.execute(_LISTED, (listed,)))
    other = {number for number, digest in found.items() if known.get(number) != digest}
    if other:
        stored = connection.execute("select number, digest from digests")
        found |= {number: digest for number, digest in stored if number in other}
    return found


def _greatest(connection: apsw.Connection) -> int:
    """The greatest number that is given: no vector may get the number of another digest."""
    (stored,) = connection.execute(
        "select max(coalesce((select max(number) from vectors), 0), coalesce((select max(number) from coming), 0))"
    ).fetchall()[0]
    assert isinstance(stored, int)
    return max(meta.count(meta.recalled(connection, _GIVEN)), stored)
