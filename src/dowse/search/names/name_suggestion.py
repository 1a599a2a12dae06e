"""The most similar name of an index to an unknown one, for a suggestion."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

from ...analysis.code.symbol_names import is_symbol_name, parts_of_name, unnumbered
from ...analysis.folding import fold, without_ending
from ...graph.source_references.scope_rules import rules_of
from ...ports.questions import SelectQuestion, VocabularyQuestion
from ...ports.storage import Reader
from ...query.ast import MatchAll
from .similar_names import similar_name
from .symbol_lookup import closest_symbol

_MOST_CONSIDERED = 5_000  # newest documents, whose names are compared


def closest_name(name: str, reader: Reader) -> str:
    """The most similar other name of a document, of a folder or of a symbol; a symbol for a name as code has them,
    unless it ends as a file does or another name is more similar.
    """
    closest = _similar_name(name, reader)
    is_file = "/" in name or rules_of(name) is not None or without_ending(fold(name)) != fold(name)
    known = reader.vocabulary("symbol") if is_symbol_name(unnumbered(name)) and not is_file else ()
    symbol = closest_symbol(name, known, reader) if known else ""
    symbol = "" if symbol == name else symbol
    is_member = fold(".".join(parts_of_name(name))).startswith(f"{fold(symbol)}.")
    own, other = (difflib.SequenceMatcher(None, fold(each), fold(name)).ratio() for each in (symbol, _last(closest)))
    return symbol if symbol and (is_member or own >= other) else closest


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _similar_name(name: str, reader: Reader) -> str:
    """The most similar other name, path or folder; empty if none is similar. `Finance` is similar to
    `2-Areas/Finance`.
    """
    by_name = () if "/" in name else (SelectQuestion(MatchAll(), _MOST_CONSIDERED),)
    reader.prefetch((VocabularyQuestion("path"), *by_name))
    paths = reader.vocabulary("path")[: 2 * _MOST_CONSIDERED]
    if "/" in name:
        names = {fold(place): place for place in paths}
    else:
        names = {fold(place.rpartition("/")[2]): place for place in paths}
        document_names = (name for hit in reader.select(MatchAll(), _MOST_CONSIDERED) for name in hit.head.names)
        names |= {fold(other): other for other in document_names if "/" not in other}
    others = {key: other for key, other in names.items() if other != name}
    key = fold(name)
    return others.get(key, others.get(_beginning_with(key, others) or similar_name(key, others), ""))


def _beginning_with(name: str, others: Collection[str]) -> str:
    """The shortest of the names, all folded, that begins with the words of this one; empty without any."""
    begun = re.compile(rf"{re.escape(name)}(?=[ _.-])")
    return min(filter(begun.match, others), key=lambda other: (len(other), other), default="")
