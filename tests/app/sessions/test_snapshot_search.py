"""A search reads one state of the index, whatever is written to it under way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from dowse.app.location import VaultLocation
from dowse.app.sessions.federation import opened
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.engines.prefetched_snapshot import PrefetchedSnapshot
from dowse.model.hit import Hits
from dowse.ports.pipeline import Run
from dowse.ports.storage import Snapshot
from dowse.search.execute import Execution, Request
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT

_LONG_AGO = 1_600_000_000  # seconds; a file this old is not looked at twice
_MOST_ROUND_TRIPS = 4  # of a search with the default profile that has a filter; to be lowered, never raised


@pytest.fixture(autouse=True)
def _nothing_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    monkeypatch.setenv("DOWSE_CONFIG", "/dev/null")
    monkeypatch.setenv("DOWSE_VAULTS", str(tmp_path / "vaults.toml"))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A vault of two notes."""
    root = tmp_path / "notes"
    root.mkdir()
    _put(root, "carbon.md", "---\ntags: [money]\n---\n# Carbon tax\n\nThe former text about carbon.\n")
    _put(root, "bread.md", "# Bread\n\nFlour and water.\n")
    return root


@pytest.fixture
def vault(notes: Path) -> Iterator[VaultSession]:
    """The same, indexed."""
    with closing(open_session(notes)) as found:
        found.sync()
        yield found


def _put(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text, "utf-8")
    os.utime(root / path, (_LONG_AGO, _LONG_AGO))


def _rewrite(root: Path) -> None:
    """As another process does that indexes a changed file."""
    _put(root, "carbon.md", "# Coal\n\nA later and longer text about carbon, which has another title and no tag.\n")
    with closing(open_session(root)) as other:
        other.sync()


@dataclass(frozen=True)
class Interrupted:
    """A stage before all others, in which something happens to the index."""

    happens: Callable[[], object]

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        """The hits as they are."""
        self.happens()
        return hits


def _interrupted(happens: Callable[[], object]) -> Profile:
    return replace(DEFAULT, stages=(Interrupted(happens), *DEFAULT.stages))


def test_a_snippet_is_of_the_text_that_was_found_though_it_is_rewritten_under_way(
    vault: VaultSession, notes: Path
) -> None:
    answer, _ = vault.search(Request("carbon"), _interrupted(lambda: _rewrite(notes)))
    assert answer.hits[0].head.title == "Carbon tax"
    assert answer.hits[0].snippet is not None
    assert "former text" in answer.hits[0].snippet.text
    answer, _ = vault.search(Request("carbon"))
    assert answer.hits[0].head.title == "Coal"


def test_what_filters_leave_is_counted_in_the_state_that_was_searched(vault: VaultSession, notes: Path) -> None:
    request = Request("carbon tag:money", explain=True)
    answer, _ = vault.search(request, _interrupted(lambda: _rewrite(notes)))
    assert [(each.what, each.before, each.after) for each in answer.filters][:1] == [("tagged money", 2, 1)]


def test_filters_are_counted_only_for_a_request_that_asks_to_be_explained(vault: VaultSession) -> None:
    answer, _ = vault.search(Request("carbon tag:money"))
    assert answer.filters == ()


def test_several_vaults_are_searched_in_the_states_of_the_beginning(
    vault: VaultSession, notes: Path, tmp_path: Path
) -> None:
    (tmp_path / "more").mkdir()
    _put(tmp_path / "more", "tea.md", "# Tea\n\nLeaves.\n")
    places = [VaultLocation(vault.root, registered="one"), VaultLocation(tmp_path / "more", registered="two")]
    with closing(opened(places)) as both:
        answer, _ = both.search(Request("carbon"), _interrupted(lambda: _rewrite(notes)))
    assert answer.hits[0].snippet is not None
    assert "former text" in answer.hits[0].snippet.text


def test_a_search_ends_though_the_vectors_change_whenever_it_runs(vault: VaultSession) -> None:
    runs: list[str] = []

    def switch() -> None:
        assert len(runs) < 3
        runs.append("run")
        vault.engine.use_space(f"another {len(runs)}", chunking=vault.config.chunker.fingerprint)

    answer, _ = vault.search(Request("carbon"), _interrupted(switch))
    assert (answer.hits[0].head.path, runs) == ("carbon.md", ["run"])


def test_what_is_made_of_a_search_reads_the_state_that_was_searched(vault: VaultSession, notes: Path) -> None:
    def reread(execution: Execution) -> str:
        _rewrite(notes)
        return execution.run.reader.documents(["carbon.md"])["carbon.md"].head.title

    assert vault.execute(Request("carbon"), None, reread)[0] == "Carbon tax"


def test_a_question_that_asks_twice_is_answered_from_one_state(vault: VaultSession, notes: Path) -> None:
    def ask(reader: Snapshot) -> set[str]:
        before = reader.heads(["carbon.md"])["carbon.md"].title
        _rewrite(notes)
        return {before, reader.heads(["carbon.md"])["carbon.md"].title}

    assert vault.read(ask)[0] == {"Carbon tax"}


def test_a_default_search_makes_no_more_round_trips_than_it_did(vault: VaultSession) -> None:
    def made(execution: Execution) -> int:
        assert isinstance(execution.run.reader, PrefetchedSnapshot)
        return execution.run.reader.round_trips

    count, _ = vault.execute(Request("carbon tag:money"), None, made)
    assert count <= _MOST_ROUND_TRIPS
