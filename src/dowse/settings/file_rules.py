"""What settings say of the files of a vault: which are not wanted, and of which kind those of a folder are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..filesystem.ignore import fault
from ..formats.folder_kinds import KindRules, kind_rules
from ..model.kinds import KINDS, Kind
from .config_files import sources
from .repr import shown

if TYPE_CHECKING:
    from .source import SettingsSource

IGNORE_KEYS = ("patterns",)


@dataclass(frozen=True, slots=True)
class FileRules:
    """What counts, or what one place says."""

    ignored: tuple[str, ...] = ()  # patterns as in .gitignore; the last that speaks of a file counts
    kinds: KindRules = ()


def files_of(root: Path, *, environment: Mapping[str, str]) -> FileRules:
    """What counts in the vault; no other setting is looked at. Raises SettingsError."""
    return joined(files_in(written) for written in sources(root, environment))


def joined(places: Iterable[FileRules]) -> FileRules:
    """What several places say, the most important first: all of it, and where they differ that one's word."""
    said = list(places)
    ignored = tuple(pattern for each in reversed(said) for pattern in each.ignored)
    return FileRules(ignored, kind_rules(rule for each in said for rule in each.kinds))


def files_in(written: SettingsSource) -> FileRules:
    """What the file says of files. Raises SettingsError at the first mistake."""
    return FileRules(_ignored(written), _kinds(written))


def _ignored(written: SettingsSource) -> tuple[str, ...]:
    keys = ("ignore", "patterns")
    patterns = written.table(keys[:1], written.values.get("ignore", {}), IGNORE_KEYS).get("patterns", [])
    if not isinstance(patterns, list):
        raise written.wrong(keys, f'wants a list of patterns, as in ["Templates/", "*.log"], got {shown(patterns)}')
    for pattern in patterns:
        if not isinstance(pattern, str) or "\n" in pattern:
            raise written.wrong(keys, f"a pattern is one line of text, got {shown(pattern)}")
        if why := fault(pattern):
            raise written.wrong(keys, f"{shown(pattern)} is not a pattern: {why}")
    return tuple(patterns)


def _kinds(written: SettingsSource) -> KindRules:
    table = written.values.get("kinds", {})
    if not isinstance(table, dict):
        raise written.wrong(("kinds",), f'wants folders with their kinds, as in "Tasks/" = "task", got {shown(table)}')
    for folder, kind in table.items():
        keys = ("kinds", folder)
        if kind not in KINDS:
            raise written.wrong(keys, f"wants one of {', '.join(KINDS)}, got {shown(kind)}")
        if ".." in folder.split("/"):
            raise written.wrong(keys, "a folder of the vault, from the vault's own folder, has no .. in it")
        if set(folder) & set("*?["):
            raise written.wrong(keys, "this is a folder and all below it; patterns with *, ? and [ are not read here")
    return kind_rules((folder, cast("Kind", kind)) for folder, kind in table.items())
