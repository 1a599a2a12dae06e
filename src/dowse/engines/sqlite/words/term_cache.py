"""A cache of the terms with a prefix: FTS5 reads all positions of a term for its document frequency."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

import apsw

from ....analysis.spelling.term_lines import beginning_with
from ....model.lazy_pattern import lazy_pattern
from ..sqlite_errors import RowError
from .stored_terms import TERMS, is_stored, stored_lines

_LETTERS = 2  # of a prefix by which the cache is searched; one of fewer letters is found under itself alone
_MOST_KEPT = 2_000_000  # characters of the lines of all terms together, of some 150,000 terms
_AFTER = chr(0x10FFFF)  # behind all texts with the prefix before it
# The terms of each range are found without reading any other.  One text a range takes three fifths of the time of one
# row a term.
_BY_RANGE = """
    select (
        select group_concat(t.term || ' ' || t.doc, char(10)) from temp.terms t
        where t.term >= r.value ->> 0 and t.term < r.value ->> 1
    ) from json_each(?) r order by r.key
"""
_LINES = lazy_pattern(r"(?:\n[^\n ]+ [0-9]+)*")


class TermCache:
    """The terms of one edition of the index, as lines of texts. Threads may share it: they store the same values."""

    def __init__(self) -> None:
        self._kept: dict[str, Mapping[str, str]] = {}  # by the first letters of the prefix, then by prefix
        self._size = 0

    def of(
        self, connection: apsw.Connection, prefixes: Collection[str], *, stored: bool = False
    ) -> Iterable[tuple[str, str]]:
        """For each prefix its terms, see analysis.spelling.term_lines: those that are not kept are read, and no other.

        With `stored`, from the rows of `stored_terms`, which the caller knows to be there and up to date.  Raises
        RowError for a term with a space or a line end, which dowse does not write.
        """
        if self._size > _MOST_KEPT:
            self._kept, self._size = {}, 0
        kept = self._kept  # one dictionary for the whole call: another thread may start a new one
        found: dict[str, str] = {}
        missing: dict[str, Mapping[str, str]] = {}  # with the longer prefixes that are kept
        for prefix in prefixes:
            known = kept.get(prefix[:_LETTERS], {})
            shorter = next((each for each in known if prefix.startswith(each)), None)
            if shorter is None:
                missing[prefix] = {each: lines for each, lines in known.items() if each.startswith(prefix)}
            else:
                found[prefix] = beginning_with(known[shorter], prefix)
        for prefix, lines in (_read_stored if stored else _read)(connection, missing).items():
            longer, known = missing[prefix], kept.get(prefix[:_LETTERS], {})
            kept[prefix[:_LETTERS]] = {each: its for each, its in known.items() if each not in longer} | {prefix: lines}
            self._size += len(lines) - sum(map(len, longer.values()))
            found[prefix] = lines
        return found.items()


def _read_stored(connection: apsw.Connection, missing: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """As `_read`, with the terms that are stored."""
    found = stored_lines(connection, [prefix for prefix in missing if is_stored(prefix)]) if missing else {}
    return {**found, **_read(connection, {prefix: missing[prefix] for prefix in missing if prefix not in found})}


def _read(connection: apsw.Connection, missing: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """The terms with each prefix, of which those with longer prefixes are known."""
    if not missing:
        return {}
    ranges: list[tuple[str, str]] = []
    for prefix, longer in missing.items():
        known = sorted(longer)
        ranges += zip([prefix, *(each + _AFTER for each in known)], [*known, prefix + _AFTER], strict=True)
    connection.execute(TERMS)
    read = [f"\n{lines}" if lines else "" for (lines,) in connection.execute(_BY_RANGE, (json.dumps(ranges),))]
    if not all(map(_LINES.fullmatch, read)):
        raise RowError("a term of the word index has a space or a line end")
    rest = iter(read)
    return {
        prefix: next(rest) + "".join(longer[each] + next(rest) for each in sorted(longer))
        for prefix, longer in missing.items()
    }
