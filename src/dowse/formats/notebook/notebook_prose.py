"""The cells of Markdown in the script of a notebook, as Jupyter shows them: comments, as those in cells of code are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ...model.lazy_pattern import lazy_pattern
from ..markdown.markup import markup

_COMMENT = lazy_pattern(r"[ \t]*(?:#|//|--)(?: |\Z)")
_HEADING = lazy_pattern(r"(?m)^#{1,6}[ \t]+(?=\S)")
_REST_OF_LINK = lazy_pattern(r"\]\([^()\s]{1,300}\)")  # whose beginning is in another line


def shown_lines(script: str, lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The lines, each with its offset in the script, as Jupyter shows them: those of cells of Markdown without markup.

    Such a cell is a paragraph of nothing but comments.  A comment beside code is shown as it is: `# List<int>`.
    """
    for cell, own in groupby(lines, lambda line: _markdown_cell(script, line[0])):
        written = [text for _, text in own]
        yield from written if cell is None else without_markup("\n".join(written)).split("\n")


def without_markup(text: str) -> str:
    """The lines of a script, with those of comments as Jupyter shows their Markdown, behind their signs."""
    return "\n".join(_lines(text.split("\n")))


def _markdown_cell(script: str, at: int) -> int | None:
    """Where the cell of Markdown around the offset begins; None for one of code."""
    above, below = script.rfind("\n\n", 0, at), script.find("\n\n", at)
    begin = above + 2 if above >= 0 else 0
    paragraph = script[begin : below if below >= 0 else len(script)]
    return begin if all(map(_COMMENT.match, paragraph.strip("\n").split("\n"))) else None


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
