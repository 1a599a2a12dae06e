"""The FTS5 tokenizer: dowse's own analysis, so that every engine and every query has the same words.

FTS5 could fold and stem by itself, but not split identifiers or pair Chinese characters; a table that uses
this tokenizer can be read only by a connection that has registered it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from ....analysis.tokens import Token, tokens
from ...indexed_fields import BETWEEN

NAME = "dowse"
_LONG = 20_000  # characters


def register(connection: apsw.Connection) -> None:
    """Registers the tokenizer with the connection."""
    connection.register_fts5_tokenizer(NAME, _factory)


class PreparedTokens:
    """Texts that were analysed already, each for the next time that FTS5 asks for its tokens."""

    def __init__(self) -> None:
        self._held: dict[str, list[Token]] = {}

    def add(self, text: str, analysed: list[Token]) -> None:
        """Keeps the tokens of this text alone."""
        self._held = {text: analysed}

    def take(self, text: str) -> list[Token] | None:
        """The tokens of the text, if they are kept."""
        return self._held.pop(text, None)


def expression(phrases: Iterable[Sequence[str]], fields: Sequence[str] = ()) -> str:
    """An FTS5 query for documents with any of the phrases, in any field or in one of these; each is a sequence of
    stems.
    """
    listed = " OR ".join(f'"{" ".join(phrase)}"' for phrase in phrases)
    return f"{{{' '.join(fields)}}} : ({listed})" if fields else listed


def _factory(_connection: apsw.Connection, _arguments: list[str]) -> apsw.FTS5Tokenizer:
    return _tokenize  # type: ignore[return-value]  # any callable with this signature serves


def _tokenize(utf8: bytes, flags: int, _locale: str | None) -> Iterable[str | Token]:
    """Tokens without offsets: the table keeps no text, so FTS5 never asks for highlights."""
    text = utf8.decode("utf-8", "replace")
    if flags & apsw.FTS5_TOKENIZE_QUERY:
        return text.split()  # `expression` has analysed the query already
    prepared = PREPARED.take(text)
    if prepared is None and len(text) >= _LONG:  # the headings or the tags of a note of megabytes
        from ....analysis.numbered_tokens import numbered_tokens  # noqa: PLC0415  # needs numpy

        prepared, _ = numbered_tokens(text.replace(BETWEEN, " | "), ())  # has the same tokens
    return tokens(text) if prepared is None else prepared


PREPARED = PreparedTokens()
