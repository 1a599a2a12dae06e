"""The path of a query, on every engine."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.document import Document, Link
from dowse.model.ref import Ref
from dowse.model.search_mode import Mode
from dowse.query.ast import FieldEquals, MatchAll, Not
from dowse.search.execute import Answer, Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.stages.min_score import MinScore
from tests.contract.engines import Engine, fill, paths
from tests.making import DAY, make
from tests.making_embedder import Hashing
from tests.stages.asked_of_stages import Shared

_HASHING = Hashing(synonyms=(("car", "automobil"), ("cheap", "inexpens")))


def _given(engine: Engine, *documents: Document) -> None:
    fill(engine, *documents)
    embed_pending(engine, _HASHING, budget=TimeBudget(time.monotonic), progress=lambda _: None)


def _asked(engine: Engine, request: Request | str, profile: Profile = DEFAULT) -> Answer:
    request = Request(request) if isinstance(request, str) else request
    return search(request, profile, engine, now=0.0, embedder=_HASHING)


def _found(engine: Engine, request: Request | str, profile: Profile = DEFAULT) -> list[str]:
    return paths(_asked(engine, request, profile).hits)


_VAULT = (
    make("car.md", "a cheap automobile", tags=("road",), modified=1 * DAY),
    make("cars.md", "cars and taxes", tags=("road/fast",), modified=2 * DAY),
    make("tax.md", "the carbon tax", tags=("money",), modified=3 * DAY),
    make("bread.md", "flour and water", modified=4 * DAY),
)


@pytest.mark.parametrize("profile", [replace(each, where=MatchAll()) for each in PROFILES.values()], ids=PROFILES)
def test_a_natural_query_is_never_empty_when_one_of_its_words_matches(engine: Engine, profile: Profile) -> None:
    _given(engine, *_VAULT)
    assert "bread.md" in _found(engine, "zyzzyva quux water never seen words", profile)
    assert _found(engine, "flour water zyzzyva", profile)[0] == "bread.md"


def test_a_document_with_more_of_the_words_ranks_higher(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, "carbon tax")[:2] == ["tax.md", "cars.md"]


@pytest.mark.parametrize(
    ("query", "selected"),
    [
        ("car AND tax", {"cars.md"}),
        ("cars OR flour", {"cars.md", "bread.md"}),
        ("tax NOT carbon", {"cars.md"}),
        ("+tax -carbon", {"cars.md"}),
        ("+tax", {"cars.md", "tax.md"}),
        ("tag:road AND car", {"cars.md"}),
        ("(tag:money OR tag:road) NOT car", {"car.md", "tax.md"}),
        ('"carbon tax"', {"tax.md"}),
        ('"tax carbon"', set()),
        ("NOT car", {"car.md", "tax.md", "bread.md"}),
    ],
)
@pytest.mark.parametrize("mode", ["hybrid", "vector", "fulltext"])
def test_a_boolean_query_selects_exactly_in_every_mode(
    engine: Engine, query: str, selected: set[str], mode: Mode
) -> None:
    # `car` is near in meaning to the automobile, but does not stand in it.
    vault = tuple(replace(each, head=each.head._replace(title="")) for each in _VAULT)
    _given(
        engine, *(replace(each, head=each.head._replace(path=f"{n}.md", id=f"{n}.md")) for n, each in enumerate(vault))
    )
    names = {f"{n}.md": each.head.path for n, each in enumerate(vault)}
    assert {names[path] for path in _found(engine, Request(query, mode=mode))} == selected


def test_filters_alone_list_what_they_select_newest_first_with_the_score_1(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, "tag:road")
    assert [(hit.head.path, hit.score) for hit in answer.hits] == [("cars.md", 1.0), ("car.md", 1.0)]


@pytest.mark.parametrize("text", ["", "  ", "()"])
def test_an_empty_query_lists_nothing_and_says_what_to_write(engine: Engine, text: str) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, text)
    assert (answer.hits, answer.total) == ((), 0)
    assert answer.notes


def test_an_empty_query_with_options_lists_what_they_select(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, Request("", where=FieldEquals("tag", "money")))
    assert (paths(answer.hits), answer.notes) == (["tax.md"], ())


def test_the_options_and_the_profile_bind_like_the_query(engine: Engine) -> None:
    _given(engine, *_VAULT)
    profile = replace(DEFAULT, where=Not(FieldEquals("tag", "road/fast")))
    assert _found(engine, Request("automobile cars", where=FieldEquals("tag", "road")), profile) == ["car.md"]


@pytest.mark.parametrize(
    ("mode", "lists"), [("hybrid", ["keyword", "semantic"]), ("fulltext", ["keyword"]), ("vector", ["semantic"])]
)
def test_the_mode_chooses_the_retrievers(engine: Engine, mode: Mode, lists: list[str]) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, Request("car", mode=mode, explain=True))
    steps = [step.name for step in answer.steps]
    assert steps[: len(lists)] == lists
    is_by_words = mode != "vector"
    definitions = ["definitions"] if is_by_words else []
    guides = ["guide_match"] if is_by_words else []
    names = ["name_match", "heading_match", "sentence_match"] if is_by_words else []
    templates = ["template_penalty"] if is_by_words else []
    code = ["code_boost", "file_aggregate", "path_match", "header_boost", *definitions, "path_penalty", *guides]
    stages = ["phrase", "neighbours", *code, *names, "version_penalty", *templates, "guide_rank", "confidence", "pin"]
    stages += ["fold_duplicates", "limit", "cut_snippet"]
    assert steps[len(lists) :] == ["weighted", *stages]
    assert answer.mode == mode


def test_meaning_alone_finds_no_noise(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, Request("flour and water", mode="vector")) == ["bread.md"]


def test_the_weights_say_what_counts(engine: Engine) -> None:
    _given(
        engine, make("word.md", "car " * 3 + "and other words", title=""), make("meaning.md", "automobile", title="")
    )
    assert _found(engine, Request("car", weights=(1.0, 0.0, 0.0)))[0] == "word.md"
    assert _found(engine, Request("car", weights=(0.0, 1.0)))[0] == "meaning.md"
    hits = _asked(engine, Request("car", weights=(0.0, 0.0, 0.0))).hits
    assert {hit.score for hit in hits} <= {0.0, 1.0}  # 1 for a pinned name


def test_the_least_score_drops_what_is_below_and_lowers_the_total(engine: Engine) -> None:
    _given(engine, *_VAULT)
    everything = _asked(engine, "carbon tax")
    best = _asked(engine, Request("carbon tax", min_score=0.9, explain=True))
    assert paths(best.hits) == ["tax.md"]
    assert (best.total, everything.total) == (1, len(everything.hits))
    assert "min_score" in [step.name for step in best.steps]


def test_the_total_counts_candidates_before_the_limit(engine: Engine) -> None:
    _given(engine, *(make(f"{n}.md", "carbon") for n in range(30)))
    answer = _asked(engine, Request("carbon", limit=7))
    assert (len(answer.hits), answer.total) == (7, 30)


def test_the_least_score_is_asked_of_all_candidates_when_the_profile_has_its_own_threshold(engine: Engine) -> None:
    _given(engine, *_VAULT)
    profile = replace(DEFAULT, stages=(MinScore(0.1), *DEFAULT.stages))
    assert _found(engine, Request("carbon tax", min_score=0.9), profile) == ["tax.md"]


def test_only_a_request_for_an_explanation_keeps_the_steps(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _asked(engine, "carbon tax").steps == ()
    assert _asked(engine, Request("carbon tax", explain=True)).steps


def test_every_step_is_recorded_with_what_went_in_and_came_out(engine: Engine) -> None:
    _given(engine, *_VAULT)
    steps = _asked(engine, Request("carbon tax", limit=1, explain=True)).steps
    after = {step.name: step.after for step in steps}
    before = {step.name: step.before for step in steps}
    assert before["weighted"] == after["keyword"] + after["semantic"]
    assert (before["keyword"], before["phrase"]) == (0, after["weighted"])
    assert (before["limit"], after["limit"]) == (after["pin"], 1)
    assert all(step.ms >= 0 for step in steps)
    assert steps[-1].hits[0].ref == Ref("tax.md")


def test_a_tag_that_no_document_has_is_named_with_a_near_miss(engine: Engine) -> None:
    _given(engine, make("a.md", "x", tags=("refactor",)))
    hints = [note.hint for note in _asked(engine, "tag:refactr").notes]
    assert hints == ["no tag #refactr; did you mean #refactor?"]
    assert [note.hint for note in _asked(engine, "x #zzzz").notes] == ["no tag #zzzz"]
    assert _asked(engine, "tag:refactor").notes == ()


def test_a_suggested_tag_has_its_accents(engine: Engine) -> None:
    _given(engine, make("a.md", "x", tags=("prüfungszettel", "zoo/español")))
    for typed, meant in (("Pruefungszettel", "prüfungszettel"), ("espanol", "zoo/español")):
        hints = [note.hint for note in _asked(engine, f"tag:{typed}").notes]
        assert hints == [f"no tag #{typed}; did you mean #{meant}?"]


def test_without_an_embedder_the_semantic_step_finds_nothing_and_nothing_fails(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = search(Request("carbon tax", explain=True), DEFAULT, engine, now=0.0)
    assert paths(answer.hits)[0] == "tax.md"
    assert {step.name: step.after for step in answer.steps}["semantic"] == 0


@pytest.mark.slow
def test_a_filter_binds_before_the_cut_to_the_best(engine: Engine) -> None:
    many = [make(f"n/{n}.md", "carbon tax carbon tax") for n in range(2990)]
    few = [make(f"f/{n}.md", f"a long text that names carbon only once, number {n}") for n in range(10)]
    _given(engine, *many, *few)
    for request in ("carbon tax path:f", Request("carbon tax", where=FieldEquals("path", "f")), "carbon AND path:f"):
        assert set(_found(engine, request)) == {each.head.path for each in few}


@pytest.mark.parametrize(
    "text", ["((((", 'a "b', "tag:", "\0", "\ud800 x", "x" * 5000, "1" * 5000, "a AND", "🙂", "NOT NOT", "^*'--"]
)
def test_no_query_fails(engine: Engine, text: str) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, text)
    assert all(0 <= hit.score <= 1 for hit in answer.hits)


def test_an_empty_vault_answers(engine: Engine) -> None:
    assert _asked(engine, "carbon tax").hits == ()


def test_where_no_word_is_found_the_answer_says_so_and_its_scores_stay_low(engine: Engine) -> None:
    _given(engine, *_VAULT)
    near = Hashing(synonyms=(("zyzzyva", "flour"),))
    answer = search(Request("zyzzyva"), DEFAULT, engine, now=0.0, embedder=near)
    assert paths(answer.hits)[0] == "bread.md"
    assert 0.2 < answer.hits[0].score <= 0.6
    told = "no document contains 'zyzzyva'; the hits are only semantically similar"
    assert [note.hint for note in answer.notes] == [told]
    assert _asked(engine, "flour").notes == ()


def test_filters_alone_count_all_they_select(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, Request("tag:road", limit=1))
    assert (len(answer.hits), answer.total) == (1, 2)


_NOTHING_NEAR = "no document contains a word of the query, and no document is similar enough"


def test_where_nothing_is_near_and_no_word_is_held_nothing_is_listed_and_the_answer_says_so(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, "zyzzyva quux")
    assert (answer.hits, [note.hint for note in answer.notes]) == ((), [_NOTHING_NEAR])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("how to zyzzyva", "'zyzzyva'"),
        ("what is a zyzzyva of the quux", "'quux' or 'zyzzyva'"),
        ("who has the zyzzyva quux frobnitz snark", "a distinctive word of the query"),
    ],
)
def test_what_is_said_to_be_missing_are_the_words_that_count(engine: Engine, query: str, said: str) -> None:
    _given(engine, *_VAULT)
    notes = [note.hint for note in _asked(engine, query).notes]
    assert notes == [f"no document contains {said}, and no document is similar enough"]


@pytest.mark.parametrize(
    ("query", "found"),
    [("tag:money OR zyzzyva", ["tax.md"]), ("path:bread.md OR zyzzyva", ["bread.md"]), ('"the carbon"', ["tax.md"])],
)
def test_what_the_query_selects_is_listed_however_far_in_meaning(engine: Engine, query: str, found: list[str]) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, query)
    assert paths(answer.hits) == found
    assert not any("near" in note.hint for note in answer.notes)


def test_a_phrase_of_signs_is_found(engine: Engine) -> None:
    _given(engine, *_VAULT, make("arrow.md", "if a ==> b"))
    assert _found(engine, '"==>"') == ["arrow.md"]


def test_an_answer_that_a_threshold_empties_says_what_there_was(engine: Engine) -> None:
    _given(engine, *_VAULT)
    (note,) = _asked(engine, Request("water zyzzyva quux", mode="fulltext", min_score=0.99)).notes
    assert note.hint.startswith("1 found, all below the minimum score 0.99; the best score is 0.")


def test_an_answer_that_the_filter_of_a_profile_empties_says_so(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, "carbon", PROFILES["repos"])
    assert (
        "the profile repos searches only documents of the type gleaning; add type:NAME for documents of another type"
        in [note.hint for note in answer.notes]
    )


def test_an_answer_that_the_types_which_a_profile_excludes_empty_says_so(engine: Engine) -> None:
    _given(engine, make("day.md", "carbon", type="daily"))
    answer = _asked(engine, "carbon", PROFILES["deep"])
    hint = (
        "the profile deep leaves out documents of the type daily or of the type gleaning; add type:NAME to search them"
    )
    assert hint in [note.hint for note in answer.notes]


def test_a_better_document_that_is_archived_is_mentioned(engine: Engine) -> None:
    _given(engine, *_VAULT, make("old.md", "carbon tax " * 9, title="carbon tax", archived=True))
    told = "a better match is archived; add archived:yes to find it"
    assert told in [note.hint for note in _asked(engine, "carbon tax of the year").notes]
    assert told not in [note.hint for note in _asked(engine, "flour and water").notes]


def test_an_archived_document_that_fits_as_well_is_not_mentioned_where_documents_are_long(engine: Engine) -> None:
    long = "carbon tax " + "flour " * 1_000
    others = (make(f"{n}.md", "flour " * 1_000) for n in range(4))
    _given(engine, make("a.md", long, title="x"), make("b.md", long, title="x", archived=True), *others)
    assert not any("fits better" in note.hint for note in _asked(engine, "carbon tax").notes)


def test_a_profile_says_how_many_hits_it_wants_unless_somebody_else_does(engine: Engine) -> None:
    """local-rag: 20 results, Metis: 15."""
    _given(engine, *(make(f"{n}.md", "carbon") for n in range(40)))
    assert len(_asked(engine, "carbon", PROFILES["rrf"]).hits) == 20
    assert len(_asked(engine, "carbon", PROFILES["weighted"]).hits) == 15
    assert len(_asked(engine, "carbon").hits) == 10
    assert len(_asked(engine, Request("carbon", limit=30), PROFILES["rrf"]).hits) == 30


def test_a_profile_without_a_cut_is_cut_all_the_same(engine: Engine) -> None:
    _given(engine, *(make(f"{n}.md", "carbon") for n in range(40)))
    assert len(_asked(engine, Request("carbon", limit=3), replace(DEFAULT, stages=())).hits) == 3


def test_without_a_scorer_reranking_says_so(engine: Engine) -> None:
    _given(engine, *_VAULT)
    hints = [note.hint for note in _asked(engine, Request("carbon", rerank=True)).notes]
    assert "no reranker is available; the hits are not reranked" in hints


def test_a_search_without_time_left_answers_by_keyword_and_says_what_it_left_out(engine: Engine) -> None:
    _given(engine, *_VAULT)
    found = search(Request("carbon tax", time_limit=0.0), PROFILES["balanced"], engine, now=0.0, scorer=Shared())
    assert paths(found.hits)[:2] == ["tax.md", "cars.md"]
    assert [note.hint for note in found.notes] == [
        "the time limit of 0 s was reached; left out: semantic, phrase, tag_boost, rerank, time_boost"
    ]


@pytest.mark.parametrize("query", ['similar:"a cheap automobile"', "like:car.md"])
def test_a_search_by_similarity_without_time_left_keeps_the_list_by_meaning(engine: Engine, query: str) -> None:
    _given(engine, *_VAULT)
    late = _found(engine, Request(query, time_limit=0.0), PROFILES["rrf"])
    assert late == _found(engine, query, PROFILES["rrf"])


def test_a_search_that_ends_in_time_says_nothing_of_its_limit(engine: Engine) -> None:
    _given(engine, *_VAULT)
    with_limit, without = (_asked(engine, Request("carbon tax", time_limit=limit)) for limit in (1_000.0, None))
    assert (with_limit.hits, with_limit.notes) == (without.hits, without.notes)


def test_the_end_of_a_short_code_is_a_name_too(engine: Engine) -> None:
    other = make("b.md", "all about T-0066 and T-0066 and T-0066")
    _given(engine, make("a.md", "something", title="Parser", short_code="METIS-T-0066"), other)
    assert _found(engine, "T-0066")[0] == "a.md"
    assert _found(engine, "what became of T-0066")[0] == "a.md"


def test_words_of_properties_are_found_and_dates_numbers_and_addresses_are_none(engine: Engine) -> None:
    film = make("film.md", "", title="Blade Runner", director="[[Ridley Scott]]", cast=("Harrison Ford", "Sean Young"))
    other = make("other.md", "", title="Other", due="2026-01-31", rating=5.0, url="https://example.org/ridley")
    _given(engine, film, other)
    for query in ("Ridley Scott", '"Ridley Scott"', "+Ridley", "harrison"):
        assert _found(engine, Request(query, mode="fulltext")) == ["film.md"]
    for query in ("2026", "example", '"Ford Sean"'):
        assert _found(engine, Request(query, mode="fulltext")) == []


def test_the_links_of_a_type_and_a_status_are_found_by_their_words_and_plain_values_are_not(engine: Engine) -> None:
    _given(engine, make("a.md", type=("[[Shrines]]", "park"), status="[[Seen]]"), make("b.md", type="film"))
    for query, found in {"shrines": ["a.md"], "seen": ["a.md"], "park": [], "film": []}.items():
        assert _found(engine, Request(query, mode="fulltext")) == found


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("under:tax", (0, "tax has no descendants")),
        ("children:tax", (0, "tax has no children")),
        ("+flour links:tax", (7, "no document links to tax")),
        ("linked:tax", (0, "tax links to no document")),
    ],
)
def test_a_scope_in_which_nothing_lies_is_named(engine: Engine, query: str, told: tuple[int, str]) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, query)
    assert (answer.hits, [(note.at, note.hint) for note in answer.notes]) == ((), [told])


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("children:plan NOT tag:due", "plan has 2 children, none of which matches the rest of the query"),
        ("links:tax +zyzzyva", "1 document links to tax, which does not match the rest of the query"),
        ("under:plan related:tax NOT tag:due", "plan has 2 descendants, none of which matches the rest of the query"),
        ("linked:one.md tag:due", "one.md links to 2 documents, none of which matches the rest of the query"),
    ],
)
def test_the_note_on_a_scope_that_the_rest_of_the_query_empties_counts_it(
    engine: Engine, query: str, hint: str
) -> None:
    one = replace(make("one.md", tags=("due",)), links=(Link("plan", "parent"), Link("tax", "wikilink")))
    two = replace(make("two.md", tags=("due",)), links=(Link("plan", "parent"),))
    _given(engine, *_VAULT, make("plan.md"), one, two)
    answer = _asked(engine, query)
    assert answer.hits == ()
    assert hint in [note.hint for note in answer.notes]


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("links:tax", "1 document links to tax, which this search leaves out"),
        ("children:plan", "plan has 2 children, all of which this search leaves out"),
    ],
)
def test_a_scope_whose_documents_are_all_archived_is_not_said_to_be_empty(
    engine: Engine, query: str, hint: str
) -> None:
    one = replace(make("one.md", archived=True), links=(Link("plan", "parent"), Link("tax", "wikilink")))
    two = replace(make("two.md", archived=True), links=(Link("plan", "parent"),))
    _given(engine, *_VAULT, make("plan.md"), one, two)
    answer = _asked(engine, query)
    assert answer.hits == ()
    assert hint in [note.hint for note in answer.notes]


def test_a_scope_that_is_excluded_or_unknown_is_not_said_to_be_empty(engine: Engine) -> None:
    _given(engine, *_VAULT)
    hints = [
        note.hint for text in ("NOT links:tax path:nowhere", "under:zyzzyva") for note in _asked(engine, text).notes
    ]
    assert len(hints) == 2
    assert not any("nothing li" in hint for hint in hints)


def test_what_somebody_put_away_is_not_offered_where_something_is_found(engine: Engine) -> None:
    _given(engine, *_VAULT, make("gone.md", "carbon tax " * 9, title="carbon tax", status="hidden"))
    assert not any("fits better" in note.hint for note in _asked(engine, "carbon tax of the year").notes)
