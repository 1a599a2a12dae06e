"""The positions of terms in bodies, from FTS5's index, and the parts of bodies by token."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, cast

import apsw
import numpy as np

from ....model.document import DEEPEST_SECTION, Span, following_units
from ....model.ref import Ref
from ....ports.term_positions import PartKind, TermPositions, TextParts
from ...token_spans import text_parts, tokenized_body
from ..rows import storable
from ..sqlite_errors import RowError
from ..texts.document_texts import body_of
from .body_positions import BodyPositions
from .tokenizer import expression

_MOST_PARTS = 40_000  # some 10 MB
_MOST_TOKENS = 1 << 31  # of a body, and characters: FTS5 counts no further

# The plus keeps SQLite from querying the word index once for each document.
_POSITIONS = """
    select rowid, body_positions(words, ?) from words
    where words match ? and +rowid in (select value from json_each(?))
"""
_UNITS = """
    select d.path, u.level, u.name, null, u.start, u.end, u.first_token, u.end_token
    from documents d cross join units u on u.doc = d.id
    where d.path in (select value from json_each(?)) order by d.path, u.n
"""
_CHUNKS = """
    select d.path, 0, cast(coalesce(u.name, '') as text), c.part, c.start, c.end, c.first_token, c.end_token
    from documents d cross join chunks c on c.id >= d.first_chunk and c.id < d.end_chunk
    left join units u on u.doc = c.doc and u.n = c.unit
    where d.path in (select value from json_each(?)) order by d.path, c.start, c.end
"""
_BODY_OF = "select t.data, t.body_start, t.text_end from documents d join texts t on t.doc = d.id where d.path = ?"

_UNCOUNTED = -1, -1


class _PartRow(NamedTuple):
    ref: Ref
    level: int
    span: Span
    in_tokens: Span  # _UNCOUNTED in a row of an earlier version


def term_positions(
    connection: apsw.Connection, terms: Sequence[str], docs: Mapping[str, int]
) -> Mapping[str, TermPositions]:
    """Of each document with any of the terms in its body; `docs` has the row of each."""
    if not terms:
        return {}
    found, path_of = BodyPositions(), {row: path for path, row in docs.items()}
    query = expression((term,) for term in terms)  # in any field: FTS5 takes longer to search the body alone
    rows = connection.execute(_POSITIONS, (apsw.pyobject(found), query, json.dumps([*path_of])))
    paths = [path_of[cast(int, row)] for row, _ in rows]
    counts, at = np.array(found.counts, np.int64), np.array(found.at, np.int64)
    found.at.clear()  # the prepared statement keeps the object
    term = np.repeat(np.arange(len(counts)) % len(terms), counts)
    ends = np.cumsum(counts)[len(terms) - 1 :: len(terms)].tolist()
    spans = zip(paths, pairwise([0, *ends]), strict=True)
    return {path: TermPositions(term[start:end], at[start:end]) for path, (start, end) in spans if start < end}


class PartCache:
    """The parts of one kind of documents, for one edition of the index."""

    def __init__(self, kind: PartKind) -> None:
        self._kind = kind
        self._held: dict[str, TextParts] = {}
        self._size = 0

    def of(self, connection: apsw.Connection, docs: Iterable[str]) -> Mapping[str, TextParts]:
        """The parts of each document that is there."""
        held, wanted = self._held, tuple(docs)
        missing = [doc for doc in wanted if doc not in held]
        if not missing:
            return {doc: held[doc] for doc in wanted}
        read = _text_parts(connection, missing, self._kind)
        size = sum(len(parts.refs) for parts in read.values())
        if self._size + size > _MOST_PARTS:
            self._held, self._size = {}, 0
        self._held.update(read)  # safe in several threads: all store the same values
        self._size += size
        return {doc: parts for doc in wanted if (parts := held.get(doc) or read.get(doc)) is not None}


def _text_parts(connection: apsw.Connection, docs: Collection[str], kind: PartKind) -> dict[str, TextParts]:
    listed: dict[str, list[_PartRow]] = {}
    query = _CHUNKS if kind == "chunk" else _UNITS
    for path, level, section, part, start, end, *tokens in connection.execute(query, (_listed(docs),)):
        in_tokens = _UNCOUNTED if None in tokens else (tokens[0], tokens[1])
        listed.setdefault(path, []).append(_PartRow(Ref(path, section, part), level, (start, end), in_tokens))
    return {path: _parts(connection, path, rows, kind) for path, rows in listed.items()}


def _parts(connection: apsw.Connection, path: str, rows: Sequence[_PartRow], kind: PartKind) -> TextParts:
    spans, in_tokens = [row.span for row in rows], [row.in_tokens for row in rows]
    if _UNCOUNTED in in_tokens:
        in_tokens = _counted(connection, path, spans)
    if not all(0 <= start <= end <= _MOST_TOKENS for each in (spans, in_tokens) for start, end in each):
        raise RowError("a part of a document ends before it starts")
    if kind == "chunk":
        return text_parts([row.ref for row in rows], spans, in_tokens)
    levels = [row.level for row in rows]
    chosen = [n for n, level in enumerate(levels) if kind == "unit" or n == 0 or level <= DEEPEST_SECTION]
    extents = list(zip(chosen, following_units(levels) if kind == "unit" else [*chosen[1:], len(rows)], strict=True))
    return text_parts(
        [rows[n].ref for n in chosen],
        [(spans[n][0], max(spans[n][1], spans[following - 1][1])) for n, following in extents],
        [(in_tokens[n][0], max(in_tokens[n][1], in_tokens[following - 1][1])) for n, following in extents],
    )


def _counted(connection: apsw.Connection, path: str, spans: Sequence[Span]) -> list[Span]:
    """The spans in tokens of a document that an earlier version wrote, from its text."""
    for data, body_start, text_end in connection.execute(_BODY_OF, (storable(path),)):
        return tokenized_body(body_of(connection, data, body_start, text_end), body_start, spans)[1]
    raise RowError("a document has no text")


def _listed(docs: Iterable[str]) -> str:
    return json.dumps([storable(doc) for doc in docs], ensure_ascii=False)
