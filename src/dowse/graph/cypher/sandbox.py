"""The process of a query: reads a request from stdin, writes the rows to stdout.

graphqlite 0.12 crashes on some queries (one of 32,000 characters ends in `malloc(): corrupted top size`), fills the
memory on others (a `reduce` that doubles a text took 2.8 GB), cannot be interrupted in its own algorithms, keeps its
parser's state in global variables and reads any file with LOAD CSV.  A separate process protects the caller from that.
Run as a script, so it imports nothing of dowse.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Final

import apsw

_Value = str | int | float | bool | None | list["_Value"] | dict[str, "_Value"]
Reply = dict[str, _Value]

_MOST_MEMORY: Final = 1 << 30  # bytes; a search that ran for 5 s over all triples of nodes took 0.2 GB
_MOST_CHARACTERS: Final = 50_000_000  # of all rows together
_READING: Final = frozenset(
    {
        apsw.SQLITE_SELECT,
        apsw.SQLITE_READ,
        apsw.SQLITE_FUNCTION,
        apsw.SQLITE_RECURSIVE,
        apsw.SQLITE_SAVEPOINT,  # around UNION and CALL { … }
    }
)
# Views that hide rows of the tables of graphqlite of the same names from its algorithms, see dialect.algorithm_scope.
_VIEWS: Final = {
    "documents": (
        "nodes as select * from main.nodes where id <= (select documents from main.dowse_edition)",
        "edges as select * from main.edges where id <= (select document_edges from main.dowse_edition)",
    ),
    "symbols": (
        "nodes as select * from main.nodes where id > (select documents from main.dowse_edition)",
        """
        edges as select e.* from main.edges e cross join main.dowse_edition d
        where e.id > d.document_edges and e.type <> 'CONTAINS' and e.source_id > d.documents
        and e.target_id > d.documents
        """,
    ),
}
_ENTITIES: Final = (
    {"id", "labels", "properties"},
    {"id", "type", "startNode", "endNode", "properties"},
)


def answer(uri: str, extension: str, query: str, *, scope: str, rows: int, seconds: float) -> Reply:
    """The columns, the rows and whether there were more; or an error and of which sort it is."""
    attempts: list[int] = []
    try:
        connection = _opened(uri, extension, scope, attempts)
    except apsw.Error as error:
        return {"error": str(error), "sort": "file"}
    _confine(seconds)
    try:
        columns, found, is_cut = _found(connection, query, rows)
    except (apsw.CorruptError, apsw.NotADBError, apsw.IOError) as error:
        return {"error": str(error), "sort": "file"}
    except (MemoryError, apsw.NoMemError):
        return {"error": "", "sort": "memory"}
    except (apsw.Error, RecursionError) as error:
        return {"error": _error_text(error), "sort": "write" if attempts else "query"}
    if attempts:
        return {"error": "", "sort": "write"}
    return {"columns": columns, "rows": found, "cut": is_cut}


def _opened(uri: str, extension: str, scope: str, attempts: list[int]) -> apsw.Connection:
    connection = apsw.Connection(uri, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.execute("select edition from dowse_edition")  # graphqlite crashes on a file that is not a graph
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    connection.enable_load_extension(False)
    connection.pragma("temp_store", "memory")

    def allowed(operation: int, *_: str | None) -> int:
        if operation in _READING:
            return apsw.SQLITE_OK
        attempts.append(operation)
        return apsw.SQLITE_DENY

    # Its first query looks after its own tables, and graphqlite 0.12 ends in a bus error when that is not allowed.
    connection.execute("select row from cypher_rows('RETURN 1')").fetchall()
    for view in _VIEWS.get(scope, ()):
        connection.execute(f"create temp view {view}")
    connection.authorizer = allowed
    return connection


def _confine(seconds: float) -> None:
    """Forbids opening files, limits memory, and ends the process at a time limit even without its parent."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # Windows has none

    for what, most in (
        (resource.RLIMIT_NOFILE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, math.ceil(seconds) + 1),
        (resource.RLIMIT_AS, _MOST_MEMORY),
    ):
        hard = resource.getrlimit(what)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (bound, bound))
        except (OSError, ValueError):  # macOS knows no bound of memory
            continue


def _found(connection: apsw.Connection, query: str, rows: int) -> tuple[list[_Value], list[_Value], bool]:
    # As bytes, since some of graphqlite's functions cut within a character.
    cursor = connection.execute("select cols, cast(row as blob) from cypher_rows(?)", (query,))
    columns: list[_Value] = []
    found: list[_Value] = []
    size = 0
    for named, row in cursor:
        size += len(row)
        if len(found) == rows or (found and size > _MOST_CHARACTERS):
            return columns, found, True
        if size > _MOST_CHARACTERS:
            raise MemoryError
        columns = columns or json.loads(named)
        values = json.loads(row.decode("utf-8", "replace"), parse_constant=str)
        found.append([_plain(values.get(name)) for name in columns])
    return columns or _columns(connection, query), found, False


def _columns(connection: apsw.Connection, query: str) -> list[_Value]:
    """The columns of an empty result: graphqlite tells the SQL that it runs, and SQLite the columns of that."""
    names: list[_Value] = []

    def record_columns(cursor: apsw.Cursor, _sql: str, _values: apsw.Bindings | None) -> bool:
        names.extend(name for name, _ in cursor.get_description() if not name.startswith("__gqlt_"))
        return False  # it need not run

    try:
        plan = json.loads(str(connection.execute("select row from cypher_rows('EXPLAIN ' || ?)", (query,)).get))
        cursor = connection.cursor()
        cursor.exec_trace = record_columns
        cursor.execute(str(plan.get("column_0", "")).partition("\nSQL: ")[2])
    except (apsw.Error, ValueError, AttributeError):  # of UNION and CALL { … } it tells none
        pass
    return names


def _plain(value: _Value) -> _Value:
    """The value with labels and properties of nodes and edges as what they are; graphqlite gives them as JSON text."""
    match value:
        case list():
            return [_plain(each) for each in value]
        case dict() if set(value) in _ENTITIES:
            return {key: _parsed(each) if key in {"labels", "properties"} else each for key, each in value.items()}
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case _:
            return value


def _parsed(value: _Value) -> _Value:
    if not isinstance(value, str):
        return value
    try:
        parsed: _Value = json.loads(value, parse_constant=str)
    except ValueError:
        return value
    return parsed


def _error_text(error: Exception) -> str:
    """The text of a graphqlite message, extracted from its JSON."""
    try:
        reply = json.loads(str(error))
    except ValueError:
        return str(error) or type(error).__name__
    return str(reply.get("error", error)) if isinstance(reply, dict) else str(error)


def main() -> None:
    """Answers one request."""
    request = json.loads(sys.stdin.buffer.read())
    reply = answer(**request)
    try:
        text = json.dumps(reply)
    except (RecursionError, MemoryError):
        text = json.dumps({"error": "", "sort": "memory"})
    sys.stdout.buffer.write(text.encode("ascii"))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
