"""Brackets in a pasted text, on every engine: text or filters."""

from __future__ import annotations

import pytest

from dowse.query.ast import FieldEquals
from dowse.search.execute import Answer, Execution, Request, execute, search
from dowse.search.profiles import DEFAULT
from dowse.search.reasons.why_not import why_not
from tests.contract.engines import Engine, fill
from tests.making import make

_SERVER = make("server.md", "OSError: [Errno 98] Address already in use", status="done")
_GARDEN = make("garden.md", "an address of the gardener", kind_of_soil="clay")


def _answer(engine: Engine, query: str) -> Answer:
    fill(engine, _SERVER, _GARDEN)
    return search(Request(query), DEFAULT, engine, now=0.0)


def _paths(answer: Answer) -> list[str]:
    return [hit.head.path for hit in answer.hits]


@pytest.mark.parametrize(
    ("query", "notes"),
    [
        (
            "OSError: [Errno 98] Address already in use",
            [(9, "no document has the property 'Errno 98'; [Errno 98] is searched as text")],
        ),
        (
            "[WARN] [fatal: bind] Address in use",
            [
                (0, "no document has the property 'WARN'; [WARN] is searched as text"),
                (7, "no document has the property 'fatal'; [fatal: bind] is searched as text"),
            ],
        ),
        (
            "address in use [statu:done]",
            [(15, "no document has the property 'statu'; did you mean 'status'? [statu:done] is searched as text")],
        ),
    ],
)
def test_brackets_beside_words_are_text_if_no_document_has_the_property(
    engine: Engine, query: str, notes: list[tuple[int, str]]
) -> None:
    answer = _answer(engine, query)
    assert _paths(answer)[0] == "server.md"
    assert [(note.at, note.hint) for note in answer.query.notes] == notes


def test_words_in_brackets_rank(engine: Engine) -> None:
    fill(engine, make("a.md", "address 97"), make("b.md", "address 98"), make("c.md", "address 99"))
    answer = search(Request("address [Errno 98]"), DEFAULT, engine, now=0.0)
    assert _paths(answer)[0] == "b.md"


@pytest.mark.parametrize(
    "query",
    ["[due]", "[due:soon]", "address [due:<2026-01-01]", "address [due:=soon]", "address +[due]", "address AND [due]",
     "address tag:x [due] OR [due:soon]", '"already in use" [due]'],
)  # fmt: skip
def test_a_filter_alone_or_with_an_operator_stays_one(engine: Engine, query: str) -> None:
    answer = _answer(engine, query)
    assert _paths(answer) == []
    assert not answer.query.notes


@pytest.mark.parametrize(("query", "paths"), [("address [status]", ["server.md"]), ("address -[due]", None)])
def test_a_property_of_a_document_and_an_excluded_one_are_filters(
    engine: Engine, query: str, paths: list[str] | None
) -> None:
    answer = _answer(engine, query)
    assert sorted(_paths(answer)) == (paths or ["garden.md", "server.md"])
    assert not answer.query.notes


def test_why_not_explains_the_search_for_the_text(engine: Engine) -> None:
    fill(engine, _SERVER, make("old.md", "nothing of it"))
    request = Request("OSError: [Errno 98] Address", where=FieldEquals("path", "server.md"))

    def run_search(asked: Request) -> Execution:
        return execute(asked, DEFAULT, engine, now=0.0)

    found = why_not("old.md", request, engine, run_search)
    assert not [reason for reason in found.reasons if "Errno" in reason]
