"""Versions, addresses and dotted names, which are found whole, on every engine."""

from __future__ import annotations

import pytest

from dowse.analysis.dates.query_dates import names_within
from dowse.analysis.tokens import compounds
from dowse.ports.storage import FieldWeights
from dowse.query.ast import MatchAll
from dowse.query.parse import parse
from dowse.retrieval.compound_names import compound_names, name_questions
from dowse.retrieval.keyword import Keyword
from dowse.search.execute import Request, search
from dowse.search.kind_profiles import file_profile
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill, paths
from tests.making import make
from tests.retrieval.asking import asking, holding

_PADDING = "a long text about wool and yarn " * 200


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("what changed in v1.26.3, and why?", ["v1.26.3"]),
        ("192.168.0.1:8080", ["192.168.0.1:8080"]),
        ("see https://example.com/a-b?x=1.", ["https://example.com/a-b?x=1"]),
        ("kubernetes.io/hostname foo.bar.baz", ["kubernetes.io/hostname", "foo.bar.baz"]),
        ("me@example.com", ["me@example.com"]),
        ("the talk of 2022-05-27, not 2022-05 or 27-05-2022", ["2022-05-27"]),
        ("std::vector notes\\plan.md", ["std::vector", "notes\\plan.md"]),
        ("http://t.co/x", ["http://t.co/x"]),
        ("and/or, input/output, TCP/IP; e.g. i.e. U.S.A. A.J.Smith", []),
        ("whidbey-island e-mail don't 1,000 a b.", []),
        ("用1.2查询", []),
        ("... / :: obsidian://", []),
    ],
)
def test_compound_names_are_words_joined_by_dots_colons_or_at_signs(text: str, names: list[str]) -> None:
    assert compounds(text) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("E. M. Forster", ["E. M. Forster"]),
        ("novels by j.r.r. tolkien or C S Lewis", ["j.r.r. tolkien", "C S Lewis"]),
        ("Dr. A. Smith-Jones", ["A. Smith-Jones"]),
        ("e.g. lint i.e. word, option a. then", []),
        ("vitamin C and I Robot", []),
        ('"E. M. Forster" +E. Forster', []),
    ],
)
def test_initials_and_the_name_behind_them_are_a_name(query: str, names: list[str]) -> None:
    assert compound_names(parse(query).where) == names


def test_a_version_finds_the_documents_called_after_its_patches_and_not_numbers_beside_each_other() -> None:
    notes = [make(f"notes/2.45.{n}.md", f"{_PADDING} Release notes", title=f"Release 2.45.{n}") for n in range(2)]
    source = make("a.c", "int a[] = {2, 45};", kind="code")
    other = make("b.md", "release notes: 12.45, 2.450 and 2.45.1 of another program")
    found = Keyword()(asking("release notes 2.45", holding(*notes, source, other)))
    assert {hit.ref.doc for hit in found[:2]} == {"notes/2.45.0.md", "notes/2.45.1.md"}


def test_a_name_with_initials_ranks_above_a_note_with_one_of_the_letters(engine: Engine) -> None:
    stops = make("stops.md", _PADDING, author="[[E. M. Forster]]")
    fill(engine, stops, make("theme.md", "e-ink"), make("other.md", f"{_PADDING} A. Forster"))
    for query in ("E. M. Forster", "E M Forster", "e.m. forster"):
        assert paths(search(Request(query, mode="fulltext"), DEFAULT, engine, now=0.0).hits)[0] == "stops.md"


