"""An index in a vault holds whatever its author wrote: each value leads to an answer, a repair or a DowseError."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import apsw
import pytest

from dowse.app.get import GetRequest, get
from dowse.app.index import IndexRequest, index_vault
from dowse.app.maintenance import vacuum
from dowse.app.related import RelatedRequest, related_documents
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.status import status
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.vectors import vector_file
from dowse.engines.sqlite.words import tokenizer
from dowse.model.errors import DowseError, StorageError
from dowse.search.execute import Request

pytestmark = pytest.mark.slow  # a damaged index for each of them

_NOTES = {
    "garden.md": "---\ntags: [green]\naliases: [Yard]\nrating: 4\n---\n# Garden\n\nThe garden needs water. #garden\n",
    "plan.md": "---\nparent: garden\ncreated: 2024-05-01\n---\n# Plan\n\nDig [[garden]].\n\n## Water\n\nBuy hoses.\n",
    "shed.py": "from tools import Hose\n\nclass Shed(Hose):\n    def open(self):\n        self.drain()\n",
    "tools.py": "class Hose:\n    def drain(self):\n        return Hose()\n",
    "how.md": "# Code\n\n`Shed.open()` and `tools.py` water.\n",
    "twin.md": "# Plan\n\nDig at [[garden]].\n\n## Water\n\nBuy a hose. See [[nowhere]] and [[plan#Water]].\n",
}
_TABLES = (
    *("meta", "documents", "texts", "unit_rows", "tags", "names", "links", "edges"),
    *("properties", "property_values"),
    *("relations", "unlinked", "source_references", "source_edges", "reference_keys"),
    *("chunks", "digests", "symbols", "vectors", "coming", "refused", "skipped", "similar", "compared"),
    *("words_data", "words_idx", "words_docsize", "words_config", "postings", "unposted"),
)
_VALUES = (
    *("null", "''", "'x'", "'[]'", "'{}'", "'[1]'", '\'{"a": {"b": 1}}\'', "'[[[['", "x'ff00'", "x''", "x'80ff80ff01'"),
    *(
        "cast(x'ff00' as text)",
        "char(0)",
        "0",
        "-1",
        "3",
        "9223372036854775807",
        "-9223372036854775808",
        "1e308",
        "9e999",
    ),
    *(
        "'abc'",
        "'9223372036854775807'",
        "'../../etc/passwd'",
        "zeroblob(5000)",
        "zeroblob(40)",
        "hex(zeroblob(2000))",
    ),
)
_QUESTIONS: dict[str, Callable[[VaultSession], object]] = {
    "search": lambda vault: vault.search(Request("water tag:garden OR links:garden")),
    "search a filter": lambda vault: vault.search(Request("rating:>3 OR under:garden OR hose")),
    "search texts": lambda vault: vault.search(
        Request('line:(garden water) OR section:(buy task:"") OR match-case:"Dig"')
    ),
    "search a phrase": lambda vault: vault.search(Request('"garden needs"')),
    "search sections": lambda vault: vault.search(Request("water garden profile:proximity")),
    "search chunks": lambda vault: vault.search(Request("water garden profile:deep")),
    "search symbols": lambda vault: vault.search(Request("symbol:open OR kind:class Shed.open")),
    "status": status,
    "get": lambda vault: get(vault, GetRequest("garden.md", links=True)),
    "related": lambda vault: related_documents(vault, RelatedRequest("plan.md")),
    "index": lambda vault: index_vault(vault, IndexRequest(similar=True)),
    "vacuum": vacuum,
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault with a sound index."""
    folder = tmp_path_factory.mktemp("untrusted")
    for name, text in _NOTES.items():
        (folder / name).write_text(text, "utf-8")
    with closing(open_session(folder)) as opened:
        opened.sync(similar=True)
    shutil.copytree(folder / ".dowse", folder.with_name("sound"))
    return folder


@pytest.mark.parametrize("table", _TABLES)
def test_any_value_in_any_cell_is_an_answer_or_one_error_of_dowse(vault: Path, table: str) -> None:
    """Each question of a third of the tables, and each table with a third of the questions."""
    _poisoned_answers(vault, table, seeds=range(1), questions=tuple(_QUESTIONS)[_TABLES.index(table) % 3 :: 3])


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", _TABLES)
def test_many_values_in_any_cell_are_an_answer_or_one_error_of_dowse(vault: Path, table: str) -> None:
    _poisoned_answers(vault, table, seeds=range(3), questions=tuple(_QUESTIONS))


