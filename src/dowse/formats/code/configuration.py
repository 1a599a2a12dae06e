"""Which files of TOML, YAML, JSON and INI are read as configuration, and which are data or settings of dowse."""

from __future__ import annotations

import re

from ...model.lazy_pattern import lazy_pattern
from ..text_encoding import decode
from ..text_encoding import refusal as refuse_no_text
from .minified import refusal as refuse_minified

MOST_BYTES = 50_000  # of a file that people write; descriptions of interfaces and records of tests are larger

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
    if len(data) > MOST_BYTES:
        return f"data: a configuration has at most {MOST_BYTES:,} bytes"
    if _PRIVATE_KEY in decode(data)[0]:
        return "contains a private key"
    return refuse_minified(data)


def refuse_json_data(data: bytes) -> str | None:
    """As `refuse_data`, and for JSON that is a list, as records are and configurations are not."""
    refused = refuse_data(data)
    return refused or ("data: a list of JSON" if decode(data)[0].lstrip().startswith("[") else None)
