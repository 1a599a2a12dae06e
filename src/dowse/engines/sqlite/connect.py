"""Opening the database file, with what every connection needs."""

from __future__ import annotations

import contextlib
import json
import stat
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw

from ...analysis.code.source_paths import is_test_path
from ...analysis.phrase_match import holds_exact, holds_phrase
from ...filesystem import private_files
from ...filesystem.database_stamp import changing
from ...model.errors import StorageError
from ...query.ast import RegularExpression
from ...query.select import file_pattern
from ...query.symbol_match import has_name
from ...query.text_match import PassageSource, holds_passage, matches
from . import page_checksums
from .checked_cursor import CheckedCursor
from .condition_json import decode
from .sqlite_errors import RowError, explained, is_damage
from .texts.document_texts import searched_texts, text_of
from .words import body_positions, tokenizer

_CREATING = threading.Lock()
BESIDE = ("-wal", "-shm", "-journal")
PATIENCE_MS = 10_000  # a writer holds the file for one batch, far less than this
_CHECKPOINT_PAGES = 8_000  # in the log; every checkpoint waits for the disk
_STATEMENTS = 200  # kept compiled; an update of a file and the searches beside it run more than apsw's default of 100


def connect(path: Path) -> apsw.Connection:
    """A connection to the index at `path`, created when it is missing; not to be shared between threads."""
    refuse_irregular(path)
    page_checksums.register()  # before the file is opened
    with explained(path):
        _create(path)
        try:
            connection = _practised(apsw.Connection(str(path), statementcachesize=_STATEMENTS))
        except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.FullError, apsw.IOError) as error:
            if is_damage(error) or not path.exists():
                raise
            return _practised(unwritten(path))
        _note_checkpoints(connection, path)
        return connection


@contextlib.contextmanager
def connected(path: Path) -> Iterator[apsw.Connection]:
    """A connection as `connect` opens it, closed at the end."""
    connection = connect(path)
    try:
        yield connection
    finally:
        close(path, connection)


def close(path: Path, *connections: apsw.Connection) -> None:
    """Closes connections to the index at `path`; the last one of all processes moves the log into the file."""
    if connections:
        with changing(path):
            for connection in connections:
                connection.close()


def unwritten(path: Path) -> apsw.Connection:
    """A connection that creates no files, for a read-only folder and for a full disk.

    SQLite coordinates readers and writers of a write-ahead log by a file of shared memory, which may be read-only.
    Without a log it would create both files, unless the database is opened as immutable.
    """
    page_checksums.register()
    log = path.with_name(f"{path.name}-wal")
    how = "mode=ro&readonly_shm=1" if log.exists() and log.stat().st_size else "immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"{path.absolute().as_uri()}?{how}", flags)


def refuse_irregular(path: Path) -> None:
    """Raises StorageError for a folder or a pipe in place of the database or of a file that SQLite keeps beside it.

    A pipe would block the process, and dowse deletes no folder.
    """
    for file in (path, *(path.with_name(path.name + ending) for ending in BESIDE)):
        try:
            mode = file.stat().st_mode  # once, since other processes create and delete these files
        except OSError:  # SQLite reports the reason, if it is one
            continue
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise StorageError(
                f"{file} is {what}, and dowse keeps its index there; move or delete {file.name}, and run the command "
                "again: dowse rebuilds the index from the notes"
            )


def _create(path: Path) -> None:
    """Creates a missing file before SQLite does: SQLite gives its mode to the files beside it.

    One thread at a time: closing a file releases all locks of the process on the file, also those of SQLite.
    """
    with _CREATING, contextlib.suppress(OSError):  # SQLite reports the reason
        private_files.create(path)


def _practised(connection: apsw.Connection) -> apsw.Connection:
    for practice in PRACTICES:
        practice(connection)
    return connection


def _wait_for_writers(connection: apsw.Connection) -> None:
    connection.set_busy_timeout(PATIENCE_MS)


def _write_ahead_log(connection: apsw.Connection) -> None:
    """Readers continue while one process writes."""
    until = time.monotonic() + PATIENCE_MS / 1e3
    while True:
        try:
            connection.pragma("journal_mode", "wal")
            break
        except apsw.BusyError:  # several processes open a new file: SQLite does not wait for this change
            if time.monotonic() > until:
                raise
            time.sleep(0.005)
    connection.pragma("synchronous", "normal")  # a power cut may undo the last batch, but writes no part of one


