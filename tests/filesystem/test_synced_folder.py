"""Which folders a sync client or a network file system keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dowse.filesystem import synced_folder
from dowse.filesystem.synced_folder import synced_by

_MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / {share} rw,relatime - {kind} server:/export rw
31 30 8:2 / {share}/local\\040disk rw - xfs /dev/sdb1 rw
"""


def service(folder: Path, home: Path, *, mounts: str = "", **environment: str) -> str:
    """The name of what keeps the folder."""
    listed = home / "mountinfo"
    listed.write_text(mounts)
    return synced_by(folder, {"HOME": str(home), **environment}, mounts=listed)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("notes", ""),
        ("Dropbox/notes", "Dropbox"),
        ("Dropbox (Example)/notes", "Dropbox"),
        ("OneDrive - Example/notes", "OneDrive"),
        ("Google Drive/My Drive/notes", "Google Drive"),
        ("Library/CloudStorage/GoogleDrive-me@example.org/My Drive/notes", "Google Drive"),
        ("Library/CloudStorage/Box-Box/notes", "a cloud folder"),
        ("Library/Mobile Documents/iCloud~md~obsidian/Documents/notes", "iCloud Drive"),
        ("Dropboxes/notes", ""),
    ],
)
def test_a_cloud_folder_is_known_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, name: str
) -> None:
    monkeypatch.setattr(synced_folder, "_NAMED_WITHIN", 100)  # the folders of tests lie deep
    folder = tmp_path / path
    folder.mkdir(parents=True)
    assert service(folder, tmp_path) == name


def _dropbox(top: Path) -> None:
    (top / ".dropbox").write_text("{}")


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda top: (top / ".stfolder").mkdir(), "Syncthing"),
        (lambda top: (top / ".dropbox.cache").mkdir(), "Dropbox"),
        (_dropbox, "Dropbox"),
        (lambda top: (top / ".dropbox").mkdir(), ""),  # settings of the client, in the home folder
        (lambda top: (top / ".nextcloudsync.log").write_text(""), "Nextcloud"),
    ],
)
def test_a_synced_folder_is_known_by_what_its_client_keeps_there(
    tmp_path: Path, make: Callable[[Path], object], name: str
) -> None:
    folder = tmp_path / "top" / "deep" / "notes"
    folder.mkdir(parents=True)
    make(tmp_path / "top")
    assert service(folder, tmp_path) == name


def test_dropbox_lists_its_folders(tmp_path: Path) -> None:
    folder = tmp_path / "work" / "notes"
    folder.mkdir(parents=True)
    (tmp_path / ".dropbox").mkdir()
    (tmp_path / ".dropbox" / "info.json").write_text(json.dumps({"personal": {"path": str(tmp_path / "work")}}))
    assert service(folder, tmp_path) == "Dropbox"
    (tmp_path / ".dropbox" / "info.json").write_text("[")
    assert service(folder, tmp_path) == ""


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "9p", "fuse.sshfs"])
def test_a_network_drive_is_known_by_its_mount(tmp_path: Path, kind: str) -> None:
    share = tmp_path / "share"
    (share / "local disk").mkdir(parents=True)
    mounts = _MOUNTS.format(share=share, kind=kind)
    assert service(share, tmp_path, mounts=mounts) == f"a network folder ({kind.removeprefix('fuse.')})"
    assert service(share / "local disk", tmp_path, mounts=mounts) == ""
    assert service(tmp_path, tmp_path, mounts=mounts) == ""


def test_the_folders_of_onedrive_are_variables_on_windows(tmp_path: Path) -> None:
    assert service(tmp_path / "x", tmp_path, OneDriveCommercial=str(tmp_path / "x")) == "OneDrive"


def test_the_desktop_in_icloud_is_known_by_its_link(tmp_path: Path) -> None:
    (tmp_path / "Documents" / "notes").mkdir(parents=True)
    cloud = tmp_path / "Library" / "Mobile Documents" / "com~apple~CloudDocs"
    cloud.mkdir(parents=True)
    assert service(tmp_path / "Documents" / "notes", tmp_path) == ""
    (cloud / "Documents").symlink_to(tmp_path / "Documents")
    assert service(tmp_path / "Documents" / "notes", tmp_path) == "iCloud Drive"


def test_mounts_of_a_mac_are_read_from_the_list_of_its_command() -> None:
    lines = ("/dev/disk3s1 on / (apfs, sealed, local)", "//me@nas/n on /Volumes/my notes (smbfs, nodev)", "odd line")
    text = "\n".join(lines)
    assert list(synced_folder._of_mac(text)) == [("/", "apfs"), ("/Volumes/my notes", "smbfs")]