@pytest.mark.parametrize("piece", ["a", "a.", "a..", ".", "語"])
def test_no_repetition_takes_more_than_linear_time(piece: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    assert len(compounds(piece * (200_000 // len(piece)))) <= 1
    assert len(compound_names(parse(piece * (200_000 // len(piece))).where)) <= 1


def test_only_natural_words_have_compound_names() -> None:
    assert compound_names(parse('1.2.3 "4.5.6" similar:7.8.9').where) == ["1.2.3", "7.8.9"]
    assert compound_names(parse("+1.2.3 -4.5.6").where) == []


@pytest.mark.parametrize(
    ("name", "scattered"),
    [
        ("1.26.3", "1 3 26 3 1 26 1 3 26"),
        ("v1.2", "v1 and v2, v1 or 2, 2 v1"),
        ("2022-05-27", "27 05 2022 and 2022 27 05 and 05"),
        ("192.168.0.1", "168 192 0 1 and 0 1 168 192"),
        ("foo.bar.baz", "baz bar foo baz bar foo bar"),
        ("kubernetes.io/hostname", "hostname io kubernetes hostname io kubernetes"),
        ("https://example.com/a/b", "b a com example https com a example b https"),
    ],
)
def test_a_document_with_the_whole_ranks_above_documents_with_the_parts(
    engine: Engine, name: str, scattered: str
) -> None:
    fill(
        engine,
        make("whole.md", f"{_PADDING} set {name} here {_PADDING}"),
        *(make(f"{n}.md", scattered, title=scattered) for n in range(5)),
    )
    found = search(Request(name), DEFAULT, engine, now=0.0)
    assert paths(found.hits)[0] == "whole.md"
    assert len(found.hits) == 6


def test_a_whole_outside_of_the_candidates_is_found(engine: Engine) -> None:
    fill(engine, make("whole.md", f"{_PADDING} 1.26.3"), *(make(f"{n}.md", "3 26 1 " * 5) for n in range(9)))
    (best,) = Keyword(limit=1)(asking("1.26.3", engine))
    assert best.ref.doc == "whole.md"


def test_a_compound_of_many_documents_has_little_effect(engine: Engine) -> None:
    fill(
        engine,
        make("wool.md", "wool yarn wool"),
        *(make(f"{n:02}.md", "see knit.org" + " wool" * (n == 0)) for n in range(60)),
    )
    assert paths(search(Request("wool yarn knit.org silk"), DEFAULT, engine, now=0.0).hits)[0] == "wool.md"


@pytest.mark.parametrize(
    ("query", "text", "others"),
    [
        ("foo.bar.baz", "Set the key `foo.bar.baz`.", ["The words foo bar baz."]),
        ("set foo.bar.baz", "The key Foo.Bar.Baz", ["The words foo bar baz are set."]),
        ("1.4.0", "New in v1.4.0: tables", ["1 4 0", "Version 11.4.0, see 1 4 0", "1.4.0.2 is 1 4 0"]),
        ("v1.4.0", "See 1.4.0.", ["v 1 4 0 is short"]),
        ("10.0.0.1", "The router at 10.0.0.1:80", ["10 0 0 1"]),
        ("https://example.com/guide", "See https://example.com/guide/.", ["https example com guide"]),
    ],
)
def test_a_note_with_a_name_as_written_is_above_notes_with_its_words_side_by_side(
    engine: Engine, query: str, text: str, others: list[str]
) -> None:
    fill(
        engine,
        make("whole.md", f"{_PADDING} {text}"),
        *(make(f"{n}.md", other, title=f"Other {n}") for n, other in enumerate(others)),
        *(make(f"x{n}.md", f"other text {n}") for n in range(9)),
    )
    assert paths(search(Request(query), DEFAULT, engine, now=0.0).hits)[0] == "whole.md"


def test_words_side_by_side_are_the_name_if_no_note_has_it_as_written(engine: Engine) -> None:
    fill(engine, make("a.md", "foo bar baz"), *(make(f"{n}.md", "baz foo bar and more of it") for n in range(3)))
    assert paths(Keyword()(asking("foo.bar.baz", engine)))[0] == "a.md"


@pytest.mark.parametrize("query", ["9.9.9", "v9.9.9", "9.8.7", "9.9:80"])
def test_a_number_that_no_document_has_is_not_found_by_its_digits(engine: Engine, query: str) -> None:
    fill(engine, *(make(f"{n}.md", f"Person number {n} of 80") for n in range(12)))
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert answer.hits == ()
    assert answer.absence.endswith(f"contains {query!r}")


def test_a_number_beside_other_words_finds_the_documents_with_the_words(engine: Engine) -> None:
    fill(engine, *(make(f"{n}.md", f"Person number {n}") for n in range(12)))
    assert search(Request("person 9.9.9"), DEFAULT, engine, now=0.0).hits


def test_a_whole_in_a_field_without_weight_is_not_found(engine: Engine) -> None:
    fill(engine, make("a.md", "see plan.md"), make("plan.md", "text"))
    assert paths(search(Request("plan.md"), file_profile(), engine, now=0.0).hits) == ["plan.md"]


def test_a_date_in_words_is_the_name_that_it_is_in_numbers() -> None:
    def asked(query: str) -> list[tuple[str, ...]]:
        return [each.question.words for each in name_questions(parse(query).where, MatchAll(), 9, FieldWeights())]

    assert asked("talk of july 2022, v1.26.3") == [("1.26.3",), names_within("2022-07")]
    assert asked('"july 2022"') == []


def test_a_month_in_words_finds_the_document_with_the_date_in_its_name_first() -> None:
    talks = [
        make(f"talk.2022-0{n}-29.md", "A talk about July, and July again, in 2022." * (n != 7)) for n in range(1, 10)
    ]
    run = asking("talk july 2022", holding(*talks, make("bills.md", "2022-07-03 bread, 2022-07-04 talk")))
    assert Keyword()(run)[0].ref.doc == "talk.2022-07-29.md"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("bees on 27 november", ["2021-11-27.md", "27.11.2023.md"]),
        ("bees on November 27th", ["2021-11-27.md", "27.11.2023.md"]),
        ("bees in november", ["2021-11-27.md", "2022-11-05.md"]),
    ],
)
def test_a_day_or_a_month_without_a_year_is_that_of_any_year(query: str, found: list[str]) -> None:
    dated = [make(name, "tea") for name in ("2021-11-27.md", "27.11.2023.md", "2022-11-05.md", "2022-10-27.md")]
    hits = Keyword()(asking(query, holding(*dated, *(make(f"f{n}.md", "wool") for n in range(9)))))
    assert sorted(paths(hits)[:2]) == found


def test_a_day_without_a_year_is_not_that_of_a_date_with_its_numbers_in_the_other_order() -> None:
    dated = (make(f"{name}.md", "tea") for name in ("2021-05-04", "2022-05-04", "2023-04-05"))
    hits = Keyword()(asking("bees on 5 april", holding(*dated, make("bees.md", "bees on 5 april"))))
    assert paths(hits) == ["2023-04-05.md", "bees.md"]


@pytest.mark.parametrize(
    "query", ["hives 2022-07-14", "hives 14.7.2022", "hives july 14th 2022", "hives 14 juillet 2022"]
)
def test_a_title_may_have_the_date_in_english(query: str) -> None:
    titles = ("July 14, 2022 Minutes", "Minutes of 13 July 2022", "July 2022")
    texts = (make(f"f{n}.md", "hives 2022-07-14 july 14th 2022, 14 juillet 2022 " * 3) for n in range(9))
    notes = (make(f"n{n}.md", "wool", title=title) for n, title in enumerate(titles))
    assert Keyword()(asking(query, holding(*notes, *texts)))[0].ref.doc == "n0.md"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("bees in q4 2021", ["2021-11-27.md", "2021.11.09.md", "2021_12_05.md"]),
        ("bees of late november 2021", ["2021-11-27.md"]),
        ("bees in the second week of november 2021", ["2021.11.09.md"]),
    ],
)
def test_a_period_finds_the_documents_of_its_dates_first(query: str, found: list[str]) -> None:
    dated = [
        make(name, "tea")
        for name in ("2021-11-27.md", "2021.11.09.md", "2021_12_05.md", "2022-11-05.md", "2021-02-27.md")
    ]
    texts = [make(f"f{n}.md", "late november 2021, in the second week: q4 2021 wool") for n in range(9)]
    hits = Keyword()(asking(query, holding(*dated, *texts)))
    assert sorted(paths(hits)[: len(found)]) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tea of july 2022", ["14-07-2022", "2022-W28", "20220714", "2022_07_20", "Weekly 2022-W29"]),
        ("tea in week 28 of 2022", ["14-07-2022", "2022-W28", "20220714"]),
        ("tea of q3 2022", ["14-07-2022", "2022-Q3", "2022-W28", "20220714", "2022_07_20", "Weekly 2022-W29"]),
        ("tea from may to july 2022", ["14-07-2022", "2022-W28", "20220714", "2022_07_20", "Weekly 2022-W29"]),
        ("tea in q4 2021 and in q1 2023", ["20211101", "20230101"]),
        ("tea between 2010 and 2012", ["2010-W01", "2011-03", "2012"]),
    ],
)
def test_names_that_hold_a_date_as_one_number_or_a_week_belong_to_their_month(query: str, found: list[str]) -> None:
    names = ["20220714", "2022_07_20", "14-07-2022", "2022-W28", "Weekly 2022-W29", "2022-Q3", "2022-W40", "2012"]
    names += ["20211101", "20230101", "2010-W01", "2011-03"]
    texts = [make(f"f{n}.md", "july 2022, week 28 of 2022, q3 2022, wool") for n in range(20)]
    hits = Keyword()(asking(query, holding(*(make(f"{name}.md", "wool", title=name) for name in names), *texts)))
    assert sorted(path.removesuffix(".md") for path in paths(hits)[: len(found)]) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tea on 12 march 2020", ["log/2020/03/12.md", "tea/2020/minutes-03-12.md"]),
        ("tea of march 2020", ["log/2020/03/12.md", "tea/2020/minutes-03-12.md", "tea/2020/minutes-03-26.md"]),
        ("tea in week 13 of 2020", ["tea/2020/minutes-03-26.md"]),
        ("tea of q1 2021", ["tea/2021/minutes-03-12.md"]),
    ],
)
def test_a_date_finds_the_documents_that_have_it_in_a_folder_and_their_name(
    query: str, found: list[str], engine: Engine
) -> None:
    minutes = [f"tea/{year}/minutes-{day}.md" for year in (2020, 2021) for day in ("03-12", "03-26", "12-03")]
    minutes.remove("tea/2021/minutes-03-26.md")
    others = [make(f"f{n}.md", "tea on 12 march 2020, week 13 of 2020, q1 2021") for n in range(9)]
    fill(engine, *(make(path, "wool") for path in (*minutes, "log/2020/03/12.md")), *others)
    assert sorted(paths(Keyword()(asking(query, engine)))[: len(found)]) == found


