"""The text that macros of mdoc(7), with which BSD writes manual pages, show: `.Op Fl a Ar file` is `[-a file]`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

# The marks around the text of a macro; those of two macros, for the beginning and the end, are apart.
_AROUND = {"Op": "[]", "Bq": "[]", "Brq": "{}", "Pq": "()", "Aq": "<>", "Dq": '""', "Qq": '""', "Sq": "''", "Ql": "''"}
_FIRST_MARKS = {"Oo": "[", "Bo": "[", "Bro": "{", "Po": "(", "Ao": "<", "Do": '"', "Qo": '"', "So": "'"}
_MARKS = _AROUND | _FIRST_MARKS
_LAST_MARKS = {"Oc": "]", "Bc": "]", "Brc": "}", "Pc": ")", "Ac": ">", "Dc": '"', "Qc": '"', "Sc": "'", "Fc": ")"}
_SYSTEMS = {
    "Bx": "BSD",
    "Fx": "FreeBSD",
    "Nx": "NetBSD",
    "Ox": "OpenBSD",
    "Dx": "DragonFly",
    "Ux": "UNIX",
    "At": "AT&T",
}
_PLAIN = "Ad An Ap Ar Cd Cm Dv D1 Dl Em Er Ev Fa Fd Fl Fn Fo Ft Ic In It Lb Li Lk Ms Mt Nd Nm No Ns Pa Pf Sx Sy Tn Va"
_REFERENCE = "Vt Xr %A %B %D %I %J %N %O %P %Q %R %T %U %V"
_SHOWN = frozenset((*_PLAIN.split(), *_REFERENCE.split(), *_MARKS, *_LAST_MARKS, *_SYSTEMS))
_GLUE = "\0"  # in the place of a blank that is not shown
_CLOSING = frozenset(".,:;)]?!")


def is_shown(macro: str) -> bool:
    """Whether the line of the macro has text of the page."""
    return macro in _SHOWN


def shown_line(words: list[str], name: str) -> str:
    """The text of a line that begins with a macro, in a page that describes the program or the function `name`."""
    shown, last = list[str](), list[str]()  # words, and the marks that close at the end of the line
    is_prefix, read = False, 0  # read: the number of words before which all are shown
    for at, word in enumerate(words):
        if at < read:
            continue
        if at and (is_prefix or word not in _SHOWN):
            shown += (word, _GLUE) if is_prefix else (word,)
            is_prefix = False
            continue
        is_bare = _ends(words, at + 1)
        if word in {"Nm", "Ar"} and is_bare:
            shown.append(name if word == "Nm" else "file ...")
        elif word == "Fl":
            shown += ("-", _GLUE) if not is_bare or words[at + 1 : at + 2] == ["Fl"] else ("-",)
        elif word in {"Ns", "Pf", "Ap"}:
            shown += (_GLUE, "'", _GLUE) if word == "Ap" else (_GLUE,) if word == "Ns" else ()
        elif marks := _MARKS.get(word):
            shown += (marks[0], _GLUE)
            last += marks[1:]
        elif mark := _LAST_MARKS.get(word) or _SYSTEMS.get(word):
            shown += (_GLUE, mark) if word in _LAST_MARKS else (mark,)
        elif word in {"Xr", "Fn", "Fo", "In"} and not is_bare:
            read = _end_of_call(words, at)
            shown += _called(word, words[at + 1 : read])
        is_prefix = word == "Pf" and not is_bare
    end = len(shown) - (sum(1 for _ in takewhile(_CLOSING.__contains__, reversed(words))) if last else 0)
    return _joined((*shown[:end], *(part for mark in last[::-1] for part in (_GLUE, mark)), *shown[end:]))


def _ends(words: Sequence[str], at: int) -> bool:
    """Whether the arguments of a macro end before this word."""
    return at >= len(words) or words[at] in _SHOWN or words[at] in _CLOSING


def _end_of_call(words: Sequence[str], at: int) -> int:
    """Where the name behind the macro at `at` ends, with its section or its arguments."""
    most = {"Xr": at + 3, "Fn": len(words)}.get(words[at], at + 2)
    return next((end for end in range(at + 2, most) if _ends(words, end)), min(most, len(words)))


def _called(macro: str, given: Sequence[str]) -> Sequence[str]:
    """A reference to a page, `open(2)`, a call of a function, or a header."""
    name, *inside = given
    if macro == "Fo":
        return f"{name}(", _GLUE
    if macro == "In":
        return (f"<{name}>",)
    return (f"{name}({', '.join(inside)})" if macro == "Fn" or inside else name,)


def _joined(parts: Sequence[str]) -> str:
    """The words with blanks between them, but for those beside a `_GLUE` and closing punctuation."""
    line = ""
    for part in parts:
        line += part if not line or line[-1] in "([\0" or part[:1] == _GLUE or part in _CLOSING else f" {part}"
    return line.replace(_GLUE, "")
