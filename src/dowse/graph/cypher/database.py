"""Writing a vault's documents and links as a graph that graphqlite can query.

graphqlite makes its tables, and plain SQL fills them: one `UNWIND … MATCH … CREATE` took 31 s an edge at 500 nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

import apsw

from ...filesystem import private_files
from ...model.document import Head
from ...model.edge import Edge
from ...model.errors import StorageError
from .extension import extension, layout

LABEL = "Document"  # of every node, besides the one that says its kind
_PROPERTIES = ("id", "path", "title", "short_code", "kind", "type", "phase", "status", "tags", "modified")
_EDITION = "create table dowse_edition (layout text not null, edition text not null)"


def build(path: Path, heads: Iterable[Head], edges: Iterable[Edge], *, edition: str) -> None:
    """Writes the graph to `path` atomically: processes with the old file open continue to read that one.

    Edges whose ends are not among the heads are left out.  Raises CypherError without graphqlite, and StorageError
    when the file cannot be written.
    """
    loadable, stamp = extension(), (layout(), edition)
    with _moved_into_place(path) as half, closing(apsw.Connection(str(half))) as connection:
        connection.enable_load_extension(True)
        connection.load_extension(loadable)
        connection.pragma("journal_mode", "off")  # no process opens the file before it is complete
        with connection:
            _fill(connection, heads, edges)
            connection.execute(_EDITION)
            connection.execute("insert into dowse_edition values (?, ?)", stamp)
        connection.execute("analyze")  # without it a path of two hops took 172 ms instead of 1


def stored_edition(path: Path) -> str:
    """The edition that the file at `path` was built with; empty when it is missing, damaged or laid out otherwise."""
    if not path.is_file():
        return ""
    try:
        with closing(opened(path)) as connection:
            found = connection.execute("select layout, edition from dowse_edition").fetchall()
            whole = connection.pragma("quick_check") == "ok"
    except apsw.Error:
        return ""
    if not whole or len(found) != 1 or found[0][0] != layout():
        return ""
    return str(found[0][1])


def opened(path: Path) -> apsw.Connection:
    """A connection that can only read; the file is never changed, only replaced."""
    unchanging = f"{path.absolute().as_uri()}?immutable=1"
    return apsw.Connection(unchanging, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


@contextmanager
def _moved_into_place(path: Path) -> Iterator[Path]:
    """A file beside `path` that becomes it when all went well, and vanishes otherwise."""
    half = path.with_name(f"{path.name}-{token_hex(4)}.tmp")
    try:
        private_files.create(half)
        yield half
        half.replace(path)
    except (
        apsw.CantOpenError,
        apsw.FullError,
        apsw.IOError,
        apsw.ReadOnlyError,
        apsw.PermissionsError,
        OSError,
    ) as error:
        raise StorageError(
            f"{path} cannot be written ({error}); check whether the disk is full or read-only, "
            "or choose another folder with --index-dir or DOWSE_INDEX_DIR"
        ) from error
    finally:
        half.unlink(missing_ok=True)


def _fill(connection: apsw.Connection, heads: Iterable[Head], edges: Iterable[Edge]) -> None:
    keys = {name: number for number, name in enumerate((*_PROPERTIES, "weight"), 1)}
    connection.executemany("insert into property_keys (id, key) values (?, ?)", ((n, key) for key, n in keys.items()))
    known: dict[str, int] = {}
    for node, head in enumerate(heads, 1):
        known[head.id] = node
        connection.execute("insert into nodes (id) values (?)", (node,))
        labels = ((node, head.kind.capitalize()), (node, LABEL))
        connection.executemany("insert into node_labels (node_id, label) values (?, ?)", labels)
        texts = [(node, keys[name], text) for name, text in _properties(head) if text]
        connection.executemany("insert into node_props_text (node_id, key_id, value) values (?, ?, ?)", texts)
    between = [
        (known[edge.source.doc], known[edge.target.doc], storable(edge.relation), float(edge.weight))
        for edge in edges
        if edge.source.doc in known and edge.target.doc in known
    ]
    between.sort()  # adjacent rows are read together
    numbered = list(enumerate(between, 1))
    connection.executemany(
        "insert into edges (id, source_id, target_id, type) values (?, ?, ?, ?)",
        ((number, *edge[:3]) for number, edge in numbered),
    )
    connection.executemany(
        "insert into edge_props_real (edge_id, key_id, value) values (?, ?, ?)",
        ((number, keys["weight"], edge[3]) for number, edge in numbered),
    )


def _properties(head: Head) -> Iterator[tuple[str, str]]:
    values = (
        head.path,  # graphqlite's procedures give the property `id` as `user_id`
        head.path,
        head.title,
        head.short_code,
        head.kind,
        head.fact("type"),
        head.fact("phase"),
        head.fact("status"),
        " ".join(sorted(head.tags)),
        _date(head.modified),
    )
    return zip(_PROPERTIES, map(storable, values), strict=True)


def storable(text: str) -> str:
    """The text as it comes back out of Cypher: cut at a NUL, where C ends a string, and without lone surrogates."""
    whole = text.partition("\0")[0]
    return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _date(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):  # a file can carry any date
        return ""
