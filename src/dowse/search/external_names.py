"""Bases and calls of source code by names that no file of the index defines, such as those of an installed package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ..analysis.symbol_names import parts_of_name
from ..graph.source_references.file_scope import FileScope
from ..graph.source_references.module_files import module_parts
from ..graph.source_references.scope_rules import rules_of
from ..model.ref import Ref
from ..model.source_reference import ImportReference, SourceReferences
from ..model.symbol import SourceOutline
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import And, Expr, FieldEquals, MatchAll, Not, Word
from ..query.extract import conjunction
from .selected_pages import selected_pages

_MOST_NAMES = 200_000  # symbols and references of the files that are read
_NAMES_OF_FILE = 20  # whose time it takes to read a file without any
_MOST_SELECTED = 1_000  # files at once
_GROUP = 32  # files whose references are in memory at once
_MOST_MODULES = 3  # that are listed


@dataclass(frozen=True, slots=True)
class ExternalName:
    """The places that use a name as written, and the modules from which they import it, the most frequent first."""

    name: str
    places: frozenset[Ref] = frozenset()
    uses: int = 0
    modules: tuple[str, ...] = ()  # outside of the index
    is_whole: bool = True  # whether all files with the name were read
    unread: str = ""  # what the places lack, if files that the query selects were not read

    @property
    def hint(self) -> str:
        """Why the name is no symbol of the index, and how many places have it."""
        if not self.uses:
            return ""
        listed = ", ".join(self.modules[:_MOST_MODULES])
        rest = f" and {len(self.modules) - _MOST_MODULES:,} more" if len(self.modules) > _MOST_MODULES else ""
        are = "is" if len(self.modules) == 1 else "are"
        origin = f"imported from {listed}{rest}, which {are}" if self.modules else "defined in a file that is"
        count = f"{'' if self.is_whole else 'at least '}{self.uses:,} place{' names' if self.uses == 1 else 's name'}"
        return f"{self.name} is {origin} not in this index; {count} it"


_Use = tuple[tuple[str, ...], int | None]  # the name as written, the symbol around
_USES: Mapping[str, Callable[[SourceReferences], Iterator[_Use]]] = {
    "calls": lambda references: ((each.callee, each.symbol) for each in references.calls),
    "extends": lambda references: ((each.base, each.symbol) for each in references.bases),
}


def external_name(field: str, name: str, reader: Reader, filters: Expr) -> ExternalName:
    """The uses of the name in calls, for `calls:`, or as a base, for `extends:`; none for other fields.

    Files that meet the filters are read first, and then the others, up to a number of names in them.
    """
    parts = parts_of_name(name)
    if field not in _USES or not parts or rules_of(name):  # a path has the ending of a file
        return ExternalName(name)
    files = _Files(reader, And((FieldEquals("kind", "code"), *map(Word, parts))))
    found = [
        (Ref(path, "" if symbol is None else scope.symbols[symbol].name), imported)
        for path, outline in files.read(filters)
        if (rules := rules_of(path)) and _may_use(parts[-1], outline.references, field)
        for scope in (FileScope(path, outline, rules),)
        for written, symbol in _USES[field](outline.references)
        for whole, imported in _origin(written, scope, symbol)
        if whole[-len(parts) :] == parts
    ]
    own = _imports_of_index({ref.doc for ref, _ in found}, reader)
    modules = Counter(each.module for ref, each in found if each and not each.level and (ref.doc, each.line) not in own)
    return ExternalName(
        ".".join(parts),
        frozenset(ref for ref, _ in found),
        len(found),
        tuple(module for module, _ in modules.most_common()),
        files.is_whole,
        ""
        if files.has_all_selected
        else f"only the {files.count:,} newest files with the name were read: places in older files are not listed, "
        "and NOT does not exclude them; a filter such as path: limits the files",
    )


class _Files:
    """The source files of a selection, read in groups until they have too many names."""

    def __init__(self, reader: Reader, where: Expr) -> None:
        self._reader, self._where = reader, where
        self.count = 0  # files that were read
        self.has_all_selected = self.is_whole = False  # whether those that meet the filters were read; all

    def read(self, filters: Expr) -> Iterator[tuple[str, SourceOutline]]:
        """The files that meet the filters, newest first, and then the others."""
        names = 0
        for where in (filters,) if filters == MatchAll() else (filters, Not(filters)):
            for paths in self._groups(conjunction(self._where, where)):
                if names >= _MOST_NAMES:
                    return
                outlines = self._reader.source_outlines(paths)
                names += sum(_NAMES_OF_FILE + _size(outline) for outline in outlines.values())
                self.count += len(paths)
                yield from outlines.items()
            self.has_all_selected = True
        self.is_whole = True

    def _groups(self, where: Expr) -> Iterator[list[str]]:
        for hits in selected_pages(self._reader, where, _MOST_SELECTED):
            for start in range(0, len(hits), _GROUP):
                yield [hit.head.path for hit in hits[start : start + _GROUP]]


def _size(outline: SourceOutline) -> int:
    """The number of names in the file."""
    references = outline.references
    return len(outline.symbols) + len(references.imports) + len(references.bases) + len(references.calls)


def _may_use(last: str, references: SourceReferences, field: str) -> bool:
    """Whether a use or an import in the file has the last part of the name."""
    return any(written[-1] == last for written, _ in _USES[field](references)) or any(
        last in {each.name, each.alias} or last in each.module for each in references.imports
    )


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


def _imports_of_index(docs: set[str], reader: Reader) -> set[tuple[str, int]]:
    """Files and lines of the imports of files of the index."""
    references = reader.references(docs) if docs else ()
    return {(each.source.doc, each.line) for each in references if each.relation == "imports"}
