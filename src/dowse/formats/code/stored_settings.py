"""The fact of an index with what package.json, tsconfig.json, go.mod and files like them say about imports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from ...model.module_settings import ModuleSettings
from .module_settings import restored

MODULE_SETTINGS = "module_settings"  # the name of the fact
VERSION = "2 "  # at the beginning of the fact; what another version has stored is read again


class KnownFile(NamedTuple):
    """A file as it was read last."""

    size: int
    mtime_ns: int  # -1 if a later change could have kept size and time
    text: str  # as `stored` writes it; empty for a file that says nothing


def stored_settings(fact: str) -> dict[str, ModuleSettings]:
    """What the files in the fact say, by path."""
    return settings_of(known_files(fact))


def known_files(fact: str) -> dict[str, KnownFile]:
    """The files in the fact by path; none for a fact that dowse has not written."""
    if not fact.startswith(VERSION):
        return {}
    try:
        rows = json.loads(fact.partition("\n")[2])
    except (ValueError, RecursionError):
        return {}
    found = {}
    for path, row in rows.items() if isinstance(rows, dict) else ():
        match row:
            case [int(size), int(mtime_ns), str(text)]:
                found[path] = KnownFile(size, mtime_ns, text)
    return found


def settings_of(files: Mapping[str, KnownFile]) -> dict[str, ModuleSettings]:
    """What the files say, without those that say nothing."""
    found = ((path, restored(each.text)) for path, each in files.items() if each.text)
    return {path: settings for path, settings in found if settings}
