"""The scope of a server: queries that select the documents which its clients may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b

from ..analysis.folding import fold
from ..model.document import Head
from ..model.errors import OptionError
from ..model.lazy_pattern import lazy_pattern
from ..model.value_class import dataclass
from ..query.ast import And, Expr, FieldEquals, Leaf, MatchAll, Near, Not, Or, Query, Should, replaced, walk
from ..query.extract import conjunction, text_of
from ..query.parse import parse
from ..query.select import decided

_OF_PATHS = frozenset({"path", "file", "ext"})  # fields that the path of a file decides
_CONSEQUENCE = lazy_pattern(
    r"(;|(?<=\?)) (ignored|searched as (a word|words))$"
)  # of a fault in a search, of which there is none
_NOTHING = Not(MatchAll())


@dataclass(frozen=True, slots=True)
class ClientScope:
    """The documents that any query of `only` selects, all without `only`, but none that a query of `never` selects.

    Raises OptionError for a query that cannot be read exactly, or that ranks instead of selecting: a scope is no place
    for a guess.
    """

    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for option, queries in (("only", self.only), ("never", self.never)):
            for text in queries:
                for fault in _faults(text):
                    raise OptionError(option, f"cannot read {text!r} as a filter: {fault}")

    def __bool__(self) -> bool:
        """Whether the scope excludes anything."""
        return bool(self.only or self.never)

    @property
    def vaults(self) -> frozenset[str]:
        """The names of vaults in the queries."""
        leaves = (node for text in (*self.only, *self.never) for node in walk(parse(text).where))
        return frozenset(leaf.value for leaf in leaves if isinstance(leaf, FieldEquals) and leaf.field == "in")

    @property
    def depth(self) -> int:
        """The hops of `related:`, the most that a query states."""
        return max((parse(text).depth or 2 for text in (*self.only, *self.never)), default=2)

    def included(self, vault: str) -> Expr:
        """The filter for the documents of the vault with that name."""
        only, never = _any(self.only, vault), _any(self.never, vault)
        return conjunction(*([only] if self.only else []), *([Not(never)] if self.never else []))

    def filters(self, vault: str) -> Mapping[str, Expr]:
        """The filter of each query for that vault, by the option that stated the query."""
        queries = [("only", text) for text in self.only] + [("never", text) for text in self.never]
        return {f"--{option} {text}": _any((text,), vault) for option, text in queries}

    def identity(self, vault: str) -> str:
        """A name for the index of the documents of that vault; scopes with the same queries share it."""
        parts = (vault, "", *sorted(self.only), "", *sorted(self.never))
        return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


EVERYTHING = ClientScope()


def is_certain(where: Expr, head: Head) -> bool:
    """Whether the filter selects a file of which only the path is known, whatever the file contains."""
    return _by_path(where, head) is True


def _by_path(where: Expr, head: Head) -> bool | None:
    """Whether the path of the file meets the filter; None when the path does not decide that."""
    match where:
        case And(items):
            found = [_by_path(item, head) for item in items]
            return False if False in found else None if None in found else True
        case Or(items):
            found = [_by_path(item, head) for item in items]
            return True if True in found else None if None in found else False
        case Not(item):
            inner = _by_path(item, head)
            return None if inner is None else not inner
        case MatchAll():
            return True
        case FieldEquals(field) if field in _OF_PATHS:
            return decided(where, head, text=lambda _: False)
        case _:
            return None


def _any(queries: Iterable[str], vault: str) -> Expr:
    """The documents that any of the queries selects."""
    items = tuple(replaced(parse(text).where, lambda leaf: _of_vault(leaf, vault)) for text in queries)
    return items[0] if len(items) == 1 else Or(items)


def _of_vault(leaf: Leaf, vault: str) -> Expr:
    if isinstance(leaf, FieldEquals) and leaf.field == "in":
        return MatchAll() if fold(leaf.value) == fold(vault) else _NOTHING
    return leaf


def _faults(text: str) -> Iterator[str]:
    """Why the query is no filter."""
    query = parse(text)
    yield from (_CONSEQUENCE.sub("", note.hint) for note in query.notes)
    for node in walk(query.where):
        match node:
            case Should(item):
                word = text_of(item)
                yield f"the word {word!r} ranks and does not select; write +{word}"
            case FieldEquals(field, value) if value.count("(") != value.count(")"):
                yield f"the value {value!r} of {field}: has an unclosed parenthesis; write ({field}:a OR {field}:b)"
            case Near(field):
                yield f"{field}: ranks and does not select"
            case _:
                pass
    plain = Query(text, query.where, query.notes)
    for name in ("weights", "limit", "profile", "archived", "communities"):
        if getattr(query, name) != getattr(plain, name):
            yield f"{name}: is a directive and does not select"
    if query.where == MatchAll():
        yield "it selects no documents; write a filter such as path:work/ or #private"
