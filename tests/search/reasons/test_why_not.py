"""Why a document is not among the hits: every step can lose it, and every remedy works."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import pytest

from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.document import Document
from dowse.model.errors import RefError
from dowse.model.hit import Hits
from dowse.ports.pipeline import Run, added
from dowse.query.ast import FieldEquals, Not
from dowse.retrieval.keyword import Keyword
from dowse.search.execute import Request, execute
from dowse.search.profile import Profile
from dowse.search.profiles import BALANCED, DEFAULT, RECENT, REPOS
from dowse.search.reasons.why_not import WhyNot, why_not
from dowse.stages.min_score import MinScore
from tests.contract.engines import Engine, fill
from tests.making import DAY, make
from tests.making_embedder import Hashing

_HASHING = Hashing()
_VAULT = (
    make("levy.md", "carbon levy on fuel", title="Levy", tags=("money",), modified=1 * DAY),
    make("tax.md", "carbon tax carbon tax", title="Tax", tags=("money",), modified=2 * DAY),
    make("old.md", "carbon price", title="Price", archived=True),
    make("dead.md", "carbon cap", title="Cap", status="inactive"),
    make("bread.md", "flour and water, baked with rye and patience", title="Bread", tags=("food",)),
    *(make(f"more/{n:03}.md", f"carbon tax number {n}", title=f"Number {n}") for n in range(40)),
)


def _asked(engine: Engine, ref: str, request: Request | str, profile: Profile = DEFAULT) -> WhyNot:
    request = Request(request) if isinstance(request, str) else request
    if not engine.counts().documents:
        _given(engine, *_VAULT)
    return why_not(ref, request, engine, lambda each: execute(each, profile, engine, now=50 * DAY, embedder=_HASHING))


def _given(engine: Engine, *documents: Document) -> None:
    fill(engine, *documents)
    embed_pending(engine, _HASHING, budget=TimeBudget(time.monotonic), progress=lambda _: None)


def _changes(verdict: WhyNot) -> dict[str, int]:
    return {remedy.change: remedy.rank for remedy in verdict.remedies}


def test_a_document_that_is_a_hit_is_said_to_be_one(engine: Engine) -> None:
    verdict = _asked(engine, "tax.md", "carbon tax")
    assert (verdict.rank, verdict.remedies) == (1, ())


def test_no_word_is_suggested_of_a_text_without_a_word_of_the_query(engine: Engine) -> None:
    _given(engine, *_VAULT, make("the.md", "flour and yeast", title="The"))
    assert [change for change in _changes(_asked(engine, "the.md", "carbon tax")) if "add" in change] == []
    assert "add “bread”" in _changes(_asked(engine, "bread.md", "carbon tax"))  # of the title


def test_a_filter_of_the_query_is_named_and_the_search_without_it_is_tried(engine: Engine) -> None:
    verdict = _asked(engine, "tax.md", "carbon tax tag:food")
    assert (verdict.step, verdict.reasons) == ("filter", ("the filter “tagged food” excludes the document",))
    assert _changes(verdict) == {"remove tag:food from the query": 1}


@pytest.mark.parametrize("excluded", ["-tax", '-"carbon tax"', "-tag:money"])
def test_an_exclusion_is_named_as_in_the_query(engine: Engine, excluded: str) -> None:
    assert _changes(_asked(engine, "tax.md", f"carbon {excluded}")) == {f"remove {excluded} from the query": 1}


def test_the_words_of_the_query_are_named_as_typed(engine: Engine) -> None:
    (reason, *_) = _asked(engine, "bread.md", "zyzzývä").reasons
    assert reason == "the document contains no 'zyzzývä'"


def test_a_word_is_contained_in_another_form(engine: Engine) -> None:
    texts = (
        "Es ist nicht wahr, und auf der Straße steht nichts",
        "Die Häuser und nicht das Dach vom Haus",
        "Auf den Dächern der Häuser",
    )
    _given(engine, *(make(f"{n}.md", text) for n, text in enumerate(texts)))
    verdict = _asked(engine, "2.md", Request("Haus Dach Garten", limit=1))
    assert "the document contains Haus, Dach, but not Garten" in verdict.reasons


def test_two_words_are_contained_as_one_in_a_note_and_not_in_source_code(engine: Engine) -> None:
    _given(engine, *_VAULT, make("play.md", "a gameboy"), make("play.py", "gameboy = 1", kind="code"))
    reasons = _asked(engine, "play.md", Request("game boy tax", limit=1)).reasons
    assert "the document contains gameboy, but not tax" in reasons
    assert "the document contains none of the words game, boy" in (
        _asked(engine, "play.py", Request("game boy", limit=1)).reasons
    )


def test_a_word_of_the_frontmatter_that_is_not_searched_is_none_of_the_document(engine: Engine) -> None:
    _given(
        engine, parse_file("a.md", b"---\ntype: film\ndue: 1982-01-01\n---\nNight\n", modified=0.0), make("b.md", "tax")
    )
    assert "the document contains no 'film'" in _asked(engine, "a.md", "film").reasons
    assert "the document contains no '1982'" in _asked(engine, "a.md", "1982").reasons


def test_a_filter_of_an_option_is_named(engine: Engine) -> None:
    verdict = _asked(engine, "tax.md", Request("carbon tax", where=FieldEquals("path", "more")))
    assert (verdict.step, verdict.reasons) == ("filter", ("the filter “in more” excludes the document",))
    assert _changes(verdict) == {"remove the option for documents path:more": 1}


def test_what_a_profile_leaves_out_is_named(engine: Engine) -> None:
    verdict = _asked(engine, "tax.md", "carbon tax", replace(DEFAULT, where=Not(FieldEquals("tag", "money"))))
    assert verdict.reasons == ("the filter “not tagged money” excludes the document",)
    assert verdict.step == "filter"
    assert _changes(verdict) == {"use a profile other than default": 1}


def test_a_document_of_a_type_that_the_profile_leaves_out_is_found_by_its_type(engine: Engine) -> None:
    _given(engine, make("day.md", "carbon tax", type="daily"), make("my day.md", "carbon", type="my day"))
    assert _changes(_asked(engine, "day.md", "carbon", BALANCED)) == {"add type:daily to the query": 1}
    assert _changes(_asked(engine, "my day.md", "carbon", REPOS)) == {'add type:"my day" to the query': 1}


def test_a_document_that_several_conditions_of_the_profile_leave_out_needs_another_profile(engine: Engine) -> None:
    _given(engine, make("old person.md", "carbon tax", type="person", modified=-99 * DAY))
    assert _changes(_asked(engine, "old person.md", "carbon", RECENT)) == {"use a profile other than recent": 1}


def test_every_filter_in_the_way_is_named(engine: Engine) -> None:
    verdict = _asked(engine, "tax.md", Request("carbon tax tag:food modified:<3d", where=FieldEquals("path", "more")))
    assert len(verdict.reasons) == 3
    (remedy,) = verdict.remedies
    assert remedy.change.count("remove ") == 3


@pytest.mark.parametrize(
    ("ref", "query", "what", "change"),
    [
        ("old.md", "carbon price", "archived", "add archived:yes"),
        ("old.md", "carbon price archived:no", "archived", "add archived:yes"),
        ("dead.md", "carbon cap", "inactive or hidden", "add status:inactive OR status:hidden"),
    ],
)
def test_what_is_left_out_by_default_is_named(engine: Engine, ref: str, query: str, what: str, change: str) -> None:
    verdict = _asked(engine, ref, query)
    assert verdict.reasons == (f"{what} documents are excluded by default",)
    assert _changes(verdict) == {change: 1}


def test_a_word_is_suggested_with_its_accents(engine: Engine) -> None:
    _given(engine, *_VAULT, make("cafe.md", "flour and yeast", title="Café"))
    assert "add “café”" in _changes(_asked(engine, "cafe.md", "carbon tax"))


def test_a_limit_that_is_too_small_is_named_with_the_rank_that_would_do(engine: Engine) -> None:
    verdict = _asked(engine, "levy.md", Request("carbon tax", limit=3))
    assert verdict.step == "limit"
    assert verdict.reasons[0].endswith("; the limit is 3 hits")
    assert " before the step limit (score 0." in verdict.reasons[0]
    assert verdict.reasons[1] == "the document contains carbon, but not tax"
    longer, word = verdict.remedies
    assert longer.change == f"--limit {longer.rank}"
    assert word.change in {"add “levy”", "add “fuel”"}
    assert word.rank <= 3


def test_a_limit_in_the_query_is_changed_in_the_query(engine: Engine) -> None:
    verdict = _asked(engine, "levy.md", "carbon tax limit:3")
    longer = verdict.remedies[0]
    assert longer.change == f"limit:{longer.rank}"


def test_a_threshold_is_named_with_the_score_that_passes(engine: Engine) -> None:
    verdict = _asked(engine, "levy.md", Request("carbon tax", limit=100, min_score=0.9))
    assert verdict.step == "min_score"
    assert any(change.startswith("--min-score 0.") for change in _changes(verdict))


def test_a_lower_minimum_score_replaces_the_threshold_of_the_profile(engine: Engine) -> None:
    profile = replace(DEFAULT, stages=added(DEFAULT.stages, MinScore(0.9)))
    verdict = _asked(engine, "levy.md", Request("carbon tax", limit=100), profile)
    assert verdict.step == "min_score"
    assert any(change.startswith("--min-score 0.") for change in _changes(verdict))


def test_a_list_that_ends_before_it_is_named_with_both_values(engine: Engine) -> None:
    short = replace(DEFAULT, retrievers=(Keyword(5),))
    verdict = _asked(engine, "levy.md", "carbon tax", short)
    assert verdict.step == "lists"
    assert any("; the list has the first 5, down to " in reason for reason in verdict.reasons)
    assert verdict.remedies


def test_a_document_without_any_word_of_the_query_gets_words_that_find_it(engine: Engine) -> None:
    words_only = replace(DEFAULT, retrievers=(Keyword(),))
    verdict = _asked(engine, "bread.md", "carbon", words_only)
    assert verdict.reasons == ("the document contains no 'carbon'",)
    assert verdict.remedies[0].change.startswith("add “")


def test_words_of_japanese_are_suggested_as_wholes(engine: Engine) -> None:
    others = (make(f"{n:03}.md", f"天気の記録 {n}", title=f"記録 {n}") for n in range(30))
    _given(engine, *others, make("a.md", "text", title="設定とプログラムをテストした"))
    changes = _changes(_asked(engine, "a.md", Request("天気", mode="fulltext")))
    words = {change.removeprefix("add “").removesuffix("”") for change in changes if change.startswith("add ")}
    assert words
    assert words <= {"プログラム", "テスト", "設定"}


def test_another_stage_that_drops_it_is_named(engine: Engine) -> None:
    profile = replace(DEFAULT, stages=(*DEFAULT.stages, DropAll()))
    assert _asked(engine, "tax.md", "carbon tax", profile).step == "drop_all"


@dataclass(frozen=True, slots=True)
class DropAll:
    """A stage that leaves nothing."""

    def __call__(self, hits: Hits, run: Run) -> Hits:
        return ()


def test_a_name_that_nothing_has_is_an_error(engine: Engine) -> None:
    with pytest.raises(RefError, match="no document has the name"):
        _asked(engine, "no such thing", "carbon")


def test_an_empty_query_is_the_reason(engine: Engine) -> None:
    assert _asked(engine, "tax.md", " ").reasons[0].startswith("the query is empty")
