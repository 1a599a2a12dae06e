"""The edges of base classes: from a type, or from the symbol around an anonymous one."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.document import Unit
from ...model.edge import ResolvedReference, SourceRelation
from ...model.ref import Ref
from ...model.source_reference import BaseReference
from .call_edges import ResolvedName, symbol_name
from .file_scope import TYPES, FileScope
from .scope_rules import GO


def base_edges(
    each: BaseReference, scope: FileScope, base: ResolvedName, unit: Unit | None
) -> Iterator[ResolvedReference]:
    """The edge to the base, unless it is the type itself; `unit` is that of the base of an anonymous class."""
    target = Ref(base.path, base.symbol)
    source = Ref(scope.path, each.subject or symbol_name(scope, each.symbol))
    if source == target:
        return
    if each.subject:
        is_asserted = scope.rules is GO and each.relation == "implements"  # also at `_~2`, a variable
        if (is_asserted or scope.symbol(each.subject)) and each.relation != "instance":
            yield ResolvedReference(source, target, each.relation, base.rule, each.line)
    elif unit and unit.kind in TYPES:
        relation: SourceRelation = "implements" if unit.kind == "interface" else "extends"
        yield ResolvedReference(source, target, relation, "anonymous", each.line)
