"""When it is worth looking at a folder again."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from threading import Event

import pytest

from dowse.filesystem.watch import ChangeSignals, concerns, file_system, folders_of, is_remote, polling

_MOUNTS = r"""/dev/sda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
server:/export /srv/my\040notes nfs4 rw 0 0
//nas/share /mnt/nas cifs rw 0 0
C:\134 /mnt/c 9p rw,aname=drvfs 0 0
me@host:/home /home/me/remote fuse.sshfs rw 0 0
/dev/sdb1 /mnt/nas ext4 rw 0 0
broken
"""
_POLLED = {"WATCHFILES_FORCE_POLLING": "1", "WATCHFILES_POLL_DELAY_MS": "20"}


@pytest.mark.parametrize(
    "path",
    [
        ".#note.md",
        "a/#note.md#",
        "a/note.md~",
        "a/.note.md.swp",
        "a/.note.md.swx",
        "4913",
        "a/b/4913",
        "note.md.tmp",
        "~$letter.docx",
        ".~lock.sheet.ods#",
        ".goutputstream-9XQ1K2",
        "note.md___jb_tmp___",
        "video.mp4.crdownload",
        ".DS_Store",
        ".dowse/index.db-wal",
        ".git/refs/heads/main",
        "a/node_modules/x/readme.md",
        ".obsidian/workspace.json",
        ".git",
    ],
)
def test_what_programs_do_for_themselves_is_no_reason_to_look(path: str) -> None:
    assert not concerns(path)


@pytest.mark.parametrize(
    "path",
    ["", "note.md", "a/b/note.md", "a folder", ".gitignore", "dowse.toml", "4913.md", "a~b.md", "x.swp.md", "#1.md"],
)
def test_whatever_may_be_a_note_or_a_folder_is_a_reason_to_look(path: str) -> None:
    assert concerns(path)


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me", "ext4"),
        ("/srv/my notes/diary", "nfs4"),
        ("/srv/my", "ext4"),
        ("/mnt/nas/notes", "ext4"),
        ("/mnt/c/Users", "9p"),
        ("/mnt/cd", "ext4"),
        ("/home/me/remote", "fuse.sshfs"),
    ],
)
def test_the_kind_of_a_file_system_is_that_of_the_nearest_mount_that_hides_the_others(
    folder: str, kind: str, tmp_path: Path
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(_MOUNTS)
    assert file_system(Path(folder), mounts) == kind


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("/srv/my notes", "the folder is on a network filesystem (nfs4)"),
        ("/srv", "one of its subfolders is on a network filesystem (nfs4)"),
        ("/home/me", "one of its subfolders is on a network filesystem (fuse.sshfs)"),
        ("/home/mel", ""),
        ("/mnt/nas", ""),
    ],
)
def test_a_vault_is_looked_through_that_is_on_another_machine_or_has_a_folder_there(
    folder: str, why: str, tmp_path: Path
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(_MOUNTS)
    assert polling(Path(folder), {}, mounts) == why


def test_without_a_list_of_mounts_nothing_is_known(tmp_path: Path) -> None:
    assert file_system(tmp_path, tmp_path / "none") == ""


@pytest.mark.parametrize(
    ("kind", "remote"),
    [
        ("nfs", True),
        ("cifs", True),
        ("9p", True),
        ("vboxsf", True),
        ("fuse.sshfs", True),
        ("fuseblk", False),
        ("ext4", False),
    ],
)
def test_what_another_machine_changes_is_not_heard_of(kind: str, remote: bool) -> None:
    assert is_remote(kind) is remote


@pytest.mark.parametrize(
    ("value", "forced"), [("1", True), ("true", True), ("false", False), ("disable", False), ("", False)]
)
def test_the_variable_of_watchfiles_is_honoured(value: str, forced: bool, tmp_path: Path) -> None:
    assert bool(polling(tmp_path, {"WATCHFILES_FORCE_POLLING": value})) is forced


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{}, _POLLED], ids=["told", "polled"])
def test_a_folder_is_looked_at_at_first_and_again_once_it_is_watched_and_after_a_change(
    environment: dict[str, str], tmp_path: Path
) -> None:
    coming = iter(ChangeSignals(tmp_path, Event(), lambda _: None, environment))
    assert next(coming)
    assert next(coming)  # what happened before anybody watched
    (tmp_path / "note.md").write_text("x")
    assert any(next(coming) for _ in range(5))


@pytest.mark.slow
def test_a_change_is_noticed_before_its_burst_is_over_and_once(tmp_path: Path) -> None:
    noticed = list[str]()

    def notice() -> None:
        noticed.append("first")
        (tmp_path / "second.md").write_text("x")

    coming = iter(ChangeSignals(tmp_path, Event(), lambda _: None, {}, notice))
    assert [next(coming), next(coming)] == [True, True]
    (tmp_path / "first.md").write_text("x")
    assert next(each for each in coming if each) == frozenset({"first.md", "second.md"})
    assert noticed == ["first"]


@pytest.mark.slow
def test_what_editors_do_beside_a_note_leads_to_no_look(tmp_path: Path) -> None:
    stop = Event()
    coming = iter(ChangeSignals(tmp_path, stop, lambda _: None, {}))
    assert [next(coming), next(coming)] == [True, True]
    for name in (".#note.md", "4913", "note.md~", ".note.md.swp", "#note.md#", "note.tmp"):
        (tmp_path / name).write_text("x")
        (tmp_path / name).unlink()
    assert not next(coming)
    stop.set()
    assert list(coming) == []


def test_a_note_is_reported_while_a_download_beside_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note, download = str(tmp_path / "note.md"), str(tmp_path / "film.crdownload")

    def watch(*_: str, watch_filter: Callable[[int, str], bool] | None, **__: object) -> Iterator[set[tuple[int, str]]]:
        """As watchfiles: the download changes at each step, and of changes without one that is wanted nothing comes."""
        for changes in ({(1, note)}, *([{(2, download)}] * 3)):
            wanted = {each for each in changes if watch_filter is None or watch_filter(*each)}
            if wanted:
                yield wanted
        pytest.fail("the note waits for the end of the download")

    monkeypatch.setattr("dowse.filesystem.watch.watchfiles_watch", lambda: watch)
    signals = iter(ChangeSignals(tmp_path, Event(), lambda _: None))
    assert list(islice(signals, 2)) == [True, True]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4913", "drafts.tmp", "old~"])
def test_a_folder_that_is_called_like_what_editors_leave_is_one_of_notes(name: str, tmp_path: Path) -> None:
    coming = iter(ChangeSignals(tmp_path, Event(), lambda _: None, {}))
    assert [next(coming), next(coming)] == [True, True]
    (tmp_path / name).mkdir()
    assert any(next(coming) for _ in range(5))
    next(coming)  # what happened before the folder was watched
    (tmp_path / name / "note.md").write_text("x")
    assert any(next(coming) for _ in range(5))


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{}, _POLLED], ids=["told", "polled"])
def test_a_folder_that_vanishes_is_said_once_and_looked_at_when_it_is_back(
    environment: dict[str, str], tmp_path: Path
) -> None:
    root, aside, stop, said = tmp_path / "notes", tmp_path / "unplugged", Event(), list[str]()

    def told(text: str) -> None:
        said.append(text.removeprefix(str(root)))
        if "is missing" in text:
            aside.rename(root)

    root.mkdir()
    coming = iter(ChangeSignals(root, stop, told, environment))
    next(coming)
    next(coming)
    root.rename(aside)
    assert any(next(coming) for _ in range(5))
    about_it = [text for text in said if "every few seconds" not in text]
    assert about_it == [
        " is missing; its index is kept, and watching resumes when the folder is back",
        " has returned; watching resumes",
    ]


@pytest.mark.slow
class _DeletesFolder(Event):
    """An event whose first question about it deletes a folder: the moment between two looks at the folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def is_set(self) -> bool:
        shutil.rmtree(self.folder, ignore_errors=True)
        return super().is_set()


