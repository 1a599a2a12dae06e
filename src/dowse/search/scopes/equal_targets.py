"""What calls in a file of C and mentions in a note may mean: any of several equal definitions, found by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...graph.source_references.call_edges import symbol_name
from ...graph.source_references.declared_functions import declares_for_others, public_functions
from ...graph.source_references.file_scope import FileScope
from ...graph.source_references.mention_resolution import possible_symbols, simple_name
from ...graph.source_references.module_keys import module_key
from ...graph.source_references.scope_rules import C, rules_of, stem_of
from ...model.edge import ResolvedReference, SourceRelation
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader
from ...query.ast import ReferenceLine


class AmbiguousReference(NamedTuple):
    """A reference that means one of several equal definitions; which one, the text does not state."""

    source: Ref
    targets: tuple[Ref, ...]
    relation: SourceRelation
    line: int


def ambiguous_calls(part: Ref, reader: Reader) -> Iterator[AmbiguousReference]:
    """The calls in the file of C, or in a symbol of it, of functions that several source files define and that the file
    or a header of it declares.
    """
    outline = reader.source_outlines((part.doc,)).get(part.doc) if rules_of(part.doc) is C else None
    if outline is None:
        return
    scope = FileScope(part.doc, outline, C)
    inside = is_inside(part.section)
    calls: dict[str, list[ReferenceLine]] = {}
    for name, place in _plain_calls(scope):
        if inside(place[0].section):
            calls.setdefault(name, []).append(place)
    equals = _equal_functions(calls, reader)
    if not equals:
        return
    declared = _declared(scope, reader)
    resolved = {(each.source, unnumbered(each.target.section)) for each in _calls_of(part.doc, reader)}
    for name in sorted(declared.intersection(equals)):
        for source, line in calls[name]:
            if (source, name) not in resolved:
                yield AmbiguousReference(source, equals[name], "calls", line)


def ambiguous_mentions(part: Ref, reader: Reader) -> Iterator[AmbiguousReference]:
    """The mentions in the note, or in a section of it, that may mean any of several symbols; see ambiguous_targets."""
    mentions = [each for each in reader.code_mentions((part.doc,)).get(part.doc, ()) if part.section in ("", each.unit)]
    keys = {fold(simple_name(each.name)) for each in mentions}
    same = reader.definitions(keys) if keys else {}
    for each in mentions:
        if targets := ambiguous_targets(each, same.get(fold(simple_name(each.name)), ())):
            yield AmbiguousReference(Ref(part.doc, each.unit), tuple(sorted(targets, key=str)), "mentions", each.line)


def ambiguous_targets(mention: CodeMention, same: Sequence[SymbolDefinition]) -> frozenset[Ref]:
    """The symbols any of which the mention may mean, out of all with the last part of its name: several of one
    qualified name and one language, or a function and the methods of its name; none for other mentions.
    """
    targets = possible_symbols(mention, same)
    is_one = len({(each.section, rules_of(each.doc)) for each in targets}) == 1
    return targets if len(targets) > 1 and (is_one or _is_function_with_methods(targets, same)) else frozenset()


def equal_functions(name: str, same: Sequence[SymbolDefinition]) -> tuple[Ref, ...]:
    """The functions of C of that name for other files, out of all symbols of it; none if there are not several."""
    found = tuple(Ref(*each) for each in sorted(public_functions(name, same).items()))
    return found if len(found) > 1 else ()


def plain_calls(name: str, scope: FileScope) -> Iterator[ReferenceLine]:
    """The calls by the name alone outside of types, whose members may have it."""
    return (place for called, place in _plain_calls(scope) if called == name)


def _plain_calls(scope: FileScope) -> Iterator[tuple[str, ReferenceLine]]:
    for callee, line, symbol in scope.outline.references.calls:
        if len(callee) == 1 and not scope.type_around(symbol):
            yield callee[0], (Ref(scope.path, symbol_name(scope, symbol)), line)


def system_headers(scope: FileScope) -> Iterator[str]:
    """The included headers as `<uv.h>`, of which no file is known."""
    return (each.module for each in scope.outline.references.imports if each.module.startswith("<"))


def is_inside(section: str) -> Callable[[str], bool]:
    """Whether a symbol is that of the name or one of its members; an empty name is that of the document."""
    return lambda own: section in ("", own) or own.startswith(f"{section}.")


def _is_function_with_methods(targets: Collection[Ref], same: Sequence[SymbolDefinition]) -> bool:
    """Whether one of the symbols is a function outside of types, and the others are methods."""
    meant = [each for each in same if Ref(each.head.path, unnumbered(each.unit.name)) in targets]
    top = {each.head.path for each in meant if "." not in each.unit.name}
    return len(top) == 1 and all(
        each.unit.kind == ("method" if "." in each.unit.name else "function") for each in meant
    )


def _equal_functions(names: Collection[str], reader: Reader) -> dict[str, tuple[Ref, ...]]:
    same = reader.definitions(set(map(fold, names))) if names else {}
    found = {name: equal_functions(name, same.get(fold(name), ())) for name in names}
    return {name: own for name, own in found.items() if own}


def _declared(scope: FileScope, reader: Reader) -> frozenset[str]:
    """The functions that the file declares, or a header that it includes, directly or not."""
    found = set(_headers_of_system(scope, reader))
    waiting = {scope.path, *found}
    while waiting:
        edges = reader.references(waiting)
        included = {each.target.doc for each in edges if each.relation == "imports" and each.source.doc in waiting}
        waiting = set(filter(declares_for_others, included)) - found - {scope.path}
        found |= waiting
    headers = reader.source_outlines(found)
    scopes = (FileScope(path, outline, C) for path, outline in headers.items())
    return scope.declared.union(*(each.declared for each in scopes))


def _headers_of_system(scope: FileScope, reader: Reader) -> Iterator[str]:
    """The headers of the index that the file may include as `<uv.h>`."""
    ends = {each.strip("<>") for each in system_headers(scope)}
    keys = {module_key(stem_of(end.rpartition("/")[2])) for end in ends}
    for heads in (reader.called(keys) if keys else {}).values():
        yield from (
            head.path
            for head in heads
            if declares_for_others(head.path) and any(f"/{head.path}".endswith(f"/{end}") for end in ends)
        )


def _calls_of(doc: str, reader: Reader) -> Iterator[ResolvedReference]:
    return (each for each in reader.references((doc,)) if each.relation == "calls" and each.source.doc == doc)
