"""Places that a text names by file and line, as stack traces, compilers, diffs, links to lines and people write them,
and the calls of traces without files.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice, takewhile
from operator import itemgetter
from typing import NamedTuple

from ...model.lazy_pattern import lazy_pattern

_MOST = 64  # frames of a text
_LONGEST = 100_000  # characters of a text that are read
_BEFORE = 300  # characters before a place in which the function is named
_LONGEST_NAME = 100  # characters of a file name with blanks, but for the last word
_LONGEST_CALL = 1_000  # characters of a qualified name
# Behind the name in a trace of .NET: `(String s, Int32 n)`; Java has the source there.
_PARAMETERS = lazy_pattern(r" ?\((?!Native Method\)|Unknown Source\))([^()\n:]{0,300})\)")
_MAY_HAVE = lazy_pattern(r"[:( +]\d|#L\d")  # what any place has: in half of the time of the whole pattern
_ENDING = lazy_pattern(r"\.[A-Za-z]\w{0,9}\Z")  # of a file; a port behind an address is no line
_START = r"(?<![^\s\"'`(\[<,;])(?<!:[\"'(])"  # at the beginning of a word; no value of a field
_OF_PATH = r"[^\s\"'`()<>|:;,=\[\]{}?*#]"  # a character
_PLACE = lazy_pattern(
    rf"""File \s "(?P<python> [^"\n]+ )", \s line \s (?P<python_line> \d{{1,7}} )
        (?: ,? \s in \s (?P<python_name> [^\W\d]\w* ) )?
    | (?: {_START} | (?<= [\w$] @ ) (?= [a-z]{{2,20}}+ (?: - [a-z]{{1,20}}+ )? :// ) )
        (?: [a-z][\w+.-]*+ :// (?: [\w.-]{{1,100}}+ : \d{{1,5}} )? /? (?: \( [\w-]{{1,40}} \) / )?
            | package: | [A-Za-z] : (?= [\\/] ) )?
        (?P<file> {_OF_PATH}{{1,1000}}+ (?: \# (?! L\d ) {_OF_PATH}{{0,1000}}+ ){{0,9}}+ )
        (?: (?: \? [\w.=&-]{{0,100}}+ )? : (?: (?: line | Zeile | ligne | línea | linha | riga ) \s )?
            | \( | ,? \s (?: on \s | at \s )? line \s
            | (?: \? [^\s\#]{{0,100}}+ )? \#L | \n [ ]++ (?= \d++ : \d++ \s++ (?: error | warning ) \b ) )
        (?P<line> \d{{1,7}} ) (?: C \d++ )? (?: -L? \d++ (?: C \d++ )? )? (?! \w )
        (?: (?: : \d++ )? :? in \s [`'] (?: [^`'\s]* [.\#] )? (?P<ruby_name> [a-z_]\w* ) )?
    | ^ \+\+\+ \s (?: b/ )? (?P<changed> \S+ ) [^\n]* \n @@ [^\n]*? \+ (?P<changed_line> \d{{1,7}} )
    """,
    re.VERBOSE | re.MULTILINE,
)
# The name before a place: `at Hono.dispatch (`, `exec.func1(0xc0)` in the line above, `Run(String s) in `.
_NAME = lazy_pattern(
    r"([^\W\d][\w$]*+)(?:\.func\d+(?:\.\d+)*)?(?: ?\(|\([^\n]*\)(?:\r?\n[ \t]+| in )| in goroutine \d+\r?\n[ \t]+)\Z"
)
# A call of .NET, Java and JavaScript: `at Newtonsoft.Json.JsonReader.Read(`, `at java.base/java.util.List$1.get(`.
# Only JavaScript has a blank before the bracket, and a source in it; prose has other text: `at example.com (online)`.
_CALL = lazy_pattern(
    r"(?<!\S)at (?:async )?(?:[\w.@-]{0,100}/){0,2}([^\W\d][\w$<>`+\[\]]*+(?:\.+[\w$<>`+\[\]]++(?:,\w[\w,]*+\])?)++)"
    r"(?:\(| \((?=[^\n]{0,300}?:\d|native\)|<anonymous>\)|index \d))"
)
_CAUSE = lazy_pattern(r"^[ \t]*(?:Caused by|\[cause\]): ", re.MULTILINE)
_FILE_OF_PACKAGE = lazy_pattern(r"\.(?:java|kt|scala|groovy)\Z")  # named in traces without its folders
_CONSTRUCTOR = lazy_pattern(r"(?<!\.)\.++(?:c?ctor|<c?l?init>)\Z")
# In names that compilers make, the function as written: `<Run>d__1.MoveNext`, `lambda$run$0`.
_WRITTEN = lazy_pattern(r"(?:<>c\w*\.)?<(\w+)>\w+(?:\.MoveNext)?\Z|lambda\$(\w+)\$\d+\Z")
# The rest of a name that the compiler of Kotlin makes: `runBlocking$default`, `access$cancel`.
_MADE_BY_COMPILER = lazy_pattern(r"\A(?:access|lambda)\$|\$(?:default|suspendImpl|lambda\$\d+|\d+|[a-z]\w*_\w+)\Z")
_TYPE_PARAMETERS = lazy_pattern(r"`\d+(?:\[[^\]]*\])?|\[[^\]]*\]")
_TYPE_PARAMETERS_BEHIND = lazy_pattern(r"\w\[([\w,]+)\]\Z")
_ANONYMOUS = lazy_pattern(r"\$\d+(?=\.)")


class StackFrame(NamedTuple):
    """A line of a file, and the simple name of the function around it; empty where the text names none.

    A call of a trace that names no file has neither path nor line.
    """

    path: str  # as written, with /; a file of Java with the folders of its package
    line: int
    function: str = ""
    before: str = ""  # the text of the line before the path, which may have words of a file name with blanks
    name: str = ""  # of the function as qualified in the trace, `com.google.gson.Gson.fromJson`
    parameters: str | None = None  # of the function, if the trace says them


@lru_cache(32)  # a search asks three times
def stack_frames(text: str) -> tuple[StackFrame, ...]:
    """The places in the text, each file once, the most recent call first: in traces of Python that is the last one, and
    in those of Java the first one of the last cause.

    Among them, in their order, the calls without a place in their line.
    """
    calls = _calls(text[:_LONGEST]) if "at " in text else {}
    if not calls and not _MAY_HAVE.search(text):
        return ()
    frames: list[tuple[int, StackFrame]] = []
    python: list[StackFrame] = []
    for found in _PLACE.finditer(text[:_LONGEST]):
        at = found.start()
        if found["python"]:
            name = found["python_name"] or ""
            python.insert(0, StackFrame(_path(found["python"]), int(found["python_line"]), name))
        elif found["changed"]:
            frames.append((at, StackFrame(_path(found["changed"]), int(found["changed_line"]))))
        elif _ENDING.search(found["file"]) and not _is_host(text, found):
            call = _call_before(calls, text, at)
            called = calls.pop(call, "")
            name = found["ruby_name"] or _name_before(text, at)
            path = _path(found["file"])
            line = int(found["line"])
            path, parameters = _with_package(path, called), _parameters(text, call)
            frames.append((at, StackFrame(path, line, name, _words_before(text, at), called, parameters)))
        if len(frames) + len(python) >= _MOST:
            break
    frames += (
        (at, StackFrame("", 0, name.rpartition(".")[2], "", name, _parameters(text, at))) for at, name in calls.items()
    )
    causes = [found.start() for found in _CAUSE.finditer(text[:_LONGEST])] if "ause" in text else []
    frames.sort(key=lambda each: (-bisect_left(causes, each[0]), each[0]))
    ordered = [*python, *map(itemgetter(1), frames)][:_MOST]
    first_of_file = {_key(frame): frame for frame in reversed(ordered)}
    return tuple(frame for frame in ordered if first_of_file[_key(frame)] is frame)


def _is_host(text: str, place: re.Match[str]) -> bool:
    """Whether the file is the host of an address, and the line its port: `https://example.org:8080/`."""
    return "/" not in place["file"] and text[place.start() : place.start("file")].lower() in {"http://", "https://"}


def beside_places(text: str) -> str:
    """The text without its places."""
    return _PLACE.sub(" ", text[:_LONGEST])


def _key(frame: StackFrame) -> tuple[str, str]:
    return (frame.path, frame.before) if frame.path else ("", frame.name)


def _calls(text: str) -> dict[int, str]:
    """The qualified names of the calls, as in the source, by where the names end."""
    calls = (found for found in _CALL.finditer(text) if found.end(1) - found.start(1) <= _LONGEST_CALL)
    return {found.end(1): _as_written(found[1]) for found in islice(calls, _MOST)}


def _call_before(calls: Iterable[int], text: str, at: int) -> int:
    """The last of the calls before the place in its line; -1 if there is none."""
    line = text.rfind("\n", 0, at)
    return max((end for end in calls if line < end <= at), default=-1)


def _parameters(text: str, call: int) -> str | None:
    found = _PARAMETERS.match(text, call) if call >= 0 else None
    if not found:
        return None
    types = _TYPE_PARAMETERS_BEHIND.search(text, max(0, call - _LONGEST_NAME), call)
    return f"{types[1]}, {found[1]}".strip(", ") if types else found[1]


def _as_written(name: str) -> str:
    """The qualified name as the source has it: without numbers of type parameters and of anonymous classes, and with
    `.` before an inner class; of a constructor that of the class.
    """
    name = _CONSTRUCTOR.sub("", _TYPE_PARAMETERS.sub("", name))
    name = _WRITTEN.sub(lambda found: found[1] or found[2], name)
    return _ANONYMOUS.sub("", name).replace("$", ".").replace("+", ".")


def _with_package(path: str, called: str) -> str:
    """The path of a file that a call of Java names, with the folders of the package."""
    package = list(takewhile(lambda part: part[:1].islower(), called.split(".")[:-1]))
    return "/".join((*package, path)) if package and "/" not in path and _FILE_OF_PACKAGE.search(path) else path


def _path(written: str) -> str:
    return written.replace("\\", "/").strip()


def _words_before(text: str, at: int) -> str:
    line = text[max(text.rfind("\n", 0, at) + 1, at - _LONGEST_NAME) : at]
    return _path(line) if line.endswith(" ") else ""


def _name_before(text: str, at: int) -> str:
    named = _NAME.search(text, max(0, at - _BEFORE), at)
    return _MADE_BY_COMPILER.sub("", named[1]) if named else ""
