"""Writing a vault's documents, symbols and their edges as a graph that graphqlite can query.

graphqlite makes its tables, and plain SQL fills them: one `UNWIND … MATCH … CREATE` took 31 s an edge at 500 nodes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import apsw

from ...filesystem import private_files
from ...filesystem.database_stamp import is_unchanged, note, stamp_of
from ...model.document import Head, Unit
from ...model.edge import Edge, ResolvedReference
from ...model.errors import StorageError
from ...model.ref import Ref
from .extension import extension, layout

LABEL = "Document"  # of every node of a document, besides the one that says its kind
SYMBOL_LABEL = "Symbol"  # of every node of a symbol, likewise
_OF_DOCUMENTS = ("id", "path", "title", "short_code", "kind", "type", "phase", "status", "tags", "modified")
_OF_SYMBOLS = ("id", "ref", "path", "title", "symbol", "kind", "line", "exported")
_OF_EDGES = {"weight": "real", "line": "int", "rule": "text", "section": "text"}  # with their tables
_KEYS = {name: n for n, name in enumerate(dict.fromkeys((*_OF_DOCUMENTS, *_OF_SYMBOLS, *_OF_EDGES)), 1)}
_WRITTEN_TOGETHER = 1000  # nodes
_EDITION = """
    create table dowse_edition (
        layout text not null, edition text not null,
        documents integer not null, -- nodes, which have the first numbers
        document_edges integer not null -- likewise
    )
