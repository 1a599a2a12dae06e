"""The built-in profiles have the numbers of the systems they stand for, and options change what they should."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from dowse.chunking.by_section import BySection
from dowse.embedders.static import StaticEmbedder
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.fusion.rrf import Rrf
from dowse.fusion.weighted import Weighted
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import FieldWeights
from dowse.query.ast import MatchAll
from dowse.query.parse import parse
from dowse.retrieval.expansion import Expansion
from dowse.retrieval.file_names import FileNames
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Answer, search
from dowse.search.kind_profiles import KindSearch, content_profile, file_profile
from dowse.search.overrides import override
from dowse.search.plan import Request, plan
from dowse.search.profile import Profile
from dowse.search.profile_docs import name_of
from dowse.search.profiles import DEFAULT, GRAPH, PROFILES
from dowse.stages.confidence import CONFIDENCE
from dowse.stages.fact_boost import FactBoost
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.per_document import PerDocument
from dowse.stages.proximity import Proximity
from dowse.stages.rerank import Rerank
from dowse.stages.time_boost import TimeBoost
from tests.contract.engines import Engine, fill, paths
from tests.making import DAY, indexed, make, sectioned
from tests.making_embedder import Hashing

_HASHING = Hashing()
_NAMES = "default balanced repos recent deep keywords rrf weighted proximity graph"


def _stages(profile: Profile) -> list[str]:
    return [name_of(stage) for stage in profile.stages]


def _planned(profile: Profile, **options: bool) -> Profile:
    query = parse("carbon tax")
    request = Request("carbon tax", **options)  # type: ignore[arg-type]  # flags
    return plan(request, query, override(profile, request, MatchAll()), anchored=False)


def _asked(engine: Engine, text: str, profile: Profile, *documents: Document, now: float = 0.0) -> Answer:
    fill(engine, *documents)
    embed_pending(engine, _HASHING, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    return search(Request(text, explain=True), profile, engine, now=now, embedder=_HASHING)


def test_every_profile_of_the_specification_is_there() -> None:
    assert list(PROFILES) == _NAMES.split()


def test_only_our_own_profile_has_a_greater_k1_for_long_documents() -> None:
    """The others keep the BM25 of the systems that they stand for."""
    keywords = [(profile.name, each) for profile in PROFILES.values() for each in profile.retrievers]
    scaled = {name: each.k1_by_length for name, each in keywords if isinstance(each, Keyword)}
    assert scaled == {name: name == "default" for name in PROFILES}


def test_only_searches_of_graph_memory_keep_all_but_its_minimal_stop_words() -> None:
    profiles = {**PROFILES, "content": content_profile(KindSearch()), "files": file_profile()}
    keywords = [(name, each) for name, profile in profiles.items() for each in profile.retrievers]
    lists = {name: each.stop_words for name, each in keywords if isinstance(each, Keyword | FileNames)}
    assert {name for name, stop_words in lists.items() if stop_words == "minimal"} == {"graph", "content", "files"}


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_profile_ends_with_names_on_top_a_cut_and_snippets(profile: Profile) -> None:
    stages = [stage for stage in _stages(profile) if stage != "fold_duplicates"]
    assert stages[-3:] == ["pin", "limit", "cut_snippet"]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_profiles_with_the_limit_of_dowse_fold_near_duplicates_before_the_cut(profile: Profile) -> None:
    """`rrf`, `weighted` and `graph` keep the numbers of results of the systems that they reproduce."""
    stages = _stages(profile)
    assert ("fold_duplicates" in stages) == (profile.name not in {"rrf", "weighted", "graph"})
    assert "fold_duplicates" not in stages or stages[-3] == "fold_duplicates"


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_profile_finds_by_meaning_a_note_whose_meaning_stands_in_its_summary_alone(profile: Profile) -> None:
    engine, static = MemoryEngine(), StaticEmbedder()
    bees = make("bees.md", "To be continued.", title="Draft", summary="Keeping bees and harvesting their honey.")
    fill(engine, bees, make("tax.md", "Paying taxes on income and on property.", title="Draft"))
    embed_pending(engine, static, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    everywhere = replace(profile, where=MatchAll())
    answer = search(Request("keeping bees for honey", mode="vector"), everywhere, engine, now=0.0, embedder=static)
    assert answer.hits[0].head.path == "bees.md"


def test_a_document_with_the_one_word_of_a_query_comes_before_all_without_it() -> None:
    engine, static = MemoryEngine(), StaticEmbedder()
    weak = make("journey.md", f"Two weeks in Japan. {'The steel of a bridge was welded again. ' * 40}")
    near = make("kyoto.md", "Temples of Kyoto and Tokyo, in Asia near Korea and China.")
    fill(engine, make("japan.md", "Japan, all about Japan.", title="Japan"), weak, near)
    embed_pending(engine, static, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    found = search(Request("japan"), DEFAULT, engine, now=0.0, embedder=static).hits
    assert paths(found) == ["japan.md", "journey.md", "kyoto.md"]
    found = search(Request("japan travel"), DEFAULT, engine, now=0.0, embedder=static).hits
    assert paths(found) == ["japan.md", "kyoto.md", "journey.md"]


_ALL = {
    **PROFILES,
    "one kind": content_profile(KindSearch(least=0.0)),
    "files": file_profile(least=0.0),
}


@pytest.mark.parametrize("profile", _ALL.values(), ids=_ALL)
def test_no_profile_gives_a_meaningless_query_a_high_score(profile: Profile) -> None:
    profile = replace(profile, where=MatchAll())
    vault = [make(f"{name}.md", f"{name} are here") for name in ("bees", "ferries", "pumps", "taxes")]
    found = _asked(MemoryEngine(), "zyzzyva", profile, *vault).hits
    assert all(hit.score <= 0.3 for hit in found)
    assert _asked(MemoryEngine(), "bees", profile, *vault).hits[0].score >= 0.9


def test_default_is_what_measured_best() -> None:
    """docs/quality.md: 150 candidates each, 0.6 for words and 0.4 for meaning, and nothing that brings nothing."""
    assert DEFAULT.fusion == Weighted({"keyword": 0.6, "semantic": 0.4})
    last = ["keyword_first", "confidence", "pin", "fold_duplicates", "limit", "cut_snippet"]
    code = ["code_boost", "file_aggregate", "path_match", "header_boost", "definitions", "path_penalty", "guide_match"]
    names = ["name_match", "heading_match", "sentence_match", "version_penalty", "template_penalty", "guide_rank"]
    assert _stages(DEFAULT) == ["phrase", "neighbours", *code, *names, *last]


def test_balanced_fuses_half_and_half_by_rank_boosts_tags_reranks_and_raises_recent_notes() -> None:
    """Temoa's default: 150 candidates of each list, k = 60, tags times 5, top 100 reranked, 20 % within 90 days."""
    balanced = PROFILES["balanced"]
    keyword, semantic = balanced.retrievers
    assert isinstance(keyword, Keyword)
    assert isinstance(semantic, Semantic)
    assert (keyword.limit, keyword.tag_boost, semantic.limit) == (150, 5.0, 150)
    assert isinstance(balanced.fusion, Rrf)
    assert (balanced.fusion.k, balanced.fusion.weights, balanced.fusion.lift) == (60, {}, 0.5)
    assert _stages(balanced)[1:4] == ["tag_boost", "rerank", "time_boost"]
    assert Rerank(100) in balanced.stages
    assert TimeBoost(half_life_days=90, max_boost=0.2) in balanced.stages


