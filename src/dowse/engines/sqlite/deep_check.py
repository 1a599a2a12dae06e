"""Verifies all that an index contains: what has a digest by the digest, what is derived by deriving it again.

The checks run on a private copy, so that they hold no lock and change nothing.  The copy reads every page, and SQLite
verifies the checksum of each.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from ...model.chunk import digest_of
from ...model.errors import IndexDamagedError
from ...ports.store_location import VerifyProgress
from . import meta
from .connect import checked_rows, connected
from .document_rows import properties_of
from .file.index_files import FILE, mark_damaged
from .file.peek import SHORTEST
from .file.structure_check import contradictions
from .page_checksums import require
from .rows import HEAD_COLUMNS, heads_of
from .schema.migrate import is_current
from .search_queries import vector_rows
from .sqlite_errors import RowError, decoded, explained, fault_of
from .texts.document_texts import texts_and_details
from .vectors import vector_file, vector_scan
from .vectors.chunk_digests import number_of
from .words import packed_postings, postings, stored_terms, tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PAGES = 2_000  # copied at a time
_DOCUMENTS = 200  # at a time
_HEADS = f"select {HEAD_COLUMNS} from documents d where d.id in (select value from json_each(?))"
_PROPERTIES = """
    select p.doc, v.key, v.value from properties p indexed by properties_of join property_values v on v.id = p.value
    where p.doc in (select value from json_each(?))
"""
_TERMS = "select number, data from postings"


def verified(folder: Path, progress: VerifyProgress) -> tuple[str, ...]:
    """The faults of the index in `folder`; with any, the next command that opens the index rebuilds it.

    Raises the errors of `explained` but for damage.
    """
    path = folder / FILE
    try:
        with explained(path), closing(apsw.Connection("")) as copy, decoded():
            _copy(path, copy, progress)
            faults = [fault for check in _CHECKS for fault in check(copy, folder, progress)]
    except IndexDamagedError as error:
        faults = [fault_of(error.__cause__ or error)]
    if faults:
        mark_damaged(folder, faults[0])
    return tuple(faults)


def _copy(path: Path, copy: apsw.Connection, progress: VerifyProgress) -> None:
    if path.stat().st_size < SHORTEST:  # SQLite would take it for a new database
        raise RowError("the file is cut off")
    with connected(path) as source:
        if not is_current(source):
            raise RowError(f"its schema is {source.pragma('user_version')}")
        require(source)
        source.execute("begin")
        source.execute("select count(*) from meta").fetchall()  # one state, also when others write
        with copy.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step(_PAGES)
                progress("verifying pages", backup.page_count - backup.remaining, backup.page_count)
        source.execute("rollback")
    tokenizer.register(copy)
    checked_rows(copy)


def _texts(copy: apsw.Connection, _folder: Path, progress: VerifyProgress) -> Iterator[str]:
    """The digest of each chunk, from the text and the prefix that are stored."""
    docs = [doc for (doc,) in copy.execute("select id from documents order by id")]
    for start in range(0, len(docs), _DOCUMENTS):
        progress("verifying texts", start, len(docs))
        yield from _texts_of(copy, docs[start : start + _DOCUMENTS])


def _texts_of(copy: apsw.Connection, docs: Sequence[int]) -> Iterator[str]:
    found = texts_and_details(copy, docs)
    prefixes = {doc: iter(details.prefixes) for doc, (_, details) in found.items()}
    rows = copy.execute(
        """
        select d.path, c.doc, c.start, c.end, c.number from documents d cross join chunks c
        on c.id >= d.first_chunk and c.id < d.end_chunk where d.id in (select value from json_each(?)) order by c.id
        """,
        (json.dumps(docs),),
    )
    differing: Counter[str] = Counter()
    for path, doc, start, end, number in rows:
        before = next(prefixes.get(doc, iter(())), None)
        if before is None or number_of(copy, digest_of(before, found[doc][0][start:end])) != number:
            differing[path] += 1
    for path, chunks in differing.items():
        yield f"the text of {path} differs from its digest" + (f" in {chunks:,} chunks" if chunks > 1 else "")


def _properties(copy: apsw.Connection, _folder: Path, progress: VerifyProgress) -> Iterator[str]:
    """The properties by which documents are selected, from their facts."""
    docs = [doc for (doc,) in copy.execute("select id from documents order by id")]
    differing = 0
    for start in range(0, len(docs), _DOCUMENTS):
        progress("verifying properties", start, len(docs))
        differing += _differing_properties(copy, json.dumps(docs[start : start + _DOCUMENTS]))
    if differing:
        yield f"the properties of {differing:,} documents differ from their facts"


def _differing_properties(copy: apsw.Connection, listed: str) -> int:
    rows: list[Any] = copy.execute(_HEADS, (listed,)).fetchall()
    heads = heads_of(rows)
    stored: dict[int, set[tuple[str, str]]] = {doc: set() for doc in heads}
    found: Iterator[tuple[int, str, str]] = copy.execute(_PROPERTIES, (listed,))
    for doc, key, value in found:
        stored[doc].add((key, value))
    return sum(stored[doc] != set(properties_of(head)) for doc, head in heads.items())


def _words(copy: apsw.Connection, _folder: Path, progress: VerifyProgress) -> Iterator[str]:
    progress("verifying words", 0, 1)
    copy.execute("insert into words(words) values ('integrity-check')")  # raises an error that says damage
    yield from ()


def _postings(copy: apsw.Connection, _folder: Path, progress: VerifyProgress) -> Iterator[str]:
    """The postings, derived again from FTS5's index; those of changed documents do not count until then."""
    progress("verifying postings", 0, 1)
    if copy.execute("select 1 from unposted").fetchone() or postings.is_due(copy):
        return
    stored = _rows_of_terms(copy)
    postings.derive(copy)
    wrong = {term for term, _ in stored.symmetric_difference(_rows_of_terms(copy))}
    if wrong:
        yield f"the postings of {len(wrong):,} terms differ from the word index"


