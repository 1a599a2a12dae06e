"""Calls, bases and imports by a name that nothing in the index has, such as that of a renamed or removed symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from posixpath import normpath

from ...analysis.code.predeclared_names import RECEIVERS
from ...analysis.code.symbol_names import parts_of_name
from ...analysis.folding import fold
from ...graph.source_references.file_scope import TYPES
from ...graph.source_references.module_keys import module_parts, module_path
from ...graph.source_references.scope_rules import ECMASCRIPT, PYTHON, ending_of, rules_of
from ...model.qualified_path import addressed
from ...model.source_reference import ImportReference, SourceReferences
from ...ports.storage import Reader
from ...query.ast import Expr, ReferenceLine
from ..names.name_files import NameFiles
from ..names.name_notes import quote_name
from .external_names import imports_of_index

_MOST_LISTED = 3  # places

_Use = tuple[tuple[str, ...], int]  # the name as written, the line
_USES: Mapping[str, tuple[str, str, Callable[[SourceReferences], Iterator[_Use]]]] = {
    "calls": ("call", "calls", lambda references: ((each.callee, each.line) for each in references.calls)),
    "extends": ("base", "bases", lambda references: ((each.base, each.line) for each in references.types)),
}


def unknown_target_hint(
    field: str, name: str, reader: Reader, filters: Expr, known: frozenset[ReferenceLine] = frozenset()
) -> str:
    """Where source files use a name that no symbol has; for `imports:` also that of a module. Empty for none.

    `known` are the places that the field selects. Files that meet the filters are read first.
    """
    if field == "imports":
        return _imports_hint(name, reader, filters)
    parts = parts_of_name(name)
    if field not in _USES or not parts or rules_of(name) or parts[-1] in RECEIVERS or not _is_gone(parts, reader):
        return ""
    one, many, uses = _USES[field]
    files, selected = NameFiles(reader, parts[-1:]), {(ref.doc, line) for ref, line in known}
    found = [
        (path, line)
        for path, outline in files.read(filters)
        for written, line in uses(outline.references)
        if written[-1] == parts[-1] and (path, line) not in selected
    ]
    more = "more " if selected else ""
    return _hint(found, f"{more}{one}", f"{more}{many}", parts[-1], "symbol", is_whole=files.is_whole)


def _is_gone(parts: tuple[str, ...], reader: Reader) -> bool:
    """Whether no symbol has the simple name; of a qualified name, if the index has the type that it names."""
    names = list(map(fold, parts[-2:]))
    found = reader.definitions(names)
    return not found.get(names[-1]) and (
        len(names) < 2 or any(each.unit.kind in TYPES for each in found.get(names[0], ()))
    )


def _imports_hint(name: str, reader: Reader, filters: Expr) -> str:
    """Where files of the vault are imported by the name of a module that none of them has, or a name from them."""
    is_path = rules_of(name) is not None
    parts = module_parts("/".join(module_path(name)) if is_path else name)
    if not parts:
        return ""
    files = NameFiles(reader, parts[-1:])
    imports = [
        (path, each)
        for path, outline in files.read(filters)
        for each in outline.references.imports
        if not each.is_own_name
        and (not is_path or rules_of(path) is rules_of(name))
        and _names(each, path, parts, is_path=is_path)
    ]
    if not any(each.level for _, each in imports):  # of other packages
        return ""
    resolved = imports_of_index({path for path, _ in imports}, reader)
    is_defined = bool(reader.definitions((fold(parts[-1]),)))
    found = [
        (path, each.line)
        for path, each in imports
        if (path, each.module) not in resolved or (not is_defined and each.name == parts[-1])
    ]
    return _hint(found, "import", "imports", name, "file or symbol of the index", is_whole=files.is_whole)


def _names(each: ImportReference, path: str, parts: tuple[str, ...], *, is_path: bool) -> bool:
    """Whether the module, as far as it is known, or the name is the wanted one in the file at that path."""
    placed = _placed(each, path)
    module = placed or module_parts(_without_ending(each.module, path))
    may_be_longer = not placed and (is_path or each.level)
    return any(
        bool(written) and written[-length:] == parts[-length:]
        for written in (module, (*module, each.name))
        for length in (min(len(written), len(parts)) if may_be_longer else len(parts),)
    )


def _placed(each: ImportReference, path: str) -> tuple[str, ...]:
    """The module with its folders, if it is relative to the file at that path; empty else, and for the root."""
    rules, folder = rules_of(path), path.rpartition("/")[0].rpartition(":")[2]  # without the vault
    if rules is PYTHON and each.level:
        above = "/.." * (each.level - 1)
        return module_parts(normpath(f"{folder}{above}/{'/'.join(module_parts(each.module))}"))
    if rules is ECMASCRIPT and each.module.startswith("."):
        return module_parts(normpath(f"{folder}/{_without_ending(each.module, path)}"))
    return ()


def _without_ending(module: str, path: str) -> str:
    """The module without the ending of a file in the language of that path: `./store` for `./store.js`."""
    rules = rules_of(path)
    has_ending = rules is not None and rules is not PYTHON and rules_of(module) is rules
    return module[: -len(ending_of(module))] if has_ending else module


def _hint(places: Iterable[tuple[str, int]], one: str, many: str, name: str, what: str, *, is_whole: bool) -> str:
    found = sorted(set(places))
    if not found:
        return ""
    count = f"{'' if is_whole else 'at least '}{len(found):,} {many if len(found) > 1 else one}"
    listed = [part for path, line in found[:_MOST_LISTED] for part in (", ", f"{path}:{line}")][1:]
    rest = f" and {len(found) - _MOST_LISTED:,} more" if len(found) > _MOST_LISTED else ""
    return addressed(
        f"{count} of {quote_name(name)} {'lead' if len(found) > 1 else 'leads'} to no {what}: ", *listed, rest
    )
