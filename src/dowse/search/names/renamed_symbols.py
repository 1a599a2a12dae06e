"""Look up symbols by names under which files import or export them: `import {a as b}`, `from a import b as c`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ...analysis.code.predeclared_names import RECEIVERS
from ...formats.code.stored_settings import MODULE_SETTINGS, stored_settings
from ...graph.source_references.script_packages import ScriptPackages
from ...graph.source_references.symbol_resolution import SourceResolver
from ...model.lazy_pattern import lazy_pattern
from ...model.qualified_path import inward, outward
from ...model.ref import Ref
from ...ports.storage import FactLookup, Reader
from ...query.ast import MatchAll
from ..federated_lookup import FederatedLookup
from .name_files import NameFiles

_IDENTIFIER = lazy_pattern(r"(?:[^\W\d]|\$)[\w$]*")
_MOST_FILES = 200  # with an import under the name, whose imports are resolved


def renamed_symbols(name: str, reader: Reader) -> tuple[Ref, ...]:
    """The symbols that files import or export under the simple name, which none of them has; in order of paths."""
    if not _IDENTIFIER.fullmatch(name) or name in RECEIVERS:
        return ()
    if isinstance(reader, FederatedLookup):
        own = ((vault, each) for vault, one in reader.vaults.items() for each in renamed_symbols(name, one))
        return tuple(Ref(outward(vault, each.doc), each.section) for vault, each in own)
    resolver = _resolver(reader)
    found = (_named_symbol(resolver, path, name) for path in _importing(name, reader))
    return tuple(sorted({each for each in found if each}))


def renamed(parts: Sequence[str], reader: Reader) -> tuple[tuple[Ref, ...], Sequence[str]]:
    """The symbols that files have under the first of these parts, or in a module under it, and the parts behind."""
    name, *members = parts or ("",)
    found = renamed_symbols(name, reader)
    if found or not members:
        return found, members
    return _members_of_modules(name, members[0], reader), members[1:]


def _members_of_modules(name: str, member: str, reader: Reader) -> tuple[Ref, ...]:
    """What the modules that files import or export under the simple name have as that member: `np.array`."""
    if not (_IDENTIFIER.fullmatch(name) and _IDENTIFIER.fullmatch(member)) or name in RECEIVERS:
        return ()
    if isinstance(reader, FederatedLookup):
        own = ((vault, each) for vault, one in reader.vaults.items() for each in _members_of_modules(name, member, one))
        return tuple(Ref(outward(vault, each.doc), each.section) for vault, each in own)
    resolver = _resolver(reader)
    named = {each for path in _importing(name, reader) if (each := resolver.named(path, name))}
    found = (_named_symbol(resolver, each.doc, member) for each in named if not each.section)
    return tuple(sorted({each for each in found if each}))


def symbol_under(path: str, name: str, reader: Reader) -> Ref | None:
    """The symbol that the source file has under the simple name, of its own or by an import or export."""
    return ImportedSymbols(reader).under(path, name) if _IDENTIFIER.fullmatch(name) else None


def named_under(path: str, name: str, reader: Reader) -> Ref | None:
    """The same, or the file of the module that the source file imports or exports under the name."""
    return ImportedSymbols(reader).named(path, name) if _IDENTIFIER.fullmatch(name) else None


class ImportedSymbols:
    """Looks up the symbols that source files have under simple names, of their own or by imports and exports."""

    def __init__(self, reader: Reader) -> None:
        self._vaults = reader.vaults if isinstance(reader, FederatedLookup) else {"": reader}
        self._resolvers: dict[str, SourceResolver] = {}

    def under(self, path: str, name: str) -> Ref | None:
        """The symbol that the file has under the name; None for a module, and without any."""
        found = self.named(path, name)
        return found if found and found.section else None

    def named(self, path: str, name: str) -> Ref | None:
        """The same, or the file of the module."""
        vault, inner = ("", path) if "" in self._vaults else inward(path, self._vaults)
        if vault not in self._vaults:
            return None
        if vault not in self._resolvers:
            self._resolvers[vault] = _resolver(self._vaults[vault])
        found = self._resolvers[vault].named(inner, name)
        return Ref(outward(vault, found.doc), found.section) if found and vault else found


def _importing(name: str, reader: Reader) -> Sequence[str]:
    """The first files with an import under the name."""
    files = NameFiles(reader, (name,)).read(MatchAll())
    paths = (path for path, own in files if any(each.alias == name for each in own.references.imports))
    return tuple(islice(paths, _MOST_FILES))


def _resolver(reader: Reader) -> SourceResolver:
    fact = reader.recalled(MODULE_SETTINGS) if isinstance(reader, FactLookup) else ""
    return SourceResolver(reader, ScriptPackages(stored_settings(fact)))


def _named_symbol(resolver: SourceResolver, path: str, name: str) -> Ref | None:
    """The symbol that the file imports, or offers to others, under the name; None for a module."""
    named = resolver.named(path, name)
    return named if named and named.section else None
