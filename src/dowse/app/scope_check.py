"""Whether the queries of a scope select documents of the vaults, before a server runs with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial

from .client_scope import ClientScope
from .location import VaultLocation
from .sessions.index_folders import is_indexed
from .sessions.scoped_files import queries_without_documents
from .sessions.vault_session import open_session


def scope_remarks(places: Iterable[VaultLocation], scope: ClientScope) -> Iterator[str]:
    """A remark on each query that selects nothing in the present index of a vault, and on a vault without an index.

    Raises VaultError, StorageError and IndexDamagedError for a vault that cannot be read.
    """
    for place in places if scope else ():
        if not is_indexed(VaultLocation(place.root, place.index_dir)):
            yield f"{place.name} is not indexed yet, so the scope is not checked; `dowse index {place.root}` indexes it"
            continue
        with closing(open_session(place.root, index_dir=place.index_dir, repairs=False)) as vault:
            yield from vault.peek(partial(queries_without_documents, scope, place.name))
