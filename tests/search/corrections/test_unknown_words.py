"""Queries with a word that no document contains, on every engine."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from dowse.embedders.static import bundled_embedder
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.document import Document
from dowse.model.hit import Hits
from dowse.ports.pipeline import Run
from dowse.search.corrections.unknown_words import MOST_NEAREST
from dowse.search.execute import Answer, Request, search
from dowse.search.profiles import PROFILES
from tests.contract.engines import Engine, fill, paths
from tests.making import make
from tests.making_embedder import Hashing

_BUNDLED = Hashing(name="static", synonyms=(("calend", "plan"), ("zyzzyva", "plan")))  # the stem of `calender`
_ENCODER = replace(_BUNDLED, name="onnx:minilm")
_VAULT = (
    make("plan.md", "plan", modified=1.0),
    make("calendar.md", "the calendar of the year", title="Calendar", modified=2.0),
    make("bread.md", "flour and water", modified=3.0),
)


def _asked(engine: Engine, request: Request | str, *, embedder: Hashing = _BUNDLED, profile: str = "default") -> Answer:
    request = Request(request) if isinstance(request, str) else request
    return search(request, PROFILES[profile], engine, now=0.0, embedder=embedder)


def _hints(answer: Answer) -> list[tuple[int, str]]:
    return [(note.at, note.hint) for note in answer.notes]


@pytest.fixture
def vault(engine: Engine) -> Engine:
    """The documents with their vectors."""
    _given(engine, *_VAULT)
    return engine


def _given(engine: Engine, *documents: Document) -> None:
    fill(engine, *documents)
    embed_pending(engine, _BUNDLED, budget=TimeBudget(time.monotonic), progress=lambda _: None)


@pytest.mark.parametrize("profile", PROFILES)
def test_an_unknown_word_alone_is_nothing_found(vault: Engine, profile: str) -> None:
    answer = _asked(vault, "calender", profile=profile)
    assert (answer.hits, answer.total) == ((), 0)


def test_an_unknown_word_alone_has_the_documents_that_are_nearest_in_meaning(vault: Engine) -> None:
    answer = _asked(vault, "zyzzyva")
    assert answer.nearest is not None
    assert paths(answer.nearest)[0] == "plan.md"
    assert answer.nearest[0].snippet is not None
    assert _hints(answer) == [(0, "no document contains 'zyzzyva'")]


def test_a_word_of_no_document_is_called_so_in_a_vault_with_left_out_documents(engine: Engine) -> None:
    _given(engine, *_VAULT, make("old.md", "stale", archived="true"))
    assert _asked(engine, "zyzzyva").absence == "no document contains 'zyzzyva'"
    assert _asked(engine, "Zyzzývä").absence == "no document contains 'Zyzzývä'"
    assert _asked(engine, "stale").absence == "no searched document contains 'stale'"


def test_the_parts_of_a_place_have_no_note_if_its_file_is_found(vault: Engine) -> None:
    assert _hints(_asked(vault, "plan.md#L1")) == []
    assert _hints(_asked(vault, "https://github.com/o/r/blob/main/plan.md#L1 flour zyzzyva")) == [
        (0, "no document contains 'zyzzyva'")
    ]
    assert _hints(_asked(vault, "zyzzyva.md#L1 flour"))[0][1] != ""


@pytest.mark.parametrize(
    "query",
    ["the plan\nof calender 161", "plan* of year\nand water", "water at com.acme.Calender.main(Calender.java:161)"],
)
def test_the_unknown_words_and_stars_of_a_pasted_text_have_no_note(vault: Engine, query: str) -> None:
    answer = _asked(vault, query)
    assert answer.hits
    assert _hints(answer) == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("calendar -calendar", "the query excludes 'calendar'"),
        ("calendar -Calendar", "the query excludes 'calendar'"),
        ("calendar -calendar -flour", "the query excludes 'calendar'"),
        ("flour calendar -flour -calendar", "the query excludes 'calendar' or 'flour'"),
        ("zyzzyva calendar -calendar", "no document contains 'zyzzyva'"),
        ('calendar -"calendar year"', ""),
    ],
)
def test_a_word_that_the_query_excludes_is_not_called_absent(vault: Engine, query: str, said: str) -> None:
    notes = " ".join(hint for _, hint in _hints(_asked(vault, query)))
    assert said in notes
    assert "contains 'calendar'" not in notes


def test_at_most_five_documents_are_nearest(engine: Engine) -> None:
    _given(engine, *(make(f"{n}.md", f"plan {n}") for n in range(9)))
    assert [len(_asked(engine, Request("zyzzyva", limit)).nearest or ()) for limit in (10, 2)] == [5, 2]


@pytest.mark.parametrize("query", ["#416", "RFC 416", "0416"])
def test_the_number_in_the_name_of_a_found_document_is_not_called_absent(engine: Engine, query: str) -> None:
    _given(engine, *_VAULT, make("rfcs/0416-harbours.md", "moorings"))
    answer = _asked(engine, query)
    assert paths(answer.hits)[0] == "rfcs/0416-harbours.md"
    assert _hints(answer) == []


def test_several_unknown_words_have_the_documents_that_are_nearest_in_meaning(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, "fluorr qwrtzp")
    assert (answer.hits, answer.total) == ((), 0)
    assert answer.nearest
    assert answer.absence == "no document contains a word of the query"


def test_a_quotation_that_no_document_contains_has_a_note_with_the_query_without_quotes(engine: Engine) -> None:
    _given(engine, make("a.md", "v0.13.3 is out"))
    answer = _asked(engine, '"0.13.3"')
    assert answer.hits == ()
    assert _hints(answer)[-1] == (
        0,
        "quotes find only documents with the exact text; without quotes the query is '0.13.3'",
    )
    assert paths(_asked(engine, "0.13.3").hits) == ["a.md"]


@pytest.mark.parametrize(
    ("query", "unquoted"), [("«the year of»", "the year of"), ("「暦 年」『と 月』", "暦 年 と 月")]
)
def test_the_query_without_quotes_has_no_quotation_marks_of_other_languages(
    engine: Engine, query: str, unquoted: str
) -> None:
    _given(engine, make("a.md", "year the of"), make("b.md", "暦"), make("c.md", "と月"))
    assert any(hint.endswith(f"without quotes the query is {unquoted!r}") for _, hint in _hints(_asked(engine, query)))


def test_a_quotation_of_an_unknown_word_is_not_advised_to_lose_its_quotes(engine: Engine) -> None:
    _given(engine, make("a.md", "The calendar is out"))
    hints = [[hint for _, hint in _hints(_asked(engine, query))] for query in ('"zebra"', '"the calender"', "“is the”")]
    assert hints == [
        ["no document contains 'zebra'"],
        ["no document contains 'calender'; did you mean '\"the calendar\"'?"],
        ["quotes find only documents with the exact text; without quotes the query is 'is the'"],
    ]


@pytest.mark.parametrize("query", ['"📅"', 'line:"📅"', 'task-todo:"📅"'])
def test_a_quoted_sign_is_not_advised_to_lose_its_quotes(engine: Engine, query: str) -> None:
    _given(engine, make("a.md", "The calendar is out"))
    ((_, hint),) = _hints(_asked(engine, query))
    assert hint.endswith("containing exactly “📅”")


def test_the_note_on_a_long_query_names_the_corrected_words_alone(engine: Engine) -> None:
    rest = "and what is written about flour, sugar or butter before it goes out to all readers and other people"
    _given(engine, make("a.md", f"The calendar of sugar is out, {rest}"))
    answer = _asked(engine, f"calender of suggar, {rest}, (calender)")
    assert _hints(answer)[0][1] == "no document contains 'calender' or 'suggar', searched for 'calendar' and 'sugar'"
    assert answer.unknown.corrected == f"calendar of sugar, {rest}, (calendar)"


@pytest.mark.parametrize("query", ["?!", "-", "[]", "\\", "%%", "...", "—", "…?"])
def test_a_query_of_punctuation_alone_finds_nothing(vault: Engine, query: str) -> None:
    answer = _asked(vault, query)
    assert (answer.hits, answer.nearest) == ((), None)
    assert _hints(answer)[-1][1].startswith("the query has no letters and no digits to search for")


def test_a_name_of_punctuation_alone_is_found(engine: Engine) -> None:
    _given(engine, *_VAULT, make("x.md", "plan", title="?!"))
    assert paths(_asked(engine, "?!").hits) == ["x.md"]


@pytest.mark.parametrize("query", ["bread flour", "calendar", "plan", "tag:food", "calender flour", "zyzzyva calender"])
def test_another_query_has_no_nearest_documents(vault: Engine, query: str) -> None:
    assert _asked(vault, query).nearest is None


@pytest.mark.parametrize("request_", [Request("calender", mode="vector"), Request("similar:calender")])
def test_a_search_by_meaning_answers_an_unknown_word(vault: Engine, request_: Request) -> None:
    answer = _asked(vault, request_)
    assert paths(answer.hits)[0] == "plan.md"
    assert (answer.nearest, _hints(answer)) == (None, [])


def test_a_confident_sentence_encoder_answers_an_unknown_word(vault: Engine) -> None:
    answer = _asked(vault, "calender", embedder=_ENCODER)
    assert paths(answer.hits)[0] == "plan.md"
    assert answer.nearest is None


@pytest.mark.parametrize("query", ["zyzzyva", "fluorr qwrtzp"])
def test_a_search_by_word_alone_has_the_nearest_documents_of_a_hybrid_search(vault: Engine, query: str) -> None:
    answer, hybrid = (_asked(vault, Request(query, mode=mode)) for mode in ("fulltext", "hybrid"))
    assert (answer.hits, answer.total) == ((), 0)
    assert hybrid.nearest
    assert answer.nearest == hybrid.nearest


def test_the_hits_of_a_confident_sentence_encoder_are_the_nearest_of_a_search_by_word_alone(vault: Engine) -> None:
    answer = _asked(vault, Request("calender", mode="fulltext"), embedder=_ENCODER)
    assert (answer.hits, paths(answer.nearest or ())[0]) == ((), "plan.md")


def test_a_search_by_word_alone_with_hits_has_no_nearest_documents(vault: Engine) -> None:
    assert _asked(vault, Request("calendar", mode="fulltext")).nearest is None


def test_a_sentence_encoder_must_be_more_sure_of_a_single_word(engine: Engine) -> None:
    _given(engine, make("a.md", "plan of the year and others"))  # the cosine is 0.36
    several, single = (_asked(engine, query, embedder=_ENCODER) for query in ("zyzzyva calender", "zyzzyva"))
    assert (paths(several.hits), several.nearest) == (["a.md"], None)
    assert (single.hits, paths(single.nearest or ())) == ((), ["a.md"])


@pytest.mark.parametrize("query", ["zyzzyva path:plan.md", "zyzzyva -flour", "zyzzyva -flour path:plan.md"])
def test_an_unknown_word_beside_filters_and_excluded_words_is_nothing_found(vault: Engine, query: str) -> None:
    answer = _asked(vault, query)
    assert (answer.hits, answer.total, paths(answer.nearest or ())[0]) == ((), 0, "plan.md")
    assert paths(_asked(vault, query, embedder=_ENCODER).hits)[0] == "plan.md"


def test_a_misspelt_word_beside_a_filter_has_the_hits_of_its_correction_within_the_filter(vault: Engine) -> None:
    answer = _asked(vault, "calender path:calendar.md")
    assert (answer.hits, answer.nearest_of) == ((), "calendar path:calendar.md")
    assert paths(answer.nearest or ()) == ["calendar.md"]


def test_an_unknown_word_does_not_hide_the_documents_with_the_required_text(vault: Engine) -> None:
    assert paths(_asked(vault, r"zyzzyva /pla\w/").hits) == ["plan.md"]


def test_an_unknown_word_is_named_with_the_corrected_query(vault: Engine) -> None:
    answer = _asked(vault, "calender")
    assert answer.unknown.corrected == "calendar"
    assert _hints(answer) == [(0, "no document contains 'calender'; did you mean 'calendar'?")]


def test_a_query_with_an_unknown_word_is_answered_by_its_correction(vault: Engine) -> None:
    answer = _asked(vault, "flour and calender")
    assert set(paths(answer.hits)[:2]) == {"bread.md", "calendar.md"}
    assert answer.hits == _asked(vault, "flour and calendar").hits
    assert (answer.query.text, answer.unknown.corrected) == ("flour and calender", "flour and calendar")
    assert answer.reading.endswith("ranked by flour, and, calendar")
    assert _hints(answer) == [(10, "no document contains 'calender', searched for 'calendar'")]
    assert answer.searched_for == "flour and calendar"
    assert [_asked(vault, query).searched_for for query in ("calender", "flour and calendar")] == ["", ""]


def test_the_note_on_corrections_names_three_words(engine: Engine) -> None:
    _given(engine, make("a.md", "calendar flour water plan"))
    assert _hints(_asked(engine, "calender fluor watr plaan"))[0][1] == (
        "no document contains 'calender' or 'fluor' or 'watr' or 1 more word of the query, "
        "searched for 'calendar' and 'flour' and 'water' and 1 more word of the query"
    )


def test_the_search_by_corrections_has_the_time_limit_of_the_query(vault: Engine) -> None:
    deadlines = list[float]()

    def recorded(hits: Hits, run: Run) -> Hits:
        deadlines.append(run.deadline)
        return hits

    profile = replace(PROFILES["default"], stages=(recorded,))
    search(Request("flour and calender", time_limit=1_000.0), profile, vault, now=0.0, embedder=_BUNDLED)
    assert len(deadlines) == 2
    assert deadlines[0] == deadlines[1]


@pytest.mark.parametrize(
    "query",
    [
        '"calender"',
        'flour "calender"',
        "flour +calender",
        "flour OR calender",
        "calender flour qwrtzp",
        'flour\ncalender\nFile "app.py", line 12',
    ],
    ids=[
        "a quotation",
        "a quotation whose words rank",
        "required",
        "a boolean query",
        "another unknown word",
        "a pasted text",
    ],
)
def test_no_correction_is_searched_for_what_is_meant_as_written(vault: Engine, query: str) -> None:
    assert not any("searched for" in hint for _, hint in _hints(_asked(vault, query)))


@pytest.mark.parametrize(
    ("word", "is_searched"),
    [
        ("xcalendar", False),
        ("calendarx", False),
        ("ccalendar", True),
        ("calendarr", True),
        ("calenxdar", True),
    ],
)
def test_a_word_that_another_one_begins_or_ends_is_no_misspelt_one(
    vault: Engine, word: str, *, is_searched: bool
) -> None:
    answer = _asked(vault, f"flour and {word}")
    said = "searched for 'calendar'" if is_searched else "did you mean 'flour and calendar'?"
    assert [said in hint for _, hint in _hints(answer)] == [True]
    assert _asked(vault, word).nearest_of == "calendar"


@pytest.mark.parametrize(
    ("word", "is_searched"),
    [
        ("thinc", False),
        ("thinf", True),
        ("thign", True),
        ("thng", True),
        ("rechivf", False),
        ("recieve", True),
        ("recrive", True),
        ("recezve", True),
        ("кнбга", True),  # of another keyboard
    ],
)
def test_a_short_word_with_letters_of_other_places_on_the_keyboard_is_no_misspelt_one(
    engine: Engine, word: str, *, is_searched: bool
) -> None:
    _given(engine, make("a.md", "the thing and flour"), make("b.md", "receive flour, книга"))
    answer = _asked(engine, f"flour {word}")
    assert bool(answer.searched_for) == is_searched
    assert answer.unknown.corrected == answer.searched_for or not is_searched


def test_a_form_of_a_word_that_first_stands_in_the_fifteenth_document_is_found(engine: Engine) -> None:
    _given(engine, *(make(f"{at:02}.md", "a custom of flour") for at in range(14)), make("15.md", "the customer"))
    assert _asked(engine, "flour of a cuotomer").searched_for == "flour of a customer"


def test_the_nearest_documents_of_a_misspelt_word_are_those_of_its_correction(vault: Engine) -> None:
    answer = _asked(vault, "calender")
    assert (answer.hits, answer.total, answer.nearest_of) == ((), 0, "calendar")
    assert answer.nearest == _asked(vault, "calendar").hits[:MOST_NEAREST]
    assert _hints(answer) == [(0, "no document contains 'calender'; did you mean 'calendar'?")]


def test_the_hits_that_contain_a_word_are_counted_among_all(vault: Engine) -> None:
    answer = _asked(vault, "flour")
    assert answer.hit_count.by_word is not None
    assert 0 < answer.hit_count.by_word < answer.total
    assert _asked(vault, "path:plan.md").hit_count.by_word is None


def test_every_misspelt_word_is_named_and_corrected(vault: Engine) -> None:
    answer = _asked(vault, "Calender, fluor?")
    assert answer.unknown.corrected == "calendar, flour?"
    assert _hints(answer)[0] == (
        0,
        "no document contains 'Calender' or 'fluor', searched for 'calendar' and 'flour'",
    )
    assert _asked(vault, "bread watr and calender").unknown.corrected == "bread water and calendar"


def test_a_word_without_a_correction_is_named_beside_a_corrected_one(vault: Engine) -> None:
    answer = _asked(vault, "calender qwrtzp")
    assert answer.unknown.corrected == "calendar qwrtzp"
    expected = "no document contains 'calender' or 'qwrtzp'; did you mean 'calendar qwrtzp'?"
    assert expected in [note.hint for note in answer.notes]


def test_a_query_of_words_that_are_all_one_edit_away_is_corrected(vault: Engine) -> None:
    answer = _asked(vault, "calender fluor watr")
    assert answer.unknown.corrected == "calendar flour water"
    assert answer.unknown.words == ("calender", "fluor", "watr")


def test_a_correction_has_no_star_of_a_wildcard_behind_it(vault: Engine) -> None:
    assert _asked(vault, "calender* flour").unknown.corrected == "calendar flour"
    assert _asked(vault, "flour calender*").unknown.corrected == "flour calendar"
    assert _asked(vault, "*calender* flour").unknown.corrected == "*calendar* flour"


def test_a_word_that_the_bundled_model_knows_has_no_correction_of_another_meaning(engine: Engine) -> None:
    texts = ("times", "case", "read", "percent", "color", "organize", "quickly", "calendar", "beds")
    fill(engine, *(make(f"{text}.md", f"{text} here") for text in texts))
    model = bundled_embedder()

    def corrected(query: str) -> str:
        return search(Request(query), PROFILES["default"], engine, now=0.0, embedder=model).unknown.corrected

    for right in ("tires", "cast", "bread", "present"):
        assert corrected(f"here {right}") == ""
    meant = {"quick": "quickly", "calender": "calendar"}
    assert {typed: corrected(f"here {typed}").removeprefix("here ") for typed in meant} == meant


def test_a_correction_of_the_same_letters_is_the_same_word(engine: Engine) -> None:
    fill(engine, make("a.md", "the data base, the work-flow"))
    for typed, corrected in {"database": "data base", "workflow": "work-flow"}.items():
        answer = search(Request(typed), PROFILES["default"], engine, now=0.0, embedder=bundled_embedder())
        assert answer.unknown.corrected == corrected


def test_a_rare_word_that_the_bundled_model_knows_is_right(engine: Engine) -> None:
    fill(engine, make("follow.md", "fellow wool"), *(make(f"{n}.md", f"follow {n}") for n in range(400)))
    for model, corrected in ((bundled_embedder(), ""), (_BUNDLED, "follow wool")):
        answer = search(Request("fellow wool"), PROFILES["default"], engine, now=0.0, embedder=model)
        assert (answer.unknown.corrected, answer.unknown.words) == (corrected, ())


def test_no_note_denies_a_number_that_a_property_has(vault: Engine) -> None:
    fill(vault, parse_file("film.md", b"---\nyear: 1982\n---\ncarbon\n", modified=0.0))
    said = "1 document has 1982 in the property 'year': [year:1982]"
    answer = _asked(vault, "1982")
    assert [hint for _, hint in _hints(answer)] == [said]
    assert answer.absence == "only properties have '1982'"
    assert [hint for _, hint in _hints(_asked(vault, "zyzzyva flour 1982"))] == [said, "no document contains 'zyzzyva'"]


def test_the_words_of_an_address_are_not_offered_as_properties(vault: Engine) -> None:
    fill(vault, parse_file("film.md", b"---\norg: x\n---\ncarbon\n", modified=0.0))
    said = "1 document has the property 'org': [org]"
    assert said in [hint for _, hint in _hints(_asked(vault, "org"))]
    assert said in [hint for _, hint in _hints(_asked(vault, "https://example.org/a org"))]
    assert said not in [hint for _, hint in _hints(_asked(vault, "https://example.org/a"))]


def test_a_word_that_only_a_type_or_a_status_has_is_offered_as_a_filter(vault: Engine) -> None:
    fill(vault, make("a.md", type="gleaning"), make("b.md", type=("gleaning", "web"), status="halted"))
    for word, said in {
        "gleaning": "2 documents have the type 'gleaning': type:gleaning",
        "halted": "1 document has the status 'halted': status:halted",
    }.items():
        assert said in [hint for _, hint in _hints(_asked(vault, f"flour {word}"))]


@pytest.mark.parametrize("query", ["zyzzyva mit kalender calender", "calender zyzzyva flour watter"])
def test_a_query_of_mostly_unknown_words_is_not_corrected(vault: Engine, query: str) -> None:
    assert _asked(vault, query).unknown.corrected == ""


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("Bruch als Dezimalzahl umrechnen", ""),  # the first hit has the other words
        ("Bruch als Dezimalzahl umrechnugn", "Bruch als Dezimalzahl umrechnung"),  # letters exchanged
        ("Bruch als Dezimalzahl umrechn", "Bruch als Dezimalzahl umrechnung"),  # the beginning
        ("Bruch als Dezimalzahl umrexhnung", "Bruch als Dezimalzahl umrechnung"),
        ("Dezimalzahl umrechnen", "Dezimalzahl umrechnung"),  # one other word says little
        ("Bruch Dezimalzahl Kuchen umrechnen", "Bruch Dezimalzahl Kuchen umrechnung"),  # in no document together
    ],
)
def test_another_form_of_a_word_is_not_corrected_if_the_first_hit_has_the_other_words(
    engine: Engine, query: str, corrected: str
) -> None:
    _given(engine, make("a.md", "Umrechnung von Bruch und Dezimalzahl, als Rechnung"), make("b.md", "Kuchen"))
    assert _asked(engine, query).unknown.corrected == corrected


def test_a_word_with_an_accent_is_not_corrected_to_one_without(vault: Engine) -> None:
    assert _asked(vault, "calendér").unknown.corrected == ""


def test_a_corrected_word_is_named_with_its_accents(engine: Engine) -> None:
    _given(engine, make("m.md", "février"))
    said = "no document contains 'févrrier'; did you mean 'février'?"
    assert (0, said) in _hints(_asked(engine, "févrrier"))


def test_a_rare_misspelt_word_has_a_correction_beside_its_hits(engine: Engine) -> None:
    _given(engine, *(make(f"{n}.md", "zettelkasten method") for n in range(20)), make("a.md", "zettlekasten"))
    answer = _asked(engine, "zettlekasten")
    assert paths(answer.hits)[0] == "a.md"
    assert answer.unknown.corrected == "zettelkasten"
    assert _hints(answer) == [(0, "few documents contain 'zettlekasten'; did you mean 'zettelkasten'?")]


def test_a_rare_misspelt_word_has_a_correction_beside_the_one_that_is_searched_for(engine: Engine) -> None:
    _given(engine, *(make(f"{at}.md", f"The zettelkasten of flour, number {at}.") for at in range(40)))
    _given(engine, make("x.md", "A zettlekasten of butter."))
    answer = _asked(engine, "zettlekasten flouur butter")
    assert _hints(answer) == [
        (13, "no document contains 'flouur', searched for 'flour'"),
        (0, "few documents contain 'zettlekasten'; did you mean 'zettelkasten flour butter'?"),
    ]
    assert answer.unknown.corrected == "zettelkasten flour butter"
    assert answer.searched_for == "zettlekasten flour butter"


def test_a_rare_word_that_is_a_title_is_right(engine: Engine) -> None:
    documents = (make(f"{n}.md", "zettelkasten method") for n in range(20))
    _given(engine, *documents, make("a.md", "x", title="Zettlekasten"))
    assert _asked(engine, "zettlekasten").unknown.corrected == ""


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("+calender", "+calendar"),
        ("calender AND flour", "calendar AND flour"),
        ('"calender of the year"', '"calendar of the year"'),
        ("tag:calender calender", "tag:calender calendar"),
        ("#calender calender", "#calender calendar"),
        ("similar:calender", ""),
        ("tag:calender", ""),
        ("-calender flour", ""),
        ("zyzzyva", ""),
        ("flour water", ""),
        ("c4lendar flour", ""),
    ],
)
def test_only_the_words_that_are_searched_are_corrected(vault: Engine, query: str, corrected: str) -> None:
    assert _asked(vault, query).unknown.corrected == corrected


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("flour qsjdlkqsjd", "'qsjdlkqsjd'"),
        ("qsjdlkqsjd of flour", "'qsjdlkqsjd'"),
        ("flour x1z9", "'x1z9'"),
        ("flour Überzqq", "'Überzqq'"),
        ("flour water qqww zzyy ggkk ppdd jjmm", "'qqww' or 'zzyy' or 'ggkk' or 2 more words of the query"),
    ],
)
def test_words_of_no_document_are_named_beside_the_hits_of_the_others(vault: Engine, query: str, said: str) -> None:
    answer = _asked(vault, query)
    assert paths(answer.hits)[0] == "bread.md"
    assert (0, f"no document contains {said}") in _hints(answer)


def test_the_beginning_of_a_word_with_an_apostrophe_is_not_called_unknown(vault: Engine) -> None:
    assert not any("isn" in hint for _, hint in _hints(_asked(vault, "flour isn't water")))


def test_the_name_of_an_unknown_field_is_not_corrected(vault: Engine) -> None:
    assert _asked(vault, "calender:flour").unknown.corrected == ""
    assert _asked(vault, "calender: flour").unknown.corrected == "calendar: flour"


def test_a_word_of_left_out_documents_is_known(engine: Engine) -> None:
    _given(engine, *_VAULT, make("old.md", "calender", archived="true"))
    answer = _asked(engine, "calender")
    assert _hints(answer) == [
        (0, "no searched document contains 'calender'"),
        (0, "documents with these words are archived; add archived:yes to find them"),
    ]


def test_two_unknown_words_that_meaning_answers_are_so_marked(vault: Engine) -> None:
    answer = _asked(vault, "calender zyzzyva")
    assert paths(answer.hits)[0] == "plan.md"
    assert _hints(answer) == [
        (0, "no document contains 'calender' or 'zyzzyva'; did you mean 'calendar zyzzyva'?"),
        (0, "the hits are only semantically similar"),
    ]


def test_the_words_of_a_date_that_a_name_has_in_numbers_are_not_unknown(engine: Engine) -> None:
    _given(engine, *_VAULT, make("daily/2023-09-12.md", "rain"), make("b.md", "12 2023"))
    for query in ("September 12, 2023", "12 September 2023 rain", "September 2023"):
        answer = _asked(engine, query)
        assert "daily/2023-09-12.md" in paths(answer.hits), query
        assert not any("September" in hint for _, hint in _hints(answer)), query
    assert any("'October'" in hint for _, hint in _hints(_asked(engine, "October 12, 2023 rain")))


@pytest.mark.parametrize("name", ["20230912", "2023_09_12", "12.09.2023", "2023-W37", "Call 2023-W37"])
def test_the_words_of_a_month_in_which_a_name_is_are_not_unknown(name: str, engine: Engine) -> None:
    _given(engine, *_VAULT, make(f"daily/{name}.md", "rain"))
    for query in ("September 2023 rain", "q3 2023 rain"):
        answer = _asked(engine, query)
        assert f"daily/{name}.md" in paths(answer.hits), query
        assert not any("no document contains" in hint for _, hint in _hints(answer)), query
    assert any("'October'" in hint for _, hint in _hints(_asked(engine, "October 2023 rain")))


def test_the_words_of_a_period_of_which_a_name_has_a_date_are_not_unknown(engine: Engine) -> None:
    _given(engine, *_VAULT, make("daily/2023-09-12.md", "rain"))
    for query in ("q3 2023 rain", "autumn of 2023"):
        answer = _asked(engine, query)
        assert "daily/2023-09-12.md" in paths(answer.hits), query
        assert not any("no document contains" in hint for _, hint in _hints(answer)), query
    assert any("'autumn'" in hint for _, hint in _hints(_asked(engine, "autumn of 2021 rain")))


@pytest.mark.parametrize("query", ["17 september 2023", "17.9.2023", "september 2023", "q3 2023", "rain on 17.9.2023"])
def test_a_note_whose_folders_and_name_have_the_date_is_in_no_doubt(query: str, vault: Engine) -> None:
    others = (make(f"n{n}.md", f"Something about topic {n} and goals") for n in range(30))
    _given(vault, make("2023/09/17.md", "rain", title="17"), make("2023/02/17.md", "sun", title="17"), *others)
    answer = _asked(vault, query)
    assert answer.hits[0].ref.doc == "2023/09/17.md"
    assert _hints(answer) == []
    assert any("'october'" in hint for _, hint in _hints(_asked(vault, "17 october 2023 rain")))


@pytest.mark.parametrize("query", ["in-progress", "in-progress calendar"])
def test_a_status_of_several_words_is_offered_as_a_filter(engine: Engine, query: str) -> None:
    status, *_ = query.split()
    _given(engine, *_VAULT, make("a.md", "flour", status=status), make("b.md", "progress in baking"))
    said = f"1 document has the status {status!r}: status:{status}"
    assert said in [hint for _, hint in _hints(_asked(engine, query))]
    assert not any("the status" in hint for _, hint in _hints(_asked(engine, "progress")))
    _given(engine, make("c.md", f"work {status}"))
    assert not any("the status" in hint for _, hint in _hints(_asked(engine, query)))


def test_a_date_that_only_properties_have_is_stated_once(engine: Engine) -> None:
    _given(engine, *_VAULT, make("a.md", "flour", date="2023-09-12"))
    hints = [hint for _, hint in _hints(_asked(engine, "2023-09-12"))]
    assert any(hint.startswith("1 document has the date 2023-09-12") for hint in hints)
    assert not any("only properties have" in hint for hint in hints), hints


@pytest.mark.parametrize("query", ["27 november", "november 27 walk", "27. november"])
def test_the_month_of_a_day_that_a_hit_has_in_its_name_is_no_unknown_word(vault: Engine, query: str) -> None:
    _given(vault, make("Daily/2026-11-27.md", "A walk", title="2026-11-27", modified=4.0))
    answer = _asked(vault, query)
    assert answer.hits[0].ref.doc == "Daily/2026-11-27.md"
    assert _hints(answer) == []


@pytest.mark.parametrize("query", ["q3 2026", "Q1 to Q3 2026"])
def test_notes_of_the_period_in_a_query_are_in_no_doubt(engine: Engine, query: str) -> None:
    days = ("2026-07-14", "2026-08-02", "2026-09-30", "2025-03-01")
    notes = (make(f"{day}.md", f"# {day}\nWalk and tea {day}", title=day) for day in days)
    others = (make(f"n{n}.md", f"Something about topic {n} and quarter goals") for n in range(30))
    _given(engine, *notes, *others)
    answer = _asked(engine, query)
    assert {hit.ref.doc for hit in answer.hits[:3]} == {f"{day}.md" for day in days[:3]}
    assert _hints(answer) == []


def test_the_letter_of_a_version_is_no_unknown_word_if_documents_have_the_numbers(engine: Engine) -> None:
    _given(engine, *_VAULT, make("rel.md", "We moved to flour 1.26.3"))
    assert [_hints(_asked(engine, query)) for query in ("v1.26.3", "flour V1.26.3")] == [[], []]
    assert any("'v1'" in hint for _, hint in _hints(_asked(engine, "flour v1.26.4")))


def test_the_month_of_another_day_is_an_unknown_word(vault: Engine) -> None:
    _given(vault, make("Daily/2026-10-27.md", "A walk", title="2026-10-27", modified=4.0))
    assert _hints(_asked(vault, "27 november"))[0] == (0, "no document contains 'november'")


def test_two_words_that_notes_write_as_one_are_neither_unknown_nor_in_doubt(engine: Engine) -> None:
    _given(engine, *_VAULT, make("toys.md", "the gameboy"), make("a.py", "class Boyflour:", kind="code"))
    answer = _asked(engine, "game boy")
    assert (paths(answer.hits)[0], _hints(answer)) == ("toys.md", [])
    assert _hints(_asked(engine, "game water"))  # no note writes them as one


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("waterFlour", "water flour"),
        ("mix_water_and_flour", "mix water and flour"),
        ("flouur_of_water", "flour of water"),
        ("where is waterFlour", "where is water flour"),
        ("Mill.waterFlour()", "Mill.water flour()"),
    ],
)
def test_a_name_of_code_that_no_document_contains_is_answered_by_its_words(
    vault: Engine, query: str, corrected: str
) -> None:
    answer = _asked(vault, query)
    assert answer.unknown.corrected == corrected
    assert paths(answer.hits or answer.nearest or ())[0] == "bread.md"


@pytest.mark.parametrize("query", ["fooWater", "foo_bar_baz", '"waterFlour"', "calendarOf"])
def test_a_name_of_code_of_which_documents_have_no_two_words_or_that_is_quoted_is_not_divided(
    vault: Engine, query: str
) -> None:
    assert _asked(vault, query).unknown.corrected == ""


def test_a_name_with_capitals_as_products_have_is_divided_beside_source_code_alone(vault: Engine) -> None:
    assert _asked(vault, "WaterFlour").unknown.corrected == ""
    _given(vault, parse_file("setup.yaml", b"a: b\n", modified=4.0))
    assert _asked(vault, "WaterFlour").unknown.corrected == ""
    _given(vault, parse_file("mill.py", b"def grind():\n    pass\n", modified=4.0))
    assert _asked(vault, "WaterFlour").unknown.corrected == "water flour"


def test_a_name_of_code_beside_other_words_is_divided_where_hits_are_source_code(vault: Engine) -> None:
    assert _asked(vault, "flour for waterFlour").unknown.corrected == ""
    _given(vault, parse_file("mill.py", b"def flour(mill):\n    return mill\n", modified=0.0))
    assert _asked(vault, "flour for waterFlour").unknown.corrected == "flour for water flour"


_RUSSIAN = (
    make("bees.md", "пчёлы зимуют в ульях", title="Пчёлы"),
    make("jobs.md", "kubernetes запускает контейнеры", title="Kubernetes"),
    make("база.md", "хранилище заметок", title="Хранилище"),
)


@pytest.mark.parametrize(
    ("query", "found", "searched_for"),
    [
        ("pbve.n d ekmz[", "bees.md", "зимуют в ульях"),  # whole queries: keys of signs are letters
        ("pfgecrftn rjyntqyths", "jobs.md", "запускает контейнеры"),
        ("kubernetes rjyntqyths", "jobs.md", "kubernetes контейнеры"),
        ("кубернетес контейнеры", "jobs.md", "kubernetes контейнеры"),
        ("лгиуктуеуы", "jobs.md", "kubernetes"),
        ("кубернетес", "jobs.md", "kubernetes"),
    ],
)
def test_words_of_another_keyboard_layout_or_in_cyrillic_letters_are_searched_as_meant(
    engine: Engine, query: str, found: str, searched_for: str
) -> None:
    _given(engine, *_RUSSIAN)
    answer = _asked(engine, query)
    assert paths(answer.hits or answer.nearest or ())[0] == found
    assert (answer.searched_for or answer.nearest_of) == searched_for


def test_a_whole_query_of_another_layout_has_one_note(engine: Engine) -> None:
    _given(engine, *_RUSSIAN)
    answer = _asked(engine, "pbve.n d ekmz[")
    assert _hints(answer) == [(0, "no document contains 'pbve.n d ekmz[', searched for 'зимуют в ульях'")]


@pytest.mark.parametrize("query", ["pbve.n cfvjktn", '"pbve.n d ekmz["', "tag:x pbve.n"])
def test_a_query_of_which_another_layout_makes_no_known_words_stays(engine: Engine, query: str) -> None:
    _given(engine, *_RUSSIAN)
    answer = _asked(engine, query)
    assert (answer.searched_for, answer.nearest_of) == ("", "")
