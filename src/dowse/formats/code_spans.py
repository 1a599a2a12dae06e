"""The names of files and symbols in the code spans of notes: `src/app.py`, `Flask.run()`, :meth:`Flask.run`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from ..model.document import Span, Unit
from ..model.source_reference import CodeMention, MentionRole
from .line_offsets import line_at
from .markdown.headings import section_at

MOST_MENTIONS = 2_000  # different names of one document

_SPAN = re.compile(r"(?<!`)`{1,2}([^`\n]{2,200})`{1,2}(?!`)")
_TARGET = re.compile(r"[^<>]*<([^<>]+)>\Z")  # of a role of reStructuredText with a title: `the client <flask.testing>`
_NAME = re.compile(r"[@$]?\w[\w$]*[!?]?(?:(?:\.|::|->|#|/|\\|-)[@$]?[\w$]+[!?]?)*")
_CALL = re.compile(r"\(.*\)\Z")
_SEPARATED = re.compile(r"[A-Z]|_|\(\)|\.|::|->|/|#")
_ROLE = re.compile(r"(?:(?<![\w:`]):(?:py:)?(func|meth|class|exc):|\{(?:py:)?(func|meth|class|exc)\})\Z")
_LONGEST_ROLE = 12  # characters of one, and the one before: ` {py:class}`
_SHORTEST_WORD = 8  # letters of a name that could as well be a word of prose


def code_mentions(text: str, blocks: Sequence[Span], parts: Sequence[Unit], starts: Sequence[int]) -> list[CodeMention]:
    """The names in code spans outside of the code blocks, each once with a role of Sphinx, with the line of the first.

    `parts` are the units of the text, `starts` the offsets of its lines.  Commands, flags, values and words of prose
    are left out.
    """
    if "`" not in text:
        return []
    found: dict[tuple[str, MentionRole], int] = {}
    for name, role, at in _names(text, blocks):
        found.setdefault((name, role), at)
        if len(found) == MOST_MENTIONS:
            break
    return [CodeMention(name, line_at(starts, at), section_at(parts, at), role) for (name, role), at in found.items()]


def _names(text: str, blocks: Sequence[Span]) -> Iterator[tuple[str, MentionRole, int]]:
    following = iter([*blocks, (len(text), len(text))])
    start, end = next(following)
    for found in _SPAN.finditer(text):
        at = found.start(1)
        while at >= end and end < len(text):
            start, end = next(following)
        if not start <= at < end and (name := mentioned_name(found[1])):
            yield name, _role(text, found.start()), at


def _role(text: str, end: int) -> MentionRole:
    """The role of Sphinx or MyST in front of a code span, of those that state what a name is."""
    if end == 0 or text[end - 1] not in ":}":
        return ""
    role = _ROLE.search(text[max(0, end - _LONGEST_ROLE) : end])
    return cast(MentionRole, role[1] or role[2]) if role else ""


def mentioned_name(text: str) -> str:
    """The name of a file or a symbol that the text of a code span states; empty for any other text.

    `Flask.run(debug=True)` is the call `Flask.run()`; `~flask.Flask` is the name that a role of Sphinx shortens.
    """
    if len(text) < _SHORTEST_WORD and text.isalnum() and text.islower():
        return ""  # a word, as most code spans of some notes are
    target = _TARGET.match(text) if "<" in text else None
    stated = (target[1] if target else text).strip().lstrip("~!")
    called = _CALL.sub("()", stated) if stated.endswith(")") else stated
    name = called.removesuffix("()").removeprefix("./").removeprefix(".")
    if not _NAME.fullmatch(name) or name.isdigit():
        return ""
    is_plain = not _SEPARATED.search(called) and len(name) < _SHORTEST_WORD
    return "" if is_plain else name + ("()" if called.endswith("()") else "")
