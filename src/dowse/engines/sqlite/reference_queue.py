"""The queue of documents whose references depend on a document that changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import apsw

from ...analysis.folding import fold
from ...graph.source_references.interface import key_number, own_keys
from ...model.document import SYMBOL_KINDS, Head
from .rows import storable

# Documents with one of the keys, and those that depend on one of these because it passes on the names of others.
_MARK = """
    insert or ignore into unlinked
    with recursive reached(doc) as (
        select r.doc from json_each(?) k cross join reference_keys r on r.key = k.value
        union
        select r.doc from reached x cross join source_references s on s.doc = x.doc and s.passing is not null
        cross join reference_keys r on r.key = s.passing
    )
    select doc from reached
"""


def mark(connection: apsw.Connection, keys: Iterable[str] | None) -> None:
    """See ports.LinkQueue.unlink_depending."""
    if keys is None:
        connection.execute("insert or ignore into unlinked select doc from source_references")
    else:
        connection.execute(_MARK, (json.dumps([key_number(key) for key in keys]),))


class FormerInterfaces:
    """What other documents could see of the documents of a batch before it."""

    def __init__(self, connection: apsw.Connection, old: Mapping[int, Head]) -> None:
        self._old = old
        self._interfaces = _interfaces(connection, old)
        self._names = _symbol_names(connection, old)

    def mark(self, connection: apsw.Connection, new: Mapping[str, Head]) -> None:
        """Queues the documents that depend on one that is new, gone or seen otherwise; `new` are those by path."""
        keys = self._changed_keys(connection, new)
        mark(connection, keys)
        gone = [doc for doc, head in self._old.items() if head.path not in new]
        connection.executemany("delete from source_edges where target = ?", ((doc,) for doc in gone))

    def _changed_keys(self, connection: apsw.Connection, new: Mapping[str, Head]) -> set[str]:
        keys: set[str] = set()
        now = _interfaces(connection, self._old)
        for doc, head in self._old.items():
            after = new.get(head.path)
            if after is None:
                keys |= own_keys(head)
            elif now.get(doc) != self._interfaces.get(doc):
                keys |= own_keys(head) | own_keys(after)
        known = {head.path for head in self._old.values()}
        added = [head for path, head in new.items() if path not in known]
        ids = _ids(connection, (head.path for head in added))
        names = _symbol_names(connection, [*self._old, *ids])
        changed = {title for doc in names for _, title in names[doc] ^ self._names.get(doc, set())}
        return keys | {key for head in added for key in own_keys(head)} | set(map(fold, changed))


def _interfaces(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, int]:
    return dict(
        connection.execute(
            "select doc, interface from source_references where doc in (select value from json_each(?))",
            (json.dumps(list(docs)),),
        )
    )


def _symbol_names(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, set[tuple[str, str]]]:
    """The qualified and the simple names of the symbols of each document."""
    listed = list(docs)
    found: dict[int, set[tuple[str, str]]] = {doc: set() for doc in listed}
    for doc, name, title in connection.execute(
        """
        select doc, name, title from units
        where doc in (select value from json_each(?)) and title <> '' and kind in (select value from json_each(?))
        """,
        (json.dumps(listed), json.dumps(sorted(SYMBOL_KINDS))),
    ):
        found[doc].add((name, title))
    return found


def _ids(connection: apsw.Connection, paths: Iterable[str]) -> Sequence[int]:
    wanted = json.dumps([storable(path) for path in paths], ensure_ascii=False)
    rows = connection.execute("select id from documents where path in (select value from json_each(?))", (wanted,))
    return [doc for (doc,) in rows]