def _rows_of_terms(copy: apsw.Connection) -> set[tuple[int, bytes]]:
    """The rows of postings and of terms by number, each with a digest of its bytes before compression."""
    found = set[tuple[int, bytes]]()
    rows: Iterator[tuple[int, bytes]] = copy.execute(_TERMS)
    for number, data in rows:
        with suppress(RowError):  # a row that cannot be decompressed is missing
            found.add((number, blake2b(_uncompressed(number, data), digest_size=16).digest()))
    return found


def _uncompressed(number: int, data: bytes) -> bytes:
    if stored_terms.is_of_terms(number):
        return stored_terms.uncompressed(data)
    return packed_postings.uncompressed(data) if number >= 0 else data


def _vectors(copy: apsw.Connection, folder: Path, progress: VerifyProgress) -> Iterator[str]:
    """The rows, which must be vectors of one length, and the file beside the database."""
    progress("verifying vectors", 0, 1)
    rows = vector_scan.built(vector_rows(copy))
    beside = vector_file.load(folder, meta.generation(copy))
    if beside is not None and not all(itertools.starmap(_are_equal, zip(rows, beside, strict=True))):
        yield "the file of vectors differs from the vectors in the database"


def _are_equal(one: NDArray[np.generic], other: NDArray[np.generic]) -> bool:
    return np.array_equal(one, other)


def _edges(copy: apsw.Connection, _folder: Path, progress: VerifyProgress) -> Iterator[str]:
    yield from contradictions(copy, lambda done, total: progress("verifying edges", done, total))


_CHECKS: tuple[Callable[[apsw.Connection, Path, VerifyProgress], Iterator[str]], ...] = (
    _texts, _properties, _words, _vectors, _edges, _postings,
)  # fmt: skip
