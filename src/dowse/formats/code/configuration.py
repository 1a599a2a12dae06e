"""Which files of TOML, YAML, JSON and INI are read as configuration, and which are data or settings of dowse."""

from __future__ import annotations

import re

from ...model.lazy_pattern import lazy_pattern
from ..text_encoding import decode
from ..text_encoding import refusal as refuse_no_text
from .minified import refusal as refuse_minified

MOST_BYTES = 50_000  # of a file that people write; descriptions of interfaces and records of tests are larger
_MOST_EXPLAINED = 1_000_000  # bytes of one that is mostly explained, such as `redis.conf` and manuals in YAML
# Of the characters in comments and prose: 0.45 to 0.8 in what people write, under 0.3 in descriptions of interfaces,
# tables of contents and records of tests (40 files of 20 repositories).
_EXPLAINED = 1 / 3
_WORDS = 6  # of a line of prose

_NOT_READ = lazy_pattern(
    r"(?:dowse\.toml|npm-shrinkwrap\.json|[^/]*(?:^|[-._])lock\.(?:json|ya?ml|toml)|[^/]*\.(?:min|map)\.json)",
    re.IGNORECASE,
)
_PRIVATE_KEY = "PRIVATE KEY-----"


def is_left_out(name: str) -> bool:
    """Whether the file is known by its name not to be configuration that people write: a lock file, for example."""
    return _NOT_READ.fullmatch(name) is not None


def refuse_data(data: bytes) -> str | None:
    """Why the file is not read as configuration, as a message for the user: it is no text, or data; None when it is."""
    if refused := refuse_no_text(data):
        return refused
    if len(data) > MOST_BYTES and (len(data) > _MOST_EXPLAINED or not _is_explained(decode(data)[0])):
        return f"data: a configuration has at most {MOST_BYTES:,} bytes, unless a third of it is comments and prose"
    if _PRIVATE_KEY in decode(data)[0]:
        return "contains a private key"
    return refuse_minified(data)


def refuse_json_data(data: bytes) -> str | None:
    """As `refuse_data`, and for JSON that is long, or a list, as records are and configurations are not."""
    if len(data) > MOST_BYTES:
        return refuse_no_text(data) or f"data: a configuration in JSON has at most {MOST_BYTES:,} bytes"
    refused = refuse_data(data)
    return refused or ("data: a list of JSON" if decode(data)[0].lstrip().startswith("[") else None)


def _is_explained(text: str) -> bool:
    """Whether enough of the text is in comments and in lines of prose."""
    explained = sum(len(line) for line in text.split("\n") if _explains(line))
    return explained >= _EXPLAINED * len(text)


def _explains(line: str) -> bool:
    words = line.split()
    return bool(words) and (words[0][0] in "#;" or sum(word.rstrip(",.;:").isalpha() for word in words) >= _WORDS)
