"""The terms of the word index with their document frequencies, as rows beside the postings.

FTS5 reads all positions of a term to count its documents, which takes half of the time of finding a word that is
similar to a misspelt one.  They are stored when the postings are derived, and valid until a document changes.

A row has the terms that begin with the same three letters, compressed by zlib, whose checksum tells a row that was not
written here.  It is numbered by the letters, so that the terms with a prefix are one range of rows.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import cast

import apsw

from ....analysis.folding import UNSPACED
from ....analysis.spelling.term_lines import beginning_with
from ..sqlite_errors import RowError
from ..texts.bounded_decompression import decompressed_bytes

_STORED = -2  # the row that says whether the terms are stored; those of terms have lesser numbers
_LEFT_OUT = b"\0"  # in that row
_LETTERS = 3  # of which a row has all terms
_LETTER_BITS = 21  # of a character
_LEAST_PREFIX = 2  # letters with which stored terms begin: no other term is compared with a misspelt word
_LEVEL = 1
_MOST_BYTES = 1 << 26  # of a row, decompressed

# The terms of the word index with their document frequencies.  A temporary table ends with the read transaction.
TERMS = "create virtual table if not exists temp.terms using fts5vocab(main, words, 'row')"
_COUNTED = "select term, doc from temp.terms order by term"
_BY_RANGE = """
    select r.key, p.data from json_each(?) r
    join postings p on p.number between r.value ->> 0 and r.value ->> 1 order by r.key, p.number desc
"""


def store(connection: apsw.Connection) -> None:
    """Stores the terms of the word index; the caller holds the transaction, and has deleted those that were stored."""
    connection.execute(TERMS)
    rows = [(_STORED, b""), *_rows(connection.execute(_COUNTED))]
    connection.executemany("insert into postings values (?, ?)", reversed(rows))


def leave_out(connection: apsw.Connection) -> None:
    """Says that the terms are not stored, in place of storing them."""
    connection.execute("insert into postings values (?, ?)", (_STORED, _LEFT_OUT))


def _rows(counted: Iterable[tuple[str, int]]) -> Iterator[tuple[int, bytes]]:
    for letters, terms in groupby(counted, lambda each: each[0][:_LETTERS]):
        if is_stored(letters):
            lines = "".join([f"\n{term} {documents}" for term, documents in terms])
            yield _number(letters), zlib.compress(lines.encode(), _LEVEL)


def is_stored(prefix: str) -> bool:
    """Whether terms with the prefix are stored: it begins with two letters of a script with spaces between words."""
    letters = prefix[:_LEAST_PREFIX].replace("_", "a")
    return len(letters) == _LEAST_PREFIX and letters.isalpha() and not UNSPACED.search(letters)


def are_stored(connection: apsw.Connection) -> bool:
    """Whether the terms are stored."""
    return _marker(connection) == b""


def is_decided(connection: apsw.Connection) -> bool:
    """Whether the terms are stored or left out; an earlier dowse did neither."""
    return _marker(connection) is not None


def _marker(connection: apsw.Connection) -> bytes | None:
    row = connection.execute("select data from postings where number = ?", (_STORED,)).fetchone()
    return cast(bytes, row[0]) if row else None


def stored_lines(connection: apsw.Connection, prefixes: Collection[str]) -> Mapping[str, str]:
    """For each prefix, which `is_stored` accepts, the lines of its terms, see `analysis.spelling.term_lines`.

    Raises RowError for rows that `store` does not write.
    """
    wanted = list(prefixes)
    ranges = [(_number(prefix[:_LETTERS], chr(0x10FFFF)), _number(prefix[:_LETTERS])) for prefix in wanted]
    found = dict.fromkeys(wanted, "")
    for n, data in connection.execute(_BY_RANGE, (json.dumps(ranges),)):
        found[wanted[n]] += _lines(data)
    return {
        prefix: beginning_with(lines, prefix) if len(prefix) > _LETTERS else lines for prefix, lines in found.items()
    }


def is_of_terms(number: int) -> bool:
    """Whether the row with this number has terms."""
    return number < _STORED


def uncompressed(data: bytes) -> bytes:
    """A row of terms as it is before compression, whose bytes depend on the version of zlib. Raises RowError."""
    return _lines(data).encode()


def _number(letters: str, rest: str = "\0") -> int:
    """The number of the row, a lesser one for greater letters; letters that are missing count as `rest`."""
    number = 0
    for letter in letters.ljust(_LETTERS, rest):
        number = number << _LETTER_BITS | ord(letter)
    return _STORED - number


def _lines(data: bytes) -> str:
    try:
        return decompressed_bytes(data, _MOST_BYTES, "the terms of the index").decode()
    except UnicodeError as error:
        raise RowError(f"the terms of the index are not UTF-8: {error}") from error