@pytest.mark.parametrize(
    ("name", "words", "meaning"),
    [("repos", 0.7 * 2.0, 0.3), ("deep", 0.2, 0.8), ("keywords", 0.8 * 1.5, 0.2), ("recent", 1.0, 1.0)],
)
def test_temoas_other_profiles_weigh_the_lists_as_in_its_table(name: str, words: float, meaning: float) -> None:
    fusion = PROFILES[name].fusion
    assert isinstance(fusion, Rrf)
    given = {"keyword": 1.0, "semantic": 1.0, **fusion.weights}
    assert given == pytest.approx({"keyword": words, "semantic": meaning})


def test_repos_boosts_stars_and_topics_and_does_not_rerank() -> None:
    repos = PROFILES["repos"]
    boost = next(stage for stage in repos.stages if isinstance(stage, FactBoost))
    assert (boost.max_boost, boost.match_boost) == (0.5, 3.0)
    assert "rerank" not in _stages(repos) + _stages(PROFILES["keywords"])


def test_recent_has_a_half_life_of_a_week() -> None:
    assert TimeBoost(half_life_days=7, max_boost=0.5) in PROFILES["recent"].stages


def test_rrf_has_the_numbers_of_local_rag() -> None:
    rrf = PROFILES["rrf"]
    assert rrf.retrievers == (Keyword(50, FieldWeights(10, 8, 8, 5, 4, 3, 3, 4, 1)), Semantic(50))
    assert rrf.fusion == Rrf(k=60, absent_rank=999)
    assert Limit(20) in rrf.stages


def test_weighted_has_the_numbers_of_metis() -> None:
    """Metis: 15 results, weights by intent, and a cosine of 0.5 where meaning alone is asked for."""
    weighted = PROFILES["weighted"]
    assert weighted.fusion == Weighted({"keyword": 0.7, "semantic": 0.2, "graph": 0.1})
    assert Limit(15) in weighted.stages
    query = parse('similar:"carbon tax"')
    planned = plan(Request(query.text), query, weighted, anchored=False)
    assert planned.fusion == Weighted({"keyword": 0.2, "semantic": 0.7, "graph": 0.1})
    assert [each.least for each in planned.retrievers if isinstance(each, Semantic)] == [0.5]


