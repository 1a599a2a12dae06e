"""A request for symbols of source code, as it is read from the arguments of `find`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY

from ..analysis.code.symbol_names import is_symbol_name
from ..model.document import SymbolKind
from ..model.kinds import KINDS
from ..model.value_class import dataclass
from ..query.ast import SymbolCondition
from ..query.symbol_match import SYMBOL_KINDS
from .location import VaultLocation
from .options import check

_FIELD = re.compile(r"(?<!\S)(kind|path|tag|type|modified):(?:\"([^\"]+)\"|([^\s\"]+))(?!\S)")
_WITH_WILDCARDS = re.compile(r"(?:[^\W\d]\w*(?:\.|::))+[\w*?]*[*?][\w*?]*")
_OF_RUBY = re.compile(r"(?:[^\W\d]\w*(?:\.|::|#))*[^\W\d]\w*[?!]")  # a method whose name ends in a sign
_LEAST_PART = 4  # characters of a name that symbols may contain


@dataclass(frozen=True, slots=True)
class SymbolRequest:
    """A name or a pattern for names, and the kinds of symbols.  Raises OptionError for an option out of its range."""

    pattern: str = ""  # simple or qualified; empty for all names
    _: KW_ONLY
    kinds: tuple[SymbolKind, ...] = SYMBOL_KINDS
    limit: int = 50

    def __post_init__(self) -> None:
        check(self)

    @property
    def condition(self) -> SymbolCondition:
        """The condition on a symbol."""
        return SymbolCondition(self.pattern or None, self.kinds)


def symbol_request(pattern: str, kinds: Sequence[str], *, limit: int = 50) -> SymbolRequest | None:
    """The request of `find symbol:parse*`, `find kind:function` or a kind of symbols; None for one for files."""
    named = tuple(kind for kind in SYMBOL_KINDS if kind in kinds)
    prefix, colon, value = pattern.partition(":")
    if f"{prefix}{colon}" == "symbol:":
        return SymbolRequest(value, kinds=named or SYMBOL_KINDS, limit=limit)
    if f"{prefix}{colon}" == "kind:" and value in SYMBOL_KINDS:
        return SymbolRequest(kinds=tuple(kind for kind in SYMBOL_KINDS if kind == value), limit=limit)
    return SymbolRequest(pattern, kinds=named, limit=limit) if named else None


def fields_beside(pattern: str) -> tuple[str, Mapping[str, tuple[str, ...]]]:
    """The pattern without the fields that are options, `close kind:method` or `modified:<1d`, and their values."""
    stated: dict[str, tuple[str, ...]] = {}
    for field in _FIELD.finditer(pattern):
        stated[field[1]] = (*stated.get(field[1], ()), field[2] or field[3])
    name = " ".join(_FIELD.sub("", pattern).split())
    is_read = bool(stated) and set(stated.get("kind", ())) <= {*KINDS, *SYMBOL_KINDS}
    return (name, stated) if is_read else (pattern, {})


def may_be_part(name: str) -> bool:
    """Whether the symbols that contain the name are listed where none has it."""
    return name.isidentifier() and len(name) >= _LEAST_PART


def is_of_ruby(name: str) -> bool:
    """Whether the name may be that of a method of Ruby such as `empty?`, which is a pattern for files, too."""
    return _OF_RUBY.fullmatch(name) is not None


def fallback_request(pattern: str, places: Sequence[VaultLocation], *, limit: int) -> SymbolRequest | None:
    """The request for a pattern that no file has, if it may be the name of a symbol, as `Class.method` or `empty?`, a
    part of one, or a pattern for members, as `Class.get*`, and every vault has an index that the request would not have
    to finish.
    """
    from .sessions.index_folders import is_indexed, is_interrupted  # noqa: PLC0415  # with numpy, unlike find

    is_name = is_symbol_name(pattern) or may_be_part(pattern) or is_of_ruby(pattern)
    if (
        not (is_name or _WITH_WILDCARDS.fullmatch(pattern))
        or not all(map(is_indexed, places))
        or any(map(is_interrupted, places))
    ):
        return None
    return SymbolRequest(pattern, limit=limit)
