"""Pages of earlier versions rank below those of the present one."""

from __future__ import annotations

import pytest

from dowse.ports.pipeline import QueryTraits
from dowse.stages.version_penalty import VersionPenalty
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_OLD, _NEW = "www/versioned_docs/version-10.x/faq.md", "www/docs/faq.md"
_ENGINE = holding(make(_OLD, "questions"), make(_NEW, "questions"))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("questions", _NEW),
        ("questions of 9.x", _NEW),
        ("questions in v10", _OLD),
        ("questions of version 10.x", _OLD),
        ("10.4 questions", _OLD),
        ("questions of a10", _NEW),
    ],
)
def test_a_page_of_an_earlier_version_is_first_if_the_query_names_the_version(query: str, first: str) -> None:
    hits = VersionPenalty()((hit(_OLD, 0.9), hit(_NEW, 0.8)), asking(query, _ENGINE))
    assert paths(hits)[0] == first


def test_other_folders_of_versions_keep_their_order() -> None:
    hits = (hit("docs/version-10.x/faq.md", 0.9), hit("versioned_docs/faq.md", 0.8), hit(_NEW, 0.7))
    assert VersionPenalty()(hits, asking("questions", _ENGINE)) == hits


def test_a_search_for_linked_documents_has_no_factor() -> None:
    assert VersionPenalty().adapted(QueryTraits(is_linked=True)) is None


@pytest.mark.parametrize(
    ("folder", "query"), [("version-v1", "questions of v1"), ("version-2023-01", "questions of 2023")]
)
def test_a_version_may_have_a_letter_before_its_number_and_a_date_for_it(folder: str, query: str) -> None:
    old = f"versioned_docs/{folder}/faq.md"
    hits = VersionPenalty()((hit(old, 0.9), hit(_NEW, 0.8)), asking(query, _ENGINE))
    assert paths(hits)[0] == old


def test_a_folder_whose_name_only_ends_so_has_no_factor() -> None:
    hits = (hit("unversioned_docs/version-1.x/faq.md", 0.9), hit(_NEW, 0.8))
    assert VersionPenalty()(hits, asking("questions", _ENGINE)) == hits
