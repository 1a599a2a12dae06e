"""The example vault answers what it was written to answer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.app import Vault, open_vault
from dowse.model.ref import Ref
from dowse.pipeline.search import Request
from tests.contract.engines import paths

_EXAMPLE = Path(__file__).parents[1] / "examples" / "vault"
_JANE = "2-Areas/People/April Jane.md"
_LETTER = "2-Areas/Finance/IRS-Letter-Whidbey-Island-Poodles-LLC-2024-Penalty-Removal.md"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    """The example vault, copied, so that nothing is written beside it."""
    root = tmp_path_factory.mktemp("example") / "vault"
    shutil.copytree(_EXAMPLE, root, ignore=shutil.ignore_patterns(".dowse"))
    opened = open_vault(root, index_dir=root.parent / "index")
    opened.sync()
    yield opened
    opened.close()


def _found(vault: Vault, query: str) -> list[str]:
    return paths(vault.search(Request(query))[0].hits)


# local-rag, 9. Success Metrics:
#   | Query                  | Expected #1 Result                                            |
#   | "April Jane"           | 2-Areas/People/April Jane.md                                  |
#   | "AJ"                   | 2-Areas/People/April Jane.md                                  |
#   | "tax documents"        | Any file under 2-Areas/Finance/Taxes/ or IRS letter           |
#   | "IRS penalty"          | IRS-Letter-Whidbey-Island-Poodles-LLC-2024-Penalty-Removal.md |
#   | "people who do design" | 2-Areas/People/April Jane.md                                  |
#   | "home projects"        | Files under 1-Projects/ or 2-Areas/Home/                      |
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("April Jane", (_JANE,)),
        ("AJ", (_JANE,)),
        ("tax documents", ("2-Areas/Finance/Taxes/", _LETTER)),
        ("IRS penalty", (_LETTER,)),
        ("people who do design", (_JANE,)),
        ("home projects", ("1-Projects/", "2-Areas/Home/")),
    ],
)
def test_the_first_answer_is_the_one_expected(vault: Vault, query: str, expected: tuple[str, ...]) -> None:
    assert _found(vault, query)[0].startswith(expected)


def _tags(vault: Vault) -> dict[str, frozenset[str]]:
    return {hit.head.path: hit.head.tags for hit in vault.search(Request("-zyzzyva", limit=1000))[0].hits}


def test_two_tags_together_select_the_documents_with_both(vault: Vault) -> None:
    """Metis UC-1: `tag:backend AND tag:refactor`, all documents tagged with both."""
    tagged = {path for path, tags in _tags(vault).items() if {"backend", "refactor"} <= tags}
    assert tagged
    assert set(_found(vault, "tag:backend AND tag:refactor")) == tagged


def test_a_tag_is_excluded_from_a_search_by_word(vault: Vault) -> None:
    """Metis UC-3: `authentication NOT tag:completed`, documents mentioning it that are not tagged as completed."""
    found = _found(vault, "authentication NOT tag:completed")
    tags = _tags(vault)
    assert found
    assert any("completed" in tags[path] for path in _found(vault, "authentication"))
    for path in found:
        assert "completed" not in tags[path]
        assert "authenticat" in (vault.root / path).read_text("utf-8").casefold()


def test_documents_with_both_words_rank_higher(vault: Vault) -> None:
    """Metis UC-4: `database migration`, documents with both terms ranked higher."""
    answer, _ = vault.search(Request("database migration"))
    both = set(_found(vault, "database AND migration"))
    assert both
    assert answer.hits[0].head.path in both
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_quoted_phrase_finds_only_the_document_that_holds_it(vault: Vault) -> None:
    """Witness: `"carbon intensity"` matches the exact phrase."""
    (hit,) = vault.search(Request('"carbon intensity"'))[0].hits
    assert hit.head.path == "3-Resources/Sustainability/Philosophy of SCI.md"
    assert hit.snippet is not None
    assert isinstance(hit.spot, Ref)


def test_no_file_of_the_example_is_skipped(vault: Vault) -> None:
    status = vault.status()
    assert status.skipped == []
    assert status.counts.embedded == status.counts.chunks
