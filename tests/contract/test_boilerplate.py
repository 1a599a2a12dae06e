"""Lines that most documents share weigh nothing in keyword ranking, and are found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.errors import IndexDamagedError
from dowse.ports.storage import FieldWeights
from dowse.query.ast import ExactPhrase, MatchAll, Word
from tests.contract.engines import ALL, Engine, fill, matching, paths, selected

_FOOTER = "\n\n# This note in GitHub\n\n[Edit with git](https://github.dev/hub/{}) or [sync the vault](sync/{}.zip)\n"


def _note(name: str, text: str, *, title: str = "", is_marked: bool = True) -> Document:
    written = f"# {title or name}\n\n{text}{_FOOTER.format(name, name) * is_marked}"
    return parse_file(f"{name}.md", written.encode(), modified=1.0)


def _crowd(number: int = 24) -> Iterator[Document]:
    return (_note(f"n{n}", f"word{n} in a text about the garden " * (1 + n % 5)) for n in range(number))


@pytest.fixture
def marked(engine: Engine) -> Engine:
    """An engine with notes of one footer, of which one is about git."""
    fill(engine, *_crowd(), _note("git", "How to keep notes in a repository, " * 9, title="Obsidian Git"))
    engine.forget_unused()
    return engine


def test_a_word_of_a_footer_weighs_as_in_the_text_above_the_footers(marked: Engine) -> None:
    best, second = matching(marked, "git")[:2]
    assert best.head.path == "git.md"
    assert best.score > 2
    assert 0 < second.score < 1e-3


def _by_git(number: int) -> Iterator[Document]:
    """Notes of which two thirds have the word in their texts, and a third in the footer alone."""
    return (_note(f"n{n}", f"word{n} of git " * 9 if n % 3 else f"word{n} of the garden " * 9) for n in range(number))


def test_a_word_of_most_texts_and_footers_counts_in_a_title_by_its_rarity_in_titles(engine: Engine) -> None:
    about = _note("git", "How to keep notes in a repository, " * 9, title="Obsidian Git")
    fill(engine, *_by_git(60), about)
    engine.forget_unused()
    best, second = matching(engine, "git")[:2]
    assert best.head.path == "git.md"
    assert best.score > 3 > 3 * second.score


def test_a_word_of_more_than_one_title_in_twenty_counts_as_in_texts(engine: Engine) -> None:
    titled = (_note(f"git{n}", "How to keep notes in a repository, " * 9, title=f"Git {n}") for n in range(6))
    fill(engine, *_by_git(60), *titled)
    engine.forget_unused()
    assert matching(engine, "git")[0].score < 2


def test_the_words_of_a_footer_alone_find_every_note_with_the_footer(marked: Engine) -> None:
    assert len(matching(marked, "edit", "sync")) == 25
    assert len(selected(marked, Word("sync"))) == 25


def test_a_phrase_over_the_end_of_the_text_and_the_footer_is_found(marked: Engine) -> None:
    assert selected(marked, ExactPhrase("in a repository, # This note")) == {"git.md"}


def test_a_line_of_fewer_than_half_of_the_documents_counts(engine: Engine) -> None:
    fill(engine, *_crowd(), *(_note(f"x{n}", "git", is_marked=False) for n in range(26)))
    engine.forget_unused()
    assert paths(matching(engine, "vault")) != []
    assert matching(engine, "vault")[0].score > 0.1


def test_a_line_of_fewer_than_twenty_documents_counts(engine: Engine) -> None:
    fill(engine, *_crowd(19))
    engine.forget_unused()
    assert matching(engine, "git")[0].score > 0.01


def test_a_note_that_changed_since_its_postings_were_derived_has_the_scores_of_the_others(
    tmp_path: Path,
) -> None:
    memory = MemoryEngine()
    with closing(SqliteEngine(tmp_path)) as sqlite:
        for engine in (sqlite, memory):
            fill(engine, *_crowd(60))
            engine.forget_unused()
            fill(engine, _note("n3", "git and vault"), _note("n4", "the garden"))
        for words in (("git",), ("vault", "garden"), ("GitHub",), ("edit", "word7")):
            assert _ranking(sqlite, *words) == _ranking(memory, *words), words


def test_a_rare_word_in_the_targets_of_a_footer_counts_outside_of_the_footer_alone(tmp_path: Path) -> None:
    memory = MemoryEngine()
    with closing(SqliteEngine(tmp_path)) as sqlite:
        for engine in (sqlite, memory):
            fill(engine, *_crowd(), _note("maple", "a tree"), _note("oak", "no maple", title="Oak"))
            engine.forget_unused()
        assert _ranking(sqlite, "maple") == _ranking(memory, "maple")


@pytest.mark.parametrize(("seed", "others"), [(0, 0), (1, 0), (2, 0), (3, 60), (4, 60), (5, 200)])
def test_any_notes_rank_as_in_the_memory_engine(tmp_path: Path, seed: int, others: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # documents, not secrets
    words = ("git", "sync", "note", "GitHub", "garden", "edit", "# vault\n")
    memory = MemoryEngine()
    with closing(SqliteEngine(tmp_path)) as sqlite:
        titles = (*words, *(f"title{n}" for n in range(others)))
        for step in range(3):
            written = [
                _note(f"{chance.randrange(50)}", " ".join(chance.choices(words, k=chance.randrange(9))),
                      title=chance.choice(titles), is_marked=chance.random() < 0.8)
                for _ in range(40 if step == 0 else 3)
            ]  # fmt: skip
            for engine in (sqlite, memory):
                fill(engine, *written)
                if step != 1:
                    engine.forget_unused()
            for word in words[:-1]:
                assert _ranking(sqlite, word) == _ranking(memory, word), (step, word)


@pytest.mark.parametrize(
    "change",
    [
        "update unit_rows set doc = 'x' where doc = 3",
        "update unit_rows set doc = 9223372036854775807 where doc = 3",
        "update texts set doc = 9223372036854775807 where doc = 3",
        "update texts set data = x'00' where doc = 3",
        "update texts set body_start = 'x' where doc = 3",
    ],
)
def test_an_invalid_row_is_reported_as_damage(tmp_path: Path, change: str) -> None:
    with closing(SqliteEngine(tmp_path)) as engine:
        fill(engine, *_crowd())
        with closing(connect(tmp_path / FILE)) as connection:
            connection.execute(change)
        with pytest.raises(IndexDamagedError, match="builds the index again"):
            engine.forget_unused()


def test_a_fact_that_dowse_does_not_write_leaves_every_line_in_the_ranking(tmp_path: Path) -> None:
    with closing(SqliteEngine(tmp_path)) as engine:
        fill(engine, *_crowd())
        engine.forget_unused()
        fill(engine, _note("n3", "git"))
        engine.remember("boilerplate", "x" * 9_000)
        assert len(matching(engine, "git")) == 24


def _ranking(engine: Engine, *words: str) -> list[tuple[float, str]]:
    hits = engine.match(words, MatchAll(), ALL, weights=FieldWeights())
    return sorted((-round(hit.score, 6), hit.head.path) for hit in hits)
