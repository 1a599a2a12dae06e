"""The statements that create and fill the FTS5 table of words."""

from __future__ import annotations

from ...indexed_fields import FIELD_ORDER
from ..words.tokenizer import NAME

_COLUMNS = ", ".join(FIELD_ORDER)

# detail=full: with less, bm25() is 0 in a table without content, or ten times slower in one with it.
CREATE_WORDS = f"""
    create virtual table words using fts5({_COLUMNS}, content='', contentless_delete=1, tokenize='{NAME}')
"""
INSERT_WORDS = f"insert into words(rowid, {_COLUMNS}) values (?, {', '.join('?' * len(FIELD_ORDER))})"
