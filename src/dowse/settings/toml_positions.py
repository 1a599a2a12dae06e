"""The lines of the keys of a TOML file, which tomllib does not report."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

TomlPath = tuple[str, ...]  # outermost key first

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)[ \t]*""")
# The tokens of a value that matter for its end; long strings first.
_PIECE = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[\[\]{}\n]|[^"'#\[\]{}\n]+''',
    re.DOTALL,
)


class TomlPositions:
    """The positions of the statements of a file that tomllib accepts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[TomlPath, tuple[int, int]] = {}
        for path, start, end in _statements(text):
            self._places.setdefault(path, (start, end))

    def of(self, path: TomlPath, word: str = "") -> int:
        """The line of `word` in the value of the key; without the word, of the key or of its nearest parent."""
        start, end = self._around(path)
        if word:
            found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(self._text, start, end)
            start = found.start() if found else start
        return self._text.count("\n", 0, start) + 1

    def _around(self, path: TomlPath) -> tuple[int, int]:
        for length in range(len(path), 0, -1):
            for known, place in self._places.items():  # a table may have no header, as in a.b.c = 1
                if known[:length] == path[:length]:
                    return place
        return 0, 0


def _statements(text: str) -> Iterator[tuple[TomlPath, int, int]]:
    """Every table header and every key with its value: path, start, end."""
    table: TomlPath = ()
    at = _past_blanks(text, 0)
    while at < len(text):
        start = at
        if text[at] == "[":
            brackets = 2 if text.startswith("[[", at) else 1
            table, at = _keys(text, at + brackets)
            at += brackets
            yield table, start, at
        else:
            keys, at = _keys(text, at)
            at = _past_value(text, at + 1)
            yield (*table, *keys), start, at
        at = _past_blanks(text, at)


def _keys(text: str, at: int) -> tuple[TomlPath, int]:
    """The dotted key that begins at `at`, and the position of its end."""
    keys: list[str] = []
    while found := _KEY.match(text, at):
        written, at = found[1], found.end()
        keys.append(str(tomllib.loads(f"key = {written}")["key"]) if written[0] in "\"'" else written)
        if not text.startswith(".", at):
            break
        at += 1
    return tuple(keys), at


def _past_value(text: str, at: int) -> int:
    depth = 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:  # tomllib rejects such a text
            return len(text)
        piece = found[0]
        depth += (piece in "[{") - (piece in "]}")
        if piece == "\n" and depth <= 0:
            return at
        at = found.end()
    return at


def _past_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
