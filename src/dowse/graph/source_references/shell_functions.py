"""Functions of shells that no file of the caller brings: scripts read others by paths that only a run knows.

A call by a name that few commands have means the only function of that name outside of tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...analysis.code.source_paths import is_test_path
from ...analysis.folding import fold
from ...model.document import LANGUAGE
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .call_edges import ResolvedName
from .file_scope import FileScope
from .key_recorder import KeyRecorder
from .scope_rules import BASH, rules_of, rules_of_script

_OF_FUNCTIONS = re.compile(r"\w*(?:[_:A-Z-]|\w\.)[\w:.-]*+")  # of commands few have a sign or a capital letter


class ShellFunctions:
    """The functions of all shell scripts of an index, by name, as far as they were looked for."""

    def __init__(
        self,
        keys: KeyRecorder,
        definitions: Callable[[Iterable[str]], Mapping[str, Sequence[SymbolDefinition]]],
    ) -> None:
        self._keys = keys
        self._definitions = definitions
        self._known: dict[str, Mapping[str, str]] = {}  # by name the qualified names by path

    def clear(self) -> None:
        """Forgets all."""
        self._known.clear()

    def forget(self, names: Iterable[str]) -> None:
        """Forgets the functions of these names."""
        for name in names:
            self._known.pop(name, None)

    def function(self, name: str, scope: FileScope) -> ResolvedName | None:
        """What a call by the name means in a script that neither defines nor imports it."""
        if scope.rules is not BASH or not _OF_FUNCTIONS.fullmatch(name):
            return None
        self._keys.add(fold(name))
        if name not in self._known:
            self._find({name, *filter(_OF_FUNCTIONS.fullmatch, scope.stated)})
        found = {path: own for path, own in self._known[name].items() if path != scope.path}
        others = {path: own for path, own in found.items() if not is_test_path(path)}
        if not others and is_test_path(scope.path):
            others = found
        return ResolvedName(*others.popitem(), "name") if len(others) == 1 else None

    def _find(self, names: Iterable[str]) -> None:
        missing = {name: fold(name) for name in names if name not in self._known}
        found = self._definitions(missing.values())
        for name, key in missing.items():
            same = found.get(key, ())
            functions = (each for each in same if each.unit.title == name and _is_function(each))
            self._known[name] = (
                {each.head.path: each.unit.name for each in functions} if len(same) < MOST_DEFINITIONS else {}
            )


def _is_function(each: SymbolDefinition) -> bool:
    is_script = BASH in {rules_of(each.head.path), rules_of_script(each.head.fact(LANGUAGE))}
    return is_script and each.head.kind == "code" and each.unit.kind == "function" and not each.unit.parent
