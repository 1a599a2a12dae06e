"""Rankings as a run file of trec_eval: a line for each document of each query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from ..model.errors import StorageError

_SEPARATOR = re.compile(r"[\s%]")


def write_run(path: Path, rankings: Mapping[str, Sequence[str]], *, tag: str) -> None:
    """Writes the rankings, by query, and replaces the file. Raises StorageError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(_lines(rankings, tag)), "utf-8", newline="\n")
    except OSError as error:
        raise StorageError(f"cannot write {path} ({error.strerror})") from error


def run_id(text: str) -> str:
    """An id as one word: whitespace and % in percent-encoding."""
    return _SEPARATOR.sub(lambda found: quote(found[0], safe=""), text)


def _lines(rankings: Mapping[str, Sequence[str]], tag: str) -> Iterator[str]:
    # trec_eval sorts by score and breaks ties by id, so the score here is only the order.
    for query, ranking in rankings.items():
        for rank, doc in enumerate(ranking, start=1):
            yield f"{run_id(query)} Q0 {run_id(doc)} {rank} {len(ranking) - rank + 1} {run_id(tag)}\n"