def test_proximity_has_the_numbers_of_witness() -> None:
    proximity = PROFILES["proximity"]
    assert proximity.granularity == "section"
    assert {Proximity(weight=0.5), PerDocument(1), MinScore(0.3)} <= set(proximity.stages)


def test_graph_has_the_numbers_of_graph_memory() -> None:
    graph = PROFILES["graph"]
    assert graph.fusion == Rrf(k=60)
    assert MinScore(0.5) in graph.stages
    assert Limit(5) in graph.stages


def test_repos_finds_gleanings_alone(engine: Engine) -> None:
    vault = (make("a.md", "carbon", type="gleaning"), make("b.md", "carbon"), make("c.md", "carbon", type="note"))
    assert paths(_asked(engine, "carbon", PROFILES["repos"], *vault).hits) == ["a.md"]


def test_balanced_leaves_daily_notes_out(engine: Engine) -> None:
    """Temoa: `exclude_types=daily`."""
    vault = (make("a.md", "carbon"), make("b.md", "carbon", type="daily"), make("c.md", "carbon", type="note"))
    assert set(paths(_asked(engine, "carbon", PROFILES["balanced"], *vault).hits)) == {"a.md", "c.md"}


def test_recent_finds_nothing_older_than_90_days_and_only_three_types(engine: Engine) -> None:
    vault = (
        make("new.md", "carbon", type="note", modified=99 * DAY),
        make("old.md", "carbon", type="note", modified=5 * DAY),
        make("article.md", "carbon", type="article", modified=99 * DAY),
    )
    assert paths(_asked(engine, "carbon", PROFILES["recent"], *vault, now=100 * DAY).hits) == ["new.md"]


def test_deep_shows_up_to_three_chunks_of_a_document(engine: Engine) -> None:
    parts = [(f"Part {n}", 2, f"carbon tax number {n}\n") for n in range(5)]
    document = sectioned("long.md", *parts)
    engine.write(WriteBatch(indexed=(indexed(document, chunks=BySection()(document)),)))
    hits = _asked(engine, "carbon tax", PROFILES["deep"], make("b.md", "carbon")).hits
    assert paths(hits).count("long.md") == 3
    assert len({hit.ref for hit in hits}) == len(hits)
    assert all(hit.snippet and hit.snippet.heading for hit in hits if hit.ref.doc == "long.md")


@pytest.mark.parametrize(
    ("flag", "stage", "before"), [("rerank", "rerank", "pin"), ("time_boost", "time_boost", "pin")]
)
def test_an_option_adds_its_stage_where_it_belongs(flag: str, stage: str, before: str) -> None:
    stages = _stages(_planned(DEFAULT, **{flag: True}))
    assert stages.index(stage) < stages.index(before)
    assert _stages(_planned(DEFAULT, **{flag: False})) == [name for name in _stages(_planned(DEFAULT)) if name != stage]


def test_an_option_takes_the_stage_of_a_profile_away() -> None:
    plain = _planned(PROFILES["balanced"], rerank=False, time_boost=False)
    assert not {"rerank", "time_boost"} & set(_stages(plain))


def test_an_option_does_not_add_a_stage_twice() -> None:
    assert _planned(PROFILES["balanced"], rerank=True, time_boost=True).stages == PROFILES["balanced"].stages


def test_reranking_comes_before_the_boost_of_recent_notes() -> None:
    stages = _stages(_planned(replace(DEFAULT, stages=(TimeBoost(), *DEFAULT.stages)), rerank=True))
    assert stages.index("rerank") < stages.index("time_boost")


def test_expansion_is_off_unless_it_is_asked_for() -> None:
    assert all(not profile.rewrites for profile in PROFILES.values())
    assert _planned(DEFAULT, expand=True).rewrites == (Expansion(),)
    assert _planned(replace(DEFAULT, rewrites=(Expansion(),)), expand=False).rewrites == ()


def test_the_words_that_were_added_are_shown(engine: Engine) -> None:
    vault = [make(f"{n}.md", "AI and neural learning" if n < 3 else "bread") for n in range(9)]
    answer = _asked(engine, "AI", replace(DEFAULT, rewrites=(Expansion(),)), *vault)
    assert answer.steps[0].about == "added learning neural"
    assert [note.hint for note in answer.notes] == ["searched for AI learning neural"]


def test_a_word_that_the_profile_searches_counts_for_confidence(engine: Engine) -> None:
    """`while` is an English stop word, but not one of the profile `graph`."""
    fill(engine, make("loop.md", "while it rains", title="Loop"), make("bread.md", "rye bread", title="Bread"))
    answers = [search(Request("while frobnicate"), profile, engine, now=0.0) for profile in (GRAPH, DEFAULT)]
    evidence = [reason for answer in answers for hit in answer.hits for reason in hit.why]
    assert [reason.value for reason in evidence if reason.source == CONFIDENCE] == [0.25]
