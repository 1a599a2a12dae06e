"""`calls:`, `imports:`, `explains:` and their like: places by the references of source code and by names in it."""

from __future__ import annotations

from ...graph.source_references.scope_rules import rules_of
from ...model.ref import Ref
from ...ports.storage import Reader
from ...query.ast import Expr, FieldEquals, OneOf, ReferenceLine
from ...query.leaf_parser import unlinked
from ..names.name_notes import all_count_hint, quote_name
from ..names.reference import Reference, find_reference, find_symbol
from .equal_definitions import equal_definitions
from .external_modules import ExternalModule, external_module
from .external_names import ExternalName, external_name, variable_of_c
from .overloads import calls_of_overload
from .reference_scopes import OF_MODULES, anonymous_hint, module_documents, places, unresolved_calls_hint
from .resolved_scope import ResolvedScope, non_empty
from .symbol_imports import SymbolImports, symbol_imports
from .unknown_targets import unknown_target_hint


def resolve_code_scope(scope: FieldEquals, target: Reference | None, reader: Reader, filters: Expr) -> ResolvedScope:
    """The places that the scope of the target selects. Source files that meet the filters are read first."""
    resolve = _resolve_modules if scope.field in OF_MODULES else _resolve_symbols
    return resolve(scope, target, reader, filters)


def code_name_hint(scope: FieldEquals, hint: str, suggestion: str) -> str:
    """The hint on a name that nothing has; the field of a reference takes other names than those of documents."""
    meant = f"did you mean {suggestion!r}?" if suggestion else hint.partition("; ")[2]
    return f"no symbol, file or module has the name {quote_name(scope.value)}; {meant}"


def _resolve_symbols(scope: FieldEquals, target: Reference | None, reader: Reader, filters: Expr) -> ResolvedScope:
    """Of a field whose names are those of symbols: by resolved references, by those to one of several equal
    definitions, and by the name as written if no symbol of the index has it.
    """
    equal = equal_definitions(scope.field, target, reader, filters)
    found = places(scope.field, unlinked(scope.value), target, reader)
    if scope.field == "calls" and target is not None:
        found = calls_of_overload(found, target.ref, reader)
    selected = _at(found) | _at(equal.places)
    external = ExternalName(scope.value)
    if _is_external(scope, target, selected, reader):
        external = external_name(scope.field, scope.value, reader, filters, selected.places)
        selected |= _at(external.places)
    hint = external.hint
    if target is not None and not hint:
        about = equal.hint or _uses_hint(scope, target, selected, reader, filters)
        hint = "; ".join(non_empty(_target_hint(target), about))
    unknown = ""
    if external.is_unknown if target is None else not selected.docs and not equal.hint:
        unknown = unknown_target_hint(scope.field, scope.value, reader, filters, selected.lines)
    is_unknown = target is None and not selected.docs and not hint and not unknown
    return ResolvedScope(target, selected, non_empty(hint, unknown, external.unread), is_unknown)


def _is_external(scope: FieldEquals, target: Reference | None, selected: OneOf, reader: Reader) -> bool:
    """Whether the scope selects nothing and no symbol of the index has its name; for a base class, whichever has it:
    `Error` is a type of the language beside a page of that name; for a call also if only variables or macros have it.
    """
    is_symbol = target is not None and target.has_section and target.is_code
    if not is_symbol or scope.field != "calls":
        return not selected.docs and (not is_symbol or scope.field == "extends")
    return bool(variable_of_c(scope.value, reader))


def _uses_hint(scope: FieldEquals, target: Reference, selected: OneOf, reader: Reader, filters: Expr) -> str:
    """The hint on calls that are not resolved, and on bases of anonymous classes."""
    if scope.field == "extends":
        return anonymous_hint(target, reader)
    if scope.field == "calls" and target.ref is not None:
        callers = frozenset((ref.doc, line) for ref, line in selected.lines)
        return unresolved_calls_hint(target.ref, reader, filters, is_called=bool(selected.docs), callers=callers)
    return ""


def _resolve_modules(scope: FieldEquals, target: Reference | None, reader: Reader, filters: Expr) -> ResolvedScope:
    """Of a field whose names are those of modules: by resolved references; for `imports:` also by the name of a module
    outside of the index, and by the symbols of the name; at last by a name under which a file exports a symbol.
    """
    name, is_of_imports = unlinked(scope.value), scope.field == "imports"
    selected, module = _at(places(scope.field, name, target, reader)), ExternalModule(name)
    if is_of_imports:
        module = external_module(name, reader, filters, module_documents(name, reader))
        selected |= _at(module.files)
    module_hint = module.hint(selected.places)
    is_renamed = target is None and not selected.docs
    if is_renamed:  # whose look-up takes longer
        target = find_reference(scope.value, reader)
        selected = _at(places(scope.field, name, target, reader))
    imports = SymbolImports()
    if is_of_imports:
        imports = symbol_imports(_imported_symbols(scope, target, reader), name, reader, filters)
        selected |= _at(imports.places)
    is_module = bool(selected.docs) and not is_renamed and rules_of(name) is None  # rather than what else has the name
    hint = "" if target is None or is_module else _target_hint(target)
    unknown = ""
    if is_of_imports and not selected.docs and (target is None or target.has_section):  # rather than a file
        unknown = unknown_target_hint("imports", name, reader, filters)
    return ResolvedScope(
        target,
        selected,
        non_empty(hint, module_hint, unknown, imports.unread),
        is_unknown=target is None and not selected.docs and not unknown,
        suggestion=module.longer[0] if module.longer else "",
    )


def _imported_symbols(scope: FieldEquals, target: Reference | None, reader: Reader) -> tuple[Ref, ...]:
    """The symbols that the scope of imports names, beside a module or a file of the name."""
    is_path = rules_of(scope.value) is not None or "/" in scope.value
    named = target if is_path or target is None or target.has_section else find_symbol(scope.value, reader)
    if named is None or named.ref is None or not named.is_code:
        return ()
    return named.symbols or ((named.ref,) if named.ref.section else ())


def _target_hint(target: Reference) -> str:
    """The hint on a name that something has; a folder means the documents in it."""
    if target.symbols:
        return all_count_hint(target.text, target.symbols)
    return "" if target.folder else target.hint


def _at(found: frozenset[ReferenceLine]) -> OneOf:
    refs = frozenset(ref for ref, _ in found)
    return OneOf(frozenset(ref.doc for ref in refs), refs, frozenset(each for each in found if each[1]))
