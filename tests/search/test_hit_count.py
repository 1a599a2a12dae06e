"""The total of a search, and whether it counts every match, on every engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Request, search
from dowse.search.hit_count import HitCount
from dowse.search.profiles import DEFAULT, PROFILES
from tests.contract.engines import Engine, fill
from tests.making import make

_SHORT_LISTS = replace(DEFAULT, retrievers=(Keyword(5), Semantic(5)))


@pytest.fixture
def vault(engine: Engine) -> Engine:
    """Twelve documents with a word, nine of them with another one, four with a tag."""
    fill(engine, *(make(f"{n}.md", "carbon tax" if n < 9 else "carbon", tags=("x",) * (n < 4)) for n in range(12)))
    return engine


def _total(vault: Engine, query: str, **options: object) -> HitCount:
    request = Request(query, limit=3)
    return search(replace(request, **options), _SHORT_LISTS, vault, now=0.0).hit_count  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [3, 8])
@pytest.mark.parametrize(
    ("query", "count"), [("+carbon", 12), ("+carbon +tax", 9), ("carbon AND tax", 9), ("+tax OR +carbon", 12)]
)
def test_required_words_are_counted_whatever_the_limit(vault: Engine, query: str, count: int, limit: int) -> None:
    assert _total(vault, query, limit=limit) == HitCount(count)


def test_archived_documents_with_required_words_do_not_count(vault: Engine) -> None:
    fill(vault, make("old.md", "carbon", archived="true"), make("off.md", "carbon tax", status="inactive"))
    assert (_total(vault, "+carbon"), _total(vault, "+carbon +tax")) == (HitCount(12), HitCount(9))
    assert _total(vault, "+carbon archived:yes") == HitCount(13)


@pytest.mark.parametrize("query", ["carbon", "+carbon -tag:y", '"carbon"', "+carbon OR tag:x"])
def test_the_total_of_a_list_that_is_cut_is_a_minimum(vault: Engine, query: str) -> None:
    assert _total(vault, query) == HitCount(5, is_minimum=True)


@pytest.mark.parametrize("query", ["+carbon tag:x", '"carbon" tag:x'])
def test_the_total_of_few_selected_documents_is_exact(vault: Engine, query: str) -> None:
    assert not _total(vault, query).is_minimum
    assert _total(vault, query).count == 4


def test_the_total_of_a_natural_query_is_exact_when_no_list_is_cut(vault: Engine) -> None:
    assert _total(vault, "carbon tag:x") == HitCount(4, by_word=4)


def test_a_list_that_fills_up_with_selected_documents_is_counted(vault: Engine) -> None:
    assert _total(vault, "+carbon -tag:y", limit=20) == HitCount(12)
    assert _total(vault, "+carbon -tag:y", limit=6).is_minimum


def test_documents_of_no_list_do_not_count_where_a_minimum_score_drops_them(vault: Engine) -> None:
    profile = replace(PROFILES["rrf"], retrievers=_SHORT_LISTS.retrievers)
    for least, count in ((0.0, HitCount(12)), (0.01, HitCount(5, is_minimum=True, by_word=None))):
        assert search(Request("+carbon", limit=3, min_score=least), profile, vault, now=0.0).hit_count == count


def test_hits_below_the_minimum_score_do_not_count(vault: Engine) -> None:
    found = _total(vault, "+carbon", min_score=0.99)
    assert (found.count <= 5, found.is_minimum) == (True, True)


@pytest.mark.parametrize("query", ["", "+zyzzyva"])
def test_no_hits_are_no_minimum(vault: Engine, query: str) -> None:
    assert not _total(vault, query).is_minimum


def test_filters_alone_count_what_they_select(vault: Engine) -> None:
    assert _total(vault, "tag:x") == HitCount(4)
