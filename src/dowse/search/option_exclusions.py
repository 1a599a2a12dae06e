"""The note on a word that the query excludes, but that reads like an option of a command: `git commit -m`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..query.ast import Not, Note, Query, Word, walk

_LONGEST_SHORT = 2  # letters or digits, as of `-la` and `-9`
_SIGNED = re.compile(r"(?<!\S)-(\w++)(?!\S)")
_PATH = re.compile(r"(?<!\S)(?:\.{1,2}|~|(?:\.{1,2}|~)?/\S++)(?=\s++-\w)")  # an argument: `find . -name`
_COMMAND = re.compile(r"\s*+\w")  # a query that begins with a word, as a command does
_MOST_NOTES = 3


def option_exclusion_notes(query: Query) -> Iterator[Note]:
    """A note for each excluded word of one or two characters, and for the others beside one or behind a path.

    The words stay excluded: `-word` means that everywhere.
    """
    excluded = {node.item.text for node in walk(query.where) if isinstance(node, Not) and isinstance(node.item, Word)}
    signed = [found for found in _SIGNED.finditer(query.text) if found[1] in excluded]
    tells = _PATH.search(query.text) or any(len(found[1]) <= _LONGEST_SHORT for found in signed)
    if tells and _COMMAND.match(query.text):
        for found in signed[:_MOST_NOTES]:
            hint = f'{found[0]} excludes documents with {found[1]!r}; write "{found[0]}" to search for this text'
            yield Note(found.start(), hint)
