"""What reStructuredText describes with a directive of Sphinx: a setting, a function, an option. Each is a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .sphinx_links import literal_lines

# With a domain such as `py:` or without; `auto…` has its text elsewhere.
DESCRIPTION = re.compile(
    r"(?m)^([ \t]*)\.\.[ \t]+(?:[a-z]+:)?(?:data|function|class|method|attribute|property|exception|macro|type|member"
    r"|var|struct|union|enum|enumerator|option|envvar|confval|setting)::[ \t]+(\S[^\n]*)"
)
_NAME = re.compile(r"[\w.:~$-]*\w")


def descriptions(lines: Sequence[str]) -> Iterator[tuple[int, bool, str]]:
    """The line, whether it is indented, and the name of each description; none of literal text and comments."""
    found = [(at, match) for at, line in enumerate(lines) if "::" in line and (match := DESCRIPTION.match(line))]
    literal = set(literal_lines(lines)) if found else set()
    for at, match in found:
        if at not in literal and (name := _name(match[2])):
            yield at, bool(match[1]), name


def _name(signature: str) -> str:
    """`uv_read` of `int uv_read(uv_stream_t* stream)`, `--verbose` of `-v, --verbose`."""
    names = _NAME.findall(signature.partition("(")[0])
    return names[-1] if names else ""
