"""What reStructuredText describes with a directive of Sphinx: a setting, a function, an option. Each is a section."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from ...model.lazy_pattern import lazy_pattern
from .sphinx_links import literal_lines

# With a domain such as `py:` or without; `auto…` has its text elsewhere.
DESCRIPTION = lazy_pattern(
    r"(?m)^([ \t]*)\.\.[ \t]+(?:[a-z]+:)?(?:data|function|class|method|attribute|property|exception|macro|type|member"
    r"|var|struct|union|enum|enumerator|option|envvar|confval|setting)::[ \t]+(\S[^\n]*)"
)
_POINTER = lazy_pattern(r"\(\s*\*\s*(\w+)\s*\)")  # to a function of C
_OPTION = lazy_pattern(r"(?:^|(?<=[\s,]))-{1,2}[\w-]+")
_NAME = lazy_pattern(r"[\w.:~$-]*\w")


def descriptions(lines: Sequence[str], headings: Collection[int]) -> Iterator[tuple[int, bool, str]]:
    """The line, whether it is indented, and the name of each description; none of literal text and comments.

    `headings` are the lines of the headings.  A description that text of the page follows, before the next one or the
    next heading, is no section: the text would be a part of it.
    """
    found = {at: match for at, line in enumerate(lines) if "::" in line and (match := DESCRIPTION.match(line))}
    literal = set(literal_lines(lines)) if found else set()
    begins = sorted({*found.keys() - literal, *headings, len(lines)})
    for at, until in pairwise(begins):
        match = found.get(at)
        if match and (name := _name(match[2])) and _is_whole(lines[at + 1 : until], len(match[1])):
            yield at, bool(match[1]), name


def _is_whole(below: Sequence[str], margin: int) -> bool:
    """Whether all lines are indented more than the directive, but for labels, comments and other directives."""
    return all(
        not line.strip() or len(line) - len(line.lstrip()) > margin or line.lstrip().startswith("..") for line in below
    )


def _name(signature: str) -> str:
    """`uv_read` of `int uv_read(uv_stream_t* stream)`, `--verbose` of `-v, --verbose LEVEL`."""
    if options := _OPTION.findall(signature):
        return str(options[-1])
    if pointer := _POINTER.search(signature):
        return str(pointer[1])
    names = _NAME.findall(signature.partition("(")[0].partition(" : ")[0])
    return names[-1] if names else ""
