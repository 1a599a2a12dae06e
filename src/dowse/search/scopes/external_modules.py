"""Imports of source code by the name of the module as written, such as one of an installed package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...graph.source_references.module_keys import module_parts
from ...graph.source_references.scope_rules import ECMASCRIPT, C, rules_of
from ...model.ref import Ref
from ...model.source_reference import ImportReference
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.ast import Expr, ReferenceLine
from ..names.name_files import NameFiles
from .external_names import imports_of_index

_OF_NODE = "node:"  # before the name of a module of Node.js, which means the same without
_MOST_LISTED = 3  # files of a module


@dataclass(frozen=True, slots=True)
class ExternalModule:
    """The files that import a module by its name as written, and those whose import is of no file of the index."""

    name: str
    files: frozenset[ReferenceLine] = frozenset()
    own: tuple[str, ...] = ()  # the files of the index that the name may mean
    outside: frozenset[Ref] = frozenset()  # unknown without any
    is_whole: bool = True  # whether all files with the name were read
    unread: str = ""  # see NameFiles
    longer: tuple[
        str, ...
    ] = ()  # modules whose names end with this one, the most frequent first, if no file imports it

    def hint(self, selected: frozenset[Ref]) -> str:
        """Of which origin the modules are, if files of the index have the name, too."""
        inside = {ref.doc for ref in selected} - {ref.doc for ref in self.outside}
        if not self.own or not inside or not self.outside:
            return self.unread
        listed = ", ".join(self.own[:_MOST_LISTED])
        rest = f" and {len(self.own) - _MOST_LISTED:,} more" if len(self.own) > _MOST_LISTED else ""
        count = f"{'' if self.is_whole else 'at least '}{len(self.outside):,}"
        several = f"{len(inside) + len(self.outside):,}" if self.is_whole else "all"
        return (
            f"{self.name!r} is a module outside of this index for {count} of the {several} files, and {listed}{rest} "
            "for the others; write the path of a file for its importers alone"
            f"{'; ' if self.unread else ''}{self.unread}"
        )


def external_module(name: str, reader: Reader, filters: Expr, own: Iterable[str]) -> ExternalModule:
    """The imports of the module, or of a part of it, in any source file.

    Files that meet the filters are read first, and then the others, up to a number of names in them.
    """
    is_of_node = name.startswith(_OF_NODE)
    parts = module_parts(name.removeprefix(_OF_NODE))
    paths = tuple(sorted(own))
    is_header = rules_of(name) is C and not paths  # of C, which an include states with its ending
    if not parts or (rules_of(name) and not is_header):  # another name with the ending of a file is a path
        return ExternalModule(name)
    files = NameFiles(reader, parts)
    imports = [(path, each) for path, outline in files.read(filters) for each in outline.references.imports]
    imports = [(path, each) for path, each in imports if each.module and (is_header or not each.level)]
    found = [(path, each) for path, each in imports if _begins(_written(each, path), parts)]
    if not found and not paths:
        ending = Counter(each.module for _, each in imports if module_parts(each.module)[-len(parts) :] == parts)
        return ExternalModule(name, longer=tuple(module for module, _ in ending.most_common()), unread=files.unread)
    resolved = imports_of_index({path for path, _ in found}, reader) if paths or is_of_node else set[tuple[str, str]]()
    outside = frozenset(Ref(path) for path, each in found if (path, each.module) not in resolved)
    if is_of_node:  # which no file of a vault is
        outside = frozenset(ref for ref in outside if rules_of(ref.doc) == ECMASCRIPT)
        found = [(path, each) for path, each in found if Ref(path) in outside]
        paths = ()
    places = frozenset((Ref(path), each.line) for path, each in found)
    return ExternalModule(name, places, paths, outside, files.is_whole, files.unread)


def _written(each: ImportReference, path: str) -> tuple[str, ...]:
    """The parts of the module and the imported name."""
    is_script = rules_of(path) == ECMASCRIPT
    module = each.module.removeprefix(_OF_NODE) if is_script else each.module
    return (*module_parts(module.strip("<>")), each.name)


def _begins(name: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    return name[: len(parts)] == parts
