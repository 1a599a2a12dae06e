"""The functions that headers of C declare, and the one source file that defines each.

A header needs not have the name of the file that defines what it declares.  A declared function is found by its name:
it means the only function that a source file of the index has for others under the name, or else the only one in the
folder of the file that calls it, as where each platform has a folder.  Two of them mean nothing: the build decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .file_scope import FileScope
from .scope_rules import C, is_compiled_alone, rules_of

Function = tuple[str, str]  # the path and the qualified name


def declared_function(path: str, name: str, same: Sequence[SymbolDefinition]) -> Function | None:
    """What the name means in a file of C that declares it or includes a header which does, out of all symbols of it."""
    return _nearest(path, public_functions(name, same))


def declares_for_others(path: str) -> bool:
    """Whether files see what the file declares: they include headers, and other files stand for themselves."""
    return rules_of(path) is C and not is_compiled_alone(path)


def public_functions(name: str, same: Sequence[SymbolDefinition]) -> Mapping[str, str]:
    """The functions of that name that other files can call, by the path of the source file; the first of each."""
    found: dict[str, str] = {}
    for each in same if len(same) < MOST_DEFINITIONS else ():
        unit, path = each.unit, each.head.path
        is_source = rules_of(path) is C and is_compiled_alone(path) and each.head.kind == "code"
        is_at_top = unit.title == name and unnumbered(unit.name) == name
        if is_source and is_at_top and unit.kind == "function" and each.is_exported:
            found.setdefault(path, unit.name)
    return found


def _nearest(path: str, functions: Mapping[str, str]) -> Function | None:
    found = [each for each in functions.items() if each[0] != path]
    if len(found) > 1:
        folder = path.rpartition("/")[0]
        found = [each for each in found if each[0].rpartition("/")[0] == folder]
    return found[0] if len(found) == 1 else None


class DeclaredFunctions:
    """The headers that were read, by the names that they declare, and the functions of these names."""

    def __init__(self, definitions: Callable[[Iterable[str]], Mapping[str, Sequence[SymbolDefinition]]]) -> None:
        self._definitions = definitions
        self._declaring: defaultdict[str, list[str]] = defaultdict(list)  # headers by name
        self._functions: dict[str, Mapping[str, str]] = {}  # by name

    def add(self, scope: FileScope) -> None:
        """A file was read."""
        for name in scope.declared if declares_for_others(scope.path) else ():
            self._declaring[name].append(scope.path)

    def remove(self, scope: FileScope) -> None:
        """The file is to be read again."""
        for name in scope.declared if declares_for_others(scope.path) else ():
            self._declaring[name].remove(scope.path)

    def forget(self, names: Iterable[str]) -> None:
        """Symbols of these names have changed."""
        for name in names:
            self._functions.pop(name, None)

    def is_declared(self, name: str, included: Mapping[str, int]) -> bool:
        """Whether one of the files that a file includes declares the name; 0 is the file itself."""
        return any(included.get(path) for path in self._declaring.get(name, ()))

    def function(self, name: str, scope: FileScope) -> Function | None:
        """The function that the file or a header of it declares."""
        if name not in self._functions:
            listed = [each for each in (name, *scope.stated) if each == name or self._declaring.get(each)]
            missing = {each: fold(each) for each in listed if each not in self._functions}
            found = self._definitions(missing.values())
            for each, key in missing.items():
                self._functions[each] = public_functions(each, found.get(key, ()))
        return _nearest(scope.path, self._functions[name])
