"""Checksums of the pages of the database, which SQLite verifies with each page that it reads from the file.

SQLite notices a page that is no page. One with another letter in a title, another number in a vector or another id in
the word index is an answer, and a wrong one.  The extension cksumvfs, which APSW brings, keeps a checksum in the last 8
bytes of each page; a page that differs from it is an error of reading.  Where APSW has no extensions, the index works
without the check, in a file of its own.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from .sqlite_errors import RowError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHECKING = "cksmvfs"  # the layer below SQLite that verifies; it looks at no database without room for checksums
_BYTES = 8  # of each page; the extension takes another number for a database without checksums
_PAGE = 4096
_BLOCK_BYTES = 4_040  # of FTS5
_BLOCK = 2_048  # pages that `stamp` reads together


UNAVAILABLE = (
    "the installed APSW has no extension cksumvfs, so the index has no checksums, and damage is found later or not; "
    "this dowse keeps an index of its own beside one with checksums"
)
REINSTALL = "pip install --force-reinstall --only-binary :all: apsw"


@lru_cache(maxsize=1)
def register() -> bool:
    """Makes SQLite verify checksums in this process; False where APSW lacks the extension."""
    if _CHECKING in apsw.vfs_names():
        return True
    found = [*(Path(apsw.__file__).parent / "sqlite_extra_binaries").glob("cksumvfs.*")]
    if not found:
        return False
    connection = apsw.Connection(":memory:")
    try:
        connection.enable_load_extension(True)
        connection.load_extension(str(found[0]))
    except (apsw.Error, AttributeError):  # of another machine, or an SQLite without extensions
        return False
    finally:
        connection.close()
    return True


def unchecked_layer() -> str:
    """The layer that reads and writes files without checksums, as `apsw.Connection` names it."""
    return next(name for name in apsw.vfs_names() if name != _CHECKING)


def reserve(connection: apsw.Connection) -> None:
    """Leaves room for checksums in the pages of an empty database."""
    if not connection.pragma("page_count"):
        connection.reserve_bytes("main", _BYTES)


def request(connection: apsw.Connection) -> None:
    """Makes the next `vacuum` leave room for checksums."""
    connection.reserve_bytes("main", _BYTES)


def require(connection: apsw.Connection) -> None:
    """Raises RowError for a database whose pages have no room for checksums: its head was changed."""
    if connection.reserve_bytes("main", -1) != _BYTES:
        raise RowError("the pages have no checksums")


def page_checksums(connection: apsw.Connection) -> None:
    """The step to pages with checksums; `stamp` changes the pages of a converted file.

    FTS5 stores blocks of 4,050 bytes by default, which fit a page of 4,096 bytes, but not one with a checksum: each
    would take a second page.
    """
    connection.execute("insert into words(words, rank) values ('pgsz', ?)", (_BLOCK_BYTES,))
    connection.execute("insert into words(words) values ('optimize')")  # writes the blocks of an earlier index anew


def stamp(path: Path) -> None:
    """Writes the checksum of each page of a database that nobody has open. Raises OSError."""
    import numpy as np  # noqa: PLC0415  # here, for an index that is read without vectors

    with path.open("rb+") as file:
        while block := file.read(_BLOCK * _PAGE):
            pages = np.frombuffer(block, "<u4").reshape(-1, _PAGE // 4).copy()
            pages[:, -2:] = _checksums(pages)
            file.seek(-len(block), 1)
            file.write(pages.tobytes())


def _checksums(pages: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """(pages, 2): two sums of the words of each page before the last two, each of which takes in the other."""
    words = pages[:, :-2].T.copy()
    one, other = words[0] * 0, words[0] * 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one += even + other
        other += odd + one
    import numpy as np  # noqa: PLC0415  # as above

    return np.stack([one, other], axis=1)
