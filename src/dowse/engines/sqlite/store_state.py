"""The facts, the files and the waiting work of an index, read together."""

from __future__ import annotations

from collections.abc import Mapping

import apsw

from ...ports.indexed_document import FileStamp
from ...ports.storage import StoreState
from .links import edges
from .vectors import embedding_spaces, similarity


def store_state(connection: apsw.Connection, facts: Mapping[str, str], known: Mapping[str, FileStamp]) -> StoreState:
    """The state; looks for waiting work only where the facts do not say that none is left."""
    return StoreState(
        facts,
        known,
        is_embedded=facts.get("complete") == _generation(facts) or not embedding_spaces.pending(connection, 1, ""),
        is_linked=not edges.unlinked(connection, 1),
        uncompared=0 if similarity.is_complete(connection) else similarity.uncompared(connection),
        similarity=similarity.terms(connection),
    )


def is_noted(state: StoreState) -> bool:
    """Whether the facts say which work is done, so that nobody looks for that work again."""
    facts = state.facts
    is_embedding_noted = not state.is_embedded or facts.get("complete") == _generation(facts)
    is_comparison_done = state.similarity is not None and not state.uncompared
    return is_embedding_noted and (not is_comparison_done or facts.get("alike_complete") == facts.get("generation", ""))


def _generation(facts: Mapping[str, str]) -> str:
    return facts.get("generation") or "0"
