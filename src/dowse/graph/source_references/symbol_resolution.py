"""Resolve imports, base classes and calls to files and symbols: the references of a file, by what its names mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...model.edge import ReferenceResolution, ReferenceUpdate, ResolvedReference, ResolvedReferences
from ...model.ref import Ref
from ...model.source_reference import BaseReference, ImportReference
from .base_edges import base_edges
from .call_cache import CallCache, FileResolution
from .call_edges import ResolvedName, call_edges, replaced_edges, symbol_count, symbol_name
from .file_scope import FileScope
from .interface import declaration_key, symbol_key
from .name_resolution import NameResolver, NamesOfFile
from .script_packages import ScriptPackages
from .source_files import SourceFiles, SourceLookup


class SourceResolver:
    """Resolves the references of many files, and keeps what it has read of them."""

    def __init__(self, index: SourceLookup, packages: ScriptPackages | None = None) -> None:
        self.sources = SourceFiles(index, packages)
        self._names = NameResolver(self.sources, index)
        self.call_cache: CallCache = CallCache()

    def forget(self, changed: Collection[str]) -> None:
        """See SourceFiles.forget; all documents that depend on earlier changes are resolved."""
        self.sources.forget(changed)
        self.call_cache.begin(changed)

    def compare_changed(self) -> frozenset[str]:
        """Forgets what may be otherwise after the change; the names that mean something else, if no others do."""
        names = self.sources.compare_changed()
        if names is None:
            self._names.clear()
            self.call_cache.clear()
        elif names:
            self._names.forget(names)
            self.call_cache.change(names)
        return names or frozenset()

    def resolved(self, paths: Sequence[str]) -> dict[str, ReferenceResolution]:
        """For each source file its references that mean a file or a symbol, in the order of the text, each once.

        Of a file that was resolved before a change of others, what the change has given another meaning.
        """
        scopes = self.sources.read(paths)
        self._names.begin(scopes)
        return {scope.path: self._of_file(scope) for scope in scopes}

    def named(self, path: str, name: str) -> Ref | None:
        """The symbol that the file imports, or offers to others, under the name, or the file of the module."""
        scope = self.sources.scope(path)
        if scope is None:
            return None
        own = scope.own_names.get(name, name)
        unit = scope.top.get(own)
        meaning = ResolvedName(path, unit.name, "file") if unit else None
        if meaning is None and own in scope.imported:
            meaning = self._names.of_import(scope.imported[own], scope)
        meaning = meaning or self._names.export(path, name)
        return Ref(meaning.path, meaning.symbol) if meaning else None

    def _of_file(self, scope: FileScope) -> ReferenceResolution:
        references = scope.outline.references
        before = self.call_cache.of(scope.path)
        others = before.others if before and not self.call_cache.concerns_imports(references) else None
        if before and others and (revised := self._revised(scope, before)):
            return revised
        with self.sources.keys.recorded() as consulted:
            others = others or self._imports_and_bases(scope)
            meanings = self._meanings(scope, before.calls if before else None)
        keys = frozenset(consulted.difference(map(symbol_key, scope.stated)))
        keys |= frozenset(map(declaration_key, scope.declared))
        others = others._replace(keys=keys | before.others.keys if before else keys)
        edges, calls = call_edges(scope, meanings)
        resolved = others.resolved + calls
        self.call_cache.keep(scope.path, FileResolution(meanings, others, resolved))
        total = others.total + len(references.calls)
        return ResolvedReferences((*others.edges, *edges), others.keys, total, resolved)

    def _revised(self, scope: FileScope, before: FileResolution) -> ReferenceUpdate | None:
        """What a change gives another meaning; None if calls have got an edge."""
        with self.sources.keys.recorded() as consulted:
            meanings = self._meanings(scope, before.calls)
        changed = [n for n, each in enumerate(before.calls) if meanings[n] is not each and meanings[n] != each]
        replaced = replaced_edges(scope, before.calls, meanings, changed) if changed else []
        if replaced is None:
            return None
        keys = consulted.difference(map(symbol_key, scope.stated)) - before.others.keys
        resolved = before.resolved + symbol_count(meanings, changed) - symbol_count(before.calls, changed)
        known = before.others._replace(keys=before.others.keys | keys)
        self.call_cache.keep(scope.path, FileResolution(meanings, known, resolved))
        return ReferenceUpdate(tuple(replaced), frozenset(keys), resolved)

    def _imports_and_bases(self, scope: FileScope) -> ResolvedReferences:
        found: dict[tuple[Ref, Ref, str], ResolvedReference] = {}
        bases, resolved = scope.outline.references.types, 0
        imports = [each for each in scope.outline.references.imports if not each.is_own_name]
        for edges in (
            *(self._import_edges(each, scope) for each in imports),
            *(self._base_edges(each, scope) for each in bases),
        ):
            own = list(edges)
            resolved += bool(own)
            for each in own:
                found.setdefault((each.source, each.target, each.relation), each)
        return ResolvedReferences(tuple(found.values()), total=len(imports) + len(bases), resolved=resolved)

    def _meanings(self, scope: FileScope, before: Sequence[ResolvedName | None] | None) -> list[ResolvedName | None]:
        """What the calls mean, in order; of those that a change does not concern what they meant before."""
        names: NamesOfFile = {}
        calls = scope.outline.references.calls
        if before is None:
            return [self._names.meaning(callee, scope, symbol, names=names) for callee, _, symbol in calls]
        found = list(before)
        for n in self.call_cache.concerned_calls(scope.outline.references):
            callee, _, symbol = calls[n]
            found[n] = self._names.meaning(callee, scope, symbol, names=names)
        return found

    def _import_edges(self, each: ImportReference, scope: FileScope) -> Iterator[ResolvedReference]:
        files = self.sources.files_of(each, scope)
        if scope.rules.has_namespaces:
            return  # a namespace is in many files, of which a file uses few
        source = Ref(scope.path, symbol_name(scope, each.symbol))
        if not files and each.name not in {"", "*"}:
            meaning = self._names.of_import(each, scope)  # `from package import module`
            files = (meaning.path,) if meaning else ()
        elif files and each.name not in {"", "*"} and self._names.is_only_a_module(files[0], each.name):
            module = self._names.submodule(each, scope)
            files = (module.path,) if module else files
        for path in files:
            target = self.sources.scope(path)
            symbol = target.imported_symbol(each) if target else None
            if len(files) > 1 and each.name not in {"", "*"} and symbol is None:
                continue
            yield ResolvedReference(source, Ref(path, symbol.name if symbol else ""), "imports", "module", each.line)

    def _base_edges(self, each: BaseReference, scope: FileScope) -> Iterator[ResolvedReference]:
        meaning = self._names.meaning(each.base, scope, each.symbol, is_base=True)
        other = self.sources.scope(meaning.path) if meaning and not each.subject else None
        if meaning and meaning.symbol:
            yield from base_edges(each, scope, meaning, other.symbol(meaning.symbol) if other else None)
