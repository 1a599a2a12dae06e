"""`calls:`, `called:`, `imports:`, `imported:`, `extends:`, `explains:` and `explained:`: places by references."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from ...analysis.code.predeclared_names import built_into
from ...analysis.code.symbol_names import unnumbered
from ...graph.source_references.file_scope import FileScope
from ...graph.source_references.module_keys import is_package, module_key, module_parts, module_path
from ...graph.source_references.scope_rules import ending_of, rules_of
from ...model.edge import ResolvedReference, SourceRelation
from ...model.ref import Ref
from ...model.source_reference import CallReference, ImportReference
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.ast import Expr, ReferenceLine
from ..names.name_files import NameFiles
from ..names.reference import Reference
from .external_names import imports_of_index


@dataclass(frozen=True, slots=True)
class _ReferenceScope:
    """References of these relations: those to the named place select their sources, those from it their targets."""

    relations: frozenset[SourceRelation]
    from_named: bool = False


_BASES = frozenset[SourceRelation]({"extends", "implements"})
REFERENCE_SCOPES: Mapping[str, _ReferenceScope] = {
    "calls": _ReferenceScope(frozenset({"calls"})),
    "called": _ReferenceScope(frozenset({"calls"}), from_named=True),
    "imports": _ReferenceScope(frozenset({"imports"})),
    "imported": _ReferenceScope(frozenset({"imports"}), from_named=True),
    "extends": _ReferenceScope(_BASES),
    "explains": _ReferenceScope(frozenset({"mentions"})),
    "explained": _ReferenceScope(frozenset({"mentions"}), from_named=True),
}
OF_SYMBOLS = frozenset({"calls", "called", "extends", "explains"})  # whose names are symbols before they are files
OF_MODULES = frozenset({"imports", "imported"})  # whose names are modules before they are documents

_Place = tuple[str, int]  # path and line

_MOST_OTHERS = 2  # symbols of the same simple name in a hint


def places(field: str, value: str, named: Reference | None, reader: Reader) -> frozenset[ReferenceLine]:
    """The symbols, sections and documents that the scope selects by resolved references, with the lines of these."""
    scope = REFERENCE_SCOPES[field]
    if field in OF_MODULES and (docs := module_documents(value, reader)):
        is_named: Callable[[Ref], bool] = lambda ref: ref.doc in docs  # noqa: E731  # as below
    elif named is None or (named.head is None and not named.folder):
        return frozenset()
    else:
        docs = _documents(named, reader)
        is_named = _named_by(named, docs, field)
    found = [each for each in reader.references(docs) if each.relation in scope.relations]
    return frozenset(_other_end(found, is_named, from_named=scope.from_named))


def _documents(named: Reference, reader: Reader) -> frozenset[str]:
    """The named document, those of the symbols of the name, or the documents in the named folder."""
    if named.symbols:
        return frozenset(symbol.doc for symbol in named.symbols)
    if named.head is not None:
        return frozenset({named.head.path})
    return frozenset(reader.inside((named.folder,)) if named.folder else ())


def module_documents(value: str, reader: Reader) -> frozenset[str]:
    """The source files of the module of that name, `flask.json`; of a package all files in its folder."""
    parts = module_parts(value)
    if not parts or rules_of(value):  # a path has the ending of a file
        return frozenset()
    heads = reader.called((module_key(parts[-1]),)).get(module_key(parts[-1]), ())
    found = {head.path for head in heads if head.kind == "code" and module_path(head.path)[-len(parts) :] == parts}
    folders = {path.rpartition("/")[0] for path in found if is_package(path)}
    return frozenset(found | set(reader.inside(folders) if folders else ()))


@dataclass(frozen=True, slots=True)
class NamedCalls:
    """The calls of anything with a simple name: those that are not resolved, and the symbols that the others mean."""

    unresolved: int
    is_of_objects: bool  # whether all unresolved ones are of members: `x.name()`
    waiting: int  # in files whose references wait for resolution
    is_whole: bool  # whether all files with the name were read
    called: tuple[str, ...]  # qualified names


def calls_by_name(
    symbol: str, reader: Reader, filters: Expr, *, of_function: bool = False, callers: Collection[_Place] = ()
) -> NamedCalls:
    """The calls of something with that simple name in source files; those that meet the filters are read first.

    Of those that are not resolved only the ones that may be `of_function`: of a function of the index; and of the
    resolved ones only those in files with a call that is not among the `callers`, the known resolved ones.
    """
    files = NameFiles(reader, (symbol,))
    calls: dict[str, list[CallReference]] = {}
    imported: dict[str, Mapping[str, ImportReference]] = {}
    for path, outline in files.read(filters):
        own = [each for each in outline.references.calls if each.callee[-1] == symbol]
        if _unknown(path, own, callers) if of_function else own:
            calls[path] = own
            if of_function and (rules := rules_of(path)):
                imported[path] = FileScope(path, outline, rules).imported
    resolved = [
        each
        for each in (reader.references(calls) if calls else ())
        if each.relation == "calls" and unnumbered(each.target.section).rpartition(".")[2] == symbol
    ]
    places = {*callers, *((each.source.doc, each.line) for each in resolved)}
    waiting_files = reader.unresolved(calls) if calls else ()
    unknown = {path: _unknown(path, own, places) for path, own in calls.items()}
    if of_function:
        unknown = _of_functions(unknown, imported, reader)
    count, is_of_objects, waiting = 0, True, 0
    for path, callees in unknown.items():
        if path in waiting_files:
            waiting += len(callees)
        else:
            count += len(callees)
            is_of_objects = is_of_objects and all(len(callee) > 1 for callee in callees)
    others = tuple(sorted({unnumbered(each.target.section) for each in resolved}))
    return NamedCalls(count, is_of_objects and not of_function, waiting, files.is_whole, others)


def _unknown(path: str, calls: Iterable[CallReference], places: Collection[_Place]) -> list[tuple[str, ...]]:
    """The calls of a file that are not resolved: an edge has the line of its first call."""
    known = {(each.symbol, each.callee) for each in calls if (path, each.line) in places}
    return [each.callee for each in calls if (each.symbol, each.callee) not in known]


def _of_functions(
    callees: Mapping[str, list[tuple[str, ...]]], imported: Mapping[str, Mapping[str, ImportReference]], reader: Reader
) -> dict[str, list[tuple[str, ...]]]:
    """The calls, by files, that may be of a function of the index: by its bare name, or through a module of it."""
    own = imports_of_index({path for path in imported if callees[path]}, reader)

    def is_meant(path: str, callee: tuple[str, ...]) -> bool:
        head, *rest = callee
        each = imported[path].get(head)
        if each is None:
            return not rest and not built_into(head, {ending_of(path)[1:]})
        return not rest[1:] and (bool(each.level) or (path, each.module) in own)

    return {path: [callee for callee in callees[path] if is_meant(path, callee)] for path in imported}


def unresolved_calls_hint(
    symbol: Ref, reader: Reader, filters: Expr, *, is_called: bool, callers: Collection[_Place] = ()
) -> str:
    """The hint on calls that may mean the symbol, but are not resolved: of an object whose type the text does not
    state, or of a module that does not define the name in the text; and, if no call of the symbol is resolved, on other
    symbols of its simple name that have calls.
    """
    owner, _, name = unnumbered(symbol.section).rpartition(".")
    if not name:
        return ""
    # A function with calls is rarely meant behind an object.
    found = calls_by_name(name, reader, filters, of_function=is_called and not owner, callers=callers)
    calls = f"{found.unresolved:,} calls of that name are" if found.unresolved > 1 else "1 call of that name is"
    calls = calls if found.is_whole else f"at least {calls}"
    why = ", of objects whose type is not known" if found.is_of_objects else ""
    lines = f"line:{name} finds the lines with that name"
    hints = [f"{calls} unresolved{why}; {lines}"] if found.unresolved else []
    if found.waiting:
        waiting = f"{found.waiting:,} calls of that name are" if found.waiting > 1 else "1 call of that name is"
        hints = [f"{waiting} in files whose links are not resolved yet", *hints]
    if is_called:
        return "; ".join(hints)
    if others := [each for each in found.called if "." in each][:_MOST_OTHERS]:
        find = "finds calls of another symbol" if len(others) == 1 else "find calls of other symbols"
        hints.append(f"{' and '.join(f'calls:{each}' for each in others)} {find}")
    return "; ".join([f"no resolved call{' yet' if found.waiting else ''}", *hints]) if hints else ""


def anonymous_hint(named: Reference, reader: Reader) -> str:
    """How many of the subclasses of the named base are anonymous classes; empty for none."""
    docs = _documents(named, reader)
    is_named = _named_by(named, docs, "extends")
    bases = [each for each in reader.references(docs) if each.relation in _BASES and is_named(each.target)]
    count = sum(each.rule == "anonymous" for each in bases)
    are = "is an anonymous class, whose hit is the symbol around it"
    if count > 1:
        are = "are anonymous classes, whose hits are the symbols around them"
    return f"{count:,} of the {len(bases):,} subclasses in the index {are}" if count else ""


def _other_end(
    found: Iterable[ResolvedReference], is_named: Callable[[Ref], bool], *, from_named: bool
) -> Iterable[ReferenceLine]:
    for each in found:
        if is_named(each.source if from_named else each.target):
            yield (each.target, 0) if from_named else (each.source, each.line)


def _named_by(named: Reference, docs: Collection[str], field: str) -> Callable[[Ref], bool]:
    """Whether a place is a named one or, but for `calls:` and `extends:`, inside one; of a document or a folder all
    places are.

    A mention of a file is one of its symbols too, so that the text about the file is found with them; what the file
    itself calls outside of its symbols, none of them calls.
    """
    if named.ref is None or not named.ref.section:
        return lambda ref: ref.doc in docs
    wanted = frozenset((each.doc, unnumbered(each.section)) for each in named.symbols or (named.ref,))

    def is_named(ref: Ref) -> bool:
        own = unnumbered(ref.section)
        if field in {"calls", "extends"} or (ref.doc, own) in wanted:
            return (ref.doc, own) in wanted
        if not own:
            return field not in {"called", "explained"} and ref.doc in {doc for doc, _ in wanted}
        return any(ref.doc == doc and own.startswith(f"{name}.") for doc, name in wanted)

    return is_named
