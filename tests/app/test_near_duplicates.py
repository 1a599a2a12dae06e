"""Near-duplicates in the results of a search, on notes that are read from files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from dowse.app.results.search_result import SearchResult
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.federation import FederatedVault
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.why_not import WhyNotRequest, why_not
from dowse.interfaces.mcp.text_content import hit_text
from dowse.interfaces.presenters.text_style import TextStyle
from dowse.interfaces.presenters.to_markdown import markdown_lines
from dowse.interfaces.presenters.to_text import search_lines
from dowse.ports.storage import Snapshot
from dowse.search.execute import Request
from dowse.search.profiles import DEFAULT

_BODY = " ".join(f"word{n}" for n in range(200))


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """Three versions of a page, and another page."""
    session = _session(tmp_path_factory.mktemp("vault"))
    yield session
    session.close()


def _session(folder: Path) -> VaultSession:
    for version in ("1", "2", "3"):
        (folder / version).mkdir()
        (folder / version / "kettle.md").write_text(f"# Kettle\n\nThe kettle of version {version}. {_BODY}\n")
    (folder / "tea.md").write_text("# Tea\n\nTea needs a kettle.\n")
    return open_session(folder)


def _found(vault: VaultSession | FederatedVault, query: str = "word7 kettle", **options: object) -> SearchResult:
    return search(vault, SearchRequest(query, **options))  # type: ignore[arg-type]  # options as they come


def test_versions_of_a_page_are_one_hit_with_their_references(vault: VaultSession) -> None:
    found = _found(vault)
    assert (len(found.hits), found.total, found.folded) == (2, 2, 2)
    best = found.hits[0]
    others = {f"{version}/kettle.md#kettle" for version in "123"} - {best.ref}
    assert set(best.duplicates or ()) == others
    assert set(found.to_dict()["hits"][0]["duplicates"]) == others  # type: ignore[index,call-overload,arg-type]


def test_all_lists_them_as_hits(vault: VaultSession) -> None:
    found = _found(vault, all=True)
    assert (len(found.hits), found.total, found.folded) == (4, 4, None)
    assert "duplicates" not in found.to_dict()["hits"][0]  # type: ignore[index,operator]


def test_a_limit_counts_hits_without_near_duplicates(vault: VaultSession) -> None:
    assert [hit.title for hit in _found(vault, limit=2).hits] == ["Kettle", "Tea"]
    assert [hit.title for hit in _found(vault, limit=1, offset=1).hits] == ["Tea"]


def test_filters_apply_before_near_duplicates_fold(vault: VaultSession) -> None:
    found = _found(vault, path=("3",))
    assert [(hit.path, hit.duplicates) for hit in found.hits] == [("3/kettle.md", None)]


def test_the_name_of_a_page_finds_each_version(vault: VaultSession) -> None:
    assert [hit.title for hit in _found(vault, "kettle").hits].count("Kettle") == 3


@pytest.mark.parametrize("profile", ["deep", "proximity"])
def test_sections_and_chunks_of_near_duplicates_fold(vault: VaultSession, profile: str) -> None:
    found = _found(vault, profile=profile)
    assert len({hit.path for hit in found.hits if hit.title == "Kettle"}) == 1


def test_each_interface_states_their_number(vault: VaultSession) -> None:
    found = _found(vault)
    text = list(search_lines(found, TextStyle(plain=True, root=vault.root), explain=False))
    assert "    and 2 more like it" in text
    assert next(markdown_lines(found)).endswith(", and 2 more like it")
    assert "| and 2 more like it |" in hit_text(1, found.hits[0].to_dict())


def test_why_not_names_the_hit_and_the_option(vault: VaultSession) -> None:
    best = _found(vault).hits[0].path
    folded = next(path for path in ("1/kettle.md", "2/kettle.md") if path != best)
    outcome = why_not(vault, WhyNotRequest(folded, SearchRequest("word7 kettle")))
    assert outcome.step == "fold_duplicates"
    assert f"folded under hit 1, {best}, of which it is a near-duplicate" in outcome.reasons[0]
    assert outcome.remedies[0].change == "--all"


def test_the_trace_names_the_removed_versions(vault: VaultSession) -> None:
    steps = {step.name: step for step in _found(vault, explain=True).steps or ()}
    assert {each.why for each in steps["fold_duplicates"].removed or ()} == {
        f"folded under hit 1, {_found(vault).hits[0].path}, of which it is a near-duplicate"
    }


def test_near_duplicates_of_two_vaults_stay(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    vaults = {name: _session(tmp_path / name) for name in ("one", "two")}
    with closing(FederatedVault(vaults, {name: each.root for name, each in vaults.items()})) as together:
        kettles = [hit for hit in _found(together).hits if hit.title == "Kettle"]
    assert sorted((hit.vault, len(hit.duplicates or ())) for hit in kettles) == [("one", 2), ("two", 2)]
    assert all(ref.endswith("/kettle.md#kettle") and len(ref) == 18 for hit in kettles for ref in hit.duplicates or ())


def test_a_search_that_folds_asks_the_index_no_more_often(vault: VaultSession) -> None:
    def round_trips(reader: Snapshot, *, of_all: bool) -> int:
        vault.executed(Request("word7 kettle", limit=2, all=of_all), DEFAULT, reader)
        return reader.round_trips

    assert vault.peek(partial(round_trips, of_all=False)) == vault.peek(partial(round_trips, of_all=True))


def test_the_settings_of_a_vault_may_list_them(tmp_path: Path) -> None:
    (tmp_path / "dowse.toml").write_text("[search]\nall = true\n")
    with closing(_session(tmp_path)) as vault:
        assert len(_found(vault).hits) == 4


@pytest.mark.parametrize(("query", "found"), [("kettle boat", "7.2"), ("kettle boat 5.1", "5.1")])
def test_a_search_that_folds_versions_asks_the_index_no_more_often(tmp_path: Path, query: str, found: str) -> None:
    for version, count in (("5.1", 12), ("7.0", 1), ("7.2", 10)):
        (tmp_path / version).mkdir()
        text = f"# Page\n\n{'kettle boat. ' * count} {_BODY}\n\nOf version {version}.\n"
        (tmp_path / version / "page.md").write_text(text, "utf-8")
    for n, count in enumerate((11, 1, 1, 1)):
        (tmp_path / f"{n}.md").write_text(f"# Note {n}\n\n{'kettle boat. ' * count} {_BODY} note{n}\n", "utf-8")

    def searched(reader: Snapshot, *, of_all: bool) -> tuple[int, str]:
        answer = session.executed(Request(query, limit=1, all=of_all), DEFAULT, reader).answer
        return reader.round_trips, answer.hits[0].head.path

    with closing(open_session(tmp_path)) as session:
        search(session, SearchRequest("kettle"))
        asked, _ = session.peek(partial(searched, of_all=True))
        assert session.peek(partial(searched, of_all=False)) == (asked, f"{found}/page.md")
