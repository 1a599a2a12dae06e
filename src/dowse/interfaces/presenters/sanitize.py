"""Text from files and queries, sanitized for a terminal."""

from __future__ import annotations

import json

from ...model.lazy_pattern import lazy_pattern

# A note may contain escape codes, which must not reach the terminal, and embeddings, overrides and isolates of
# bidirectional text, which show a text in another order. Line ends and tabs are kept.
_HIDDEN = (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS = {code: "\N{REPLACEMENT CHARACTER}" for code in _HIDDEN if chr(code) not in "\t\n"}
# Line ends that are no "\n", and tag characters, which are not shown and spell a text that a language model reads.
_UNSEEN = dict.fromkeys((0x2028, 0x2029, *range(0xE0000, 0xE0080)), "�")
# Variants of ideographs: a few in Japanese names, but many in a row can hold a text.
_UNSEEN |= dict.fromkeys(range(0xE0100, 0xE01F0), "")
_LINE_ENDS = dict.fromkeys((10, 8232, 8233), "�")
_UNQUOTED = lazy_pattern(r'(?!")[^\n-\r\x1c-\x1e\x85\u2028\u2029]*')
_LONGEST = 1000  # characters of a message; a longer one contains a pasted query or name


def visible(text: str) -> str:
    """The text with each control character replaced by a visible one."""
    return text.translate(_CONTROLS)


def visible_line(text: str) -> str:
    """The text as one line: as `visible`, with line ends replaced too. The name of a file may have them."""
    return visible(text).translate(_LINE_ENDS)


def path_line(path: str) -> str:
    """The path as one line: as a JSON string if it contains a line end or begins with a quotation mark."""
    return path if _UNQUOTED.fullmatch(path) else json.dumps(path)


def model_text(text: str) -> str:
    """The text for a language model: as `visible`, without characters that can hold a text that nobody sees."""
    return visible(text).translate(_UNSEEN)


def message(text: str) -> str:
    """The text, sanitized and at most one screen long."""
    return visible(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")
