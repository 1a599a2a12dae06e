"""Rows of units: most are symbols, whose names follow from their titles and from the units around them.

The view `units` has kinds and names in full. A query of many units reads the rows, and `units_of` derives both in a
third of the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import gt

from ...model.document import Unit
from ...model.hit import made_of
from ...model.lazy_pattern import lazy_pattern
from .sqlite_errors import RowError

INSERT_UNIT = "insert into unit_rows values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
UNIT_COLUMNS = "parent, kind, own_name, title, level, start, end"

# In stored rows, so never edited.  A kind without a number is stored by its name.
_KINDS = ("heading", "class", "interface", "enum", "type", "module", "function", "method", "property", "const")
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS, start=1)}
_KIND_OF: Mapping[object, str] = dict(enumerate(_KINDS, start=1))
_SUFFIX = lazy_pattern(r"~([1-9][0-9]{0,8})")  # of a name that occurs before in its document

_SIMPLE = """case typeof({0}.own_name) when 'text' then {0}.own_name
    when 'integer' then {0}.title || '~' || {0}.own_name else {0}.title end"""
_OUTER = f"select {_SIMPLE.format('p')} || '.' from unit_rows p where p.doc = u.doc and p.n = u.parent"
_KIND = " ".join(f"when {number} then '{kind}'" for kind, number in _NUMBERS.items())
UNITS_VIEW = f"""
    select u.doc, u.n, u.parent, cast(case u.kind {_KIND} else u.kind end as text) as kind,
    cast(case typeof(u.own_name) when 'text' then '' else coalesce(({_OUTER}), '') end || {_SIMPLE.format("u")} as text)
    as name, u.title, u.level, u.start, u.end, u.first_token, u.end_token from unit_rows u
"""

StoredName = str | int | None
UnitRow = tuple[int, int, str | int, StoredName, str, int, int, int]  # the document, UNIT_COLUMNS
NameRow = tuple[int, StoredName, str]  # parent, own_name, title


def stored_kind(kind: str) -> int | str:
    """The kind as a row has it."""
    return _NUMBERS.get(kind, kind)


def own_names(units: Mapping[int, tuple[int, str, str]]) -> Mapping[int, StoredName]:
    """What the row of each unit has of its name; a unit is its parent's number, its name and its title.

    None for the title behind the name of the unit around it, a number for the same with a suffix.  A unit inside of
    two others has its whole name, so that one look-up derives a name.
    """
    found: dict[int, StoredName] = {}
    for n, (parent, name, title) in units.items():
        above, outer, _ = units.get(parent, (0, "", ""))
        if above:
            found[n] = name
        else:
            derived = f"{outer}.{title}" if outer else title
            found[n] = None if name == derived else _own_name(name, derived)
    return found


def _own_name(name: str, derived: str) -> str | int:
    suffix = _SUFFIX.fullmatch(name, len(derived)) if name.startswith(derived) else None
    return int(suffix[1]) if suffix else name


def units_of(rows: Sequence[UnitRow]) -> tuple[Unit, ...]:
    """The units of one document, from all of its rows in order."""
    if not rows:
        return ()
    _, parents, kinds, own, titles, levels, starts, ends = zip(*rows, strict=True)  # by columns in half of the time
    if min(levels) < 0 or min(starts) < 0 or any(map(gt, starts, ends)):
        raise RowError("a unit is of no level, or begins behind its end")
    names = ["", *unit_names(tuple(zip(parents, own, titles, strict=True)))]
    outer = [names[parent] if 0 < parent < len(names) else "" for parent in parents]
    listed = [_KIND_OF.get(kind) or str(kind) for kind in kinds]
    return tuple(map(made_of, repeat(Unit), zip(names[1:], titles, levels, starts, ends, outer, listed, strict=True)))


def unit_names(rows: Sequence[NameRow]) -> list[str]:
    """The qualified names of the units of one document, from all of its rows in order."""
    simple = ["", *[title if own is None else _simple(own, title) for _, own, title in rows]]
    count = len(simple)
    return [
        f"{simple[parent]}.{name}" if 0 < parent < count and not isinstance(own, str) else name
        for name, (parent, own, _) in zip(simple[1:], rows, strict=True)
    ]


def _simple(own: StoredName, title: str) -> str:
    if not isinstance(own, str | int):
        raise RowError(f"the name of a unit is {str(own)[:40]!r}")
    return own if isinstance(own, str) else f"{title}~{own}"
