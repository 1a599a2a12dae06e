"""Documents that say their version in every part, to see whether an index holds parts of two versions."""

from __future__ import annotations

from dataclasses import replace

from dowse.chunking.enrich import chunk_of
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.document import Unit
from dowse.model.ref import Ref
from dowse.ports.indexed_document import IndexedDocument, WriteBatch
from dowse.query.ast import ExactPhrase, FieldEquals, MatchAll
from tests.contract.engines import ALL, EVENLY, matching, paths, selected
from tests.making import indexed, make, unit

DOCUMENTS = tuple(f"{n}.md" for n in range(12))


def edition(version: int) -> WriteBatch:
    """All DOCUMENTS in that version, with their vectors."""
    items = tuple(_said(path, version) for path in DOCUMENTS)
    return WriteBatch(
        indexed=items, vectors={chunk.digest: unit(1, version) for item in items for chunk in item.chunks}
    )


def _said(path: str, version: int) -> IndexedDocument:
    name = f"v{version}"
    text = f"everywhere {name} {path} " + "words and more words " * 50
    plain = make(path, text, title=name, tags=("edition", name), modified=float(version))
    document = replace(plain, units=(Unit(name, name, 1, 0, len(text)),))
    chunk = chunk_of(document, Ref(path, name), 0, len(text), heading=name, before="")
    return indexed(document, chunks=(chunk,))


def version_of(engine: SqliteEngine) -> int:
    """The version that every part of every document says; an assertion fails when two parts disagree."""
    (name,) = {hit.head.title for hit in engine.select(MatchAll(), ALL)}
    version = int(name.removeprefix("v"))
    documents = engine.documents(DOCUMENTS)
    assert documents == {item.document.head.path: item.document for item in edition(version).indexed}
    assert (
        set(DOCUMENTS)
        == selected(engine, FieldEquals("tag", name))
        == selected(engine, ExactPhrase(f"everywhere {name}"))
    )
    assert set(DOCUMENTS) == set(paths(engine.match((name,), MatchAll(), ALL, weights=EVENLY)))
    for other in (version - 1, version + 1):
        assert matching(engine, f"v{other}") == ()
    near = engine.nearest(unit(1, version), MatchAll(), ALL)
    assert {hit.ref for hit in near} == {Ref(path, name) for path in DOCUMENTS}
    assert list(engine.pending(ALL)) == []
    return version
