"""The documents around a document: links, parents, similar ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..indexing.freshness import IndexState
from ..model.document import Head
from ..model.edge import SIMILAR_TO
from .location import Progress
from .related import KINDS, USUAL, RelatedDocument, related, unseen
from .vault_session import VaultSession


def around(
    vault: VaultSession, ref: str, *, depth: int, via: Iterable[str], limit: int, progress: Progress
) -> tuple[Head, tuple[RelatedDocument, ...], IndexState]:
    """The document that is meant and what is connected with it, over the kinds named in `via` or the usual ones.

    Raises RefError when the reference means nothing.
    """
    kinds = frozenset(KINDS[name] for name in via) or USUAL
    (head, found), state = vault.ask(
        lambda reader: related(ref, reader, depth=depth, kinds=kinds, limit=limit),
        likeness=SIMILAR_TO in kinds,
        progress=progress,
    )
    left_out, _ = vault.ask(lambda reader: unseen(head, reader, depth=depth, kinds=kinds), progress=progress)
    return head, found, replace(state, remarks=(*state.remarks, *filter(None, [left_out])))
