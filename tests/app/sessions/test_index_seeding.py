"""The index of a second worktree: a copy of that of the first, which then reads what differs; and what is refused."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dowse.app.index import IndexRequest, index_vault, open_to_index
from dowse.app.sessions import index_store
from dowse.app.sessions.index_placement import place_index
from dowse.app.sessions.index_provenance import PROVENANCE
from dowse.app.sessions.index_seeding import IndexSeeding
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.engines.registry import storage_at
from dowse.filesystem import scan_cache
from dowse.model.index_counts import IndexCounts
from dowse.search.execute import Request
from dowse.settings.layer import Settings
from dowse.settings.worktree_record import record, recorded
from tests.making_worktrees import committed, git, repository, worktree

pytestmark = pytest.mark.slow  # an index or two for each of them

FILES = {
    "a.md": "# Wool\n\nSheep give wool.\n",
    "b.md": "# Silk\n\nMoths spin silk.\n",
    "docs/c.md": "# Flax\n\nLinen.\n",
    "docs/d.md": "# Jute\n\nSacks.\n",
    "e.py": "def felt(cloth: str) -> str:\n    return cloth\n",
}


@pytest.fixture(autouse=True)
def a_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the records; every search looks at the files."""
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)
    monkeypatch.setenv("DOWSE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """An indexed main worktree."""
    found = repository(tmp_path / "main", FILES)
    _indexed(found)
    return found


def _indexed(folder: Path) -> tuple[VaultSession, tuple[str, ...]]:
    """The vault, indexed, and the remarks on that."""
    vault = open_session(folder)
    return vault, vault.sync().remarks


def _copied_from(folder: Path) -> str:
    return f"the index started as a copy of that of the worktree {folder}"


def _found(vault: VaultSession, query: str) -> list[str]:
    answer, _ = vault.search(Request(query, mode="fulltext"))
    return [hit.head.path for hit in answer.hits]


def _content(vault: VaultSession) -> tuple[IndexCounts, Mapping[str, str]]:
    """The counts, and the digests of the files: times are those of each worktree."""
    digests = {path: stamp.digest for path, stamp in vault.engine.known().items()}
    return replace(vault.counts(), size_bytes=0), digests


def test_a_second_worktree_starts_with_a_copy_and_embeds_nothing(main: Path, tmp_path: Path) -> None:
    vault, remarks = _indexed(worktree(main, tmp_path / "one"))
    assert remarks == (_copied_from(main),)
    assert vault.embeddings.made == 0
    assert _found(vault, "wool") == ["a.md"]


def test_the_copy_is_what_reading_all_files_would_give(main: Path, tmp_path: Path) -> None:
    """Also where the branches differ, and with the modification times of its own files."""
    one = worktree(main, tmp_path / "one")
    committed(one, {"b.md": "# Silk\n\nNow of spiders.\n", "new.md": "# Hemp\n\nRope.\n"})
    (one / "a.md").unlink()
    for file in one.rglob("*.md"):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    copied, remarks = _indexed(one)
    assert remarks == (_copied_from(main),)
    content, modified = _content(copied), {path: head.modified for path, head in copied.engine.heads(FILES).items()}
    copied.close()
    shutil.rmtree(one / ".dowse")
    (tmp_path / "state" / "worktrees.json").unlink()
    read, remarks = _indexed(one)
    assert remarks == ()
    assert (content, modified) == (
        _content(read),
        {path: head.modified for path, head in read.engine.heads(FILES).items()},
    )
    assert {path for path, when in modified.items() if when == 1_700_000_000} == set(FILES) - {"a.md", "e.py"}


def test_files_of_the_same_size_and_time_are_compared_too(main: Path, tmp_path: Path) -> None:
    """Some tools give all files the same time, such as that of the commit."""
    one = worktree(main, tmp_path / "one")
    (one / "a.md").write_text(FILES["a.md"].replace("Sheep", "Goats"))
    for folder in (main, one):
        for path in FILES:
            os.utime(folder / path, (1_700_000_000, 1_700_000_000))
    _indexed(main)
    vault = open_session(one)
    state = vault.freshen()
    assert (state.state, state.changed) == ("healed", 1)
    assert (_found(vault, "goats"), _found(vault, "sheep")) == (["a.md"], [])


def test_a_copy_that_was_not_compared_yet_is_stale(main: Path, tmp_path: Path) -> None:
    """As after a process that ended in between."""
    vault = open_session(worktree(main, tmp_path / "one"))
    place = storage_at(vault.folder)
    with place.lock().held(patience=0.0):
        IndexSeeding(place, vault.root, vault.folder, vault.settings, os.environ).seed(vault.engine)
    again = open_session(vault.root)
    state = again.status().index
    assert (state.state, state.changed) == ("stale", len(FILES))
    assert again.freshen().state == "fresh"


def test_the_copy_belongs_to_its_worktree_and_leaves_the_original_alone(main: Path, tmp_path: Path) -> None:
    before = _content(open_session(main))
    one, _ = _indexed(worktree(main, tmp_path / "one"))
    committed(one.root, {"a.md": "# Wool\n\nAlpaca.\n"})
    assert (_found(one, "alpaca"), _found(one, "sheep")) == (["a.md"], [])
    again, remarks = _indexed(main)
    assert (_content(again), remarks) == (before, ())
    assert one.engine.recalled("root") == str(one.root)


def test_a_search_is_enough_for_both_of_them(tmp_path: Path) -> None:
    first = repository(tmp_path / "main", FILES)
    open_session(first).freshen()
    state = open_session(worktree(first, tmp_path / "one")).freshen()
    assert state.remarks == (_copied_from(first),)


def test_a_third_worktree_takes_the_index_that_is_most_similar(main: Path, tmp_path: Path) -> None:
    one = worktree(main, tmp_path / "one")
    committed(one, {"a.md": "something else of another length", "b.md": "that too"})
    _indexed(one)
    git(one, "branch", "other")
    git(main, "worktree", "add", "--quiet", "--detach", str(tmp_path / "two"), "other")
    assert _indexed(tmp_path / "two")[1] == (_copied_from(one),)


def test_a_worktree_with_other_files_starts_from_nothing(main: Path, tmp_path: Path) -> None:
    one = worktree(main, tmp_path / "one")
    committed(one, dict.fromkeys(FILES, "quite another text"))
    vault, remarks = _indexed(one)
    assert (remarks, vault.embeddings.made) == ((), len(FILES))


def test_a_folder_of_a_worktree_takes_the_index_of_the_same_folder(main: Path, tmp_path: Path) -> None:
    _indexed(main / "docs")
    assert _indexed(worktree(main, tmp_path / "one") / "docs")[1] == (_copied_from(main),)


def test_another_repository_with_the_same_files_starts_from_nothing(main: Path, tmp_path: Path) -> None:
    assert _indexed(repository(tmp_path / "other", FILES))[1] == ()
    git(tmp_path, "clone", "--quiet", str(main), "clone")
    assert _indexed(tmp_path / "clone")[1] == ()


def test_a_folder_that_only_claims_to_be_a_worktree_gets_no_copy(main: Path, tmp_path: Path) -> None:
    """A downloaded folder may have a `.git` file that leads to any repository."""
    one = worktree(main, tmp_path / "one")
    shutil.copytree(one, tmp_path / "downloaded")
    assert _indexed(tmp_path / "downloaded")[1] == ()


@pytest.mark.parametrize("is_link", [True, False])
def test_a_folder_that_claims_the_repository_of_another_as_its_own_gets_no_copy(
    main: Path, tmp_path: Path, is_link: bool
) -> None:
    folder = tmp_path / "claiming"
    folder.mkdir()
    (folder / "a.md").write_bytes((main / "a.md").read_bytes())
    if is_link:
        (folder / ".git").symlink_to(main / ".git")
    else:
        (folder / ".git").write_text(f"gitdir: {main}/.git\n")
    vault, remarks = _indexed(folder)
    assert (remarks, vault.engine.recalled(PROVENANCE)) == ((), "")


def test_an_index_that_came_with_the_files_is_not_copied(main: Path, tmp_path: Path) -> None:
    """The vault may replace its index: by one that another dowse has made, or that of another vault."""
    other, _ = _indexed(repository(tmp_path / "other", {**FILES, "secret.md": "# A secret\n"}))
    other.close()
    shutil.rmtree(main / ".dowse")
    shutil.copytree(other.root / ".dowse", main / ".dowse")
    assert _indexed(worktree(main, tmp_path / "one"))[1] == ()


def test_a_linked_index_folder_is_not_copied(main: Path, tmp_path: Path) -> None:
    other, _ = _indexed(repository(tmp_path / "other", FILES))
    shutil.rmtree(main / ".dowse")
    (main / ".dowse").symlink_to(other.root / ".dowse")
    assert _indexed(worktree(main, tmp_path / "one"))[1] == ()


def test_an_index_without_a_record_is_not_copied(main: Path, tmp_path: Path, a_state_folder: Path) -> None:
    (a_state_folder / "worktrees.json").unlink()
    assert _indexed(worktree(main, tmp_path / "one"))[1] == ()


def test_an_index_that_read_all_files_again_is_copied(main: Path, tmp_path: Path, a_state_folder: Path) -> None:
    (a_state_folder / "worktrees.json").unlink()
    vault = open_session(main)
    vault.sync()
    assert recorded(os.environ) == ()
    vault.sync(full=True)
    assert _indexed(worktree(main, tmp_path / "one"))[1] == (_copied_from(main),)


def test_a_record_that_cannot_be_read_costs_the_copy_alone(main: Path, tmp_path: Path, a_state_folder: Path) -> None:
    one = worktree(main, tmp_path / "one")
    for content in ("", "[]", '{"indexes": 3}', '{"indexes": [{}]}', '{"indexes": [{"folder": "x"}]}'):
        (a_state_folder / "worktrees.json").write_text(content)
        vault, remarks = _indexed(one)
        assert (remarks, _found(vault, "wool")) == ((), ["a.md"])
        vault.close()
        shutil.rmtree(one / ".dowse")


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 5000])
def test_a_damaged_index_is_not_copied(main: Path, tmp_path: Path, content: bytes) -> None:
    for file in (main / ".dowse").glob("index-*"):
        file.write_bytes(content)
    vault, remarks = _indexed(worktree(main, tmp_path / "one"))
    assert (remarks, _found(vault, "wool")) == ((), ["a.md"])


def test_an_index_of_an_earlier_version_is_not_copied(main: Path, tmp_path: Path) -> None:
    for file in (main / ".dowse").glob("index-*.db"):
        file.rename(file.with_name("index-3.db"))
    assert _indexed(worktree(main, tmp_path / "one"))[1] == ()


def test_an_index_is_copied_while_it_is_written(main: Path, tmp_path: Path) -> None:
    """A writer holds the lock for as long as it indexes, and commits in batches."""
    vault, place = open_session(main), storage_at(main / ".dowse")
    with place.lock().held(patience=0.0), vault.engine.transaction() as change:
        change.remember("note", "not committed")
        copied, remarks = _indexed(worktree(main, tmp_path / "one"))
    assert (remarks, copied.engine.recalled("note")) == ((_copied_from(main),), "")


def test_the_index_of_a_deleted_worktree_is_no_obstacle(main: Path, tmp_path: Path) -> None:
    one = worktree(main, tmp_path / "one")
    _indexed(one)
    shutil.rmtree(one)
    assert _indexed(worktree(main, tmp_path / "two"))[1] == (_copied_from(main),)


def test_the_copy_is_for_its_owner_alone(main: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        _indexed(worktree(main, tmp_path / "one"))
    finally:
        os.umask(before)
    files = [
        tmp_path / "one" / ".dowse",
        *(tmp_path / "one" / ".dowse").iterdir(),
        tmp_path / "state" / "worktrees.json",
    ]
    assert {file.name for file in files if file.stat().st_mode & 0o077 and file.name != "x"} == set()


def test_indexes_outside_of_their_worktrees_are_copied_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOWSE_INDEX_DIR", str(tmp_path / "indexes"))
    first = repository(tmp_path / "main", FILES)
    _indexed(first)
    one = worktree(first, tmp_path / "one")
    assert _indexed(one)[1] == (_copied_from(first),)
    assert sorted(path.name for path in first.iterdir()) == [".git", "a.md", "b.md", "docs", "e.py"]
    assert (
        place_index(one, chosen=None, settings=Settings(), environment=os.environ).folder.parent == tmp_path / "indexes"
    )


def test_settings_of_the_worktree_apply_to_its_copy(main: Path, tmp_path: Path) -> None:
    one = worktree(main, tmp_path / "one")
    (one / "dowse.toml").write_text('[ignore]\npatterns = ["b.md"]\n[kinds]\n"docs/" = "task"\n')
    vault, remarks = _indexed(one)
    assert remarks == (_copied_from(main),)
    assert sorted(vault.engine.known()) == ["a.md", "docs/c.md", "docs/d.md", "e.py"]
    assert vault.engine.heads(["docs/c.md"])["docs/c.md"].kind == "task"


def test_a_worktree_moved_with_its_index_keeps_its_record(main: Path, tmp_path: Path) -> None:
    _indexed(worktree(main, tmp_path / "one"))
    git(main, "worktree", "move", str(tmp_path / "one"), str(tmp_path / "two"))
    _, remarks = _indexed(tmp_path / "two")
    assert remarks == (f"the vault has moved here from {tmp_path / 'one'}",)
    shutil.rmtree(main / ".dowse")
    assert _indexed(main)[1] == (_copied_from(tmp_path / "two"),)


def test_a_copied_folder_does_not_take_the_record_of_the_original(main: Path, tmp_path: Path) -> None:
    shutil.copytree(main, tmp_path / "copy")
    _indexed(tmp_path / "copy")
    assert _indexed(worktree(main, tmp_path / "one"))[1] == (_copied_from(main),)


def test_the_record_names_each_index_once(main: Path, tmp_path: Path) -> None:
    one = worktree(main, tmp_path / "one")
    for _ in range(2):
        vault, _ = _indexed(one)
        vault.close()
        shutil.rmtree(one / ".dowse")
    assert [each.vault for each in recorded(os.environ)] == [str(main), str(one)]
    entry = replace(recorded(os.environ)[0], folder=str(tmp_path / "caf\udce9"))
    record(entry, os.environ)
    assert recorded(os.environ)[-1] == entry


def test_a_folder_without_git_leaves_no_record(tmp_path: Path, a_state_folder: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("wool")
    _indexed(tmp_path / "notes")
    assert not (a_state_folder / "worktrees.json").exists()


def test_the_command_says_what_it_copied(main: Path, tmp_path: Path) -> None:
    vault = open_to_index(worktree(main, tmp_path / "one"), index_dir=None)
    result = index_vault(vault, IndexRequest())
    assert (result.index.changed, result.documents, result.remarks) == (0, len(FILES), (_copied_from(main),))


def test_a_copied_index_is_not_reported_as_changed_by_something_else(
    main: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_store, "_REMARKABLE_BYTES", 1)
    second = worktree(main, tmp_path / "second")
    vault, remarks = _indexed(second)
    assert remarks == (_copied_from(main),)
    vault.close()
    with closing(open_session(second)) as again:
        assert again.sync().remarks == ()
