"""Texts to be read as queries that nobody would type: bytes, all of Unicode, queries with a mistake or ten."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from dowse.query.fields import DIRECTIVES, FIELDS, FORMS

_VALUES = (
    "x", "a/b", "#x", '"a b"', '""', '"', "[[A B|c]]", "[[", "f(x)", "(x)", ")", "yes", "5", "-1", "0.5,0.3,0.2",
    "2026-01-31", "2026-01", "2026", "2026-W05", "2026-W05-1", "20260131", "2026-02-30", "0000-00", "9999-12-31",
    "2026-01-31T10:00", "2026-01-31T10:00:59.999Z", "2026-01-31T10:00+24:00", "30d", "36h", "1.5w", "2m", "1y",
    "999999y", "today", "Yesterday", "tomorrow", "1..2", "2026-01..2026-03", "..", "1..", "..today", "1..x", "1e99",
    "*" * 40, "x*?", "py", "c++", "METIS-I-0018", "x.md#goals", "../..", "\\", "/", "é", "日本", "☕", "\0", "",
)  # fmt: skip
_OPERATORS = (
    " ", " ", " ", "\n", "\t", "\u00a0", "\u2028", "(", ")", '"', "+", "-", "#", ":", "[", "]", "[[", "]]", "|",
    " AND ", " OR ", " NOT ", "AND(", "NOT(", "OR)", " and ", " -", " +", " #", " (", ") ", "()", "--", "+-", "..",
)  # fmt: skip
_COMPARED = ("", ">", ">=", "=>", "<", "<=", "=<", " > ", "=", "!")
_WORDS = ("a", "b", "tax", "getUserById", "METIS-T-0066", "c++", "it's", "日本語", "a*", "AND_GATE", "http://x/y?z")
_NAMES = (*(field.name for field in FIELDS), *(directive.name for directive in DIRECTIVES))
_QUERIES = (
    *(form.example for form in FORMS),
    *(field.example for field in FIELDS),
    *(directive.example for directive in DIRECTIVES),
    'z "a b" -c tag:x (d OR e) NOT f',
    "((a AND b) OR (c d)) -(#x +[due:<7d])",
    "database tag:backend NOT deprecated",
    'how do we rotate keys that nobody "has seen" for +"at least" a year or two [sic] (archived:yes)',
)
# Controls, marks and signs that turn text around, join it, end it, or are no characters at all.
_ODD = (
    0, 0x1B, 0x7F, 0x85, 0xA0, 0xAD, 0x300, 0x345, 0x489, 0x61C, 0x200B, 0x200D, 0x202E, 0x2066, 0x20DD, 0x2028, 0x3000,
    0xD800, 0xDBFF, 0xDC80, 0xDFFF, 0xFE0F, 0xFEFF, 0xFFFD, 0xFFFF, 0x1F469, 0x1F1E6, 0xE0041, 0x10FFFF,
)  # fmt: skip
_DECODERS = (("utf-8", "surrogateescape"), ("utf-8", "replace"), ("utf-16", "replace"), ("latin-1", "strict"))


def text(pick: random.Random) -> str:
    """Some text or other; every kind comes as often as the others, long ones seldom."""
    made = pick.choice(_MAKERS)(pick)
    return made * pick.randint(2, 400) if pick.random() < 0.01 else made


def _from_bytes(pick: random.Random) -> str:
    encoding, errors = pick.choice(_DECODERS)
    return pick.randbytes(pick.randint(0, 60)).decode(encoding, errors)


def _from_planes(pick: random.Random) -> str:
    codes = (pick.randrange(0x110000) if pick.random() < 0.5 else pick.choice(_ODD) for _ in _up_to(pick, 30))
    return "".join(map(chr, codes))


def _from_ascii(pick: random.Random) -> str:
    return "".join(chr(pick.randrange(128)) for _ in _up_to(pick, 60))


def _from_operators(pick: random.Random) -> str:
    return "".join(pick.choice(_OPERATORS if pick.random() < 0.7 else _WORDS) for _ in _up_to(pick, 20))


def _from_grammar(pick: random.Random) -> str:
    return "".join(_operand(pick) + pick.choice(_OPERATORS) for _ in _up_to(pick, 8))


def _operand(pick: random.Random) -> str:
    value = pick.choice(_COMPARED) + pick.choice(_VALUES)
    match pick.randrange(6):
        case 0 | 1:
            return f"{pick.choice(_NAMES)}:{value}"
        case 2:
            return f"[{pick.choice(_WORDS)}:{value}]"
        case 3:
            return f'"{pick.choice(_WORDS)} {value}"'
        case 4:
            return f"{pick.choice(_WORDS)}:{value}"
        case _:
            return pick.choice(_WORDS)


def _from_queries(pick: random.Random) -> str:
    """A query that reads well, after some accidents."""
    made = " ".join(pick.choices(_QUERIES, k=pick.randint(1, 3)))
    for _ in _up_to(pick, 6):
        start, end = sorted((pick.randint(0, len(made)), pick.randint(0, len(made))))
        doubled, odd = made[start:end] * 2, chr(pick.choice(_ODD))
        put = pick.choice(("", doubled, odd, pick.choice(_OPERATORS), pick.choice(_QUERIES)))
        made = made[:start] + put + made[min(end, start + 3) :]
    return made


def _up_to(pick: random.Random, most: int) -> range:
    return range(pick.randint(0, most))


_MAKERS: Sequence[Callable[[random.Random], str]] = (
    _from_bytes, _from_planes, _from_ascii, _from_operators, _from_grammar, _from_grammar, _from_queries,
)  # fmt: skip
