"""Rows to values and back: the columns of a document's head."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, NamedTuple

import apsw

from ...model.document import SIGNATURE_BYTES, Fact, Head
from ...model.hit import made_of
from ...model.kinds import SPEC_OF
from .sqlite_errors import RowError

HEAD_COLUMNS = "d.id, d.path, d.kind, d.title, d.tags, d.aliases, d.modified, d.facts, d.signature"
WRITTEN_DIGEST = "cast(iif(typeof(digest) = 'blob', lower(hex(digest)), digest) as text)"  # see stored_digest

_MOST_TEXTS, _LONGEST_TEXT = 4_096, 100  # that are kept decoded: most documents have the tags of others
_TEXT = frozenset((str,))
_GREATEST_ID = 1 << 26  # documents that were added since the last one was removed
_decode: Callable[[str], tuple[object, int]] = json.JSONDecoder().raw_decode  # in half of the time of `json.loads`
_DIGEST = re.compile("(?:[0-9a-f]{2})+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NO_CHARACTER = "\U0010fffe"  # is for no text; files that are not UTF-8 have U+FFFD


class HeadRow(NamedTuple):
    """A row of `select HEAD_COLUMNS from documents d`."""

    id: int
    path: str
    kind: str
    title: str
    tags: str
    aliases: str
    modified: float
    facts: str
    signature: bytes


def head_of(row: HeadRow) -> Head:
    """The head in a row. Raises RowError for values that `write_batch` does not write."""
    (head,) = heads_of([row]).values()
    return head


def heads_of(rows: Sequence[tuple[Any, ...]]) -> dict[int, Head]:
    """The heads in rows as HeadRow has them, by row id. Raises RowError for values that `write_batch` does not write.

    Columns are checked together, which takes two thirds of the time of one row after the other; facts when they are
    read, see StoredFacts.
    """
    if not rows:
        return {}
    ids, paths, kinds, titles, tags, aliases, modified, facts, signatures = zip(*rows, strict=True)
    if unknown := [kind for kind in set(kinds) if kind not in SPEC_OF]:
        raise RowError(f"a document is of the kind {unknown[0][:40]!r}")
    if set(map(type, signatures)) != {bytes} or max(map(len, signatures)) > SIGNATURE_BYTES:
        raise RowError("the signature of a document is not one")
    tagged, called = map(_tags_of, tags), map(texts_of, aliases)
    known = [
        _decoded_facts(written) if kind == "code" else StoredFacts(written)
        for kind, written in zip(kinds, facts, strict=True)
    ]
    values = zip(paths, paths, kinds, titles, tagged, called, modified, known, signatures, strict=True)
    return dict(zip(ids, map(made_of, repeat(Head), values), strict=False))


def texts_of(written: str) -> tuple[str, ...]:
    """A JSON list of texts. Raises RowError for anything else."""
    return _kept_texts(written) if len(written) <= _LONGEST_TEXT else _decoded_texts(written)


def _decoded_texts(written: str) -> tuple[str, ...]:
    found = _json(written)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise RowError(f"{written[:40]!r} is not a list of texts")
    return tuple(found)


_kept_texts = lru_cache(_MOST_TEXTS)(_decoded_texts)


def _tags_of(written: str) -> frozenset[str]:
    return _kept_tags(written) if len(written) <= _LONGEST_TEXT else frozenset(_decoded_texts(written))


_kept_tags = lru_cache(_MOST_TEXTS)(lambda written: frozenset(_decoded_texts(written)))


class StoredFacts(Mapping[str, Fact]):
    """The facts in a row, decoded when they are first read: a search reads those of a tenth of its candidates.

    Not for source files, which rank by them.  Raises RowError for a text that `write_batch` does not write.
    """

    __slots__ = ("_decoded", "_written")

    def __init__(self, written: str) -> None:
        self._written = written
        self._decoded: Mapping[str, Fact] | None = None

    def decoded(self) -> Mapping[str, Fact]:
        """The facts as a dictionary."""
        if self._decoded is None:
            self._decoded = _decoded_facts(self._written)
        return self._decoded

    def __getitem__(self, key: str) -> Fact:
        return self.decoded()[key]

    def get(self, key: str, default: object = None) -> Any:
        """As of a dictionary, in a third of the time of `Mapping.get`."""
        return self.decoded().get(key, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self.decoded())

    def __len__(self) -> int:
        return len(self.decoded())

    def __repr__(self) -> str:
        return repr(self.decoded())


def _decoded_facts(written: str) -> Mapping[str, Fact]:
    found = _json(written)
    if not isinstance(found, dict):
        raise RowError(f"the facts {written[:40]!r} are not an object")
    return {key: value if value.__class__ is str else _fact(value) for key, value in found.items()}


def _fact(value: object) -> Fact:
    if isinstance(value, list) and set(map(type, value)) <= _TEXT:
        return tuple(value)
    if isinstance(value, float | int):
        return value
    raise RowError(f"a fact is {str(value)[:40]!r}")


def _json(written: str) -> object:
    try:
        found, end = _decode(written)
    except (ValueError, RecursionError) as error:
        raise RowError(f"{written[:40]!r} is not JSON") from error
    if end < len(written):
        raise RowError(f"{written[:40]!r} is not JSON")
    return found


def greatest_id(connection: apsw.Connection) -> int:
    """The greatest row id of a document; 0 without documents. Raises RowError for an id that counting does not reach.

    A filter keeps a byte for each id.
    """
    (greatest,) = connection.execute("select coalesce(max(id), 0) from documents").fetchall()[0]
    assert isinstance(greatest, int)
    if greatest > _GREATEST_ID:
        raise RowError(f"the id of a document is {greatest}")
    return greatest


def storable(text: str) -> str:
    """The text without lone surrogates, which UTF-8 cannot encode: no value in the tables equals a text with one."""
    return _SURROGATE.sub(_NO_CHARACTER, text)


def stored_digest(digest: str) -> bytes | str:
    """The bytes of a digest in hexadecimal digits, in half of the space; any other text as it is."""
    return bytes.fromhex(digest) if _DIGEST.fullmatch(digest) else digest


def written_facts(facts: Mapping[str, Fact]) -> str:
    """Facts as JSON; numbers that JSON lacks become text."""
    return json.dumps({key: _plain(value) for key, value in facts.items()}, ensure_ascii=False)


def _plain(value: Fact) -> str | float | bool | list[str]:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, float) and not (float("-inf") < value < float("inf")):
        return str(value)
    return value
