"""The queue of documents whose references depend on a document that changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import apsw

from ...analysis.folding import fold
from ...graph.source_references.interface import key_number, own_keys, star_key
from ...model.document import SYMBOL_KINDS, Head
from .rows import storable

# Documents with one of the keys, and those that depend on one of these because it passes on the names of others, and
# that have looked for one of the names there; without names, all that depend on it.
_MARK = """
    insert or ignore into unlinked
    with recursive direct(doc) as materialized (
        select distinct r.doc from json_each(?1) k cross join reference_keys r on r.key = k.value
    ),
    passing(key) as (
        select s.passing from direct x cross join source_references s on s.doc = x.doc and s.passing is not null
        union
        select s.passing from passing x cross join reference_keys r on r.key = x.key
        cross join source_references s on s.doc = r.doc and s.passing is not null
    )
    select doc from direct
    union
    select r.doc from passing x cross join reference_keys r on r.key = x.key
    where ?2 is null or exists (
        select 1 from json_each(?2) n cross join reference_keys named on named.key = n.value and named.doc = r.doc
    )
"""


def mark(connection: apsw.Connection, keys: Iterable[str] | None) -> None:
    """See ports.LinkQueue.unlink_depending."""
    if keys is None:
        connection.execute("insert or ignore into unlinked select doc from source_references")
    else:
        _mark(connection, keys, None)


def _mark(connection: apsw.Connection, keys: Iterable[str], names: Iterable[str] | None) -> None:
    """Queues the documents with one of the keys; `names` are those that have changed, if nothing else has."""
    changed = None if names is None else json.dumps([key_number(star_key(name)) for name in names])
    connection.execute(_MARK, (json.dumps([key_number(key) for key in keys]), changed))


class FormerInterfaces:
    """What other documents could see of the documents of a batch before it."""

    def __init__(self, connection: apsw.Connection, old: Mapping[int, Head]) -> None:
        self._old = old
        self._interfaces = _interfaces(connection, old)
        self._symbols = _symbols(connection, old)

    def mark(self, connection: apsw.Connection, new: Mapping[str, Head]) -> None:
        """Queues the documents that depend on one that is new, gone or seen otherwise; `new` are those by path."""
        _mark(connection, *self._changes(connection, new))
        gone = [doc for doc, head in self._old.items() if head.path not in new]
        connection.executemany("delete from source_edges where target = ?", ((doc,) for doc in gone))

    def _changes(self, connection: apsw.Connection, new: Mapping[str, Head]) -> tuple[set[str], set[str] | None]:
        """The keys of what has changed, and the names of the changed symbols; None if more than symbols has changed."""
        keys: set[str] = set()
        now = _interfaces(connection, self._old)
        known = {head.path for head in self._old.values()}
        added = [head for path, head in new.items() if path not in known]
        ids = _ids(connection, (head.path for head in added))
        symbols = _symbols(connection, [*self._old, *ids])
        has_other_changes = bool(added)
        for doc, head in self._old.items():
            after = new.get(head.path)
            has_other_changes |= after is None or now.get(doc) != self._interfaces.get(doc)
            if after is None or now.get(doc) != self._interfaces.get(doc) or symbols[doc] != self._symbols[doc]:
                keys |= own_keys(head) | (own_keys(after) if after else set())
        changed = [each for doc in symbols for each in symbols[doc] ^ self._symbols.get(doc, set())]
        titles = {each.title for each in changed}
        keys |= {key for head in added for key in own_keys(head)} | set(map(fold, titles))
        return keys, None if has_other_changes else {"", *titles, *(each.name.partition(".")[0] for each in changed)}


def _interfaces(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, int]:
    return dict(
        connection.execute(
            "select doc, interface from source_references where doc in (select value from json_each(?))",
            (json.dumps(list(docs)),),
        )
    )


class _Symbol(NamedTuple):
    """What other documents can see of a symbol."""

    name: str  # qualified
    title: str
    kind: str
    parent: str


def _symbols(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, set[_Symbol]]:
    """The symbols of each document."""
    listed = list(docs)
    found: dict[int, set[_Symbol]] = {doc: set() for doc in listed}
    for doc, *symbol in connection.execute(
        """
        select doc, name, title, kind, parent from units
        where doc in (select value from json_each(?)) and title <> '' and kind in (select value from json_each(?))
        """,
        (json.dumps(listed), json.dumps(sorted(SYMBOL_KINDS))),
    ):
        found[doc].add(_Symbol(*symbol))
    return found


def _ids(connection: apsw.Connection, paths: Iterable[str]) -> Sequence[int]:
    wanted = json.dumps([storable(path) for path in paths], ensure_ascii=False)
    rows = connection.execute("select id from documents where path in (select value from json_each(?))", (wanted,))
    return [doc for (doc,) in rows]
