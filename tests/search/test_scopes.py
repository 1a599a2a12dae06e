"""Scopes as sets of documents, and what the user is told about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from dowse.model.document import Document, Link
from dowse.query.ast import And, ExactPhrase, Expr, FieldEquals, Not, OneOf, Or, Should, Word
from dowse.query.parse import parse
from dowse.search.scopes.query_scopes import ResolvedScopes
from dowse.search.scopes.scope_resolution import resolve_scopes
from tests.contract.engines import Engine, fill
from tests.linked import linked
from tests.making import make

NOTHING = OneOf(frozenset())


def _linking(path: str, *links: tuple[str, str], archived: str | bool = False) -> Document:
    return replace(make(path, archived=archived), links=tuple(Link(target, kind) for target, kind in links))


def _to_heading(target: str) -> Link:
    name, _, anchor = target.partition("#")
    return Link(name, "wikilink", anchor=anchor)


@pytest.fixture(autouse=True)
def _vault(engine: Engine) -> None:
    fill(
        engine,
        make("plans/METIS-I-0018.md", short_code="METIS-I-0018"),
        _linking("tasks/one.md", ("METIS-I-0018", "parent"), ("April Jane", "wikilink")),
        _linking("tasks/two.md", ("one", "parent")),
        _linking("2-Areas/April Jane.md", ("../tasks/two.md", "markdown")),
        _linking("attic/old.md", archived=True),
        _linking("attic/older.md", ("old", "parent"), archived="yes"),
        *map(make, ("docs/README.md", "docs/deep/README.md", "x/y/README.md")),
    )


_THREE = "3 documents have the name 'README'; dowse takes docs/README.md"


def _one(*docs: str) -> OneOf:
    return OneOf(frozenset(docs))


SCOPES: Mapping[str, OneOf] = {
    "under:METIS-I-0018": _one("tasks/one.md", "tasks/two.md"),
    "children:METIS-I-0018": _one("tasks/one.md"),
    'links:"April Jane"': OneOf(frozenset({"tasks/one.md"}), targets=frozenset({"2-Areas/April Jane.md"})),
    "links:[[two]]": OneOf(frozenset({"2-Areas/April Jane.md"}), targets=frozenset({"tasks/two.md"})),
    "linked:tasks/one.md": _one("plans/METIS-I-0018.md", "2-Areas/April Jane.md"),
    "under:docs": _one("docs/README.md", "docs/deep/README.md"),
    "children:docs/": _one("docs/README.md"),
    "children:two": NOTHING,
}


@pytest.mark.parametrize("query", SCOPES)
def test_a_scope_becomes_the_documents_in_it(engine: Engine, query: str) -> None:
    assert resolve_scopes(parse(query).where, engine) == ResolvedScopes(SCOPES[query])


def test_scopes_are_found_wherever_they_stand_and_the_rest_of_the_tree_stays(engine: Engine) -> None:
    rest = (Word("a"), ExactPhrase("b c"), FieldEquals("tag", "x"), FieldEquals("in", "notes"), Should(Word("d")))
    tree = And((*rest, Not(Or((FieldEquals("children", "METIS-I-0018"), FieldEquals("under", "tasks/one.md"))))))
    wanted = And((*rest, Not(Or((_one("tasks/one.md"), _one("tasks/two.md"))))))
    assert resolve_scopes(tree, engine).where == wanted


def test_a_tree_without_scopes_is_left_as_it_is(engine: Engine) -> None:
    tree: Expr = And((Word("a"), FieldEquals("path", "under")))
    assert resolve_scopes(tree, engine) == ResolvedScopes(tree)


HINTS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "under:METIS-I-0081": (
        ("under", "METIS-I-0081", "under: no document has the name 'METIS-I-0081'; did you mean 'METIS-I-0018'?"),
    ),
    "links:README": (
        (
            "links",
            "README",
            f"links: {_THREE}; write the path of another one to choose it: docs/deep/README.md, x/y/README.md",
        ),
    ),
    "linked:docs": (("linked", "docs", "linked: 'docs' is a folder, not a document; `find` lists its files"),),
    "under:docs": (),
    "children:docs/README.md": (),
}


@pytest.mark.parametrize("query", HINTS)
def test_the_user_is_told_when_a_name_means_nothing_several_or_a_folder(engine: Engine, query: str) -> None:
    assert resolve_scopes(parse(query).where, engine).hints == HINTS[query]


def test_a_folder_comes_before_a_document_with_that_title_but_not_before_one_with_that_file_name(
    engine: Engine,
) -> None:
    inside = ("box/a.md", "jar/a.md", ".tin/a.md")
    fill(engine, make("READ.md", title="Box"), make("jar.md"), make("tin.md"), *map(make, inside))
    for query in ("under:box", "under:box/", "under:Box", "children:box"):
        assert resolve_scopes(parse(query).where, engine).where == _one("box/a.md")
    assert resolve_scopes(parse("under:.tin").where, engine).where == _one(".tin/a.md")
    assert resolve_scopes(parse("linked:box").where, engine).hints == ()


@pytest.mark.parametrize("query", ["under:nowhere", "links:docs"])
def test_what_means_no_document_selects_none(engine: Engine, query: str) -> None:
    assert resolve_scopes(parse(query).where, engine).where == NOTHING


def test_hints_come_in_the_order_of_the_query_and_each_scope_is_told_once(engine: Engine) -> None:
    tree = Or((FieldEquals("links", "no"), FieldEquals("under", "no"), Not(FieldEquals("links", "no"))))
    assert [(field, value) for field, value, _ in resolve_scopes(tree, engine).hints] == [
        ("links", "no"),
        ("under", "no"),
    ]


@pytest.mark.parametrize(
    ("query", "archived"),
    [("under:old", True), ("linked:attic/older.md", True), ("under:attic", False), ("links:one", False)],
)
def test_it_is_told_whether_a_document_that_is_named_is_archived(engine: Engine, query: str, archived: bool) -> None:
    assert resolve_scopes(parse(query).where, engine).archived is archived


@pytest.mark.parametrize(
    ("query", "archived"),
    [
        ("-under:old", False),
        ("NOT links:old", False),
        ("one NOT (under:old OR children:old)", False),
        ("NOT (NOT under:old)", True),
        ("under:old NOT links:old", True),
        ("-under:old links:one", False),
    ],
)
def test_who_excludes_an_archived_document_does_not_ask_for_archived_ones(
    engine: Engine, query: str, archived: bool
) -> None:
    assert resolve_scopes(parse(query).where, engine).archived is archived


def test_an_unknown_name_is_told_even_where_it_is_excluded(engine: Engine) -> None:
    assert resolve_scopes(parse("-under:METIS-I-0081").where, engine).hints == HINTS["under:METIS-I-0081"]


_FOUR = "no document has the name 'METIS-I-0016'; 4 documents name it as their parent"
_MISSING: Mapping[str, tuple[OneOf, str]] = {
    "children:METIS-I-0016": (_one("m/a.md", "m/b.md", "m/c.md", "m/d.md"), f"children: {_FOUR}"),
    "under:METIS-I-0016": (_one("m/a.md", "m/b.md", "m/c.md", "m/d.md", "m/e.md"), f"under: {_FOUR}"),
    "under:[[gone/Plan]]": (
        _one("n/a.md", "n/c.md"),
        "under: no document has the name 'gone/Plan'; 2 documents name it as their parent",
    ),
    "under:other/plan": (
        _one("n/b.md", "n/c.md"),
        "under: no document has the name 'other/plan'; 2 documents name it as their parent",
    ),
    "children:nada": (_one("n/d.md"), "children: no document has the name 'nada'; 1 document names it as its parent"),
}


@pytest.mark.parametrize("query", _MISSING)
def test_a_parent_that_is_missing_has_the_documents_that_state_it(engine: Engine, query: str) -> None:
    fill(
        engine,
        _linking("m/a.md", ("METIS-I-0016", "parent")),
        _linking("m/b.md", ("metis-i-0016", "parent")),
        _linking("m/c.md", ("../plans/METIS-I-0016.md", "parent")),
        _linking("m/d.md", ("METIS-I-0016", "parent"), ("a", "parent")),
        _linking("m/e.md", ("d", "parent"), ("METIS-I-0016", "wikilink")),
        _linking("n/a.md", ("gone/plan", "parent")),
        _linking("n/b.md", ("other/plan", "parent")),
        _linking("n/c.md", ("Plan", "parent")),
        _linking("n/d.md", ("Nada", "parent")),
    )
    documents, hint = _MISSING[query]
    found = resolve_scopes(parse(query).where, engine)
    assert (found.where, [hint for *_, hint in found.hints]) == (documents, [hint])


@pytest.mark.parametrize(
    ("query", "documents", "hint"),
    [
        ("links:Emergence", ("a.md", "b.md"), "no document has the name 'Emergence'; 2 documents link to that name"),
        ("links:gone/plan", ("b.md",), "no document has the name 'gone/plan'; 1 document links to that name"),
    ],
)
def test_a_name_of_broken_links_has_the_documents_with_these_links(
    engine: Engine, query: str, documents: tuple[str, ...], hint: str
) -> None:
    fill(
        engine,
        _linking("a.md", ("Emergence", "wikilink"), ("emergence", "wikilink"), ("d", "wikilink")),
        _linking("b.md", ("notes/Emergence.md", "markdown"), ("gone/plan", "embed")),
        _linking("c.md", ("other/plan", "wikilink")),
        make("d.md"),
    )
    found = resolve_scopes(parse(query).where, engine)
    missing = frozenset({query.removeprefix("links:")} if documents else ())
    selected = OneOf(frozenset(documents), missing=missing)
    assert (found.where, [hint for *_, hint in found.hints]) == (selected, [f"links: {hint}"])


@pytest.mark.parametrize(
    ("query", "documents", "hint"),
    [
        ("links:Gone#Costs", ("a.md",), "no heading has the name 'Gone#Costs'; 1 document links to that name"),
        ("links:d#costs", ("a.md", "b.md"), "no heading has the name 'd#costs'; 2 documents link to that name"),
        ("links:c#Gap", ("c.md",), "no heading has the name 'c#Gap'; 1 document links to that name"),  # to itself
        ("links:use#Gap", ("n/use.md",), "no heading has the name 'use#Gap'; 1 document links to that name"),
        ("links:d#Other", (), "d.md has no section 'Other'; it has _preamble"),
    ],
)
def test_a_heading_that_is_missing_has_the_documents_that_link_to_it(
    engine: Engine, query: str, documents: tuple[str, ...], hint: str
) -> None:
    targets = {
        "a.md": ("Gone#Costs", "d#Costs", "d"),
        "b.md": ("Gone#Plan", "d#costs"),
        "c.md": ("Gone", "d", "e#Costs", "c#Gap", "o/use#Gap"),
        "n/use.md": ("n/use#Gap",),
        "o/use.md": ("o/use#Gap",),
    }
    links = {path: tuple(_to_heading(each) for each in named) for path, named in targets.items()}
    linked(engine, *(replace(make(path), links=own) for path, own in links.items()), make("d.md"), make("e.md"))
    found = resolve_scopes(parse(query).where, engine)
    missing = frozenset({query.removeprefix("links:")} if documents else ())
    selected = OneOf(frozenset(documents), missing=missing)
    assert (found.where, [hint for *_, hint in found.hints]) == (selected, [f"links: {hint}"])


def test_a_name_of_no_link_has_no_documents_and_a_suggestion(engine: Engine) -> None:
    fill(engine, _linking("m/a.md", ("METIS-I-0015", "parent")), make("m/METIS-I-0017.md"))
    found = resolve_scopes(parse("links:METIS-I-0016").where, engine)
    assert (found.where, ["did you mean" in hint for *_, hint in found.hints]) == (NOTHING, [True])


def test_a_scope_that_occurs_often_is_looked_up_once(engine: Engine) -> None:
    fill(engine, make("a.md"))
    scopes = FieldEquals("links", "a.md"), FieldEquals("linked", "a.md")
    with engine.snapshot() as once, engine.snapshot() as often:
        resolve_scopes(Or(scopes), once)
        resolve_scopes(Or(scopes * 50), often)
        assert often.round_trips == once.round_trips


def test_a_hundred_names_of_nothing_are_answered_without_a_hundred_guesses(engine: Engine) -> None:
    tree = Or(tuple(FieldEquals("under", f"METIS-I-1{n:03}") for n in range(100)))
    hints = [hint for *_, hint in resolve_scopes(tree, engine).hints]
    assert (len(hints), sum("did you mean" in hint for hint in hints)) == (100, 3)
