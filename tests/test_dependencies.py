"""The lowest versions of dependencies that pyproject.toml accepts have what dowse uses."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

_PROJECT = Path(__file__).parent.parent / "pyproject.toml"
_WITHOUT_RESERVED_BYTES = ("3.46.1.0", "3.50.4.0", "3.51.0.0")  # nor with the extension cksumvfs


def test_a_version_of_apsw_without_room_for_checksums_is_not_accepted() -> None:
    stated = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["dependencies"]
    apsw = next(each for each in map(Requirement, stated) if each.name == "apsw")
    assert [version for version in _WITHOUT_RESERVED_BYTES if version in apsw.specifier] == []
