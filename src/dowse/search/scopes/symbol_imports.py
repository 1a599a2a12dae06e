"""The imports of a symbol of the index in any source file, also through files that export it to others."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...model.ref import Ref
from ...model.source_reference import ImportReference
from ...model.symbol import SourceOutline
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.ast import Expr, ReferenceLine
from ..names.name_files import NameFiles
from ..names.renamed_symbols import ImportedSymbols

_MOST_FILES = 1_000  # of a name, whose imports are resolved
_MOST_NAMES = 4  # of the symbols, whose files are read


@dataclass(frozen=True, slots=True)
class SymbolImports:
    """The places that import symbols."""

    places: frozenset[ReferenceLine] = frozenset()
    unread: str = ""  # see NameFiles


def symbol_imports(symbols: Collection[Ref], alias: str, reader: Reader, filters: Expr) -> SymbolImports:
    """The places that import one of the symbols at the top of files, under its name, under the alias or under names
    that files with these export it as.

    Files that meet the filters are read first, and then the others, up to a number of names in them.
    """
    wanted = frozenset(each for each in symbols if "." not in each.section)
    names = sorted({each.section for each in wanted})
    names += [alias] if names and alias.isidentifier() and alias not in names else []
    imported = ImportedSymbols(reader)
    places, unread = set[ReferenceLine](), ""
    for name in names:  # which grow by the names that files export
        files = NameFiles(reader, (name,))
        for count, (path, outline) in enumerate(files.read(filters)):
            if count >= _MOST_FILES:
                unread = f"only {_MOST_FILES:,} files with the name were read: places in others are not listed"
                break
            for each in _imports(name, outline):
                if imported.under(path, each.alias or each.name) not in wanted:
                    continue
                if not each.is_own_name:
                    around = "" if each.symbol is None else outline.symbols[each.symbol].unit
                    places.add((Ref(path, around), each.line))
                if each.alias and each.alias not in names and len(names) < _MOST_NAMES:
                    names.append(each.alias)
        else:
            unread = unread or files.unread
    return SymbolImports(frozenset(places), unread)


def _imports(name: str, outline: SourceOutline) -> Iterator[ImportReference]:
    return (each for each in outline.references.imports if name in {each.name, each.alias})
