"""The comments of the script of a notebook, of which Jupyter shows the Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ...model.lazy_pattern import lazy_pattern
from ..markdown.markup import markup

_COMMENT = lazy_pattern(r"[ \t]*(?:#|//|--)(?: |\Z)")
_HEADING = lazy_pattern(r"(?m)^#{1,6}[ \t]+(?=\S)")
_REST_OF_LINK = lazy_pattern(r"\]\([^()\s]{1,300}\)")  # whose beginning is in another line


def without_markup(text: str) -> str:
    """The lines of a script, with those of comments as Jupyter shows their Markdown, behind their signs."""
    return "\n".join(_lines(text.split("\n")))


def _lines(lines: list[str]) -> Iterator[str]:
    for is_comment, block in groupby(lines, lambda line: _COMMENT.match(line) is not None):
        written = list(block)
        if not is_comment:
            yield from written
            continue
        signs = [found[0] for line in written if (found := _COMMENT.match(line))]
        prose = "\n".join(line[len(sign) :] for line, sign in zip(written, signs, strict=True))
        shown = _shown(prose).split("\n")
        if len(shown) == len(signs):
            yield from (f"{sign}{line}".rstrip() for sign, line in zip(signs, shown, strict=True))
        else:  # a comment over several lines is no text
            yield from written


def _shown(prose: str) -> str:
    parts, done = list[str](), 0
    for start, end, filler in markup(prose, (0, len(prose)), 0):
        parts += (prose[done:start], filler)
        done = end
    return _REST_OF_LINK.sub("", _HEADING.sub("", "".join((*parts, prose[done:]))))
