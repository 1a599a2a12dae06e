"""What a filter asks of documents to find out how many it selects."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.filter_cache import FilterSelection
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.query.ast import ExactPhrase
from tests.contract.engines import fill
from tests.making import make


def test_a_sample_of_a_small_vault_reads_the_text_of_each_document_once(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, make("a.md", "salt and pepper"), make("b.md", "pepper and salt"))
    compared: list[object] = []

    def noted(data: object, *_: object) -> bool:
        compared.append(data)
        return True

    with closing(connect(tmp_path / FILE)) as connection:
        connection.create_scalar_function("holds_phrase", noted, 5, deterministic=True)  # type: ignore[arg-type]
        FilterSelection(ExactPhrase("salt and"), 2).look(connection)
    assert len(compared) == 2
