"""The note on a word that the query excludes, but that reads like an option of a command: `git commit -m`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...query.ast import Not, Note, Query, Word, quoted_word, walk

_LONGEST_SHORT = 2  # letters or digits, as of `-la` and `-9`
_SIGNED = re.compile(r"(?<!\S)-(\w[^\s()]*+)")
_OPTION = re.compile(  # by its form alone: `-L`, `-Dname=value`, `-Da.b`, `-Xmx512m`, `-XX:+Name`, `-a.b.c`
    r"[A-Za-z]|[^=]+=.*|[DP][a-z]\w*(?:\.\w+)+|X[a-z]{2}\d+[kKmMgG]?|XX:[+-]?\w.*|[^\W\d][\w-]*(?:\.[^\W\d][\w-]*){2,}"
)
_PATH = re.compile(r"(?<!\S)(?:\.{1,2}|~|(?:\.{1,2}|~)?/\S++)(?=\s++-\w)")  # an argument: `find . -name`
_COMMAND = re.compile(r"\s*+\w")  # a query that begins with a word, as a command does
_MOST_NOTES = 3
_LONGEST = 80  # characters


def option_exclusion_notes(query: Query) -> Iterator[Note]:
    """A note for each excluded word of one or two characters or of the form of an option, and for the others beside one
    or behind a path.

    The words stay excluded: `-word` means that everywhere.
    """
    excluded = {node.item.text for node in walk(query.where) if isinstance(node, Not) and isinstance(node.item, Word)}
    signed = [found for found in _SIGNED.finditer(query.text) if found[1] in excluded]
    is_alone = len(signed) == 1 and signed[0][0] == query.text.strip()
    tells = _PATH.search(query.text) or any(map(_is_short, signed))
    are_all = tells and (is_alone or _COMMAND.match(query.text))
    for found in [found for found in signed if are_all or _OPTION.fullmatch(found[1])][:_MOST_NOTES]:
        hint = f'{found[0]} excludes documents with {found[1]!r}; write "{found[0]}" to search for this text'
        if len(found[0]) > _LONGEST:
            hint = (
                f"{quoted_word(found[0])} excludes documents with this word; write it in quotes to search for this text"
            )
        yield Note(found.start(), hint)


def _is_short(signed: re.Match[str]) -> bool:
    return len(signed[1]) <= _LONGEST_SHORT
