"""Searches a folder of notes, docs and code by keyword, by meaning and by link.

from dowse import open_vault

with open_vault("~/notes") as vault:
    for hit in vault.search("how do we rotate keys", limit=5).hits:
        print(hit.score, hit.path, hit.snippet)
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing it from typing takes most of the time before the command handles Ctrl-C
if TYPE_CHECKING:
    from .app.results.document_result import PassageResult as PassageResult
    from .app.results.search_result import HitResult as HitResult
    from .app.results.search_result import SearchResult as SearchResult
    from .app.vault import Vault as Vault
    from .app.vault import open_vault as open_vault
    from .model.errors import DowseError as DowseError
    from .model.hit import Hit as Hit
    from .query.parse import parse as parse

__version__ = "0.1.0"

_PUBLIC = {
    "DowseError": "model.errors",
    "Hit": "model.hit",
    "HitResult": "app.results.search_result",
    "PassageResult": "app.results.document_result",
    "SearchResult": "app.results.search_result",
    "Vault": "app.vault",
    "open_vault": "app.vault",
    "parse": "query.parse",
}
__all__ = [*_PUBLIC, "__version__"]  # noqa: PLE0604  # the keys are names


def __getattr__(name: str) -> object:
    """Public names are imported on first use, so that the command line starts without numpy and the storage engine."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  # as typing above

    return getattr(import_module(f".{_PUBLIC[name]}", __name__), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
