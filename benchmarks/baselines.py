"""What dowse is measured against in the same run: a scan of all files, and plain FTS5."""

from __future__ import annotations

import re
from pathlib import Path

import apsw


def scan(folder: Path, query: str) -> list[Path]:
    """Files by how many of the words they hold, as `rg --count` over the folder would rank them."""
    wanted = [re.compile(re.escape(word), re.IGNORECASE) for word in query.split()]
    counted = []
    for path in sorted(folder.rglob("*.md")):
        text = path.read_text("utf-8", "replace")
        held = sum(pattern.search(text) is not None for pattern in wanted)
        if held:
            counted.append((held, path))
    return [path for _, path in sorted(counted, key=lambda pair: (-pair[0], pair[1]))][:10]


class PlainFts5:
    """An FTS5 table of path and text with the porter tokenizer; no parsing, no meaning."""

    def __init__(self, path: Path) -> None:
        self._connection = apsw.Connection(str(path))
        self._connection.pragma("journal_mode", "wal")
        self._connection.pragma("synchronous", "normal")
        self._connection.execute("create virtual table if not exists notes using fts5(path, text, tokenize=porter)")

    def index(self, folder: Path) -> None:
        """Every file of the folder."""
        with self._connection:
            for path in sorted(folder.rglob("*.md")):
                row = (str(path.relative_to(folder)), path.read_text("utf-8", "replace"))
                self._connection.execute("insert into notes values (?, ?)", row)

    def search(self, query: str) -> list[str]:
        """The best ten by BM25 of documents that hold any word."""
        asked = " OR ".join(f'"{word}"' for word in query.split())
        rows = self._connection.execute(
            "select path from notes where notes match ? order by bm25(notes) limit 10", (asked,)
        )
        return [path for (path,) in rows]
