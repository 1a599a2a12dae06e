"""References of a document as bytes and back."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, repeat
from operator import sub
from typing import Any, NamedTuple, cast, get_args

from ....model.hit import made_of
from ....model.source_reference import (
    BaseReference,
    BaseRelation,
    CallReference,
    CodeMention,
    ImportReference,
    MentionRole,
    SourceReferences,
)
from ..rows import storable
from ..sqlite_errors import RowError
from ..texts.bounded_decompression import decompressed_bytes

_MOST_BYTES = 8_000_000  # of the references of one document, unpacked: files of a million characters have the most
_LEVEL = 6
_RELATIONS: tuple[BaseRelation, ...] = get_args(BaseRelation)
_NO_SYMBOL = -1
_GREATEST = 10**9 - 1  # line or number of a symbol


class CallRow(NamedTuple):
    """A call as stored."""

    callee: tuple[str, ...]
    line: int
    symbol: int  # the number of the symbol around; below 0 for the file


def packed(references: SourceReferences) -> bytes:
    """The references as compressed JSON; empty when there are none."""
    if not any(references):
        return b""
    lists = [
        [[*each[:6], _number(each.symbol)] for each in references.imports],
        [[each.subject, each.base, each.relation, each.line, _number(each.symbol)] for each in references.bases],
        call_columns([(callee, line, _number(symbol)) for callee, line, symbol in references.calls]),
        [list(each if each.role else each[:3]) for each in references.mentions],
    ]
    return compressed(lists)


def compressed(lists: Sequence[object]) -> bytes:
    """The four lists of references as bytes."""
    return zlib.compress(storable(json.dumps(lists, ensure_ascii=False, separators=(",", ":"))).encode(), _LEVEL)


def call_columns(calls: Sequence[tuple[object, int, int]]) -> list[list[object]]:
    """The callees of calls, their lines and their symbols, both as differences: a fifth smaller than row by row."""
    callees, lines, symbols = zip(*calls, strict=True) if calls else ((), (), ())
    return [list(callees), _differences(lines), _differences(symbols)]


def _differences(numbers: Sequence[int]) -> list[object]:
    return list(map(sub, numbers, chain((0,), numbers)))


def unpacked(data: object, symbols: int) -> SourceReferences:
    """The references in the bytes, those of symbols with a number below `symbols`.

    Raises RowError for bytes that `packed` does not write.
    """
    if data == b"":
        return SourceReferences()
    lists = lists_of(data)
    try:
        imports, bases, calls, mentions = lists
        found = SourceReferences(
            tuple(ImportReference(_text(each[0]), _text(each[1]), _text(each[2]), _int(each[3]), bool(each[4]),
                                  _int(each[5]), _symbol(each[6], symbols)) for each in imports),
            tuple(BaseReference(_text(each[0]), _texts(each[1]), _relation(each[2]), _int(each[3]),
                                _symbol(each[4], symbols)) for each in bases),
            _calls(calls, symbols),
            tuple(CodeMention(_text(each[0]), _int(each[1]), _text(each[2]), _role(each)) for each in mentions),
        )  # fmt: skip
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise RowError(f"the references of a document are not readable: {error}") from error
    return found


def naming(rows: Iterable[tuple[int, object]], names: Iterable[str]) -> Iterator[int]:
    """The documents whose references state one of the names, with the brackets of a call or without.

    `rows` are documents with the bytes that `packed` has written; raises RowError for other bytes.
    """
    texts = [text for name in names for text in (name, f"{name}()")]
    wanted = [b'"' + _written(text) + b'"' for text in texts]
    for doc, data in rows:
        written = _unzipped(data) if data != b"" else b""
        if any(text in written for text in wanted):
            yield doc


def calls_naming(data: object, names: Collection[str]) -> list[CallRow] | None:
    """The calls with one of the names, in order.

    None if an import or a base may state one of the names, too.  Raises RowError for bytes that `packed` does not
    write.
    """
    written = _unzipped(data) if data != b"" else b""
    if not any(text + ending in written for text in map(_written, names) for ending in (b'"', b'()"')):
        return []
    stated = frozenset(text for name in names for text in (name, f"{name}()"))
    try:
        imports, bases, columns, _ = cast(Sequence[Sequence[Sequence[Any]]], _parsed(written))
        callees, lines, symbols = _checked_columns(columns)
        found = [
            CallRow(tuple(each), line, symbol)
            for each, line, symbol in zip(callees, lines, symbols, strict=True)
            if not stated.isdisjoint(each)
        ]
        ends = tuple(names)
        is_imported = any(each[1] in names or each[2] in names or _text(each[0]).endswith(ends) for each in imports)
        if is_imported or any(not stated.isdisjoint(each[1]) for each in bases):
            return None
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise RowError(f"the references of a document are not readable: {error}") from error
    return found


def has_name_with(data: object, text: str) -> bool:
    """Whether the references in the bytes state a name with the text inside as a word, if not more often.

    Raises RowError for bytes that `packed` does not write.
    """
    return data != b"" and _as_word(text).search(_unzipped(data)) is not None


@lru_cache(16)
def _as_word(text: str) -> re.Pattern[bytes]:
    """Finds the text where no letter of ASCII, digit or `_` continues it."""
    written = _written(text)
    before, after = (rb"(?<!\w)" if text[:1].isalnum() else b""), (rb"(?!\w)" if text[-1:].isalnum() else b"")
    return re.compile(before + re.escape(written) + after)


def _written(text: str) -> bytes:
    """The text as it is inside of the quotes of JSON."""
    return storable(json.dumps(text, ensure_ascii=False)[1:-1]).encode()


def _unzipped(data: object) -> bytes:
    return decompressed_bytes(data, _MOST_BYTES, "the references of a document")


def lists_of(data: object) -> Sequence[Sequence[Sequence[object]]]:
    """The lists in the bytes. Raises RowError for other bytes."""
    return _parsed(_unzipped(data))


def _parsed(written: bytes) -> Sequence[Sequence[Sequence[object]]]:
    try:
        found = cast(object, json.loads(written))
    except (ValueError, RecursionError) as error:
        raise RowError("the references of a document are not JSON") from error
    if not isinstance(found, list):
        raise RowError("the references of a document are not a list")
    return found


def _calls(columns: Sequence[Sequence[object]], symbols: int) -> tuple[CallReference, ...]:
    callees, lines, places = _checked_columns(columns)
    if not places:
        return ()
    _symbol(max(places), symbols)
    around = (None if place == _NO_SYMBOL else place for place in places)
    return tuple(map(made_of, repeat(CallReference), zip(map(tuple, callees), lines, around, strict=True)))


def _checked_columns(columns: Sequence[Sequence[Any]]) -> tuple[Sequence[list[str]], list[int], list[int]]:
    """The callees, lines and symbols of calls, checked column by column: a file has hundreds of calls."""
    callees, *differences = columns
    if not callees and columns == [[], [], []]:
        return (), [], []
    if {*map(type, callees)} != {list} or not all(callees) or {*map(type, chain(*differences))} != {int}:
        raise TypeError("a call is not one")
    if {*map(type, chain.from_iterable(callees))} != {str}:
        raise TypeError("the name of a call is not a text")
    lines, symbols = (list(accumulate(each)) for each in differences)
    if not len(callees) == len(lines) == len(symbols):
        raise ValueError("a call has no line or no symbol")
    for number in (min(lines), max(lines), min(symbols), max(symbols)):
        _int(number)
    return callees, lines, symbols


def _number(symbol: int | None) -> int:
    return _NO_SYMBOL if symbol is None else symbol


def _symbol(value: object, symbols: int) -> int | None:
    number = _int(value)
    if number >= symbols or number < _NO_SYMBOL:
        raise ValueError(f"symbol {number} of {symbols}")
    return None if number == _NO_SYMBOL else number


def _int(value: object) -> int:
    if not isinstance(value, int) or not -1 <= value <= _GREATEST:
        raise TypeError(f"{str(value)[:40]!r} is no line and no symbol")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{str(value)[:40]!r} is not a text")
    return value


def _relation(value: object) -> BaseRelation:
    return next((each for each in _RELATIONS if each == value), "extends")


def _role(mention: Sequence[object]) -> MentionRole:
    """The role of a mention as stored; none for one without, as all of earlier versions."""
    role = mention[3] if len(mention) > 3 else ""
    if role not in get_args(MentionRole):
        raise TypeError(f"{str(role)[:40]!r} is no role of a mention")
    return cast(MentionRole, role)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise TypeError(f"{str(value)[:40]!r} is not a list of texts")
    return tuple(map(_text, value))
