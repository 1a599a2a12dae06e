"""The vectors of the active embedder, and those of the next one during a change.

`vectors` has the first, `coming` the second.  When the second are complete, the tables swap names, so that vectors of
two embedders are never mixed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import apsw

from ....model.chunk import Chunk
from ....model.errors import ModelError
from ....model.index_counts import EmbeddingSpaces
from ....model.ref import Ref
from ....ports.indexed_document import WriteBatch
from ....ports.storage import VectorPolicy
from ..meta import generation, recalled, remember
from ..sqlite_errors import RowError
from ..texts.document_texts import DocumentDetails, texts_and_details
from . import chunk_digests, pending_documents, similarity
from .vector_scan import packed

_ANSWERING, _COMING = "fingerprint", "coming"  # keys of the two spaces among the facts about the index
_TABLES = {_ANSWERING: "vectors", _COMING: "coming"}
_UNUSED = "number not in (select number from chunks)"
_STORE = "insert or replace into {} select number, ? from digests where digest = ?"
_CHUNKS_OF = """(
    select c.id from documents d cross join chunks c on c.id >= d.first_chunk and c.id < d.end_chunk
    where d.id in (select value from json_each(?)) and c.doc = d.id
)"""
_MOST_TOLD = 20  # refusals
# Documents have ranks by age and by the number of documents that link to them.
_FIRST_BY_DEMAND = """
    select w.id, row_number() over (order by min(demand.age, demand.links), demand.age, w.id) as place
    from waiting w join (
        select d.id, row_number() over (order by d.modified desc, d.path) as age,
            row_number() over (order by coalesce(l.n, 0) desc, d.modified desc, d.path) as links
        from documents d left join (
            select target, count(distinct doc) as n from edges where target <> doc group by target
        ) l on l.target = d.id
    ) demand on demand.id = w.doc
    order by place limit ?
