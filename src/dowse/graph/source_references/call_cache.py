"""What the calls of files mean, kept for files that are resolved again since names of other files have changed.

A call means something else only if one of its own names has changed, unless a look-up has asked for the changed name
behind another one: SourceFiles.compare_changed tells these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...model.edge import ResolvedReferences
from ...model.source_reference import SourceReferences
from .call_edges import ResolvedName
from .interface import symbol_key

_MOST_CALLS = 50_000  # that are kept; some 4 MB


class FileResolution(NamedTuple):
    """What the references of a file mean."""

    calls: Sequence[ResolvedName | None]  # in order
    others: ResolvedReferences  # the imports and the base classes, with the keys of all references
    resolved: int  # references that mean something


class CallCache:
    """The meanings of the calls of files that were resolved after all earlier changes."""

    def __init__(self) -> None:
        self._files: dict[str, FileResolution] = {}
        self._count = 0
        self._names: frozenset[str] = frozenset()  # with and without the brackets of a call
        self._keys: frozenset[str] = frozenset()

    def begin(self, changed: Iterable[str]) -> None:
        """These documents are about to change, and no other document waits for an earlier change."""
        self._names = self._keys = frozenset()
        self.drop(changed)

    def clear(self) -> None:
        """Any name may mean something else."""
        self._files.clear()
        self._count = 0

    def change(self, names: Iterable[str]) -> None:
        """These names may mean something else, and no others."""
        listed = list(names)
        self._names |= {text for name in listed for text in (name, f"{name}()")}
        self._keys |= set(map(symbol_key, listed))

    def of(self, path: str) -> FileResolution | None:
        """What the references meant before the change; None where any of them may mean something else now."""
        found = self._files.get(path)
        return found if found and self._names and self._keys.isdisjoint(found.others.keys) else None

    def concerned_calls(self, references: SourceReferences) -> list[int]:
        """The numbers of the calls that may mean something else than before the change."""
        names = self._names
        return [n for n, call in enumerate(references.calls) if not names.isdisjoint(call[0])]

    def concerns_imports(self, references: SourceReferences) -> bool:
        """Whether an import may mean something else."""
        imports = (each for each in references.imports if not each.is_own_name)
        return any(each.name in self._names or each.alias in self._names for each in imports)

    def drop(self, paths: Iterable[str]) -> None:
        """Keeps nothing of these files."""
        for path in paths:
            self._drop(path)

    def keep(self, path: str, found: FileResolution) -> None:
        """Keeps what is found now, unless there are too many calls."""
        self._drop(path)
        if self._count + len(found.calls) <= _MOST_CALLS:
            self._files[path] = found
            self._count += len(found.calls)

    def _drop(self, path: str) -> None:
        if found := self._files.pop(path, None):
            self._count -= len(found.calls)
