"""A vault on disk, from the first search to the damaged index."""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import apsw
import filelock
import pytest

import dowse
from dowse.app.get import GetRequest, get
from dowse.app.links import LinksRequest, list_links
from dowse.app.location import silent
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions import folder_scan, vault_synchronizer
from dowse.app.sessions.shared_progress import SharedProgress
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.chunking.by_section import BySection
from dowse.embedders.static import StaticEmbedder
from dowse.engines.sqlite import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.filesystem import scan_cache
from dowse.filesystem.tree_stamps import TreeStamps, stamps_of
from dowse.filesystem.walk import WalkResult
from dowse.indexing.freshness import IndexState
from dowse.indexing.version_migration import REMEMBERED, VERSION
from dowse.model.errors import DowseError, RefError, StorageError, VaultError
from dowse.query.ast import MatchAll
from dowse.search.execute import Execution, Request

pytestmark = pytest.mark.slow  # an index or two for each of them

_LONG_AGO = 1_600_000_000  # seconds; a file this old is not looked at twice


def _environment() -> dict[str, str]:
    """That of a process that imports this dowse."""
    return {**os.environ, "PYTHONPATH": str(Path(dowse.__file__).parents[1])}


@pytest.fixture(autouse=True)
def _no_index_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)  # every search looks at the tree, however little time went by
    monkeypatch.setattr(
        vault_synchronizer, "HEALING_SECONDS", 60.0
    )  # and reads what it finds, however busy the machine is


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A vault of three notes."""
    root = tmp_path / "notes"
    root.mkdir()
    _put(root, "carbon.md", "# Carbon tax\n\nWhat the carbon market costs.\n")
    _put(root, "bread.md", "# Bread\n\nFlour and water.\n")
    _put(root, "deep/tea.md", "# Tea\n\nLeaves and water.\n")
    return root


def _put(root: Path, path: str, text: str | bytes, *, at: int = _LONG_AGO) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    os.utime(file, (at, at))


def _many(root: Path, count: int) -> None:
    for n in range(count):
        _put(root, f"many/{n:04}.md", f"# Note {n}\n\nnumber{n} of the many\n")


@contextmanager
def _opened(root: Path) -> Iterator[VaultSession]:
    vault = open_session(root)
    try:
        yield vault
    finally:
        vault.close()


def _asked(vault: VaultSession, query: str) -> tuple[list[str], IndexState]:
    answer, state = vault.search(Request(query, limit=100, mode="fulltext"))
    return [hit.head.path for hit in answer.hits], state


def _search(root: Path, query: str) -> tuple[list[str], IndexState]:
    with _opened(root) as vault:
        return _asked(vault, query)


def _indexed(root: Path) -> None:
    with _opened(root) as vault:
        assert vault.sync().left == 0


def _contents(vault: VaultSession) -> tuple[object, ...]:
    """All that an index holds, but for row ids and the numbers of its generations."""
    hits = vault.engine.select(MatchAll(), 10_000)
    documents = vault.engine.documents([hit.ref.doc for hit in hits])
    answers = [_asked(vault, query)[0] for query in ("many", "number7", "number11 number12", "water")]
    meant, _ = vault.search(Request("number of a note", limit=20, mode="vector"))
    near = [(hit.head.path, round(hit.score, 5)) for hit in meant.hits]
    counts = vault.engine.counts()
    return (
        hits,
        documents,
        vault.engine.known(),
        counts.documents,
        counts.chunks,
        counts.embedded,
        answers,
        sorted(near),
    )


# Fresh by itself


def test_the_first_search_indexes_the_vault(notes: Path) -> None:
    paths, state = _search(notes, "carbon")
    assert paths == ["carbon.md"]
    assert state == IndexState("healed", 3)


def test_a_search_re_embeds_an_index_whose_vectors_have_the_earlier_form(notes: Path) -> None:
    _put(notes, "dowse.toml", "[space]\nenrich = 'prefix'\n")
    _indexed(notes)
    (notes / "dowse.toml").unlink()
    with _opened(notes) as vault:
        before = vault.engine.recalled("fingerprint")
        answer, state = vault.search(Request("flour", mode="vector"))
        assert state == IndexState()
        assert [hit.head.path for hit in answer.hits][:1] == ["bread.md"]
        assert vault.engine.recalled("fingerprint") not in ("", before)
        assert (vault.engine.recalled("coming"), vault.engine.counts().embedded) == ("", 3)


def test_a_second_search_finds_everything_fresh(notes: Path) -> None:
    _indexed(notes)
    assert _search(notes, "water") == (["bread.md", "deep/tea.md"], IndexState())


def test_an_unchanged_vault_is_not_written_to_again(notes: Path) -> None:
    _indexed(notes)
    with _opened(notes) as vault:
        _asked(vault, "water")  # remembers that nothing is left to embed
    with _opened(notes) as vault:
        before = apsw.Connection(str(vault.folder / FILE))
        version = before.pragma("data_version")
        assert vault.sync() == IndexState()
        assert _asked(vault, "water")[1] == IndexState()
        assert before.pragma("data_version") == version
        before.close()


@pytest.mark.parametrize("same_vault", [True, False])
def test_what_happened_to_the_files_is_known_to_the_next_search(notes: Path, *, same_vault: bool) -> None:
    _indexed(notes)
    kept = open_session(notes) if same_vault else None

    def asked(query: str) -> tuple[list[str], IndexState]:
        return _asked(kept, query) if kept else _search(notes, query)

    _put(notes, "bread.md", "# Bread\n\nRye and carbon.\n", at=_LONG_AGO + 1)
    assert asked("rye") == (["bread.md"], IndexState("healed", 1))
    assert asked("flour") == ([], IndexState())
    _put(notes, "new.md", "zebra")
    assert asked("zebra") == (["new.md"], IndexState("healed", 1))
    (notes / "carbon.md").unlink()
    assert asked("carbon") == (["bread.md"], IndexState("healed", 1))
    (notes / "new.md").rename(notes / "deep" / "renamed.md")
    assert asked("zebra") == (["deep/renamed.md"], IndexState("healed", 2))
    (notes / "deep").rename(notes / "shallow")
    assert asked("zebra") == (["shallow/renamed.md"], IndexState("healed", 4))
    if kept:
        kept.close()


def test_an_edit_that_keeps_size_and_time_is_noticed_when_the_file_was_just_written(notes: Path) -> None:
    # A time to come stands for "this very moment": another write might get the same one.
    later = 4_000_000_000
    _put(notes, "now.md", "zebra one", at=later)
    assert _search(notes, "zebra")[0] == ["now.md"]
    _put(notes, "now.md", "horse one", at=later)
    assert _search(notes, "horse") == (["now.md"], IndexState("healed", 1))
    assert _search(notes, "horse") == (["now.md"], IndexState())


def test_a_file_that_was_only_touched_counts_as_unchanged(notes: Path) -> None:
    _indexed(notes)
    os.utime(notes / "bread.md", (_LONG_AGO + 9, _LONG_AGO + 9))
    assert _search(notes, "flour") == (["bread.md"], IndexState())
    with _opened(notes) as vault:
        assert vault.engine.known()["bread.md"].mtime_ns == (_LONG_AGO + 9) * 10**9


def test_a_search_with_no_time_to_heal_says_what_is_left(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _many(notes, 20)
    _indexed(notes)
    for n in range(5):
        _put(notes, f"many/{n:04}.md", "zebra", at=_LONG_AGO + 1)
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)
    paths, state = _search(notes, "zebra")
    assert (len(paths), state.state, state.changed, state.left) == (1, "stale", 5, 4)
    with _opened(notes) as vault:
        assert vault.status().index.left == 4
        assert vault.sync().left == 0
        paths, state = _asked(vault, "zebra")
    assert (len(paths), state.state) == (5, "fresh")


def test_a_list_of_all_broken_links_waits_for_all_changed_files(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _many(notes, 20)
    _indexed(notes)
    for n in range(5):
        _put(notes, f"many/{n:04}.md", "zebra [[nowhere]]", at=_LONG_AGO + 1)
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)
    with _opened(notes) as vault:
        assert list_links(vault, LinksRequest(states=("broken",))).links == ()
        found = list_links(vault, LinksRequest(states=("broken",)), is_whole=True)
    assert (len(found.links), found.remarks) == (5, ())


def test_an_answer_names_files_that_are_not_read_beside_other_remarks(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(notes, 20)
    _indexed(notes)
    for n in range(5):
        _put(notes, f"many/{n:04}.md", "zebra [[nowhere]]", at=_LONG_AGO + 1)
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)
    with _opened(notes) as vault:
        hints = [note.hint for note in search(vault, SearchRequest("zebra")).notes]
    assert "4 changed files are not read yet" in hints
    assert len(hints) > 1


def test_a_stale_index_is_not_called_fresh_a_moment_later(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _many(notes, 20)
    _indexed(notes)
    for n in range(5):
        _put(notes, f"many/{n:04}.md", "zebra", at=_LONG_AGO + 1)
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)  # a look at the tree is good for ever
    with _opened(notes) as vault:
        assert [_asked(vault, "zebra")[1].left for _ in range(5)] == [4, 3, 2, 1, 0]


def test_a_program_that_searches_in_a_loop_does_not_look_at_the_tree_again_right_away(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    with _opened(notes) as vault:
        _asked(vault, "water")
        _put(notes, "new.md", "zebra")
        assert _asked(vault, "zebra") == ([], IndexState())
        assert vault.sync() == IndexState("healed", 1)


def _counted(scans: list[float]) -> Callable[..., TreeStamps | None]:
    """Adds the time of each scan to the list."""

    def counted(root: Path, walked: WalkResult, *, started_ns: int) -> TreeStamps | None:
        scans.append(started_ns)
        return stamps_of(root, walked, started_ns=started_ns)

    return counted


def test_a_server_without_a_watcher_scans_the_tree_again_right_away_only_if_a_stamp_has_changed(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    for folder in (notes, notes / "deep"):
        os.utime(folder, (_LONG_AGO, _LONG_AGO))
    with _opened(notes) as vault:
        vault.scan_cache.is_of_server = True
        scans = list[float]()
        monkeypatch.setattr(folder_scan, "stamps_of", _counted(scans))
        assert [_asked(vault, "water")[1].state for _ in range(3)] == ["fresh", "fresh", "fresh"]
        assert len(scans) == 1
        _put(notes, "carbon.md", "zebra and water", at=_LONG_AGO + 1)
        assert _asked(vault, "zebra") == (["carbon.md"], IndexState("healed", 1))
        _put(notes, "new.md", "giraffe")
        assert _asked(vault, "giraffe") == (["new.md"], IndexState("healed", 1))
        assert len(scans) == 3


def test_a_program_that_searches_again_after_a_while_scans_the_tree_only_if_a_stamp_has_changed(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e-9)  # each search is a while after the one before
    monkeypatch.setattr(scan_cache, "_MOST_LOOKS", 1e18)
    for folder in (notes, notes / "deep"):
        os.utime(folder, (_LONG_AGO, _LONG_AGO))
    scans = list[float]()
    monkeypatch.setattr(folder_scan, "stamps_of", _counted(scans))
    with _opened(notes) as vault:
        assert [_asked(vault, "water")[1].state for _ in range(3)] == ["fresh", "fresh", "fresh"]
        assert len(scans) == 1
        _put(notes, "carbon.md", "zebra and water", at=_LONG_AGO + 1)
        assert _asked(vault, "zebra") == (["carbon.md"], IndexState("healed", 1))
        assert [_asked(vault, "zebra") for _ in range(3)] == [(["carbon.md"], IndexState())] * 3
        assert len(scans) == 3  # one more after the update, which may have left work
        monkeypatch.setattr(scan_cache, "_MOST_LOOKS", 0.0)
        assert _asked(vault, "zebra") == (["carbon.md"], IndexState())
        assert len(scans) == 4


def test_a_hit_whose_change_a_watcher_has_not_noticed_yet_is_shown_as_saved(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _put(notes, "carbon.md", "zebra and water")
    _indexed(notes)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    with _opened(notes) as vault:
        vault.scan_cache.is_of_server = vault.scan_cache.is_watched = True
        assert _asked(vault, "zebra") == (["carbon.md"], IndexState())
        _put(notes, "new.md", "zebra")
        assert _asked(vault, "zebra") == (["carbon.md"], IndexState())
        _put(notes, "carbon.md", "giraffe", at=_LONG_AGO + 1)
        assert _asked(vault, "zebra") == (["new.md"], IndexState("healed", 2))
        (notes / "new.md").unlink()
        assert _asked(vault, "zebra") == ([], IndexState("healed", 1))
        _put(notes, "newer.md", "zebra")
        assert _asked(vault, "zebra") == ([], IndexState())
        vault.scan_cache._ended = float("-inf")  # as after a minute without a notice of the watcher
        assert _asked(vault, "zebra") == (["newer.md"], IndexState("healed", 1))


def test_a_document_is_read_as_saved_before_a_watcher_has_noticed_that(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    with _opened(notes) as vault:
        vault.freshen()
        monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
        vault.scan_cache.is_of_server = vault.scan_cache.is_watched = True
        _put(notes, "carbon.md", "giraffe", at=_LONG_AGO + 1)
        result = get(vault, GetRequest("carbon.md"))
        assert (result.text, result.index.state) == ("giraffe", "healed")
        assert get(vault, GetRequest("carbon.md")).index.state == "fresh"
        _put(notes, "new.md", "# Ivory\n\nwalrus")
        with pytest.raises(RefError):
            get(vault, GetRequest("ivory"))
        vault.scan_cache._ended = float("-inf")  # as after a while without a notice of the watcher
        assert get(vault, GetRequest("ivory")).path == "new.md"
        (notes / "new.md").unlink()
        with pytest.raises(RefError):
            get(vault, GetRequest("new.md"))


@pytest.mark.parametrize("ref", ["new.md", "new", "deep/newer.md#Ivory", "[[new]]"])
def test_a_new_file_that_a_reference_names_by_its_path_is_read_before_a_watcher_has_noticed_it(
    ref: str, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    with _opened(notes) as vault:
        vault.freshen()
        monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
        vault.scan_cache.is_of_server = vault.scan_cache.is_watched = True
        for path in ("new.md", "deep/newer.md"):
            _put(notes, path, "# Ivory\n\nwalrus")
        assert "walrus" in get(vault, GetRequest(ref)).text
        with pytest.raises(RefError):
            get(vault, GetRequest("x" * 5_000))


@pytest.mark.parametrize("does", ["notices", "reads"])
def test_a_change_that_a_watcher_notices_or_reads_during_a_search_is_in_its_answer(
    does: str, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change is older than the search, and the snapshot of the search older than what the watcher does."""
    _put(notes, "carbon.md", "zebra and water")
    _indexed(notes)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    with _opened(notes) as vault:
        vault.scan_cache.is_of_server = vault.scan_cache.is_watched = True
        assert _asked(vault, "zebra")[0] == ["carbon.md"]
        _put(notes, "carbon.md", "giraffe", at=_LONG_AGO + 1)

        def watched(execution: Execution) -> list[str]:
            if does == "notices":
                vault.scan_cache.is_changing = True
            else:
                vault.sync_files(["carbon.md"], patience=60.0)
            return [hit.head.path for hit in execution.answer.hits]

        assert vault.execute(Request("zebra", mode="fulltext"), None, watched)[0] == []


