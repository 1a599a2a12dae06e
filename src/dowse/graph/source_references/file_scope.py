"""The names of one source file: its symbols, the members of its types, and the names that it imports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from ...analysis.code.symbol_names import unnumbered
from ...model.document import Unit
from ...model.lazy_pattern import lazy_pattern
from ...model.source_reference import BaseReference, ImportReference
from ...model.symbol import SourceOutline, is_macro
from .interface import stated_names
from .interface_change import is_offered, is_star, passes_on
from .module_keys import MAJOR_VERSION, module_parts, namespaces
from .result_types import result_types
from .scope_rules import ECMASCRIPT, GO, JAVA, C, ScopeRules
from .source_roots import source_root

TYPES = frozenset({"class", "interface", "enum", "type", "module"})
_MOST_NAMESPACES = 8  # within each other
_VARIABLES = frozenset({"const", "property"})
_FUNCTIONS = frozenset({"function", "method"})
_NAMESPACE = lazy_pattern(r"\bnamespace\s+(\w+)")
_DEFAULT = "export default", "module.exports ="  # begin the definition of what the module exports as a whole
_RECEIVER = lazy_pattern(r"func\s*\(\s*(\w+)\s+\*?\s*(\w+)")  # of a method of Go


def _package_name(parts: Sequence[str]) -> str:
    """The name of a package of Go by the parts of its path, as far as these tell: `boat` for `a/go-boat/v2`."""
    named = parts[:-1] if len(parts) > 1 and MAJOR_VERSION.match(parts[-1]) else parts
    return named[-1].removeprefix("go-").removesuffix("-go")


def opening(namespace: str) -> str:
    """The name under which a file offers that a macro of it opens the namespace of C++."""
    return f"namespace {namespace}"


class FileScope:
    """What names mean inside one file."""

    def __init__(self, path: str, outline: SourceOutline, rules: ScopeRules) -> None:
        self.path = path
        self.rules = rules
        self.package = next(namespaces(outline.references), "").removesuffix(".") if rules.has_packages else ""
        self.root = source_root(path, self.package)
        # In which imports mean the same files.
        self.place = f"{path.rpartition('/')[0]}/ {rules.name} {self.package}"
        self.outline = outline
        by_name = {unit.name: unit for unit in outline.units}
        self.symbols = [by_name[facts.unit] for facts in outline.symbols]
        self._by_qualified: dict[str, Unit] = {}
        self.members: defaultdict[str, dict[str, Unit]] = defaultdict(dict)  # by parent, then by simple name
        self._types_around: dict[int | None, str] = {}
        self._open_namespaces: dict[int, tuple[str, ...]] = {}
        self._open_members: dict[int | None, list[dict[str, Unit]]] = {}
        for unit in self.symbols:
            name = unnumbered(unit.name)
            self._by_qualified.setdefault(name, unit)
            self.members[name.removesuffix(unit.title).removesuffix(".")].setdefault(unit.title, unit)

    @cached_property
    def stated(self) -> frozenset[str]:
        """The names in the references of the file."""
        return stated_names(self.outline.references)

    @property
    def top(self) -> dict[str, Unit]:
        """The symbols that are in no other, by simple name."""
        return self.members.get("", {})

    def symbol(self, qualified_name: str) -> Unit | None:
        """The first symbol of that qualified name."""
        return self._by_qualified.get(qualified_name)

    def member(self, type_name: str, name: str, *, is_inherited: bool) -> Unit | None:
        """The member of a type of the file; a type inherits no constructor."""
        unit = self.members.get(type_name, {}).get(name)
        is_named_so = unit is not None and unit.kind == "method" and name == type_name.rpartition(".")[2]
        return None if is_inherited and is_named_so and self.rules.has_implicit_members else unit

    @cached_property
    def imported(self) -> dict[str, ImportReference]:
        """The imports by the local names that they bind."""
        found: dict[str, ImportReference] = {}
        for each in self.outline.references.imports:
            if each.is_own_name or (each.name == "*" and not each.alias):
                continue
            found.setdefault(each.alias or each.name or self._local_name(each), each)
        return found

    @cached_property
    def own_names(self) -> dict[str, str]:
        """The names of the file by those under which it offers them: `export { a as b }`."""
        imports = self.outline.references.imports
        return {each.alias: each.name for each in imports if each.is_own_name and each.alias and each.name != "*"}

    @cached_property
    def declared(self) -> frozenset[str]:
        """The functions of other files that a file of C declares: `int f(void);`."""
        return frozenset(each.name for each in self.outline.references.imports if self.is_declaration(each))

    def is_declaration(self, each: ImportReference) -> bool:
        """Whether the import is no import, but a function that a file of C declares."""
        return self.rules is C and each.is_own_name and not each.alias

    @cached_property
    def stars(self) -> tuple[ImportReference, ...]:
        """The imports that bring all names of a module."""
        imports = self.outline.references.imports
        around = self._namespaces_around() if self.rules.has_namespaces else ()
        return (*(each for each in imports if is_star(each, self.rules)), *around)

    @cached_property
    def passed_stars(self) -> tuple[ImportReference, ...]:
        """Those of them whose names the file has for others, too."""
        return tuple(star for star in self.stars if passes_on(star, self.rules))

    @cached_property
    def sees_folder(self) -> bool:
        """Whether the names of other files of the folder are in scope, or of the package, wherever it lies.

        Files of C# state their namespace instead.
        """
        is_in_namespace = self.rules.has_namespaces and any(namespaces(self.outline.references))
        return self.rules.shares_folder and not is_in_namespace

    def _namespaces_around(self) -> Iterator[ImportReference]:
        """Imports of the namespaces of the file, and of those around them: their names are in scope."""
        names = [module_parts(name)[:_MOST_NAMESPACES] for name in namespaces(self.outline.references)]
        around = dict.fromkeys(".".join(parts[:length]) for parts in names for length in range(len(parts), 0, -1))
        return (ImportReference(name, "", "", 0, False, 0, None) for name in around)

    @cached_property
    def whole_modules(self) -> dict[tuple[str, ...], ImportReference]:
        """The imports of modules under their whole names, by the parts of the name: `import a.b`."""
        whole = (each for each in self.outline.references.imports if not each.name and not each.alias)
        return {parts: each for each in whole if (parts := module_parts(each.module))}

    def _local_name(self, each: ImportReference) -> str:
        parts = module_parts(each.module)
        if not parts:
            return ""
        if self.rules is GO:
            return _package_name(parts)
        return parts[0] if self.rules.name == "python" else parts[-1]

    @cached_property
    def bases(self) -> dict[str, list[BaseReference]]:
        """The bases of each type whose members it has, by qualified name: in Go not the interfaces."""
        found: defaultdict[str, list[BaseReference]] = defaultdict(list)
        types = self.outline.references.types
        for each in (base for base in types if base.subject and (self.rules is not GO or base.relation == "extends")):
            found[unnumbered(each.subject)].append(each)
        return dict(found)

    @cached_property
    def instances(self) -> dict[str, BaseReference]:
        """The classes of constants, by the names of these."""
        return {each.subject: each for each in self.outline.references.bases if each.relation == "instance"}

    @cached_property
    def default(self) -> Unit | None:
        """The symbol that the module exports by default, as its definition states it."""
        listed = zip(self.symbols, self.outline.symbols, strict=True)
        return next((unit for unit, facts in listed if facts.signature.startswith(_DEFAULT)), None)

    def offered(self, name: str, local: str) -> Unit | None:
        """The symbol that the file itself defines for others under the name; `local` is what its default export is."""
        if name == "default":
            return self.default or self.top.get(local)
        nested = self.rules.name in {"java", "csharp"}
        of_file = self.members.get(self.path.rpartition("/")[2].partition(".")[0], {}) if nested else {}
        return self.top.get(name) or of_file.get(name)

    def imported_symbol(self, each: ImportReference) -> Unit | None:
        """The symbol of the file that an import of the file names."""
        if each.name != "default":
            return self.top.get(each.name)
        return self.offered(self.own_names.get("default", "default"), each.alias)

    def offered_names(self) -> Iterator[str]:
        """The names that the file has for others; those in namespaces of C++ are qualified."""
        yield from self.top
        if self.rules is C:
            spaces = ((outer, own) for outer, own in self.members.items() if outer and not self.symbol(outer))
            yield from (f"{outer}.{name}" for outer, own in spaces for name in own)
            yield from map(opening, self.macro_namespaces)
        yield from self.own_names
        imported = ((name, each) for name, each in self.imported.items() if name not in self.top)
        yield from (name for name, each in imported if is_offered(each, self.rules))

    def linking_names(self) -> Iterator[str]:
        """The names that a look-up of another name may ask for: those of base classes and of values, and those
        with another name.
        """
        for base in self.outline.references.bases:
            yield from base.base
        for each in self.outline.references.imports:
            if each.alias:
                yield from (each.name, each.alias, *module_parts(each.module))
        for result in filter(None, self.results):
            yield from result.split(".")

    @cached_property
    def results(self) -> list[str]:
        """For each symbol the class of its value; empty for languages that do not state it."""
        signatures = [each.signature for each in self.outline.symbols] if self.rules.states_types else []
        return result_types(self.symbols, signatures) if signatures else [""] * len(self.symbols)

    @cached_property
    def values(self) -> dict[str, tuple[str, int]]:
        """The class of its value for each symbol whose overloads agree on one, and the number of the first of them."""
        found: dict[str, tuple[str, int]] = {}
        for number, (unit, result) in enumerate(zip(self.symbols, self.results, strict=True)):
            name = unnumbered(unit.name)
            first = found.setdefault(name, (result, number))
            if first[0] != result:
                found[name] = "", number
        return found

    def value(self, name: str, *, is_called: bool) -> tuple[Sequence[str], int | None] | None:
        """The parts of the class of the value or result of the symbol, none if not known, and the place that states it.

        None for symbols that mean themselves.
        """
        if not is_called and (instance := self.instances.get(name)):
            return instance.base, instance.symbol
        unit = self.symbol(name) if self.rules.states_types else None
        if unit is None or unit.kind in TYPES:
            return None
        result, at = self.values[unnumbered(unit.name)] if unit.kind in _VARIABLES or is_called else ("", 0)
        return result.split(".") if result else (), at

    @cached_property
    def namespaces(self) -> frozenset[str]:
        """The namespaces that the file declares."""
        return frozenset(namespaces(self.outline.references))

    @cached_property
    def partial_types(self) -> frozenset[str]:
        """The types of C# of which other files may define other parts, by qualified name."""
        listed = zip(self.symbols, self.outline.symbols, strict=True) if self.rules.has_namespaces else ()
        partial = (unit for unit, facts in listed if unit.kind in TYPES and "partial " in facts.signature)
        return frozenset(unnumbered(unit.name) for unit in partial)

    def has_members(self, name: str) -> bool:
        """Whether the symbol is a type, or a constant of JavaScript, whose value may be an object with functions."""
        unit = self.symbol(name)
        return unit is not None and (unit.kind in TYPES or (unit.kind == "const" and self.rules is ECMASCRIPT))

    def has(self, name: str) -> bool:
        """Whether the file defines, imports or offers the name."""
        return bool(self.offered(name, "")) or name in self.imported or name in self.own_names

    def scopes(self, at: int | None) -> list[Unit]:
        """The symbols around a place, innermost first."""
        found: list[Unit] = []
        unit = None if at is None else self.symbols[at]
        while unit is not None and len(found) <= len(self.symbols):
            found.append(unit)
            parent = unit.parent
            unit = self.symbol(parent) or self.symbol(unnumbered(parent)) if parent else None
        return found

    def open_namespaces(self, at: int | None) -> tuple[str, ...]:
        """The namespaces of C++ around a place, innermost first."""
        if self.rules is not C or at is None:
            return ()
        if at not in self._open_namespaces:
            parts = unnumbered(self.scopes(at)[-1].name).split(".")[:-1]
            self._open_namespaces[at] = tuple(".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return self._open_namespaces[at]

    @cached_property
    def macro_namespaces(self) -> frozenset[str]:
        """The namespaces that macros of the file open."""
        stated = (each.signature for each in self.outline.symbols if "NAMESPACE" in each.unit)
        macros = (text for text in stated if is_macro(text)) if self.rules is C else ()
        return frozenset(name for text in macros for name in _NAMESPACE.findall(text))

    def type_around(self, at: int | None) -> str:
        """The qualified name of the type whose method the place is in; empty outside of types."""
        if at not in self._types_around:
            self._types_around[at] = self._type_around(at)
        return self._types_around[at]

    def _type_around(self, at: int | None) -> str:
        for unit in self.scopes(at):
            if unit.kind in TYPES:
                return unnumbered(unit.name)
            if unit.kind == "method" and not unit.parent:
                return unit.name.rpartition(".")[0]  # a type of another file, as in Go and Rust
        return ""

    def receiver_type(self, name: str, at: int | None) -> str:
        """The type of the receiver of that name, which a method of Go states in its signature; empty for others."""
        if self.rules.name != "go" or at is None:
            return ""
        match = _RECEIVER.match(self.outline.symbols[at].signature)
        return match[2] if match and match[1] == name else ""

    def visible(self, name: str, at: int | None) -> Unit | None:
        """The symbol of that simple name in the functions and types around the place, or at the top of the file."""
        if at not in self._open_members:
            self._open_members[at] = list(self._members_around(at))
        for members in self._open_members[at]:
            if name in members:
                return members[name]
        return self.top.get(name)

    def visible_base(self, name: str, at: int | None) -> Unit | None:
        """As `visible`, of a base, which is no constructor: the type of that; in Go no method of the type."""
        unit = self.visible(name, at)
        if unit is not None and self.rules is GO and unit.kind not in TYPES:
            return self.top.get(name)
        if unit is None or unit.kind in TYPES or not unit.parent:
            return unit
        around = self.symbol(unit.parent)
        return around if around is not None and around.title == name else unit

    def visible_type(self, name: str, at: int | None) -> Unit | None:
        """The type of the file of Java or C# that the name means at the place, not a constructor or a method."""
        if name not in self._names_of_types:
            return None
        around = (self.members.get(unnumbered(unit.name), {}).get(name) for unit in self.scopes(at))
        types = (unit for unit in (*around, self.top.get(name)) if unit is not None and unit.kind in TYPES)
        return next(types, None)

    @cached_property
    def _names_of_types(self) -> frozenset[str]:
        """The simple names of the types of a file of Java or C#."""
        return frozenset(unit.title for unit in self.symbols if unit.kind in TYPES and self.rules.states_types)

    def lacks_base(self, type_name: str, known: Collection[tuple[str, str]]) -> bool:
        """Whether a class that the type of Java extends is not among the known ones; interfaces do not count."""
        if self.rules is not JAVA:
            return False
        names = {unnumbered(symbol).rpartition(".")[2] for _, symbol in known}
        return any(each.base[-1] not in names for each in self.bases.get(type_name, ()) if each.relation == "extends")

    def _members_around(self, at: int | None) -> Iterator[dict[str, Unit]]:
        """The members, by simple name, of the functions and types around the place whose names it sees."""
        for n, scope in enumerate(self.scopes(at)):
            is_open = scope.kind in _FUNCTIONS or n == 0 or self.rules.has_implicit_members or scope.kind == "module"
            members = self.members.get(unnumbered(scope.name))
            if is_open and members:
                yield members
            elif members and scope.kind == "const" and self.rules is ECMASCRIPT:
                # Of `const a = (function () { … })()`, not the methods of an object.
                yield {name: unit for name, unit in members.items() if unit.kind == "function"}
        yield from (self.members[outer] for outer in self.open_namespaces(at) if outer in self.members)
