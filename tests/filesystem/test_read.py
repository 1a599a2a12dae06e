"""Reading one file, and when its stamp can be trusted."""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from dowse.filesystem.diff import changes
from dowse.filesystem.read import FileContent, is_online_only, read
from dowse.filesystem.walk import walk
from dowse.ports.indexed_document import FileStamp, SkippedFile

from .nobody import as_nobody

_SECOND = 1_000_000_000  # nanoseconds
_WRITTEN = 1_700_000_000 * _SECOND + 123_456_789
_LATER = 1_700_000_100.0  # seconds


def _put(root: Path, path: str, data: bytes, mtime_ns: int = _WRITTEN) -> None:
    (root / path).write_bytes(data)
    os.utime(root / path, ns=(mtime_ns, mtime_ns))


def _stamp(root: Path, path: str, *, now: float = _LATER) -> FileStamp:
    content = read(root, path, now=now)
    assert isinstance(content, FileContent)
    return content.stamp


def _refusal(root: Path, path: str) -> str:
    skipped = read(root, path, now=_LATER)
    assert isinstance(skipped, SkippedFile)
    assert skipped.stamp.mtime_ns == -1  # so that it is tried again
    assert skipped.path == path
    return skipped.why


def test_a_file_is_read_as_it_is_and_stamped(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf# One\r\n\x00\xff"
    _put(tmp_path, "a.md", data)
    digest = hashlib.blake2b(data, digest_size=16).hexdigest()
    content = FileContent(data, FileStamp(len(data), _WRITTEN, digest), _WRITTEN / _SECOND)
    assert read(tmp_path, "a.md", now=_LATER) == content


def test_a_file_that_was_read_is_unchanged_at_the_next_check(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", b"one")
    found = walk(tmp_path, lambda _path: True).found
    assert not changes(found, {"a.md": _stamp(tmp_path, "a.md")})


@pytest.mark.parametrize("path", ["nowhere.md", "no/where.md", "a.md/b.md"])
def test_a_file_that_has_vanished_is_nothing(tmp_path: Path, path: str) -> None:
    _put(tmp_path, "a.md", b"")
    assert read(tmp_path, path, now=_LATER) is None


def test_a_file_that_grew_since_the_walk_is_refused(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", b"")
    os.truncate(tmp_path / "a.md", 4 * 1024 * 1024)
    assert isinstance(read(tmp_path, "a.md", now=_LATER), FileContent)
    os.truncate(tmp_path / "a.md", 4 * 1024 * 1024 + 1)
    assert _refusal(tmp_path, "a.md") == "larger than 4 MiB"


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs a file that is larger than it says")
def test_a_file_that_grows_while_it_is_read_is_read_to_its_end() -> None:
    content = read(Path("/proc/self"), "status", now=_LATER)
    assert isinstance(content, FileContent)
    assert content.stamp.size == 0
    assert content.data.startswith(b"Name:")


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="the platform cannot refuse links")
def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    _put(tmp_path, "secret", b"")
    (tmp_path / "a.md").symlink_to("secret")
    assert _refusal(tmp_path, "a.md") == "symbolic link; not followed"


def test_a_pipe_a_socket_or_a_folder_in_the_place_of_a_file_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening a pipe would wait for a writer."""
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.md")
        whys = {_refusal(tmp_path, path) for path in ("pipe.md", "folder.md", "socket.md")}
    assert whys == {"not a regular file"}


def test_a_file_that_may_not_be_read_is_refused(open_folder: Path) -> None:
    _put(open_folder, "a.md", b"")
    (open_folder / "a.md").chmod(0)
    assert as_nobody("read(root, 'a.md', now=0.0).why", open_folder) == "permission denied"


def test_another_failure_is_told_in_the_systems_words(tmp_path: Path) -> None:
    assert _refusal(tmp_path, "a" * 300 + ".md") == f"cannot be read: {os.strerror(errno.ENAMETOOLONG)}"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that opens and cannot be read")
def test_a_failure_after_opening_is_told_too() -> None:
    assert _refusal(Path("/proc/self"), "mem").startswith("cannot be read: ")


def test_no_file_stays_open(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", b"")
    (tmp_path / "folder.md").mkdir()
    before = os.open(tmp_path, os.O_RDONLY)
    os.close(before)
    for path in ("a.md", "folder.md", "nowhere.md"):
        read(tmp_path, path, now=_LATER)
    after = os.open(tmp_path, os.O_RDONLY)
    os.close(after)
    assert after == before


@pytest.mark.parametrize(
    ("mtime_ns", "age_ns", "settled"),
    [
        (_WRITTEN, 10_000_000, False),  # within a tick
        (_WRITTEN, 30_000_000, True),
        (_WRITTEN, -5 * _SECOND, False),  # written after the check began
        (1_700_000_000 * _SECOND, _SECOND, False),  # whole seconds: the file system may keep no more
        (1_700_000_000 * _SECOND, 3 * _SECOND, True),
    ],
)
def test_the_stamp_of_a_file_just_written_is_not_trusted(
    tmp_path: Path, mtime_ns: int, age_ns: int, *, settled: bool
) -> None:
    _put(tmp_path, "a.md", b"one", mtime_ns)
    stamp = _stamp(tmp_path, "a.md", now=(mtime_ns + age_ns) / _SECOND)
    assert stamp.mtime_ns == (mtime_ns if settled else -1)


def test_a_content_tells_the_files_own_time_though_its_stamp_is_not_trusted(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", b"one")
    content = read(tmp_path, "a.md", now=0.0)
    assert isinstance(content, FileContent)
    assert (content.modified, content.stamp.mtime_ns) == (_WRITTEN / _SECOND, -1)


def test_a_second_write_within_a_tick_and_of_the_same_size_is_noticed(tmp_path: Path) -> None:
    _put(tmp_path, "a.md", b"one")
    known = {"a.md": _stamp(tmp_path, "a.md", now=_WRITTEN / _SECOND)}
    _put(tmp_path, "a.md", b"two")
    assert changes(walk(tmp_path, lambda _path: True).found, known).changed == ("a.md",)


@pytest.mark.parametrize(
    ("system", "fields", "is_online"),
    [
        ("darwin", {"st_flags": 0x40000000, "st_size": 9, "st_blocks": 8}, True),
        ("darwin", {"st_flags": 0, "st_size": 9, "st_blocks": 0}, True),
        ("darwin", {"st_flags": 0x20, "st_size": 9, "st_blocks": 0}, False),  # compressed by the file system
        ("darwin", {"st_flags": 0, "st_size": 0, "st_blocks": 0}, False),
        ("linux", {"st_size": 9, "st_blocks": 0}, False),  # a small file, kept in its inode
        ("win32", {"st_size": 9, "st_file_attributes": 0x00400020}, True),
        ("win32", {"st_size": 9, "st_file_attributes": 0x00000020}, False),
    ],
)
def test_a_file_without_its_content_on_this_machine_is_known_by_its_status(
    monkeypatch: pytest.MonkeyPatch, system: str, fields: dict[str, int], is_online: bool
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert is_online_only(cast("os.stat_result", SimpleNamespace(**fields))) == is_online
