"""Questions in scripts that are written without blanks between words, on every engine."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

import pytest

from dowse.fusion.weighted import Weighted
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.document import Document
from dowse.model.search_mode import Mode
from dowse.ports.pipeline import Fusion
from dowse.search.execute import Answer, Request, execute, search
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.search.reasons.why_not import why_not
from tests.contract.engines import Engine, fill, paths
from tests.making import make
from tests.making_embedder import Hashing

_ENCODER = Hashing()
_BUNDLED = replace(_ENCODER, name="static")
_WORDS_FIRST = Weighted({"keyword": 0.9, "semantic": 0.1})


def _given(engine: Engine, *documents: Document) -> None:
    fill(engine, *documents)
    embed_pending(engine, _BUNDLED, budget=TimeBudget(time.monotonic), progress=lambda _: None)


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


@pytest.mark.parametrize(
    ("query", "embedder", "fusion"),
    [
        ("如何求最短路", _BUNDLED, _WORDS_FIRST),
        ("用 git 同步笔记的方法", _BUNDLED, _WORDS_FIRST),
        ("как синхронизировать заметки", _BUNDLED, _WORDS_FIRST),
        ("πώς συγχρονίζω git", _BUNDLED, _WORDS_FIRST),
        ("đồng bộ ghi chú", _BUNDLED, _WORDS_FIRST),
        ("how to sync notes", _BUNDLED, DEFAULT.fusion),
        ("what λόγος means", _BUNDLED, DEFAULT.fusion),
        ("wie synchronisiere ich die Notizen", _BUNDLED, DEFAULT.fusion),
        ("how to sync notes 同步", _BUNDLED, DEFAULT.fusion),
        ("Änderungen übernehmen", _BUNDLED, DEFAULT.fusion),
        ("如何求最短路", _ENCODER, DEFAULT.encoded),
        ("如何求最短路 weights:0.5,0.5", _BUNDLED, Weighted({"keyword": 0.5, "semantic": 0.5})),
        ("#图论", _BUNDLED, DEFAULT.fusion),
    ],
)
def test_the_bundled_vectors_weigh_less_where_most_letters_are_of_other_scripts_than_latin_or_of_vietnamese(
    engine: Engine, query: str, embedder: Hashing, fusion: Fusion
) -> None:
    _given(engine, *_CHINESE)
    assert _asked(engine, query, embedder=embedder).planned.fusion == fusion


@pytest.mark.parametrize("profile", [name for name in PROFILES if name != "default"])
def test_a_profile_of_another_system_keeps_its_weights_for_unspaced_scripts(engine: Engine, profile: str) -> None:
    _given(engine, *_CHINESE)
    assert _asked(engine, "如何求最短路", profile=profile).planned.fusion == PROFILES[profile].fusion


def test_the_explanation_shows_the_weights_for_unspaced_scripts(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    about = {step.name: step.about for step in _asked(engine, Request("如何求最短路", explain=True)).steps}
    assert about["weighted"] == "weights (keyword 0.9, semantic 0.1)"


def test_a_question_with_half_of_its_pairs_held_is_no_doubtful_one(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    answer = _asked(engine, "如何求最短路")
    assert [note.hint for note in answer.notes] == []
    assert answer.hits[0].score > 0.5


@pytest.mark.parametrize(("embedder", "found"), [(_BUNDLED, False), (_ENCODER, True)])
def test_what_is_near_by_vectors_that_know_no_word_of_the_script_is_nothing_found(
    engine: Engine, embedder: Hashing, found: bool
) -> None:
    _given(engine, *_CHINESE)
    near = replace(embedder, synonyms=(("量子", "最短"), ("力学", "短路")))
    answer = _asked(engine, "量子力学", embedder=near)
    assert (bool(answer.hits), [note.hint.partition(" contains '量子力学'")[0] for note in answer.notes]) == (
        found, ["no document"],
    )  # fmt: skip


@pytest.mark.parametrize("request_", [Request("如何求最短路", mode="vector"), Request('similar:"如何求最短路"')])
def test_who_asks_for_meaning_alone_gets_what_is_near_in_any_script(engine: Engine, request_: Request) -> None:
    _given(engine, *_CHINESE)
    assert paths(_asked(engine, request_).hits)[:1] == ["shortest.md"]


def test_a_note_on_unknown_words_quotes_a_run_as_it_was_written(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    (note,) = _asked(engine, "what is 量子力学").notes
    assert note.hint.startswith("no document contains '量子力学', ")


def test_a_note_on_a_long_question_counts_its_pairs(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    (note,) = _asked(engine, "最短路问题的算法" * 50).notes
    assert note.hint == "the query has 399 words and groups of characters; keyword search uses the first 256"


def test_why_not_joins_overlapping_pairs_in_what_a_note_holds_and_lacks(engine: Engine) -> None:
    _given(engine, *_CHINESE)
    asked = partial(execute, profile=PROFILES["default"], reader=engine, now=0.0, embedder=_BUNDLED)
    verdict = why_not("flow.md", Request("面包和网络流的面粉做法", limit=1), engine, asked)
    assert "the document contains 网络流, but not 面包和网, 流的面粉做法" in verdict.reasons
