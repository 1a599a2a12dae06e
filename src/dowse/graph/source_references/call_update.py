"""What calls by changed names mean in source files of C that nothing is kept of, found out of what is stored.

A file of C or C++ sees the symbols of all files that it includes, directly or not, and of the sources beside these.
Includes are stored as edges, so that a function which hundred files call is found in the definitions of its name and
in the files that reach one of them; none of the files is read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...model.edge import ReferenceRule, ReferenceUpdate, ResolvedReference, StatedCall, StatedCalls
from ...model.ref import Ref
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .declared_functions import declared_function, declares_for_others
from .file_scope import TYPES
from .interface import path_key
from .scope_rules import C, is_compiled_alone, rules_of
from .source_files import MOST_INCLUDED

_MOST_NAMES = 32  # each is looked for in all references of a file; reading the files is faster for more
_RULES = frozenset({"import", "declared"})  # of names that a file includes
_INSIDE_TYPES = TYPES | {"method"}  # kinds of symbols in which calls may mean members


class StoredCallLookup(Protocol):
    """The questions of an update to the index."""

    def definitions(self, keys: Iterable[str], /) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """For each folded name the symbols of that simple name."""

    def stated_calls(self, docs: Iterable[str], names: Collection[str], /) -> Mapping[str, StatedCalls]:
        """The calls by the names of the source files that state them in calls alone."""

    def declaring_files(self, names: Collection[str], /) -> Mapping[str, Sequence[str]]:
        """For each of the names the files that declare it, as stored."""

    def imported_files(self, docs: Iterable[str], /) -> Mapping[str, Sequence[str]]:
        """What each of the source files imports, and what each of those does, and so on."""


class _Meaning(NamedTuple):
    """What a name means in a file: a symbol, or nothing."""

    target: Ref | None = None
    header: str = ""  # the file with the name that was found
    rule: ReferenceRule = "import"


class CallUpdate:
    """The calls by names whose symbols have changed, while nothing else has that a name depends on."""

    def __init__(self, index: StoredCallLookup) -> None:
        self._index = index
        self._changed: frozenset[str] = frozenset()  # files
        self._names: frozenset[str] = frozenset()

    def begin(self, changed: Iterable[str]) -> None:
        """These documents are about to change, and no other document waits for an earlier change."""
        self._changed, self._names = frozenset(changed), frozenset()

    def change(self, names: Iterable[str]) -> None:
        """These names may mean something else, and no others."""
        self._names |= frozenset(names)

    def of(
        self,
        paths: Iterable[str],
        included_by: Callable[[str], Sequence[str]],
        declared_by: Callable[[str], Collection[str]],
    ) -> dict[str, ReferenceUpdate]:
        """What has changed in those of the unchanged files where that is certain.

        The functions give what a changed file includes and declares now; they are not kept, since their owner keeps
        this object.
        """
        if not 0 < len(self._names) <= _MOST_NAMES:
            return {}
        unchanged = [path for path in paths if path not in self._changed and rules_of(path) is C]
        stated = self._index.stated_calls(unchanged, self._names)
        waiting = [path for path, own in stated.items() if own.calls]
        included = self._includes(waiting, included_by)
        if len(included) > MOST_INCLUDED // 2:  # with the sources beside the headers
            return {}
        definitions = self._index.definitions(map(fold, self._names)) if waiting else {}
        headers = self._headers(declared_by) if waiting else {}
        found = {path: self._update(path, own, definitions, headers, included) for path, own in stated.items()}
        return {path: each for path, each in found.items() if each}

    def _headers(self, declared_by: Callable[[str], Collection[str]]) -> Mapping[str, Collection[str]]:
        """For each of the changed names the headers that declare it."""
        stored = self._index.declaring_files(self._names)
        changed = {path: declared_by(path) for path in self._changed}
        found: dict[str, set[str]] = {}
        for name in self._names:
            files = {*stored.get(name, ())}.difference(changed).union(p for p, own in changed.items() if name in own)
            found[name] = set(filter(declares_for_others, files))
        return found

    def _includes(self, paths: Sequence[str], included_by: Callable[[str], Sequence[str]]) -> _Includes:
        """What the files include; the index has it of all but the changed files, which are not resolved yet."""
        if not paths:
            return _Includes({})
        changed = {path: included_by(path) for path in self._changed}
        stored = self._index.imported_files([*paths, *chain.from_iterable(changed.values())])
        return _Includes({**stored, **changed})

    def _update(
        self,
        path: str,
        own: StatedCalls,
        definitions: Mapping[str, Sequence[SymbolDefinition]],
        headers: Mapping[str, Collection[str]],
        included: _Includes,
    ) -> ReferenceUpdate | None:
        replaced: list[tuple[ResolvedReference, ResolvedReference | None]] = []
        added: list[ResolvedReference] = []
        keys: set[str] = set()
        resolved = own.resolved
        calls: defaultdict[str, list[StatedCall]] = defaultdict(list)
        for each in own.calls:
            if len(each.callee) > 1 or each.is_inner or each.kind in _INSIDE_TYPES or "." in each.around:
                return None  # it may mean a member, or a symbol in a namespace
            calls[each.callee[0]].append(each)
        for name, stating in calls.items():
            edges = [each for each in own.edges if unnumbered(each.target.section) == name]
            meaning = included.meaning(path, name, definitions.get(fold(name), ()), headers[name])
            is_whole = sorted(each.source.section for each in edges) == sorted(each.around for each in stating)
            if meaning is None or (edges and not is_whole) or any(each.rule not in _RULES for each in edges):
                return None
            if meaning.header.endswith(".h"):
                keys.add(path_key(f"{meaning.header.removesuffix('.h')}.c"))
            if target := meaning.target:
                made = [ResolvedReference(Ref(path, c.around), target, "calls", meaning.rule, c.line) for c in stating]
                if edges:
                    new = [each._replace(target=target, rule=meaning.rule) for each in edges]
                    replaced += ((each, other) for each, other in zip(edges, new, strict=True) if each != other)
                else:
                    added += made
                    resolved += len(made)
            else:
                replaced += ((each, None) for each in edges)
                resolved -= len(edges)
        return ReferenceUpdate(tuple(replaced), frozenset(keys), resolved, tuple(added))


class _Includes:
    """Which files reach which others through the files that they include."""

    def __init__(self, imported: Mapping[str, Sequence[str]]) -> None:
        self._importing: defaultdict[str, list[str]] = defaultdict(list)
        for path, targets in imported.items():
            for target in targets:
                self._importing[target].append(path)
        self._count = len(self._importing.keys() | imported.keys())
        self._reaching_by_path: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def __len__(self) -> int:
        return self._count

    def meaning(
        self, path: str, name: str, same: Sequence[SymbolDefinition], headers: Iterable[str]
    ) -> _Meaning | None:
        """What the name means in the file, out of all symbols of the name; None where that is not certain.

        `headers` are the files that declare it for others.
        """
        if len(same) >= MOST_DEFINITIONS:
            return None
        symbols: dict[str, str] = {}  # the first one at the top of each file
        for each in same:
            if each.unit.title == name and unnumbered(each.unit.name) == name and each.head.kind == "code":
                symbols.setdefault(each.head.path, each.unit.name)
        reached = []
        for other in symbols:
            certain, possible = self._reaching(other)
            if path in possible - certain or (path in certain and rules_of(other) is not C):
                return None
            if path in certain and path != other:
                reached.append(other)
        if not reached:
            return self._declared(path, name, same, headers)
        header = next((other for other in reached if other.endswith(".h")), reached[0])
        source = f"{header.removesuffix('.h')}.c" if header.endswith(".h") else header
        if not {*reached} <= {header, source} or len({symbols[other] for other in reached}) > 1:
            return None
        return _Meaning(Ref(source if source in symbols else header, symbols[header]), header)

    def _declared(
        self, path: str, name: str, same: Sequence[SymbolDefinition], headers: Iterable[str]
    ) -> _Meaning | None:
        """What the name means where no file has it that the file includes."""
        reaching = [self._reaching(header) for header in headers if header != path]
        if any(path in certain for certain, _ in reaching):
            found = declared_function(path, name, same)
            return _Meaning(Ref(*found), rule="declared") if found else _Meaning()
        return None if any(path in possible for _, possible in reaching) else _Meaning()

    def _reaching(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        """As `_found_reaching`, of each file once."""
        if path not in self._reaching_by_path:
            self._reaching_by_path[path] = self._found_reaching(path)
        return self._reaching_by_path[path]

    def _found_reaching(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        """The files whose included files the file certainly is among, and those of which it may be.

        What a source includes that lies beside an included header does not count, and what files of other languages
        pass on is not known here.
        """
        header = f"{path.removesuffix('.c')}.h" if path.endswith(".c") else ""
        certain = self._from(path, is_certain=True) | (self._from(header, is_certain=True) - {header})
        possible = self._from(path, is_certain=False) | (self._from(header, is_certain=False) - {header})
        return frozenset(certain), frozenset(possible)

    def _from(self, path: str, *, is_certain: bool) -> set[str]:
        found: set[str] = set()
        waiting = [path]
        for each in waiting:
            for other in self._importing.get(each, ()):
                if other in found:
                    continue
                found.add(other)
                if not is_certain or (rules_of(other) is C and not is_compiled_alone(other)):
                    waiting.append(other)
        return found
