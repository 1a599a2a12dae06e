"""Any text is a query: it is read without an exception, in proportion to its length, and every engine answers it."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from types import FrameType

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.query.extract import selecting
from dowse.query.parse import parse
from dowse.query.relative_time import at
from tests.contract.engines import Engine, fill, selected
from tests.making import DAY, make
from tests.query import fuzz
from tests.query.sound import NOW, is_sound
from tests.seeds import SEED

_MANY, _ALL = 2_000, 100_000
_ASKED, _ALL_ASKED = 500, 20_000


def _texts(count: int, seed: int) -> Iterator[str]:
    pick = random.Random(seed)  # noqa: S311  # queries, not secrets
    return (fuzz.text(pick) for _ in range(count))


def test_any_text_is_a_sound_query() -> None:
    for text in _texts(_MANY, seed=1):
        is_sound(text, parse(text))


@pytest.mark.exhaustive
def test_100_000_texts_are_sound_queries() -> None:
    for text in _texts(_ALL, seed=SEED):
        is_sound(text, parse(text))


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, ...]]:
    """Every engine with the same few documents."""
    sqlite = SqliteEngine(tmp_path_factory.mktemp("index"))
    made: tuple[Engine, ...] = (MemoryEngine(), sqlite)
    for engine in made:
        fill(
            engine,
            make("a/tax.md", "Carbon tax: get_user_by_id, 日本語", tags=("x", "a/b"), due="2026-01-31", n=5.0),
            make("a/b.md", "a b c", tags=("finance/taxes",), modified=NOW.epoch - DAY, type="daily", status="draft"),
            make(
                "METIS-T-0066.md",
                'it\'s "quoted" ☕ f(x)',
                kind="task",
                phase="active",
                created="2026-W05",
                archived=True,
            ),
            make("日本/é.py", "naïve \ufffd", rating=2.5, y=("2026", "soon")),
        )
    yield made
    sqlite.close()


def _answers(engines: tuple[Engine, ...], text: str) -> None:
    where = at(selecting(parse(text).where), NOW)
    found = [selected(engine, where) for engine in engines]
    assert all(each == found[0] for each in found), text


def test_every_engine_answers_any_text_alike(engines: tuple[Engine, ...]) -> None:
    for text in _texts(_ASKED, seed=3):
        _answers(engines, text)


@pytest.mark.exhaustive
def test_every_engine_answers_20_000_texts_alike(engines: tuple[Engine, ...]) -> None:
    for text in _texts(_ALL_ASKED, seed=SEED + 1):
        _answers(engines, text)


CHAINS = [
    "(", "((((", "NOT ", "NOT NOT ", "-", "- -", "+(", "-(", ")", "()", "(a", "(a)", "a)", "(-", "f(", "f(x)",
    "a OR ", "a OR a OR ", "a AND ", "OR ", "AND NOT ", "- ", "-a ", '"', '""', '"a" ', "#", "#a", "#a ",
    "a:", "a: ", "tag:", "tag:x ", "tags:x ", "like:", "like:x ", 'similar:"', "limit:1 ", "weights:1,",
    "modified:", "modified:<1d ", "modified:1..", "..", "[", "[a", "[a]", "[a] ", "[a:", "[a:[a:", '[a:"', "[a:1..] ",
    "[[a]]", "links:[[a", "links:[[a)]]", "a\\", "\n", "\u2028", "\ud800", "\u0301", "👩‍💻",
]  # fmt: skip


@pytest.mark.parametrize("chain", CHAINS)
def test_a_hundred_thousand_repetitions_are_read(chain: str) -> None:
    text = chain * 100_000
    is_sound(text, parse(text))


@pytest.mark.parametrize("chain", CHAINS)
def test_a_chain_within_many_brackets_is_read(chain: str) -> None:
    text = "(" * 100 + chain * 1_000 + ")" * 100
    is_sound(text, parse(text))


@pytest.mark.parametrize("chain", CHAINS)
def test_twice_the_text_is_at_most_little_more_than_twice_the_work(chain: str) -> None:
    for before in ("", "(" * 40):
        parse(before + chain)  # what is made once is made
        once, twice = _calls(before + chain * 300), _calls(before + chain * 600)
        assert twice < 2.3 * once


def _calls(text: str) -> int:
    """How many functions are called to read the text: as good as its time, and always the same."""
    count = 0

    def called(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(called)
    try:
        parse(text)
    finally:
        sys.setprofile(None)
    return count


def test_a_tag_of_a_hundred_thousand_characters_that_is_none_is_read() -> None:
    # Backtracking over it would take minutes.
    text = "#" + "a" * 100_000 + "!"
    is_sound(text, parse(text))


_LONG = 1_000_000  # characters


@pytest.mark.parametrize("piece", ["word ", "a", "(a) ", "tag:x ", '"a b" ', "modified:<30d ", "😀", "\0"])
def test_a_text_of_a_million_characters_is_read(piece: str) -> None:
    text = (piece * (_LONG // len(piece) + 1))[:_LONG]
    is_sound(text, parse(text))
