"""A section whose heading is the query lifts its document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.ports.pipeline import QueryTraits
from dowse.query.ast import Expr, FieldEquals, OneOf
from dowse.stages.heading_match import HEADING_MATCH, HeadingMatch
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding


def _note(path: str, text: str) -> Document:
    return parse_file(path, text.encode(), modified=0.0)


_FAQ = _note("faq.md", "# Questions\n\n## How should I name a note?\n\nShortly.\n\n## Notes\n\nMany.\n")
_GUIDES = tuple(
    _note(f"g{n}.md", f"# Guide {n}\n\n## Checking the tide tables\n\nCheck the tides.\n") for n in range(9)
)  # one more than share a boost
_PAIR = tuple(_note(f"p{n}.md", "# Pair\n\n## Tying the bowline knot\n\nRound the tree.\n") for n in range(2))
_ENGINE = holding(_FAQ, *_GUIDES, *_PAIR, make("f.md", "name a note", title="Other"))
_FIRST = hit("f.md", 0.7)


def _lifted(query: str, *hits: tuple[str, float], where: Expr | None = None) -> Hits:
    run = asking(query, _ENGINE, where=where) if where else asking(query, _ENGINE)
    return HeadingMatch()((_FIRST, *(hit(path, score) for path, score in hits)), run)


@pytest.mark.parametrize("query", ["How should I name a note?", "naming notes", "how do I name my notes"])
def test_a_heading_in_other_forms_of_its_words_lifts_its_document(query: str) -> None:
    assert paths(_lifted(query, ("faq.md", 0.6)))[0] == "faq.md"


@pytest.mark.parametrize(
    "query", ["note name", "name a note shortly", "note tides", "how should I", '"name a note" tag:x']
)
def test_other_words_lift_nothing(query: str) -> None:
    assert paths(_lifted(query, ("faq.md", 0.6)))[0] == "f.md"


@pytest.mark.parametrize("query", ["notes", "Notes", "note"])
def test_a_heading_of_one_word_lifts_its_document(query: str) -> None:
    assert paths(_lifted(query, ("faq.md", 0.6)))[0] == "faq.md"


def test_one_word_that_is_the_title_of_a_hit_lifts_no_heading() -> None:
    note = _note("note.md", "# Note\n\nA text.\n")
    run = asking("notes", holding(_FAQ, note))
    hits = (Hit(Ref("note.md"), note.head, 0.7), hit("faq.md", 0.6))
    assert HeadingMatch()(hits, run) == hits


@pytest.mark.parametrize(("query", "first"), [("naming notes", "all.md"), ("how do I name a note", "faq.md")])
def test_two_words_in_the_title_of_the_first_hit_lift_no_heading_above_it(query: str, first: str) -> None:
    titled = _note("all.md", "# Naming notes and folders\n\nA text.\n")
    run = asking(query, holding(_FAQ, titled))
    hits = (Hit(Ref("all.md"), titled.head, 0.7), hit("faq.md", 0.6))
    assert paths(HeadingMatch()(hits, run))[0] == first


def test_a_document_in_no_list_is_added_if_the_filters_select_it() -> None:
    assert paths(_lifted("naming notes"))[-1] == "faq.md"
    assert paths(_lifted("naming notes", where=FieldEquals("tag", "none"))) == ["f.md"]


def test_documents_with_one_heading_share_the_boost_and_many_have_none() -> None:
    why = [
        reason.value
        for each in _lifted("tying the bowline knot")
        for reason in each.why
        if reason.source == HEADING_MATCH
    ]
    assert why == [0.5, 0.5]
    assert paths(_lifted("checking the tide tables")) == ["f.md"]


@pytest.mark.parametrize(
    ("query", "share"),
    [("How should I name a note?", 1.0), ("naming a note", 0.5), ("notes", 0.5), ("how do notes work", 1.5)],
)
def test_two_content_words_have_the_whole_boost_in_a_question_alone(query: str, share: float) -> None:
    (found,) = (each for each in _lifted(query, ("faq.md", 0.1)) if each.ref.doc == "faq.md")
    assert [reason.value for reason in found.why if reason.source == HEADING_MATCH] == [share]


def _shares(query: str, *documents: Document) -> dict[str, float]:
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.5) for each in documents)
    found = HeadingMatch()(hits, asking(query, holding(*documents)))
    return {each.ref.doc: why.value for each in found for why in each.why if why.source == HEADING_MATCH}


def test_a_heading_with_the_words_as_written_counts_before_one_with_other_endings() -> None:
    headings = ("Grappling", "Grappled", "grapple")
    rules = [_note(f"r{n}.md", f"# Rules\n\n## {heading}\n\nA text.\n") for n, heading in enumerate(headings)]
    assert _shares("how does grappling work", *rules) == {"r0.md": 1.5}
    assert _shares("grapples", *rules) == dict.fromkeys(("r0.md", "r1.md", "r2.md"), 0.5 / 3)


def test_a_heading_that_is_the_whole_question_counts_beside_that_of_its_subject() -> None:
    headings = ("Grappling", "How does grappling work?")
    rules = [_note(f"r{n}.md", f"# Rules\n\n## {heading}\n\nA text.\n") for n, heading in enumerate(headings)]
    shares = _shares("how does grappling work", *rules)
    assert shares.keys() == {"r0.md", "r1.md"}


def test_the_sections_of_how_something_works_share_by_the_root_unless_a_hit_is_called_so() -> None:
    rules = [_note(f"r{n}.md", "# Rules\n\n## Saving throws\n\nA text.\n") for n in range(4)]
    assert _shares("how do saving throws work", *rules) == dict.fromkeys((f"r{n}.md" for n in range(4)), 0.75)
    named = _note("saving throws.md", "# All about saves\n\nA text.\n")
    assert _shares("how do saving throws work", *rules, named) == dict.fromkeys((f"r{n}.md" for n in range(4)), 0.25)


def test_a_search_by_meaning_or_for_links_compares_no_headings() -> None:
    assert HeadingMatch().adapted(QueryTraits(is_by_similarity=True)) is None
    assert HeadingMatch().adapted(QueryTraits(is_linked=True)) is None


def test_documents_that_the_filters_do_not_select_take_no_share() -> None:
    hits = _lifted("checking the tide tables", where=OneOf(frozenset({"g1.md"})))
    why = [reason.value for each in hits for reason in each.why if reason.source == HEADING_MATCH]
    assert why == [1.0]


def test_sections_as_the_ranked_unit_are_compared_by_their_own_texts() -> None:
    run = replace(asking("naming notes", _ENGINE), granularity="section")
    hits = (hit("f.md", 0.7), hit("faq.md", 0.6))
    assert HeadingMatch()(hits, run) == hits


@pytest.mark.parametrize("query", ["MAX_KNOTS", "max_knots", "Tying THE Bowline KNOTs"])
def test_an_identifier_is_compared_as_a_whole_and_in_any_case(query: str) -> None:
    engine = holding(_note("a.md", "# A\n\n## MAX_KNOTS\n\nTen.\n\n## Tying the bowline knots\n"), make("f.md", "x"))
    assert paths(HeadingMatch()((_FIRST, hit("a.md", 0.6)), asking(query, engine)))[0] == "a.md"


@pytest.mark.parametrize(
    ("query", "share"),
    [
        ("MAX_KNOTS", 1.0),
        ("default value of MAX_KNOTS", 1.0),
        ("MAX_KNOTS default", 1.0),
        ("LEAST_KNOTS default", 0.5),
        ("MAX_KNOTS and LEAST_KNOTS", None),
        ("MAX_KNOTS of a red boat tied with three long ropes", None),
        ("KNOTS default", None),
    ],
)
def test_the_heading_that_is_the_one_identifier_in_a_query_counts_whole(query: str, share: float | None) -> None:
    note = _note("a.md", "# A\n\n## MAX_KNOTS\n\nTen.\n\n## LEAST_KNOTS (old)\n\nOne.\n")
    found = HeadingMatch()((_FIRST,), asking(query, holding(note, make("f.md", "x"))))
    why = [reason.value for each in found for reason in each.why if reason.source == HEADING_MATCH]
    assert why == ([] if share is None else [share])
