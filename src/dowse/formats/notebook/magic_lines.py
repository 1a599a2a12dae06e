"""Commands of IPython in cells of Python, such as `%matplotlib inline` and `!pip install x`, as comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_COMMAND = re.compile(
    r"[ \t]*+(?:%{1,2}[A-Za-z]|!(?!=)|\?{1,2}[\w%])|"  # a magic, a shell command, help
    r"[ \t]*+%{0,2}+[\w.]++\?{1,2}[ \t]*\Z|"  # help
    r"[ \t]*+[\w.]++(?:,[ \t]*+[\w.]++){0,50}+[ \t]*+=[ \t]*(?:!(?!=)|%[A-Za-z])"  # their result
)
_OF_CELL = re.compile(r"%%(\w+)")
_OF_PYTHON = frozenset({"capture", "debug", "memit", "mprun", "lprun", "prun", "python", "python3", "time", "timeit"})
_INDENTED = re.compile(r"([ \t]*)(.*)", re.DOTALL)


def with_commented_magics(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a cell, those that are no Python as comments; all of a cell such as `%%bash`, or `%%writefile`."""
    found = _OF_CELL.match(next((line for line in lines if line.strip()), ""))
    is_foreign = found is not None and found[1] not in _OF_PYTHON
    goes_on = False
    for line in lines:
        is_command = is_foreign or goes_on or bool(_COMMAND.match(line))
        goes_on = is_command and line.endswith("\\")
        yield _commented(line) if is_command and line.strip() else line


def _commented(line: str) -> str:
    return _INDENTED.sub(r"\1# \2", line, count=1)
