"""Keyword ranking from the stored postings, beside that of the memory engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dowse.analysis.boilerplate import BOILERPLATE
from dowse.analysis.tokens import word_tokens
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.read_cache import ReadCache
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.words import postings
from dowse.engines.sqlite.words.postings import PostingDocuments, posting_documents, term_number
from dowse.model.document import Document
from dowse.model.errors import IndexDamagedError
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import FieldWeights
from dowse.query.ast import Expr, FieldEquals, MatchAll, Not, Word
from tests.contract.engines import ALL, EVENLY, Engine, fill, matching, paths
from tests.making import make

_WORDS = ("apple", "pear", "getUserById", "user", "get", "東京都", "cherry-pie", "Éclair", "the", "rare")
_MISSPELT = ("aplpe", "paer", "usr", "chery", "getUserByld", "raer", "useer")
_QUERIES = (("apple",), ("pear", "apple", "pear"), ("getUserById",), ("user", "get"), ("東京都",), ("eclair", "rare"))
_COUNTED: tuple[Expr, ...] = (MatchAll(), *map(Word, (*_WORDS, "unheard")))
_FILTERS = (MatchAll(), FieldEquals("tag", "red"), Not(FieldEquals("tag", "red")))


def _note(chance: random.Random) -> Document:
    return make(
        f"{chance.randrange(30)}.md",
        " ".join(chance.choices(_WORDS, weights=range(10, 0, -1), k=chance.randrange(60))),
        title=" ".join(chance.choices(_WORDS, k=2)),
        tags=("red",) if chance.random() < 0.3 else (),
    )


def _ranking(engine: Engine, words: tuple[str, ...], where: Expr) -> list[tuple[float, str]]:
    hits = engine.match(words, where, ALL, weights=FieldWeights())
    return sorted((-round(hit.score, 6), hit.head.path) for hit in hits)


@pytest.mark.parametrize("seed", range(3))
def test_after_any_changes_the_ranking_is_that_of_the_memory_engine(sqlite: SqliteEngine, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # documents, not secrets
    memory = MemoryEngine()
    for step in range(6):
        written = [_note(chance) for _ in range(chance.randrange(1, 12))]
        gone = WriteBatch(removed=tuple(f"{chance.randrange(30)}.md" for _ in range(chance.randrange(3))))
        for engine in (sqlite, memory):
            fill(engine, *written)
            engine.write(gone)
            if step % 3 == 1:
                engine.forget_unused()
        for words, where in zip(_QUERIES * 3, sorted(_FILTERS * len(_QUERIES), key=str), strict=True):
            assert _ranking(sqlite, words, where) == _ranking(memory, words, where), (step, words, where)
        for counted in _COUNTED:
            assert sqlite.count(counted) == memory.count(counted), (step, counted)
        looked_up = (*_WORDS, *_MISSPELT)
        assert sqlite.unknown_words(looked_up) == memory.unknown_words(looked_up), step


def test_a_word_in_boilerplate_counts_in_each_document_that_has_it(sqlite: SqliteEngine) -> None:
    memory, footer = MemoryEngine(), "A line in the footer of all notes, with salt."
    notes = [make(f"{n}.md", f"Note {n} about pepper.\n\n{footer}\n") for n in range(60)]
    for engine in (sqlite, memory):
        fill(engine, *notes, make("other.md", "salt and more salt"))
        engine.forget_unused()
        fill(engine, make("new.md", "salt"), make("1.md", "nothing"))
    assert sqlite.recalled(BOILERPLATE)
    assert (sqlite.count(Word("salt")), sqlite.count(Word("pepper"))) == (61, 59)
    assert (memory.count(Word("salt")), memory.count(Word("pepper"))) == (61, 59)


def test_equal_questions_with_other_weights_or_in_another_state_have_rankings_of_their_own(
    sqlite: SqliteEngine,
) -> None:
    fill(sqlite, *(make(f"{n}.md", "salt", title="salt" if n == 3 else "x") for n in range(5)))
    sqlite.forget_unused()
    weighted, evenly = matching(sqlite, "salt"), sqlite.match(("salt",), MatchAll(), ALL, weights=EVENLY)
    assert weighted[0].score != evenly[0].score
    assert matching(sqlite, "salt") == weighted
    fill(sqlite, make("3.md", "pepper"))
    assert len(matching(sqlite, "salt")) == 4


def test_a_word_in_every_document_ranks_by_its_frequency(engine: Engine) -> None:
    fill(engine, make("a.md", "salt"), make("b.md", "salt " * 9 + "x " * 9), make("c.md", "salt salt x x x"))
    hits = matching(engine, "salt")
    assert all(hit.score > 0.1 for hit in hits)
    assert paths(hits) == ["b.md", "c.md", "a.md"]


@pytest.mark.parametrize("occurrences", [8_191, 8_192, 20_000])
def test_a_frequency_that_one_posting_cannot_hold_counts_in_full(sqlite: SqliteEngine, occurrences: int) -> None:
    memory = MemoryEngine()
    for engine in (sqlite, memory):
        fill(engine, make("a.md", "salt " * occurrences), make("b.md", "salt"), make("c.md", "x"))
        engine.forget_unused()
    assert _ranking(sqlite, ("salt",), MatchAll()) == _ranking(memory, ("salt",), MatchAll())


def test_the_postings_are_derived_when_a_twentieth_of_the_documents_has_changed(
    sqlite: SqliteEngine, tmp_path: Path
) -> None:
    fill(sqlite, *(make(f"{n}.md", "salt") for n in range(40)))
    sqlite.forget_unused()
    fill(sqlite, make("1.md", "pepper"), make("new.md", "salt"))
    sqlite.forget_unused()
    assert len(_posted(tmp_path).unposted) == 2
    fill(sqlite, make("2.md", "pepper"))
    sqlite.forget_unused()
    assert (len(_posted(tmp_path).ids), len(_posted(tmp_path).unposted)) == (41, 0)


def test_a_term_of_few_documents_has_no_postings(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, *(make(f"{n}.md", "salt" + " and pepper, pepper" * (n < 3)) for n in range(4)))
    sqlite.forget_unused()
    with closing(connect(tmp_path / FILE)) as connection:
        posted = connection.execute("select number from postings where number >= 0").fetchall()
        assert posted == [(term_number("salt"),)]
    assert len(matching(sqlite, "pepper")) == 3


def test_the_few_terms_with_postings_among_many_others_have_the_same_ones(
    sqlite: SqliteEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(3)  # noqa: S311  # a fixed seed
    fill(sqlite, *(_note(chance) for _ in range(60)), make("long.md", " ".join(f"word{n}" for n in range(900))))
    found: list[list[tuple[apsw.SQLiteValue, ...]]] = []
    with closing(connect(tmp_path / FILE)) as connection:
        for long in (10_000, 10):
            monkeypatch.setattr(postings, "_LONG_DOCUMENTS", long)
            postings.derive(connection)
            found.append(connection.execute("select * from postings where number >= -1 order by number").fetchall())
            monkeypatch.setattr(postings, "_occurrences", None)  # that of all terms
    assert found[0] == found[1]
    assert len(found[0]) > 5


def test_words_of_posting_documents_need_no_query_of_fts5(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, *(make(f"{n}.md", "salt and pepper") for n in range(4)))
    sqlite.forget_unused()
    with closing(connect(tmp_path / FILE)) as connection:
        asked = list(_statements_of(connection))
    assert not [statement for statement in asked if "bm25" in statement]


@pytest.mark.parametrize(
    "change",
    [
        f"update postings set data = x'010203' where number = {term_number('salt')}",
        f"update postings set data = x'ff0001e0' where number = {term_number('salt')}",
        "update postings set data = x'00ff' where number = -1",
        "delete from postings where number = -1",
        "update postings set data = zeroblob(128) where number = -1",
    ],
)
def test_invalid_postings_are_reported_as_damage(sqlite: SqliteEngine, tmp_path: Path, change: str) -> None:
    fill(sqlite, *(make(f"{n}.md", "salt and getUserById") for n in range(4)))
    sqlite.forget_unused()
    with closing(connect(tmp_path / FILE)) as connection:
        connection.execute(change)
    with (
        closing(SqliteEngine(tmp_path)) as reopened,
        pytest.raises(IndexDamagedError, match="builds the index again"),
    ):
        reopened.match(("salt", "getUserById"), MatchAll(), 9, weights=EVENLY)


def _posted(folder: Path) -> PostingDocuments:
    with closing(connect(folder / FILE)) as connection:
        return posting_documents(connection)


def _statements_of(connection: apsw.Connection) -> Iterator[str]:
    statements: list[str] = []
    connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: statements.append(str(event["sql"])))
    cache = ReadCache()
    phrases = tuple(((token[0],),) for token in word_tokens("salt"))
    assert len(cache.ranking(connection, phrases, EVENLY).best(9)) == 4
    yield from statements
