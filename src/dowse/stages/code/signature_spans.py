"""Where the signature of a symbol, its documentation and its name stand in the text."""

from __future__ import annotations

from ...formats.code.comments import without_xml
from ...model.document import Span, SymbolFacts, Unit
from ...model.lazy_pattern import lazy_pattern

_TOKEN = lazy_pattern(r"\w+|[^\w\s]")
_LONGEST_LINE = 2_000  # characters of a line that are read before and after a match
_LONGEST_SIGNATURE = 1_200  # characters of the source that a signature takes


def signature_end(text: str, unit: Unit, facts: SymbolFacts) -> int:
    """Where the signature ends in the text, in which comments and blanks may be between its tokens."""
    at, limit = facts.definition, min(unit.end, facts.definition + _LONGEST_SIGNATURE)
    is_far = False  # a name after a body
    for token in _TOKEN.findall(facts.signature):
        found = text.find(token, at, limit)
        is_far = is_far or (found >= 0 and "{" in text[at:found])
        at = found + len(token) if found >= 0 else at
    if is_far or at - facts.definition > 3 * len(facts.signature) + 100:
        return line_at(text, facts.definition)[1]
    return max(at, min(facts.definition + 1, limit))


def name_behind_body(text: str, unit: Unit, facts: SymbolFacts) -> Span:
    """The place of a name that follows the body, as in `typedef struct { … } name;`, if the signature has it."""
    at = text.rfind("}", unit.start, unit.end)
    name = text[at + 1 : unit.end].strip("; \t\n")
    return (at, unit.end) if at >= 0 and name and name in facts.signature else (unit.end, unit.end)


def documentation(text: str, unit: Unit, facts: SymbolFacts, behind: int) -> Span | None:
    """The first line of the documentation: in the comment above the definition or `behind` the signature."""
    for low, high in ((unit.start, facts.definition), (behind, unit.end)):
        found = text.find(facts.about, low, high) if facts.about else -1
        if found < 0 and facts.about and (marked := text[low:high]).count("<summary>"):
            lines = (line for line in marked.split("\n") if facts.about in without_xml(line))
            found = low + marked.index(line) if (line := next(lines, "")) else -1
        if found >= 0:
            start, end = line_at(text, found)
            return max(start, low), min(end, high)
    return None


def line_at(text: str, at: int) -> Span:
    """The line around the offset, without its end; of a very long line the part around the offset."""
    low, high = max(0, at - _LONGEST_LINE), min(len(text), at + _LONGEST_LINE)
    start = text.rfind("\n", low, at) + 1 or low
    start = text.rfind("\r", start, at) + 1 or start
    for line_end in "\n\r":
        found = text.find(line_end, at, high)
        high = found if found >= 0 else high
    return start, high