def test_a_document_with_the_date_in_its_text_alone_has_no_bonus() -> None:
    bills, talk = make("bills.md", "2022-07-03 bread"), make("talk.md", "The greenhouse talk of July 2022: heating.")
    assert Keyword()(asking("greenhouse talk july 2022", holding(bills, talk)))[0].ref.doc == "talk.md"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("12 march 2021", ["2021-03-15.md", "other.md"]),
        ("17 march 2021", ["2021-03-15.md", "other.md"]),
        ("15 march 2021", ["2021-03-15.md", "other.md"]),
        ("25 march 2021", ["other.md"]),
        ("13 may 2021", ["talk.md"]),
        ("31 june 2021", []),
    ],
)
def test_a_day_without_a_note_is_that_of_the_weekly_note_around_it(query: str, found: list[str]) -> None:
    notes = ("2021-03-15", "2021-05-10", "2021-07-01", "2021-07-02", "2021-07-03")
    engine = holding(
        *(make(f"{name}.md", "wool and yarn") for name in notes),
        make("talk.md", "The talk of 13 May 2021."),
        make("other.md", "wool of march 2021"),
    )
    assert paths(Keyword()(asking(query, engine)))[: len(found)] == found
    weekly, daily = (Keyword()(asking(day, engine))[0].score for day in ("12 march 2021", "4 july 2021"))
    assert daily < weekly / 2