@pytest.mark.parametrize(
    "change",
    [
        "insert or replace into meta values ('generation', 'abc')",
        "insert or replace into meta values ('edition', 'zz')",
        "insert or replace into meta values ('edition', 9223372036854775807)",
        "update documents set facts = 'x'",
        "update documents set tags = 'x'",
        "update documents set signature = 'x'",
        "update texts set data = x'ff00'",
        "update texts set data = substr(data, 1, length(data) - 5)",
        "update texts set text_end = 9000, names_end = 9000",
        "pragma user_version = 5",
    ],
)
def test_a_search_rebuilds_an_index_with_a_wrong_value(vault: Path, change: str) -> None:
    _restore(vault)
    _execute(vault, change)
    with closing(open_session(vault)) as opened:
        answer, state = opened.search(Request("garden"))
    assert [hit.head.path for hit in answer.hits][:1] == ["garden.md"]
    assert "the index was damaged and is built again from the notes" in state.remarks


@pytest.mark.parametrize(
    ("fact", "value"), [("chunker_chosen", "x"), ("chunker_chosen", ""), ("embedder_chosen", "{"), ("root", "\0")]
)
def test_a_search_and_an_update_work_with_a_wrong_fact(vault: Path, fact: str, value: str) -> None:
    _restore(vault)
    hexadecimal = value.encode().hex()
    _execute(vault, f"insert or replace into meta values ('{fact}', cast(x'{hexadecimal}' as text))")
    for _ in range(2):
        with closing(open_session(vault)) as opened:
            answer, _state = opened.search(Request("garden"))
            opened.sync()
            assert [hit.head.path for hit in answer.hits][:1] == ["garden.md"]


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal", f"{FILE}-shm"])
@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_a_folder_or_pipe_in_place_of_a_file_of_the_index_is_named_with_a_remedy(
    vault: Path, tmp_path: Path, name: str, kind: str
) -> None:
    # Not in the vault: there, dowse leaves alone what it has not made.
    with closing(open_session(vault, index_dir=tmp_path)) as opened:
        path = opened.folder / name
    path.unlink(missing_ok=True)
    path.mkdir() if kind == "folder" else _pipe(path)
    with pytest.raises(StorageError, match=f"{name} is .*move or delete {name}, and run the command again"):
        open_session(vault, index_dir=tmp_path)


def test_a_pipe_in_place_of_the_vectors_is_not_opened(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _restore(vault)
    monkeypatch.setattr(vector_file, "FEWEST_IN_FILE", 1)
    with closing(open_session(vault)) as opened:
        opened.search(Request("garden"))
    (path,) = (vault / ".dowse").glob("*.bin")
    path.unlink()
    _pipe(path)
    with closing(open_session(vault)) as opened:
        assert opened.search(Request("garden"))[0].hits


def _pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("Windows has no named pipes in folders")
    os.mkfifo(path)


def _poisoned_answers(vault: Path, table: str, *, seeds: range, questions: Sequence[str]) -> None:
    for seed in seeds:
        change = _change(vault, table, random.Random(f"{table} {seed}"))  # noqa: S311  # reproducible cases
        if change is None:
            return
        for question in questions:
            with _context(f"{question} after {change}"):
                _restore(vault)
                with suppress(apsw.Error):  # SQLite accepts no such value there
                    _execute(vault, change)
                with suppress(DowseError), closing(open_session(vault)) as opened:
                    _QUESTIONS[question](opened)
        with _context(f"index --full after {change}"):
            _restore(vault)
            with suppress(apsw.Error):
                _execute(vault, change)
            with closing(open_session(vault)) as opened:
                index_vault(opened, IndexRequest(full=True))
                for question in questions:
                    _QUESTIONS[question](opened)


def _change(vault: Path, table: str, chosen: random.Random) -> str | None:
    """A statement that stores a value in a cell; None for a table without rows."""
    _restore(vault)
    with closing(apsw.Connection(str(vault / ".dowse" / FILE))) as connection:
        columns = [name for _, name, *_ in connection.execute(f"pragma table_info({table})")]
        keys = ", ".join(columns)
        rows = connection.execute(f"select {keys} from {table}").fetchall()
        if not rows:
            return None
        where = " and ".join(
            f"{name} is {apsw.format_sql_value(value)}"
            for name, value in zip(columns, chosen.choice(rows), strict=True)
        )
    return f"update {table} set {chosen.choice(columns)} = {chosen.choice(_VALUES)} where {where}"


def _restore(vault: Path) -> None:
    shutil.rmtree(vault / ".dowse")
    shutil.copytree(vault.with_name("sound"), vault / ".dowse")


def _execute(vault: Path, statement: str) -> None:
    with closing(apsw.Connection(str(vault / ".dowse" / FILE))) as connection:
        tokenizer.register(connection)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
        connection.execute(statement)


@contextmanager
def _context(what: str) -> Iterator[None]:
    """Adds the failed step to the error."""
    try:
        yield
    except Exception as error:
        error.add_note(what)
        raise
