"""Resolved links: the queue of documents whose links need resolution, and the targets of links.

The links of a document are resolved when it is written, and when a possible target of one of its links is added,
deleted or renamed.  Until then its old edges stay, except those to deleted documents.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import apsw

from ....graph.link_keys import link_keys
from ....graph.site_roots import SITE_ROOTS, SiteRoots
from ....model.document import Link
from ....model.edge import (
    LINK_RULES,
    LINKS,
    RELATIONS,
    SIMILAR_TO,
    SOURCE_RELATIONS,
    Edge,
    LinkRule,
    LinkTarget,
    ReferenceResolution,
    ResolvedLink,
    relation_of,
)
from ....model.hit import made_of
from ....model.ref import Ref
from ....ports.indexed_document import WriteBatch
from ..meta import edition, recalled, remember
from ..rows import HEAD_COLUMNS, HeadRow, heads_of, storable
from ..sqlite_errors import RowError
from . import source_references
from .link_queries import LINK_COLUMNS, UNIT_OF_LINK
from .reference_queue import FormerInterfaces

# An end is the number of a document, then the name of a unit of it.
_TOUCHING = """
    select e.doc, cast(coalesce(u.name, '') as text), e.target, cast(coalesce(e.place, '') as text), r.name from edges e
    join relations r on r.id = e.relation left join units u on u.doc = e.doc and u.n = e.unit
    where e.target is not null and e.target <> e.doc and {} and {}
"""
_REFERRING = """
    select e.doc, cast(coalesce(u.name, '') as text), e.target, e.place, r.name from source_edges e
    join relations r on r.id = e.relation left join units u on u.doc = e.doc and u.n = e.unit
    where e.target <> e.doc and {} and {}
"""
_LIKE = """
    select a.doc, b.doc, cast(coalesce(ua.name, '') as text), a.part, cast(coalesce(ub.name, '') as text), b.part,
    cast(max(s.cosine) as real)
    from {} join similar s on {} join chunks {}
    left join units ua on ua.doc = a.doc and ua.n = a.unit left join units ub on ub.doc = b.doc and ub.n = b.unit
    group by a.doc, b.doc
