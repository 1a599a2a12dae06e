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


@pytest.mark.parametrize(("query", "first"), [("OAuth 2.0", 1), ("sign in with oauth 2.0", 1), ("OAuth 2.0 in 2.0", 0)])
def test_a_number_behind_the_same_word_as_in_a_title_names_no_version(query: str, first: int) -> None:
    pages = [make(path, "OAuth", title="OAuth 2.0") for path in ("versioned_docs/version-2.0/a.md", "docs/a.md")]
    hits = (hit(pages[1].head.path, 0.9), hit(pages[0].head.path, 0.4))
    listed = tuple(each._replace(head=page.head) for each, page in zip(hits, reversed(pages), strict=True))
    assert paths(VersionPenalty()(listed, asking(query, holding(*pages))))[0] == pages[first].head.path


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


_GUIDE = "www/versioned_docs/version-10.x/migration.md"
_PAGES = {
    _OLD: "Errors",
    _NEW: "Errors",
    "www/versioned_docs/version-9.x/faq.md": "Errors",
    "blog/v10.md": "Version 10",
}


def _asked(query: str, *scores: tuple[str, float]) -> list[str]:
    """The documents for the query, which have these scores before the stage."""
    documents = {path: make(path, "errors", title=title) for path, title in _PAGES.items()}
    documents["preview.ts"] = make("preview.ts", "v10", kind="code")
    documents[_GUIDE] = make(_GUIDE, "errors", title="Migration")
    engine = holding(*documents.values())
    hits = tuple(hit(path, score)._replace(head=documents[path].head) for path, score in scores)
    return paths(VersionPenalty()(hits, asking(query, engine)))


@pytest.mark.parametrize("version", ["v10", "10.x", "version 10", "10.4.1"])
def test_the_page_of_the_version_in_the_query_is_first_if_the_rest_of_the_query_is_its_title(version: str) -> None:
    scores = [("preview.ts", 0.9), (_GUIDE, 0.8), (_NEW, 0.7), (_OLD, 0.3)]
    assert _asked(f"errors in {version}", *scores) == [_OLD, _GUIDE, "preview.ts", _NEW]


def test_a_page_of_the_version_in_the_query_has_the_rank_of_that_title() -> None:
    scores = [(_GUIDE, 0.9), (_NEW, 0.7), ("blog/v10.md", 0.6), (_OLD, 0.3)]
    assert _asked("how to format an error in v10", *scores) == [_GUIDE, _OLD, "blog/v10.md", _NEW]


def test_a_query_for_one_minor_version_asks_for_no_other() -> None:
    new, old = "versioned_docs/version-3.2/faq.md", "versioned_docs/version-3.1/faq.md"
    engine = holding(make(new, "errors", title="Errors"), make(old, "errors", title="Errors"))
    hits = tuple(each._replace(head=each.head._replace(title="Errors")) for each in (hit(new, 0.9), hit(old, 0.5)))
    assert paths(VersionPenalty()(hits, asking("errors 3.1", engine))) == [old, new]


def test_a_number_alone_raises_no_page() -> None:
    assert _asked("10 errors", (_NEW, 0.9), (_OLD, 0.5)) == [_NEW, _OLD]
