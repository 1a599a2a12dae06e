"""Resolve names in source files: what the parts of a name mean at its place, as far as scopes decide it without types.

A bare name means a symbol of its own file, of an import or of a file that is in scope as a whole; one by `self` and its
like means a member of the class or of its bases; `module.f` and `Class.f`, as which calls of a variable of Java are
read, follow what their first part means.  Names alone decide nothing: two thirds would be wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...model.edge import ReferenceRule
from ...model.source_reference import ImportReference
from .base_types import BaseScope, BaseTypes
from .call_edges import ResolvedName
from .extension_members import ExtensionMembers
from .file_scope import TYPES, FileScope
from .interface import symbol_key
from .interface_change import is_offered
from .key_recorder import Memo
from .module_keys import module_parts
from .qualified_types import QualifiedTypes
from .scope_rules import CSHARP, ECMASCRIPT, GO, PHP
from .shell_functions import ShellFunctions
from .source_files import SourceFiles, SourceLookup

_MOST_PARTS = 8  # of the name of a module
_MOST_ANCESTORS = 200  # types that a type is based on, directly or not

NamesOfFile = dict[tuple[str, str], "ResolvedName | None"]
"""What names mean that the file itself does not define, by name and type around, while its calls are resolved."""


class NameResolver:
    """What names mean in the files of `sources`; it keeps what modules offer and which types are based on which."""

    def __init__(self, sources: SourceFiles, index: SourceLookup) -> None:
        self._sources = sources
        self._exports: Memo[tuple[str, str, str], ResolvedName | None] = {}
        self._bases = BaseTypes(sources.keys)
        self._qualified = QualifiedTypes(sources, index.definitions)
        self._shell = ShellFunctions(sources.keys, index.definitions)
        self._extensions = ExtensionMembers(sources, index.definitions)

    def begin(self, scopes: Sequence[FileScope]) -> None:
        """Prepares for names of these files, after a change or before the first."""
        self._bases.forget_ancestors()
        self._qualified.announce(scopes)

    def clear(self) -> None:
        """Forgets what names mean."""
        for each in (self._exports, self._bases, self._qualified, self._shell, self._extensions):
            each.clear()

    def forget(self, names: Collection[str]) -> None:
        """Forgets what depends on these names, which mean something else since a change."""
        self._qualified.forget(names)
        self._shell.forget(names)
        self._extensions.forget(names)
        keys = frozenset(map(symbol_key, names))
        self._exports = {key: own for key, own in self._exports.items() if keys.isdisjoint(own[1])}
        self._bases.forget(keys)

    def meaning(
        self,
        parts: Sequence[str],
        scope: FileScope,
        at: int | None,
        *,
        is_base: bool = False,
        names: NamesOfFile | None = None,
    ) -> ResolvedName | None:
        """What the parts of a name mean where that symbol of the file stands around them.

        `is_base`: whether a type has them as its base.  `names` keeps what names of the calls of one file mean.
        """
        look_up = self._qualified.meaning if scope.rules.opens_modules else None
        if look_up and (meant := look_up(parts, scope, at, self._member, is_base=is_base)):
            return meant
        if len(parts) == 1:
            meant = self._of_name(parts[0], scope, at, skips_own=is_base, names=names)
            return self._exported_value(meant) or meant if meant and not meant.symbol else meant
        head, *rest = parts
        own = scope.type_around(at)
        if head in scope.rules.receivers and len(rest) == 1 and head not in scope.imported:
            return self._member(scope.path, own, rest[0], "self") if own else None
        if head in scope.rules.base_receivers and len(rest) == 1:
            return self._member(scope.path, own, rest[0], "super", is_own=False) if own else None
        if (receiver := scope.receiver_type(head, at)) and len(rest) == 1:
            return self._member(scope.path, receiver, rest[0], "self")
        own_type = scope.visible_type(head, at)
        meaning = ResolvedName(scope.path, own_type.name, "file") if own_type else None
        meaning = meaning or self._of_name(head.removesuffix("()"), scope, at, names=names)
        for before, part in zip(parts, rest, strict=False):
            value = self._value(meaning, before) if meaning else None
            meaning = self._inside(value, part.removesuffix("()")) if value else None
        meaning = meaning or self._of_path(parts, scope)
        return meaning or (None if is_base else self._of_extension(parts, scope, at))

    def _of_name(
        self, name: str, scope: FileScope, at: int | None, *, skips_own: bool = False, names: NamesOfFile | None = None
    ) -> ResolvedName | None:
        own = None if at is None or not skips_own else scope.symbols[at]
        unit = scope.visible_base(name, at) if skips_own else scope.visible(name, at)
        if names is None:  # the name of a call is a stated one, which needs no key
            self._sources.look_for(name)
        if unit is not None and unit is not own:
            return ResolvedName(scope.path, unit.name, "file")
        around = scope.type_around(at) if scope.rules.has_implicit_members and not skips_own else ""
        if names is None:
            return self._of_others(name, scope, around)
        if (name, around) not in names:
            names[name, around] = self._of_others(name, scope, around)
        return names[name, around]

    def _of_others(self, name: str, scope: FileScope, around: str) -> ResolvedName | None:
        """The meaning of a name that the file does not define where it is used: in that type, or in none."""
        if around and (found := self._member(scope.path, around, name, "self", is_own=False)):
            return found
        if name in scope.imported:
            return self.of_import(scope.imported[name], scope)
        return self._of_siblings(name, scope) or self._of_stars(name, scope, around)

    def _inside(self, meaning: ResolvedName, part: str) -> ResolvedName | None:
        """The part of a module or of a type."""
        if not meaning.symbol:
            found = self.export(meaning.path, part) or self._of_package(meaning.path, part)
            value = None if found else self._exported_value(meaning)
            return found._replace(rule="module") if found else self._inside(value, part) if value else None
        scope = self._sources.scope(meaning.path)
        has_members = scope is not None and scope.has_members(meaning.symbol)
        return self._member(meaning.path, meaning.symbol, part, "class") if has_members else None

    def _exported_value(self, module: ResolvedName) -> ResolvedName | None:
        """What `require` gives for a module of JavaScript that is one function or class: `module.exports = Boat`."""
        scope = self._sources.scope(module.path)
        found = self.export(module.path, "default") if scope and scope.rules is ECMASCRIPT else None
        return found if found and found.symbol else None

    def _value(self, meaning: ResolvedName, part: str) -> ResolvedName | None:
        """The class of a constant or field, or of what a method returns that the part calls; others mean themselves."""
        scope = self._sources.scope(meaning.path)
        value = scope.value(meaning.symbol, is_called=part.endswith("()")) if scope else None
        if scope is None or value is None:
            return meaning
        return self.meaning(value[0], scope, value[1], is_base=True) if value[0] else None

    def _of_path(self, parts: Sequence[str], scope: FileScope) -> ResolvedName | None:
        """The symbol of a whole path, as in `import a.b` and then `a.b.f`."""
        if scope.rules is PHP:
            return self._of_namespace(parts, scope)
        for length in range(min(len(parts) - 1, _MOST_PARTS), 0, -1):
            each = scope.whole_modules.get(tuple(parts[:length]))
            for path in self._sources.files_of(each, scope) if each else ():
                meaning: ResolvedName | None = ResolvedName(path, "", "module")
                for part in parts[length:]:
                    meaning = self._inside(meaning, part) if meaning else None
                if meaning:
                    return meaning
        return None

    def _of_extension(self, parts: Sequence[str], scope: FileScope, at: int | None) -> ResolvedName | None:
        """The extension method of C#, of a class that the file sees."""
        found = self._extensions.named(parts[-1], scope.stated) if scope.rules is CSHARP else None
        if found is None or not found.may_be_of(parts[:-1]):
            return None
        around = self._of_name(found.class_name, scope, at)
        is_seen = around is not None and around.symbol == found.class_name
        return ResolvedName(found.path, found.name, "class") if is_seen else None

    def _of_namespace(self, parts: Sequence[str], scope: FileScope) -> ResolvedName | None:
        """The class of PHP, or its member, behind an imported namespace, one in the folder or the whole name of one."""
        each = scope.imported.get(parts[0])
        around = (*module_parts(each.module), each.name or "") if each else ()
        whole = (*filter(None, around), *parts[1:]) if each else tuple(parts)
        for length in range(min(len(whole), _MOST_PARTS), 1, -1):
            inside = len(whole) - length  # parts of members
            relative = () if each else (f"{'/'.join(parts[: len(parts) - inside])}.php",)
            named = ImportReference("\\".join(whole[: length - 1]), whole[length - 1], "", 0, False, 0, None)
            for module in (*(named._replace(module=path, name="", level=1) for path in relative), named):
                for path in self._sources.files_of(module, scope):
                    meaning = self.export(path, whole[length - 1])
                    for part in whole[length:]:
                        meaning = self._inside(meaning, part) if meaning else None
                    if meaning:
                        return meaning._replace(rule="module")
        return None

    def of_import(self, each: ImportReference, scope: FileScope) -> ResolvedName | None:
        """The symbol or the module that the import names."""
        files = self._sources.files_of(each, scope)
        if scope.rules.has_namespaces and each.alias and (found := self._of_type_alias(each, scope)):
            return found
        if each.name in {"", "*"}:
            is_head = scope.rules.name == "python" and not each.alias and "." in each.module
            return None if is_head or not files else ResolvedName(files[0], "", "module")
        for path in files:
            if found := self.export(path, each.name, local=each.alias):
                return found._replace(rule="import")
        return self.submodule(each, scope)

    def _of_type_alias(self, each: ImportReference, scope: FileScope) -> ResolvedName | None:
        """The type that C# has another name for, as in `using Tin = Metal.Can`: one of a namespace, or inside one."""
        parts = module_parts(each.module.partition("<")[0].removeprefix("global::"))
        for length in range(min(len(parts) - 1, _MOST_PARTS), 0, -1):
            path = self._sources.of_namespace(parts[:length], parts[length], scope)
            meaning = ResolvedName(path, parts[length], "import") if path else None
            for part in parts[length + 1 :]:
                meaning = self._inside(meaning, part) if meaning else None
            if meaning:
                return meaning._replace(rule="import")
        return None

    def submodule(self, each: ImportReference, scope: FileScope) -> ResolvedName | None:
        """The module that an import of a package names, as in `from package import module`."""
        if scope.rules.name not in {"python", "rust"}:
            return None
        separator = "::" if scope.rules.name == "rust" else "."
        inner = each._replace(module=separator.join(filter(None, (each.module, each.name))), name="")
        paths = self._sources.files_of(inner, scope)
        return ResolvedName(paths[0], "", "module") if paths else None

    def export(self, path: str, name: str, *, local: str = "") -> ResolvedName | None:
        """The symbol or the module that the module in the file offers under the name, through re-exports."""
        key = (path, name, local if name == "default" else "")
        return self._sources.keys.remembered(self._exports, key, lambda: self._followed(path, name, local))

    def _followed(self, path: str, name: str, local: str) -> ResolvedName | None:
        """Follows a name from module to module, until one defines it."""
        seen: set[tuple[str, str]] = set()
        while (path, name) not in seen:
            seen.add((path, name))
            self._sources.look_for(name, local)
            scope = self._sources.scope(path)
            if scope is None:
                return None
            if own := scope.own_names.get(name):
                name = local = own
                self._sources.look_for(name)
            if unit := scope.offered(name, local):
                return ResolvedName(self._sources.implementation(path, name), unit.name, "import")
            each = scope.imported.get(name)
            if each is None or not is_offered(each, scope.rules):
                following = self._sources.passed_on(name, scope)
                if not following:
                    return None
                path = following
                continue
            files = self._sources.files_of(each, scope)
            if each.name in {"", "*"}:
                return ResolvedName(files[0], "", "module") if files else None
            if not files:
                return self.submodule(each, scope)
            path, name, local = files[0], each.name, each.alias
            if self.is_only_a_module(path, name):
                return self.submodule(each, scope)
        return None

    def is_only_a_module(self, path: str, name: str) -> bool:
        """Whether the package in the file has neither a symbol nor an import of the name, nor brings it."""
        scope = self._sources.scope(path)
        self._sources.look_for(name)
        return scope is not None and not (scope.has(name) or self._sources.passed_on(name, scope))

    def _of_stars(self, name: str, scope: FileScope, around: str) -> ResolvedName | None:
        """The symbol that an import of all names of a module, or an included file, brings."""
        path = self._sources.brought(name, scope)
        if not path:
            # A type of C++ may declare a member of the name in a header: its methods call that.
            declared = None if around else self._sources.declared(name, scope)
            return ResolvedName(*declared, "declared") if declared else self._shell.function(name, scope)
        found = self.export(path, name)
        return found._replace(rule="import") if found and self._is_shared(found, scope) else None

    def _of_package(self, path: str, name: str) -> ResolvedName | None:
        """The symbol of another file of the package in Go, which is all files of the folder."""
        scope = self._sources.scope(path)
        return self._of_siblings(name, scope) if scope and scope.rules.name == "go" else None

    def _is_shared(self, meaning: ResolvedName, scope: FileScope) -> bool:
        """Whether files of a namespace see the symbol: a function at the top is a method, whose class did not parse."""
        other = self._sources.scope(meaning.path)
        unit = other.symbol(meaning.symbol) if other else None
        return not scope.rules.has_namespaces or (unit is not None and unit.kind in TYPES)

    def _of_siblings(self, name: str, scope: FileScope) -> ResolvedName | None:
        """The symbol at the top of another file of the folder or package, where the language shares names there."""
        found = self._sources.sibling(name, scope) if scope.sees_folder else None
        meaning = ResolvedName(*found, "package") if found and found[0] != scope.path else None
        return meaning if meaning and self._is_shared(meaning, scope) else None

    def _member(
        self, path: str, type_name: str, name: str, rule: ReferenceRule, *, is_own: bool = True
    ) -> ResolvedName | None:
        """The member of the type, its own or else inherited; the inherited one alone unless `is_own`."""
        self._sources.look_for(name)
        key = (path, type_name, rule if rule in {"class", "super"} else "", is_own)
        ancestors = self._bases.kept(key, self._ancestors(path, type_name, rule, is_own=is_own))
        for is_inherited, scope, each in ancestors:
            if unit := scope.member(each, name, is_inherited=is_inherited):
                return ResolvedName(scope.path, unit.name, rule)
            if scope.rules is GO and (found := self._sources.shared(scope).get((each, name))):
                return ResolvedName(*found, rule)
        return None

    def _ancestors(self, path: str, type_name: str, rule: ReferenceRule, *, is_own: bool) -> Iterator[BaseScope]:
        """The types that members are looked for in, nearest first: the type itself if `is_own`, and its bases."""
        seen = {(path, type_name)}
        waiting = [(path, type_name, is_own, False)]  # the last: whether it is another part of one before
        while waiting:
            path, type_name, counts, is_part = waiting.pop()
            scope = self._sources.scope(path)
            if scope is None:
                continue
            if counts:
                yield len(seen) > 1, scope, type_name
            bases = self._bases_of(scope, type_name)
            parts = {} if is_part else dict.fromkeys(self._sources.other_parts(type_name, scope))
            is_known = rule != "class" or not scope.lacks_base(type_name, bases)  # which may have the member
            fresh = [base for base in (*parts, *bases) if is_known and base not in seen]
            fresh = fresh[: max(0, _MOST_ANCESTORS - len(seen))]
            seen.update(fresh)
            waiting += [(*base, counts or rule != "super" or base not in parts, base in parts) for base in fresh[::-1]]

    def _bases_of(self, scope: FileScope, type_name: str) -> tuple[tuple[str, str], ...]:
        """The types that the type extends or implements: paths and qualified names."""
        self._sources.look_for(type_name.rpartition(".")[2])
        return self._bases.of_type(
            (scope.path, type_name),
            lambda: [
                self.meaning(each.base, scope, each.symbol, is_base=True) for each in scope.bases.get(type_name, ())
            ],
        )