"""

_RULES: Mapping[str, LinkRule] = {rule: rule for rule in LINK_RULES}
_LINKED = "select d.value from json_each(?) d where exists (select 1 from edges e where e.target = d.value)"
_INVERSE = frozenset(relation.name for relation in RELATIONS if relation.is_inverse)

_EdgeRow = tuple[int, str, int, str, str]  # source and target, each with its unit, then the relation
_AlikeRow = tuple[int, int, str, int | None, str, int | None, float]  # two documents, their places, the cosine


class FormerNames:
    """The names of the documents of a batch before it: documents with links to those names enter the queue."""

    def __init__(self, connection: apsw.Connection, batch: WriteBatch) -> None:
        paths = [*batch.removed, *(skipped.path for skipped in batch.skipped)]
        self._new = {item.document.head.path: item.document.head for item in batch.indexed}
        rows = connection.execute(
            f"select {HEAD_COLUMNS} from documents d where d.path in (select value from json_each(?))",
            (_listed([*paths, *self._new]),),
        )
        self._old = [HeadRow(*row) for row in rows]
        linked: list[Any] = connection.execute(_LINKED, (json.dumps([row.id for row in self._old]),)).fetchall()
        self._units = {doc: _outline(connection, doc) for (doc,) in linked}
        self._heads = heads_of(self._old)
        self._interfaces = FormerInterfaces(connection, self._heads)

    def mark(self, connection: apsw.Connection) -> None:
        """Queues the documents of the batch, and those with links to a name that was added or removed."""
        connection.execute(
            "insert or ignore into unlinked select id from documents where path in (select value from json_each(?))",
            (_listed(self._new),),
        )
        if not connection.execute(
            "select exists(select 1 from edges) or exists(select 1 from reference_keys)"
        ).fetchall()[0][0]:
            return  # what was resolved has a row, a broken link too: all documents with links are queued
        self._interfaces.mark(connection, self._new)
        keys: set[str] = set()
        roots = SiteRoots.parsed(recalled(connection, SITE_ROOTS))
        unseen = dict(self._new)
        for row in self._old:
            new = unseen.pop(row.path, None)
            now = link_keys(new, roots) if new else set()
            keys |= {key for _, _, key in link_keys(self._heads[row.id], roots) ^ now}
            if new is None:
                connection.execute("delete from edges where target = ?", (row.id,))
        for head in unseen.values():
            keys |= {key for _, _, key in link_keys(head, roots)}
        rebuilt = [doc for doc, units in self._units.items() if units != _outline(connection, doc)]
        connection.execute(
            """
            insert or ignore into unlinked select distinct e.doc from json_each(?) d cross join edges e
            on e.target = d.value join links l on l.doc = e.doc and l.n = e.n where l.anchor <> ''
            """,
            (json.dumps(rebuilt),),
        )
        connection.execute(
            """
            insert or ignore into unlinked
            select distinct l.doc from json_each(?) k cross join links l indexed by links_by_key on l.key = k.value
            """,
            (_listed(keys),),
        )


def _outline(connection: apsw.Connection, doc: int) -> list[tuple[str, str]]:
    """The names and titles in the document that anchors of links can match."""
    return list(connection.execute("select name, title from units where doc = ? order by n", (doc,)))


def unlinked(connection: apsw.Connection, limit: int) -> Mapping[str, tuple[Link, ...]]:
    """See ports.LinkQueue."""
    rows: list[Any] = connection.execute(
        """
        select d.path, l.target, l.kind, '', l.anchor, l.line from (select doc from unlinked order by doc limit ?) w
        join documents d on d.id = w.doc left join links l on l.doc = d.id order by d.id, l.n
        """,
        (limit,),
    ).fetchall()
    found: defaultdict[str, list[Link]] = defaultdict(list)
    for path, target, *rest in rows:
        links = found[path]
        if target is not None:
            links.append(made_of(Link, (target, *rest)))
    return {path: tuple(links) for path, links in found.items()}


def unresolved(connection: apsw.Connection, docs: Iterable[str]) -> frozenset[str]:
    """See ports.LinkStore."""
    rows = connection.execute(
        """
        select d.path from json_each(?) p cross join documents d on d.path = p.value
        cross join unlinked u on u.doc = d.id
        """,
        (_listed(docs),),
    )
    return frozenset(path for (path,) in rows)


def link(
    connection: apsw.Connection,
    found: Mapping[str, Sequence[LinkTarget]],
    references: Mapping[str, ReferenceResolution],
) -> None:
    """Stores the targets of the links and the references and removes their documents from the queue."""
    targets = {target for aims in found.values() for target, _, _, _ in aims if target}
    targets |= {each.target.doc for own in references.values() for each in own.edges}
    ids = dict(
        connection.execute(
            "select path, id from documents where path in (select value from json_each(?))",
            (_listed({*found, *targets}),),
        )
    )
    docs = [(ids[path],) for path in found if path in ids]
    connection.executemany("delete from edges where doc = ?", docs)
    written = _written(connection, [doc for (doc,) in docs])
    relation = _relations(connection)
    connection.executemany(
        "insert into edges values (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (ids[path], n, unit, relation[relation_of(kind).name], ids.get(target), place or None, candidates, rule)
            for path, aims in found.items()
            if path in ids
            for n, ((target, candidates, place, rule), (unit, kind)) in enumerate(
                zip(aims, written[ids[path]], strict=False)
            )
        ),
    )
    source_references.store(connection, ids, {path: references.get(path) for path in found if path in ids}, relation)
    connection.executemany("delete from unlinked where doc = ?", docs)
    remember(connection, "edition", edition(connection) + 1)


def _written(connection: apsw.Connection, docs: Sequence[int]) -> Mapping[int, list[tuple[int, str]]]:
    """Unit and kind of each link of the documents, in order."""
    found: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    rows: list[Any] = connection.execute(
        "select doc, unit, kind from links where doc in (select value from json_each(?)) order by doc, n",
        (json.dumps(docs),),
    ).fetchall()
    for doc, unit, kind in rows:
        found[doc].append((unit, kind))
    return found


def _relations(connection: apsw.Connection) -> Mapping[str, int]:
    """The number of each relation in this index."""
    connection.executemany("insert or ignore into relations(name) values (?)", [(each.name,) for each in RELATIONS])
    return {name: number for number, name in connection.execute("select id, name from relations")}


def aimed(connection: apsw.Connection, docs: Iterable[str] | None) -> list[ResolvedLink]:
    """By source and position, without links of queued documents that were never resolved."""
    condition = "where true" if docs is None else "where d.path in (select value from json_each(?))"
    rows: list[Any] = connection.execute(
        f"""
        select d.path, {LINK_COLUMNS}, t.path, e.candidates, cast(coalesce(e.place, '') as text), e.rule
        from documents d join edges e on e.doc = d.id join links l on l.doc = e.doc and l.n = e.n {UNIT_OF_LINK}
        left join documents t on t.id = e.target {condition} order by d.path, l.n
        """,
        () if docs is None else (_listed(docs),),
    ).fetchall()
    return [
        ResolvedLink(
            path, made_of(Link, link), LinkTarget(target or "", candidates, unit if target else "", _rule(rule, target))
        )
        for path, *link, target, candidates, unit, rule in rows
    ]


def _rule(stored: str, target: str | None) -> LinkRule:
    """The stored rule; empty for an unknown one, and for a link whose target is no longer in the index."""
    rule = _RULES.get(stored, "")
    return rule if target or rule == "outside" else ""


def root_relative_links(connection: apsw.Connection) -> list[tuple[str, str]]:
    """See ports.LinkQueue."""
    return list(
        connection.execute(
            """
            select distinct d.path, l.target from links l indexed by links_from_root join documents d on d.id = l.doc
            where l.target >= '/' and l.target < '0' and l.kind = 'markdown' order by 1, 2
            """
        )
    )


def unlink_root_relative(connection: apsw.Connection) -> None:
    """See ports.LinkQueue."""
    connection.execute(
        """
        insert or ignore into unlinked
        select doc from links indexed by links_from_root where target >= '/' and target < '0'
        """
    )


def edges(
    connection: apsw.Connection, docs: Iterable[int] | None, relations: Collection[str], *, has_references: bool
) -> list[Edge]:
    """Links first, then similarity, of the documents with these ids; `has_references` as the index does."""
    ids = None if docs is None else json.dumps(list(docs))
    links: list[_EdgeRow] = []
    if not relations or not set(relations).isdisjoint(LINKS):
        links += _links(connection, _TOUCHING, ids, relations)
    if has_references and (not relations or not set(relations).isdisjoint(SOURCE_RELATIONS)):
        links += _links(connection, _REFERRING, ids, relations)
    pairs = _similar_pairs(connection, ids) if not relations or SIMILAR_TO in relations else []
    ends = {doc for row in links for doc in (row[0], row[2])} | {doc for row in pairs for doc in row[:2]}
    path = _paths(connection, ends, all_=ids is None)
    if not path.keys() >= ends:
        raise RowError("an edge has an end that is not in the index")
    similar = _similarity_edges(
        (Ref(path[one], section, part), Ref(path[other], beside, its_part), cosine)
        for one, other, section, part, beside, its_part, cosine in pairs
    )
    made = {row: _edge(path, *row) for row in dict.fromkeys(links)}  # a note may link to another a thousand times
    return [*map(made.__getitem__, links), *similar]


def _paths(connection: apsw.Connection, ids: Collection[int], *, all_: bool) -> Mapping[int, str]:
    if all_:
        return dict(_rows(connection, "select id, path from documents"))
    listed = json.dumps(list(ids))
    return dict(
        _rows(connection, "select id, path from documents where id in (select value from json_each(?))", listed)
    )


def _links(connection: apsw.Connection, table: str, ids: str | None, relations: Collection[str]) -> Iterator[_EdgeRow]:
    wanted = "r.name in (select value from json_each(?1))" if relations else "?1 is not null"
    named, among = _listed(relations), "in (select value from json_each(?2))"
    if ids is None:
        yield from _rows(connection, table.format("true", wanted), named)
        return
    for touches in (f"e.doc {among}", f"e.target {among} and e.doc not {among}"):
        yield from _rows(connection, table.format(touches, wanted), named, ids)


def _rows(connection: apsw.Connection, statement: str, *values: str) -> list[Any]:
    """All rows, whose types are then checked together."""
    return connection.execute(statement, values).fetchall()


def _similar_pairs(connection: apsw.Connection, ids: str | None) -> list[_AlikeRow]:
    to_b, to_a = ("s.chunk = a.id", "b on b.id = s.other"), ("s.other = b.id", "a on a.id = s.chunk")
    if ids is None:
        return list(connection.execute(_LIKE.format("chunks a", *to_b)))
    near = """(
        select c.* from documents d cross join chunks c on c.id >= d.first_chunk and c.id < d.end_chunk
        where d.id in (select value from json_each(?))
    )"""
    return [
        *connection.execute(_LIKE.format(f"{near} a", *to_b), (ids,)),
        *connection.execute(_LIKE.format(f"{near} b", *to_a), (ids,)),
    ]


def _edge(path: Mapping[int, str], doc: int, unit: str, target: int, place: str, relation: str) -> Edge:
    one, other = made_of(Ref, (path[doc], unit, None)), made_of(Ref, (path[target], place, None))
    return Edge(other, one, relation) if relation in _INVERSE else Edge(one, other, relation)


def _similarity_edges(pairs: Iterable[tuple[Ref, Ref, float]]) -> list[Edge]:
    """One edge for two documents: that of their most similar units; the source is the first document by path."""
    best: dict[tuple[str, str], Edge] = {}
    for one, other, cosine in pairs:
        source, target = sorted((one, other), key=lambda ref: ref.doc)
        known = best.get((source.doc, target.doc))
        if known is None or cosine > known.weight:
            best[source.doc, target.doc] = Edge(source, target, SIMILAR_TO, cosine)
    return list(best.values())


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
