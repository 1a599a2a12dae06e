"""What a source file says that the names of other files depend on, to be compared with what it said before."""

from __future__ import annotations

from ...model.source_reference import ImportReference
from .file_scope import FileScope
from .interface import deciding_signatures
from .module_keys import namespaces
from .scope_rules import C


def stated(scope: FileScope | None) -> object:
    """What the names of the file depend on, for itself and for others."""
    return symbols(scope), rest(scope)


def rest(scope: FileScope | None) -> object:
    """The same without its symbols."""
    if scope is None:
        return None
    bases = [each[:3] for each in scope.outline.references.bases if each.subject]
    return imports(scope), bases, deciding_signatures(scope.outline.symbols)


def imports(scope: FileScope | None) -> list[ImportReference]:
    """The imports, wherever they stand, without the functions that a file of C declares."""
    if scope is None:
        return []
    others = (each for each in scope.outline.references.imports if not scope.is_declaration(each))
    return [each._replace(line=0, symbol=None) for each in others]


def symbols(scope: FileScope | None) -> list[tuple[str, str, str, str]]:
    """The symbols; for C, again those that others can use, and the functions that the file declares; of Java
    and C# with the classes of their values.
    """
    if scope is None:
        return []
    units: list[tuple[str, str, str, str]] = [
        (unit.name, unit.title, unit.parent, unit.kind) for unit in scope.outline.units
    ]
    if scope.rules.states_types:
        results = zip(scope.symbols, scope.results, strict=True)
        return units + [(unit.name, unit.title, result, "value") for unit, result in results if result]
    if scope.rules is not C:
        return units
    listed = zip(scope.symbols, scope.outline.symbols, strict=True)
    units += [(unit.name, unit.title, "", "exported") for unit, facts in listed if facts.is_exported]
    return units + [("", name, "", "declared") for name in scope.declared]


def namespaces_of(scope: FileScope | None) -> set[str]:
    """The namespaces that a file declares where imports name these, or its package."""
    return set(namespaces(scope.outline.references)) if scope and scope.rules.states_namespace else set()
