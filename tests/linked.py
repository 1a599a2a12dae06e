"""Documents with links between them, indexed and linked."""

from __future__ import annotations

import time
from dataclasses import replace

from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.model.document import Document, Link
from dowse.ports.indexed_document import WriteBatch
from tests.contract.engines import Engine
from tests.making import indexed, make


def linking(path: str, *targets: str, text: str = "", parent: str = "", tags: tuple[str, ...] = ()) -> Document:
    """A document with wikilinks to the targets, each on a line of its own from 1 on, and perhaps a parent."""
    links = tuple(Link(target, "wikilink", line=n) for n, target in enumerate(targets, start=1))
    stated = (Link(parent, "parent"),) if parent else ()
    return replace(make(path, text, tags=tags), links=(*stated, *links))


def linked(engine: Engine, *documents: Document) -> Engine:
    """The engine with the documents, their links resolved."""
    engine.write(WriteBatch(indexed=tuple(map(indexed, documents))))
    link_pending(engine, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    return engine
