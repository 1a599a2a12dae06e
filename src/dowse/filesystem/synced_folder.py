"""Folders that a sync client or a network file system keeps: a live database must not lie there.

A sync client copies the database and its log at different moments, and processes share no memory over a network.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..model.lazy_pattern import lazy_pattern

_MOUNTS = Path("/proc/self/mountinfo")
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "9p", "ceph", "davfs", "lustre", "beegfs", "ocfs2"}
    | {f"fuse.{name}" for name in ("sshfs", "rclone", "s3fs", "gvfsd-fuse", "glusterfs", "davfs2", "curlftpfs")}
    | {"fuse.google-drive-ocamlfuse", "fuse.onedriver", "fuse.dropboxfs", "fuse.smbnetfs", "fuse.goofys"}
)
# A folder of this name that belongs to a service, wherever it is.
_NAMED: Mapping[str, str] = {
    "Dropbox": "Dropbox",
    "OneDrive": "OneDrive",
    "Google Drive": "Google Drive",
    "GoogleDrive": "Google Drive",
    "My Drive": "Google Drive",
    "iCloudDrive": "iCloud Drive",
    "iCloud Drive": "iCloud Drive",
    "Nextcloud": "Nextcloud",
}
_STARTS: Mapping[str, str] = {
    "OneDrive -": "OneDrive",
    "OneDrive-": "OneDrive",
    "GoogleDrive-": "Google Drive",
    "Dropbox-": "Dropbox",
    "Dropbox (": "Dropbox",
}
# What a client keeps in the top folder that it syncs.
_MARKS: Mapping[str, str] = {
    ".stfolder": "Syncthing",
    ".dropbox.cache": "Dropbox",
    ".tmp.drivedownload": "Google Drive",
    ".nextcloudsync.log": "Nextcloud",
    ".owncloudsync.log": "ownCloud",
}
_CLOUDS = ("Library", "CloudStorage")  # of macOS: one folder for each service
_ICLOUD = ("Library", "Mobile Documents")
_NAMED_WITHIN = 6  # parts of a path; a deeper folder was more likely named so by its user
_LONGEST = 65_536  # bytes of Dropbox's list of folders
_MOUNTED = lazy_pattern(r".* on (/.*) \(([a-z0-9]+)[,)].*")
_ESCAPE = lazy_pattern(r"\\([0-7]{3})")  # in the list of mounts


def synced_by(folder: Path, environment: Mapping[str, str], *, mounts: Path = _MOUNTS) -> str:
    """The service that syncs the folder, or its network file system, such as "Dropbox"; empty for a local folder."""
    path = Path(os.path.realpath(folder))
    home = Path(os.path.expanduser(environment.get("HOME") or "~"))  # noqa: PTH111  # keeps a ~ without a home folder
    return (
        _by_name(path)
        or next((name for at in (path, *path.parents) if (name := _by_mark(at))), "")
        or _by_settings(path, home, environment)
        or _network(path, mounts)
    )


def _by_name(path: Path) -> str:
    parts = path.parts
    for at in range(len(parts)):
        pair = parts[at - 1 : at + 1]
        if pair == _ICLOUD:
            return "iCloud Drive"
        if pair == _CLOUDS and at + 1 < len(parts):
            return _service(parts[at + 1]) or "a cloud folder"
    return next((found for part in parts[:_NAMED_WITHIN] if (found := _service(part))), "")


def _service(name: str) -> str:
    return _NAMED.get(name) or next((found for start, found in _STARTS.items() if name.startswith(start)), "")


def _by_mark(folder: Path) -> str:
    if os.path.isfile(folder / ".dropbox"):  # noqa: PTH113  # False without permission; a folder of this name has settings
        return "Dropbox"
    return next((name for mark, name in _MARKS.items() if os.path.lexists(folder / mark)), "")


def _by_settings(path: Path, home: Path, environment: Mapping[str, str]) -> str:
    for folder in _of_dropbox(home, environment):
        if path.is_relative_to(os.path.realpath(folder)):
            return "Dropbox"
    for variable in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):  # of Windows
        if (chosen := environment.get(variable)) and path.is_relative_to(os.path.realpath(chosen)):
            return "OneDrive"
    # macOS links these two from iCloud Drive when it syncs them.
    for name in ("Desktop", "Documents"):
        linked = home.joinpath(*_ICLOUD, "com~apple~CloudDocs", name)
        if os.path.realpath(linked) == str(home / name) and path.is_relative_to(home / name):
            return "iCloud Drive"
    return ""


def _of_dropbox(home: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """The folders that Dropbox syncs, by its own list."""
    settings = [
        home / ".dropbox",
        *(Path(environment.get(key) or home) / "Dropbox" for key in ("APPDATA", "LOCALAPPDATA")),
    ]
    for file in (folder / "info.json" for folder in settings):
        try:
            with file.open("rb") as opened:
                accounts = json.loads(opened.read(_LONGEST))
            yield from (str(account["path"]) for account in accounts.values())
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            continue


def _network(path: Path, mounts: Path) -> str:
    """The network file system of the path; empty for another one, and where the system does not list its mounts."""
    if sys.platform == "win32":
        return "a network folder" if str(path).startswith("\\\\") else ""
    if sys.platform == "darwin":
        listed = _of_mac(_listing()) if path.is_relative_to("/Volumes") or path.is_relative_to("/Network") else ()
    else:
        try:
            listed = _of_linux(mounts.read_text("utf-8", "surrogateescape"))
        except OSError:
            return ""
    # Of two at one place the later one hides the other.
    around = [(len(at), number, kind) for number, (at, kind) in enumerate(listed) if path.is_relative_to(at)]
    kind = max(around, default=(0, 0, ""))[-1]
    return f"a network folder ({kind.removeprefix('fuse.')})" if kind in _NETWORK else ""


def _of_linux(text: str) -> Iterator[tuple[str, str]]:
    """The mounts of /proc/self/mountinfo: where, and the type of the file system."""
    for line in text.splitlines():
        head, _, tail = line.partition(" - ")
        fields, kind = head.split(" "), tail.partition(" ")[0]
        if len(fields) > 4 and kind:
            yield _ESCAPE.sub(lambda code: chr(int(code[1], 8)), fields[4]), kind


def _of_mac(text: str) -> Iterator[tuple[str, str]]:
    """The mounts that `mount` lists: `//me@host/notes on /Volumes/notes (smbfs, nodev, nosuid)`."""
    for line in text.splitlines():
        if found := _MOUNTED.fullmatch(line):
            yield found[1], found[2]


def _listing() -> str:
    import subprocess  # noqa: PLC0415  # here, since only vaults on other volumes of a Mac need it

    try:
        return subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=5, check=False).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
