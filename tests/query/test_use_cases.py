"""The queries that specifications write down, on a small vault."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.ports.storage import FieldWeights
from dowse.query.ast import MatchAll
from dowse.query.extract import scoring_texts, selecting
from dowse.query.parse import parse
from tests.contract.engines import ALL, fill, selected
from tests.making import make

_VAULT = (
    make("both.md", "tagged twice", tags=("backend", "refactor")),
    make("backend.md", "tagged once", tags=("backend",)),
    make("login.md", "authentication by key", tags=("security",)),
    make("old-login.md", "authentication by password", tags=("completed",)),
    make("climate/tax.md", "The Carbon  Tax of 2019", tags=("finance/taxes",)),
    make("climate/levy.md", "taxes on carbon", tags=("draft",)),
    make("wool.md", "a price for carbon paper"),
)


def _selected(query: str) -> set[str]:
    engine = MemoryEngine()
    fill(engine, *_VAULT)
    return selected(engine, selecting(parse(query).where))


def test_metis_uc_1_tag_based_discovery() -> None:
    """“tag:backend AND tag:refactor … All documents tagged with both #backend and #refactor”"""
    assert _selected("tag:backend AND tag:refactor") == {"both.md"}


def test_metis_uc_3_exclusion_search() -> None:
    """“authentication NOT tag:completed … Documents mentioning authentication that aren't tagged as completed”"""
    assert _selected("authentication NOT tag:completed") == {"login.md"}


def test_metis_uc_4_documents_with_both_terms_are_ranked_higher() -> None:
    """“database migration … Results ordered by relevance—documents with both terms ranked higher”"""
    engine = MemoryEngine()
    fill(engine, make("one.md", "a database"), make("both.md", "database migration"), make("two.md", "a migration"))
    words = scoring_texts(parse("database migration").where)
    assert engine.match(words, MatchAll(), ALL, weights=FieldWeights())[0].head.path == "both.md"


_EVERYTHING = {document.head.path for document in _VAULT}
SELECTED = {
    "carbon tax": _EVERYTHING,
    '"carbon tax"': {"climate/tax.md"},
    '"carbon taxes"': set(),
    "carbon AND tax": {"climate/tax.md", "climate/levy.md"},
    "carbon OR authentication": {"climate/tax.md", "climate/levy.md", "wool.md", "login.md", "old-login.md"},
    "carbon NOT tax": {"wool.md"},
    "+carbon -tax": {"wool.md"},
    "(carbon OR authentication) NOT tax": {"wool.md", "login.md", "old-login.md"},
    "+carbon price": {"climate/tax.md", "climate/levy.md", "wool.md"},
    "price -carbon": _EVERYTHING - {"climate/tax.md", "climate/levy.md", "wool.md"},
    'price -"carbon tax"': _EVERYTHING - {"climate/tax.md"},
    "carbon -tag:draft": _EVERYTHING - {"climate/levy.md"},
    "tag:finance": {"climate/tax.md"},
    "#finance": {"climate/tax.md"},
    "#Finance/Taxes": {"climate/tax.md"},
    "tag:draft OR #security": {"climate/levy.md", "login.md"},
    "path:climate/": {"climate/tax.md", "climate/levy.md"},
    "path:climate tag:draft": {"climate/levy.md"},
    "file:login": {"login.md", "old-login.md"},
    "title:levy": {"climate/levy.md"},
    "ext:md": _EVERYTHING,
    "tag:finance OR (carbon tax)": {"climate/tax.md", "climate/levy.md"},
    "carbon and tax": _EVERYTHING,
    "carbon or tax not price": _EVERYTHING,
}


@pytest.mark.parametrize("query", SELECTED)
def test_a_query_selects(query: str) -> None:
    assert _selected(query) == SELECTED[query]
