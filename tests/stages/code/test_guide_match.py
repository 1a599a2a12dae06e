"""Guides beside source code are boosted when their titles have the words of the query."""

from __future__ import annotations

import pytest

from dowse.model.hit import Evidence, Hit, Hits
from dowse.ports.pipeline import QueryTraits
from dowse.stages.code.guide_match import GUIDE_MATCH, GuideMatch
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_ENGINE = holding(make("a.md", "x"))


def _code(path: str, score: float) -> Hit:
    made = hit(path, score)
    return made._replace(head=made.head._replace(kind="code"))


def _guide(path: str, title: str, score: float) -> Hit:
    made = hit(path, score)
    return made._replace(head=made.head._replace(title=title))


def _ranked(query: str, hits: Hits) -> Hits:
    return GuideMatch()(hits, asking(query, _ENGINE))


_CODE = _code("src/queries.py", 0.8)


@pytest.mark.parametrize(
    ("query", "title", "path", "share"),
    [
        ("queries dynamic", "Dynamic queries", "guides/dynamic.md", 1.0),
        ("tenancy with prefix", "Multi tenancy with query prefixes", "guides/howto.md", 0.4),
        ("index format", "Index format of Git", "gitformat-index.adoc", 0.4),
        ("test the forms", "Testing forms", "guides/t.md", 1.0),
        ("middleware advanced options", "Advanced middleware", "advanced.md", 0.0),
        ("queries", "Queries", "guides/queries.md", 0.0),
        ("state of tooling 0.8", "State of Tooling 0.9", "state-of-tooling-0-9.md", 0.0),
        ("state of tooling 0.8", "State of Tooling 0.8", "2013-10-06-state-of-tooling.md", 1.0),
        ("tooling state 2", "State of Tooling", "state-of-tooling.md", 1.0),
        ("getSession", "Get session", "guides/sessions.md", 0.0),
    ],
)
def test_a_guide_is_boosted_by_the_share_of_its_name_when_it_has_all_words(
    query: str, title: str, path: str, share: float
) -> None:
    guide, other = _guide(path, title, 0.4), _guide("other.md", "Other", 0.5)
    hits = _ranked(query, (_CODE, other, guide))
    (found,) = (each for each in hits if each.ref.doc == path)
    assert found.score == pytest.approx(0.4 + 0.8 * 0.5 * share)
    assert found.why == ((Evidence(GUIDE_MATCH, share),) if share else ())
    assert [each.score for each in hits if each.ref.doc != path] == [0.8, 0.5]


def test_without_source_code_and_without_guides_nothing_changes() -> None:
    guide = _guide("guides/dynamic.md", "Dynamic queries", 0.4)
    for listed in ((hit("a.md", 0.9), guide), (_CODE, _guide("CHANGES.md", "Dynamic queries", 0.4)), (_CODE,)):
        assert _ranked("dynamic queries", listed) == listed


def test_a_guide_with_the_words_of_the_query_as_title_may_come_before_source_code() -> None:
    listed = (_CODE, _guide("guides/dynamic.md", "Dynamic queries", 0.5))
    assert list(paths(_ranked("dynamic queries", listed))) == ["guides/dynamic.md", "src/queries.py"]


@pytest.mark.parametrize("traits", [QueryTraits(is_linked=True), QueryTraits(is_by_similarity=True)])
def test_a_search_that_compares_no_words_has_no_such_boost(traits: QueryTraits) -> None:
    assert GuideMatch().adapted(traits) is None
