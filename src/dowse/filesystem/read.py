"""The bytes of one file, and the state of the file when they were read."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from pathlib import Path

from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp, SkippedFile

MOST_BYTES = 4 * 1024 * 1024  # a larger text is a log, a dump or generated
NOT_REGULAR = "not a regular file"
NO_PERMISSION = "permission denied"
ONLINE_ONLY = "online only: download the file to index it"
ICLOUD_ENDING = ".icloud"  # of the file `.Name.md.icloud` that stands for `Name.md`

_DATALESS, _COMPRESSED = 0x40000000, 0x20  # SF_DATALESS and UF_COMPRESSED of macOS
_RECALLED = 0x00400000 | 0x00040000 | 0x00001000  # FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS, _RECALL_ON_OPEN and _OFFLINE

# Windows has neither of the first two. O_NONBLOCK: otherwise, opening a FIFO waits for a writer.
_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
    _FLAGS |= getattr(os, _name, 0)

_BLOCK = 64 * 1024  # bytes that are read at a time when the size of the file is unknown or smaller

_WHOLE_SECONDS_NS = 2_000_000_000  # FAT keeps even seconds, ext3 and HFS+ whole ones
_FRACTIONS_NS = 20_000_000  # others keep fractions, of a clock that ticks every 1 to 16 ms


@dataclass(frozen=True, slots=True)
class FileContent:
    """A complete file. `stamp.digest` is the digest of `data`."""

    data: bytes
    stamp: FileStamp
    modified: float  # seconds since the epoch; unlike the stamp's time it is always the file's own


def too_large(most: float) -> str:
    """The reason why a file of more than so many bytes is skipped."""
    return f"larger than {most / (1024 * 1024):g} MiB"


def read(
    root: Path, path: str, *, now: float, most: int = MOST_BYTES, first: tuple[bytes, ...] = ()
) -> FileContent | SkippedFile | None:
    """The file's content, of at most so many bytes; or the reason why it is skipped; or None for a deleted file.

    A file that does not begin with any of `first`, which are equally long, is read no further: its content is what it
    has in their place.

    `now` is a time in seconds no later than this call, such as the start of the check.  The stamp is taken from
    the open file before its bytes, so the next check detects a change during the read.  One kind of change would stay
    undetected: git's "racily clean" file, written again with the same size within the same tick of the filesystem
    clock.  So the stamp of a file that was written less than a tick before `now`, or after it, gets `mtime_ns` -1,
    and the next check reads the file again and compares digests.  A tick is 20 ms, but 2 s where the time is a whole
    second, as on filesystems without fractions.  A program that sets the time back after writing as many bytes stays
    undetected.

    A symbolic link in the place of the file is not followed; one in the place of a folder above it is.
    """
    try:
        if sys.platform == "win32" and is_online_only(status := os.lstat(root / path)):  # opening may download
            return SkippedFile(path, ONLINE_ONLY, FileStamp(status.st_size, status.st_mtime_ns))
        descriptor = os.open(root / path, _FLAGS)
    except OSError as error:
        return _refused(path, error)
    try:
        return _content(descriptor, path, now, most, first)
    except OSError as error:
        return _refused(path, error)
    finally:
        os.close(descriptor)


def _content(descriptor: int, path: str, now: float, most: int, first: tuple[bytes, ...]) -> FileContent | SkippedFile:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return _skipped(path, NOT_REGULAR)
    if is_online_only(status):
        return SkippedFile(path, ONLINE_ONLY, FileStamp(status.st_size, status.st_mtime_ns))
    data = os.read(descriptor, len(first[0])) if first else b""
    if not first or data in first:
        data += _bytes(descriptor, status.st_size, most - len(data))
    if len(data) > most:  # it grew since the walk
        return _skipped(path, too_large(most))
    mtime_ns = status.st_mtime_ns if _settled(status.st_mtime_ns, now) else -1
    stamp = FileStamp(status.st_size, mtime_ns, hashlib.blake2b(data, digest_size=16).hexdigest())
    return FileContent(data, stamp, status.st_mtime_ns / 1e9)


def _bytes(descriptor: int, size: int, most: int) -> bytes:
    """The bytes of the file to its end, but at most one more than `most`; `size` is their expected number."""
    parts: list[bytes] = []
    left = most + 1
    while left and (part := os.read(descriptor, min(max(size + 1, _BLOCK), left))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def is_online_only(status: os.stat_result) -> bool:
    """Whether a cloud service has the content of the file, which a read would download."""
    if getattr(status, "st_flags", 0) & _DATALESS or getattr(status, "st_file_attributes", 0) & _RECALLED:
        return True
    # Earlier clients on a Mac. File systems elsewhere give 0 blocks for small files, and some for all of them.
    has_content = getattr(status, "st_blocks", 1) > 0 or getattr(status, "st_flags", 0) & _COMPRESSED
    return sys.platform == "darwin" and status.st_size > 0 and not has_content


def tick_ns(mtime_ns: int) -> int:
    """Nanoseconds within which the file system of this time may give it to two changes."""
    return _FRACTIONS_NS if mtime_ns % 1_000_000_000 else _WHOLE_SECONDS_NS


def _settled(mtime_ns: int, now: float) -> bool:
    """Whether another write from `now` on would get another time."""
    return mtime_ns < int(now * 1e9) - tick_ns(mtime_ns)


def _refused(path: str, error: OSError) -> SkippedFile | None:
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return None
        case errno.EACCES | errno.EPERM:
            return _skipped(path, NO_PERMISSION)
        case errno.ELOOP | errno.EMLINK:  # EMLINK on FreeBSD
            return _skipped(path, "symbolic link; not followed")
        case errno.ENXIO:  # a socket
            return _skipped(path, NOT_REGULAR)
        case _:
            return _skipped(path, f"cannot be read: {error.strerror}")


def _skipped(path: str, why: str) -> SkippedFile:
    return SkippedFile(path, why, FileStamp(0, -1))


def why_unread(error: OSError) -> str:
    """Why a file or a folder cannot be read, as a message for the user."""
    return NO_PERMISSION if isinstance(error, PermissionError) else f"cannot be read: {error.strerror}"


def why_unusable(root: Path, error: OSError) -> str:
    """Why the folder of a vault cannot be listed, with what to do, as a message for the user."""
    match error:
        case FileNotFoundError():
            return f"{root} does not exist; check the path, or connect its disk"
        case NotADirectoryError():
            return f"{root} is not a folder; name the folder that contains it"
        case PermissionError():
            return f"cannot list {root}: permission denied; make the folder readable, or name another one"
        case _:
            return f"cannot list {root}: {error.strerror}; check the disk, or name another folder"
