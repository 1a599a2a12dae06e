"""Dictionaries for the compression of texts: lines that documents of a batch share, such as their licence.

A text of a few kilobytes has no room to repeat itself: with the lines of its neighbours before it, zlib makes source
code a sixth smaller.  A dictionary is called by the digest of its content, so that a process keeps those of all indexes
together.  It has lines of at least four documents, and is deleted when no text needs it any more.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import apsw

from ..sqlite_errors import RowError
from .bounded_decompression import decompressed_bytes

NAME_BYTES = 8
_MOST_BYTES = 16_000
_FEWEST_SHARING, _SHORTEST = 4, 8  # documents with a line, characters of one
_SAMPLED, _SAMPLED_CHARACTERS = 128, 16_000  # documents, and the beginning of each: a hundredth of the time of indexing
_FEWEST_AT_FIRST, _FEWEST = 16, 64  # documents of a batch with a dictionary of its own
_WORTH = 64  # bytes
_MOST_KEPT = 256  # in a process, 4 MB

_kept: dict[bytes, bytes] = {}  # threads may share it: the same name has the same content


def for_batch(connection: apsw.Connection, texts: Sequence[str]) -> bytes:
    """The dictionary for these texts: one of their own if they are many, else the last one; empty for none."""
    last = connection.execute("select name from dictionaries order by id desc limit 1").fetchone()
    if last and len(texts) < _FEWEST:
        return dictionary_of(connection, last[0])
    return added(connection, texts)


def added(connection: apsw.Connection, texts: Sequence[str]) -> bytes:
    """A dictionary of these texts, stored; empty if they are few or share little."""
    found = shared_lines(texts) if len(texts) >= _FEWEST_AT_FIRST else b""
    return stored(connection, found)


def stored(connection: apsw.Connection, dictionary: bytes) -> bytes:
    """The dictionary, stored; empty if it has little."""
    if len(dictionary) < _WORTH:
        return b""
    connection.execute(
        "insert or ignore into dictionaries(name, data) values (?, ?)", (name_of(dictionary), zlib.compress(dictionary))
    )
    return dictionary


def replace(connection: apsw.Connection, name: bytes, dictionary: bytes) -> None:
    """Deletes the dictionary of that name; another one, or none if it is empty, gets its place in the order."""
    for (former,) in connection.execute("select id from dictionaries where name = ?", (name,)).fetchall():
        _delete(connection, former)
        connection.execute("update dictionaries set id = ?1 where name = ?2 and id > ?1", (former, name_of(dictionary)))
    _kept.pop(name, None)


def _delete(connection: apsw.Connection, number: object) -> None:
    """Deletes a dictionary, and overwrites it first: SQLite leaves the content of what it deletes in the file."""
    assert isinstance(number, int)
    with connection.blob_open("main", "dictionaries", "data", number, True) as blob:
        blob.write(bytes(blob.length()))
    connection.execute("delete from dictionaries where id = ?", (number,))


def shared_lines(texts: Sequence[str]) -> bytes:
    """The lines that save most, the best ones last, where zlib needs the fewest bits to refer to them."""
    step = max(1, len(texts) / _SAMPLED)
    sampled = (texts[int(n * step)] for n in range(min(len(texts), _SAMPLED)))
    counted = Counter(line for text in sampled for line in set(_lines_at_beginning(text)))
    shared = ((n, line) for line, n in counted.items() if n >= _FEWEST_SHARING and len(line) >= _SHORTEST)
    chosen, size = list[bytes](), 0
    for _, line in sorted(((n * len(line), line) for n, line in shared), reverse=True):
        written = line.encode() + b"\n"
        size += len(written)
        if size > _MOST_BYTES:
            break
        chosen.append(written)
    return b"".join(reversed(chosen))


def _lines_at_beginning(text: str) -> list[str]:
    """Without a line that the sample cuts: once it is gone from all texts, no text has that piece as a line."""
    lines = text[:_SAMPLED_CHARACTERS].split("\n")
    return lines[:-1] if len(text) > _SAMPLED_CHARACTERS else lines


def dictionary_of(connection: apsw.Connection, name: bytes) -> bytes:
    """The dictionary of that name. Raises RowError for a missing and for another one."""
    known = _kept.get(name)
    if known is not None:
        return known
    row = connection.execute("select data from dictionaries where name = ?", (name,)).fetchone()
    found = decompressed_bytes(row[0], _MOST_BYTES, "a dictionary of texts") if row else b""
    if name_of(found) != name:
        raise RowError("a dictionary of texts is not there, or another one")
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[name] = found
    return found


def name_of(dictionary: bytes) -> bytes:
    """The digest by which texts refer to the dictionary."""
    return blake2b(dictionary, digest_size=NAME_BYTES).digest()


def forget_unused(connection: apsw.Connection) -> None:
    """Deletes the dictionaries that no text needs. Reads the whole table of texts."""
    unused = f"select id from dictionaries where name not in (select substr(data, 2, {NAME_BYTES}) from texts)"
    for (number,) in connection.execute(unused).fetchall():
        _delete(connection, number)
