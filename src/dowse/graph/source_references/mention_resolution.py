"""Resolve the names in code spans of notes to files and symbols of source code.

A path means a file that ends so, and a name of several parts the symbol of that qualified name, also `Thing.go` where
no file has this name.  A single name means the only symbol that has it, of the kind that a role of Sphinx states; such
an edge is right in nine of ten cases, the others in 99 of 100 (docs/quality.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from ...analysis.code.source_paths import is_test_path
from ...analysis.code.symbol_names import parts_of_name, unnumbered
from ...analysis.folding import fold
from ...model.document import Head
from ...model.edge import ReferenceRule, ResolvedReference, ResolvedReferences
from ...model.lazy_pattern import lazy_pattern
from ...model.ref import Ref
from ...model.source_reference import CodeMention, MentionRole
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .file_scope import TYPES
from .module_keys import module_key
from .scope_rules import rules_of

_FILE = lazy_pattern(r"[\w@$.-]+(?:/[\w@$.-]+)*\.(\w+)")


class DefinitionLookup(Protocol):
    """The questions of a resolution to the index."""

    def called(self, keys: Iterable[str], /) -> Mapping[str, tuple[Head, ...]]:
        """For each module_key the source files."""

    def definitions(self, keys: Iterable[str], /) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """For each folded name the symbols of that simple name."""


def _keys(name: str) -> Iterator[str]:
    """On whose definition a mention depends: module keys of files, folded simple names of symbols."""
    path, _ = _split(name)
    if path:
        yield _file_key(path)
    if last := simple_name(name):
        yield fold(last)


def resolved_mentions(
    pointers: Mapping[str, Sequence[CodeMention]], index: DefinitionLookup
) -> dict[str, ResolvedReferences]:
    """For each note its mentions of a file or a symbol, in the order of the text, each target once a unit."""
    if not pointers:  # as after most changes of source code
        return {}
    keys = {name: frozenset(_keys(name)) for name in {each.name for some in pointers.values() for each in some}}
    named = {fold(last) for name in keys if (last := simple_name(name))}
    files, symbols = index.called(frozenset().union(*keys.values())), index.definitions(named)
    known: dict[tuple[str, MentionRole], tuple[Ref, ReferenceRule] | None] = {}
    found: dict[str, ResolvedReferences] = {}
    for path, mentions in pointers.items():
        own: dict[tuple[Ref, Ref], ResolvedReference] = {}
        resolved = 0
        for each in mentions:
            if (key := (each.name, each.role)) not in known:
                known[key] = _meaning(each, files, symbols)
            if meaning := known[key]:
                resolved += 1
                edge = ResolvedReference(Ref(path, each.unit), meaning[0], "mentions", meaning[1], each.line)
                own.setdefault((edge.source, edge.target), edge)
        keys_of_note = frozenset().union(*(keys[each.name] for each in mentions))
        found[path] = ResolvedReferences(tuple(own.values()), keys_of_note, len(mentions), resolved)
    return found


def simple_name(name: str) -> str:
    """The last part of the symbol that a mention may name; empty for a mention of a file alone."""
    return parts[-1] if (parts := _split(name)[1] or _dotted(name)) else ""


def possible_symbols(mention: CodeMention, same: Sequence[SymbolDefinition]) -> frozenset[Ref]:
    """The symbols that a mention without a path may mean, out of all symbols with the last part of its name."""
    path, parts = _split(mention.name)
    if path or not parts or len(same) >= MOST_DEFINITIONS:
        return frozenset()
    if len(parts) == 1:
        return _outside_tests(_titled(parts[0], mention.role, same))
    return _outside_tests(each for each in same if _fits(each, parts))


def _meaning(
    mention: CodeMention, files: Mapping[str, Sequence[Head]], symbols: Mapping[str, Sequence[SymbolDefinition]]
) -> tuple[Ref, ReferenceRule] | None:
    path, parts = _split(mention.name)
    candidates = symbols.get(fold(simple_name(mention.name)), ())
    if path and (found := _file(path, files.get(_file_key(path), ()))):
        inside = [each for each in candidates if each.head.path == found and parts and _fits(each, parts)]
        return (Ref(found, inside[0].unit.name), "qualified") if inside else (Ref(found), "path")
    if path:
        parts = () if parts else _dotted(mention.name)
    if len(candidates) >= MOST_DEFINITIONS:
        return None
    if len(parts) > 1:
        target = _only(each for each in candidates if _fits(each, parts))
        return (target, "qualified") if target else None
    target = _only(_titled(parts[0], mention.role, candidates)) if parts else None
    return (target, "name") if target else None


def _titled(name: str, role: MentionRole, same: Iterable[SymbolDefinition]) -> Iterator[SymbolDefinition]:
    """The symbols of that simple name and of the kind that the role states."""
    return (each for each in same if each.unit.title == name and _is_of_role(each, role))


def _is_of_role(symbol: SymbolDefinition, role: MentionRole) -> bool:
    """Whether the symbol may have the role: `func` is that of a function outside of others and of types."""
    match role:
        case "func":
            return symbol.unit.kind == "function" and "." not in symbol.unit.name
        case "meth":
            return symbol.unit.kind == "method"
        case "class" | "exc":
            return symbol.unit.kind in TYPES
        case _:
            return True


def _split(name: str) -> tuple[str, tuple[str, ...]]:
    """The path and the parts of the symbol: `a/b.py::f` gives `a/b.py` and (f), `A.b()` the parts alone."""
    plain = name.removesuffix("()")
    file = _FILE.match(plain)
    if file and rules_of(file[0]) and (len(file[0]) == len(plain) or plain[len(file[0])] in ":#"):
        return file[0], parts_of_name(plain[len(file[0]) :].lstrip(":#"))
    if "/" in plain:
        return "", ()
    return "", parts_of_name(plain)


def _dotted(name: str) -> tuple[str, ...]:
    """The parts of the symbol that the name of a file may mean where there is no such file: `Thing.go`."""
    return () if "/" in name or "#" in name or ":" in name else parts_of_name(name.removesuffix("()"))


def _file_key(path: str) -> str:
    name = path.rpartition("/")[2]
    stem = name.rpartition(".")[0].removesuffix(".d")
    folder = path.rpartition("/")[0].rpartition("/")[2]
    rules = rules_of(path)
    return module_key(folder if rules and stem in rules.index_names else stem)


def _file(path: str, heads: Sequence[Head]) -> str | None:
    """The file at the path, or else the only one whose path ends so; a mere name that is none of a test means no file
    of tests.
    """
    found = [head.path for head in heads if f"/{head.path}".endswith(f"/{path}")]
    if path in found:
        return path
    if "/" not in path and not is_test_path(path):
        found = [each for each in found if not is_test_path(each)]
    return found[0] if len(found) == 1 else None


def _fits(symbol: SymbolDefinition, parts: Sequence[str]) -> bool:
    """Whether the qualified name ends so; parts before it are folders or files of its path: `flask.Flask.run`."""
    own = unnumbered(symbol.unit.name).split(".")
    common = 0
    while common < min(len(own), len(parts)) and own[-1 - common] == parts[-1 - common]:
        common += 1
    if not common:
        return False
    if common == len(parts):
        return True
    around = symbol.head.path.rpartition(".")[0].split("/")
    return common == len(own) and set(parts[: len(parts) - common]) <= set(around)


def _only(symbols: Iterable[SymbolDefinition]) -> Ref | None:
    """The symbol, if there is only one outside of tests."""
    found = _outside_tests(symbols)
    return next(iter(found)) if len(found) == 1 else None


def _outside_tests(symbols: Iterable[SymbolDefinition]) -> frozenset[Ref]:
    """The symbols outside of tests; overloads in one file are one."""
    outside = (each for each in symbols if not is_test_path(each.head.path))
    return frozenset(Ref(each.head.path, unnumbered(each.unit.name)) for each in outside)
