"""A document of a series is the first hit for its number, however its name has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.model.document import Document
from dowse.query.ast import FieldEquals
from dowse.stages.pin import Pin
from tests.contract.engines import ENGINES, fill, paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_DECISION = make("docs/decisions/0007-use-postgres.md", "One file.", title="Use Postgres")
_PROPOSAL = make("proposals/0302-closures.md", "* Proposal: [SE-0302](0302-closures.md)", title="Closures")
_ENHANCEMENT = make("keps/sig-node/2238-probes/README.md", "Probes.", title="KEP-2238: probes")
_OF_LETTERS = make("peps/pep-0020.rst", "A text.", title="Zen")
_OTHER = make("other.md", "SE-0302, KEP-2238 and decision 7")
_CODE = make("migrations/0007-use.py", "decision 7", kind="code")
_DOCUMENTS = (_DECISION, _PROPOSAL, _ENHANCEMENT, _OF_LETTERS, _OTHER, _CODE)
_HITS = (hit("other.md", 1.0),)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("decision 7", _DECISION),
        ("ADR-0007", _DECISION),
        ("what did decision 7 say", _DECISION),
        ("SE-0302", _PROPOSAL),
        ("what does se 302 change", _PROPOSAL),
        ("0302", _PROPOSAL),
        ("20", _OF_LETTERS),
        ("KEP-2238", _ENHANCEMENT),
        ("status of kep #2238", _ENHANCEMENT),
    ],
)
def test_the_document_of_a_number_comes_first(engine: str, query: str, first: Document, tmp_path: Path) -> None:
    store = ENGINES[engine](tmp_path)
    fill(store, *_DOCUMENTS)
    assert paths(Pin()(_HITS, asking(query, store))) == [first.head.path, "other.md"]


@pytest.mark.parametrize(
    "query",
    [
        "migration 7",
        "proposal 7",
        "error 302",
        "decision 8",
        '"decision 7"',
        "-SE-0302",
        " ".join("a" * 12) + " SE-0302",
    ],
)
def test_another_number_and_another_series_are_no_names(query: str) -> None:
    assert Pin()(_HITS, asking(query, holding(*_DOCUMENTS))) == _HITS


def test_a_number_of_many_documents_is_no_name() -> None:
    engine = holding(*(make(f"{part}/decisions/0007-x.md", "A text.") for part in "abcd"))
    assert Pin()(_HITS, asking("decision 7", engine)) == _HITS


def test_a_name_is_found_among_many_documents_of_its_number() -> None:
    first = make("rfc-1.md", "A text.")
    others = (make(f"{n}/01-tides.md", "A text.", modified=n) for n in range(1, 100))
    assert paths(Pin()(_HITS, asking("what is rfc 1", holding(first, *others))))[0] == first.head.path


def test_a_version_is_no_place_in_the_order_of_a_folder() -> None:
    lesson = make("python/3-classes.md", "A text.")
    assert paths(Pin()(_HITS, asking("python 3", holding(lesson, _OTHER))))[0] == lesson.head.path
    other = make("other.md", "Written for Python 3.11")
    assert Pin()(_HITS, asking("python 3", holding(lesson, other))) == _HITS


def test_a_number_of_few_documents_that_the_filters_select_is_a_name() -> None:
    engine = holding(*(make(f"{part}/ch03-00-x.md", "A text.") for part in "abcd"))
    found = Pin()((), asking("chapter 3", engine, where=FieldEquals("path", "b")))
    assert paths(found) == ["b/ch03-00-x.md"]


def test_a_numbered_document_that_the_filters_exclude_stays_out() -> None:
    run = asking("decision 7", holding(*_DOCUMENTS), where=FieldEquals("path", "proposals"))
    assert Pin()((), run) == ()


@pytest.mark.parametrize(
    ("query", "is_first"), [("rfc 416", True), ("RFC-0416", True), ("room 416", False), ("rfc 416 tides", False)]
)
def test_in_a_series_a_common_name_and_the_number_are_enough(query: str, *, is_first: bool) -> None:
    engine = holding(make("text/0416-components.md", "This RFC is a text.", title="Components"), _OTHER)
    assert (paths(Pin()(_HITS, asking(query, engine)))[0] == "text/0416-components.md") == is_first


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("pull request: https://example.org/rfcs/pull/416", "harbour rfc 416"),
        ("Replaces MSC0012.", "MSC416"),
        ("# Components\n\n## Decision outcome\n", "ADR 416"),
    ],
)
def test_a_document_speaks_of_its_series(text: str, query: str) -> None:
    document = make("text/0416-components.md", text, title="Components")
    assert paths(Pin()(_HITS, asking(query, holding(document, _OTHER))))[0] == document.head.path


@pytest.mark.parametrize("query", ["RFC 2238", "ADR 302", "PEP 7", "swift 302 closures", "probe 2238", "node 2238"])
def test_the_number_of_another_series_is_no_name(query: str) -> None:
    assert Pin()(_HITS, asking(query, holding(*_DOCUMENTS))) == _HITS


def test_a_version_in_a_text_is_no_number_of_the_document() -> None:
    proposal = make("proposals/0003-closures.md", "* Status: implemented (Swift 3)")
    assert Pin()(_HITS, asking("swift 3 migration", holding(proposal, _OTHER))) == _HITS
