"""Asking the graph in Cypher, for reading only.

The query runs in a process of its own, see sandbox.py for the reasons; starting it takes about 40 ms.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from ...model.errors import CypherError
from ...model.value_class import dataclass
from .dialect import algorithm_scope, blanked, translated
from .extension import extension

CypherValue = str | int | float | bool | None | list["CypherValue"] | dict[str, "CypherValue"]

MOST_SECONDS = 3600.0
_MOST_BYTES = 10_000  # graphqlite 0.12 writes over the end of its buffer when a string has more than 16,384
# graphqlite 0.12 has 128 bytes for a row of these; betweennessCentrality() overflows from ids of 84 bytes on.
_ID_CRASH = (
    "louvain(), wcc(), scc(), betweennessCentrality() and closenessCentrality() crash where paths, or references to "
    "symbols, have more than 80 characters on average; use pagerank() or labelPropagation()"
)
_SANDBOX = Path(__file__).with_name("sandbox.py")

_WRITING = re.compile(r"(?<![\w.:$])(create|merge|set|delete|remove|drop|foreach|load\s+csv)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CypherTable:
    """The rows of a query; `cut` when there were more."""

    columns: tuple[str, ...]
    rows: list[tuple[CypherValue, ...]]
    is_cut: bool = False


def ask(path: Path, query: str, *, rows: int = 1000, seconds: float = 10.0) -> CypherTable:
    """The first `rows` rows that the query gives on the graph at `path`.

    Raises CypherError when the query has a mistake or writes, takes longer than `seconds` or more memory than there is,
    or when the graph is missing or damaged; nothing is ever changed.
    """
    _check(query)
    query = translated(query)
    _check(query)
    if not path.is_file():
        raise CypherError(f"no graph at {path}; run `dowse index`")
    patience = min(seconds, MOST_SECONDS)
    request = {
        "uri": f"{path.absolute().as_uri()}?immutable=1",
        "extension": extension(),
        "query": query,
        "scope": algorithm_scope(query),
        "rows": rows,
        "seconds": patience,
    }
    try:
        # Not with -m, which would import from the working folder, possibly a vault; -P excludes that of the script.
        done = subprocess.run(  # noqa: S603  # our own script
            [sys.executable, "-P", str(_SANDBOX)],
            input=json.dumps(request).encode("ascii"),
            capture_output=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CypherError(
            f"dowse stopped the query after {seconds:g} s; restrict the query with a label, a property or a shorter "
            "path such as *1..2, or raise the limit with --timeout"
        ) from error
    return _table(path, done, request["scope"] != "")


def _check(query: str) -> None:
    """Raises CypherError for a query that is unsafe for graphqlite."""
    try:
        size = len(query.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise CypherError(
            f"the query is not valid Unicode at character {error.start + 1}; type that character again"
        ) from error
    if "\0" in query:
        raise CypherError(f"the query contains a NUL at character {query.index(chr(0)) + 1}; remove that character")
    if size > _MOST_BYTES:
        raise CypherError(f"the query has {size:,} bytes, more than the limit of {_MOST_BYTES:,}; shorten the query")
    if word := _WRITING.search(blanked(query)):
        raise _read_only(" ".join(word[1].upper().split()))


def _read_only(word: str) -> CypherError:
    return CypherError(
        f"{word} is not allowed: the graph is read-only; change the notes instead, "
        "or put a name with this spelling between backticks"
    )


def _table(path: Path, done: subprocess.CompletedProcess[bytes], has_algorithm: bool) -> CypherTable:
    try:
        reply = json.loads(done.stdout)
    except (ValueError, RecursionError) as error:
        raise CypherError(
            f"graphqlite crashed on this query (exit code {done.returncode}); nothing was lost; "
            f"{_ID_CRASH if has_algorithm else 'simplify the query'}"
        ) from error
    if "error" not in reply:
        return CypherTable(tuple(reply["columns"]), [tuple(row) for row in reply["rows"]], reply["cut"])
    match reply["sort"]:
        case "file":
            raise CypherError(f"{path} cannot be read ({reply['error']}); delete the file to rebuild the graph")
        case "memory":
            raise CypherError("the query needs too much memory; restrict the query with a label, a property or LIMIT")
        case "write":
            raise _read_only("writing")
        case _:
            raise CypherError(f"the query has an error: {reply['error']}")
