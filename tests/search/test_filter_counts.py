"""What each filter leaves is counted in order, whatever else the search does."""

from __future__ import annotations

from dowse.model.document import Document
from dowse.search.execute import Request, search
from dowse.search.filter_counts import FilterCount
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill
from tests.making import make

_VAULT = (
    make("levy.md", "carbon levy", tags=("money",), status="done"),
    make("tax.md", "carbon tax", tags=("money",)),
    make("old.md", "carbon price", tags=("money",), archived=True),
    make("bread.md", "flour", status="done"),
)


def _cuts(engine: Engine, text: str, *documents: Document) -> list[FilterCount]:
    fill(engine, *documents)
    return list(search(Request(text, explain=True), DEFAULT, engine, now=0.0).filters)


def test_every_filter_says_what_it_leaves_of_what_the_one_before_it_left(engine: Engine) -> None:
    assert _cuts(engine, "carbon tag:money -status:done", *_VAULT) == [
        FilterCount("tagged money", 4, 3),
        FilterCount("not with the status done", 3, 2),
        FilterCount("not archived", 2, 1),
    ]


def test_a_search_without_filters_has_none_to_count(engine: Engine) -> None:
    assert _cuts(engine, "carbon", *_VAULT[:2]) == []


def test_a_scope_is_named_as_it_was_written(engine: Engine) -> None:
    assert _cuts(engine, "carbon under:money", make("money/levy.md", "carbon"), make("tax.md")) == [
        FilterCount("below money", 2, 1)
    ]