"""


def use(connection: apsw.Connection, fingerprint: str, others: VectorPolicy) -> None:
    """Makes the space the active one, or the coming one if another stays active meanwhile."""
    answering, coming = recalled(connection, _ANSWERING), recalled(connection, _COMING)
    if fingerprint != answering and others == "answer" and answering:
        if fingerprint != coming:
            _begin(connection, fingerprint)
        return
    if coming and others != "keep":
        _begin(connection, "")
    if fingerprint != answering:
        if others == "aside":
            _begin(connection, answering)
            connection.execute("insert into coming select number, vector from vectors")
        else:
            connection.execute("delete from refused where space = ?", (answering,))
        connection.execute("delete from vectors")
        similarity.disagree(connection)
        remember(connection, _ANSWERING, fingerprint)
        remember(connection, "generation", generation(connection) + 1)


def held(connection: apsw.Connection) -> EmbeddingSpaces:
    """The spaces, with the progress of the coming one."""
    coming = recalled(connection, _COMING)
    counting = "select count(*) from chunks where number in (select number from coming)"
    (made,) = connection.execute(counting).fetchall()[0] if coming else (0,)
    assert isinstance(made, int)
    refused = connection.execute(
        """
        select d.path, min(r.why) from refused r
        cross join chunks c on c.number = r.number cross join documents d on d.id = c.doc
        where r.space in (?, ?) group by d.path order by d.path limit ?
        """,
        (coming, recalled(connection, _ANSWERING), _MOST_TOLD),
    )
    return EmbeddingSpaces(recalled(connection, _ANSWERING), coming, made, tuple((path, why) for path, why in refused))


def store(connection: apsw.Connection, batch: WriteBatch) -> bool:
    """Stores vectors and rejections, unless their space was dropped; returns whether they are of the active space."""
    which = _which(connection, batch.space)
    if which is None or not (batch.vectors or batch.refused):
        return False
    rows = [(digest, packed(vector)) for digest, vector in batch.vectors.items()]
    _check_width(connection, which, {len(row) for _, row in rows})
    chunk_digests.add(connection, (*batch.vectors, *batch.refused))
    connection.executemany(_STORE.format(_TABLES[which]), ((row, digest) for digest, row in rows))
    connection.executemany(
        "insert or replace into refused select ?, number, ? from digests where digest = ?",
        ((recalled(connection, which), why, digest) for digest, why in batch.refused.items()),
    )
    return which == _ANSWERING


def pending(connection: apsw.Connection, limit: int, space: str) -> Sequence[Chunk]:
    """Chunks with neither a vector nor a rejection, one per digest, oldest first; of the coming space by demand."""
    which = _which(connection, space)
    if which is None:
        return ()
    docs = pending_documents.noted(connection) if which == _ANSWERING else None
    among = "" if docs is None else f"w.id in {_CHUNKS_OF} and"
    waiting = f"""
        select min(w.id) as id, w.doc from chunks w
        where {among} not exists (select 1 from {_TABLES[which]} v where v.number = w.number)
        and not exists (select 1 from refused r where r.space = ? and r.number = w.number)
        group by w.number
    """
    first = (
        _FIRST_BY_DEMAND
        if which == _COMING and limit > 1
        else "select id, id as place from waiting order by id limit ?"
    )
    rows = list(
        connection.execute(
            f"""
        with waiting as ({waiting}), first as materialized ({first})
        select d.path, c.id, c.doc, cast(coalesce(u.name, '') as text), c.part, c.start, c.end, c.number
        from first join chunks c on c.id = first.id join documents d on d.id = c.doc
        left join units u on u.doc = c.doc and u.n = c.unit
        order by first.place
        """,
            (*(() if docs is None else (json.dumps(list(docs)),)), recalled(connection, which), limit),
        )
    )
    # Each text once: a text of 4 MB beside each of its chunks would be 2 GB.
    texts = texts_and_details(connection, {row[2] for row in rows})
    labels = _labels(connection, {doc: details for doc, (_, details) in texts.items()})
    try:
        parts = [texts[doc][0][start:end] for _, _, doc, _, _, start, end, _ in rows]
        written = {row[-1]: (labels[row[1]][1], text) for row, text in zip(rows, parts, strict=True)}
        digests = chunk_digests.of(connection, written)
        return [
            Chunk(Ref(path, section, part), text, start, end, digests[number], *labels[chunk])
            for (path, chunk, _, section, part, start, end, number), text in zip(rows, parts, strict=True)
        ]
    except KeyError as error:
        raise RowError("a chunk has no text, no heading or no digest") from error


def take_over(connection: apsw.Connection) -> bool:
    """Makes the coming space the active one, if its vectors are complete."""
    coming = recalled(connection, _COMING)
    if not coming or pending(connection, 1, coming):
        return False
    connection.execute("delete from refused where space = ?", (recalled(connection, _ANSWERING),))
    connection.execute(
        """
        drop table vectors;
        alter table coming rename to vectors;
        create table coming(number integer primary key, vector blob not null);
        """
    )
    similarity.disagree(connection)
    remember(connection, _ANSWERING, coming)
    remember(connection, _COMING, "")
    remember(connection, "generation", generation(connection) + 1)
    return True


def forget_unused(connection: apsw.Connection, most: int = 0) -> None:
    """Deletes vectors, rejections and digests without a chunk, if there are more than `most` vectors."""
    if most and _unused(connection) <= most:
        return
    for table in ("vectors", "coming", "refused", "digests"):
        connection.execute(f"delete from {table} where {_UNUSED}")


def _unused(connection: apsw.Connection) -> int:
    """The number of vectors without a chunk."""
    each = (f"(select count(*) from {table} where {_UNUSED})" for table in _TABLES.values())
    (number,) = connection.execute(f"select {' + '.join(each)}").fetchall()[0]
    assert isinstance(number, int)
    return number


def _labels(connection: apsw.Connection, details: Mapping[int, DocumentDetails]) -> Mapping[int, tuple[str, str]]:
    """Heading and prefix of each chunk of the documents, which the details of a document list in order."""
    listed = {doc: zip(own.headings, own.prefixes, strict=True) for doc, own in details.items()}
    rows = connection.execute(
        """
        select c.id, c.doc from documents d cross join chunks c on c.id >= d.first_chunk and c.id < d.end_chunk
        where d.id in (select value from json_each(?)) order by c.id
        """,
        (json.dumps(list(details)),),
    )
    found = ((chunk, next(listed[doc], None)) for chunk, doc in rows)
    return {chunk: label for chunk, label in found if label is not None}


def has_refused(connection: apsw.Connection) -> bool:
    """Whether any chunk was rejected."""
    return _holds(connection, "refused")


def retry(connection: apsw.Connection) -> None:
    """Deletes all rejections."""
    connection.execute("delete from refused")
    remember(connection, "generation", generation(connection) + 1)


def _begin(connection: apsw.Connection, fingerprint: str) -> None:
    connection.execute("delete from coming")
    connection.execute("delete from refused where space = ?", (recalled(connection, _COMING),))
    remember(connection, _COMING, fingerprint)


def _which(connection: apsw.Connection, space: str) -> str | None:
    if not space:
        return _ANSWERING
    return next((which for which in (_ANSWERING, _COMING) if recalled(connection, which) == space), None)


def _holds(connection: apsw.Connection, table: str) -> bool:
    return connection.execute(f"select 1 from {table} limit 1").fetchone() is not None


def _check_width(connection: apsw.Connection, which: str, sizes: set[int]) -> None:
    known = connection.execute(f"select length(vector) from {_TABLES[which]} limit 1").fetchone()
    widths = {size - 4 for size in sizes} | ({known[0] - 4} if known else set())
    if len(widths) > 1:
        raise ModelError(
            f"the embedder returns vectors of {' and of '.join(map(str, sorted(widths)))} dimensions: its model has "
            "changed; `dowse index --full` embeds every chunk again"
        )
