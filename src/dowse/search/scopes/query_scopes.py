"""The scopes in a query, which name documents and symbols, and the query without them.

Most queries have no scope, so this module loads nothing that resolves names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeGuard

from ...model.value_class import dataclass
from ...query.ast import Expr, FieldEquals, walk
from ...query.fields import FIELDS

RELATED = "related"
_OF_VAULTS = "in"
_SCOPES = frozenset(each.name for each in FIELDS if each.kind == "scope") - {_OF_VAULTS}


@dataclass(frozen=True, slots=True)
class ResolvedScopes:
    """A tree without scopes, with hints on their names."""

    where: Expr
    hints: tuple[tuple[str, str, str], ...] = ()  # (field, value, hint)
    original_leaves: Mapping[Expr, Expr] = field(default_factory=dict, compare=False)  # the scopes, by their sets
    related: tuple[str, ...] = ()  # the documents that `related:` names, unless it excludes
    archived: bool = False  # whether a scope in the query that is not excluded is that of an archived document


def scopes_of(expr: Expr) -> list[FieldEquals]:
    """The scopes in the tree, each once, in order."""
    return list(dict.fromkeys(leaf for leaf in walk(expr) if is_scope(leaf)))


def is_scope(node: Expr) -> TypeGuard[FieldEquals]:
    """Whether the leaf is a scope; `in:` is decided by the name of the vault alone."""
    return isinstance(node, FieldEquals) and node.field in _SCOPES
