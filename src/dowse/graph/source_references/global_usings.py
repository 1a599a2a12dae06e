"""Namespaces that a file of C# opens for all files in its folder and below: `global using Mill.Stones;`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...model.document import Head
from ...model.source_reference import ImportReference
from .file_scope import FileScope
from .key_recorder import KeyRecorder
from .module_keys import GLOBAL_USINGS, module_key

_BESIDE = "Properties"  # a folder of a project, whose files count for the project
_KEY = module_key(GLOBAL_USINGS)

_Read = Callable[[Iterable[str]], Sequence[FileScope]]


class GlobalUsings:
    """These namespaces as imports of all names, kept until an import changes."""

    def __init__(self, called: Callable[[Iterable[str]], Mapping[str, Sequence[Head]]], keys: KeyRecorder) -> None:
        self._called = called
        self._keys = keys
        self._stars: dict[str, list[ImportReference]] | None = None  # by folder

    def clear(self) -> None:
        """Any file may open others."""
        self._stars = None

    def of(self, scope: FileScope, read: _Read) -> Iterator[ImportReference]:
        """Those for the file; none for a file of another language.

        `read` gives the scopes of files by their paths.  It is not kept: it would keep the open index in a circle.
        """
        if not scope.rules.has_namespaces:
            return
        self._keys.add(_KEY)
        if self._stars is None:
            self._stars = self._by_folder(read)
        for folder, stars in self._stars.items():
            if not folder or scope.path.startswith(f"{folder}/"):
                yield from stars

    def _by_folder(self, read: _Read) -> dict[str, list[ImportReference]]:
        found: dict[str, list[ImportReference]] = {}
        for each in read(head.path for head in self._called((_KEY,)).get(_KEY, ())):
            if each.rules.has_namespaces:
                folder, _, name = each.path.rpartition("/")[0].rpartition("/")
                place = folder if name == _BESIDE else f"{folder}/{name}".removeprefix("/")
                found.setdefault(place, []).extend(each.passed_stars)
        return found