def _note_checkpoints(connection: apsw.Connection, path: Path) -> None:
    """Moves pages from the log into the file as SQLite would by itself, and notes the stamp of the file."""

    def committed(connection: apsw.Connection, _name: str, pages: int) -> int:
        if pages >= _CHECKPOINT_PAGES:
            with changing(path), contextlib.suppress(apsw.Error):  # the pages stay in the log
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        return apsw.SQLITE_OK

    connection.set_wal_hook(committed)


def _room_to_work(connection: apsw.Connection) -> None:
    connection.pragma("cache_size", -16_000)  # KiB
    connection.pragma("mmap_size", 0)  # a read of a mapped file that somebody truncates ends the process
    connection.pragma("temp_store", "memory")


def checked_rows(connection: apsw.Connection) -> None:
    """Makes the connection check the types of the values that it reads."""
    connection.cursor_factory = CheckedCursor


def _own_words(connection: apsw.Connection) -> None:
    tokenizer.register(connection)


def _phrases(connection: apsw.Connection) -> None:
    here = _borrowed(connection)

    # Only text_condition.py calls it, so the types of the phrases are known.
    def held(data: object, start: object, end: object, names_end: object, phrase: str) -> bool:
        return any(holds_phrase(text, phrase) for text in searched_texts(here(), data, start, end, names_end))

    def held_exactly(data: object, start: object, end: object, names_end: object, wanted: str) -> bool:
        return any(holds_exact(text, wanted) for text in searched_texts(here(), data, start, end, names_end))

    connection.create_scalar_function("holds_phrase", held, 5, deterministic=True)  # type: ignore[arg-type]  # see above
    connection.create_scalar_function("holds_exact", held_exactly, 5, deterministic=True)  # type: ignore[arg-type]


def _borrowed(connection: apsw.Connection) -> Callable[[], apsw.Connection]:
    """The connection, for its own functions: with a reference to it they would keep it open."""
    reference = weakref.ref(connection)

    def here() -> apsw.Connection:
        found = reference()
        assert found is not None
        return found

    return here


def _passages(connection: apsw.Connection) -> None:
    here = _borrowed(connection)

    # Only text_condition.py calls them, so the types of conditions and patterns are known.
    def passage_held(data: object, start: object, end: object, sections: str, condition: str) -> bool:
        if not isinstance(start, int):
            raise RowError("the start of a text is no number")
        source = PassageSource(text_of(here(), data, end), start, tuple(sorted(json.loads(sections))))
        return holds_passage(decode(condition), source)

    def matched(data: object, end: object, pattern: str, match_case: int) -> bool:
        return matches(RegularExpression(pattern, bool(match_case)), text_of(here(), data, end))

    connection.create_scalar_function("holds_passage", passage_held, 5, deterministic=True)  # type: ignore[arg-type]
    connection.create_scalar_function("matches", matched, 4, deterministic=True)  # type: ignore[arg-type]  # see above


def field_functions(connection: apsw.Connection) -> None:
    """Registers the functions for patterns of `file:` and `symbol:`, and for `test:`."""

    # Only selection.py calls them, so the types of the values to find are known.
    def held(name: str, pattern: str) -> bool:
        return file_pattern(pattern).fullmatch(name) is not None

    def named(key: str, name: object, title: object) -> bool:
        if not isinstance(name, str) or not isinstance(title, str):
            raise RowError("the name of a symbol is no text")
        return has_name(key, name, title)

    def tests(path: object) -> bool:
        if not isinstance(path, str):
            raise RowError("the path of a document is no text")
        return is_test_path(path)

    connection.create_scalar_function("names_symbol", named, 3, deterministic=True)  # type: ignore[arg-type]
    connection.create_scalar_function("is_test", tests, 1, deterministic=True)  # type: ignore[arg-type]  # see above
    connection.create_scalar_function("holds_file", held, 2, deterministic=True)  # type: ignore[arg-type]  # see above


def _positions(connection: apsw.Connection) -> None:
    body_positions.register(connection)


PRACTICES = (
    _wait_for_writers,
    page_checksums.reserve,
    _write_ahead_log,
    _room_to_work,
    checked_rows,
    _own_words,
    _positions,
    _phrases,
    _passages,
    field_functions,
)
