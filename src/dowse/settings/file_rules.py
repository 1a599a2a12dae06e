"""Rules of the settings for the files of a vault: ignored patterns, and the kind of the files in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..filesystem.ignore import fault
from ..formats.folder_kinds import KindRules, kind_rules
from ..model.kinds import KINDS, Kind
from ..model.value_class import dataclass
from .config_files import sources
from .repr import shown

if TYPE_CHECKING:
    from .source import SettingsSource

IGNORE_KEYS = ("patterns",)
_MOST_PATTERNS = 1_000  # each is compared with every path
_MOST_KINDS = 1_000


@dataclass(frozen=True, slots=True)
class FileRules:
    """The rules of one settings file, or the combined rules of all."""

    ignored: tuple[str, ...] = ()  # patterns in the syntax of .gitignore; the last matching pattern decides
    kinds: KindRules = ()


def files_of(root: Path, *, environment: Mapping[str, str]) -> FileRules:
    """The combined rules for a vault. Reads no other setting.  Raises SettingsError."""
    return joined(files_in(written) for written in sources(root, environment))


def joined(places: Iterable[FileRules]) -> FileRules:
    """The rules of several places by precedence: all rules, and in a conflict that of the first place."""
    layers = list(places)
    ignored = tuple(pattern for each in reversed(layers) for pattern in each.ignored)
    return FileRules(ignored, kind_rules(rule for each in layers for rule in each.kinds))


def files_in(written: SettingsSource) -> FileRules:
    """The rules of one settings file. Raises SettingsError at the first fault."""
    return FileRules(_ignored(written), _kinds(written))


def _ignored(written: SettingsSource) -> tuple[str, ...]:
    keys = ("ignore", "patterns")
    patterns = written.table(keys[:1], written.values.get("ignore", {}), IGNORE_KEYS).get("patterns", [])
    if not isinstance(patterns, list):
        raise written.wrong(keys, f'must be a list of patterns such as ["Templates/", "*.log"], got {shown(patterns)}')
    written.limit(keys, patterns, _MOST_PATTERNS, "patterns")
    for pattern in patterns:
        if not isinstance(pattern, str) or "\n" in pattern:
            raise written.wrong(keys, f"a pattern must be a string of one line, got {shown(pattern)}")
        if why := fault(pattern):
            raise written.wrong(keys, f"invalid pattern {shown(pattern)}: {why}")
    return tuple(patterns)


def _kinds(written: SettingsSource) -> KindRules:
    table = written.values.get("kinds", {})
    if not isinstance(table, dict):
        raise written.wrong(
            ("kinds",), f'must be a table of folders and kinds such as "Tasks/" = "task", got {shown(table)}'
        )
    written.limit(("kinds",), table, _MOST_KINDS, "folders")
    for folder, kind in table.items():
        keys = ("kinds", folder)
        if kind not in KINDS:
            raise written.wrong(keys, f"must be one of {', '.join(KINDS)}, got {shown(kind)}")
        if ".." in folder.split("/"):
            raise written.wrong(keys, "must be a folder inside the vault, as a path relative to the vault without ..")
        if set(folder) & set("*?["):
            raise written.wrong(
                keys, "must be a folder, which covers its subfolders; patterns with *, ? and [ are not supported"
            )
    return kind_rules((folder, cast("Kind", kind)) for folder, kind in table.items())
