"""The queue of chunks without a vector is that of all chunks, however few documents are looked at for it."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.vectors import pending_documents
from dowse.ports.indexed_document import WriteBatch
from tests.contract.engines import fill
from tests.making import make, unit

_TEXTS = ("carbon tax", "cap and trade", "green bonds", "blue bonds")


_WAITING = """
    select d.digest from chunks c join digests d on d.number = c.number
    where c.number not in (select number from vectors)
"""


def _waiting(folder: Path) -> set[bytes]:
    """By all rows."""
    (file,) = folder.glob("index-*.db")
    with closing(apsw.Connection(str(file), apsw.SQLITE_OPEN_READONLY)) as connection:
        return {digest for (digest,) in connection.execute(_WAITING)}


def _pending(engine: SqliteEngine) -> set[bytes]:
    return {chunk.digest for chunk in engine.pending(1_000)}


@pytest.mark.parametrize("seed", range(3))
def test_the_queue_is_that_of_all_chunks_after_any_changes(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # no secret
    noted = 0
    with closing(SqliteEngine(tmp_path)) as engine:
        for step in range(60):
            match rng.randint(0, 5):
                case 0:
                    engine.write(WriteBatch(removed=(f"{rng.randint(0, 5)}.md",)))
                case 1 | 2:
                    engine.write(
                        WriteBatch(vectors={digest: unit(1, 2) for digest in sorted(_waiting(tmp_path))[step % 2 :]})
                    )
                case 3:
                    engine.forget_unused()
                case _:
                    paths = {f"{rng.randint(0, 5)}.md" for _ in range(rng.randint(1, 2))}
                    fill(engine, *(make(path, f"{rng.choice(_TEXTS)} {rng.randint(0, 9)}") for path in paths))
            if rng.random() < 0.05:
                engine.use_space(f"space {step}", chunking="")
            noted += bool(_waiting(tmp_path)) and engine._read(pending_documents.noted) is not None
            if rng.random() < 0.7:
                assert _pending(engine) == _waiting(tmp_path)
    assert noted > 5