def test_what_was_seen_and_is_not_read_yet_is_not_taken_for_fresh(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread looks and then indexes, which may take long; who asks meanwhile is not told that all is well."""
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    with _opened(notes) as vault:
        vault.scan()
        assert _asked(vault, "water")[1].state == "healed"
        assert _asked(vault, "water")[1].state == "fresh"


def test_a_change_that_another_thread_finds_while_others_are_read_is_not_taken_for_read(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    with _opened(notes) as vault:
        vault.scan_cache.is_of_server = True
        _put(notes, "bread.md", "# Bread\n\nRye.\n", at=_LONG_AGO + 1)

        def another(what: str, _done: int, _total: int) -> None:
            if what == "words" and "walrus" not in (notes / "carbon.md").read_text("utf-8"):
                _put(notes, "carbon.md", "walrus", at=_LONG_AGO + 1)
                vault.scan()

        vault.sync(progress=another)
        assert _asked(vault, "walrus") == (["carbon.md"], IndexState("healed", 1))


# Files of all sorts


def test_odd_files_are_named_in_the_status_and_found_where_they_can_be_read(notes: Path) -> None:
    _put(notes, "binary.md", bytes(range(256)) * 40)
    _put(notes, "latin.md", "zebra café".encode("cp1252"))
    _put(notes, "nul.md", b"zebra\x00carbon")
    _put(notes, "yaml.md", "---\ntitle: [unclosed\n---\nzebra\n")
    _put(notes, "huge.md", b"zebra " * 1_000_000)
    (notes / "dangling.md").symlink_to("nowhere.md")
    with _opened(notes) as vault:
        paths, _ = _asked(vault, "zebra")
        status = vault.status()
        again = _asked(vault, "zebra")[1]
    assert set(paths) == {"latin.md", "nul.md", "yaml.md"}
    assert dict(status.skipped) == {
        "binary.md": "binary",
        "huge.md": "larger than 4 MiB",
        "dangling.md": "broken symbolic link",
    }
    assert {path for path, _ in status.odd} == {"latin.md", "nul.md", "yaml.md"}
    assert (status.index, again) == (IndexState(), IndexState())


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_without_permission_is_named_and_found_once_it_can_be_read(open_folder: Path) -> None:
    _put(open_folder, "open.md", "zebra")
    _put(open_folder, "closed.md", "zebra in secret")
    (open_folder / "closed.md").chmod(0)
    open_folder.chmod(0o777)
    uid = os.geteuid()
    with _opened(open_folder) as vault:
        for path in (vault.folder, *vault.folder.iterdir()):
            path.chmod(0o777)
        if uid == 0:  # who may read everything
            os.seteuid(65534)
        try:
            assert _asked(vault, "zebra")[0] == ["open.md"]
            assert vault.status().skipped == [("closed.md", "permission denied")]
            assert vault.status().index.state == "fresh"
            assert _asked(vault, "zebra")[1] == IndexState()
        finally:
            os.seteuid(uid)
        (open_folder / "closed.md").chmod(0o644)
        assert set(_asked(vault, "zebra")[0]) == {"open.md", "closed.md"}
        assert vault.status().skipped == []


def test_the_files_themselves_are_never_written_to(notes: Path) -> None:
    _many(notes, 30)

    def files() -> Mapping[str, tuple[bytes, int]]:
        found = (path for path in notes.rglob("*") if path.is_file() and ".dowse" not in path.parts)
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in found}

    before = files()
    with _opened(notes) as vault:
        vault.sync()
        vault.search(Request("carbon tax"))
        vault.sync(full=True)
        get(vault, GetRequest("carbon.md"))
        vault.status()
    assert files() == before
    assert {path.name for path in notes.iterdir()} == {"carbon.md", "bread.md", "deep", "many", ".dowse"}


def test_the_vectors_of_renamed_files_are_kept_even_when_some_are_yet_to_be_read(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(notes, 20)
    for n in range(5):
        _put(notes, f"old/{n}.md", f"# Old {n}\n\ntext {n}\n")
    _indexed(notes)
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)
    with _opened(notes) as vault:
        vectors = _vectors(vault)
        (notes / "old").rename(notes / "new")
        assert _asked(vault, "old")[1].left == 4
        assert _vectors(vault) == vectors
        assert vault.sync().left == 0
        assert _vectors(vault) == vectors


def _vectors(vault: VaultSession) -> list[bytes]:
    connection = apsw.Connection(str(vault.folder / FILE))
    rows = [
        digest
        for (digest,) in connection.execute("select digest from vectors join digests using (number) order by digest")
    ]
    connection.close()
    return rows


# The index in trouble


_NOISE = random.Random(5).randbytes(300_000)  # noqa: S311  # noise, not secrets


def _fill_with_noise(folder: Path) -> None:
    for path in folder.glob(f"{FILE}*"):
        with path.open("r+b") as file:  # in place, as a bad disk does it
            file.write(_NOISE[: max(8192, path.stat().st_size)])


def test_noise_in_the_place_of_the_index_is_noticed_and_the_index_built_again(notes: Path) -> None:
    _indexed(notes)
    _fill_with_noise(notes / ".dowse")
    paths, state = _search(notes, "water")
    assert set(paths) == {"bread.md", "deep/tea.md"}
    assert (state.state, state.changed) == ("healed", 3)
    assert state.remarks == ("the index was damaged and is built again from the notes",)
    assert _search(notes, "water")[1] == IndexState()


def test_noise_between_two_searches_of_one_vault_is_noticed_and_the_index_built_again(notes: Path) -> None:
    _many(notes, 300)
    with _opened(notes) as vault:
        _asked(vault, "water")
        _fill_with_noise(notes / ".dowse")
        _put(notes, "new.md", "zebra water")
        paths, state = _asked(vault, "water")
        assert set(paths) == {"bread.md", "deep/tea.md", "new.md"}
        assert "the index was damaged and is built again from the notes" in state.remarks
        assert len(_asked(vault, "many")[0]) == 100
    assert set(_search(notes, "water")[0]) == {"bread.md", "deep/tea.md", "new.md"}


def test_a_repair_during_a_read_is_reported_with_its_result(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)  # so that the read, and no scan before it, detects the damage
    _many(notes, 300)
    with _opened(notes) as vault:
        _asked(vault, "water")
        _fill_with_noise(notes / ".dowse")
        known, state = vault.read(lambda reader: reader.select(MatchAll(), 1_000))
        assert len(known) == 303
        assert "the index was damaged and is built again from the notes" in state.remarks


def test_a_cached_state_of_the_index_does_not_repeat_a_remark(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    _indexed(notes)
    _fill_with_noise(notes / ".dowse")
    with _opened(notes) as vault:
        first, second = (vault.search(Request("water"), heal=False)[1] for _ in range(2))
    assert "the index was damaged and is built again from the notes" in first.remarks
    assert second.remarks == ()


def test_a_truncated_index_is_built_again(notes: Path) -> None:
    _many(notes, 100)
    _indexed(notes)
    os.truncate(notes / ".dowse" / FILE, 20_000)
    assert set(_search(notes, "water")[0]) == {"bread.md", "deep/tea.md"}


def test_an_index_that_was_deleted_is_made_again(notes: Path) -> None:
    _indexed(notes)
    for path in (notes / ".dowse").glob(f"{FILE}*"):
        path.unlink()
    assert _search(notes, "carbon") == (["carbon.md"], IndexState("healed", 3))
    shutil.rmtree(notes / ".dowse")
    assert _search(notes, "carbon") == (["carbon.md"], IndexState("healed", 3))


def test_an_emptied_vault_keeps_its_index_until_it_is_told(notes: Path) -> None:
    _many(notes, 12)
    _indexed(notes)
    for path in notes.iterdir():
        if path.name != ".dowse":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    paths, state = _search(notes, "water")
    assert set(paths) == {"bread.md", "deep/tea.md"}
    assert (state.state, state.left) == ("stale", 15)
    assert "looks empty; the index is kept" in state.remarks[-1]
    with _opened(notes) as vault:
        assert vault.sync() == IndexState("healed", 15)
        assert _asked(vault, "water") == ([], IndexState())


def test_a_vault_that_vanished_is_a_clear_error(notes: Path) -> None:
    with pytest.raises(VaultError, match="there is no folder"):
        open_session(notes / "nowhere")
    with _opened(notes) as vault:
        _asked(vault, "water")
        notes.rename(notes.with_name("gone"))
        with pytest.raises(DowseError):
            _asked(vault, "water")


@contextmanager
def _open_without_folder(notes: Path) -> Iterator[VaultSession]:
    """An open, indexed vault whose folder was deleted."""
    with _opened(notes) as vault:
        _asked(vault, "water")
        shutil.rmtree(notes)
        yield vault


@pytest.mark.parametrize(
    "call",
    [
        lambda vault: vault.search(Request("water", 5)),
        lambda vault: vault.search(Request("water", 5), heal=False),
        lambda vault: vault.read(lambda reader: reader.counts()),
        lambda vault: vault.status(),
        lambda vault: vault.sync(),
        lambda vault: vault.sync(full=True),
        lambda vault: vault.embed(),
    ],
    ids=["search", "search as it is", "read", "status", "sync", "full sync", "embed"],
)
def test_a_deleted_folder_is_reported_as_missing_and_not_created_again(
    notes: Path, call: Callable[[VaultSession], object]
) -> None:
    with _open_without_folder(notes) as vault:
        with pytest.raises(VaultError, match=re.escape(f"the folder {notes} is missing")):
            call(vault)
        assert not notes.exists()


def test_an_empty_mount_point_is_not_indexed(notes: Path) -> None:
    with _open_without_folder(notes) as vault:
        notes.mkdir()
        with pytest.raises(VaultError, match=re.escape(f"the folder {notes} is empty")):
            vault.sync()
        assert not list(notes.iterdir())


@pytest.mark.parametrize("call", [lambda vault: vault.sync(), lambda vault: _asked(vault, "water")])
def test_a_deleted_index_folder_is_created_for_its_owner_only(
    notes: Path, call: Callable[[VaultSession], object]
) -> None:
    with _opened(notes) as vault:
        vault.sync()
        shutil.rmtree(notes / ".dowse")
        call(vault)
        assert vault.counts().documents == 3
    assert stat.S_IMODE((notes / ".dowse").stat().st_mode) == 0o700
    assert (notes / ".dowse" / ".gitignore").read_text() == "*\n"


class _Retrained(StaticEmbedder):
    """The embedder in its next release."""

    @property
    def revision(self) -> str:
        return "next"


def _with_next_embedder(vault: VaultSession) -> None:
    vault.embeddings.static = _Retrained()


def _with_other_chunks(vault: VaultSession) -> None:
    vault._synchronizer.folder_scan.loader = replace(
        vault._synchronizer.folder_scan.loader, chunker=BySection(vault.embeddings.static.count_tokens, size=64)
    )


@pytest.mark.parametrize("changed", [_with_next_embedder, _with_other_chunks])
@pytest.mark.parametrize("syncs", [True, False])
def test_an_index_of_another_embedder_or_chunker_is_made_again_once(
    notes: Path, changed: Callable[[VaultSession], None], *, syncs: bool
) -> None:
    _put(notes, "long.md", "# Long\n\n" + "a sentence on zebras. " * 100)
    _indexed(notes)
    with _opened(notes) as vault:
        changed(vault)
        assert _asked(vault, "water")[0] == ["bread.md", "deep/tea.md"] if not syncs else vault.sync()
        counts = vault.engine.counts()
        assert counts.embedded == counts.chunks
        assert counts.chunks > 4 or changed is _with_next_embedder
        assert vault.engine.pending(9) == ()
        fresh = apsw.Connection(str(vault.folder / FILE))
        told = dict(fresh.execute("select key, value from meta"))
        assert vault.embeddings.static.revision in told["fingerprint"]
        assert told["chunking"] == vault._synchronizer.folder_scan.loader.chunker.fingerprint
        version = fresh.pragma("data_version")
        assert _asked(vault, "water")[1] == IndexState()
        assert fresh.pragma("data_version") == version
        fresh.close()


def test_a_vault_that_is_open_follows_when_another_process_chooses_a_chunker(notes: Path) -> None:
    _put(notes, "long.md", "# Long\n\n" + "a sentence on zebras. " * 300)
    _indexed(notes)
    with _opened(notes) as vault:
        before = vault.engine.counts().chunks
        other = open_session(notes, chunker="paragraph")
        assert other.sync().changed == 4
        other.close()
        assert _asked(vault, "water")[1] == IndexState()
        assert vault.engine.counts().chunks > before
    with _opened(notes) as vault:
        assert vault.sync() == IndexState()


def test_a_damaged_index_is_built_again_by_the_chunker_of_the_settings(notes: Path) -> None:
    other = open_session(notes, chunker="window")
    other.sync()
    other.close()
    (notes / ".dowse" / FILE).write_bytes(b"no database" * 1000)
    with _opened(notes) as vault:
        assert _asked(vault, "water")[0] == ["bread.md", "deep/tea.md"]
        assert vault._synchronizer.folder_scan.loader.chunker.fingerprint == vault.settings.chunker.fingerprint


# Several at once


def _hold_the_lock(
    folder: str, held: multiprocessing.synchronize.Event, done: multiprocessing.synchronize.Event
) -> None:
    with filelock.FileLock(Path(folder) / "writer.lock"):
        held.set()
        done.wait(60)


@pytest.mark.slow
def test_while_another_process_indexes_the_answer_comes_from_what_is_there(notes: Path) -> None:
    _indexed(notes)
    _put(notes, "new.md", "zebra water")
    context = multiprocessing.get_context("spawn")
    held, done = context.Event(), context.Event()
    other = context.Process(target=_hold_the_lock, args=(str(notes / ".dowse"), held, done))
    other.start()
    try:
        assert held.wait(60)
        paths, state = _search(notes, "water")
        assert set(paths) == {"bread.md", "deep/tea.md"}
        assert (state.state, state.left) == ("stale", 1)
        assert "another process is indexing this vault" in state.remarks[-1]
        with SharedProgress(notes / ".dowse").published(silent) as report:
            report("words", 400, 1_000)
            _, state = _search(notes, "water")
        told = "another process is indexing this vault: 400 of 1,000 files are read (40 %)"
        assert state.remarks[-1] == f"{told}; searches use the indexed content meanwhile"
        assert state.progress is not None
        assert state.progress.percent == 40
    finally:
        done.set()
        other.join()
    assert _search(notes, "zebra") == (["new.md"], IndexState("healed", 1))


def test_threads_may_search_while_another_one_indexes(notes: Path) -> None:
    _many(notes, 60)
    _indexed(notes)
    failures: list[BaseException] = []
    done = threading.Event()
    with _opened(notes) as vault:

        def searches() -> None:
            try:
                while not done.is_set():
                    answer, _ = vault.search(Request("water", mode="hybrid"))
                    assert {"bread.md", "deep/tea.md"} <= {hit.head.path for hit in answer.hits}
            except BaseException as error:  # noqa: BLE001  # told to the test
                failures.append(error)

        threads = [threading.Thread(target=searches) for _ in range(2)]
        for thread in threads:
            thread.start()
        for turn in range(4):
            for n in range(30):
                _put(notes, f"many/{n:04}.md", f"# Note {n}\n\nturn{turn}\n", at=_LONG_AGO + turn + 1)
            vault.sync()
        done.set()
        for thread in threads:
            thread.join()
        assert failures == []
        assert len(_asked(vault, "turn3")[0]) == 30


# Where the index lies


def test_the_index_lies_where_the_environment_says(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOWSE_INDEX_DIR", str(tmp_path / "indexes"))
    assert _search(notes, "carbon")[0] == ["carbon.md"]
    assert not (notes / ".dowse").exists()
    assert [path.name for path in (tmp_path / "indexes").glob(f"notes-*/{FILE}")] == [FILE]


def test_two_vaults_of_one_name_do_not_share_an_index(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOWSE_INDEX_DIR", str(tmp_path / "indexes"))
    _put(tmp_path, "other/notes/zebra.md", "zebra carbon")
    assert _search(notes, "carbon")[0] == ["carbon.md"]
    assert _search(tmp_path / "other" / "notes", "carbon")[0] == ["zebra.md"]
    assert _search(notes, "carbon") == (["carbon.md"], IndexState())


# One file


def test_a_file_is_indexed_alone_and_the_others_stay_unread(notes: Path) -> None:
    with _opened(notes) as vault:
        vault.sync()
        _put(notes, "bread.md", "# Bread\n\nRye.\n", at=_LONG_AGO + 1)
        _put(notes, "deep/tea.md", "# Tea\n\nMint.\n", at=_LONG_AGO + 1)
        state = vault.sync(file="bread.md")
        assert (state.state, state.changed, state.left) == ("stale", 1, 1)
        assert vault.engine.known()["bread.md"].mtime_ns == (_LONG_AGO + 1) * 10**9
        assert vault.engine.known()["deep/tea.md"].mtime_ns == _LONG_AGO * 10**9


def test_a_file_is_read_again_even_if_size_and_time_did_not_change(notes: Path) -> None:
    with _opened(notes) as vault:
        vault.sync()
        _put(notes, "bread.md", "# Bread\n\nFlour and honey.\n")
        assert vault.sync().changed == 0
        assert vault.sync(file="bread.md").changed == 1


def test_a_file_of_a_vault_without_an_index_brings_the_others_along(notes: Path) -> None:
    with _opened(notes) as vault:
        assert vault.sync(file="bread.md").changed == 3


def test_a_file_that_is_no_document_cannot_be_indexed(notes: Path) -> None:
    _put(notes, "photo.png", b"\x89PNG")
    with _opened(notes) as vault, pytest.raises(RefError, match=r"photo\.png cannot be indexed"):
        vault.sync(file="photo.png")


# Ended by force

_INDEXING = """
import sys
from pathlib import Path
from dowse.app import vault
from dowse.indexing import batches
batches._BATCH_FILES = 100
batches._BATCH_CHUNKS = 100
def told(what, done, total):
    print(what, done, flush=True)
    sys.stdin.readline()
vault.open_session(Path(sys.argv[1])).sync(progress=told)
print("ended", 0, flush=True)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], object]:
    """The contents of an index of so many files that nobody killed, made once for each number."""

    @cache
    def made(files: int) -> object:
        root = tmp_path_factory.mktemp("whole") / "killed"
        _many(root, files)
        with _opened(root) as vault:
            vault.sync()
            return _contents(vault)

    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("phase", "turns", "files", "indexed"),
    # 1600 are read and embedded by two processes; an index with files gets its vectors after the words.
    [("words", 3, 1600, 0), ("words", 3, 500, 0), ("words", 5, 500, 0), ("meaning", 2, 500, 1)],
)
def test_an_indexing_that_was_killed_is_completed_by_the_next(
    tmp_path: Path, whole: Callable[[int], object], phase: str, turns: int, files: int, indexed: int
) -> None:
    root = tmp_path / "killed"
    if indexed:
        _many(root, indexed)
        with _opened(root) as vault:
            vault.sync()
    _many(root, files)
    with subprocess.Popen(
        [sys.executable, "-c", _INDEXING, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment()
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        while turns:
            turns -= child.stdout.readline().decode().startswith(phase)
            if turns:
                child.stdin.write(b"\n")
                child.stdin.flush()
        child.stdin.write(b"\n")  # so that it is in the middle of the next batch
        child.stdin.flush()
        child.send_signal(signal.SIGKILL)
    with _opened(root) as vault:
        assert vault.engine.counts().documents > 0
        assert vault.engine.counts().embedded < files
        assert vault.sync().left == 0
        assert _contents(vault) == whole(files)


_ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from dowse.app.sessions.vault_session import open_session
from dowse.model.errors import StorageError
from dowse.search.execute import Execution, Request
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
vault = open_session(Path(sys.argv[1]))
size = max(path.stat().st_size for path in vault.folder.iterdir())
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    vault.sync()
except StorageError as error:
    print(error)
answer, state = vault.search(Request("water", mode="fulltext"))
print(sorted(hit.head.path for hit in answer.hits), state.state)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_full_disk_is_a_clear_error_and_the_old_state_stays_whole(notes: Path) -> None:
    _indexed(notes)
    for n in range(40):
        _put(notes, f"{n}.md", f"# Water {n}\n\n" + "\n\n".join(f"word{n}x{k}" for k in range(300)))
    run = subprocess.run(
        [sys.executable, "-c", _ON_A_FULL_DISK, str(notes)],
        capture_output=True,
        env=_environment(),
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    message, found = run.stdout.splitlines()
    assert FILE in message
    assert "cannot write" in message
    assert found == "['bread.md', 'deep/tea.md'] stale"
    paths, state = _search(notes, "water")
    assert (len(paths), state.state) == (42, "healed")


def test_a_database_that_may_not_grow_is_a_full_disk(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _indexed(notes)
    _put(notes, "new.md", "\n\n".join(f"word{n}" for n in range(3000)))
    with monkeypatch.context() as patched:
        patched.setattr(connect, "PRACTICES", (*connect.PRACTICES, _may_not_grow))
        with _opened(notes) as vault:
            with pytest.raises(StorageError, match="the disk is full"):
                vault.sync()
            paths, state = _asked(vault, "water")
            assert set(paths) == {"bread.md", "deep/tea.md"}
            assert (state.state, state.left) == ("stale", 1)
            assert "the disk is full" in state.remarks[-1]
    paths, state = _search(notes, "word77")
    assert (paths, state.state, state.changed, state.left) == (["new.md"], "healed", 1, 0)


def test_an_index_that_was_opened_on_a_full_disk_is_written_once_there_is_space(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    _put(notes, "new.md", "# Silk\n\nWater.\n")
    with monkeypatch.context() as patched:
        patched.setattr(connect, "PRACTICES", (_refuse_to_write, *connect.PRACTICES))
        vault = open_session(notes)
        assert _asked(vault, "water")[1].state == "stale"
    with closing(vault):
        paths, state = _asked(vault, "water")
        assert (state.state, "new.md" in paths) == ("healed", True)


def _refuse_to_write(connection: apsw.Connection) -> None:
    if not connection.readonly("main"):
        raise apsw.FullError("database or disk is full")


def test_the_files_that_were_read_before_the_disk_was_full_do_not_count_as_unread(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _indexed(notes)
    for n in range(40):  # of which the first 32 are a batch
        _put(notes, f"new{n:02}.md", "\n\n".join(f"word{n}x{k}" for k in range(1 if n < 32 else 3000)))
    with monkeypatch.context() as patched:
        patched.setattr(connect, "PRACTICES", (*connect.PRACTICES, partial(_may_not_grow, more=100)))
        with _opened(notes) as vault:
            _, state = _asked(vault, "water")
            known = vault.engine.known()
    missing = [n for n in range(40) if f"new{n:02}.md" not in known]
    assert (len(missing), state.left) == (8, 8)


def test_the_files_of_an_earlier_version_stay_unread_on_a_full_disk_which_is_said(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _opened(notes) as vault:
        vault.sync()
        vault.engine.remember(REMEMBERED, str(VERSION - 1))
    with monkeypatch.context() as patched:
        patched.setattr(connect, "PRACTICES", (*connect.PRACTICES, _may_not_change))
        with _opened(notes) as vault:
            with pytest.raises(StorageError, match="cannot write"):
                vault.sync()
            paths, state = _asked(vault, "water")
            assert set(paths) == {"bread.md", "deep/tea.md"}
            assert (state.state, state.left) == ("stale", vault.counts().documents)
            assert "cannot write" in state.remarks[-1]
    with _opened(notes) as vault:
        assert vault.sync().changed == vault.counts().documents
        assert vault.sync().changed == 0


def test_a_note_that_an_earlier_version_has_read_meanwhile_is_read_again(notes: Path) -> None:
    with _opened(notes) as vault:
        vault.sync()
        vault.engine.remember(REMEMBERED, str(VERSION + 1))
        _put(notes, "new.md", "# New\n\nSilk.\n")
        assert vault.sync().changed == 1
        vault.engine.remember(REMEMBERED, str(VERSION))
        assert [vault.sync().changed for _ in range(2)] == [1, 0]


def _may_not_change(connection: apsw.Connection) -> None:
    connection.pragma("query_only", True)


def _may_not_grow(connection: apsw.Connection, more: int = 0) -> None:
    pages = connection.pragma("page_count")
    assert isinstance(pages, int)
    connection.pragma("max_page_count", pages + more)


def test_a_symbolic_link_in_the_place_of_the_index_is_not_written_through(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / FILE).write_bytes(b"precious")
    (notes / ".dowse").symlink_to(elsewhere)
    assert _search(notes, "carbon")[0] == ["carbon.md"]
    assert (elsewhere / FILE).read_bytes() == b"precious"
    (notes / ".dowse").unlink()
    (notes / ".dowse").mkdir()
    (notes / ".dowse" / FILE).symlink_to(elsewhere / FILE)
    assert _search(notes, "carbon")[0] == ["carbon.md"]
    assert (elsewhere / FILE).read_bytes() == b"precious"


def test_an_index_folder_that_was_there_before_is_kept_out_of_git(notes: Path) -> None:
    (notes / ".dowse").mkdir()
    _search(notes, "carbon")
    assert (notes / ".dowse" / ".gitignore").read_text() == "*\n"


def test_a_list_of_ignored_files_that_a_full_disk_left_empty_is_written(notes: Path) -> None:
    (notes / ".dowse").mkdir()
    (notes / ".dowse" / ".gitignore").write_text("")
    _search(notes, "carbon")
    assert (notes / ".dowse" / ".gitignore").read_text() == "*\n"


def test_a_foreign_database_in_the_place_of_the_index_is_left_alone(notes: Path) -> None:
    (notes / ".dowse").mkdir()
    theirs = apsw.Connection(str(notes / ".dowse" / FILE))
    theirs.execute("create table mine(x); insert into mine values (7)")
    before = (notes / ".dowse" / FILE).read_bytes()
    assert _search(notes, "carbon")[0] == ["carbon.md"]
    assert (notes / ".dowse" / FILE).read_bytes() == before
    assert theirs.execute("select x from mine").fetchall() == [(7,)]
    theirs.close()


def test_an_index_that_lost_a_table_is_built_again(notes: Path) -> None:
    _indexed(notes)
    broken = apsw.Connection(str(notes / ".dowse" / FILE))
    broken.execute("drop table documents")
    broken.close()
    paths, state = _search(notes, "carbon")
    assert paths == ["carbon.md"]
    assert "the index was damaged and is built again from the notes" in state.remarks