"""

_Value = str | int | float
_Property = tuple[str, _Value]
_TABLES: Mapping[type[_Value], str] = {str: "text", int: "int", bool: "bool", float: "real"}


class SymbolNode(NamedTuple):
    """A symbol of source code, with the line of its definition."""

    doc: str  # the path of its document
    unit: Unit
    line: int  # 1-based
    is_exported: bool

    @property
    def ref(self) -> Ref:
        """The address of the symbol."""
        return Ref(self.doc, self.unit.name)


class _Node(NamedTuple):
    """A document or a symbol by its number."""

    number: int
    labels: tuple[str, ...]
    properties: tuple[_Property, ...]


class _Connection(NamedTuple):
    """An edge between two nodes by their numbers."""

    source: int
    target: int
    type: str
    weight: float | None = None
    line: int | None = None
    rule: str = ""
    section: str = ""


def build(
    path: Path,
    heads: Iterable[Head],
    edges: Iterable[Edge],
    *,
    symbols: Iterable[SymbolNode] = (),
    references: Iterable[ResolvedReference] = (),
    edition: str,
) -> None:
    """Writes the graph to `path` atomically: processes with the old file open continue to read that one.

    `edges` lead from document to document, and have the relation as their type; `references` lead from symbol to symbol
    as far as their ends are among the symbols, and have it in capitals, as `CONTAINS` has.  Edges and references with
    an end in no document of the heads are left out.  Raises CypherError without graphqlite, and StorageError when the
    file cannot be written.
    """
    loadable, stamp = extension(), (layout(), edition)
    with _moved_into_place(path) as half, closing(apsw.Connection(str(half))) as connection:
        connection.pragma("journal_mode", "off")  # no process opens the file before it is complete
        connection.pragma("synchronous", "off")  # it is forced to the disk once, when it is
        connection.enable_load_extension(True)
        connection.load_extension(loadable)
        with connection, _indexed_afterwards(connection):
            connection.executemany("insert into property_keys (key, id) values (?, ?)", _KEYS.items())
            known: dict[Ref, int] = {}  # the numbers of the nodes
            _add_nodes(connection, _documents(heads, known))
            documents = len(known)
            document_edges = _add_edges(connection, _between_documents(edges, known))
            around: dict[int, Ref] = {}  # of the symbols
            _add_nodes(connection, _symbols(symbols, known, around))
            own = chain(_containing(around, known), _stated(references, known))
            _add_edges(connection, own, first=document_edges + 1)
            connection.execute(_EDITION)
            connection.execute("insert into dowse_edition values (?, ?, ?, ?)", (*stamp, documents, document_edges))
        connection.execute("analyze")  # without it a path of two hops took 172 ms instead of 1


def stored_edition(path: Path) -> str:
    """The edition that the file at `path` was built with; empty when it is missing, damaged or laid out otherwise."""
    if not path.is_file():
        return ""
    try:
        with closing(opened(path)) as connection:
            found = connection.execute("select layout, edition from dowse_edition").fetchall()
            is_whole = _is_whole(connection, path)
    except apsw.Error:
        return ""
    if not is_whole or len(found) != 1 or found[0][0] != layout():
        return ""
    return str(found[0][1])


def _is_whole(connection: apsw.Connection, path: Path) -> bool:
    """Whether the file is as dowse has left it, or has no damage: a check of 471 MB takes 1.2 s."""
    present = stamp_of(path)
    if is_unchanged(path):
        return True
    if connection.pragma("quick_check") != "ok":
        return False
    if present is not None and stamp_of(path) == present:
        note(path, present)
    return True


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
        with half.open("rb+") as file:
            os.fsync(file.fileno())
        half.replace(path)
        if stamp := stamp_of(path):
            note(path, stamp)
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


@contextmanager
def _indexed_afterwards(connection: apsw.Connection) -> Iterator[None]:
    """Drops the indexes of graphqlite and creates them again at the end, from all rows at once."""
    listed = "select name, sql from sqlite_master where type = 'index' and sql is not null"
    indexes: list[tuple[str, str]] = list(connection.execute(listed))
    for name, _ in indexes:
        connection.execute(f"drop index {name}")
    yield
    for _, sql in indexes:
        connection.execute(sql)


def _documents(heads: Iterable[Head], known: dict[Ref, int]) -> Iterator[_Node]:
    """The nodes of the documents, whose numbers are added to `known`."""
    for number, head in enumerate(heads, 1):
        known[Ref(head.id)] = number
        yield _Node(number, (LABEL, head.kind.capitalize()), _properties(head))


def _symbols(symbols: Iterable[SymbolNode], known: dict[Ref, int], around: dict[int, Ref]) -> Iterator[_Node]:
    """The nodes of the symbols of known documents; their numbers are added to `known`, and what is around them, by
    number, to `around`.
    """
    for symbol in symbols:
        if Ref(symbol.doc) in known:
            number = known[symbol.ref] = len(known) + 1
            around[number] = Ref(symbol.doc, symbol.unit.parent)
            yield _Node(number, (SYMBOL_LABEL, symbol.unit.kind.capitalize()), _symbol_properties(symbol))


def _containing(around: Mapping[int, Ref], known: Mapping[Ref, int]) -> Iterator[_Connection]:
    """From each type or document to the symbols in it; the type of a method may be in another file."""
    for number, ref in around.items():
        yield _Connection(known.get(ref, known[ref.document]), number, "CONTAINS")


def _between_documents(edges: Iterable[Edge], known: Mapping[Ref, int]) -> Iterator[_Connection]:
    for edge in edges:
        source, target = known.get(edge.source.document), known.get(edge.target.document)
        if source is not None and target is not None:
            yield _Connection(source, target, storable(edge.relation), float(edge.weight))


def _stated(references: Iterable[ResolvedReference], known: Mapping[Ref, int]) -> Iterator[_Connection]:
    for each in references:
        symbol = known.get(each.source)
        source = known.get(each.source.document) if symbol is None else symbol
        target = known.get(each.target, known.get(each.target.document))
        if source is not None and target is not None:
            section = each.source.section if symbol is None else ""
            yield _Connection(source, target, each.relation.upper(), None, each.line, each.rule, storable(section))


def _add_nodes(connection: apsw.Connection, nodes: Iterator[_Node]) -> None:
    """Writes the nodes, some at a time table by table."""
    while some := tuple(islice(nodes, _WRITTEN_TOGETHER)):
        connection.executemany("insert into nodes (id) values (?)", ((node.number,) for node in some))
        connection.executemany(
            "insert into node_labels (node_id, label) values (?, ?)",
            ((node.number, label) for node in some for label in node.labels),
        )
        for kind, table in _TABLES.items():
            connection.executemany(
                f"insert into node_props_{table} (node_id, key_id, value) values (?, ?, ?)",
                (
                    (node.number, _KEYS[name], value)
                    for node in some
                    for name, value in node.properties
                    if type(value) is kind and value != ""
                ),
            )


def _add_edges(connection: apsw.Connection, edges: Iterable[_Connection], first: int = 1) -> int:
    """Writes the edges with numbers from `first` on and gives how many there are."""
    listed = sorted(edges)  # adjacent rows are read together
    connection.executemany(
        "insert into edges (id, source_id, target_id, type) values (?, ?, ?, ?)",
        ((number, *edge[:3]) for number, edge in enumerate(listed, first)),
    )
    for name, table in _OF_EDGES.items():
        values = enumerate(map(attrgetter(name), listed), first)
        connection.executemany(
            f"insert into edge_props_{table} (edge_id, key_id, value) values (?, {_KEYS[name]}, ?)",
            ((number, value) for number, value in values if value is not None and value != ""),
        )
    return len(listed)


def _properties(head: Head) -> tuple[_Property, ...]:
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
    return tuple(zip(_OF_DOCUMENTS, map(storable, values), strict=True))


def _symbol_properties(symbol: SymbolNode) -> tuple[_Property, ...]:
    unit, ref = symbol.unit, storable(str(symbol.ref))
    texts = (ref, ref, *map(storable, (symbol.doc, unit.title, unit.label, unit.kind)))
    return tuple(zip(_OF_SYMBOLS, (*texts, symbol.line, symbol.is_exported), strict=True))


def storable(text: str) -> str:
    """The text as it comes back out of Cypher: cut at a NUL, where C ends a string, and without lone surrogates."""
    if text.isascii() and "\0" not in text:
        return text
    whole = text.partition("\0")[0]
    return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _date(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):  # a file can carry any date
        return ""
