"""SIMILAR_TO: for each chunk the nearest ones of other documents, maintained while chunks are added and removed.

A pair of similar chunks is in the lists of both, up to the length of a list, which has the nearest ones.  A compared
chunk is inserted into the lists of others too; a full list that loses an entry is recomputed, since the next
neighbour is not stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

import apsw
import numpy as np

from ..meta import edition, recalled, remember
from ..sqlite_errors import RowError

if TYPE_CHECKING:
    from .vector_scan import SimilarPairs, VectorScan

_BLOCK = 256  # rows that are compared with all others at a time
_BATCH = 100_000  # pairs that are stored at a time, with those of a slice more

_WAITING = """
    from chunks c join vectors v on v.number = c.number
    where not exists (select 1 from compared d where d.chunk = c.id)
"""

CHUNKS_OF = """(
    select c.id from documents d cross join chunks c on c.id >= d.first_chunk and c.id < d.end_chunk
    where d.id = ? and c.doc = d.id
)"""


def terms(connection: apsw.Connection) -> tuple[float, int] | None:
    """The minimum cosine and the length of a list; None while the lists are not in use."""
    least, most = (recalled(connection, key) for key in ("alike_least", "alike_most"))
    try:
        return (float(least), int(most)) if least and most else None
    except ValueError as error:
        raise RowError(f"the terms of similarity are {least[:40]!r} and {most[:40]!r}") from error


def agree(connection: apsw.Connection, least: float, most: int) -> None:
    """Changes the terms: all lists are recomputed."""
    forget_all(connection)
    remember(connection, "alike_complete", "")
    remember(connection, "alike_least", least)
    remember(connection, "alike_most", most)


def disagree(connection: apsw.Connection) -> None:
    """Deletes the terms and all lists, until the next request for similarity."""
    forget_all(connection)
    connection.execute("delete from meta where key in ('alike_least', 'alike_most', 'alike_complete')")


def forget(connection: apsw.Connection, doc: int) -> None:
    """Removes the chunks of a document from all lists; marks full lists among them as not compared."""
    listing = f"select chunk from similar where other in {CHUNKS_OF}"
    connection.execute(
        f"""
        delete from compared where chunk in (
            select s.chunk from similar s where s.chunk in ({listing}) group by s.chunk
            having count(*) >= (select cast(value as integer) from meta where key = 'alike_most')
        )
        """,
        (doc,),
    )
    connection.execute(f"delete from similar where chunk in {CHUNKS_OF} or other in {CHUNKS_OF}", (doc, doc))
    connection.execute(f"delete from compared where chunk in {CHUNKS_OF}", (doc,))


def forget_all(connection: apsw.Connection) -> None:
    """Empties all lists."""
    connection.execute("delete from similar")
    connection.execute("delete from compared")


def is_complete(connection: apsw.Connection) -> bool:
    """Whether the lists are not in use, or no chunk was added or removed since all were compared."""
    done, now = recalled(connection, "alike_complete"), recalled(connection, "generation")
    return terms(connection) is None or done == now


def complete(connection: apsw.Connection) -> None:
    """Records that all chunks are compared."""
    remember(connection, "alike_complete", recalled(connection, "generation"))


def uncompared(connection: apsw.Connection) -> int:
    """Chunks with a vector that were not compared."""
    (count,) = connection.execute(f"select count(*) {_WAITING}").fetchall()[0]
    assert isinstance(count, int)
    return count


def is_waiting(connection: apsw.Connection) -> bool:
    """Whether there are chunks to compare, once that was asked for."""
    return terms(connection) is not None and connection.execute(f"select 1 {_WAITING} limit 1").fetchone() is not None


def compare(connection: apsw.Connection, matrix: VectorScan, limit: int) -> int:
    """Compares the next chunks by id with all others; returns their number.

    While nothing else changes from the first chunk to the last, earlier chunks are not compared again: each pair was
    compared with its first one.
    """
    agreed = terms(connection)
    if agreed is None:
        return 0
    least, most = agreed
    chunks = [chunk for (chunk,) in connection.execute(f"select c.id {_WAITING} order by c.id limit ?", (limit,))]
    is_one_go = _is_one_go(connection)
    rows = matrix.rows_of(np.array(chunks, np.int64))
    blocks = (rows[start : start + _BLOCK] for start in range(0, len(rows), _BLOCK))
    found = (matrix.alike(block, least, since=int(block[0]) if is_one_go else 0) for block in blocks)
    for pairs in _batches(chain.from_iterable(found)):
        _store(connection, pairs, most)
    connection.executemany("insert or ignore into compared values (?)", ((chunk,) for chunk in chunks))
    remember(connection, "edition", edition(connection) + 1)
    return len(chunks)


def _is_one_go(connection: apsw.Connection) -> bool:
    """Whether no chunk or vector was added or removed since the first comparison."""
    begun, generation = (recalled(connection, key) for key in ("alike_begun", "generation"))
    if connection.execute("select 1 from compared limit 1").fetchone() is None:
        remember(connection, "alike_begun", generation)
        return True
    return begun == generation


def _batches(found: Iterable[SimilarPairs]) -> Iterator[SimilarPairs]:
    """The pairs, many at a time, but not all: of 10,000 similar chunks a block has 2.5 million."""
    waiting: list[SimilarPairs] = []
    count = 0
    for pairs in found:
        waiting.append(pairs)
        count += len(pairs[0])
        if count >= _BATCH:
            yield _joined(waiting)
            waiting, count = [], 0
    if count:
        yield _joined(waiting)


def _joined(pairs: Iterable[SimilarPairs]) -> SimilarPairs:
    one, other, cosines = map(np.concatenate, zip(*pairs, strict=True))
    return one, other, cosines


def _store(connection: apsw.Connection, pairs: SimilarPairs, most: int) -> None:
    """Inserts each pair into the lists of both chunks, and cuts the lists."""
    one, other, cosine = pairs
    chunk, beside, near = np.concatenate([one, other]), np.concatenate([other, one]), np.concatenate([cosine, cosine])
    order = np.lexsort((beside, -near, chunk))
    chunk, beside, near = chunk[order], beside[order], near[order]
    again = np.zeros(len(chunk), bool)  # two chunks that are compared at once are found from either
    again[1:] = (chunk[1:] == chunk[:-1]) & (beside[1:] == beside[:-1])
    chunk, beside, near = chunk[~again], beside[~again], near[~again]
    starts = np.searchsorted(chunk, chunk, "left")
    kept = np.arange(len(chunk)) - starts < most
    rows = zip(chunk[kept].tolist(), beside[kept].tolist(), near[kept].tolist(), strict=True)
    connection.executemany("insert or replace into similar values (?, ?, ?)", rows)
    connection.execute(
        """
        delete from similar where (chunk, other) in (
            select chunk, other from (
                select chunk, other, row_number() over (partition by chunk order by cosine desc, other) as place
                from similar where chunk in (select value from json_each(?))
            ) where place > ?
        )
        """,
        (json.dumps(np.unique(chunk).tolist()), most),
    )
