"""What the query names among other words is lifted."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from dowse.analysis.bm25_formula import inverse_document_frequency
from dowse.analysis.dates.dated_names import may_have_date, name_without_date
from dowse.analysis.name_spans import name_spans, name_without_number
from dowse.formats.detect import parse_file
from dowse.formats.minhash import signed
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.ports.pipeline import QueryTraits
from dowse.query.ast import FieldEquals, Word
from dowse.stages.name_match import NAME_MATCH, NameMatch
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_MOC = make("Maps of Content.md", "A note that lists notes.", aliases=("MOCs",))
_PARA = make("methods/PARA.md", "Projects, areas, resources.")
_NOTE = make("Note.md", "note")
_ZH = make("graphs/最短路.md", "算法")
_FILLER = tuple(make(f"f{n}.md", "note about a second brain by Tiago Forte") for n in range(20))
_ENGINE = holding(_MOC, _PARA, _NOTE, _ZH, *_FILLER)
_FIRST = hit("f1.md", 0.7)


def _lifted(query: str, *hits: tuple[str, float], where: FieldEquals | None = None) -> Hits:
    run = asking(query, _ENGINE, where=where) if where else asking(query, _ENGINE)
    return NameMatch()((_FIRST, *(hit(path, score) for path, score in hits)), run)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("MOCs what are they", _MOC.head.path),
        ("what are maps of content?", _MOC.head.path),
        ("second brain PARA tiago forte", _PARA.head.path),
        ("如何求最短路", _ZH.head.path),
    ],
)
def test_a_name_among_other_words_lifts_its_document(query: str, path: str) -> None:
    before = ((path, 0.4),)
    assert paths(_lifted(query, *before))[0] == path


def _ranks(query: str, *scores: tuple[str, float]) -> list[str]:
    engine = holding(*(make(path, "kelp204 unresolved") for path, _ in scores), *_FILLER)
    return paths(NameMatch()(tuple(hit(path, score) for path, score in scores), asking(query, engine)))


@pytest.mark.parametrize(
    ("query", "is_lifted"),
    [
        ("KELP204 unresolved holdfast", True),
        ("which kelp204 error", True),
        ("kelp20 unresolved", False),
        ("KELP2045 unresolved", False),
        ("see kelp204.md", False),
    ],
)
def test_a_code_in_the_query_names_the_page_whose_title_or_file_name_ends_with_it(query: str, is_lifted: bool) -> None:
    for name in ("errors/Linker error KELP204.md", "errors/linker-error-kelp204.md", "errors/KELP204 explained.md"):
        assert (_ranks(query, ("other.md", 0.7), (name, 0.5))[0] == name) == is_lifted
    assert _ranks(query, ("other.md", 0.7), ("The KELP204 error.md", 0.5))[0] == "other.md"
    many = [(f"errors/{n} kelp204.md", 0.5) for n in range(9)]  # a code of many pages says nothing about any
    assert _ranks(query, ("other.md", 0.7), *many)[0] == "other.md"


@pytest.mark.parametrize(
    ("query", "is_lifted"), [("4844 blobs", True), ("484 blobs", False), ("2024 blobs", False), ("at 12:4844", False)]
)
def test_a_number_of_four_digits_and_more_that_is_no_year_names_a_page(query: str, is_lifted: bool) -> None:
    pages = [make(f"keps/kep-{number}.md", f"blobs {number}") for number in (4844, 484, 2024)]
    engine = holding(*pages, make("other.md", "blobs"), *_FILLER)
    hits = (hit("other.md", 0.7), *(hit(page.head.path, 0.6) for page in pages))
    assert (paths(NameMatch()(hits, asking(query, engine)))[0] != "other.md") == is_lifted


@pytest.mark.parametrize(
    ("query", "is_lifted"), [("notes on 0.60", True), ("0.6 unresolved", False), ("0.60.1 unresolved", False)]
)
def test_a_version_in_the_query_names_the_page_whose_title_ends_with_it(query: str, is_lifted: bool) -> None:
    engine = holding(make("Kelp 0.60.md", "now 0.60"), make("beta.md", "before 0.60"), *_FILLER)
    hits = hit("beta.md", 0.7), hit("Kelp 0.60.md", 0.6)
    found = paths(NameMatch()(hits, asking(query, engine)))
    assert (found[0] == "Kelp 0.60.md") == is_lifted


def test_a_title_with_the_words_of_the_query_in_another_order_is_its_name() -> None:
    assert _ranks("kelp once", ("Kelp.md", 0.5), ("once kelp.md", 0.6))[0] == "once kelp.md"
    assert _ranks("kelp once", ("other.md", 0.7), ("once kelp once.md", 0.5))[0] == "other.md"


def test_a_document_in_no_list_is_added_if_the_filters_select_it() -> None:
    assert _PARA.head.path in paths(_lifted("the PARA method"))
    assert _PARA.head.path not in paths(_lifted("the PARA method", where=FieldEquals("tag", "none")))


def test_the_evidence_is_the_share_of_the_query_that_the_name_says() -> None:
    whole, part = _lifted("what are MOCs", (_MOC.head.path, 0.4)), _lifted("MOCs with PARA", (_MOC.head.path, 0.4))
    shares = [
        reason.value for hits in (whole, part) for each in hits for reason in each.why if reason.source == NAME_MATCH
    ]
    assert shares[0] == pytest.approx(1.0)
    assert 0.3 < shares[1] < 0.7


def test_the_share_of_a_name_does_not_depend_on_the_order_of_its_words() -> None:
    pick = random.Random(5)  # noqa: S311  # the same every time
    picked = ({min(pick.randrange(40), pick.randrange(40)) for _ in range(8)} for _ in range(30))
    names = [" ".join(f"kelp{n}" for n in each) for each in picked]
    engine = holding(*(make(f"{n}.md", "reef " * n, title=name) for n, name in enumerate(names)))
    counts = Counter(word for name in names for word in name.split())
    weights = {word: inverse_document_frequency(len(names), count) for word, count in counts.items()}
    for n, name in enumerate(names):
        own = [weights[word] for word in name.split()]
        hits = NameMatch()((hit(f"{n}.md", 0.1),), asking(f"{name} abalone", engine))
        (share,) = {why.value for each in hits if each.ref.doc == f"{n}.md" for why in each.why}
        assert share == math.fsum(own) / sum(own)


def test_of_documents_of_one_name_those_without_a_text_come_last() -> None:
    texts = {"a/Weir.md": "# Weir\n\n## Links\n", "z/Weir.md": "# Weir\n\nHigh water.\n", "b.md": "# Other\n\nWater.\n"}
    engine = holding(*(signed(parse_file(path, text.encode(), modified=0.0)) for path, text in texts.items()))
    heads = engine.heads(texts)
    hits = tuple(Hit(Ref(path), heads[path], score) for path, score in zip(texts, (1.0, 0.4, 0.3), strict=True))
    assert paths(NameMatch()(hits, asking("the weir", engine))) == ["z/Weir.md", "a/Weir.md", "b.md"]
    alone = NameMatch()((hits[0], hits[2]), asking("the weir", engine, where=FieldEquals("path", "a")))
    assert paths(alone) == ["a/Weir.md", "b.md"]


def test_a_common_word_that_is_a_title_hardly_counts() -> None:
    hits = _lifted("how does Tiago Forte begin a note about a brain of PARA", ("Note.md", 0.4))
    (found,) = (each for each in hits if each.head.path == "Note.md")
    assert found.score < 0.5


def test_many_documents_of_one_name_are_not_lifted() -> None:
    engine = holding(*(make(f"{n}/index.md", "pages") for n in range(9)), make("x.md", "index rotation"))
    assert NameMatch()((_FIRST,), asking("rotate the index weekly", engine)) == (_FIRST,)


@pytest.mark.parametrize("query", ["MOCs", '"MOCs" are', "what is that", "", "tag:people", " ".join(["MOCs"] * 40)])
def test_a_query_without_a_name_among_its_words_changes_nothing(query: str) -> None:
    assert _lifted(query) == (_FIRST,)


def test_scores_stay_at_most_one_and_the_order_of_others_stays() -> None:
    hits = _lifted("MOCs what are they", ("f2.md", 0.6), (_MOC.head.path, 0.9))
    assert paths(hits) == [_MOC.head.path, "f1.md", "f2.md"]
    assert hits[0].score == 1.0


def test_a_search_for_similar_or_linked_documents_has_no_names() -> None:
    assert NameMatch().adapted(QueryTraits(is_by_similarity=True)) is None
    assert NameMatch().adapted(QueryTraits(is_linked=True)) is None
    assert NameMatch().adapted(QueryTraits()) == NameMatch()


def test_parts_of_a_question_are_looked_up_without_stop_words_alone() -> None:
    assert set(name_spans("what is Foo Bar")) == {"foo", "bar", "foo bar", "is foo", "is foo bar", "what is foo"}


@pytest.mark.parametrize("text", ["word " * 33, "".join(map(chr, range(0x4E00, 0x4E00 + 129)))])
def test_no_parts_of_a_long_text_are_looked_up(text: str) -> None:
    assert name_spans(text) == {}


def test_a_filter_on_the_text_decides_on_an_added_document_too() -> None:
    areas, notes = Word("areas"), Word("lists")
    run = asking("the PARA method", _ENGINE, where=areas)
    assert _PARA.head.path in paths(NameMatch()((_FIRST,), run))
    assert _PARA.head.path not in paths(NameMatch()((_FIRST,), asking("the PARA method", _ENGINE, where=notes)))


_DATED = [
    make("2023-09-12 Meeting with Steph.md", "emergence"),
    make("series/Team standup (20240108).md", "talk"),
    make("series/journal.md", "talk", title="[2024-01-09] - Team standup"),
    make("plans/2024-01-01 Note.md", "talk"),
    make("plans/2024-13-01 Roof garden.md", "talk"),
]
_DIARY = holding(*_DATED, *_FILLER)


def _in_the_diary(query: str) -> list[tuple[str, float]]:
    run = asking(query, _DIARY)
    hits = NameMatch()((_FIRST, *(hit(each.head.path, 0.1)._replace(head=each.head) for each in _DATED)), run)
    shares = [(each.ref.doc, why.value) for each in hits for why in each.why if why.source == NAME_MATCH]
    return [(doc, round(share, 3)) for doc, share in shares]


@pytest.mark.parametrize(
    "name",
    [
        "2023-09-12 Meeting with Steph", "2023-09-12 - Meeting with Steph", "[2023-09-12] Meeting with Steph",
        "20230912 Meeting with Steph", "202309121530 Meeting with Steph", "2023-09-12T15:30 Meeting with Steph",
        "Meeting with Steph 2023-09-12", "Meeting with Steph (2023.09.12)", "meeting.with.steph.2023.09.12",
        "2023_09_12_meeting_with_steph", "2023-09-12 Meeting with Steph 2023-09-12",
        "２０２３-０９-１２ Meeting with Steph",
    ],
)  # fmt: skip
def test_a_date_at_an_end_of_a_name_is_left_out(name: str) -> None:
    assert name_without_date(name) == "meeting with steph"
    assert may_have_date(f"Garden\n{name}\nPond 12")


@pytest.mark.parametrize(
    "name",
    ["Meeting with Steph", "2023-09-12", "2023-13-12 Plan", "Room 20230912 B", "2023 Plan", "120230912 Plan", ""],
)
def test_a_name_without_a_date_at_an_end_has_no_other_form(name: str) -> None:
    assert name_without_date(name) == ""


def test_the_name_of_a_dated_note_without_the_date_lifts_the_note() -> None:
    assert _in_the_diary("Meeting with Steph") == [("2023-09-12 Meeting with Steph.md", 1.0)]
    ((doc, share),) = _in_the_diary("emergence at the meeting with Steph")
    assert doc == "2023-09-12 Meeting with Steph.md"
    assert 0.3 < share < 1


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("2. Lists in Prolog", "lists in prolog"),
        ("2.1 Lists in Prolog", "lists in prolog"),
        ("12 Greedy", "greedy"),
        ("1984 in review", ""),
        ("2.5D Boats", ""),
        ("Lists", ""),
        ("3", ""),
    ],
)
def test_the_number_before_a_title_is_left_out(title: str, name: str) -> None:
    assert name_without_number(title) == name


@pytest.mark.parametrize(("query", "share"), [("knots in rope", 1.0), ("knots", None)])
def test_the_title_without_its_number_lifts_the_note(query: str, share: float | None) -> None:
    note = make("lists.md", "knots in rope", title="2. Knots in Rope")
    run = asking(query, holding(note, *_FILLER))
    found = NameMatch()((_FIRST, hit("lists.md", 0.1)._replace(head=note.head)), run)
    assert [why.value for each in found for why in each.why if why.source == NAME_MATCH] == ([share] if share else [])


def test_a_series_of_dated_notes_is_lifted_as_a_whole_by_its_name_and_shares_the_lift_in_a_question() -> None:
    series = ["series/Team standup (20240108).md", "series/journal.md"]
    assert sorted(_in_the_diary("team standup")) == [(doc, 1.0) for doc in series]
    shares = dict(_in_the_diary("talk of the team standup"))
    assert sorted(shares) == series
    assert max(shares.values()) <= 0.5


@pytest.mark.parametrize("query", ["note", "a note", "roof garden", "meeting", "2023-09-12", "talk of the note"])
def test_one_word_beside_a_date_or_a_number_that_is_no_date_lifts_nothing(query: str) -> None:
    assert _in_the_diary(query) == []


def test_beside_source_code_the_name_of_a_file_of_tests_says_nothing() -> None:
    data, code = make("tests/data/para.txt", "Admin"), parse_file("src/app.py", b"x = 1\n", modified=0.0)
    engine = holding(data, code, *_FILLER)
    query = "second brain para"
    alone = NameMatch()((_FIRST,), asking(query, engine))
    assert paths(alone) == ["f1.md", "tests/data/para.txt"]
    beside = (_FIRST, Hit(Ref("src/app.py"), code.head, 0.3))
    assert NameMatch()(beside, asking(query, engine)) == beside
    settings = parse_file("conf.yaml", b"x: 1\n", modified=0.0)
    configured = (_FIRST, Hit(Ref("conf.yaml"), settings.head, 0.3))
    assert "tests/data/para.txt" in paths(NameMatch()(configured, asking(query, holding(data, settings, *_FILLER))))


_BESIDE_CODE = {
    path: parse_file(path, text.encode(), modified=0.0)
    for path, text in {
        "src/config.c": "int bind(void);",
        "src/moor.c": "int moor(void);",
        "etc/boats.conf": "moorings 3",
        "guide.md": "How to moor.",
    }.items()
}
_FILES = holding(*_BESIDE_CODE.values())


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("bind in config.c", "src/config.c"),
        ("config.c bind", "src/config.c"),
        ("boats.conf moorings", "etc/boats.conf"),
        ("read the moorings of boats.conf", "src/moor.c"),
        ("how do I bind in config.c", "src/moor.c"),
        ("config bind", "src/moor.c"),
        ("get bind out of config.c", "src/moor.c"),
        ("get bind in config.c", "src/config.c"),
        ("moorings in etc/", "etc/boats.conf"),
        ("etc moorings", "src/moor.c"),
    ],
)
def test_a_file_named_with_its_ending_comes_first_unless_a_guide_or_a_program_is_asked(query: str, first: str) -> None:
    scores = {"src/moor.c": 1.0, "guide.md": 0.9, "etc/boats.conf": 0.2}
    hits = tuple(Hit(Ref(path), _BESIDE_CODE[path].head, score) for path, score in scores.items())
    assert paths(NameMatch()(hits, asking(query, _FILES)))[0] == first


@pytest.mark.parametrize("count", [8, 9])
def test_a_file_name_that_many_have_raises_none_of_them(count: int) -> None:
    hits = (_FIRST, *(hit(f"{n}/index.md", 0.2) for n in range(count)))
    assert (paths(NameMatch()(hits, asking("tides of index.md", _ENGINE)))[0] == "f1.md") == (count > 8)
