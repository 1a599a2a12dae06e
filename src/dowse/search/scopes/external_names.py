"""Bases and calls of source code by names alone: of no file of the index, such as those of an installed package, or of
variables of C, which other files call through a header.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...analysis.code.predeclared_names import RECEIVERS, built_into
from ...analysis.code.symbol_names import parts_of_name
from ...analysis.folding import fold
from ...graph.source_references.call_edges import symbol_name
from ...graph.source_references.file_scope import FileScope
from ...graph.source_references.module_keys import module_parts, namespaces
from ...graph.source_references.scope_rules import C, rules_of
from ...model.ref import Ref
from ...model.source_reference import ImportReference, SourceReferences
from ...model.symbol import is_macro
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.ast import Expr, ReferenceLine
from ..names.broken_definitions import broken_definition
from ..names.name_files import NameFiles
from ..names.symbol_lookup import symbols_named

_MOST_MODULES = 3  # that are listed


@dataclass(frozen=True, slots=True)
class ExternalName:
    """The places that use a name as written, and the modules from which they import it, the most frequent first."""

    name: str
    places: frozenset[ReferenceLine] = frozenset()
    uses: int = 0
    modules: tuple[str, ...] = ()  # outside of the index
    languages: tuple[str, ...] = ()  # into which it is built
    aliased: str = ""  # its name in the module, if the places import it under another one
    is_inside: bool = False  # whether places import it from files of the index, which has such a symbol
    is_defined: bool = False  # whether the index has a symbol of the name, which the places do not mean
    broken: str = ""  # a place that seems to define it, and that was not parsed
    is_whole: bool = True  # whether all files with the name were read
    unread: str = ""  # what the places lack, if files that the query selects were not read
    variable: str = ""  # the address of the variable or macro that it is
    is_resolved: bool = False  # whether calls of that variable or macro are resolved, which are not among the places

    @property
    def hint(self) -> str:
        """Why the name is no symbol of the index, and how many places have it."""
        languages = " and ".join(self.languages)
        if not self.uses and self.is_resolved:
            return f"{self.name} is a variable or a macro ({self.variable})"
        if not self.uses:
            return f"{self.name} is built into {languages}; no place names it" if languages else ""
        listed = ", ".join(self.modules[:_MOST_MODULES])
        rest = f" and {len(self.modules) - _MOST_MODULES:,} more" if len(self.modules) > _MOST_MODULES else ""
        are = "is" if len(self.modules) == 1 else "are"
        origin = f"imported from {listed}{rest}, which {are} not in this index"
        if self.aliased:
            origin = f"another name of {self.aliased}, {origin}"
        if self.variable:
            where = "; in files that do not see that" if self.is_resolved else ", whose calls are found by name"
            origin = f"a variable or a macro ({self.variable}){where}"
        elif not self.modules:
            origin = f"built into {languages}" if languages else self._without_module
        least = "" if self.is_whole else "at least "
        count = "1 place names" if self.uses == 1 else f"{self.uses:,} places{self._in_files} name"
        return f"{self.name} is {origin}{',' if self.is_resolved else ';'} {least}{count} it"

    @property
    def _in_files(self) -> str:
        files = len({ref.doc for ref, _ in self.places})
        return f" in {files:,} files" if files > 1 else ""

    @property
    def is_unknown(self) -> bool:
        """Whether neither a module nor a language nor a file of the index is known to have the name."""
        return not (self.modules or self.languages or self.is_inside or self.is_defined or self.broken or self.variable)

    @property
    def _without_module(self) -> str:
        if self.is_inside:
            return "imported from another file"
        if self.broken:
            return f"probably defined at {self.broken}, which is not parsed, as inside a syntax error"
        if self.is_defined:
            return "defined in this index, but not where these places see it"
        return "defined nowhere in this index"


_Written = tuple[tuple[str, ...], int | None, int]  # the name as written, the symbol around, the line
_WRITTEN: Mapping[str, Callable[[SourceReferences], Iterator[_Written]]] = {
    "calls": lambda references: ((each.callee, each.symbol, each.line) for each in references.calls),
    "extends": lambda references: ((each.base, each.symbol, each.line) for each in references.types),
}


def external_name(
    field: str, name: str, reader: Reader, filters: Expr, known: Collection[Ref] = frozenset()
) -> ExternalName:
    """The uses of the name in calls, for `calls:`, or as a base, for `extends:`; none for other fields.

    `known` are the symbols whose use is resolved.

    Files that meet the filters are read first, and then the others, up to a number of names in them.
    """
    parts = parts_of_name(name)
    is_path = rules_of(name) is not None
    if field not in _WRITTEN or not parts or is_path or parts[-1] in RECEIVERS:
        return ExternalName(name)
    files, variable = NameFiles(reader, parts), variable_of_c(name, reader) if field == "calls" else ""
    uses = [
        each
        for path, outline in files.read(filters)
        if (rules := rules_of(path)) and (rules is C or not variable) and _may_use(parts[-1], outline.references, field)
        for each in _uses(field, parts, FileScope(path, outline, rules))
        if each.user not in known
    ]
    outside, inside = _by_origin(uses, reader)
    modules = Counter(module for _, module in outside)
    aliased = {".".join(whole) for whole, _ in outside if whole[-len(parts) :] != parts}
    endings = {each.user.doc.rpartition(".")[2] for each in uses} or set(reader.vocabulary("ext"))
    languages = () if modules or len(parts) > 1 else built_into(parts[0], endings)
    is_inside = bool(reader.definitions({fold(whole[-1]) for whole in inside}))
    has_origin = bool(modules or languages or is_inside or not uses)
    return ExternalName(
        ".".join(parts),
        places=frozenset((each.user, each.line) for each in uses),
        uses=len(uses),
        modules=tuple(module for module, _ in modules.most_common()),
        languages=languages,
        aliased=aliased.pop() if len(aliased) == 1 else "",
        is_inside=is_inside,
        is_defined=not has_origin and bool(reader.definitions((fold(parts[-1]),))),
        broken="" if has_origin else broken_definition(parts[-1], reader),
        is_whole=files.is_whole,
        unread=files.unread,
        variable=variable,
        is_resolved=bool(variable and known),
    )


def variable_of_c(name: str, reader: Reader) -> str:
    """The address of the symbol of the name, if all of the name are macros of C or variables that other files see.

    A macro is that of the files that see it: in others a call means a function of an installed library.
    """
    found = symbols_named(name, reader)
    if not found or not all(rules_of(each.head.path) is C for each in found):
        return ""
    others = [each for each in found if each.unit.kind != "const" or not each.is_exported]
    outlines = reader.source_outlines({each.head.path for each in others}) if others else {}
    signatures = {(path, facts.unit): facts.signature for path, own in outlines.items() for facts in own.symbols}
    if not all(is_macro(signatures.get((each.head.path, each.unit.name), "")) for each in others):
        return ""
    return str(Ref(found[0].head.path, found[0].unit.name))


def _may_use(last: str, references: SourceReferences, field: str) -> bool:
    """Whether a use or an import in the file has the last part of the name."""
    return any(written[-1] == last for written, *_ in _WRITTEN[field](references)) or any(
        last in {each.name, each.alias} or last in each.module for each in references.imports
    )


class _Use(NamedTuple):
    """A place that uses a name."""

    user: Ref
    line: int
    name: tuple[str, ...]  # the whole name, with its module
    imported: ImportReference | None


def _uses(field: str, parts: tuple[str, ...], scope: FileScope) -> Iterator[_Use]:
    """The uses of the name in a file, as written or as a name that an import gives."""
    for written, symbol, line in _WRITTEN[field](scope.outline.references):
        for whole, imported in _origin(written, scope, symbol):
            if parts in {whole[-len(parts) :], written[-len(parts) :]}:
                yield _Use(Ref(scope.path, symbol_name(scope, symbol)), line, whole, imported)


def _by_origin(
    uses: Sequence[_Use], reader: Reader
) -> tuple[Sequence[tuple[tuple[str, ...], str]], Sequence[tuple[str, ...]]]:
    """The imported names that are of no file of the index, each with its module, and those of files of the index."""
    imported = [(each.name, each.user.doc, each.imported) for each in uses if each.imported]
    own = imports_of_index({each.user.doc for each in uses}, reader)
    own |= _types_of_namespaces({(doc, binding.module) for _, doc, binding in imported if binding.alias}, reader)
    outside = [(name, binding.module) for name, doc, binding in imported if not _is_own(binding, doc, own)]
    return outside, [name for name, doc, binding in imported if _is_own(binding, doc, own)]


def _origin(
    written: tuple[str, ...], scope: FileScope, symbol: int | None
) -> Iterator[tuple[tuple[str, ...], ImportReference | None]]:
    """The whole name with its module, and the import; nothing for a member of an object and for a name of the file."""
    head, *rest = written
    if scope.visible(head, symbol):
        return
    if each := scope.imported.get(head):
        is_module = each.name in {"", "*"}
        whole = module_parts(each.module.strip("<>"))
        if is_module and not each.alias and whole[:1] == (head,):  # `import a.b` binds `a`
            yield written, each
        else:
            named = () if is_module else (each.alias or head,) if each.name == "default" else (each.name,)
            yield (*whole, *named, *rest), each
    elif not rest:
        yield written, None


def imports_of_index(docs: set[str], reader: Reader) -> set[tuple[str, str]]:
    """Files, and modules that they import and that are files of the index."""
    references = reader.references(docs) if docs else ()
    lines = {(each.source.doc, each.line) for each in references if each.relation == "imports"}
    outlines = reader.source_outlines({doc for doc, _ in lines} & docs)
    return {
        (doc, each.module)  # an edge has only the first line of several imports
        for doc, outline in outlines.items()
        for each in outline.references.imports
        if (doc, each.line) in lines
    }


def _types_of_namespaces(aliased: set[tuple[str, str]], reader: Reader) -> set[tuple[str, str]]:
    """Those of the files with a type that they import whose namespace and name a file of the index has, as in C#."""
    types = {
        (doc, module): module_parts(module)
        for doc, module in aliased
        if (rules := rules_of(doc)) and rules.has_namespaces
    }
    defined = reader.definitions({fold(parts[-1]) for parts in types.values() if parts}) if types else {}
    outlines = reader.source_outlines({each.head.path for same in defined.values() for each in same})
    known = {
        (*module_parts(namespace), each.unit.title)
        for same in defined.values()
        for each in same
        if each.head.path in outlines
        for namespace in namespaces(outlines[each.head.path].references)
    }
    return {key for key, parts in types.items() if parts in known}


def _is_own(each: ImportReference, doc: str, own: set[tuple[str, str]]) -> bool:
    return bool(each.level) or (doc, each.module) in own
