"""`under:`, `children:`, `links:` and `linked:` become sets of documents, which engines can decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..links.scope import OF_DOCUMENT, OF_FOLDER
from ..ports import Reader
from ..query.ast import Expr, Is, Leaf, OneOf, replaced, walk
from .reference import Reference, found, is_archived, nothing

_MOST_EXPLAINED = 3  # names that nothing has; a near miss is looked for among all names each time


@dataclass(frozen=True, slots=True)
class Resolved:
    """A tree without scopes, and what the user should know about those it had."""

    where: Expr
    hints: tuple[tuple[str, str, str], ...] = ()  # (field, value, hint)
    archived: bool = False  # whether a scope is that of an archived document


def resolved(expr: Expr, reader: Reader) -> Resolved:
    """The tree with each scope replaced by the documents in it; each is looked up once."""
    scopes = list(dict.fromkeys(leaf for leaf in walk(expr) if isinstance(leaf, Is) and leaf.field in OF_DOCUMENT))
    if not scopes:
        return Resolved(expr)
    references = _references(scopes, reader)
    sets: Mapping[Leaf, Expr] = {
        scope: OneOf(_documents(scope.field, references[scope.value], reader)) for scope in scopes
    }
    hints = tuple(
        (scope.field, scope.value, f"{scope.field}: {hint}")
        for scope in scopes
        if (hint := _hint(scope.field, references[scope.value]))
    )
    archived = any(reference.head is not None and is_archived(reference.head) for reference in references.values())
    return Resolved(replaced(expr, lambda leaf: sets.get(leaf, leaf)), hints, archived)


def _references(scopes: list[Is], reader: Reader) -> Mapping[str, Reference]:
    references: dict[str, Reference] = {}
    missing = 0
    for value in dict.fromkeys(scope.value for scope in scopes):
        known = found(value, reader)
        if known is None:
            missing += 1
            explained = missing <= _MOST_EXPLAINED
            known = Reference(value, hint=nothing(value, reader) if explained else f"nothing is called {value!r}")
        references[value] = known
    return references


def _documents(field: str, reference: Reference, reader: Reader) -> frozenset[str]:
    if reference.head is not None:
        return OF_DOCUMENT[field](reference.head, reader)
    return OF_FOLDER[field](reference.folder, reader) if reference.folder and field in OF_FOLDER else frozenset()


def _hint(field: str, reference: Reference) -> str:
    """What to say about the name; that it is a folder only where a folder does not do."""
    return "" if reference.folder and field in OF_FOLDER else reference.hint
