"""Extension methods of C#: `rope.Metres()` means a static method with `this string rope` where no type has the method.

The class of the receiver is known of few calls.  A method counts where all methods of its name in the index are
extensions of one class, so that what has the method otherwise is a type of another package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from ...model.value_class import dataclass
from .scope_rules import CSHARP, rules_of
from .source_files import SourceFiles

_RECEIVER = re.compile(r"\(\s*(?:\[[^\]]*\]\s*)*this\s+(?:(?:ref|in|scoped)\s+)*(?:[\w.]+\.)?(\w+)")  # its simple type
_STATIC = re.compile(r"\bstatic\b")
_OF_LANGUAGE = frozenset(
    (
        "base", "bool", "byte", "char", "decimal", "double", "float", "int", "long", "nint", "nuint", "object", "sbyte",
        "short", "string", "uint", "ulong", "ushort",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExtensionMember:
    """A method that a static class adds to another type."""

    path: str
    class_name: str
    name: str  # qualified
    receivers: frozenset[str]  # simple names of the types, of all overloads; none if they are not stated

    def may_be_of(self, receiver: Sequence[str]) -> bool:
        """Whether the parts of a name before that of the method may be an object, or are its type."""
        head, last = receiver[0], receiver[-1]
        if head in _OF_LANGUAGE:
            return False
        return not head or not head[0].isupper() or last.endswith(("()", "[]")) or last in self.receivers


class ExtensionMembers:
    """The extension methods of an index, as far as they were looked for."""

    def __init__(
        self,
        sources: SourceFiles,
        definitions: Callable[[Iterable[str]], Mapping[str, Sequence[SymbolDefinition]]],
    ) -> None:
        self._sources = sources
        self._definitions = definitions
        self._known: dict[str, ExtensionMember | None] = {}

    def clear(self) -> None:
        """Forgets all."""
        self._known.clear()

    def forget(self, names: Iterable[str]) -> None:
        """Forgets the methods of these names."""
        for name in names:
            self._known.pop(name, None)

    def named(self, name: str, stated: Iterable[str]) -> ExtensionMember | None:
        """The only extension method of that name; `stated` are other names that may be asked for next."""
        self._sources.keys.add(fold(name))
        self._sources.look_for(name, "default")  # the key of signatures, which say whether a method is one
        if name not in self._known:
            missing = {each: fold(each) for each in (name, *stated) if each not in self._known}
            found = self._definitions(missing.values())
            for each, key in missing.items():
                same = found.get(key, ())
                self._known[each] = self._member(each, same) if len(same) < MOST_DEFINITIONS else None
        return self._known[name]

    def _member(self, name: str, same: Iterable[SymbolDefinition]) -> ExtensionMember | None:
        listed = [each for each in same if each.unit.title == name and rules_of(each.head.path) is CSHARP]
        places = {(each.head.path, unnumbered(each.unit.parent)) for each in listed}
        if len(places) != 1 or not all(each.unit.kind == "method" and each.unit.parent for each in listed):
            return None
        ((path, class_name),) = places
        scope = self._sources.scope(path)
        if scope is None:
            return None
        units = {each.unit.name for each in listed} | {class_name}
        stated = {each.unit: each.signature for each in scope.outline.symbols if each.unit in units}
        around = stated.pop(class_name, "")
        receivers = [_RECEIVER.search(signature) for signature in stated.values()]
        is_static = _STATIC.search(around) is not None
        are_extensions = (
            found or not _STATIC.search(signature) for found, signature in zip(receivers, stated.values(), strict=True)
        )
        if not stated or not is_static or not all(are_extensions):
            return None
        types = frozenset(found[1] for found in receivers if found)
        return ExtensionMember(path, class_name, min(stated, key=len), types)