@pytest.mark.parametrize("query", ["2023-06-13", "2023/06/13", "13.6.2023", "2023年6月13日", "13 июня 2023"])
@pytest.mark.parametrize("name", ["2023-06-13", "日記2023-06-13", "2023_06_13", "20230613", "13.06.2023"])
def test_the_document_of_a_date_ranks_above_those_that_mention_it(query: str, name: str) -> None:
    mentions = [
        make(f"{n}.md", "2023-06-13 [[2023-06-13]] 2023年6月13日 13 июня 2023 13.6.2023 " * 3) for n in range(9)
    ]
    others = [make(f"2023-06-{n}.md", f"{_PADDING} 2023 06 13 13") for n in range(10, 13)]
    documents = holding(make(f"{name}.md", _PADDING, title=name), *mentions, *others)
    assert Keyword()(asking(query, documents))[0].ref.doc == f"{name}.md"


def test_the_number_of_a_document_in_a_question_finds_the_file_that_has_it(engine: Engine) -> None:
    numbers = [make(f"peps/pep-{n:04}.rst", f"{_PADDING} {_PADDING}") for n in (572, 573, 20)]
    fill(engine, *numbers, make("a.md", "what pep 572 says on scoping: 572"), make("b.md", "scoping " * 9))
    found = search(Request("what does PEP 572 say on scoping", mode="fulltext"), DEFAULT, engine, now=0.0)
    assert paths(found.hits)[0] == "peps/pep-0572.rst"
