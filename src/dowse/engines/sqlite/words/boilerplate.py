"""The boilerplate of the indexed documents: which lines it is made of, and how often it has each term."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain

import apsw

from ....analysis.boilerplate import BOILERPLATE, MOST_SAMPLED, Boilerplate, line_key, shared_lines
from ....analysis.tokens import tokens
from ...indexed_fields import BODY, FIELD_ORDER, HEADINGS
from ..meta import recalled, remember
from ..sqlite_errors import RowError
from ..texts.document_texts import body_of

FIELD_BITS = 4  # FIELD_ORDER has nine fields
_GREATEST = 1 << 60  # number of a document
_AMONG = "doc in (select value from json_each(?))"
_TITLES = "select doc, title from units where title in (select value from json_each(?))"
_BODIES = "select doc, data, body_start, text_end from texts"

assert len(FIELD_ORDER) <= 1 << FIELD_BITS

Occurrences = dict[int, int]  # their number by `document << FIELD_BITS | field`


def boilerplate_of(connection: apsw.Connection) -> Boilerplate:
    """The boilerplate that the last `find` has stored."""
    return Boilerplate.parsed(recalled(connection, BOILERPLATE))


def is_found(connection: apsw.Connection) -> bool:
    """Whether `find` has ever run."""
    return connection.execute("select 1 from meta where key = ?", (BOILERPLATE,)).fetchone() is not None


def find(connection: apsw.Connection) -> frozenset[str]:
    """Finds the boilerplate of the documents, from a sample of many, and stores it; returns the keys of the lines."""
    docs = [doc for (doc,) in connection.execute("select doc from texts order by doc")]
    if len(docs) > MOST_SAMPLED:
        docs = random.Random(0).sample(docs, MOST_SAMPLED)  # noqa: S311  # no secret
    keys = shared_lines([body for _, body in _bodies(connection, docs)])
    remember(connection, BOILERPLATE, Boilerplate.of(keys).fact)
    return keys


def occurrences(
    connection: apsw.Connection, lines_of: Callable[[str], list[str]], docs: Collection[int] | None = None
) -> Mapping[str, Occurrences]:
    """The occurrences of each term in boilerplate, of the documents or of all; `lines_of` finds it in a body."""
    found: defaultdict[str, Occurrences] = defaultdict(dict)
    written = set[str]()
    for doc, body in _bodies(connection, docs):
        if lines := lines_of(body):
            written.update(map(line_key, lines))
            _count(found, "\n".join(lines), _key(doc, BODY))
    titles = json.dumps(sorted(written))
    if docs is None:
        headings = connection.execute(_TITLES, (titles,))
    else:
        headings = connection.execute(f"{_TITLES} and {_AMONG}", (titles, json.dumps(list(docs))))
    for doc, title in headings:
        _count(found, title, _key(doc, HEADINGS))
    return found


def _key(doc: object, field: int) -> int:
    if not isinstance(doc, int) or not 0 <= doc < _GREATEST:
        raise RowError(f"a document has the number {str(doc)[:40]!r}")
    return doc << FIELD_BITS | field


def _count(found: Mapping[str, Occurrences], text: str, key: int) -> None:
    for term, count in Counter(chain.from_iterable(tokens(text))).items():
        found[term][key] = found[term].get(key, 0) + count


def _bodies(connection: apsw.Connection, docs: Collection[int] | None) -> Iterator[tuple[int, str]]:
    if docs is None:
        rows = connection.execute(_BODIES)
    else:
        rows = connection.execute(f"{_BODIES} where {_AMONG} order by doc", (json.dumps(list(docs)),))
    for doc, *text in rows:
        yield doc, body_of(connection, *text)
