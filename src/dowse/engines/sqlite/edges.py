"""Resolved links: which documents are to be linked again, and what their links mean.

A document is linked again when it is written, and when a document that one of its links may call comes, goes or is
called otherwise.  Until then its old edges stay, but for those to documents that are gone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import apsw

from ...analysis.folding import target_key
from ...model.document import Head, Link
from ...model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge, LinkTarget, ResolvedLink
from ...model.ref import Ref
from ...ports.storage import WriteBatch
from .meta import edition, remember
from .rows import HEAD_COLUMNS, HeadRow, head_of, storable

_LINK = "l.target, l.kind, l.section, l.anchor, l.line"
_TOUCHING = """
    select e.doc, e.target, l.kind, l.section, l.anchor from edges e join links l on l.doc = e.doc and l.n = e.n
    where e.target is not null and e.target <> e.doc and {}
"""
_LIKE = """
    select a.doc, b.doc, a.section, a.part, b.section, b.part, max(s.cosine)
    from {} join similar s on {} join chunks {} group by a.doc, b.doc
"""


_LinkRow = tuple[int, int, str, str, str]  # source and target, then kind, section and anchor
_AlikeRow = tuple[int, int, str, int | None, str, int | None, float]  # two documents, their places, the cosine


class FormerNames:
    """What the documents of a batch were called before it: those that their names concern are linked again."""

    def __init__(self, connection: apsw.Connection, batch: WriteBatch) -> None:
        paths = [*batch.removed, *(skipped.path for skipped in batch.skipped)]
        self._new = {item.document.head.path: item.document.head for item in batch.indexed}
        rows = connection.execute(
            f"select {HEAD_COLUMNS} from documents d where d.path in (select value from json_each(?))",
            (_listed([*paths, *self._new]),),
        )
        self._old = [HeadRow(*row) for row in rows]

    def mark(self, connection: apsw.Connection) -> None:
        """Marks the documents of the batch, and those whose links have a name that came or went."""
        keys: set[str] = set()
        unseen = dict(self._new)
        for row in self._old:
            new = unseen.pop(row.path, None)
            keys |= {key for _, _, key in _callings(head_of(row)) ^ (_callings(new) if new else set())}
            if new is None:
                connection.execute("delete from edges where target = ?", (row.id,))
        for head in unseen.values():
            keys |= {key for _, _, key in _callings(head)}
        connection.execute(
            "insert or ignore into unlinked select id from documents where path in (select value from json_each(?))",
            (_listed(self._new),),
        )
        connection.execute(
            """
            insert or ignore into unlinked
            select distinct l.doc from json_each(?) k cross join links l indexed by links_by_key on l.key = k.value
            """,
            (_listed(keys),),
        )


def _callings(head: Head) -> set[tuple[str, str, str]]:
    """How a link may call the document: in which way, the name as it is written, and its target_key.

    A title that becomes an alias is another calling: wikilinks know aliases and no titles. So is another accent.
    """
    named = (
        ("path", head.path), ("title", head.title), ("code", head.short_code), *(("alias", a) for a in head.aliases)
    )  # fmt: skip
    return {(way, name, target_key(name)) for way, name in named if target_key(name)}


def unlinked(connection: apsw.Connection, limit: int) -> Mapping[str, tuple[Link, ...]]:
    """The next documents in the queue with their links; those without links are in it too."""
    rows = connection.execute(
        f"""
        select d.path, {_LINK} from (select doc from unlinked order by doc limit ?) u
        join documents d on d.id = u.doc left join links l on l.doc = d.id order by d.id, l.n
        """,
        (limit,),
    )
    found: defaultdict[str, list[Link]] = defaultdict(list)
    for path, *link in rows:
        links = found[path]
        if link[0] is not None:
            links.append(Link(*link))
    return {path: tuple(links) for path, links in found.items()}


def link(connection: apsw.Connection, found: Mapping[str, Sequence[LinkTarget]]) -> None:
    """Stores what the links mean and takes their documents from the queue."""
    targets = {aim.target for aims in found.values() for aim in aims if aim.target}
    ids = dict(
        connection.execute(
            "select path, id from documents where path in (select value from json_each(?))",
            (_listed({*found, *targets}),),
        )
    )
    docs = [(ids[path],) for path in found if path in ids]
    connection.executemany("delete from edges where doc = ?", docs)
    connection.executemany(
        "insert into edges values (?, ?, ?, ?)",
        (
            (ids[path], n, ids.get(aim.target), aim.candidates)
            for path, aims in found.items()
            if path in ids
            for n, aim in enumerate(aims)
        ),
    )
    connection.executemany("delete from unlinked where doc = ?", docs)
    remember(connection, "edition", edition(connection) + 1)


def aimed(connection: apsw.Connection, docs: Iterable[str] | None, *, doubtful: bool) -> list[ResolvedLink]:
    """By source and place; links of documents that are in the queue and were never linked are left out."""
    condition = "where true" if docs is None else "where d.path in (select value from json_each(?))"
    if doubtful:
        condition += " and (e.target is null or e.candidates > 1)"
    rows = connection.execute(
        f"""
        select d.path, {_LINK}, t.path, e.candidates from documents d
        join edges e on e.doc = d.id join links l on l.doc = e.doc and l.n = e.n
        left join documents t on t.id = e.target {condition} order by d.path, l.n
        """,
        () if docs is None else (_listed(docs),),
    )
    return [
        ResolvedLink(path, Link(*link), LinkTarget(target or "", candidates))
        for path, *link, target, candidates in rows
    ]


def edges(connection: apsw.Connection, docs: Iterable[str] | None, kinds: Collection[str]) -> list[Edge]:
    """Links first, then likeness."""
    ids = None if docs is None else json.dumps(_ids(connection, docs))
    found = _links(connection, ids) if not kinds or {PARENT_OF, REFERENCES} & set(kinds) else []
    alike = _alike(connection, ids) if not kinds or SIMILAR_TO in kinds else []
    ends = {doc for row in found for doc in row[:2]} | {doc for row in alike for doc in row[:2]}
    path = _paths(connection, ends, all_=ids is None)
    made = (_edge(path[source], path[target], *link) for source, target, *link in found)
    likenesses = _likenesses(
        (Ref(path[one], section, part), Ref(path[other], beside, its_part), cosine)
        for one, other, section, part, beside, its_part, cosine in alike
    )
    return [*(edge for edge in made if not kinds or edge.kind in kinds), *likenesses]


def _ids(connection: apsw.Connection, docs: Iterable[str]) -> list[int]:
    rows = connection.execute(
        "select id from documents where path in (select value from json_each(?))", (_listed(docs),)
    )
    return [doc for (doc,) in rows]


def _paths(connection: apsw.Connection, ids: Collection[int], *, all_: bool) -> Mapping[int, str]:
    if all_:
        return dict(connection.execute("select id, path from documents"))
    listed = json.dumps(list(ids))
    return dict(
        connection.execute("select id, path from documents where id in (select value from json_each(?))", (listed,))
    )


def _links(connection: apsw.Connection, ids: str | None) -> list[_LinkRow]:
    if ids is None:
        return list(connection.execute(_TOUCHING.format("true")))
    among = "in (select value from json_each(?))"
    return [
        *connection.execute(_TOUCHING.format(f"e.doc {among}"), (ids,)),
        *connection.execute(_TOUCHING.format(f"e.target {among} and e.doc not {among}"), (ids, ids)),
    ]


def _alike(connection: apsw.Connection, ids: str | None) -> list[_AlikeRow]:
    to_b, to_a = ("s.chunk = a.id", "b on b.id = s.other"), ("s.other = b.id", "a on a.id = s.chunk")
    if ids is None:
        return list(connection.execute(_LIKE.format("chunks a", *to_b)))
    near = "(select * from chunks where doc in (select value from json_each(?)))"
    return [
        *connection.execute(_LIKE.format(f"{near} a", *to_b), (ids,)),
        *connection.execute(_LIKE.format(f"{near} b", *to_a), (ids,)),
    ]


def _edge(source: str, target: str, kind: str, section: str, anchor: str) -> Edge:
    if kind == "parent":
        return Edge(Ref(target), Ref(source), PARENT_OF)
    return Edge(Ref(source, section), Ref(target, anchor), REFERENCES)


def _likenesses(pairs: Iterable[tuple[Ref, Ref, float]]) -> list[Edge]:
    """One edge for two documents: their two places that are most alike, the document first by path as its source."""
    best: dict[tuple[str, str], Edge] = {}
    for one, other, cosine in pairs:
        source, target = sorted((one, other), key=lambda ref: ref.doc)
        known = best.get((source.doc, target.doc))
        if known is None or cosine > known.weight:
            best[source.doc, target.doc] = Edge(source, target, SIMILAR_TO, cosine)
    return list(best.values())


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
