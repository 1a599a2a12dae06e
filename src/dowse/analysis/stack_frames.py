"""Places that a text names by file and line, as stack traces, compilers, diffs and people write them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern

_MOST = 64  # frames of a text
_LONGEST = 100_000  # characters of a text that are read
_BEFORE = 300  # characters before a place in which the function is named
_LONGEST_NAME = 100  # characters of a file name with blanks, but for the last word
_MAY_HAVE = lazy_pattern(r"[:( +]\d")  # what any place has: in half of the time of the whole pattern
_ENDING = lazy_pattern(r"\.[A-Za-z]\w{0,9}\Z")  # of a file; a port behind an address is no line
_START = r"(?<![^\s\"'`(\[<,;])(?<!:[\"'(])"  # at the beginning of a word; no value of a field
_PLACE = lazy_pattern(
    rf"""File \s "(?P<python> [^"\n]+ )", \s line \s (?P<python_line> \d{{1,7}} )
        (?: ,? \s in \s (?P<python_name> [^\W\d]\w* ) )?
    | {_START} (?: [a-z][\w+.-]*+ :// /? | [A-Za-z] : (?= [\\/] ) )?
        (?P<file> [^\s"'`()<>|:;,=\[\]{{}}?*]{{1,1000}}+ )
        (?: : (?: line \s )? | \( | \s on \s line \s ) (?P<line> \d{{1,7}} ) (?! \w )
        (?: (?: : \d++ )? :? in \s [`'] (?: [^`'\s]* [.\#] )? (?P<ruby_name> [a-z_]\w* ) )?
    | ^ \+\+\+ \s (?: b/ )? (?P<changed> \S+ ) [^\n]* \n @@ [^\n]*? \+ (?P<changed_line> \d{{1,7}} )
    """,
    re.VERBOSE | re.MULTILINE,
)
# The name before a place: `at Hono.dispatch (`, `exec.func1(0xc0)` in the line above, `Run(String s) in `.
_NAME = lazy_pattern(
    r"([^\W\d][\w$]*+)(?:\.func\d+(?:\.\d+)*)?(?: ?\(|\([^\n]*\)(?:\r?\n[ \t]+| in )| in goroutine \d+\r?\n[ \t]+)\Z"
)


class StackFrame(NamedTuple):
    """A line of a file, and the simple name of the function around it; empty where the text names none."""

    path: str  # as written, with /
    line: int
    function: str = ""
    before: str = ""  # the text of the line before the path, which may have words of a file name with blanks


@lru_cache(32)  # a search asks three times
def stack_frames(text: str) -> tuple[StackFrame, ...]:
    """The places in the text, each file once, the most recent call first: in traces of Python that is the last one."""
    if not _MAY_HAVE.search(text):
        return ()
    frames: list[StackFrame] = []
    python: list[StackFrame] = []
    for found in _PLACE.finditer(text[:_LONGEST]):
        if found["python"]:
            name = found["python_name"] or ""
            python.insert(0, StackFrame(_path(found["python"]), int(found["python_line"]), name))
        elif found["changed"]:
            frames.append(StackFrame(_path(found["changed"]), int(found["changed_line"])))
        elif _ENDING.search(found["file"]):
            name = found["ruby_name"] or _name_before(text, found.start())
            before = _words_before(text, found.start())
            frames.append(StackFrame(_path(found["file"]), int(found["line"]), name, before))
        if len(frames) + len(python) >= _MOST:
            break
    first_of_file = {(frame.path, frame.before): frame for frame in reversed((*python, *frames))}
    return tuple(frame for frame in (*python, *frames) if first_of_file[frame.path, frame.before] is frame)


def _path(written: str) -> str:
    return written.replace("\\", "/").strip()


def _words_before(text: str, at: int) -> str:
    line = text[max(text.rfind("\n", 0, at) + 1, at - _LONGEST_NAME) : at]
    return _path(line) if line.endswith(" ") else ""


def _name_before(text: str, at: int) -> str:
    named = _NAME.search(text, max(0, at - _BEFORE), at)
    return named[1] if named else ""
