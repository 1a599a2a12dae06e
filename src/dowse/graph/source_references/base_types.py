"""The types that a type extends or implements, kept until a symbol that they rest on changes.

Circles end where they meet a type that is looked up: a base of `Storage` may be a member of a type that is based on
`Storage`.  What another type of the circle finds then is not kept, as it would be more if it were asked first; what the
type finds that was asked first is, for those who ask it first again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .call_edges import ResolvedName
from .file_scope import FileScope
from .key_recorder import KeyRecorder, Memo, MemoItems

_Type = tuple[str, str]  # its path and its qualified name
BaseScope = tuple[bool, FileScope, str]
"""A type whose members another one has: whether it is another one, its file and its qualified name."""


class BaseTypes:
    """What the bases of types mean."""

    def __init__(self, keys: KeyRecorder) -> None:
        self._keys = keys
        self._known: Memo[_Type, tuple[_Type, ...]] = {}
        self._asked_first: Memo[_Type, tuple[_Type, ...]] = {}  # of types in circles
        self._ancestors: dict[tuple[str, str, str, bool], MemoItems[BaseScope]] = {}
        self._in_progress: set[_Type] = set()  # types whose bases are looked up
        self._cuts = 0  # look-ups of bases that a circle has ended

    def clear(self) -> None:
        """Any base may be another one."""
        self._known.clear()
        self._asked_first.clear()

    def forget(self, keys: frozenset[str]) -> None:
        """What these keys stand for has changed."""
        for memo in (self._known, self._asked_first):
            for each in [each for each, own in memo.items() if not keys.isdisjoint(own[1])]:
                del memo[each]

    def forget_ancestors(self) -> None:
        """Files may be read again, or other ones."""
        self._ancestors.clear()

    def kept(self, key: tuple[str, str, str, bool], found: Iterator[BaseScope]) -> Iterable[BaseScope]:
        """The ancestors of a type, which `found` looks up; not kept while bases are looked up: circles cut them."""
        if self._in_progress:
            return found
        if key not in self._ancestors:
            self._ancestors[key] = MemoItems(self._keys, found)
        return self._ancestors[key]

    def of_type(self, key: _Type, find: Callable[[], Sequence[ResolvedName | None]]) -> tuple[_Type, ...]:
        """The bases of the type, which `find` looks up."""
        is_asked_first = not self._in_progress
        for memo in (self._known, self._asked_first) if is_asked_first else (self._known,):
            if key in memo:
                return self._keys.remembered(memo, key, tuple)
        if key in self._in_progress:
            self._cuts += 1
            return ()
        self._in_progress.add(key)
        cuts = self._cuts
        with self._keys.recorded() as own:
            meanings = find()
        self._in_progress.remove(key)
        found = tuple((each.path, each.symbol) for each in meanings if each and each.symbol)
        if cuts == self._cuts:
            self._known[key] = found, frozenset(own)
        elif is_asked_first:
            self._asked_first[key] = found, frozenset(own)
        return found
