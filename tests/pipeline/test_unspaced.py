"""Questions in scripts that are written without blanks between words, on every engine."""

from __future__ import annotations

import time

import pytest

from dowse.model.document import Document
from dowse.pipeline.indexing import Budget, embed_pending
from dowse.pipeline.profiles import PROFILES
from dowse.pipeline.search import Answer, Mode, Request, search
from dowse.pipeline.why_not import why_not
from tests.contract.engines import Engine, fill, paths
from tests.making import make
from tests.making_embedder import Hashing

_BUNDLED = Hashing(name="static")


def _given(engine: Engine, *documents: Document) -> None:
    fill(engine, *documents)
    embed_pending(engine, _BUNDLED, budget=Budget(time.monotonic), progress=lambda _: None)


def _asked(engine: Engine, request: Request | str, *, embedder: Hashing = _BUNDLED, profile: str = "default") -> Answer:
    request = Request(request) if isinstance(request, str) else request
    return search(request, PROFILES[profile], engine, now=0.0, embedder=embedder)


_CHINESE = (
    make("shortest.md", "最短路问题可以用迪杰斯特拉算法解决。", title="最短路"),
    make("flow.md", "最大流算法用增广路求网络流。", title="网络流"),
    make("bread.md", "面包的做法：面粉、水和盐。", title="面包"),
)
_JAPANESE = (
    make("backup.md", "データをバックアップする手順を説明します。", title="バックアップ"),
    make("tea.md", "お茶の入れ方を説明します。", title="お茶"),
    make("bike.md", "自転車の修理について。", title="自転車"),
)
_THAI = (
    make("backup.md", "วิธีสำรองข้อมูลของคุณไปยังเซิร์ฟเวอร์", title="สำรองข้อมูล"),
    make("tea.md", "ชาเขียวร้อนดื่มตอนเช้า", title="ชาเขียว"),
    make("bike.md", "ซ่อมจักรยานที่บ้าน", title="จักรยาน"),
)
_KOREAN = (
    make("backup.md", "백업을 만드는 방법을 설명한다.", title="백업"),
    make("tea.md", "녹차를 끓인다.", title="녹차"),
    make("bike.md", "자전거를 고친다.", title="자전거"),
)


@pytest.mark.parametrize("mode", ["hybrid", "fulltext"])
@pytest.mark.parametrize(
    ("vault", "query", "best"),
    [
        (_CHINESE, "如何求最短路", "shortest.md"),
        (_CHINESE, "什么是网络流？", "flow.md"),
        (_CHINESE, "面包怎么做", "bread.md"),
        (_JAPANESE, "バックアップの方法", "backup.md"),
        (_JAPANESE, "自転車はどうやって修理しますか", "bike.md"),
        (_THAI, "จะสำรองข้อมูลได้อย่างไร", "backup.md"),
        (_KOREAN, "백업은 어떻게 하나요", "backup.md"),
        (_KOREAN, "자전거로", "bike.md"),
    ],
)
def test_a_question_finds_the_note_that_holds_most_of_its_pairs(
    engine: Engine, vault: tuple[Document, ...], query: str, best: str, mode: Mode
) -> None:
    _given(engine, *vault)
    assert paths(_asked(engine, Request(query, mode=mode)).hits)[:1] == [best]


def test_an_identifier_inside_a_run_is_found_as_written(engine: Engine) -> None:
    _given(engine, make("code.md", "getUserById 是一个函数"), make("query.md", "数据库查询"), make("c.md", "面包"))
    assert set(paths(_asked(engine, Request("用getUserById查询", mode="fulltext")).hits)) == {"code.md", "query.md"}


def test_a_quoted_run_selects_only_notes_that_hold_it(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    assert paths(_asked(engine, '"最短路问题"').hits) == ["shortest.md"]
    assert paths(_asked(engine, '"路最短"').hits) == []


@pytest.mark.parametrize("query", ["+最短路", "最短路 AND 算法", "最短路 NOT 面包"])
def test_a_run_in_a_boolean_query_selects_as_a_whole(engine: Engine, query: str) -> None:
    _given(engine, *_CHINESE, make("apart.md", "最短的短路 算法", title="短路"))
    assert paths(_asked(engine, query).hits) == ["shortest.md"]


def test_a_note_on_unknown_words_quotes_a_run_as_it_was_written(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    (note,) = _asked(engine, "what is 量子力学").notes
    assert note.hint.startswith("no document holds '量子力学', ")


def test_a_note_on_a_long_question_counts_its_pairs(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    (note,) = _asked(engine, "最短路问题的算法" * 50).notes
    assert note.hint == "the query has 399 words and pairs of characters; documents are looked up by the first 256"


def test_why_not_joins_overlapping_pairs_in_what_a_note_holds_and_lacks(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    verdict = why_not("flow.md", Request("面包和网络流的面粉做法", limit=1), engine, lambda each: _asked(engine, each))
    assert "it holds 网络流, but not 面包和网, 流的面粉做法" in verdict.reasons
