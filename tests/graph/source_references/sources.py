"""Source files in memory, and what their references mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from dowse.analysis.folding import fold
from dowse.formats.detect import parse_file
from dowse.graph.source_references.module_keys import module_keys, namespace_keys
from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.model.document import Document, Head
from dowse.model.source_reference import CodeMention
from dowse.model.symbol import SourceOutline, SymbolDefinition


class Sources:
    """An index of a few files."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._documents = {path: parse_file(path, text.encode(), modified=0.0) for path, text in files.items()}

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """By module key."""
        listed = [each for _, each in sorted(self._documents.items())]
        own = [(each.head, module_keys(each.head) | namespace_keys(each.references)) for each in listed]
        found = {key: tuple(head for head, named in own if key in named) for key in keys}
        return {key: some for key, some in found.items() if some}

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """Those that are there."""
        return {path: self._documents[path].head for path in docs if path in self._documents}

    def source_outlines(self, docs: Iterable[str]) -> Mapping[str, SourceOutline]:
        """Of source code."""
        return {path: _outline(own) for path in docs if (own := self._documents.get(path)) and own.head.kind == "code"}

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
        """Of notes."""
        found = {path: self._documents[path].references.mentions for path in docs}
        return {path: own for path, own in found.items() if own}

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """By folded simple name."""
        found: defaultdict[str, list[SymbolDefinition]] = defaultdict(list)
        wanted = set(keys)
        for _, document in sorted(self._documents.items()):
            units = {unit.name: unit for unit in document.units}
            for facts in document.symbols:
                unit = units[facts.unit]
                if fold(unit.title) in wanted:
                    found[fold(unit.title)].append(SymbolDefinition(document.head, unit, facts.is_exported))
        return {key: tuple(some) for key, some in found.items()}


def _outline(document: Document) -> SourceOutline:
    return SourceOutline(document.units, document.symbols, document.references)


def meanings(files: Mapping[str, str], relation: str = "calls") -> list[str]:
    """The resolved references of a relation: `source -> target (rule)`, sorted."""
    resolved = ReferenceResolver(Sources(files)).resolved(files)
    return sorted(
        f"{each.source} -> {each.target} ({each.rule})"
        for own in resolved.values()
        for each in own.edges
        if each.relation == relation
    )
