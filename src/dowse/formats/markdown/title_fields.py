"""The status and the date that records of decisions and proposals in Markdown state in their text: in lines or items
below the title, `* Status: **Accepted**` and `Date: 2026-03-01`, in items above every heading, and in a section called
Status.

adr-tools, MADR, Log4brains and the proposals of Swift, Rust and Vue have such forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.document import Fact, Unit
from ...model.lazy_pattern import lazy_pattern
from .headings import heading_text

_MOST_BELOW = 5_000  # characters that may be above them
_MOST_LINES = 40
_MOST_TITLES = 4  # up to that of the section
_FEWEST_ITEMS = 2  # above every heading
_STATUS = "status"
_NAMED = {name: lazy_pattern(rf"{name}(?<!\w{name})\b") for name in (_STATUS, "date")}  # a whole word
_FIELD = lazy_pattern(
    r"(?:[*+-][ \t]+)?(?:\*\*|__)?([A-Za-z][\w -]{0,40}?)(?:(?:\*\*|__):|:(?:\*\*|__)?)(?:[ \t]+(.*))?"
)
_ITEMS = ("- ", "* ", "+ ")
_DATES = frozenset({"date", "start date"})
_DATE = lazy_pattern(
    r"(\d{4}-\d\d-\d\d|(?:19|20)\d\d[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?[ -][^\W\d_]{3,9}\.?[ -](?:19|20)\d\d"
    r"|[^\W\d_]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d)(?:[ \t].*)?"
)
_STATE = lazy_pattern(r"[A-Za-z]+(?:[ -][A-Za-z]+){0,3}+")
_BEHIND_STATE = lazy_pattern(
    r"[ \t]*(?:[(\[,;.:]|<!--|[ \t](?:by|in(?!\s+progress)|on(?!\s+hold)|with|as of|since)[ \t]).*"
)
_SYMBOLS = lazy_pattern(r"\A(?::\w+:|[^\w(\[{<|/:])+|(?::\w+:|[^\w)\]}>|/:])+\Z")  # such as emoji, at either end
_NOT_OF_STATE = lazy_pattern(r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])?|~~[^~]*~~")  # badges, and states of before
_OF_SENTENCE = lazy_pattern(r"(?i)\b(?:is|are|was|were|be|been|has|have|this|the|we|it)\b")
_HIDING = frozenset({"hidden", "inactive"})  # states that the frontmatter alone may give a note


def title_fields(text: str, units: Sequence[Unit]) -> dict[str, Fact]:
    """The facts `status` and `date`; the text remains as it is."""
    titled = [unit for unit in units if unit.title][:_MOST_TITLES]
    if not titled or not _may_state(text[units[0].start : titled[0].start + _MOST_BELOW].lower()):
        return {}
    found: dict[str, Fact] = {}
    for name, value in (*_fields_above(text, units[0]), *_fields(_lines(text, titled[0]))):
        if name == _STATUS and (state := _state(value)):
            found.setdefault(_STATUS, state)
        elif name in _DATES and (date := _DATE.fullmatch(value)):
            found.setdefault("date", date[1])
    for unit in titled[1:]:
        if unit.title.casefold() == _STATUS and (state := _state(next(_lines(text, unit), ""))):
            found.setdefault(_STATUS, state)
    return found


def _may_state(lowered: str) -> bool:
    """Whether a text has the name of a field: most have none, and the expressions take three times as long."""
    return any(name in lowered and named.search(lowered) for name, named in _NAMED.items())


def _fields_above(text: str, unit: Unit) -> Sequence[tuple[str, str]]:
    """Those above every heading, if nothing but items with fields is there."""
    lines = [] if unit.title else [line for line in _lines(text, unit) if not line.startswith((" ", "\t"))]
    found = list(_fields(iter(lines)))
    are_all = len(found) == len(lines) >= _FEWEST_ITEMS and all(line.startswith(_ITEMS) for line in lines)
    return found if are_all else ()


def _lines(text: str, unit: Unit) -> Iterator[str]:
    """The first lines of the part below its heading, if it has one, that are not blank."""
    is_titled = bool(unit.title)
    below = text[unit.start : min(unit.end, unit.start + _MOST_BELOW)].splitlines()[is_titled : _MOST_LINES + 1]
    return (line.rstrip() for line in below if line.strip())


def _fields(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The names, in small letters, and the values up to the first line of another form."""
    for line in lines:
        if field := _FIELD.fullmatch(line):
            yield field[1].lower(), field[2] or ""
        elif not line.startswith((" ", "\t")):
            return


def _state(written: str) -> str:
    """The state in a value, `Superseded` of `**Superseded** by [ADR 9](9.md)`; empty for another text."""
    shown = _SYMBOLS.sub("", heading_text(_NOT_OF_STATE.sub("", written)))
    state = _STATE.fullmatch(_SYMBOLS.sub("", _BEHIND_STATE.sub("", shown)))
    if not state or state[0].lower() in _HIDING or _OF_SENTENCE.search(state[0]):
        return ""
    return state[0]
