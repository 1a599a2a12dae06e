"""The names that other documents may find in a source file otherwise than before a change of it."""

from __future__ import annotations

from ...analysis.code.symbol_names import unnumbered
from ...model.source_reference import ImportReference, SourceReferences
from ...model.value_class import dataclass
from .module_keys import module_parts
from .scope_rules import ScopeRules


@dataclass(frozen=True, slots=True)
class InterfaceChange:
    """The names that mean something else in a file, and whether the files whose names it passes on are others."""

    names: frozenset[str] = frozenset()
    is_passing_others: bool = False


def interface_change(before: SourceReferences, after: SourceReferences, rules: ScopeRules) -> InterfaceChange:
    """What other imports and bases of a file change; its symbols are compared elsewhere."""
    imports = {each[:5]: each for each in (*before.imports, *after.imports)}
    changed = {each[:5] for each in before.imports} ^ {each[:5] for each in after.imports}
    bases = {each[:3] for each in before.bases} ^ {each[:3] for each in after.bases}
    names = {_last(subject) for subject, *_ in bases}
    brings_all = [key for key in changed if is_star(imports[key], rules)]
    if brings_all:  # the bases of its types may be others
        names |= {_last(each.subject) for each in (*before.bases, *after.bases)}
    for key in changed.difference(brings_all):
        each = imports[key]
        local = each.alias or each.name
        names |= {local} if local else set(module_parts(each.module))
    return InterfaceChange(frozenset(names), any(passes_on(imports[key], rules) for key in brings_all))


def is_star(each: ImportReference, rules: ScopeRules) -> bool:
    """Whether the import brings all names of a module."""
    brings_all = rules.imports_all or rules.has_namespaces
    return not each.alias and not each.is_own_name and (each.name == "*" or (brings_all and not each.name))


def is_offered(each: ImportReference, rules: ScopeRules) -> bool:
    """Whether the module offers the imported name to others: Python's do with each name that they have."""
    return each.reexported or rules.name == "python"


def passes_on(star: ImportReference, rules: ScopeRules) -> bool:
    """Whether the file has the names of that import of all names for others, too."""
    return rules.imports_all or is_offered(star, rules)


def _last(qualified_name: str) -> str:
    return unnumbered(qualified_name).rpartition(".")[2]
