"""Conditions of the preprocessor (`#if`) inside of functions of C and C++, whose branches the grammar reads in a row.

A bracket or half of an expression in each branch is an error that hides the function, and often what follows it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from .definitions import ByteRange
from .grammars import Captures
from .macro_spans import blanked

_TOKEN = re.compile(
    rb"(?m:^)[ \t]*+#[ \t]*+(?P<directive>\w++)(?P<rest>(?:[^\n\\/]|\\\r?\n|\\.|/(?!\*)|/\*(?:[^*]|\*(?!/))*+\*/)*+)"
    rb"|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|\"(?:[^\"\\\n]|\\.)*+\"?+|'(?:[^'\\\n]|\\.){1,20}+'"
    rb"|(?P<open>[({])|(?P<close>[)}])|(?P<type>\b(?:namespace|class|struct|union|enum|extern)\b)|(?P<end>;)|(?<=\))\s*+(?P<list>:)(?!:)",
    re.DOTALL,
)
_CONDITION = re.compile(rb"^[ \t]*+#[ \t]*+(if|ifdef|ifndef|elif|else|endif)\b([^\n]*+)", re.MULTILINE)
_MAYBE_NEVER = re.compile(rb"#[ \t]*+if[ \t(]++0")
_NEVER = re.compile(rb"[ \t(]+0[ \t)]*(?:/[/*].*)?\r?")
_HEAD = re.compile(rb"^[A-Za-z_][\w \t*&:<>,~\r\n]{0,500}+\(", re.MULTILINE)
_BODY = re.compile(rb"\)\s*+(?:const\s*+)?\{")
_LONGEST_HEAD = 2_500  # bytes
_BEHIND = 500  # bytes behind an error, in which the body of the function begins
_RETURNED = frozenset({b"struct", b"union", b"enum"})  # keywords of types that functions return


def with_first_branches_in_bodies(data: bytes) -> bytes:
    """The text with blanks in the place of the directives of conditions inside of functions and of lists of parameters,
    and of all but the first branch of each; of `#if 0` the second one is left.
    """
    return blanked(data, _Reader().spans(data)) if b"#" in data else data


def without_dead_branches(data: bytes) -> bytes:
    """The text with blanks in the place of what stands below `#if 0`, which no compiler reads, up to its `#else`."""
    return blanked(data, _dead_branches(data)) if _MAYBE_NEVER.search(data) else data


def _dead_branches(data: bytes) -> Iterator[ByteRange]:
    dead, depth = -1, 0  # where the outermost `#if 0` begins, and the conditions that are open inside
    ends: list[bool] = []  # for each open condition, whether its `#endif` goes with a branch that is left
    for found in _CONDITION.finditer(data):
        name = found[1]
        if dead >= 0 and (name.startswith(b"if") or depth):
            depth += name.startswith(b"if") - (name == b"endif")
        elif dead >= 0:
            if name == b"elif":  # whose branch needs the condition
                ends.append(False)
            else:
                yield dead, found.end()
                ends += [True] * (name == b"else")
            dead = -1
        elif name == b"if" and _NEVER.fullmatch(found[2]):
            dead = found.start()
        elif name.startswith(b"if"):
            ends.append(False)
        elif name == b"endif" and ends and ends.pop():
            yield found.span()


def hides_function(found: Captures, data: bytes) -> bool:
    """Whether a function begins in an error and is not captured."""
    functions = sorted((each.start_byte, each.end_byte) for each in found.get("definition.function", ()))
    done = 0
    for start, end in sorted((each.start_byte, each.end_byte + _BEHIND) for each in found["error"]):
        for body in _BODY.finditer(data, max(start, done), min(len(data), end)):
            head = _head_of(body.start(), data, start)
            place = bisect_right(functions, (head, len(data))) - 1
            if head >= 0 and (place < 0 or functions[place][1] <= head):
                return True
        done = max(done, end)
    return False


def _head_of(bracket: int, data: bytes, floor: int) -> int:
    """Where the head of a function begins whose last bracket is at the offset; -1 for a condition or a call."""
    low = max(floor, bracket - _LONGEST_HEAD)
    for sign in (b"{", b"}", b";"):  # the nearest of these is mostly the first one
        low = max(low, data.rfind(sign, low, bracket) + 1)
    head = _HEAD.search(data, low, bracket)
    return head.start() if head else -1


@dataclass(slots=True)
class _Condition:
    """An open condition."""

    depth: int  # the number of brackets around it
    is_inside: bool  # of a function or a list of parameters
    dropped: int | None = None  # where a branch began that is not left; None in another branch
    has_left: bool = False  # whether one of the branches so far is left


@dataclass(slots=True)
class _Reader:
    """Reads a text once, with the brackets that are open in the branches that are left."""

    around: list[bool] = field(default_factory=list)  # for each open bracket, whether it is of or in a function
    conditions: list[_Condition] = field(default_factory=list)
    hidden: int = 0  # conditions inside of a branch that is not left
    keyword: bytes = b""  # of the type or namespace whose body may begin
    initializes: bool = False  # whether members are set before the body of a constructor

    def spans(self, data: bytes) -> Iterator[ByteRange]:
        """What is not left, in order."""
        for found in _TOKEN.finditer(data):
            if found["directive"]:
                yield from self._at_directive(found)
            elif not self._is_dropped():
                self._at_token(found)

    def _is_dropped(self) -> bool:
        return bool(self.conditions) and self.conditions[-1].dropped is not None

    def _at_directive(self, found: re.Match[bytes]) -> Iterator[ByteRange]:
        name, (start, end) = found["directive"], found.span()
        if name.startswith(b"if"):
            if self._is_dropped():
                self.hidden += 1
                return
            is_inside = self.initializes or (bool(self.around) and self.around[-1])
            is_dropped = is_inside and name == b"if" and found["rest"].strip() == b"0"
            self.conditions.append(
                _Condition(len(self.around), is_inside, start if is_dropped else None, not is_dropped)
            )
            if is_inside and not is_dropped:
                yield start, end
        elif self.hidden:
            self.hidden -= name == b"endif"
        elif self.conditions and name.startswith(b"el"):
            yield from self._at_branch(self.conditions[-1], start, end)
        elif self.conditions and name == b"endif":
            last = self.conditions.pop()
            if last.is_inside:
                yield start if last.dropped is None else last.dropped, end

    def _at_branch(self, condition: _Condition, start: int, end: int) -> Iterator[ByteRange]:
        if not condition.is_inside:  # each branch begins with the brackets around the condition
            del self.around[condition.depth :]
            self.around += [False] * (condition.depth - len(self.around))
        elif condition.has_left:
            condition.dropped = start if condition.dropped is None else condition.dropped
        elif condition.dropped is not None:
            yield condition.dropped, end
            condition.dropped, condition.has_left = None, True

    def _at_token(self, found: re.Match[bytes]) -> None:
        if found["type"]:
            self.keyword = found["type"]
        elif found["list"]:
            self.initializes = True
        elif found["end"]:
            self.keyword, self.initializes = b"", False
        elif opening := found["open"]:
            self.around.append((bool(self.around) and self.around[-1]) or opening == b"(" or not self.keyword)
            if opening == b"{":
                self.keyword, self.initializes = b"", False
        elif closing := found["close"]:
            if self.around:
                self.around.pop()
            if closing == b"}" or self.keyword in _RETURNED:
                self.keyword = b""
