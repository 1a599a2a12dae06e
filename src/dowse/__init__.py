"""Finds anything in a folder of notes, docs and code: by word, by meaning, by link.

from dowse import Request, open_session
answer, state = open_session(Path("~/notes").expanduser()).search(Request("how do we rotate keys"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .app.vault_session import VaultSession as VaultSession
    from .app.vault_session import open_session as open_session
    from .indexing.freshness import IndexState as IndexState
    from .model.errors import DowseError as DowseError
    from .model.hit import Hit as Hit
    from .model.ref import Ref as Ref
    from .query.parse import parse as parse
    from .search.execute import Answer as Answer
    from .search.execute import Request as Request
    from .search.profile import Profile as Profile

__version__ = "0.1.0"

_PUBLIC = {
    "Answer": "search.execute",
    "DowseError": "model.errors",
    "Hit": "model.hit",
    "IndexState": "indexing.freshness",
    "Profile": "search.profile",
    "Ref": "model.ref",
    "Request": "search.execute",
    "VaultSession": "app.vault_session",
    "open_session": "app.vault_session",
    "parse": "query.parse",
}
__all__ = [*_PUBLIC, "__version__"]  # noqa: PLE0604  # the keys are names


def __getattr__(name: str) -> object:
    """Imports a public name when it is asked for, so that the command line starts without numpy and the engines."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_PUBLIC[name]}", __name__), name)