@pytest.mark.parametrize("environment", [{}, _POLLED])
def test_a_folder_deleted_between_two_looks_at_it_is_reported(environment: dict[str, str], tmp_path: Path) -> None:
    (folder := tmp_path / "notes").mkdir()
    stop, said = _DeletesFolder(folder), []

    def report(message: str) -> None:
        said.append(message)
        if "is missing" in message:
            stop.set()

    assert not list(islice(ChangeSignals(folder, stop, report, environment), 3))
    assert any("is missing" in message for message in said)


def test_an_empty_folder_in_place_of_another_is_a_disk_that_is_not_connected(tmp_path: Path) -> None:
    root, stop, said = tmp_path / "mount", Event(), list[str]()

    def told(text: str) -> None:
        said.append(text)
        if "is missing" in text:
            (root / "note.md").write_text("another disk")

    root.mkdir()
    (root / "note.md").write_text("x")
    coming = iter(ChangeSignals(root, stop, told, _POLLED))
    next(coming)
    shutil.move(root, tmp_path / "elsewhere")
    root.mkdir()
    assert next(coming)
    assert [text for text in said if "is missing" in text]


@pytest.mark.slow
def test_where_the_system_has_no_watches_left_the_folder_is_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is of the machine, so that it cannot be reached for a test: watchfiles says what it would say."""

    def refused(*_paths: object, **_options: object) -> Iterator[set[object]]:
        raise OSError('OS file watch limit reached. about ["/notes"]')

    monkeypatch.setattr("watchfiles.watch", refused)
    said: list[str] = []
    stop = Event()
    coming = iter(ChangeSignals(tmp_path, stop, said.append, {"WATCHFILES_POLL_DELAY_MS": "20"}))
    assert [next(coming) for _ in range(4)] == [True] * 4
    assert "limit reached" in said[0]
    stop.set()
    assert list(coming) == []


def test_what_nobody_wants_is_not_watched_and_no_link_is_followed(tmp_path: Path) -> None:
    for folder in ("a/b", ".git/refs", "node_modules/x", ".dowse", "a/.obsidian"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "everything").symlink_to("/")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert folders_of(tmp_path) == {str(tmp_path), str(tmp_path / "a"), str(tmp_path / "a" / "b")}


def test_a_folder_of_output_is_watched_where_a_walk_lists_it(tmp_path: Path) -> None:
    for path in ("build/page.md", "build/parts/page.md", "a/target/x.o", "a/dist/x.js", "old/build/page.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    (tmp_path / ".dowseignore").write_text("!a/dist/\nold/build/\n")
    listed = ("", "build", "build/parts", "a", "a/dist", "old")
    assert folders_of(tmp_path) == {str(tmp_path / folder) for folder in listed}


@pytest.mark.slow
def test_folders_that_come_later_are_watched_too(tmp_path: Path) -> None:
    stop = Event()
    coming = iter(ChangeSignals(tmp_path, stop, lambda _: None, {}))
    assert [next(coming), next(coming)] == [True, True]
    (tmp_path / "new" / "deep").mkdir(parents=True)
    assert [next(coming), next(coming)] == [True, True]  # at once, and when the new ones are watched
    (tmp_path / "new" / "deep" / "note.md").write_text("x")
    assert any(next(coming) for _ in range(3))
    stop.set()
