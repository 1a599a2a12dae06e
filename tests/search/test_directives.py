"""What a query says about the search itself, and what it stands near to."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from dowse.formats.detect import parse_file
from dowse.fusion.weighted import Weighted
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.document import Document
from dowse.query.parse import parse
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Answer, Request, search
from dowse.search.plan import plan
from dowse.search.profiles import DEFAULT, PROFILES, RRF
from tests.contract.engines import Engine, fill, paths
from tests.linked import linked, linking
from tests.making import DAY, make
from tests.making_embedder import Hashing

_HASHING = Hashing(synonyms=(("car", "automobil"), ("cheap", "inexpens")))


def _given(engine: Engine, *documents: Document) -> None:
    fill(engine, *documents)
    embed_pending(engine, _HASHING, budget=TimeBudget(time.monotonic), progress=lambda _: None)


def _asked(engine: Engine, request: Request | str, now: float = 0.0) -> Answer:
    request = Request(request) if isinstance(request, str) else request
    return search(request, DEFAULT, engine, now=now, embedder=_HASHING)


def _found(engine: Engine, request: Request | str, now: float = 0.0) -> list[str]:
    return paths(_asked(engine, request, now).hits)


def _hints(answer: Answer) -> list[tuple[int, str]]:
    return [(note.at, note.hint) for note in answer.notes]


_VAULT = (
    make("car.md", "a cheap automobile", title="", modified=1 * DAY, created="1970-01-02"),
    make("cars.md", "cars and taxes", title="", modified=2 * DAY, created="1970-01-03T10:00:00Z", rating=4),
    make("tax.md", "the carbon tax", title="", modified=3 * DAY, rating=5),
    make("bread.md", "flour and water", title="", modified=4 * DAY),
)


def test_limit_in_the_query_wins_over_the_option(engine: Engine) -> None:
    _given(engine, *(make(f"{n}.md", "carbon") for n in range(9)))
    assert len(_asked(engine, Request("carbon limit:3", limit=5)).hits) == 3
    assert len(_asked(engine, Request("carbon limit:7", limit=5)).hits) == 7


def test_weights_in_the_query_win_over_the_option() -> None:
    query = parse("carbon weights:0.5,0.3,0.2")
    planned = plan(Request(query.text, weights=(1.0,)), query, DEFAULT, anchored=False)
    assert planned.fusion == Weighted({"keyword": 0.5, "semantic": 0.3, "graph": 0.2})


def test_a_third_weight_adds_the_list_of_links() -> None:
    query = parse("carbon weights:0.5,0.3,0.2")
    planned = plan(Request(query.text), query, DEFAULT, anchored=False)
    assert [each.name for each in planned.retrievers] == ["keyword", "semantic", "graph"]


@pytest.mark.parametrize("text", ["carbon", "carbon weights:0.5,0.3", "carbon weights:1,0,0", "tag:x weights:0,0,1"])
def test_no_list_of_links_is_added_without_a_third_weight_or_without_words(text: str) -> None:
    query = parse(text)
    planned = plan(Request(text), query, DEFAULT, anchored=False)
    assert "graph" not in [each.name for each in planned.retrievers]


def test_the_weight_of_links_alone_ranks_documents_that_are_linked_with_the_best_hits(engine: Engine) -> None:
    linked(engine, linking("a.md", "levy", text="carbon"), make("levy.md", "duties"), make("bread.md", "flour"))
    first, *_ = _asked(engine, Request("carbon", weights=(0, 0, 1), mode="fulltext")).hits
    assert (first.head.path, first.score > 0) == ("levy.md", True)


def test_a_weight_of_links_alone_without_a_link_is_noted(engine: Engine) -> None:
    fill(engine, make("tax.md", "carbon"))
    told = (0, "no document is linked with the best hits, and the other lists have the weight 0")
    assert told in _hints(_asked(engine, "carbon weights:0,0,1"))
    assert told not in _hints(_asked(engine, "carbon weights:0.5,0.3,0.2"))


def test_an_empty_answer_has_no_note_on_missing_links(engine: Engine) -> None:
    fill(engine, make("tax.md", "carbon"))
    assert not any(
        "linked" in hint for _, hint in _hints(_asked(engine, Request("zyzzyva weights:0,0,1", mode="fulltext")))
    )


@pytest.mark.parametrize("text", ['similar:"save energy"', "like:a", "carbon like:a"])
def test_a_query_by_meaning_weighs_meaning_more(text: str) -> None:
    query = parse(text)
    assert plan(Request(text), query, DEFAULT, anchored=True).fusion == Weighted(
        {"keyword": 0.2, "semantic": 0.7, "graph": 0.1}
    )
    assert plan(Request(text), query, RRF, anchored=True).fusion == RRF.fusion


def test_a_query_of_words_keeps_the_weights_of_the_profile() -> None:
    assert plan(Request("carbon"), parse("carbon"), DEFAULT, anchored=False).fusion == DEFAULT.fusion


def test_a_retriever_that_has_nothing_to_go_by_does_not_run() -> None:
    made = {
        text: plan(Request(text), parse(text), DEFAULT, anchored=text == "like:a").retrievers
        for text in ("like:a", "like:nobody", "tag:x", "a")
    }
    assert [type(each) for each in made["like:a"]] == [Semantic]
    assert made["tag:x"] == made["like:nobody"] == ()
    assert [type(each) for each in made["a"]] == [Keyword, Semantic]


def test_the_profile_of_the_query_is_used(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, Request("carbon profile:rrf", explain=True))
    assert (answer.profile, "rrf" in [step.name for step in answer.steps]) == ("rrf", True)


def test_a_profile_that_there_is_not_is_noted_and_the_one_at_hand_used(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, "carbon profile:rff")
    assert answer.profile == "default"
    assert (7, "there is no profile 'rff'; did you mean rrf?") in _hints(answer)
    assert (7, "there is no profile 'rff'; did you mean rrf?") in [(n.at, n.hint) for n in answer.query.notes]
    (other,) = _asked(engine, "flour profile:x").query.notes
    assert other.hint == f"there is no profile 'x'; choose one of {', '.join(PROFILES)}"


def test_similar_finds_what_shares_no_word_with_it(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, 'similar:"inexpensive car"')[0] == "car.md"


def test_similar_ranks_and_does_not_select_while_other_fields_do(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, 'similar:"inexpensive car" [rating]')[0] == "cars.md"
    assert "bread.md" not in _found(engine, 'similar:"inexpensive car" AND tax')


def test_like_finds_the_neighbours_of_a_document_but_not_itself(engine: Engine) -> None:
    _given(engine, make("a.md", "cheap car", title=""), make("b.md", "inexpensive automobile", title=""), *_VAULT[2:])
    answer = _asked(engine, "like:a")
    assert paths(answer.hits)[0] == "b.md"
    assert "a.md" not in paths(answer.hits)
    assert answer.notes == ()


def test_like_a_thing_that_there_is_not_finds_nothing_and_says_so(engine: Engine) -> None:
    _given(engine, *_VAULT)
    answer = _asked(engine, "like:breat.md")
    assert answer.hits == ()
    assert _hints(answer) == [(0, "like: no document has the name 'breat.md'; did you mean 'bread.md'?")]


def test_like_a_thing_that_there_is_not_leaves_the_rest_of_the_query(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, "like:nobody.at.all [rating]") == ["tax.md", "cars.md"]


def test_meaning_that_the_mode_leaves_out_is_noted(engine: Engine) -> None:
    _given(engine, *_VAULT)
    told = (0, "similar: and like: have no effect in the mode fulltext, which does not search by meaning")
    assert told in _hints(_asked(engine, Request("like:car.md", mode="fulltext")))
    assert told not in _hints(_asked(engine, "like:car.md"))


def test_or_beside_a_place_in_meaning_is_noted(engine: Engine) -> None:
    _given(engine, *_VAULT)
    told = (0, "similar: and like: only rank, so OR with one of them selects every document")
    assert told in _hints(_asked(engine, "similar:flour OR [rating]"))
    assert told not in _hints(_asked(engine, "similar:flour AND [rating]"))


def test_a_long_list_says_how_long_it_is(engine: Engine) -> None:
    fill(engine, *(make(f"{n}.md") for n in range(1_003)))
    assert _asked(engine, "ext:md").total == 1_003


def test_like_without_vectors_finds_nothing_and_nothing_fails(engine: Engine) -> None:
    fill(engine, *_VAULT)
    assert _asked(engine, "like:car.md").hits == ()


def test_like_and_words_stand_together(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, "tax like:car.md")[0] in {"cars.md", "tax.md"}


def test_in_names_the_vault_that_is_searched(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, Request("flour in:Notes", vaults=("notes",)))[0] == "bread.md"
    answer = _asked(engine, Request("flour in:work", vaults=("notes",)))
    assert (answer.hits, _hints(answer)) == ((), [(6, "in: the searched vault is 'notes'")])
    assert _found(engine, Request("-in:work flour", vaults=("notes",)))[0] == "bread.md"


def test_ages_count_from_the_time_of_the_search(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, "modified:<36h", now=4.5 * DAY) == ["bread.md"]
    assert _found(engine, "modified:>36h", now=4.5 * DAY) == ["tax.md", "cars.md", "car.md"]
    assert _found(engine, "created:>1y", now=400 * DAY) == ["cars.md", "car.md"]


def test_dates_of_properties_in_other_forms_than_that_of_iso_are_dates(engine: Engine) -> None:
    written = {"a.md": "12 March 2021", "b.md": "2021/3/12", "c.md": "03/12/2021", "d.md": "Mar 2022", "e.md": "7"}
    _given(engine, *_VAULT, *(make(path, "text", done=date) for path, date in written.items()))
    assert sorted(_found(engine, "[done:2021-03]")) == ["a.md", "b.md"]
    assert sorted(_found(engine, "[done:>=2021-03-12]")) == ["a.md", "b.md", "d.md"]
    for query in ("[done:12.3.2021]", "[done:March 2021]", "[done:1 Mar 2021..2021/3/31]", "[done:<Mar 1st, 2022]"):
        assert sorted(_found(engine, query)) == ["a.md", "b.md"], query
    assert _found(engine, "[done:03/12/2021]") == ["c.md"]
    assert _found(engine, "[done:>6]") == ["e.md"]


def test_properties_compare_as_numbers_and_as_dates(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert _found(engine, "[rating:>4]") == ["tax.md"]
    assert _found(engine, "[rating:4..5]") == ["tax.md", "cars.md"]
    assert _found(engine, "created:1970-01-03") == ["cars.md"]
    assert _found(engine, "[created:<1970-01-03]") == ["car.md"]


ONLY_SETTINGS = "the query has only settings; add a word, a question or a filter such as tag:x"


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("", "the query is empty; write a word, a question or a filter such as tag:x"),
        ("()", "the query has no words; write a word, a question or a filter such as tag:x"),
        ("limit:3", ONLY_SETTINGS),
        ("limit:3 ()", ONLY_SETTINGS),
        (
            "archived:yes",
            f"{ONLY_SETTINGS}; [archived:true] lists the archived documents",
        ),
    ],
)
def test_a_query_of_settings_alone_is_told_what_it_lacks(engine: Engine, query: str, hint: str) -> None:
    _given(engine, make("a.md"))
    assert _hints(_asked(engine, query)) == [(0, hint)]


UNKNOWN = {
    "status:tod": "no document has the status 'tod'; did you mean 'todo'?",
    "type:x": "no document has the type 'x'",
    "kind:struct": "no document has the kind 'struct'; such symbols are of the kind 'class'",
    "kind:functon": "no document has the kind 'functon'; did you mean 'function'?",
    "symbol:pars_line": "no document defines the symbol 'pars_line'; did you mean 'parse_line'?",
    "kind:tsk": "no document has the kind 'tsk'; did you mean 'task'?",
    "ext:mdd": "no document has the ext 'mdd'; did you mean 'md'?",
    "path:1-Project": "no document has the path '1-Project'; did you mean '1-Projects'?",
    "[statu]": "no document has the property 'statu'; did you mean 'status'? [statu] is searched as text",
    "[statu:todo]": "no document has the property 'statu'; did you mean 'status'? [statu:todo] is searched as text",
    "[statu:>3]": "no document has the property 'statu'; did you mean 'status'?",
    "path:./Nope/": "no document has the path './Nope/'",
    "#Nope": "no tag #Nope",
    "tag:mon*": "no tag #mon*; did you mean #money/tax?",
    "tag:money/*": "no tag #money/*; did you mean #money?",
    "tag:money.*": "no tag #money.*; did you mean #money?",
    "tag:x/*": "no tag #x/*",
    "status:TOD": "no document has the status 'TOD'; did you mean 'todo'?",
    "ext:.Mdd": "no document has the ext '.Mdd'; did you mean 'md'?",
    "[Statu]": "no document has the property 'Statu'; did you mean 'status'? [Statu] is searched as text",
    "symbol:Pars_line": "no document defines the symbol 'Pars_line'; did you mean 'parse_line'?",
    "lang:pythn": "no document has the lang 'pythn'; did you mean 'python'?",
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_value_that_no_document_has_is_named_with_a_near_miss(engine: Engine, text: str) -> None:
    source = parse_file("a.py", b"def parse_line(): pass\n", modified=0.0)
    _given(engine, make("1-Projects/Atlas/a.md", "carbon", status="todo", tags=("money/tax",)), source)
    assert (7, UNKNOWN[text]) in _hints(_asked(engine, f"carbon {text}"))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("[kitchen:tiled]", "no document has the property 'kitchen'; kitchen:: in a text is no property, "),
        ("[tiled:kitchen]", "no document has the property 'tiled'"),
        ("[Due-Date]", "no document has the property 'Due-Date'; Due-Date:: in a text is no property, "),
    ],
)
def test_an_inline_field_is_named_as_text_where_no_document_has_the_property(
    engine: Engine, query: str, told: str
) -> None:
    _given(engine, make("a.md", "kitchen:: tiled\ndue-date:: 2026-01-03\nA kitchen: tiled."), make("b.md", "tiled"))
    ((_, hint),) = _hints(_asked(engine, query))
    key = query[1:-1].partition(":")[0]
    assert hint == f'{told}"{key}::" finds it' if told.endswith(" ") else hint == told


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("[author:Kelly]", "no document has the value 'Kelly' in the property 'author'; did you mean 'Kelly Smith'?"),
        ("[author:Kelly*]", "no document has the value 'Kelly*' in the property 'author'; did you mean 'Kelly Smith'?"),
        ("[author:kevn]", "no document has the value 'kevn' in the property 'author'; did you mean 'kevin'?"),
        (
            "[author:zoe]",
            "no document has the value 'zoe' in the property 'author'; its values are 'kevin', 'Ada', 'Eve' and 1 more",
        ),
    ],
)
def test_a_value_that_no_property_has_is_named_with_values_that_exist(engine: Engine, query: str, hint: str) -> None:
    _given(engine, *(make(f"{n}.md", author=name) for n, name in enumerate(("Kelly Smith", "kevin", "Ada", "Eve"))))
    _given(engine, make("5.md", author="kevin"))
    assert (0, hint) in _hints(_asked(engine, query))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "[Books:Dehaene]",
            "no document has the value 'Dehaene' in the property 'Books'; did you mean [books.name:Dehaene]?",
        ),
        (
            "[Books:x]",
            "no document has the value 'x' in the property 'Books'; its values have the keys 'books.at', 'books.name'",
        ),
        ("[Rating:zoe]", "no document has the value 'zoe' in the property 'Rating'; it has no values"),
        ("[Year:zoe]", "no document has the value 'zoe' in the property 'Year'; its values are '1982'"),
        ("[día:2024-07-08]", "no document has the property 'día'; did you mean 'dia'?"),
    ],
)
def test_a_property_without_the_value_is_named_with_what_it_has(engine: Engine, query: str, told: str) -> None:
    note = b"---\nBooks:\n  - name: Dehaene\n    at: 2020\ndia: 2024-07-08\n---\nText\n"
    _given(engine, parse_file("a.md", note, modified=0.0))
    _given(engine, parse_file("b.md", b"---\nbooks:\nRating:\nYear: 1982\n---\nText\n", modified=0.0))
    assert (0, told) in _hints(_asked(engine, query))


def test_an_emoji_alone_is_named_with_the_property_and_the_file_name_that_have_it(engine: Engine) -> None:
    _given(engine, make("a.md", status="🟦"), make("b/🟦 plan.md", status="🟦"), make("c.md", "🟥"))
    assert [hint for _, hint in _hints(_asked(engine, "🟦"))][:-1] == [
        "1 document has 🟦 in the file name: file:🟦",
        "2 documents have 🟦 in the property 'status': [status:🟦]",
    ]
    assert len(_hints(_asked(engine, "🟥"))) == 1


@pytest.mark.parametrize("value", ["2023-09", "2023", "2023-W37"])
def test_a_month_a_week_or_a_year_as_a_value_means_the_dates_in_it(engine: Engine, value: str) -> None:
    _given(engine, make("a.md", met="2023-09-12"), make("b.md", met="2022-01-01"), make("c.md", met=f"in {value}"))
    answer = _asked(engine, f"[met:{value}]")
    assert ([hit.ref.doc for hit in answer.hits], _hints(answer)) == (["a.md"], [])
    assert [hit.ref.doc for hit in _asked(engine, f"-[met:{value}]").hits] == ["b.md", "c.md"]
    assert [hit.ref.doc for hit in _asked(engine, f"[met:!={value}]").hits] == ["b.md", "c.md"]
    assert not _asked(engine, f'[met:"{value}"]').hits
    absent = _asked(engine, "[met:1999-09]")
    assert not absent.hits
    lacks = "no document has the value '1999-09' in the property 'met'; "
    assert [hint.startswith(lacks) for _, hint in _hints(absent)] == [True]
    assert [hint for _, hint in _hints(_asked(engine, f"[nosuch:{value}]"))] == [
        "no document has the property 'nosuch'"
    ]


@pytest.mark.parametrize(
    ("asked", "stated", "meant"), [("no", "false", "false"), ("yes", "true", "true"), ("true", "yes", "yes")]
)
def test_the_word_for_true_or_false_that_documents_have_is_proposed(
    engine: Engine, asked: str, stated: str, meant: str
) -> None:
    fill(engine, parse_file("a.md", f"---\npaid: {stated}\n---\n".encode(), modified=0.0))
    said = f"no document has the value {asked!r} in the property 'paid'; did you mean {meant!r}?"
    assert said in [hint for _, hint in _hints(_asked(engine, f"[paid:{asked}]"))]


@pytest.mark.parametrize("date", ["2023-09-12", "2023-09"])
def test_a_date_that_only_properties_have_is_offered_as_a_filter(engine: Engine, date: str) -> None:
    _given(engine, make("a.md", met="2023-09-12"), make("b.md", met="2023-09-12"), make("c.md", created="2023-09-12"))
    assert [hint for _, hint in _hints(_asked(engine, date)) if "the date" in hint] == [
        f"2 documents have the date {date} in the property 'met': [met:{date}]",
        f"1 document has the date {date} in the property 'created': [created:{date}]",
    ]
    for other in ("2023-09-13", "2023", f"[met:{date}]", f'"{date}"'):
        assert not any("the date" in hint for _, hint in _hints(_asked(engine, other)))
    _given(engine, make("d.md", f"on {date}"))
    assert not any("the date" in hint for _, hint in _hints(_asked(engine, date)))


def test_a_number_that_only_properties_have_is_offered_as_a_filter(engine: Engine) -> None:
    texts = ("---\nyear: 1982\n---\ncarbon\n", "---\npages: 310\n---\ncarbon\n")
    fill(engine, *(parse_file(f"{n}.md", each.encode(), modified=0.0) for n, each in zip("ab", texts, strict=True)))
    assert "1 document has 1982 in the property 'year': [year:1982]" in [
        hint for _, hint in _hints(_asked(engine, "1982"))
    ]
    assert "1 document has 310 in the property 'pages': [pages:310]" in [
        hint for _, hint in _hints(_asked(engine, "310"))
    ]
    assert not any(" in the property" in hint for _, hint in _hints(_asked(engine, "1983")))


def test_an_address_that_only_properties_have_is_offered_as_a_filter(engine: Engine) -> None:
    address = "https://example.org/on-kelp/?page=2"
    texts = (f"---\nurl: {address}\n---\ncarbon\n", "see https://example.org/other for kelp\n")
    fill(engine, *(parse_file(f"{n}.md", each.encode(), modified=0.0) for n, each in zip("ab", texts, strict=True)))
    offered = f"1 document has {address} in the property 'url': [url:{address}]"
    for query in (address, f"carbon {address}"):
        hints = [hint for _, hint in _hints(_asked(engine, query))]
        assert offered in hints, query
        assert not any("no document contains" in hint for hint in hints)
    assert [hit.ref.doc for hit in _asked(engine, f"[url:{address}]").hits] == ["a.md"]
    assert not any(" in the property" in hint for _, hint in _hints(_asked(engine, "https://example.org/other")))


def test_a_date_or_a_number_beside_words_is_offered_as_a_filter(engine: Engine) -> None:
    front = "---\nyear: 1992\nlast: 2023-09-14\n---\n"
    texts = (f"{front}carbon\n", "carbon on 2023-09\n", "carbon in 09 of 14\n", "carbon in 2023\n")
    fill(engine, *(parse_file(f"{n}.md", each.encode(), modified=0.0) for n, each in enumerate(texts[:2])))
    year = "1 document has 1992 in the property 'year': [year:1992]"
    date = "1 document has the date 2023-09-14 in the property 'last': [last:2023-09-14]"
    asked = {"carbon 1992": year, "carbon 2023-09-14": date, "2023-09-14": date}
    for query, hint in asked.items():
        value = query.rpartition(" ")[2]
        assert [each for _, each in _hints(_asked(engine, query)) if value in each] == [hint]
    fill(engine, *(parse_file(f"{n}.md", each.encode(), modified=0.0) for n, each in enumerate(texts)))
    assert date in [each for _, each in _hints(_asked(engine, "carbon 2023-09-14"))]  # each part is in some text
    assert date not in [each for _, each in _hints(_asked(engine, 'carbon +"2023-09-14"'))]
    _given(engine, make("d.md", "on 2023-09-14"))
    assert date not in [each for _, each in _hints(_asked(engine, "carbon 2023-09-14"))]


def test_the_property_with_a_date_is_the_one_that_the_documents_have_and_archived_ones_do_not_count(
    engine: Engine,
) -> None:
    """`created` stands for `date`, too, so that a document with `date` alone has both."""
    text = "---\ndate: 2023-09-12\n---\n"
    old = "---\ndate: 2023-09-12\narchived: true\n---\n"
    fill(engine, *(parse_file(f"{n}.md", each.encode(), modified=0.0) for n, each in enumerate((text, text, old))))
    hint = "2 documents have the date 2023-09-12 in the property 'date': [date:2023-09-12]"
    assert [hint for _, hint in _hints(_asked(engine, "2023-09-12")) if "the date" in hint] == [hint]


@pytest.mark.parametrize(
    ("key", "value", "meant"),
    [
        ("met", "2023-09-13", "2023-09-12"),
        ("month", "2023-10", "2023-09"),
        ("week", "2023-W38", "2023-W37"),
        ("year", "2024", "2023"),
    ],
)
def test_a_date_that_no_property_has_is_named_with_one_that_exists(
    engine: Engine, key: str, value: str, meant: str
) -> None:
    _given(engine, make("a.md", "carbon", met="2023-09-12", month="2023-09", week="2023-W37", year="2023"))
    hint = f"no document has the value {value!r} in the property {key!r}; did you mean {meant!r}?"
    assert [each for _, each in _hints(_asked(engine, f"[{key}:{value}]"))] == [hint]
    assert _hints(_asked(engine, f"carbon OR [{key}:{value}]")) == []


@pytest.mark.parametrize(("number", "is_year"), [("1235", False), ("1899", False), ("1900", True), ("2099", True)])
def test_a_bare_number_is_a_year_from_1900_to_2099(engine: Engine, number: str, is_year: bool) -> None:
    _given(engine, make("a.md", met=f"{number}-05-01"), make("b.md", met=f"{number}.0"))
    assert [hit.ref.doc for hit in _asked(engine, f"[met:{number}]").hits] == ["a.md", "b.md"][not is_year :]
    assert [hit.ref.doc for hit in _asked(engine, f"[met:{number}-05]").hits] == ["a.md"]


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("kind:Initiative", "no document has the kind 'Initiative'; did you mean type:Initiative?"),
        ("type:note", "no document has the type 'note'; did you mean kind:note?"),
        ("kind:adr", "no document has the kind 'adr'"),
    ],
)
def test_a_kind_that_is_a_type_is_named_as_one(engine: Engine, query: str, hint: str) -> None:
    _given(engine, make("a.md", type="initiative", kind="note"))
    assert _hints(_asked(engine, query)) == [(0, hint)]


def test_a_word_that_a_note_calls_a_property_has_no_second_note(engine: Engine) -> None:
    _given(engine, make("a.md", "carbon", rating="7"))
    hints = [hint for _, hint in _hints(_asked(engine, "rating:>6 carbon"))]
    assert hints[0] == "rating: is not a field; [rating:>6] is the property rating; searched as words"
    assert not any(hint.endswith(": [rating]") for hint in hints)


def test_a_qualified_symbol_has_the_most_similar_qualified_name(engine: Engine) -> None:
    source = b"class Res:\n    def cookie(self): pass\n\nclass Jar:\n    def cookie(self): pass\n"
    _given(engine, parse_file("a.py", source, modified=0.0))
    for query, meant in (("symbol:Res.cokie", "Res.cookie"), ("symbol:Jra.cookie", "Jar.cookie")):
        assert f"did you mean {meant!r}?" in _hints(_asked(engine, query))[0][1]


def test_the_name_of_a_folder_is_enough_if_no_other_folder_has_it(engine: Engine) -> None:
    _given(engine, make("1-Projects/Atlas/a.md", "carbon"), make("Maps/b.md", "carbon"), make("c.md", "carbon"))
    answer = _asked(engine, "carbon path:atlas")
    assert paths(answer.hits) == ["1-Projects/Atlas/a.md"]
    assert [hint for _, hint in _hints(answer)] == ["path: 'atlas' is '1-Projects/Atlas'"]
    assert paths(_asked(engine, "carbon -path:Atlas").hits) == ["Maps/b.md", "c.md"]
    assert _hints(_asked(engine, "carbon path:Maps")) == []  # a path from the root needs no note


def test_the_name_of_several_folders_is_a_suggestion(engine: Engine) -> None:
    _given(engine, make("1-Projects/Atlas/a.md", "carbon"), make("4-Archive/old/Atlas/b.md", "carbon"))
    answer = _asked(engine, "carbon path:Atlas")
    assert answer.hits == ()
    assert (7, "no document has the path 'Atlas'; did you mean '1-Projects/Atlas'?") in _hints(answer)


@pytest.mark.parametrize("text", ["-status:tod", "status:tod OR carbon"])
def test_a_value_that_no_document_has_is_named_though_something_is_found(engine: Engine, text: str) -> None:
    _given(engine, make("a.md", "carbon", status="todo"))
    answer = _asked(engine, f"carbon AND {text}" if text.startswith("-") else text)
    assert paths(answer.hits) == ["a.md"]
    assert [hint for _, hint in _hints(answer)] == [UNKNOWN["status:tod"]]


_KEPT = (
    make("open.md", "carbon tax", title="Open"),
    make("done.md", "carbon levy", title="Done", archived=True, short_code="METIS-T-0001"),
    make("old.md", "bread", title="Old", archived="yes"),
)


def test_an_archived_document_that_is_found_by_its_code_is_no_better_match(engine: Engine) -> None:
    other = make("log.md", "METIS-T-0001 METIS-T-0001", title="Log", archived=True)
    _given(engine, *_KEPT, other, make("plan.md", "see METIS-T-0001 and other tasks", title="Plan"))
    answer = _asked(engine, "METIS-T-0001")
    assert paths(answer.hits)[0] == "done.md"
    assert not any("archived" in hint for _, hint in _hints(answer))


@pytest.mark.parametrize("text", ["#", "+", "*", "…"])
def test_a_query_of_signs_names_no_archived_document(engine: Engine, text: str) -> None:
    _given(engine, *_KEPT)
    hints = [hint for _, hint in _hints(_asked(engine, text))]
    told = "the query has no letters and no digits to search for; write {} a word or a filter such as tag:x"
    assert told.format(f'"{text}" to find it as written,') in hints
    assert not any("archived" in hint or "a word of the query" in hint for hint in hints)


@pytest.mark.parametrize("query", ["task-todo:📅", "line:(tax 📅)"])
def test_signs_in_a_field_for_passages_exclude_nothing_and_the_note_says_so(engine: Engine, query: str) -> None:
    _given(engine, make("a.md", "- [ ] carbon tax"))
    answer = _asked(engine, query)
    told = '📅 has no letters and no digits, so it excludes nothing; "📅" selects it as written'
    assert (paths(answer.hits), [hint for _, hint in _hints(answer)]) == (["a.md"], [told])


@pytest.mark.parametrize(
    ("query", "at", "signs", "sign"),
    [
        ("why was ++ removed", 8, "'++'", "++"),
        ("difference between == and ===?", 19, "'==' and '==='", "=="),
        ("what does ?. do", 10, "'?.'", "?."),
        ("the => operator", 4, "'=>'", "=>"),
    ],
)
def test_a_question_with_a_sign_has_the_note_that_a_quotation_finds_it(
    engine: Engine, query: str, at: int, signs: str, sign: str
) -> None:
    _given(engine, make("a.md", "the difference: why was x removed, what does an operator do"))
    said = f'signs such as {signs} are not searched; "{sign}" selects the documents that contain it'
    assert (at, said) in _hints(_asked(engine, query))


@pytest.mark.parametrize(
    "query",
    ["tax -- carbon", "tax ... carbon", "tax -> carbon", "really?? !!", "if (tax == x) {", 'what is "=="', "++"],
)
def test_punctuation_arrows_and_code_have_no_note_on_signs(engine: Engine, query: str) -> None:
    _given(engine, make("a.md", "carbon tax is what x == 1 really means"))
    assert not any("signs such as" in hint for _, hint in _hints(_asked(engine, query)))


@pytest.mark.parametrize("query", ['task-todo:"📅"', 'line:"📅"', '"📅"'])
def test_signs_that_a_quotation_selects_have_no_note(engine: Engine, query: str) -> None:
    _given(engine, make("a.md", "- [ ] carbon tax 📅 2026-02-01"))
    answer = _asked(engine, query)
    assert (paths(answer.hits), _hints(answer)) == (["a.md"], [])


def test_signs_beside_a_filter_name_the_selected_documents(engine: Engine) -> None:
    _given(engine, *_KEPT)
    told = "the selected documents are archived; add archived:yes to list them"
    assert told in [hint for _, hint in _hints(_asked(engine, Request("* file:old", mode="fulltext")))]


@pytest.mark.parametrize("text", ["communities", " Communities "])
def test_the_word_communities_leads_to_the_directive(engine: Engine, text: str) -> None:
    _given(engine, *_VAULT)
    assert (0, "for clusters of related documents write communities:") in _hints(_asked(engine, text))


def test_communities_among_other_words_is_a_word(engine: Engine) -> None:
    _given(engine, *_VAULT)
    assert not any("clusters" in hint for _, hint in _hints(_asked(engine, "communities of practice")))


def test_archived_documents_are_left_out(engine: Engine) -> None:
    _given(engine, *_KEPT)
    assert _found(engine, "carbon") == ["open.md"]
    assert set(_found(engine, "ext:md")) == {"open.md"}


@pytest.mark.parametrize("request_", [Request("carbon archived:yes"), Request("carbon", archived=True)])
def test_archived_documents_are_found_when_wanted(engine: Engine, request_: Request) -> None:
    _given(engine, *_KEPT)
    assert set(_found(engine, request_)) >= {"open.md", "done.md"}


def test_who_asks_for_the_property_wants_archived_documents(engine: Engine) -> None:
    _given(engine, *_KEPT)
    assert set(_found(engine, "[archived:true]")) == {"done.md"}
    assert set(_found(engine, "[archived]")) == {"done.md", "old.md"}


@pytest.mark.parametrize("name", ["METIS-T-0001", "metis-t-0001", "Done", "done.md"])
def test_an_archived_document_is_found_by_its_whole_name(engine: Engine, name: str) -> None:
    _given(engine, *_KEPT)
    assert _found(engine, name)[0] == "done.md"


def test_who_finds_nothing_is_told_of_what_is_archived(engine: Engine) -> None:
    _given(engine, *_KEPT)
    fulltext = Request("bread", mode="fulltext")
    assert _hints(_asked(engine, fulltext)) == [
        (0, "documents with these words are archived; add archived:yes to find them")
    ]
    assert _hints(_asked(engine, "file:old")) == [
        (0, "the selected documents are archived; add archived:yes to list them")
    ]


@pytest.mark.parametrize("text", ["related:x", "limit:3", "like:nobody.at.all"])
def test_who_asks_for_nothing_is_not_told_of_what_is_archived(engine: Engine, text: str) -> None:
    _given(engine, *_KEPT)
    assert not any("archived" in hint for _, hint in _hints(_asked(engine, text)))


def test_who_finds_only_what_is_near_is_told_of_what_is_archived(engine: Engine) -> None:
    _given(engine, make("flour.md", "flour"), *_KEPT)
    near = Hashing(synonyms=(("bread", "flour"),))
    told = [note.hint for note in search(Request("bread"), DEFAULT, engine, now=0.0, embedder=near).notes]
    assert told == [
        "no searched document contains 'bread'; the hits are only semantically similar",
        "documents with these words are archived; add archived:yes to find them",
    ]


def test_what_is_like_an_archived_document_may_be_archived(engine: Engine) -> None:
    _given(engine, *_KEPT, make("levy.md", "carbon levy", title="Levy", archived=True))
    assert "levy.md" in _found(engine, "like:done.md")


def test_the_reading_says_what_was_understood(engine: Engine) -> None:
    _given(engine, *_KEPT)
    assert _asked(engine, "carbon -draft").reading == (
        "documents not containing draft, excluding archived documents, ranked by carbon"
    )
    assert _asked(engine, replace(Request("carbon archived:yes"))).reading == "all documents, ranked by carbon"


_GLEANED = (
    make("kept.md", "carbon tax", status="active"),
    make("plain.md", "carbon levy"),
    make("dead.md", "carbon price", title="Dead", status="inactive"),
    make("hidden.md", "carbon cap", title="Hidden", status="Hidden"),
)


def test_inactive_and_hidden_documents_are_left_out(engine: Engine) -> None:
    """Temoa: `status: inactive` is a dead link, `status: hidden` what somebody put away."""
    _given(engine, *_GLEANED)
    assert set(_found(engine, "carbon")) == {"kept.md", "plain.md"}
    assert _asked(engine, "carbon").reading == "all documents, excluding inactive or hidden documents, ranked by carbon"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("carbon status:inactive", {"dead.md"}),
        ("carbon [status:hidden]", {"hidden.md"}),
        ("carbon NOT status:draft", {"kept.md", "plain.md", "dead.md", "hidden.md"}),
        ("Dead", {"dead.md"}),
    ],
)
def test_inactive_documents_are_found_by_their_status_and_their_name(
    engine: Engine, text: str, found: set[str]
) -> None:
    _given(engine, *_GLEANED)
    fulltext = Request(text, mode="fulltext")
    assert set(_found(engine, fulltext)) == found


def test_who_finds_nothing_is_told_of_what_is_inactive(engine: Engine) -> None:
    _given(engine, *_GLEANED)
    told = "documents with these words are inactive or hidden; add status:inactive OR status:hidden to find them"
    assert _hints(_asked(engine, Request("price cap", mode="fulltext"))) == [(0, told)]


def test_known_symbols_and_kinds_of_symbols_have_no_note(engine: Engine) -> None:
    _given(engine, parse_file("a.py", b"class Box:\n    def open(self): pass\n", modified=0.0), make("b.md", "open"))
    answer = _asked(engine, "symbol:Box.open kind:method open")
    assert (paths(answer.hits), _hints(answer)) == (["a.py"], [])
    none = "there are no documents defining box of the kind function"
    assert _hints(_asked(engine, "symbol:box kind:function")) == [(0, none)]


@pytest.mark.parametrize(
    ("query", "note"),
    [
        (
            "HANDLES AND REQUESTS",
            (8, "AND in capitals is an operator; to search it as a word, write 'HANDLES and REQUESTS'"),
        ),
        (
            "DO NOT EDIT OR COPY!",
            (3, "NOT in capitals is an operator; to search it as a word, write 'DO not EDIT or COPY!'"),
        ),
        ("handles AND REQUESTS", None),
        ("HANDLES AND", None),
        ("(HANDLES OR REQUESTS) AND DATA", None),
        ("MAX_SIZE AND MIN_SIZE", None),
        ("最短路 AND 图", None),
        ("HANDLES AND tag:x", None),
        ("HANDLES ANDROID", None),
    ],
)
def test_an_operator_in_a_title_in_capitals_has_a_note(
    engine: Engine, query: str, note: tuple[int, str] | None
) -> None:
    _given(engine, make("a.md", "handles and requests"))
    hints = [(at, hint) for at, hint in _hints(_asked(engine, query)) if "in capitals" in hint]
    assert hints == ([note] if note else [])


def test_an_operator_in_capitals_is_no_mistake(engine: Engine) -> None:
    _given(engine, make("a.md", "handles and requests"))
    assert not _asked(engine, "HANDLES AND REQUESTS").query.notes
