"""Calls of one overload of a method, `Gson.toJson~3`, told from those of others by the number of their arguments.

References lead to the first overload of a name.  Which of several with as many parameters a call means, only types
would tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ...analysis.code.symbol_names import unnumbered
from ...graph.source_references.scope_rules import rules_of
from ...model.document import Document
from ...model.lazy_pattern import lazy_pattern
from ...model.ref import Ref
from ...ports.storage import Reader
from ...query.ast import ReferenceLine

_TOKEN = lazy_pattern(
    r"//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z)|\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>,)|(?P<types><[\w\s.,?\[\]<>&]{0,200}>)|[^\s(\[{}\]),]"
)
# Before the name of a method that is declared, the end of a type: `List<A> `, `A? `; not `=> `, `a ? ` or `a > `.
_DECLARING = lazy_pattern(r"(?:\w\??|[^\s=-]>|\])\s+\Z")
_NOT_DECLARING = lazy_pattern(
    r"(?:\b(?:return|new|else|throw|case|await|in|do|yield|assert|and|or|not|when|where|select)|//[^\n]*\n)\s*\Z"
)
_BEFORE = 100  # characters before a call
_MOST_ARGUMENTS = 20_000  # characters
_MOST_CALLS = 100  # of a symbol that are read
_UNBOUNDED = 1_000

_Counts = range  # of arguments that a method takes


def calls_of_overload(calls: frozenset[ReferenceLine], target: Ref | None, reader: Reader) -> frozenset[ReferenceLine]:
    """Those of the places with a call of as many arguments as the overload takes; all for another target."""
    rules = rules_of(target.doc) if target else None
    if target is None or rules is None or not rules.states_types or unnumbered(target.section) == target.section:
        return calls
    counts = _parameter_counts(target, reader)
    if counts is None or not calls:
        return calls
    documents = reader.documents({ref.doc for ref, _ in calls})
    name = unnumbered(target.section).rpartition(".")[2]
    return frozenset(each for each in calls if _may_call(name, counts, each[0], documents.get(each[0].doc)))


def _parameter_counts(target: Ref, reader: Reader) -> _Counts | None:
    """How many arguments the method takes, as its signature states them; None if it is cut."""
    outline = reader.source_outlines((target.doc,)).get(target.doc)
    facts = next((each for each in outline.symbols if each.unit == target.section), None) if outline else None
    name = unnumbered(target.section).rpartition(".")[2]
    found = re.search(rf"\b{re.escape(name)}\s*\(", facts.signature) if facts else None
    written = _arguments(facts.signature, found.end()) if facts and found else None
    if written is None:
        return None
    required = [each for each in written if "=" not in each and "..." not in each and not each.startswith("params ")]
    is_variadic = any("..." in each or each.startswith("params ") for each in written)
    return range(len(required), (_UNBOUNDED if is_variadic else len(written)) + 1)


def _may_call(name: str, counts: _Counts, ref: Ref, document: Document | None) -> bool:
    """Whether a call of the name in the symbol has one of these numbers of arguments, or none could be read."""
    if document is None:
        return True
    unit = next((each for each in document.units if each.name == ref.section), None)
    text = document.text[unit.start : unit.end] if unit else document.text
    known = [len(each) for each in islice(_calls(name, text), _MOST_CALLS)]
    return not known or any(each in counts for each in known)


def _calls(name: str, text: str) -> Iterator[Sequence[str]]:
    """The arguments of each call of the name."""
    for found in re.finditer(rf"\b{re.escape(name)}\s*(?:<[\w\s.,?<>]{{0,200}}>\s*)?\(", text):
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        is_call = not _DECLARING.search(before) or _NOT_DECLARING.search(before)
        if is_call and (written := _arguments(text, found.end())) is not None:
            yield written


def _arguments(text: str, start: int) -> Sequence[str] | None:
    """The arguments or parameters from the place behind a bracket to the one that closes it; None without that."""
    found, depth, begin, is_empty = list[str](), 1, start, True
    for token in _TOKEN.finditer(text, start, start + _MOST_ARGUMENTS):
        depth += bool(token["open"]) - bool(token["close"])
        if not depth or (depth == 1 and token["comma"]):
            found.append(text[begin : token.start()].strip())
            begin = token.end()
        if not depth:
            return [] if is_empty else found
        is_empty = is_empty and token[0].startswith(("//", "/*"))
    return None
