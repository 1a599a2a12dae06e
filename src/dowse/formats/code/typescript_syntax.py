"""Syntax of TypeScript that the grammar does not know, and text of the same length that it reads in its place."""

from __future__ import annotations

import re

_TYPES_OF = re.compile(rb"^([ \t]*export[ \t]+)type(?=[ \t]*\*)", re.MULTILINE)
_CHARACTER = re.compile(rb"[^\r\n]")
_WITHOUT_TYPE = rb"\1    "
_VARIANCE = re.compile(
    rb"(?<=[<,])(\s*+)(?:in\s++out|in|out)(?=\s++[A-Z]\w*+\s*+(?:extends\b|[,>=]))"
)  # of a type parameter
# A line that begins with a blank and the type parameters of a call signature, which the grammar takes for arguments of
# the type at the end of the line before.  No tag of JSX goes on like this.
_CALL_SIGNATURE = re.compile(
    rb"^[ \t]++(?=<\s*+(?://[^\n]*+\s*+|(?:const|in|out)\s++)*+\w++\s*+"
    rb"(?:extends\b|[,=]|>\(\s*+(?:\)|\.\.\.|[\[{]|\w++\??+\s*+:)))",
    re.MULTILINE,
)


def without_types_of(data: bytes) -> bytes:
    """The text with blanks for the last word of `export type *` and the first ones of `<in out T>`, which reads the
    same to the grammar.
    """
    return _VARIANCE.sub(lambda found: _CHARACTER.sub(b" ", found[0]), _TYPES_OF.sub(_WITHOUT_TYPE, data))


def with_semicolons(data: bytes) -> bytes:
    """The text with a semicolon in the place of the last blank before each call signature with type parameters."""
    return _CALL_SIGNATURE.sub(lambda found: found[0][:-1] + b";", data)
